/** The engine on a thread of its own. It does one thing at a time; who wants no more of it ends the worker. */
import init, { ask, write } from "../made/engine.js";
import type { Order, Said } from "./messages";

const scope = self as unknown as {
  postMessage(message: Said, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
};
const say = (said: Said, transfer: Transferable[] = []) => scope.postMessage(said, transfer);

/** The page is told how far the work is ten times a second at most. */
let told = 0;
const progress = (doing: string, done: number, of: number | null, tries: number) => {
  const now = performance.now();
  if (now - told < 100) return;
  told = now;
  say({ said: "progress", progress: { doing, done, of, tries } });
};

const work = ({ kind, request, given }: Order): string =>
  kind === "ask"
    ? ask(request, progress)
    : write(request, given, (bytes: Uint8Array) => say({ said: "bytes", bytes }, [bytes.buffer]), progress);

let ready: Promise<unknown> | undefined;
scope.onmessage = async (event) => {
  if (!ready) {
    ready = init({ module_or_path: event.data as WebAssembly.Module });
    // What goes wrong here is an error of the worker, which whoever started it hears.
    return void ready.then(() => say({ said: "ready" }), reportError);
  }
  await ready;
  told = performance.now();
  try {
    say({ said: "answer", answer: work(event.data as Order) });
  } catch (error) {
    const text = typeof error === "string" ? error : JSON.stringify({ error: broken(error) });
    say({ said: "error", error: text });
  }
};

const broken = (error: unknown) => ({
  code: "engine",
  message: `the engine gave up: ${error instanceof Error ? error.message : String(error)}`,
  places: [],
  help: "ask for less at a time",
});
