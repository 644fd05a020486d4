/** The state of the room Level: a script, its hand types, and the shares that they are to have. */
import { batch, signal } from "@preact/signals";
import { BoardRun } from "../cards/run";
import * as deal from "../deal/state";
import type { Diagnostic, LeveledCopy, LevelReport, ScriptCheck } from "../engine/answers";
import { isCancelled, Lane, wordsOf } from "../engine/engine";
import type { Progress } from "../engine/messages";
import { download, fileName } from "../files";
import { kept } from "../kept";
import { message } from "../message";

const first = `# South opens a balanced hand. By nature the weakest range comes far more often than the strongest.
flat = shape(south, any 4333 + any 4432 + any 5332)

HandType_Weak = hcp(south) <= 14
HandType_Strong = hcp(south) >= 15 and hcp(south) <= 17
HandType_Stronger = hcp(south) >= 18 and hcp(south) <= 19
HandType_TwoNotrump = hcp(south) >= 20

condition flat and hcp(south) >= 12 and hcp(south) <= 21
`;

type Draft = { script: string; shares: number[]; types: string; fromAverages: boolean; rest: boolean; firstWins: boolean; quota: boolean; seed: string; boards: number };
const draft: Partial<Draft> = kept.read<Draft>("level") ?? {};
const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((one) => typeof one === "number");

export const script = signal(typeof draft.script === "string" ? draft.script : first);
export const opened = signal({ text: script.value });
/** Targets in percent that somebody chose; none while the script's own hold. */
export const shares = signal<number[]>(isNumbers(draft.shares) ? draft.shares : []);
export const types = signal(typeof draft.types === "string" ? draft.types : "");
export const fromAverages = signal(draft.fromAverages === true);
export const rest = signal(draft.rest === true);
export const firstWins = signal(draft.firstWins === true);
export const quota = signal(draft.quota === true);
export const seed = signal(typeof draft.seed === "string" ? draft.seed : "1");
export const boardsAsked = signal(typeof draft.boards === "number" ? draft.boards : 24);

export const diagnostics = signal<Diagnostic[]>([]);
export const report = signal<LevelReport | undefined>(undefined);
export const isOld = signal(false);
export const error = signal("");
export const progress = signal<Progress | undefined>(undefined);
export const copy = signal<LeveledCopy | undefined>(undefined);
export const copyError = signal("");
export const isCopying = signal(false);
export const run = new BoardRun();

const checking = new Lane();
const measuring = new Lane();
const copying = new Lane();

export const keepDraft = () =>
  kept.write("level", {
    script: script.value,
    shares: shares.value,
    types: types.value,
    fromAverages: fromAverages.value,
    rest: rest.value,
    firstWins: firstWins.value,
    quota: quota.value,
    seed: seed.value,
    boards: boardsAsked.value,
  } satisfies Draft);

const question = () => {
  const typed = types.value.trim();
  return {
    script: script.value,
    ...(typed ? { types: [typed] } : { from_averages: fromAverages.value }),
    rest: rest.value,
    first_wins: firstWins.value,
    ...(shares.value.length > 0 ? { shares: [shares.value] } : {}),
  };
};

let pause: ReturnType<typeof setTimeout> | undefined;
const later = () => {
  keepDraft();
  batch(() => {
    isOld.value = true;
    copy.value = undefined;
    copyError.value = "";
  });
  clearTimeout(pause);
  pause = setTimeout(look, 80);
};
/** What the types are changed: the shares are no longer theirs. */
export const changed = () => {
  shares.value = [];
  later();
};
export const typed = (text: string) => {
  if (text === script.value) return;
  script.value = text;
  changed();
};
export const open = (text: string) => {
  opened.value = { text };
  typed(text);
};
export const takeFromDeal = () => open(deal.script.value);

/** The targets as they are shown, in percent. */
export const targets = (): number[] => {
  const found = report.value?.types ?? [];
  return shares.value.length === found.length ? shares.value : found.map((one) => Math.round(1000 * one.target) / 10);
};

const tenth = (value: number) => Math.round(10 * value) / 10;
/** Gives a type a share; the others divide the rest as they did before. */
export const aim = (place: number, share: number) => {
  const now = targets();
  const wanted = tenth(Math.min(Math.max(share, 0), 100));
  const others = now.reduce((sum, one, i) => (i === place ? sum : sum + one), 0);
  const next = now.map((one, i) => (i === place ? wanted : tenth(others > 0 ? (one * (100 - wanted)) / others : (100 - wanted) / (now.length - 1))));
  // What rounding leaves goes to the largest of the others.
  const gap = tenth(100 - next.reduce((sum, one) => sum + one, 0));
  const largest = next.reduce((best, one, i) => (i !== place && (best < 0 || one > (next[best] ?? 0)) ? i : best), -1);
  if (largest >= 0) next[largest] = tenth((next[largest] ?? 0) + gap);
  shares.value = now.length === 1 ? [100] : next;
  later();
};
export const level = () => {
  const number = report.value?.types.length ?? 0;
  if (number === 0) return;
  const each = tenth(100 / number);
  shares.value = Array.from({ length: number }, (_, i) => (i === 0 ? tenth(100 - each * (number - 1)) : each));
  later();
};
export const asTheScript = () => {
  shares.value = [];
  later();
};

export const look = () => {
  void check();
  void measure("quick");
};
const check = async () => {
  try {
    diagnostics.value = (await checking.ask<ScriptCheck>({ ask: "check", script: script.value, effort: "quick" })).answer.diagnostics;
  } catch (wrong) {
    if (!isCancelled(wrong)) message.value = wordsOf(wrong);
  }
};
export const measure = async (effort: "quick" | "usual" | "patient") => {
  progress.value = undefined;
  try {
    const told = await measuring.ask<LevelReport>({ ask: "level", ...question(), effort }, { onProgress: (now) => (progress.value = now) });
    batch(() => {
      report.value = told.answer;
      isOld.value = false;
      error.value = "";
      progress.value = undefined;
    });
  } catch (wrong) {
    if (isCancelled(wrong)) return;
    batch(() => {
      error.value = wordsOf(wrong);
      isOld.value = false;
      progress.value = undefined;
    });
  }
};
export const stopMeasuring = () => {
  measuring.cancel();
  progress.value = undefined;
};

const title = (): string => /^#\s*(.{3,60})/m.exec(script.value)?.[1] ?? "leveled";
export const dealIt = () =>
  run.deal({
    question: { ...question(), level: true, ...(quota.value ? { quota: true } : {}) },
    seed: seed.value.trim() || "0",
    boards: boardsAsked.value,
    title: title(),
  });

/** The script with keeps that level it, for programs that can only throw deals away. */
export const write = async () => {
  batch(() => {
    isCopying.value = true;
    copyError.value = "";
  });
  try {
    copy.value = (await copying.ask<LeveledCopy>({ ask: "level", ...question(), copy: true })).answer;
  } catch (wrong) {
    if (!isCancelled(wrong)) copyError.value = wordsOf(wrong);
  }
  isCopying.value = false;
};
export const stopWriting = () => copying.cancel();
export const saveCopy = () => copy.value && download(new TextEncoder().encode(copy.value.script), fileName(title(), "dlr"), "text");
export const copyCopy = async () => {
  if (!copy.value) return;
  try {
    await navigator.clipboard.writeText(copy.value.script);
    message.value = "The script is copied.";
  } catch {
    message.value = "The browser does not let the page copy: mark the text, or save it.";
  }
};

let hasBegun = false;
export const enter = () => {
  if (hasBegun) return;
  hasBegun = true;
  look();
  void deal.learnWords();
};
