/** Boards that are dealt: as they come, then filtered, starred, solved and written. Each room that deals has one of these. */
import { batch, signal } from "@preact/signals";
import type { Board, BoardsRead, Dealt, DealtFile } from "../engine/answers";
import { isCancelled, joined, Lane, wordsOf } from "../engine/engine";
import type { Progress } from "../engine/messages";
import { download, fileName } from "../files";
import { lines, parsed } from "./lines";

/** What is dealt: a question as a request has it, and what files of it are called. */
export type Wanted = { question: Record<string, unknown>; seed: string; boards: number; title: string };
export type Style = Record<string, string | number | boolean>;

/** A number that nobody chose. */
export const newSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1);

export class BoardRun {
  readonly wanted = signal<Wanted | undefined>(undefined);
  readonly boards = signal<Board[]>([]);
  readonly dealt = signal<Dealt | undefined>(undefined);
  readonly notes = signal<string[]>([]);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly error = signal("");
  readonly isDealing = signal(false);
  readonly stars = signal<ReadonlySet<number>>(new Set());
  readonly filter = signal("");
  readonly kepts = signal<ReadonlySet<number> | undefined>(undefined);
  readonly filterError = signal("");
  readonly busyWith = signal("");

  readonly #dealing = new Lane();
  readonly #solving = new Lane();
  readonly #sifting = new Lane();
  readonly #writing = new Lane();

  /** Deals: boards come as they are found. Whether they came to their end. */
  async deal(wanted: Wanted): Promise<boolean> {
    const found: Board[] = [];
    batch(() => {
      this.wanted.value = wanted;
      this.boards.value = [];
      this.dealt.value = undefined;
      this.notes.value = [];
      this.error.value = "";
      this.kepts.value = undefined;
      this.filter.value = this.filterError.value = "";
      this.stars.value = new Set();
      this.isDealing.value = true;
      this.progress.value = undefined;
    });
    const decoder = new TextDecoder();
    let rest = "";
    const onBytes = (bytes: Uint8Array) => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) found.push(JSON.parse(line) as Board);
      this.boards.value = [...found];
    };
    const onProgress = (progress: Progress) => (this.progress.value = progress);
    try {
      const answer = await this.#dealing.write<DealtFile>({ ...this.#request(wanted), format: "json" }, new Uint8Array(), { onBytes, onProgress });
      batch(() => {
        this.dealt.value = answer.dealt;
        this.notes.value = answer.notes;
      });
      return true;
    } catch (error) {
      this.error.value = isCancelled(error) ? "Stopped: these are the boards so far." : wordsOf(error);
      return false;
    } finally {
      this.isDealing.value = false;
      this.progress.value = undefined;
    }
  }

  #request({ question, seed, boards }: Wanted) {
    return { write: "deal", ...question, seed, boards };
  }

  stopDealing() {
    this.#dealing.cancel();
  }

  /** The boards that are shown: those that pass the filter, if there is one. */
  shown(): Board[] {
    const chosen = this.kepts.value;
    return chosen ? this.boards.value.filter((board) => chosen.has(board.number)) : this.boards.value;
  }

  star(number: number) {
    const now = new Set(this.stars.value);
    if (!now.delete(number)) now.add(number);
    this.stars.value = now;
  }

  showStarred() {
    this.filterError.value = "";
    this.kepts.value = this.kepts.value === this.stars.value ? undefined : this.stars.value;
  }

  async sift() {
    const text = this.filter.value.trim();
    this.filterError.value = "";
    if (!text) {
      this.kepts.value = undefined;
      return;
    }
    try {
      const request = { write: "boards", from: "json", filter: { script: text } };
      const { bytes } = await this.#sifting.file<BoardsRead>(request, lines(this.boards.value));
      this.kepts.value = new Set(parsed(bytes).map((board) => board.number));
    } catch (error) {
      if (!isCancelled(error)) this.filterError.value = wordsOf(error);
    }
  }

  #replace(solved: Board[]) {
    const by = new Map(solved.map((board) => [board.number, board]));
    this.boards.value = this.boards.value.map((board) => by.get(board.number) ?? board);
  }

  /** Solves boards, one after the other, so that each is there as soon as it is solved. */
  async solve(list: Board[]) {
    const open = list.filter((board) => !board.tricks);
    try {
      for (const [done, board] of open.entries()) {
        this.busyWith.value = `Solving ${done + 1} of ${open.length}`;
        const { bytes } = await this.#solving.file<BoardsRead>({ write: "boards", from: "json", solve: true }, lines([board]));
        this.#replace(parsed(bytes));
      }
    } catch (error) {
      if (!isCancelled(error)) this.error.value = wordsOf(error);
    }
    this.busyWith.value = "";
  }

  stopSolving() {
    this.#solving.cancel();
    this.#writing.cancel();
    this.busyWith.value = "";
  }

  /** Writes a file: the whole run as the command would, or only what is shown. What is to be said of it. */
  async save(format: string, ending: string, style: Style, what: "all" | "shown" | "starred", withResults: boolean): Promise<string> {
    const one = this.wanted.value;
    if (!one) return "";
    this.busyWith.value = "Writing";
    const onProgress = ({ doing, done, of }: Progress) => (this.busyWith.value = of ? `${doing} ${done} of ${of}` : doing);
    const whole = what === "all" && this.dealt.value !== undefined;
    const all = this.boards.value;
    const chosen = what === "starred" ? all.filter((board) => this.stars.value.has(board.number)) : what === "shown" ? this.shown() : all;
    const request = whole
      ? { ...this.#request(one), solve: withResults, format, style }
      : { write: "boards", from: "json", to: format, solve: withResults, style };
    try {
      const parts: Uint8Array[] = [];
      const answer = await this.#writing.write(request, whole ? new Uint8Array() : lines(chosen), { onProgress, onBytes: (bytes) => parts.push(bytes) });
      download(joined(parts), fileName(one.title, ending), format);
      this.error.value = "";
      return answer.notes[0] ?? "";
    } catch (error) {
      if (!isCancelled(error)) this.error.value = wordsOf(error);
      return "";
    } finally {
      this.busyWith.value = "";
    }
  }
}
