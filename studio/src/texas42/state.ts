/** The state of the room Texas 42: a hand, what is trumps, what others have played, and what is known of it all. */
import { batch, signal } from "@preact/signals";
import type { DominoHand, DominoOdds, DominoWorlds, PerfectHands, SeatName } from "../engine/answers";
import { isCancelled, Lane, wordsOf } from "../engine/engine";
import type { Progress } from "../engine/messages";
import { download } from "../files";
import { kept } from "../kept";
import { all, plain } from "./domino";

export type Trump = "" | "0" | "1" | "2" | "3" | "4" | "5" | "6" | "doubles" | "none";
export const trumps: { trump: Trump; name: string }[] = [
  { trump: "", name: "what is best" },
  ...["blanks", "aces", "deuces", "treys", "fours", "fives", "sixes"].map((name, pip) => ({ trump: String(pip) as Trump, name })),
  { trump: "doubles", name: "doubles" },
  { trump: "none", name: "no trumps" },
];
export const trumpName = (trump: string): string => trumps.find((one) => one.trump === trump)?.name ?? trump;

export type Play = { seat: SeatName; domino: string };
type Draft = { hand: string[]; trump: Trump; tricks: Play[][] };
const draft: Partial<Draft> = kept.read<Draft>("texas42") ?? {};
const isHand = (value: unknown): value is string[] => Array.isArray(value) && value.length <= 7 && value.every((one) => all.includes(one as string));
const isTricks = (value: unknown): value is Play[][] =>
  Array.isArray(value) && value.every((trick) => Array.isArray(trick) && trick.every((one) => all.includes((one as Play)?.domino) && "NESW".includes((one as Play)?.seat)));

export const hand = signal<string[]>(isHand(draft.hand) ? draft.hand : []);
export const trump = signal<Trump>(trumps.some((one) => one.trump === draft.trump) ? (draft.trump as Trump) : "");
export const tricks = signal<Play[][]>(isTricks(draft.tricks) ? draft.tricks : []);

export const judged = signal<DominoHand | undefined>(undefined);
export const odds = signal<DominoOdds | undefined>(undefined);
export const oddsProgress = signal<Progress | undefined>(undefined);
export const isPlaying = signal(false);
export const worlds = signal<DominoWorlds | undefined>(undefined);
export const worldsError = signal("");
export const error = signal("");

export const kind = signal<"gold" | "laydown">("gold");
export const listTrump = signal<Trump>("0");
export const withDomino = signal("");
export const list = signal<PerfectHands | undefined>(undefined);

const judging = new Lane();
const playing = new Lane();
const counting = new Lane();
const listing = new Lane();

const keep = () => kept.write("texas42", { hand: hand.value, trump: trump.value, tricks: tricks.value });

export const isWhole = () => hand.value.length === 7;

export const pick = (domino: string) => {
  const now = hand.value;
  if (now.includes(domino)) hand.value = now.filter((one) => one !== domino);
  else if (now.length < 7) hand.value = [...now, domino];
  changed();
};
export const take = (dominoes: string[], wanted: Trump = trump.value) => {
  batch(() => {
    hand.value = dominoes.map(plain);
    trump.value = wanted;
  });
  changed();
};
export const clear = () => take([], "");
export const shuffle = () => {
  const rest = [...all];
  const drawn = Array.from({ length: 7 }, () => rest.splice(Math.floor((rest.length * (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)) / 2 ** 32), 1)[0] ?? "0-0");
  take(drawn, "");
};
export const choose = (next: Trump) => {
  trump.value = next;
  changed(false);
};

const changed = (isOtherHand = true) => {
  keep();
  batch(() => {
    error.value = "";
    if (isOtherHand) {
      judged.value = undefined;
      tricks.value = [];
    }
    odds.value = undefined;
    playing.cancel();
    isPlaying.value = false;
  });
  void judge();
  void count();
};

