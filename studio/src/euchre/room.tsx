/** The room Euchre: a table, three bots, hints with exact odds, and statistics. */
import { useEffect } from "preact/hooks";
import { type Suit, seatNames, suitNames, symbols } from "../cards/hands";
import type { EuchreMove, EuchreView, SeatName } from "../engine/answers";
import { grouped, percent } from "../numbers";
import { Backs, Card, CardButton, cardName, cardText, isCard } from "./card";
import * as state from "./state";

const partnerOf: Record<SeatName, SeatName> = { N: "S", E: "W", S: "N", W: "E" };
const trumpText = (trump: string): string => (trump === "NT" ? "no trump" : `${suitNames[trump as Suit]} ${symbols[trump as Suit]}`);

const bidText = (bid: string[]): string => {
  const [, what, suit] = bid;
  const alone = bid.at(-1) === "alone" ? " alone" : "";
  if (what === "order") return `orders it up${alone}`;
  if (what === "name") return `names ${trumpText(suit ?? "")}${alone}`;
  return { pass: "passes", defend: "defends alone", throw_in: "throws in" }[what ?? ""] ?? what ?? "";
};
const moveText = (one: EuchreMove): string => {
  const alone = one.alone ? ", alone" : "";
  switch (one.move) {
    case "pass":
      return "Pass";
    case "order":
      return `Order it up${alone}`;
    case "name":
      return `${one.suit === "NT" ? "No trump" : `${trumpText(one.suit ?? "")}`}${alone}`;
    case "defend":
      return "Defend alone";
    case "throw_in":
      return "Throw the hand in";
    default:
      return `${one.move} ${one.card ? cardName(one.card) : ""}`;
  }
};
const isSame = (one: EuchreMove, other: { move: string; suit?: string | null; card?: string | null; alone: boolean } | undefined): boolean =>
  other !== undefined && one.move === other.move && (one.suit ?? null) === (other.suit ?? null) && (one.card ?? null) === (other.card ?? null) && one.alone === other.alone;

const sitsOut = (view: EuchreView, seat: SeatName): boolean =>
  (view.alone === true && view.maker === partnerOf[seat]) || (view.defend_alone != null && view.defend_alone === partnerOf[seat]);

const Place = ({ view, seat }: { view: EuchreView; seat: SeatName }) => {
  const played = (view.tricks ?? []).flat().filter(([who]) => who === seat).length;
  const bid = [...(view.bids ?? [])].reverse().find((one) => one[0] === seat);
  const isTurn = state.table.value?.turn === seat;
  return (
    <div class={`place place-${seat} ${isTurn ? "is-turn" : ""}`}>
      <p class="who">
        <b>{seat === "S" ? "You" : seatNames[seat]}</b>
        {view.dealer === seat && <span class="chip">dealer</span>}
        {view.maker === seat && view.trump && <span class="chip is-maker">{trumpText(view.trump)}</span>}
      </p>
      {seat !== "S" && !sitsOut(view, seat) && <Backs number={Math.max(0, 5 - played)} who={seatNames[seat]} />}
      <p class="bid">{sitsOut(view, seat) ? "sits out" : state.thinking.value === seat ? "thinks …" : bid ? bidText(bid) : " "}</p>
    </div>
  );
};

const Middle = ({ view }: { view: EuchreView }) => {
  const table = state.table.value;
  const tricks = view.tricks ?? [];
  const now = tricks.at(-1) ?? [];
  const players = 4 - (["N", "E", "S", "W"] as const).filter((seat) => sitsOut(view, seat)).length;
  const isOver = now.length === players;
  const isNew = isOver && !table?.trick;
  return (
    <div class="middle" aria-label="On the table" role="group">
      {!view.trump && <Card card={view.upcard} isFaint={table?.stage === "name"} />}
      {view.trump && !isNew && now.map(([seat, card]) => (
        <span key={card} class={`played played-${seat} ${table?.trick && table.trick.winner === seat ? "is-winner" : ""}`}>
          <span class="unseen">{seat === "S" ? "You" : seatNames[seat as SeatName]}: </span>
          <Card card={card} />
        </span>
      ))}
    </div>
  );
};

