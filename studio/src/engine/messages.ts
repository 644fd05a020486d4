/** What the page and a worker say to each other. */
export type Order = { kind: "ask" | "write"; request: string; given: Uint8Array };
export type Progress = { doing: string; done: number; of: number | null; tries: number };
export type Said =
  | { said: "ready" }
  | { said: "progress"; progress: Progress }
  | { said: "bytes"; bytes: Uint8Array }
  | { said: "answer"; answer: string }
  | { said: "error"; error: string };
