/**
 * The state of the room Euchre. The referee is the engine: it says whose turn it is and what may be done, and what each seat
 * sees. You are South; the bots are given their own views, and think in a worker of their own.
 */
import { batch, signal } from "@preact/signals";
import type { EuchreHint, EuchreMove, EuchreTable, EuchreView, HandScore, Judgement, SeatName } from "../engine/answers";
import { isCancelled, Lane, wordsOf } from "../engine/engine";
import { download } from "../files";
import { kept } from "../kept";

export const levels = ["beginner", "casual", "club", "strong", "expert"] as const;
export type Level = (typeof levels)[number];
export const rules = [
  { rule: "stick_the_dealer", about: "the dealer must name a suit when all have passed" },
  { rule: "no_trump", about: "no trump may be named" },
  { rule: "partners_best", about: "a lone player gets the partner's best card" },
  { rule: "farmers_hand", about: "a hand of nines and tens may be thrown in" },
  { rule: "ace_no_face", about: "so may an ace and nothing else above the ten" },
  { rule: "defend_alone", about: "an opponent may defend alone" },
  { rule: "must_go_alone", about: "who orders into the partner's hand goes alone" },
] as const;
export type Rule = (typeof rules)[number]["rule"];

/** What is kept of games that were not practice. */
export type Statistics = { games: number; won: number; hands: number; points: number; against: number; calls: number; made: number; marches: number; euchred: number; alone: number };
const noStatistics: Statistics = { games: 0, won: 0, hands: 0, points: 0, against: 0, calls: 0, made: 0, marches: 0, euchred: 0, alone: 0 };

type Draft = { table?: EuchreTable; past: EuchreTable[]; partner: Level; others: Level; rules: Rule[]; practice: boolean };
const draft: Partial<Draft> = kept.read<Draft>("euchre") ?? {};
const isLevel = (value: unknown): value is Level => levels.includes(value as Level);

export const table = signal<EuchreTable | undefined>(draft.table?.game ? draft.table : undefined);
export const view = signal<EuchreView | undefined>(undefined);
export const partner = signal<Level>(isLevel(draft.partner) ? draft.partner : "club");
export const others = signal<Level>(isLevel(draft.others) ? draft.others : "club");
export const houseRules = signal<Rule[]>(Array.isArray(draft.rules) ? draft.rules.filter((one) => rules.some(({ rule }) => rule === one)) : ["stick_the_dealer"]);
export const practice = signal(draft.practice === true);
export const thinking = signal<SeatName | undefined>(undefined);
export const hint = signal<EuchreHint | undefined>(undefined);
export const isHinting = signal(false);
export const error = signal("");
/** Why a bot did what it did last. */
export const said = signal<{ seat: SeatName; reason: string } | undefined>(undefined);
export const statistics = signal<Statistics>({ ...noStatistics, ...(kept.read<Statistics>("euchre-statistics") ?? {}) });
const past = signal<EuchreTable[]>(Array.isArray(draft.past) ? draft.past : []);
const mostPast = 60;

const refereeing = new Lane();
const playing = new Lane();
const advising = new Lane();

const keep = () =>
  kept.write("euchre", {
    ...(table.value && { table: table.value }),
    past: past.value,
    partner: partner.value,
    others: others.value,
    rules: houseRules.value,
    practice: practice.value,
  } satisfies Draft);
export const changed = keep;

const ask = async <A>(request: object): Promise<A> => (await refereeing.ask<A>({ ask: "euchre", ...request })).answer;
const look = async () => {
  if (table.value) view.value = await ask<EuchreView>({ do: "view", game: table.value.game, seat: "S" });
};

/** How long a bot's move is waited for, so that one can see it. */
const pause = (trick: boolean) => new Promise((done) => setTimeout(done, matchMedia("(prefers-reduced-motion: reduce)").matches ? 50 : trick ? 900 : 450));

/** Each run of the table has a number: who starts another ends this one. */
let round = 0;

const show = async (next: EuchreTable) => {
  const sees = await ask<EuchreView>({ do: "view", game: next.game, seat: "S" });
  batch(() => {
    table.value = next;
    view.value = sees;
    hint.value = undefined;
    error.value = "";
  });
  if (next.result) count(next.result, next.winner ?? undefined);
  keep();
};

