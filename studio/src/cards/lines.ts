/** Boards as lines of JSON, as the engine reads and writes them. */
import type { Board } from "../engine/answers";

export const lines = (list: Board[]): Uint8Array => new TextEncoder().encode(list.map((board) => JSON.stringify(board)).join("\n") + "\n");

export const parsed = (bytes: Uint8Array): Board[] =>
  new TextDecoder()
    .decode(bytes)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Board);
