/** The room Level: hand types as bars, the shares they come in and the shares they should. */
import { useEffect } from "preact/hooks";
import { Controls } from "../cards/controls";
import { Results, SaveRun, Suits } from "../cards/results";
import { Editor } from "../deal/editor";
import { Findings } from "../deal/findings";
import { words } from "../deal/state";
import { useDraft } from "../draft";
import { message } from "../message";
import { oneIn, percent } from "../numbers";
import * as state from "./state";

const Script = () => (
  <section class="script panel" aria-labelledby="script-title">
    <div class="panel-head">
      <h2 id="script-title">Script with hand types</h2>
      <button type="button" class="quiet small" onClick={state.takeFromDeal}>
        Take that of Deal
      </button>
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
    </div>
    <Editor
      opened={state.opened.value}
      text={() => state.script.peek()}
      words={words.value}
      diagnostics={state.diagnostics.value}
      onText={state.typed}
      onDeal={() => void state.dealIt()}
    />
    <Findings found={state.diagnostics.value} />
    <Types />
  </section>
);

const Types = () => {
  const flag = (signal: typeof state.rest, words: string, disabled = false) => (
    <label class="check">
      <input
        type="checkbox"
        checked={signal.value}
        disabled={disabled}
        onChange={(event) => {
          signal.value = event.currentTarget.checked;
          state.changed();
        }}
      />
      <span>{words}</span>
    </label>
  );
  return (
    <details class="types">
      <summary>Which types</summary>
      <p class="hint">Names that begin with HandType_ are the types. Or name them here, with or without a meaning.</p>
      <label class="grow">
        <span>Types</span>
        <input
          type="text"
          class="mono"
          value={state.types.value}
          placeholder="low = hcp(south) < 12, high = hcp(south) >= 12"
          spellcheck={false}
          onInput={(event) => {
            state.types.value = event.currentTarget.value;
            state.changed();
          }}
        />
      </label>
      <div class="fields">
        {flag(state.fromAverages, "those of the averages", state.types.value.trim() !== "")}
        {flag(state.firstWins, "of several types, the first counts")}
        {flag(state.rest, "the rest is a type, too")}
      </div>
    </details>
  );
};

/** A number of percent. What is being typed stays, whatever else arrives meanwhile. */
const Percent = ({ value, onChange }: { value: number; onChange: (share: number) => void }) => {
  const [typed, setTyped] = useDraft(String(value));
  const take = (text: string) => {
    setTyped();
    onChange(Number(text) || 0);
  };
  return <input type="number" min={0} max={100} step={0.1} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} onChange={(event) => take(event.currentTarget.value)} />;
};

const Bars = () => {
  const report = state.report.value;
  const error = state.error.value;
  const targets = state.targets();
  const progress = state.progress.value;
  return (
    <section class="panel leveling" aria-labelledby="level-title" aria-busy={state.isOld.value}>
      <div class="panel-head">
        <h2 id="level-title">How often each type comes</h2>
        <button type="button" class="quiet small" onClick={state.level} disabled={!report}>
          All equal
        </button>
        <button type="button" class="quiet small" onClick={state.asTheScript} disabled={state.shares.value.length === 0}>
          As the script says
        </button>
      </div>
      {error ? (
        <p class="odds-error" role="alert">
          {error}
        </p>
      ) : (
        report && (
          <>
            <p class="legend" aria-hidden="true">
              <span class="swatch natural" /> by nature <span class="swatch target" /> as it should be: drag it, type it, or use the arrow keys
            </p>
            <ul class="level-bars">
              {report.types.map((one, place) => (
                <li key={one.name}>
                  <span class="type-name">{one.name}</span>
                  <span class="natural-bar" style={{ width: `${100 * one.natural}%` }} aria-hidden="true" />
                  <span class="natural-number">
                    {percent(one.natural)}
                    <span class="unseen"> by nature</span>
                  </span>
                  <input
                    type="range"
                    class="target-bar"
                    aria-label={`${one.name}, target in percent`}
                    min={0}
                    max={100}
                    step={0.1}
                    value={targets[place] ?? 0}
                    style={{ "--part": (targets[place] ?? 0) / 100 } as never}
                    onInput={(event) => state.aim(place, Number(event.currentTarget.value))}
                    onKeyDown={(event) => {
                      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
                      if (!step) return;
                      event.preventDefault();
                      state.aim(place, (state.targets()[place] ?? 0) + step);
                    }}
                  />
                  <span class="target-number">
                    <label>
                      <span class="unseen">{one.name}, target</span>
                      <Percent value={targets[place] ?? 0} onChange={(share) => state.aim(place, share)} />
                    </label>
                    <span aria-hidden="true">%</span>
                  </span>
                </li>
              ))}
            </ul>
            <p class={`odds-more ${state.isOld.value ? "is-old" : ""}`} aria-live="polite">
              1 deal in {oneIn(report.probability)} is of one of these types{report.exact ? ", counted exactly" : ", as estimated"}.{" "}
              {report.kept > 0 && (
                <span class="cost">
                  A program that throws deals away would keep <b>1 in {oneIn(report.kept)}</b>, and so take <b>{(report.probability / report.kept).toFixed(1)} times</b> as many. Here
                  none is thrown away.
                </span>
              )}
            </p>
            {!report.exact && !state.isOld.value && (
              <button type="button" class="quiet small" onClick={() => void state.measure("patient")}>
                Count exactly
              </button>
            )}
          </>
        )
      )}
      {progress && (
        <p class="counting" role="status">
          <span class="spin" aria-hidden="true" /> {progress.doing || "counting"} …{" "}
          <button type="button" class="quiet small" onClick={state.stopMeasuring}>
            Stop counting
          </button>
        </p>
      )}
    </section>
  );
};

