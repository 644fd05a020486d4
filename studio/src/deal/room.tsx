/** The room Deal: a script, its odds, and its boards. */
import { useEffect, useState } from "preact/hooks";
import { Charts } from "../cards/charts";
import { Controls } from "../cards/controls";
import { Results, SaveRun, Suits } from "../cards/results";
import { message } from "../message";
import { plural } from "../numbers";
import { Editor } from "./editor";
import { Findings } from "./findings";
import { OddsPanel } from "./odds";
import * as state from "./state";

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
    <Findings found={state.diagnostics.value} />
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
  const { run } = state;
  const odds = state.odds.value;
  const isOfRun = state.ran.value?.script === state.script.value && !state.oddsAreOld.value;
  return (
    <div class="deal-room">
      <div class="left">
        <Script />
        <OddsPanel />
        <History />
      </div>
      <div class="right">
        <Controls
          boards={state.boardsAsked}
          seed={state.seed}
          isDealing={run.isDealing.value}
          onChange={state.changed}
          onDeal={() => void state.deal()}
          onStop={() => run.stopDealing()}
          title="Ctrl Enter in the script"
        >
          {state.hasTypes.value && (
            <label class="check">
              <input type="checkbox" checked={state.level.value} onChange={(event) => (state.level.value = event.currentTarget.checked)} />
              <span>hand types equally often</span>
            </label>
          )}
        </Controls>
        <Results run={run}>
          <Suits />
          <p>
            Write what you want on the left, and press <b>Deal</b>. Every deal that qualifies has the same chance, and the same seed gives the same boards, here
            and on the command line.
          </p>
        </Results>
        <Charts exact={odds && (isOfRun || !run.dealt.value) ? odds.odds.values : []} dealt={run.dealt.value?.statistics ?? []} boards={run.dealt.value?.boards ?? 0} />
        <SaveRun run={run} onNote={(note) => (message.value = note)} />
      </div>
    </div>
  );
};