export const judge = async () => {
  if (!isWhole()) {
    judging.cancel();
    return;
  }
  const asked = { ask: "texas42", do: "hand", hand: hand.value.join(" "), ...(trump.value && { trump: trump.value }) };
  try {
    const answer = (await judging.ask<DominoHand>(asked)).answer;
    // Which trumps are how good does not change with the one that is looked at.
    judged.value = { ...answer, ranking: answer.ranking ?? judged.value?.ranking ?? (await ranking()) };
  } catch (wrong) {
    if (!isCancelled(wrong)) error.value = wordsOf(wrong);
  }
};
const ranking = async () => (await judging.ask<DominoHand>({ ask: "texas42", do: "hand", hand: hand.value.join(" ") })).answer.ranking ?? null;

/** How many worlds are played out: enough for a glance. */
const playedOut = 200;
export const playOut = async () => {
  batch(() => {
    isPlaying.value = true;
    oddsProgress.value = undefined;
  });
  const asked = { ask: "texas42", do: "odds", hand: hand.value.join(" "), worlds: playedOut, ...(trump.value && { trump: trump.value }) };
  try {
    odds.value = (await playing.ask<DominoOdds>(asked, { onProgress: (now) => (oddsProgress.value = now) })).answer;
  } catch (wrong) {
    if (!isCancelled(wrong)) error.value = wordsOf(wrong);
  }
  isPlaying.value = false;
};
export const stopPlaying = () => {
  playing.cancel();
  isPlaying.value = false;
};

/** Who plays next: round the table from who led; the first player of a trick is chosen. */
const order: SeatName[] = ["S", "W", "N", "E"];
export const leader = signal<SeatName>("S");
export const turn = (): SeatName => {
  const last = tricks.value.at(-1);
  if (!last || last.length === 0 || last.length === 4) return leader.value;
  const seat = last.at(-1)?.seat ?? "S";
  return order[(order.indexOf(seat) + 1) % 4] ?? "S";
};
export const played = (): string[] => tricks.value.flat().map((one) => one.domino);
export const play = (domino: string) => {
  const seat = turn();
  const last = tricks.value.at(-1);
  tricks.value = last && last.length > 0 && last.length < 4 ? [...tricks.value.slice(0, -1), [...last, { seat, domino }]] : [...tricks.value, [{ seat, domino }]];
  keep();
  void count();
};
export const takeBack = () => {
  const last = tricks.value.at(-1) ?? [];
  tricks.value = last.length > 1 ? [...tricks.value.slice(0, -1), last.slice(0, -1)] : tricks.value.slice(0, -1);
  keep();
  void count();
};

/** What may lie where, as South sees it. */
const count = async () => {
  if (!isWhole()) {
    worlds.value = undefined;
    return;
  }
  const mine = played();
  const view = {
    seat: "S",
    hand: hand.value.filter((one) => !mine.includes(one)),
    ...(trump.value && { trump: trump.value }),
    ...(tricks.value.length > 0 && { tricks: tricks.value.map((trick) => trick.map((one) => [one.seat, one.domino])) }),
  };
  try {
    const answer = (await counting.ask<DominoWorlds>({ ask: "worlds", game: "texas42", view })).answer;
    batch(() => {
      worlds.value = answer;
      worldsError.value = "";
    });
  } catch (wrong) {
    if (isCancelled(wrong)) return;
    batch(() => {
      worlds.value = undefined;
      worldsError.value = wordsOf(wrong);
    });
  }
};

export const look = async () => {
  const asked = { ask: "texas42", do: "perfect", kind: kind.value, trump: listTrump.value, ...(withDomino.value && { with: [withDomino.value] }) };
  try {
    list.value = (await listing.ask<PerfectHands>(asked)).answer;
  } catch (wrong) {
    if (!isCancelled(wrong)) error.value = wordsOf(wrong);
  }
};
/** The list as the command writes it with --csv. */
export const saveList = () => {
  const found = list.value;
  if (!found) return;
  const lines = found.hands.map((one) => `${found.kind},${found.trump},${one.join(" ")}\n`);
  download(new TextEncoder().encode(`kind,trump,hand\n${lines.join("")}`), `${found.kind}-${found.trump}.csv`, "csv");
};

let hasBegun = false;
export const enter = () => {
  if (hasBegun) return;
  hasBegun = true;
  if (isWhole()) {
    void judge();
    void count();
  }
  void look();
};
