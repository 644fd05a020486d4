/** The state of the room Profile, and what happens in it. */
import { batch, signal } from "@preact/signals";
import { BoardRun } from "../cards/run";
import type { Example, ExampleText, ProfileCheck, ProfileOdds, SeatName } from "../engine/answers";
import { askOnce, EngineError, isCancelled, Lane, wordsOf } from "../engine/engine";
import type { Progress } from "../engine/messages";
import { download, fileName } from "../files";
import { kept } from "../kept";
import { message } from "../message";
import { type Fields, type Json, fresh, put, type Step, text, withSeat } from "./document";
import * as shelf from "./shelf";

type Draft = { document: Fields; seed: string; boards: number };
const draft = kept.read<Draft>("profile");
const isDocument = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

export const document = signal<Fields>(isDocument(draft?.document) ? draft.document : fresh());
export const seed = signal(typeof draft?.seed === "string" ? draft.seed : "1");
export const boardsAsked = signal(typeof draft?.boards === "number" ? draft.boards : 16);
export const seat = signal<SeatName>("N");
export const type = signal(0);
export const run = new BoardRun();

export const odds = signal<{ odds: ProfileOdds; rarity: string } | undefined>(undefined);
export const oddsAreOld = signal(false);
export const oddsError = signal("");
export const oddsProgress = signal<Progress | undefined>(undefined);
export const check = signal<ProfileCheck | undefined>(undefined);
export const examples = signal<Example[]>([]);
export const onShelf = signal<shelf.Kept[]>([]);

const past = signal<Fields[]>([]);
const later = signal<Fields[]>([]);
export const canUndo = () => past.value.length > 0;
export const canRedo = () => later.value.length > 0;
const mostPast = 200;

const checking = new Lane();
const counting = new Lane();

/** What is said of a place in the document. */
export type Said = { path: string; message: string; severity: "error" | "warning" | "note" };
export const said = (): Said[] => {
  const found = check.value;
  if (!found) return [];
  const severity = found.dealable === 0 ? "error" : "warning";
  const clashes = (found.left_out ?? []).flatMap((one) => one.lines.map((line) => ({ path: line.path, message: one.reason, severity }) as const));
  const all = [...found.problems, ...clashes];
  return all.filter((one, i) => all.findIndex((other) => other.path === one.path && other.message === one.message) === i);
};
/** What is said of a place or of what is within it. */
export const saidAt = (path: string): Said[] => said().filter((one) => one.path === path || one.path.startsWith(`${path}.`) || one.path.startsWith(`${path}[`));

export const keepDraft = () => kept.write("profile", { document: document.value, seed: seed.value, boards: boardsAsked.value });

let pause: ReturnType<typeof setTimeout> | undefined;
const changed = () => {
  keepDraft();
  oddsAreOld.value = true;
  clearTimeout(pause);
  pause = setTimeout(look, 60);
};

export const change = (next: Fields) => {
  batch(() => {
    past.value = [...past.value, document.value].slice(-mostPast);
    later.value = [];
    document.value = next;
  });
  changed();
};
export const set = (path: Step[], what: Json | undefined) => {
  const [first, second] = path;
  const whole = first === "seat_profiles" && typeof second === "string" ? withSeat(document.value, second as SeatName) : document.value;
  change(put(whole, path, what) as Fields);
};

const go = (from: typeof past, to: typeof past) => {
  const next = from.value.at(-1);
  if (!next) return;
  batch(() => {
    from.value = from.value.slice(0, -1);
    to.value = [...to.value, document.value];
    document.value = next;
    type.value = 0;
  });
  changed();
};
export const undo = () => go(past, later);
export const redo = () => go(later, past);

export const look = () => {
  void checkIt();
  void count("quick");
};

const checkIt = async () => {
  try {
    check.value = (await checking.ask<ProfileCheck>({ ask: "check", profile: document.value, effort: "quick" })).answer;
  } catch (error) {
    if (!isCancelled(error)) message.value = wordsOf(error);
  }
};

export const count = async (effort: "quick" | "usual" | "patient") => {
  oddsAreOld.value = odds.value !== undefined;
  oddsProgress.value = undefined;
  try {
    const onProgress = (progress: Progress) => (oddsProgress.value = progress);
    const told = await counting.ask<ProfileOdds>({ ask: "odds", profile: document.value, effort }, { onProgress });
    batch(() => {
      odds.value = { odds: told.answer, rarity: told.rarity ?? "" };
      oddsAreOld.value = false;
      oddsError.value = "";
      oddsProgress.value = undefined;
    });
  } catch (error) {
    if (isCancelled(error)) return;
    batch(() => {
      oddsError.value = error instanceof EngineError && error.body.code === "nothing-dealable" ? "never" : wordsOf(error);
      oddsAreOld.value = false;
      oddsProgress.value = undefined;
    });
  }
};
export const stopCounting = () => {
  counting.cancel();
  oddsProgress.value = undefined;
};

export const name = (): string => text(document.value.profile_name) || "profile";

export const deal = () => run.deal({ question: { profile: document.value }, seed: seed.value.trim() || "0", boards: boardsAsked.value, title: name() });

export const open = (found: Fields) => {
  batch(() => {
    seat.value = "N";
    type.value = 0;
  });
  change(found);
};
export const begin = () => open(fresh());

/** More than this is no profile. */
const mostBytes = 1_000_000;
export const openFile = async (file: File) => {
  try {
    if (file.size > mostBytes) throw new Error("it is too large");
    const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    if (!isDocument(found)) throw new Error("it is not an object");
    open(found);
    message.value = "";
  } catch (error) {
    message.value = `${file.name} is not a profile: ${wordsOf(error)}`;
  }
};
export const openExample = async (wanted: string) => {
  try {
    open(JSON.parse((await askOnce<ExampleText>({ ask: "examples", name: wanted })).text) as Fields);
  } catch (error) {
    message.value = wordsOf(error);
  }
};

const bytes = (one: Fields) => new TextEncoder().encode(`${JSON.stringify(one, null, 2)}\n`);
export const saveFile = (one: Fields = document.value) => download(bytes(one), fileName(text(one.profile_name) || "profile", "json"), "json");

const list = async () => {
  onShelf.value = await shelf.all();
};
const shelved = async (work: () => Promise<unknown>, words: string) => {
  try {
    await work();
    await list();
    message.value = words;
  } catch (error) {
    message.value = `The browser does not keep it: ${wordsOf(error)}. Download it instead.`;
  }
};
export const keepIt = () => shelved(() => shelf.keep({ name: name(), document: document.value, when: Date.now() }), `${name()} is kept in this browser.`);
export const forget = (one: shelf.Kept) => shelved(() => shelf.forget(one.name), `${one.name} is no longer kept.`);

let hasBegun = false;
/** What happens when the room is opened first. */
export const enter = async () => {
  if (hasBegun) return;
  hasBegun = true;
  look();
  list().catch(() => undefined);
  try {
    examples.value = (await askOnce<Example[]>({ ask: "examples" })).filter((one) => one.file.endsWith(".json"));
  } catch (error) {
    message.value = wordsOf(error);
  }
};
