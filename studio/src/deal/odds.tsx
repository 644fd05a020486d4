/** Live odds: how likely the script is, how rare that is at a club, and which seat makes it so. */
import type { Chance } from "../made/schema/odds";
import type { ScriptOdds } from "../engine/answers";
import { grouped, oneIn, percent } from "../numbers";
import { seatNames } from "../cards/hands";
import type { SeatName } from "../engine/answers";
import * as state from "./state";

const Seats = ({ seats }: { seats: Chance["seats"] }) => {
  const all = Object.entries(seats) as [SeatName, number][];
  if (all.length < 2) return null;
  const least = Math.min(...all.map(([, chance]) => chance));
  return (
    <ul class="seats" aria-label="Each seat by itself">
      {all.map(([seat, chance]) => (
        <li key={seat} class={chance === least ? "is-bottleneck" : ""}>
          <span>{seatNames[seat]} alone</span>
          <span>{chance > 0 ? `1 in ${oneIn(chance)}` : "never"}</span>
          {chance === least && <small>the bottleneck</small>}
        </li>
      ))}
    </ul>
  );
};

const Counting = () => {
  const progress = state.oddsProgress.value;
  if (!progress) return null;
  return (
    <p class="counting" role="status">
      <span class="spin" aria-hidden="true" /> {progress.doing || "counting"} …{" "}
      <button type="button" class="quiet small" onClick={state.stopCounting}>
        Stop counting
      </button>
    </p>
  );
};

export const OddsPanel = () => {
  const shown = state.odds.value;
  const error = state.oddsError.value;
  const isOld = state.oddsAreOld.value && !error;
  return (
    <section class="odds panel" aria-labelledby="odds-title" aria-busy={isOld}>
      <h2 id="odds-title">How likely</h2>
      {error ? (
        <p class="odds-error" role="alert">
          {error}
        </p>
      ) : shown ? (
        <Shown shown={shown} isOld={isOld} />
      ) : (
        <p class="odds-big">…</p>
      )}
      <Counting />
      <label class="given">
        <span>Given that</span>
        <input
          type="text"
          value={state.given.value}
          placeholder="hascard(south, AS)"
          spellcheck={false}
          onInput={(event) => {
            state.given.value = event.currentTarget.value;
            state.changed();
          }}
        />
      </label>
    </section>
  );
};

const Shown = ({ shown, isOld }: { shown: state.OddsShown; isOld: boolean }) => {
  const { odds, rarity, words } = shown;
  const never = odds.probability === 0 && odds.exact;
  const seats = "seats" in odds ? (odds as ScriptOdds).seats : {};
  return (
    <div class={isOld ? "is-old" : ""} aria-live="polite">
      <p class="odds-big">
        {never ? "Never" : odds.probability === 0 ? "None found" : `1 in ${oneIn(odds.probability)}`}
        <span class={odds.exact ? "badge exact" : "badge"}>{isOld ? "of the text before" : odds.exact ? "exact" : "estimate"}</span>
      </p>
      {!never && (
        <p class="odds-more">
          <b>{percent(odds.probability)}</b> of all deals{shown.given ? " with what is given" : ""}: {rarity}.
        </p>
      )}
      {never && <p class="odds-more">No deal does all that the script asks. What clashes is marked in the text.</p>}
      {odds.interval && (
        <p class="odds-more">
          Between {percent(odds.interval[0])} and {percent(odds.interval[1])}, most likely.{" "}
          <button type="button" class="quiet small" onClick={() => void state.count("patient")}>
            Count exactly
          </button>
        </p>
      )}
      {odds.count && !never && <p class="odds-count">{grouped(odds.count)} deals</p>}
      <Seats seats={seats} />
      <details>
        <summary>In the command's words</summary>
        <pre tabindex={0}>{words}</pre>
      </details>
    </div>
  );
};
