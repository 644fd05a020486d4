/** The room Texas 42: hands that cannot lose and why, how another is beaten, what the others may hold. */
import { useEffect, useState } from "preact/hooks";
import { seatNames } from "../cards/hands";
import type { DominoHand } from "../engine/answers";
import { grouped, percent, plural } from "../numbers";
import { all, plain, Tile, Tiles } from "./domino";
import * as state from "./state";

const isTrump = (domino: string, trump: string): boolean => {
  const [a, b] = domino.split("-");
  return trump === "doubles" ? a === b : a === trump || b === trump;
};

const Picker = () => (
  <section class="panel" aria-labelledby="pick-title">
    <div class="panel-head">
      <h2 id="pick-title">Your seven dominoes</h2>
      <button type="button" class="quiet small" onClick={state.shuffle}>
        Draw
      </button>
      <button type="button" class="quiet small" onClick={state.clear}>
        Clear
      </button>
    </div>
    <div class="bones" role="group" aria-label="All dominoes">
      {all.map((domino) => {
        const isMine = state.hand.value.includes(domino);
        return (
          <button key={domino} type="button" class="bone" aria-pressed={isMine} disabled={!isMine && state.isWhole()} onClick={() => state.pick(domino)}>
            <Tile domino={domino} isHidden isTrump={isTrump(domino, state.judged.value?.trump ?? state.trump.value)} />
            <span class="unseen">{domino}</span>
          </button>
        );
      })}
    </div>
    <div class="fields">
      <label>
        <span>Trumps</span>
        <select value={state.trump.value} onChange={(event) => state.choose(event.currentTarget.value as state.Trump)}>
          {state.trumps.map((one) => (
            <option key={one.trump} value={one.trump}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <p class="hint" role="status">
        {state.isWhole() ? "Seven: what they can do is on the right." : `${plural(state.hand.value.length, "domino").replace("dominos", "dominoes")} of seven`}
      </p>
    </div>
  </section>
);

const Leads = ({ leads }: { leads: NonNullable<DominoHand["leads"]> }) => (
  <ol class="leads">
    {leads.map((one) => (
      <li key={one.domino}>
        <Tile domino={one.domino} />
        <span class="why">
          {one.yours.length === 0 && one.drawn.length === 0 && <span>nothing is higher</span>}
          {one.yours.length > 0 && (
            <span>
              you hold <Tiles dominoes={one.yours} />
            </span>
          )}
          {one.drawn.map((drawn) => (
            <span key={drawn.suit}>
              {plural(drawn.led, "lead")} of {drawn.suit === "trumps" ? "trumps" : state.trumpName(drawn.suit)} {drawn.led === 1 ? "draws" : "draw"} the {drawn.out} out:{" "}
              <Tiles dominoes={drawn.beaters} />
            </span>
          ))}
        </span>
      </li>
    ))}
  </ol>
);

const Beaten = ({ how }: { how: NonNullable<DominoHand["refutation"]> }) => {
  const last = how.tricks.length - 1;
  return (
    <>
      <h3>How it is beaten</h3>
      <dl class="others">
        {(["left", "partner", "right"] as const).map((place) => (
          <div key={place}>
            <dt>{place}</dt>
            <dd>
              <Tiles dominoes={how.hands[place]} />
            </dd>
          </div>
        ))}
      </dl>
      <div class="wide" tabindex={0} role="region" aria-label="The tricks">
        <table class="tricks-played">
          <thead>
            <tr>
              <th scope="col">Trick</th>
              <th scope="col">you</th>
              <th scope="col">left</th>
              <th scope="col">partner</th>
              <th scope="col">right</th>
            </tr>
          </thead>
          <tbody>
            {how.tricks.map((trick, i) => (
              <tr key={i} class={i === last ? "is-lost" : ""}>
                <th scope="row">
                  {i + 1}
                  {i === last && <span> lost</span>}
                </th>
                {trick.map((domino) => (
                  <td key={domino}>
                    <Tile domino={domino} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">
        {how.beats_every_order
          ? "No order of leads takes all seven against these hands."
          : "Whatever is led instead, they can hold their dominoes so that it is beaten too."}
      </p>
    </>
  );
};

const Verdict = () => {
  const judged = state.judged.value;
  if (!judged) {
    return (
      <section class="panel" aria-labelledby="verdict-title">
        <h2 id="verdict-title">Can it lose?</h2>
        <p class="hint">
          {state.isWhole() ? "…" : "Choose seven dominoes, or draw them. A hand that takes all seven tricks, whatever the others hold and play, is a lay-down: 1 in 551 is."}
        </p>
      </section>
    );
  }
  return (
    <section class="panel verdict" aria-labelledby="verdict-title">
      <h2 id="verdict-title">Can it lose?</h2>
      <p class="odds-big" aria-live="polite">
        {judged.laydown ? "It cannot lose" : "It can be beaten"}
        <span class={judged.laydown ? "badge exact" : "badge"}>
          {judged.gold ? "gold perfect" : judged.laydown ? "lay-down" : `${judged.away.length} away`}
        </span>
      </p>
      <p class="odds-more">
        <Tiles dominoes={judged.hand} label="The hand" /> with {state.trumpName(judged.trump)} {judged.trump === "none" ? "" : "as trumps"}
      </p>
      {judged.leads && (
        <>
          <h3>Lead in this order, and why nothing beats it</h3>
          <Leads leads={judged.leads} />
        </>
      )}
      {judged.not_gold.length > 0 && judged.laydown && (
        <p class="hint">
          Not gold perfect: {judged.not_gold.join("; ")}.
        </p>
      )}
      {judged.refutation && <Beaten how={judged.refutation} />}
      {judged.away.length > 0 && (
        <p class="odds-more">
          It would be a lay-down without <Tiles dominoes={judged.away} /> in the others' hands.
        </p>
      )}
    </section>
  );
};

const Ranking = () => {
  const ranking = state.judged.value?.ranking;
  const odds = state.odds.value;
  if (!ranking) return null;
  const chance = (trump: string, bid: number) => odds?.trumps.find((one) => one.trump === trump)?.bids.find((one) => one.bid === bid);
  const cell = (trump: string, bid: number) => {
    const found = chance(trump, bid);
    if (odds?.trumps.find((one) => one.trump === trump)?.laydown) return "certain";
    return found ? `${(100 * found.probability).toFixed(0)}%` : "";
  };
  return (
    <section class="panel" aria-labelledby="ranking-title">
      <div class="panel-head">
        <h2 id="ranking-title">Which trumps</h2>
        {state.isPlaying.value ? (
          <button type="button" class="quiet small" onClick={state.stopPlaying}>
            Stop
          </button>
        ) : (
          <button type="button" class="quiet small" onClick={() => void state.playOut()}>
            Play it out
          </button>
        )}
      </div>
      {state.isPlaying.value && (
        <p role="status">
          <span class="spin" aria-hidden="true" /> playing … {state.oddsProgress.value?.of ? `${state.oddsProgress.value.done} of ${state.oddsProgress.value.of}` : ""}
        </p>
      )}
      <div class="wide" tabindex={0} role="region" aria-label="Trumps">
        <table class="ranking">
          <thead>
            <tr>
              <th scope="col">Trumps</th>
              <th scope="col">Away</th>
              {odds && (
                <>
                  <th scope="col">All seven</th>
                  <th scope="col">36</th>
                  <th scope="col">30</th>
                </>
              )}
              <th scope="col">In the way</th>
            </tr>
          </thead>
          <tbody>
            {ranking.map((one) => (
              <tr key={one.trump} class={one.trump === state.judged.value?.trump ? "is-chosen" : ""}>
                <th scope="row">
                  <button type="button" class="quiet small" onClick={() => state.choose(one.trump as state.Trump)}>
                    {state.trumpName(one.trump)}
                  </button>
                </th>
                <td class="number">{one.away.length}</td>
                {odds && [42, 36, 30].map((bid) => (
                  <td key={bid} class="number">
                    {cell(one.trump, bid)}
                  </td>
                ))}
                <td>
                  <Tiles dominoes={one.away.slice(0, 6)} />
                  {one.away.length > 6 && " …"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {odds && <p class="hint">Estimates from {grouped(odds.worlds)} worlds with open hands: everybody sees everything, which nobody does at a table.</p>}
    </section>
  );
};

const Worlds = () => {
  const worlds = state.worlds.value;
  const [isOpen, setOpen] = useState(state.tricks.value.length > 0);
  if (!state.isWhole()) return null;
  const played = state.played();
  const isNewTrick = (state.tricks.value.at(-1)?.length ?? 4) === 4;
  const turn = state.turn();
  const seats = worlds ? (Object.keys(worlds.places) as (keyof typeof seatNames)[]) : [];
  const open = all.filter((one) => !played.includes(one) && (turn === "S") === state.hand.value.includes(one));
  return (
    <details class="panel worlds" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Who holds what</summary>
      {isOpen && (
        <>
          <p class="hint">You are South. Say what was played, and see what the others can still hold: counted, not guessed.</p>
          {state.tricks.value.map((trick, i) => (
            <p key={i} class="trick-line">
              <span>{i + 1}</span>
              {trick.map((one) => (
                <span key={one.domino}>
                  {one.seat} <Tile domino={one.domino} />
                </span>
              ))}
            </p>
          ))}
          <div class="fields">
            {isNewTrick && (
              <label>
                <span>Who leads</span>
                <select value={state.leader.value} onChange={(event) => (state.leader.value = event.currentTarget.value as "S")}>
                  {(["S", "W", "N", "E"] as const).map((seat) => (
                    <option key={seat} value={seat}>
                      {seatNames[seat]}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <label>
              <span>{seatNames[turn]} plays</span>
              <select
                value=""
                onChange={(event) => {
                  const domino = event.currentTarget.value;
                  event.currentTarget.value = "";
                  if (domino) state.play(domino);
                }}
              >
                <option value="">choose …</option>
                {open.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </label>
            <button type="button" class="quiet" disabled={state.tricks.value.length === 0} onClick={state.takeBack}>
              Take back
            </button>
          </div>
          {state.worldsError.value && (
            <p class="notice error" role="alert">
              {state.worldsError.value}
            </p>
          )}
          {worlds && (
            <>
              <p class="odds-more" role="status">
                <b>{grouped(worlds.count)}</b> worlds fit what you have seen.
              </p>
              {worlds.voids.map((one, i) => (
                <p key={i} class="odds-more">
                  {seatNames[one.seat]} did not follow {one.suit === "trumps" ? "trumps" : state.trumpName(one.suit)} in trick {one.trick}.
                </p>
              ))}
              <div class="wide" tabindex={0} role="region" aria-label="Chances">
                <table class="heat">
                  <thead>
                    <tr>
                      <th scope="col">Domino</th>
                      {seats.map((seat) => (
                        <th key={seat} scope="col">
                          {seatNames[seat]}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {Object.entries(worlds.odds).map(([domino, chances]) => (
                      <tr key={domino}>
                        <th scope="row">
                          <Tile domino={domino} />
                        </th>
                        {seats.map((seat) => (
                          <td key={seat} class={`heat-${Math.ceil(8 * (chances[seat] ?? 0))}`}>
                            {percent(chances[seat] ?? 0)}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )}
        </>
      )}
    </details>
  );
};

const atOnce = 24;
const Lists = () => {
  const list = state.list.value;
  const [most, setMost] = useState(atOnce);
  const change = () => {
    setMost(atOnce);
    void state.look();
  };
  return (
    <section class="panel perfect" aria-labelledby="perfect-title">
      <h2 id="perfect-title">Hands that cannot lose</h2>
      <div class="fields">
        <label>
          <span>Which</span>
          <select
            value={state.kind.value}
            onChange={(event) => {
              state.kind.value = event.currentTarget.value as "gold";
              if (state.kind.value === "gold" && ["doubles", "none"].includes(state.listTrump.value)) state.listTrump.value = "0";
              change();
            }}
          >
            <option value="gold">gold perfect</option>
            <option value="laydown">all lay-downs</option>
          </select>
        </label>
        <label>
          <span>With these trumps</span>
          <select
            value={state.listTrump.value}
            onChange={(event) => {
              state.listTrump.value = event.currentTarget.value as "0";
              change();
            }}
          >
            {state.trumps
              .filter((one) => one.trump !== "" && (state.kind.value === "laydown" || !["doubles", "none"].includes(one.trump)))
              .map((one) => (
                <option key={one.trump} value={one.trump}>
                  {one.name}
                </option>
              ))}
          </select>
        </label>
        <label>
          <span>With the domino</span>
          <select
            value={state.withDomino.value}
            onChange={(event) => {
              state.withDomino.value = event.currentTarget.value;
              change();
            }}
          >
            <option value="">any</option>
            {all.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="quiet" disabled={!list} onClick={state.saveList}>
          Download
        </button>
      </div>
      {list && (
        <>
          <p class="tally" role="status">
            {plural(list.count, "hand")}
          </p>
          <ul class="perfect-hands">
            {list.hands.slice(0, most).map((one) => (
              <li key={one.join(" ")}>
                <button type="button" class="quiet" onClick={() => state.take(one, list.trump as state.Trump)}>
                  <span class="unseen">Look at {one.join(" ")}</span>
                  <span class="tiles" aria-hidden="true">
                    {one.map((domino) => (
                      <Tile key={domino} domino={domino} isHidden isTrump={isTrump(plain(domino), list.trump)} />
                    ))}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {list.hands.length > most && (
            <button type="button" class="quiet more" onClick={() => setMost(most + 4 * atOnce)}>
              Show more of the {plural(list.hands.length - most, "further hand")}
            </button>
          )}
        </>
      )}
    </section>
  );
};

export const Texas42Room = () => {
  useEffect(state.enter, []);
  return (
    <div class="deal-room texas-room">
      <div class="left">
        <Picker />
        <Lists />
      </div>
      <div class="right">
        {state.error.value && (
          <p class="notice error" role="alert">
            {state.error.value}
          </p>
        )}
        <Verdict />
        <Ranking />
        <Worlds />
      </div>
    </div>
  );
};
