/** The state of the room Deal, and what happens in it. */
import { batch, signal } from "@preact/signals";
import type { Diagnostic, Example, ExampleText, GivenOdds, ScriptCheck, ScriptOdds, Word } from "../engine/answers";
import { askOnce, checking, counting, EngineError, isCancelled, wordsOf } from "../engine/engine";
import type { Progress } from "../engine/messages";
import { BoardRun } from "../cards/run";
import { download, fileName } from "../files";
import { kept, type Past, past, remember } from "../kept";
import { message } from "../message";
import { fromFragment, toFragment } from "../share";

const first = `# South opens one notrump; North has a major.
opens = shape(south, any 4333 + any 4432 + any 5332) and hcp(south) >= 15 and hcp(south) <= 17
major = spades(north) >= 5 or hearts(north) >= 5

condition opens and major

action
    average "their points" hcp(north) + hcp(south),
    frequency "North's spades" (spades(north), 0, 8)
`;

type Draft = { script: string; seed: string; boards: number; level: boolean };
const draft = kept.read<Draft>("draft");

export const script = signal(typeof draft?.script === "string" ? draft.script : first);
/** What was last put into the editor from outside. */
export const opened = signal({ text: script.value });
const put = (text: string) => {
  script.value = text;
  opened.value = { text };
};
export const seed = signal(typeof draft?.seed === "string" ? draft.seed : "1");
export const boardsAsked = signal(typeof draft?.boards === "number" ? draft.boards : 16);
export const level = signal(draft?.level === true);
export const given = signal("");

export const words = signal<Word[]>([]);
export const examples = signal<Example[]>([]);
export const diagnostics = signal<Diagnostic[]>([]);
export const hasTypes = signal(false);

/** Odds: the last that are known, whether they are of the text as it stands, and what is wrong. */
export type OddsShown = { odds: ScriptOdds | GivenOdds; words: string; rarity: string; given: string };
export const odds = signal<OddsShown | undefined>(undefined);
export const oddsAreOld = signal(false);
export const oddsProgress = signal<Progress | undefined>(undefined);
export const oddsError = signal("");

export type Run = { script: string; seed: string; asked: number; level: boolean };
/** What was dealt last. */
export const ran = signal<Run | undefined>(undefined);
export const run = new BoardRun();
export const history = signal<Past[]>(past());

const keep = () => kept.write("draft", { script: script.value, seed: seed.value, boards: boardsAsked.value, level: level.value });

// What is typed is looked at after a pause as short as a key stroke.
let pause: ReturnType<typeof setTimeout> | undefined;
export const typed = (text: string) => {
  if (text === script.value) return;
  script.value = text;
  changed();
};
export const changed = () => {
  oddsAreOld.value = odds.value !== undefined;
  keep();
  clearTimeout(pause);
  pause = setTimeout(look, 30);
};

export const look = () => {
  void check();
  void count("quick");
};

const check = async () => {
  try {
    const { answer } = await checking.ask<ScriptCheck>({ ask: "check", script: script.value, effort: "quick" });
    batch(() => {
      diagnostics.value = answer.diagnostics;
      hasTypes.value = /^\s*(HandType|LevelType)_\w+\s*=/im.test(script.value);
    });
  } catch (error) {
    if (!isCancelled(error)) message.value = wordsOf(error);
  }
};

export const count = async (effort: "quick" | "usual" | "patient") => {
  const known = given.value.trim();
  const request = { ask: "odds", script: script.value, effort, ...(known ? { given: known } : {}) };
  oddsAreOld.value = odds.value !== undefined;
  oddsProgress.value = undefined;
  try {
    const onProgress = (progress: Progress) => (oddsProgress.value = progress);
    const told = await counting.ask<ScriptOdds | GivenOdds>(request, { onProgress });
    batch(() => {
      odds.value = { odds: told.answer, words: told.words ?? "", rarity: told.rarity ?? "", given: known };
      oddsAreOld.value = false;
      oddsError.value = "";
      oddsProgress.value = undefined;
    });
  } catch (error) {
    if (isCancelled(error)) return;
    batch(() => {
      oddsError.value = wordsOf(error);
      oddsProgress.value = undefined;
    });
  }
};

export const stopCounting = () => {
  counting.cancel();
  oddsProgress.value = undefined;
};

const titleOf = (text: string): string =>
  /^#\s*(?:scenario-title|button-text|alias):\s*(.+)$/m.exec(text)?.[1] ?? /^#\s*(.{3,60})$/m.exec(text)?.[1] ?? "boards";

export const deal = async () => {
  const one: Run = { script: script.value, seed: seed.value.trim() || "0", asked: boardsAsked.value, level: level.value && hasTypes.value };
  ran.value = one;
  const question = { script: one.script, level: one.level };
  if (await run.deal({ question, seed: one.seed, boards: one.asked, title: titleOf(one.script) })) {
    remember({ script: one.script, seed: one.seed, boards: one.asked, level: one.level, when: Date.now() });
    history.value = past();
  }
};

export const saveScript = () => download(new TextEncoder().encode(script.value), fileName(titleOf(script.value), "dlr"), "text");

export const open = (text: string) => {
  put(text);
  changed();
};

export const openPast = (one: Past) => {
  batch(() => {
    put(one.script);
    seed.value = one.seed;
    boardsAsked.value = one.boards;
    level.value = one.level;
  });
  changed();
  void deal();
};

export const openExample = async (name: string) => {
  try {
    open((await askOnce<ExampleText>({ ask: "examples", name })).text);
  } catch (error) {
    message.value = wordsOf(error);
  }
};

export const share = async (): Promise<void> => {
  const fragment = await toFragment({ script: script.value, seed: seed.value, boards: boardsAsked.value, level: level.value });
  window.history.replaceState(null, "", fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    message.value = "The link is copied. It holds the script, the seed and the number of boards.";
  } catch {
    message.value = "The link is in the address bar. It holds the script, the seed and the number of boards.";
  }
};

const openShared = async (): Promise<boolean> => {
  try {
    const shared = await fromFragment(location.hash);
    if (!shared) return false;
    batch(() => {
      put(shared.script);
      seed.value = shared.seed;
      boardsAsked.value = shared.boards;
      level.value = shared.level === true;
    });
    return true;
  } catch {
    message.value = "The link could not be read: it may have been cut short.";
    return false;
  }
};

let learning: Promise<Word[]> | undefined;
/** The words of the language, for every editor; asked for once. */
export const learnWords = async () => {
  words.value = await (learning ??= askOnce<Word[]>({ ask: "words" }));
};

let hasBegun = false;
/** What happens when the room is opened first. */
export const begin = async () => {
  if (hasBegun) return;
  hasBegun = true;
  const isShared = await openShared();
  look();
  try {
    await learnWords();
    examples.value = await askOnce<Example[]>({ ask: "examples" });
  } catch (error) {
    message.value = error instanceof EngineError ? error.message : "The engine could not be loaded. Load the page again.";
    return;
  }
  if (isShared) {
    hasTypes.value = level.value;
    await deal();
  }
  addEventListener("hashchange", async () => {
    if (await openShared()) {
      changed();
      await deal();
    }
  });
};
