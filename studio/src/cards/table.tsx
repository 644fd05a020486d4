/** Boards as a table: a line each. */
import type { Board } from "../engine/answers";
import { holdings, points, seatNames, seats, shown, suits, symbols, typeOf } from "./hands";

const Line = ({ hand }: { hand: string | undefined }) => (
  <span class="line">
    {holdings(hand).map((holding, i) => {
      const suit = suits[i] ?? "S";
      return (
        <span key={suit}>
          <span class={`suit-${suit}`}>{symbols[suit]}</span>
          {shown(holding)}
        </span>
      );
    })}
    <span class="line-points">{points(hand)}</span>
  </span>
);

type Props = { boards: Board[]; stars: ReadonlySet<number>; onStar?: (number: number) => void };

export const BoardTable = ({ boards, stars, onStar }: Props) => (
  <div class="wide" tabindex={0} role="region" aria-label="Boards as a table">
    <table class="boards-table">
      <thead>
        <tr>
          <th scope="col">Board</th>
          {seats.map((seat) => (
            <th key={seat} scope="col">
              {seatNames[seat]}
            </th>
          ))}
          {boards.some((board) => typeOf(board)) && <th scope="col">Type</th>}
          {boards.some((board) => board.par !== undefined) && <th scope="col">Par</th>}
        </tr>
      </thead>
      <tbody>
        {boards.map((board, place) => (
          <tr key={place}>
            <th scope="row">
              {onStar && (
                <button type="button" class="star" aria-pressed={stars.has(board.number)} onClick={() => onStar(board.number)}>
                  <span aria-hidden="true">{stars.has(board.number) ? "★" : "☆"}</span>
                  <span class="unseen">Star board {board.number}</span>
                </button>
              )}
              {board.number}
            </th>
            {seats.map((seat) => (
              <td key={seat}>
                <Line hand={board.hands[seat]} />
              </td>
            ))}
            {boards.some((one) => typeOf(one)) && <td>{typeOf(board)}</td>}
            {boards.some((one) => one.par !== undefined) && <td class="number">{board.par}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
