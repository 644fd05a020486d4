/** The room Deal: a script, its odds, and its boards. */
import { useEffect, useState } from "preact/hooks";
import { Charts } from "../cards/charts";
import { BoardList } from "../cards/list";
import { Save } from "../cards/save";
import { grouped, plural } from "../numbers";
import { Editor } from "./editor";
import { OddsPanel } from "./odds";
import * as state from "./state";

const Findings = () => {
  const found = state.diagnostics.value;
  if (found.length === 0) return null;
  return (
    <ul class="findings" aria-label="What is to be said of the script" aria-live="polite">
      {found.slice(0, 8).map((one, i) => (
        <li key={i} class={one.severity}>
          <span class="where">
            {one.line}:{one.column}
          </span>
          <span>
            {one.message}
            {one.help && <em> {one.help}</em>}
          </span>
        </li>
      ))}
    </ul>
  );
};

const Script = () => (
  <section class="script panel" aria-labelledby="script-title">
    <div class="panel-head">
      <h2 id="script-title">Script</h2>
      <label class="unlabelled">
        <span class="unseen">Examples</span>
        <select
          value=""
          onChange={(event) => {
            const name = event.currentTarget.value;
            event.currentTarget.value = "";
            if (name) void state.openExample(name);
          }}
        >
          <option value="">Examples …</option>
          {state.examples.value
            .filter((one) => one.file.endsWith(".dlr"))
            .map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}: {one.about}
              </option>
            ))}
        </select>
      </label>
      <OpenScript />
      <button type="button" class="quiet small" onClick={state.saveScript}>
        Save
      </button>
    </div>
    <Editor opened={state.opened.value} text={() => state.script.peek()} words={state.words.value} diagnostics={state.diagnostics.value} onText={state.typed} onDeal={() => void state.deal()} />
    <Findings />
  </section>
);

const OpenScript = () => (
  <label class="button quiet small">
    Open
    <input
      type="file"
      class="unseen"
      accept=".dlr,.dl,.btn,.txt"
      onChange={async (event) => {
        const file = event.currentTarget.files?.[0];
        if (file && file.size < 1_000_000) state.open(await file.text());
      }}
    />
  </label>
);

const whole = (text: string, least: number, most: number): number => Math.min(Math.max(Math.floor(Number(text)) || least, least), most);

const Controls = () => (
  <form
    class="controls panel"
    aria-label="Deal"
    onSubmit={(event) => {
      event.preventDefault();
      void state.deal();
    }}
  >
    <label>
      <span>Boards</span>
      <input
        type="number"
        min={1}
        max={100000}
        value={state.boardsAsked.value}
        onInput={(event) => {
          state.boardsAsked.value = whole(event.currentTarget.value, 1, 100_000);
          state.changed();
        }}
      />
    </label>
    <label class="seed">
      <span>Seed</span>
      <input
        type="text"
        value={state.seed.value}
        spellcheck={false}
        onInput={(event) => {
          state.seed.value = event.currentTarget.value;
          state.changed();
        }}
      />
    </label>
    <button type="button" class="quiet die" title="Another seed" onClick={() => (state.seed.value = state.newSeed())}>
      <span aria-hidden="true">⚄</span>
      <span class="unseen">Another seed</span>
    </button>
    {state.hasTypes.value && (
      <label class="check">
        <input type="checkbox" checked={state.level.value} onChange={(event) => (state.level.value = event.currentTarget.checked)} />
        <span>hand types equally often</span>
      </label>
    )}
    {state.isDealing.value ? (
      <button type="button" onClick={state.stopDealing}>
        Stop
      </button>
    ) : (
      <button type="submit" title="Ctrl Enter in the script">
        Deal
      </button>
    )}
  </form>
);

const Filter = () => (
  <form
    class="filter"
    role="search"
    aria-label="Filter the boards"
    onSubmit={(event) => {
      event.preventDefault();
      void state.sift();
    }}
  >
    <label>
      <span class="unseen">Only boards with</span>
      <input type="text" value={state.filter.value} placeholder="only boards with … hcp(north) > 10" spellcheck={false} onInput={(event) => (state.filter.value = event.currentTarget.value)} />
    </label>
    <button type="submit" class="quiet">
      Filter
    </button>
    <button type="button" class="quiet" aria-pressed={state.kepts.value === state.stars.value} disabled={state.stars.value.size === 0} onClick={state.showStarred}>
      ★ {state.stars.value.size}
      <span class="unseen"> starred boards only</span>
    </button>
    {!state.busyWith.value && state.shownBoards().some((board) => !board.tricks) && (
      <button type="button" class="quiet" onClick={() => void state.solve(state.shownBoards())}>
        Solve all
      </button>
    )}
  </form>
);

