/** Hands as text, and what one counts at a glance. */
import type { Board, SeatName, StrainName } from "../engine/answers";

export const seats: SeatName[] = ["N", "E", "S", "W"];
export const seatNames: Record<SeatName, string> = { N: "North", E: "East", S: "South", W: "West" };
export const suits = ["S", "H", "D", "C"] as const;
export type Suit = (typeof suits)[number];
export const symbols: Record<Suit, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const suitNames: Record<Suit, string> = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
export const strains: StrainName[] = ["C", "D", "H", "S", "N"];

/** The suits of a hand, spades first; a ten is written as 10. */
export const holdings = (hand: string | undefined): string[] => (hand ?? "...").split(".").slice(0, 4);
export const shown = (holding: string): string => (holding ? holding.replace("T", "10") : "–");

const honours: Record<string, number> = { A: 4, K: 3, Q: 2, J: 1 };
export const points = (hand: string | undefined): number => [...(hand ?? "")].reduce((sum, card) => sum + (honours[card] ?? 0), 0);

export const isVulnerable = (board: Board, seat: SeatName): boolean =>
  board.vulnerable === "All" || board.vulnerable === (seat === "N" || seat === "S" ? "NS" : "EW");

const sides = { None: "nobody", NS: "North and South", EW: "East and West", All: "everybody" };
export const vulnerability = (board: Board): string => sides[board.vulnerable] ?? board.vulnerable;

export const typeOf = (board: Board): string => {
  const type = board.hand_type;
  return typeof type === "string" ? type : (type?.name ?? type?.text ?? "");
};

/** Whether all four hands are given. */
export const isWhole = (board: Board): boolean => seats.every((seat) => board.hands[seat]);
