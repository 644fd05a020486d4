/** How many boards, by which seed, and the button that deals them. */
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { newSeed } from "./run";

const whole = (text: string, least: number, most: number): number => Math.min(Math.max(Math.floor(Number(text)) || least, least), most);

type Props = {
  boards: Signal<number>;
  seed: Signal<string>;
  isDealing: boolean;
  onChange: () => void;
  onDeal: () => void;
  onStop: () => void;
  title?: string;
  children?: ComponentChildren;
};

export const Controls = ({ boards, seed, isDealing, onChange, onDeal, onStop, title, children }: Props) => (
  <form
    class="controls panel"
    aria-label="Deal"
    onSubmit={(event) => {
      event.preventDefault();
      onDeal();
    }}
  >
    <label>
      <span>Boards</span>
      <input
        type="number"
        min={1}
        max={100000}
        value={boards.value}
        onInput={(event) => {
          boards.value = whole(event.currentTarget.value, 1, 100_000);
          onChange();
        }}
      />
    </label>
    <label class="seed">
      <span>Seed</span>
      <input
        type="text"
        value={seed.value}
        spellcheck={false}
        onInput={(event) => {
          seed.value = event.currentTarget.value;
          onChange();
        }}
      />
    </label>
    <button
      type="button"
      class="quiet die"
      title="Another seed"
      onClick={() => {
        seed.value = newSeed();
        onChange();
      }}
    >
      <span aria-hidden="true">⚄</span>
      <span class="unseen">Another seed</span>
    </button>
    {children}
    {isDealing ? (
      <button type="button" onClick={onStop}>
        Stop
      </button>
    ) : (
      <button type="submit" title={title}>
        Deal
      </button>
    )}
  </form>
);