const Results = () => {
  const shown = state.shownBoards();
  const all = state.boards.value.length;
  const dealt = state.dealt.value;
  const progress = state.dealProgress.value;
  const busy = state.busyWith.value;
  return (
    <section class="results" aria-label="Boards" aria-busy={state.isDealing.value}>
      {state.dealError.value && (
        <p class="notice error" role="alert">
          {state.dealError.value}
        </p>
      )}
      {state.notes.value.map((note) => (
        <p key={note} class="notice">
          {note}
        </p>
      ))}
      {state.isDealing.value && (
        <p class="notice" role="status">
          <span class="spin" aria-hidden="true" /> {progress ? `${progress.doing} … ${plural(all, "board")}, ${grouped(progress.tries)} deals tried` : "Dealing …"}
        </p>
      )}
      {all === 0 && !state.isDealing.value && !state.dealError.value && <Empty />}
      {all > 0 && (
        <>
          {dealt && (
            <p class="tale">
              {plural(dealt.boards, "board")} from {plural(dealt.tries, "deal")}, seed {dealt.seed}
            </p>
          )}
          <Filter />
          {state.filterError.value && (
            <p class="notice error" role="alert">
              {state.filterError.value}
            </p>
          )}
          {busy && (
            <p class="notice" role="status">
              <span class="spin" aria-hidden="true" /> {busy} …{" "}
              <button type="button" class="quiet small" onClick={state.stopSolving}>
                Stop
              </button>
            </p>
          )}
          <BoardList boards={shown} of={all} stars={state.stars.value} onStar={state.star} onSolve={(boards) => void state.solve(boards)} />
        </>
      )}
    </section>
  );
};

const Empty = () => (
  <div class="empty">
    <p class="suits" aria-hidden="true">
      <span class="suit-S">♠</span> <span class="suit-H">♥</span> <span class="suit-D">♦</span> <span class="suit-C">♣</span>
    </p>
    <p>
      Write what you want on the left, and press <b>Deal</b>. Every deal that qualifies has the same chance, and the same seed gives the same boards, here and on
      the command line.
    </p>
  </div>
);

const History = () => {
  const [isOpen, setOpen] = useState(false);
  const all = state.history.value;
  if (all.length === 0) return null;
  return (
    <details class="panel history" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      <ul>
        {isOpen &&
          all.map((one) => (
            <li key={`${one.when}`}>
              <button type="button" class="quiet" onClick={() => state.openPast(one)}>
                <b>{one.script.replace(/^[#\s]*/, "").split("\n")[0]?.slice(0, 60)}</b>
                <small>
                  {plural(one.boards, "board")}, seed {one.seed}, {new Date(one.when).toLocaleString()}
                </small>
              </button>
            </li>
          ))}
      </ul>
    </details>
  );
};

export const DealRoom = () => {
  useEffect(() => void state.begin(), []);
  const stars = state.stars.value.size;
  const isFiltered = state.kepts.value !== undefined;
  const whats = [
    { value: "all", label: "all" },
    ...(isFiltered ? [{ value: "shown", label: "those shown" }] : []),
    ...(stars > 0 ? [{ value: "starred", label: "starred" }] : []),
  ];
  const odds = state.odds.value;
  const isOfRun = state.run.value?.script === state.script.value && !state.oddsAreOld.value;
  return (
    <div class="deal-room">
      <div class="left">
        <Script />
        <OddsPanel />
        <History />
      </div>
      <div class="right">
        <Controls />
        <Results />
        <Charts exact={odds && (isOfRun || !state.dealt.value) ? odds.odds.values : []} dealt={state.dealt.value?.statistics ?? []} boards={state.dealt.value?.boards ?? 0} />
        {state.boards.value.length > 0 && (
          <Save
            whats={whats}
            isBusy={state.busyWith.value !== "" || state.isDealing.value}
            onSave={(format, ending, style, what, results) => void state.save(format, ending, style, what as "all", results)}
          />
        )}
      </div>
    </div>
  );
};
