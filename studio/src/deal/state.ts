/** The state of the room Deal, and what happens in it. */
import { batch, signal } from "@preact/signals";
import type { Board, BoardsRead, Dealt, DealtFile, Diagnostic, Example, ExampleText, GivenOdds, ScriptCheck, ScriptOdds, Word } from "../engine/answers";
import { askOnce, checking, counting, dealing, EngineError, isCancelled, joined, Lane, wordsOf } from "../engine/engine";
import type { Progress } from "../engine/messages";
import { lines, parsed } from "../cards/lines";
import { download, fileName } from "../files";
import { kept, type Past, past, remember } from "../kept";
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
export const run = signal<Run | undefined>(undefined);
export const boards = signal<Board[]>([]);
export const dealt = signal<Dealt | undefined>(undefined);
export const notes = signal<string[]>([]);
export const dealProgress = signal<Progress | undefined>(undefined);
export const dealError = signal("");
export const isDealing = signal(false);
export const stars = signal<ReadonlySet<number>>(new Set());
export const filter = signal("");
export const kepts = signal<ReadonlySet<number> | undefined>(undefined);
export const filterError = signal("");
export const busyWith = signal("");
export const history = signal<Past[]>(past());
export const message = signal("");

const solving = new Lane();
const sifting = new Lane();
const writing = new Lane();

const keep = () => kept.write("draft", { script: script.value, seed: seed.value, boards: boardsAsked.value, level: level.value });

/** A number that nobody chose. */
export const newSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1);

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
  pause = setTimeout(look, 60);
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

const dealRequest = (one: Run) => ({ script: one.script, seed: one.seed, boards: one.asked, level: one.level });

/** Deals: boards come as they are found. */
export const deal = async () => {
  const one: Run = { script: script.value, seed: seed.value.trim() || "0", asked: boardsAsked.value, level: level.value && hasTypes.value };
  const found: Board[] = [];
  batch(() => {
    run.value = one;
    boards.value = [];
    dealt.value = undefined;
    notes.value = [];
    dealError.value = "";
    kepts.value = undefined;
    filter.value = filterError.value = "";
    stars.value = new Set();
    isDealing.value = true;
    dealProgress.value = undefined;
  });
  const decoder = new TextDecoder();
  let rest = "";
  const onBytes = (bytes: Uint8Array) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) found.push(JSON.parse(line) as Board);
    boards.value = [...found];
  };
  const onProgress = (progress: Progress) => (dealProgress.value = progress);
  try {
    const request = { write: "deal", ...dealRequest(one), format: "json" };
    const answer = await dealing.write<DealtFile>(request, new Uint8Array(), { onBytes, onProgress });
    batch(() => {
      dealt.value = answer.dealt;
      notes.value = answer.notes;
    });
    remember({ script: one.script, seed: one.seed, boards: one.asked, level: one.level, when: Date.now() });
    history.value = past();
  } catch (error) {
    dealError.value = isCancelled(error) ? "Stopped: these are the boards so far." : wordsOf(error);
  } finally {
    isDealing.value = false;
    dealProgress.value = undefined;
  }
};

export const stopDealing = () => dealing.cancel();

/** The boards that are shown: those that pass the filter, if there is one. */
export const shownBoards = (): Board[] => {
  const chosen = kepts.value;
  return chosen ? boards.value.filter((board) => chosen.has(board.number)) : boards.value;
};

export const star = (number: number) => {
  const now = new Set(stars.value);
  if (!now.delete(number)) now.add(number);
  stars.value = now;
};

export const sift = async () => {
  const text = filter.value.trim();
  filterError.value = "";
  if (!text) {
    kepts.value = undefined;
    return;
  }
  try {
    const request = { write: "boards", from: "json", filter: { script: text } };
    const { bytes } = await sifting.file<BoardsRead>(request, lines(boards.value));
    kepts.value = new Set(parsed(bytes).map((board) => board.number));
  } catch (error) {
    if (!isCancelled(error)) filterError.value = wordsOf(error);
  }
};

export const showStarred = () => {
  filterError.value = "";
  kepts.value = kepts.value === stars.value ? undefined : stars.value;
};

const replace = (solved: Board[]) => {
  const by = new Map(solved.map((board) => [board.number, board]));
  boards.value = boards.value.map((board) => by.get(board.number) ?? board);
};

/** Solves boards, one after the other, so that each is there as soon as it is solved. */
export const solve = async (list: Board[]) => {
  const open = list.filter((board) => !board.tricks);
  try {
    for (const [done, board] of open.entries()) {
      busyWith.value = `Solving ${done + 1} of ${open.length}`;
      const { bytes } = await solving.file<BoardsRead>({ write: "boards", from: "json", solve: true }, lines([board]));
      replace(parsed(bytes));
    }
  } catch (error) {
    if (!isCancelled(error)) dealError.value = wordsOf(error);
  }
  busyWith.value = "";
};

export const stopSolving = () => {
  solving.cancel();
  writing.cancel();
  busyWith.value = "";
};

export type Style = Record<string, string | number | boolean>;
const titleOf = (text: string): string =>
  /^#\s*(?:scenario-title|button-text|alias):\s*(.+)$/m.exec(text)?.[1] ?? /^#\s*(.{3,60})$/m.exec(text)?.[1] ?? "boards";

/** Writes a file: the whole run as the command would, or only what is shown. */
export const save = async (format: string, ending: string, style: Style, what: "all" | "shown" | "starred", withResults: boolean) => {
  const one = run.value;
  if (!one) return;
  busyWith.value = "Writing";
  const onProgress = ({ doing, done, of }: Progress) => (busyWith.value = of ? `${doing} ${done} of ${of}` : doing);
  const whole = what === "all" && dealt.value !== undefined;
  const chosen = what === "starred" ? boards.value.filter((board) => stars.value.has(board.number)) : what === "shown" ? shownBoards() : boards.value;
  const request = whole
    ? { write: "deal", ...dealRequest(one), solve: withResults, format, style }
    : { write: "boards", from: "json", to: format, solve: withResults, style };
  try {
    const parts: Uint8Array[] = [];
    const answer = await writing.write(request, whole ? new Uint8Array() : lines(chosen), { onProgress, onBytes: (bytes) => parts.push(bytes) });
    download(joined(parts), fileName(titleOf(one.script), ending), format);
    message.value = answer.notes[0] ?? "";
    dealError.value = "";
  } catch (error) {
    if (!isCancelled(error)) dealError.value = wordsOf(error);
  }
  busyWith.value = "";
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

let hasBegun = false;
/** What happens when the room is opened first. */
export const begin = async () => {
  if (hasBegun) return;
  hasBegun = true;
  const isShared = await openShared();
  look();
  try {
    words.value = await askOnce<Word[]>({ ask: "words" });
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
