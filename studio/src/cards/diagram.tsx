/** A board as it is printed in books: the hands around the table. */
import type { Board, SeatName } from "../engine/answers";
import { holdings, isVulnerable, isWhole, points, seatNames, seats, shown, strains, suitNames, suits, symbols, typeOf, vulnerability } from "./hands";

export const Hand = ({ hand, seat }: { hand: string | undefined; seat: SeatName }) => (
  <dl class={`hand hand-${seat}`} aria-label={`${seatNames[seat]}, ${points(hand)} points`}>
    {holdings(hand).map((holding, i) => {
      const suit = suits[i] ?? "S";
      return (
        <div key={suit}>
          <dt class={`suit-${suit}`}>
            <span aria-hidden="true">{symbols[suit]}</span>
            <span class="unseen">{suitNames[suit]}</span>
          </dt>
          <dd>{shown(holding)}</dd>
        </div>
      );
    })}
  </dl>
);

const Compass = ({ board }: { board: Board }) => (
  <div class="compass" aria-hidden="true">
    {seats.map((seat) => (
      <span key={seat} class={`compass-${seat} ${isVulnerable(board, seat) ? "is-vulnerable" : ""} ${board.dealer === seat ? "is-dealer" : ""}`}>
        {seat}
      </span>
    ))}
  </div>
);

const Tricks = ({ board }: { board: Board }) => {
  const tricks = board.tricks;
  if (!tricks) return null;
  return (
    <table class="tricks">
      <caption class="unseen">Tricks that each seat makes in each strain, with best play of all</caption>
      <thead>
        <tr>
          <td />
          {strains.map((strain) => (
            <th key={strain} scope="col" class={strain === "N" ? "" : `suit-${strain}`}>
              {strain === "N" ? "NT" : symbols[strain]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {seats.map((seat) => (
          <tr key={seat}>
            <th scope="row">{seat}</th>
            {strains.map((strain) => (
              <td key={strain}>{tricks[seat]?.[strain]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

type Props = { board: Board; isStarred: boolean; onStar?: () => void; onSolve: () => void };

export const Diagram = ({ board, isStarred, onStar, onSolve }: Props) => (
  <article class="board" aria-label={`Board ${board.number}`} data-board={board.number}>
    <header>
      <h3>{board.number}</h3>
      <p>
        {seatNames[board.dealer]} deals
        <br />
        {vulnerability(board)} vulnerable
      </p>
      {onStar && (
        <button type="button" class="star" aria-pressed={isStarred} onClick={onStar} title={isStarred ? "Take the star off" : "Star this board"}>
          <span aria-hidden="true">{isStarred ? "★" : "☆"}</span>
          <span class="unseen">Star board {board.number}</span>
        </button>
      )}
    </header>
    {typeOf(board) && <p class="hand-type">{typeOf(board)}</p>}
    <div class="table-top">
      {seats.map((seat) => (
        <Hand key={seat} seat={seat} hand={board.hands[seat]} />
      ))}
      <Compass board={board} />
      <p class="points" aria-hidden="true">
        {seats.map((seat) => (
          <span key={seat} class={`points-${seat}`}>
            {points(board.hands[seat])}
          </span>
        ))}
      </p>
      <div class="solution">
        {board.tricks ? (
          <>
            <Tricks board={board} />
            {board.par !== undefined && (
              <p class="par">
                Par {board.par > 0 ? "+" : ""}
                {board.par}
              </p>
            )}
          </>
        ) : (
          isWhole(board) && (
            <button type="button" class="quiet small" onClick={onSolve}>
              Solve<span class="unseen"> board {board.number}</span>
            </button>
          )
        )}
      </div>
    </div>
  </article>
);