const Copy = () => {
  const copy = state.copy.value;
  return (
    <section class="panel leveled-copy" aria-labelledby="copy-title">
      <div class="panel-head">
        <h2 id="copy-title">For other programs</h2>
        {state.isCopying.value ? (
          <button type="button" class="quiet small" onClick={state.stopWriting}>
            Stop
          </button>
        ) : (
          <button type="button" class="quiet small" disabled={!state.report.value || state.error.value !== ""} onClick={() => void state.write()}>
            Write the leveled script
          </button>
        )}
      </div>
      {!copy && !state.isCopying.value && (
        <p class="hint">The classic program and the online tables can only throw deals away. For them the script gets keeps made of spot cards, calibrated to these shares.</p>
      )}
      {state.isCopying.value && (
        <p role="status">
          <span class="spin" aria-hidden="true" /> Trying keeps …
        </p>
      )}
      {state.copyError.value && (
        <p class="odds-error" role="alert">
          {state.copyError.value}
        </p>
      )}
      {copy && (
        <>
          <table class="combinations">
            <thead>
              <tr>
                <th scope="col">Type</th>
                <th scope="col">Wanted</th>
                <th scope="col">Comes to</th>
              </tr>
            </thead>
            <tbody>
              {copy.types.map((one, i) => (
                <tr key={one.name}>
                  <td>{one.name}</td>
                  <td class="number">{percent(one.target)}</td>
                  <td class="number">{percent(copy.leveled.shares[i] ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="odds-more">
            It keeps 1 deal in {oneIn(copy.leveled.kept)}; the worst share is {(100 * copy.leveled.worst).toFixed(2)} percentage points off.
          </p>
          <div class="row">
            <button type="button" onClick={() => void state.copyCopy()}>
              Copy
            </button>
            <button type="button" class="quiet" onClick={state.saveCopy}>
              Save the script
            </button>
          </div>
          <pre class="script-text" tabindex={0} aria-label="The leveled script">
            {copy.script}
          </pre>
        </>
      )}
    </section>
  );
};

export const LevelRoom = () => {
  useEffect(state.enter, []);
  const { run } = state;
  return (
    <div class="deal-room level-room">
      <div class="left">
        <Script />
        <Copy />
      </div>
      <div class="right">
        <Bars />
        <Controls
          boards={state.boardsAsked}
          seed={state.seed}
          isDealing={run.isDealing.value}
          onChange={state.keepDraft}
          onDeal={() => void state.dealIt()}
          onStop={() => run.stopDealing()}
          title="Ctrl Enter in the script"
        >
          <label class="check">
            <input
              type="checkbox"
              checked={state.quota.value}
              onChange={(event) => {
                state.quota.value = event.currentTarget.checked;
                state.keepDraft();
              }}
            />
            <span>exactly these shares</span>
          </label>
        </Controls>
        <Results run={run}>
          <Suits />
          <p>
            Drag the bars until the types come as often as you want, and press <b>Deal</b>. Each board's type is drawn by the shares, and among the deals of a type all
            have the same chance.
          </p>
        </Results>
        <SaveRun run={run} onNote={(note) => (message.value = note)} />
      </div>
    </div>
  );
};
