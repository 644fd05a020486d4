/** The state of the room Boards: a file, what is done with it, and what it then holds. */
import { batch, signal } from "@preact/signals";
import { lines, parsed } from "../cards/lines";
import type { Board, BoardsRead } from "../engine/answers";
import { isCancelled, joined, Lane, wordsOf } from "../engine/engine";
import type { Progress } from "../engine/messages";
import { download, fileName } from "../files";

/** More than this is not taken into a page. */
const mostBytes = 64_000_000;

export const file = signal<{ name: string; bytes: Uint8Array } | undefined>(undefined);
export const turn = signal(0);
export const renumber = signal(false);
export const turnToDealer = signal(false);
export const filter = signal("");
export const boards = signal<Board[]>([]);
export const read = signal<BoardsRead | undefined>(undefined);
export const error = signal("");
export const busyWith = signal("");

const reading = new Lane();
const solving = new Lane();
const writing = new Lane();

const request = () => {
  const script = filter.value.trim();
  return {
    write: "boards",
    name: file.value?.name ?? "",
    skip_bad: true,
    turn: turn.value,
    renumber: renumber.value,
    turn_to_dealer: turnToDealer.value,
    ...(script ? { filter: { script } } : {}),
  };
};

const onProgress = ({ doing, done, of }: Progress) => (busyWith.value = of ? `${doing} ${done} of ${of}` : doing);

export const look = async () => {
  const given = file.value;
  if (!given) return;
  batch(() => {
    busyWith.value = "Reading";
    error.value = "";
  });
  try {
    const { answer, bytes } = await reading.file<BoardsRead>({ ...request(), to: "json" }, given.bytes, { onProgress });
    batch(() => {
      read.value = answer;
      boards.value = parsed(bytes);
      busyWith.value = "";
    });
  } catch (wrong) {
    if (isCancelled(wrong)) return;
    batch(() => {
      read.value = undefined;
      boards.value = [];
      error.value = wordsOf(wrong);
      busyWith.value = "";
    });
  }
};

export const open = async (dropped: File) => {
  if (dropped.size > mostBytes) {
    error.value = `${dropped.name} has more than 64 MB: take it in parts`;
    return;
  }
  const bytes = new Uint8Array(await dropped.arrayBuffer());
  batch(() => {
    file.value = { name: dropped.name, bytes };
    filter.value = "";
    turn.value = 0;
    renumber.value = turnToDealer.value = false;
  });
  await look();
};

export const solve = async (list: Board[]) => {
  const open = list.filter((board) => !board.tricks);
  try {
    for (const [done, board] of open.entries()) {
      busyWith.value = `Solving ${done + 1} of ${open.length}`;
      const { bytes } = await solving.file<BoardsRead>({ write: "boards", from: "json", solve: true }, lines([board]));
      const [solved] = parsed(bytes);
      if (solved) boards.value = boards.value.map((one) => (one === board ? { ...board, ...solved } : one));
    }
  } catch (wrong) {
    if (!isCancelled(wrong)) error.value = wordsOf(wrong);
  }
  busyWith.value = "";
};

export const stop = () => {
  for (const lane of [reading, solving, writing]) lane.cancel();
  busyWith.value = "";
};

/** Writes the boards as they are shown, from the file itself: what else it says of them is kept. */
export const save = async (format: string, ending: string, style: object, withResults: boolean) => {
  const given = file.value;
  if (!given) return;
  busyWith.value = "Writing";
  try {
    const parts: Uint8Array[] = [];
    const wanted = { ...request(), to: format, solve: withResults, style };
    await writing.write<BoardsRead>(wanted, given.bytes, { onProgress, onBytes: (bytes) => parts.push(bytes) });
    download(joined(parts), fileName(given.name.replace(/\.[^.]*$/, ""), ending), format);
    error.value = "";
  } catch (wrong) {
    if (!isCancelled(wrong)) error.value = wordsOf(wrong);
  }
  busyWith.value = "";
};
