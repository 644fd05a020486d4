/** Links that hold a script, its seed and what is looked at: compressed, behind the #, which is never sent to a server. */
export type Shared = { script: string; seed: string; boards: number; level?: boolean };

/** More than this is not unpacked: a link may come from anybody. */
const mostBytes = 1_000_000;

const through = async (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> => {
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let sum = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    sum += value.length;
    if (sum > mostBytes) {
      await reader.cancel();
      throw new Error("the link holds too much");
    }
    parts.push(value);
  }
  const all = new Uint8Array(sum);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

export const toFragment = async (shared: Shared): Promise<string> => {
  const packed = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return `#deal=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
};

export const fromFragment = async (fragment: string): Promise<Shared | undefined> => {
  const packed = /^#deal=([\w-]+)$/.exec(fragment)?.[1];
  if (!packed) return undefined;
  const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const unpacked = await through(bytes, new DecompressionStream("deflate-raw"));
  const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(unpacked));
  if (typeof found !== "object" || found === null) throw new Error("the link holds no script");
  const { script, seed, boards, level } = found as Record<string, unknown>;
  if (typeof script !== "string") throw new Error("the link holds no script");
  return {
    script,
    seed: typeof seed === "string" ? seed.slice(0, 1000) : "1",
    boards: typeof boards === "number" && boards >= 1 && boards <= 100_000 ? Math.floor(boards) : 16,
    level: level === true,
  };
};
