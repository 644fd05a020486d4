/**
 * The engine as the rest of the page sees it: lanes, each a worker that does one thing at a time. A lane that is asked
 * something new gives up what it was doing, by ending its worker; its successor is ready in some milliseconds.
 */
import type { Order, Progress, Said } from "./messages";
import type { ErrorBody, FileAnswer, FormatList, Told } from "./answers";
import engineUrl from "../made/engine_bg.wasm?url";

/** What the engine says is wrong. */
export class EngineError extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message);
  }
}

/** Something else was asked, or nobody waits for it any more. */
export class Cancelled extends Error {}

type Listener = { onProgress?: (progress: Progress) => void; onBytes?: (bytes: Uint8Array) => void };
type Waiting = Listener & { resolve: (answer: string) => void; reject: (error: Error) => void };

const load = async (): Promise<WebAssembly.Module> => {
  const response = await fetch(engineUrl);
  // A host that does not know the type of the file serves it all the same.
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
};

let loaded: Promise<WebAssembly.Module> | undefined;
/** What could not be loaded is asked for again by whoever needs it next. */
const module = () =>
  (loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  }));

export class Lane {
  #worker: Promise<Worker> | undefined;
  #current: Worker | undefined;
  #waiting: Waiting | undefined;

  /** Has a worker ready for what comes. */
  warm(): Promise<Worker> {
    return (this.#worker ??= this.#start());
  }

  #start(): Promise<Worker> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#current = worker;
    return new Promise((resolve, reject) => {
      // Heard from the first moment: what cannot be started must not be waited for.
      const fail = () => {
        const error = new EngineError({ code: "engine", message: "the engine could not be started", places: [], help: "load the page again" });
        reject(error);
        if (this.#current !== worker) return;
        this.#waiting?.reject(error);
        this.#waiting = undefined;
        this.#end();
      };
      worker.onerror = fail;
      worker.onmessage = (event: MessageEvent<Said>) => {
        if (event.data.said === "ready") resolve(worker);
        else this.#hear(event.data);
      };
      module().then((compiled) => worker.postMessage(compiled), fail);
    });
  }

  #hear(said: Said) {
    const waiting = this.#waiting;
    if (!waiting || said.said === "ready") return;
    if (said.said === "progress") return waiting.onProgress?.(said.progress);
    if (said.said === "bytes") return waiting.onBytes?.(said.bytes);
    this.#waiting = undefined;
    if (said.said === "answer") return waiting.resolve(said.answer);
    const body = (JSON.parse(said.error) as { error: ErrorBody }).error;
    waiting.reject(new EngineError(body));
    // An engine that broke down is not asked again.
    if (body.code === "engine") this.#end();
  }

  #end() {
    this.#current?.terminate();
    this.#current = this.#worker = undefined;
  }

  /** Ends the worker: nothing more is asked. */
  close() {
    this.#waiting?.reject(new Cancelled());
    this.#waiting = undefined;
    this.#end();
  }

  /** Gives up what is being done. */
  cancel() {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = undefined;
    this.#end();
    this.warm().catch(() => undefined);
    waiting.reject(new Cancelled());
  }

  async #run(order: Order, listener: Listener): Promise<string> {
    this.cancel();
    const answer = new Promise<string>((resolve, reject) => {
      this.#waiting = { ...listener, resolve, reject };
    });
    answer.catch(() => undefined);
    const mine = this.#waiting;
    const worker = await this.warm();
    if (this.#waiting === mine) worker.postMessage(order);
    return answer;
  }

  /** An answer, and the same in words. */
  async ask<A>(request: object, listener: Listener = {}): Promise<Told<A>> {
    const order: Order = { kind: "ask", request: JSON.stringify(request), given: new Uint8Array() };
    return JSON.parse(await this.#run(order, listener)) as Told<A>;
  }

  /** A file: its bytes come as they are made. */
  async write<A extends FileAnswer>(request: object, given: Uint8Array, listener: Listener): Promise<A> {
    const order: Order = { kind: "write", request: JSON.stringify(request), given };
    return JSON.parse(await this.#run(order, listener)) as A;
  }

  /** A file, whole. */
  async file<A extends FileAnswer>(request: object, given: Uint8Array, listener: Listener = {}): Promise<{ answer: A; bytes: Uint8Array }> {
    const parts: Uint8Array[] = [];
    const answer = await this.write<A>(request, given, { ...listener, onBytes: (bytes) => parts.push(bytes) });
    return { answer, bytes: joined(parts) };
  }
}

export const joined = (parts: Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** What is wrong with a text is found while it is typed; */
export const checking = new Lane();
/** how likely it is takes longer. */
export const counting = new Lane();

export const isCancelled = (error: unknown): boolean => error instanceof Cancelled;
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Something that is asked once, by a lane of its own. */
export const askOnce = async <A>(request: object): Promise<A> => {
  const lane = new Lane();
  try {
    return (await lane.ask<A>(request)).answer;
  } finally {
    lane.close();
  }
};

let formatList: Promise<FormatList> | undefined;
/** The formats there are; asked for once. */
export const formats = (): Promise<FormatList> => (formatList ??= askOnce<FormatList>({ ask: "formats" }));
