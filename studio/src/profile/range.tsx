/** A range between two numbers: two thumbs to drag or to move by arrow keys, and the same as a text to type. */
import type { ComponentChildren } from "preact";
import { useDraft } from "../draft";
import { rangeText, rangeTyped } from "./document";

type Props = {
  /** What is shown, and what it is called where it cannot be seen. */
  label: ComponentChildren;
  name: string;
  least: number;
  most: number;
  min: number;
  max: number;
  onChange: (min: number, max: number) => void;
  said?: ComponentChildren;
};

export const RangeField = ({ label, name, least, most, min, max, onChange, said }: Props) => {
  const [low, high] = [Math.min(Math.max(min, least), most), Math.min(Math.max(max, least), most)];
  const words = rangeText(low, high, least, most);
  const [typed, setTyped] = useDraft(words);
  const part = (value: number) => (value - least) / (most - least);
  const take = (text: string) => {
    const found = rangeTyped(text, least, most);
    setTyped();
    if (found && (found[0] !== low || found[1] !== high)) onChange(...found);
  };
  return (
    <div class="range-field" role="group" aria-label={name}>
      <span class="range-label">{label}</span>
      <span class={`range ${words === "any" ? "is-any" : ""}`} style={{ "--from": part(low), "--to": part(high) } as never}>
        <input
          type="range"
          aria-label={`${name}, at least`}
          min={least}
          max={most}
          value={low}
          class={low > (least + most) / 2 ? "is-above" : ""}
          onInput={(event) => {
            const value = Number(event.currentTarget.value);
            onChange(value, Math.max(value, high));
          }}
        />
        <input
          type="range"
          aria-label={`${name}, at most`}
          min={least}
          max={most}
          value={high}
          onInput={(event) => {
            const value = Number(event.currentTarget.value);
            onChange(Math.min(value, low), value);
          }}
        />
      </span>
      <input
        type="text"
        class={words === "any" ? "range-text is-any" : "range-text"}
        aria-label={`${name}, as a text`}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => take(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && take(event.currentTarget.value)}
      />
      {said}
    </div>
  );
};
