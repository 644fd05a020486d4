/** Playing cards, as they lie on a table. */
import { type Suit, suitNames, symbols } from "../cards/hands";

const ranks: Record<string, string> = { 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
const suitOf = (card: string): Suit => card.slice(-1) as Suit;
const rankOf = (card: string): string => card.slice(0, -1);
export const cardName = (card: string): string => `${ranks[rankOf(card)] ?? rankOf(card)} of ${suitNames[suitOf(card)] ?? ""}`;
export const cardText = (card: string): string => `${rankOf(card).replace("T", "10")}${symbols[suitOf(card)] ?? ""}`;
export const isCard = (text: string): boolean => /^[9TJQKA][SHDC]$/.test(text);

const Face = ({ card }: { card: string }) => (
  <>
    <span aria-hidden="true" class={`suit-${suitOf(card)}`}>
      <b>{rankOf(card).replace("T", "10")}</b>
      <i>{symbols[suitOf(card)]}</i>
    </span>
    <span class="unseen">{cardName(card)}</span>
  </>
);

export const Card = ({ card, isFaint }: { card: string; isFaint?: boolean }) => (
  <span class={`card ${isFaint ? "is-faint" : ""}`}>
    <Face card={card} />
  </span>
);

export const CardButton = ({ card, isBest, disabled, onClick }: { card: string; isBest: boolean; disabled: boolean; onClick: () => void }) => (
  <button type="button" class={`card ${isBest ? "is-best" : ""}`} disabled={disabled} onClick={onClick}>
    <Face card={card} />
    {isBest && <span class="unseen">, the hint</span>}
  </button>
);

export const Backs = ({ number, who }: { number: number; who: string }) => (
  <span class="backs">
    <span class="unseen">
      {who} holds {number}
    </span>
    {Array.from({ length: number }, (_, i) => (
      <span key={i} class="card back" aria-hidden="true" />
    ))}
  </span>
);