const Table = ({ view }: { view: EuchreView }) => {
  const table = state.table.value;
  if (!table) return null;
  const isMine = table.turn === "S";
  const legal = isMine ? table.legal : [];
  const best = state.hint.value;
  const cards = legal.filter((one) => one.card);
  const bids = legal.filter((one) => !one.card);
  const hand = view.hand;
  const extra = table.stage === "discard" && isMine ? cards.flatMap((one) => (one.card && !hand.includes(one.card) ? [one.card] : [])) : [];
  const isPlain = (card: string) => cards.find((one) => one.card === card);
  const asks: Record<string, string> = {
    order: "Shall the dealer take it up?",
    name: "Which suit?",
    defend: "Defend alone?",
    discard: "Which card do you lay away?",
    give: "Which card do you give?",
    return: "Which card do you give back?",
    play: "Your card?",
  };
  return (
    <section class="felt" aria-label="The table">
      <Place view={view} seat="N" />
      <Place view={view} seat="W" />
      <Middle view={view} />
      <Place view={view} seat="E" />
      <Place view={view} seat="S" />
      <div class={`my-hand ${cards.length > 0 ? "is-asked" : ""}`} role="group" aria-label="Your hand">
        {[...hand, ...extra].map((card) => {
          const one = isPlain(card);
          return <CardButton key={card} card={card} disabled={!one} isBest={one !== undefined && isSame(one, best)} onClick={() => one && state.move(one)} />;
        })}
      </div>
      <p class="asked" role="status">
        {isMine ? asks[table.stage] : table.result ? table.result.words : state.thinking.value ? `${seatNames[state.thinking.value]} thinks …` : " "}
      </p>
      {bids.length > 0 && (
        <div class="row bids">
          {bids.map((one) => (
            <button key={moveText(one)} type="button" class={isSame(one, best) ? "is-best" : "quiet"} onClick={() => state.move(one)}>
              {moveText(one)}
              {isSame(one, best) && <span class="unseen">, the hint</span>}
            </button>
          ))}
        </div>
      )}
      {table.result && (
        <div class="row bids">
          {table.winner ? (
            <button type="button" onClick={() => void state.begin()}>
              {table.winner === "NS" ? "You have won: another game" : "They have won: another game"}
            </button>
          ) : (
            <button type="button" onClick={state.nextHand}>
              Next hand
            </button>
          )}
        </div>
      )}
    </section>
  );
};

const Score = ({ view }: { view: EuchreView }) => {
  const table = state.table.value;
  if (!table) return null;
  const tricks = table.trick?.tricks ?? table.result?.tricks;
  return (
    <section class="panel" aria-labelledby="score-title">
      <h2 id="score-title">Score</h2>
      <dl class="score">
        <div>
          <dt>You and North</dt>
          <dd>{table.score.NS}</dd>
        </div>
        <div>
          <dt>East and West</dt>
          <dd>{table.score.EW}</dd>
        </div>
      </dl>
      <p class="hint">
        Hand {table.hand}, to 10 points. {view.trump ? `${view.maker === "S" ? "You" : seatNames[(view.maker ?? "N") as SeatName]} made ${trumpText(view.trump)}${view.alone ? ", alone" : ""}.` : ""}{" "}
        {tricks ? `Tricks ${tricks.NS ?? 0} to ${tricks.EW ?? 0}.` : ""}
      </p>
      <div class="row">
        {state.practice.value && (
          <button type="button" class="quiet" disabled={!state.canUndo()} onClick={state.undo}>
            Take it back
          </button>
        )}
        <button type="button" class="quiet" onClick={() => void state.save()}>
          Save the game
        </button>
      </div>
    </section>
  );
};

