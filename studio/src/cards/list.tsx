/** Boards to look at: as diagrams or as a table, some at a time. */
import { useEffect, useState } from "preact/hooks";
import type { Board } from "../engine/answers";
import { plural } from "../numbers";
import { Diagram } from "./diagram";
import { BoardTable } from "./table";

const atOnce = 48;
type Props = { boards: Board[]; of: number; stars: ReadonlySet<number>; onStar?: (number: number) => void; onSolve: (boards: Board[]) => void };

export const BoardList = ({ boards, of, stars, onStar, onSolve }: Props) => {
  const [asTable, setAsTable] = useState(false);
  const [most, setMost] = useState(atOnce);
  useEffect(() => setMost(atOnce), [boards.length === 0]);
  const shown = boards.slice(0, most);
  return (
    <>
      <div class="row views" role="group" aria-label="How boards are shown">
        <button type="button" class="tab" aria-pressed={!asTable} onClick={() => setAsTable(false)}>
          Diagrams
        </button>
        <button type="button" class="tab" aria-pressed={asTable} onClick={() => setAsTable(true)}>
          Table
        </button>
        <span class="tally" role="status">
          {boards.length === of ? plural(of, "board") : `${boards.length} of ${plural(of, "board")}`}
        </span>
      </div>
      {asTable ? (
        <BoardTable boards={shown} stars={stars} onStar={onStar} />
      ) : (
        <div class="boards">
          {shown.map((board, place) => (
            <Diagram key={place} board={board} isStarred={stars.has(board.number)} {...(onStar && { onStar: () => onStar(board.number) })} onSolve={() => onSolve([board])} />
          ))}
        </div>
      )}
      {boards.length > most && (
        <button type="button" class="quiet more" onClick={() => setMost(most + 4 * atOnce)}>
          Show more of the {plural(boards.length - most, "further board")}
        </button>
      )}
    </>
  );
};
