/** What came of dealing: boards to look at, filter, star, solve and take along. */
import type { ComponentChildren } from "preact";
import { grouped, plural } from "../numbers";
import { BoardList } from "./list";
import type { BoardRun } from "./run";
import { Save } from "./save";

const Filter = ({ run }: { run: BoardRun }) => (
  <form
    class="filter"
    role="search"
    aria-label="Filter the boards"
    onSubmit={(event) => {
      event.preventDefault();
      void run.sift();
    }}
  >
    <label>
      <span class="unseen">Only boards with</span>
      <input type="text" value={run.filter.value} placeholder="only boards with … hcp(north) > 10" spellcheck={false} onInput={(event) => (run.filter.value = event.currentTarget.value)} />
    </label>
    <button type="submit" class="quiet">
      Filter
    </button>
    <button type="button" class="quiet" aria-pressed={run.kepts.value === run.stars.value} disabled={run.stars.value.size === 0} onClick={() => run.showStarred()}>
      ★ {run.stars.value.size}
      <span class="unseen"> starred boards only</span>
    </button>
    {!run.busyWith.value && run.shown().some((board) => !board.tricks) && (
      <button type="button" class="quiet" onClick={() => void run.solve(run.shown())}>
        Solve all
      </button>
    )}
  </form>
);

/** `children` is what is shown before there are boards. */
export const Results = ({ run, children }: { run: BoardRun; children: ComponentChildren }) => {
  const shown = run.shown();
  const all = run.boards.value.length;
  const dealt = run.dealt.value;
  const progress = run.progress.value;
  const busy = run.busyWith.value;
  return (
    <section class="results" aria-label="Boards" aria-busy={run.isDealing.value}>
      {run.error.value && (
        <p class="notice error" role="alert">
          {run.error.value}
        </p>
      )}
      {run.notes.value.map((note) => (
        <p key={note} class="notice">
          {note}
        </p>
      ))}
      {run.isDealing.value && (
        <p class="notice" role="status">
          <span class="spin" aria-hidden="true" /> {progress ? `${progress.doing} … ${plural(all, "board")}, ${grouped(progress.tries)} deals tried` : "Dealing …"}
        </p>
      )}
      {all === 0 && !run.isDealing.value && !run.error.value && <div class="empty">{children}</div>}
      {all > 0 && (
        <>
          {dealt && (
            <p class="tale">
              {plural(dealt.boards, "board")} from {plural(dealt.tries, "deal")}, seed {dealt.seed}
            </p>
          )}
          <Filter run={run} />
          {run.filterError.value && (
            <p class="notice error" role="alert">
              {run.filterError.value}
            </p>
          )}
          {busy && (
            <p class="notice" role="status">
              <span class="spin" aria-hidden="true" /> {busy} …{" "}
              <button type="button" class="quiet small" onClick={() => run.stopSolving()}>
                Stop
              </button>
            </p>
          )}
          <BoardList boards={shown} of={all} stars={run.stars.value} onStar={(number) => run.star(number)} onSolve={(boards) => void run.solve(boards)} />
        </>
      )}
    </section>
  );
};

/** Files of a run. */
export const SaveRun = ({ run, onNote }: { run: BoardRun; onNote: (note: string) => void }) => {
  if (run.boards.value.length === 0) return null;
  const whats = [
    { value: "all", label: "all" },
    ...(run.kepts.value !== undefined ? [{ value: "shown", label: "those shown" }] : []),
    ...(run.stars.value.size > 0 ? [{ value: "starred", label: "starred" }] : []),
  ];
  return (
    <Save
      whats={whats}
      isBusy={run.busyWith.value !== "" || run.isDealing.value}
      onSave={(format, ending, style, what, results) => void run.save(format, ending, style, what as "all", results).then(onNote)}
    />
  );
};

export const Suits = () => (
  <p class="suits" aria-hidden="true">
    <span class="suit-S">♠</span> <span class="suit-H">♥</span> <span class="suit-D">♦</span> <span class="suit-C">♣</span>
  </p>
);