const Hint = () => {
  const table = state.table.value;
  const hint = state.hint.value;
  const isMine = table?.turn === "S";
  const worlds = hint?.worlds;
  const places = worlds ? Object.keys(worlds.places) : [];
  return (
    <section class="panel" aria-labelledby="hint-title">
      <div class="panel-head">
        <h2 id="hint-title">Hint</h2>
        <button type="button" class="quiet small" disabled={!isMine || state.isHinting.value} onClick={() => void state.advise()}>
          {state.isHinting.value ? "Thinking …" : "What would you do?"}
        </button>
      </div>
      {!hint && (
        <p class="hint">
          {state.said.value ? `${seatNames[state.said.value.seat]}: ${state.said.value.reason}` : "At your turn, ask what an expert would do, and who may hold what."}
        </p>
      )}
      {hint && (
        <div aria-live="polite">
          <p class="advice">
            <b>{hint.card ? `${hint.move === "discard" ? "Lay away" : "Play"} the ${cardName(hint.card)}` : moveText(hint as EuchreMove)}</b>: {hint.reason}
          </p>
          {Object.keys(hint.values).length > 0 && (
            <table class="combinations">
              <thead>
                <tr>
                  <th scope="col">Move</th>
                  <th scope="col">Points, about</th>
                </tr>
              </thead>
              <tbody>
                {Object.entries(hint.values).map(([name, one]) => (
                  <tr key={name}>
                    <td>{isCard(name) ? cardText(name) : name}</td>
                    <td class="number">
                      {one.value > 0 ? "+" : ""}
                      {one.value.toFixed(2)} ± {one.interval.toFixed(2)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {worlds && (
            <details>
              <summary>Who holds what</summary>
              <p class="odds-more">
                {grouped(worlds.count)} worlds fit what you have seen. The chances are {worlds.weighed ? "estimates" : "exact"}.
              </p>
              <div class="wide" tabindex={0} role="region" aria-label="Chances">
                <table class="heat">
                  <thead>
                    <tr>
                      <th scope="col">Card</th>
                      {places.map((place) => (
                        <th key={place} scope="col">
                          {seatNames[place as SeatName] ?? place}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {Object.entries(worlds.odds).map(([card, chances]) => (
                      <tr key={card}>
                        <th scope="row" class={`suit-${card.slice(-1)}`}>
                          {cardText(card)}
                        </th>
                        {places.map((place) => (
                          <td key={place} class={`heat-${Math.ceil(8 * (chances[place] ?? 0))}`}>
                            {percent(chances[place] ?? 0)}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </details>
          )}
        </div>
      )}
    </section>
  );
};

const LevelChoice = ({ label, level }: { label: string; level: typeof state.partner }) => (
  <label>
    <span>{label}</span>
    <select
      value={level.value}
      onChange={(event) => {
        level.value = event.currentTarget.value as state.Level;
        state.changed();
      }}
    >
      {state.levels.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  </label>
);

const Settings = () => (
  <section class="panel" aria-labelledby="settings-title">
    <div class="panel-head">
      <h2 id="settings-title">Game</h2>
      <button type="button" class={state.table.value ? "quiet small" : "small"} onClick={() => void state.begin()}>
        New game
      </button>
    </div>
    <div class="fields">
      <LevelChoice label="Your partner plays like a" level={state.partner} />
      <LevelChoice label="The others like a" level={state.others} />
      <label class="check">
        <input
          type="checkbox"
          checked={state.practice.value}
          onChange={(event) => {
            state.practice.value = event.currentTarget.checked;
            state.changed();
          }}
        />
        <span>practice: moves can be taken back, and nothing is counted</span>
      </label>
    </div>
    <details class="types">
      <summary>House rules, for the next game</summary>
      {state.rules.map(({ rule, about }) => (
        <label key={rule} class="check">
          <input
            type="checkbox"
            checked={state.houseRules.value.includes(rule)}
            onChange={(event) => {
              const chosen = event.currentTarget.checked;
              state.houseRules.value = state.rules.map((one) => one.rule).filter((one) => (one === rule ? chosen : state.houseRules.value.includes(one)));
              state.changed();
            }}
          />
          <span>{about}</span>
        </label>
      ))}
    </details>
  </section>
);

const Statistics = () => {
  const now = state.statistics.value;
  if (now.hands === 0) return null;
  const of = (part: number, whole: number) => (whole > 0 ? `${part} of ${whole}` : "none yet");
  const rows: [string, string][] = [
    ["Games won", of(now.won, now.games)],
    ["Hands", grouped(now.hands)],
    ["Points a hand", ((now.points - now.against) / now.hands).toFixed(2)],
    ["Your calls that were made", of(now.made, now.calls)],
    ["with all five tricks", of(now.marches, now.calls)],
    ["that were euchred", of(now.euchred, now.calls)],
    ["that you played alone", of(now.alone, now.calls)],
  ];
  return (
    <section class="panel" aria-labelledby="statistics-title">
      <div class="panel-head">
        <h2 id="statistics-title">How you do</h2>
        <button type="button" class="quiet small" onClick={state.forgetStatistics}>
          Forget it
        </button>
      </div>
      <table class="combinations">
        <tbody>
          {rows.map(([what, value]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td class="number">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

export const EuchreRoom = () => {
  useEffect(state.enter, []);
  const view = state.view.value;
  return (
    <div class="deal-room euchre-room">
      <div class="right">
        {state.error.value && (
          <p class="notice error" role="alert">
            {state.error.value}
          </p>
        )}
        {view ? (
          <Table view={view} />
        ) : (
          <section class="felt is-empty" aria-label="The table">
            <p>
              You sit South, with North as your partner, against East and West. They are bots that see no more than a player at their place sees.
            </p>
            <button type="button" onClick={() => void state.begin()}>
              Play
            </button>
          </section>
        )}
      </div>
      <div class="left">
        {view && <Score view={view} />}
        {view && <Hint />}
        <Settings />
        <Statistics />
      </div>
    </div>
  );
};