/** The bots move until it is South's turn, or the hand is over. */
const advance = async (mine: number) => {
  try {
    while (mine === round && table.value?.turn && table.value.turn !== "S") {
      const now = table.value;
      const seat = now.turn as SeatName;
      thinking.value = seat;
      const sees = await ask<EuchreView>({ do: "view", game: now.game, seat });
      const hand = now.game.hands.at(-1);
      const seed = now.hand * 100 + (hand?.moves.length ?? 0);
      const level = seat === "N" ? partner.value : others.value;
      const asked = playing.ask<Judgement>({ ask: "euchre", do: "move", view: sees, level, seed });
      const [{ answer }] = await Promise.all([asked, pause(now.trick != null)]);
      if (mine !== round) return;
      const next = await ask<EuchreTable>({ do: "apply", game: now.game, move: answer, seat });
      if (mine !== round) return;
      said.value = { seat, reason: answer.reason };
      await show(next);
    }
  } catch (wrong) {
    if (!isCancelled(wrong)) error.value = wordsOf(wrong);
  } finally {
    if (mine === round) thinking.value = undefined;
  }
};

const go = async (next: () => Promise<EuchreTable>) => {
  round += 1;
  const mine = round;
  playing.cancel();
  advising.cancel();
  try {
    const found = await next();
    if (mine !== round) return;
    await show(found);
    await advance(mine);
  } catch (wrong) {
    if (!isCancelled(wrong)) error.value = wordsOf(wrong);
  }
};

export const begin = () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
  past.value = [];
  said.value = undefined;
  return go(() => ask<EuchreTable>({ do: "new", seed, rules: Object.fromEntries(houseRules.value.map((rule) => [rule, true])) }));
};
export const nextHand = () => {
  const now = table.value;
  if (now) void go(() => ask<EuchreTable>({ do: "next", game: now.game }));
};
export const move = (made: EuchreMove) => {
  const now = table.value;
  if (!now || now.turn !== "S") return;
  past.value = [...past.value, now].slice(-mostPast);
  said.value = undefined;
  void go(() => ask<EuchreTable>({ do: "apply", game: now.game, move: made, seat: "S" }));
};
export const canUndo = () => practice.value && past.value.length > 0;
/** Back to the last decision of South. */
export const undo = () => {
  const before = past.value.at(-1);
  if (!before || !practice.value) return;
  past.value = past.value.slice(0, -1);
  said.value = undefined;
  void go(() => Promise.resolve(before));
};

/** What the adviser would do, and what can be known. */
export const advise = async () => {
  const sees = view.value;
  if (!sees) return;
  isHinting.value = true;
  try {
    const answer = (await advising.ask<EuchreHint>({ ask: "hint", view: sees })).answer;
    if (view.value === sees) hint.value = answer;
  } catch (wrong) {
    if (!isCancelled(wrong)) error.value = wordsOf(wrong);
  }
  isHinting.value = false;
};

/** Adds a hand that is over to the statistics, once. */
const count = (result: HandScore, winner: string | undefined) => {
  if (practice.value) return;
  const now = statistics.value;
  const mine = result.points.NS ?? 0;
  const theirs = result.points.EW ?? 0;
  const called = result.maker === "S";
  const tricks = result.tricks.NS ?? 0;
  statistics.value = {
    games: now.games + (winner ? 1 : 0),
    won: now.won + (winner === "NS" ? 1 : 0),
    hands: now.hands + 1,
    points: now.points + mine,
    against: now.against + theirs,
    calls: now.calls + (called ? 1 : 0),
    made: now.made + (called && mine > 0 ? 1 : 0),
    marches: now.marches + (called && tricks === 5 ? 1 : 0),
    euchred: now.euchred + (called && theirs > 0 ? 1 : 0),
    alone: now.alone + (called && result.alone ? 1 : 0),
  };
  kept.write("euchre-statistics", statistics.value);
};
export const forgetStatistics = () => {
  statistics.value = noStatistics;
  kept.write("euchre-statistics", noStatistics);
};

/** The game in Euchre Game Notation. */
export const save = async () => {
  const now = table.value;
  if (!now) return;
  try {
    const egn = await ask<object>({ do: "egn", game: now.game, players: ["North", "East", "You", "West"] });
    download(new TextEncoder().encode(`${JSON.stringify(egn, null, 2)}\n`), `euchre-${now.game.seed}.egn`, "json");
  } catch (wrong) {
    if (!isCancelled(wrong)) error.value = wordsOf(wrong);
  }
};

let hasBegun = false;
/** A game that was not finished goes on. */
export const enter = () => {
  if (hasBegun) return;
  hasBegun = true;
  if (!table.value) return;
  round += 1;
  const mine = round;
  look()
    .then(() => advance(mine))
    .catch((wrong: unknown) => {
      // What was kept is no game: one begins anew.
      table.value = undefined;
      error.value = wordsOf(wrong);
    });
};
