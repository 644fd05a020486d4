/** What two partners have to do with each other: which of their hand types go together, and what both hold. */
import { seatNames, suits } from "../cards/hands";
import { at, type Fields, fields, list, number, seatsOf, type Side, sides, type Step, suitFields, text, typesOf } from "./document";
import { CardsField, Said, SuitLabel } from "./hand";
import { RangeField } from "./range";
import * as state from "./state";

const sideNames: Record<Side, string> = { NS: "North and South", EW: "East and West" };

const Coupling = ({ side }: { side: Side }) => {
  const document = state.document.value;
  const [first, second] = seatsOf[side];
  const numbers = [typesOf(document, first).length, typesOf(document, second).length];
  const prefix = side.toLowerCase();
  const modeName = `${prefix}_role_mode`;
  const mapName = `${prefix}_bespoke_map`;
  const linkedName = `${prefix}_linked_profile`;
  if ((numbers[0] ?? 1) < 2 || (numbers[1] ?? 1) < 2) return null;
  if (document[linkedName] != null) {
    return (
      <div class="nested">
        <p class="hint">
          {sideNames[side]}: the file says which hand type of the one goes with which of the other (<code>{linkedName}</code>). It is kept as it is.
        </p>
        <button type="button" class="quiet small" onClick={() => state.set([linkedName], null)}>
          Take it away
        </button>
      </div>
    );
  }
  const canCouple = numbers[0] === numbers[1] || document[mapName] != null;
  const [low, high] = [seatNames[first].toLowerCase(), seatNames[second].toLowerCase()];
  const mode = text(document[modeName]);
  const driver = mode === `${high}_drives` ? second : first;
  const follower = driver === first ? second : first;
  const map = document[mapName];
  const rows = typesOf(document, driver);
  const columns = typesOf(document, follower);
  const nameOf = (one: Fields, i: number) => text(one.name) || `type ${i + 1}`;
  const begin = () => state.set([mapName], Object.fromEntries(rows.map((_, i) => [String(i), [Math.min(i, columns.length - 1)]])));
  return (
    <div class="nested coupling">
      <label>
        <span>Hand types of {sideNames[side]}</span>
        <select value={mode} onChange={(event) => state.set([modeName], event.currentTarget.value || null)}>
          <option value="">as the dealing order says</option>
          <option value="no_driver_no_index">each for itself</option>
          <option value={`${low}_drives`}>{seatNames[first]} chooses, {seatNames[second]} has the same number</option>
          <option value={`${high}_drives`}>{seatNames[second]} chooses, {seatNames[first]} has the same number</option>
          <option value="random_driver">one of them chooses, the other has the same number</option>
        </select>
      </label>
      {!canCouple && mode !== "no_driver_no_index" && <p class="hint">They have different numbers of hand types: each chooses for itself, unless you say which go together.</p>}
      {mode.endsWith("_drives") &&
        (map == null ? (
          <button type="button" class="quiet small" onClick={begin}>
            Say which go together
          </button>
        ) : (
          <>
            <table class="goes-with">
              <caption>
                With what {seatNames[driver]} has, {seatNames[follower]} may have
              </caption>
              <thead>
                <tr>
                  <td />
                  {columns.map((one, i) => (
                    <th key={i} scope="col">
                      {nameOf(one, i)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((one, i) => {
                  const chosen = list(at(map, [String(i)])).map((value) => number(value, -1));
                  return (
                    <tr key={i}>
                      <th scope="row">{nameOf(one, i)}</th>
                      {columns.map((other, j) => (
                        <td key={j}>
                          <input
                            type="checkbox"
                            aria-label={`${seatNames[driver]} ${nameOf(one, i)} with ${seatNames[follower]} ${nameOf(other, j)}`}
                            checked={chosen.includes(j)}
                            onChange={(event) => {
                              const next = columns.flatMap((_, k) => ((k === j ? event.currentTarget.checked : chosen.includes(k)) ? [k] : []));
                              if (next.length > 0) state.set([mapName, String(i)], next);
                              else event.currentTarget.checked = true;
                            }}
                          />
                        </td>
                      ))}
                    </tr>
                  );
                })}
              </tbody>
            </table>
            <button type="button" class="quiet small" onClick={() => state.set([mapName], null)}>
              The same number again
            </button>
          </>
        ))}
      <Said path={[modeName]} />
      <Said path={[mapName]} />
    </div>
  );
};

/** The points of two hands together. */
const allPoints = 40;

const Together = ({ place, one }: { place: number; one: Fields }) => {
  const path: Step[] = ["pair_constraints", place];
  const side = text(one.pair) === "EW" ? "EW" : "NS";
  return (
    <div class="nested">
      <div class="row">
        <label>
          <span class="unseen">Which pair</span>
          <select value={side} onChange={(event) => state.set(path, { ...one, pair: event.currentTarget.value })}>
            {sides.map((side) => (
              <option key={side} value={side}>
                {sideNames[side]}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="quiet small" onClick={() => state.set(path, undefined)}>
          Remove
        </button>
      </div>
      <RangeField
        label="points"
        name={`Points of ${sideNames[side]}`}
        least={0}
        most={allPoints}
        min={number(one.min_hcp, 0)}
        max={number(one.max_hcp, allPoints)}
        onChange={(min, max) => state.set(path, { ...one, min_hcp: min, max_hcp: max })}
      />
      {suits.map((suit) => (
        <CardsField key={suit} path={[...path, suitFields[suit]]} name={`${suitFields[suit]} of ${sideNames[side]}`} label={<SuitLabel suit={suit} />} quiet />
      ))}
      {Array.isArray(one.subprofiles) && <p class="hint">Only for some of their hand types, as the file says: {JSON.stringify(one.subprofiles)}.</p>}
      <Said path={path} />
    </div>
  );
};

const drawsSuits = (seat: "N" | "E" | "S" | "W") => typesOf(state.document.value, seat).some((one) => one.random_suit_constraint != null);

export const PairsPanel = () => {
  const document = state.document.value;
  const pairs = list(document.pair_constraints);
  const draws = (["N", "E", "S", "W"] as const).filter(drawsSuits).length;
  return (
    <section class="panel" aria-labelledby="pairs-title">
      <div class="panel-head">
        <h2 id="pairs-title">Both hands together</h2>
        <button type="button" class="quiet small" onClick={() => state.set(["pair_constraints"], [...pairs, { pair: "NS", min_hcp: 0, max_hcp: allPoints, hearts: { min_cards: 8, max_cards: 13 } }])}>
          Add
        </button>
      </div>
      {pairs.length === 0 && <p class="hint">A fit of eight hearts, or enough points for game: what two partners hold between them.</p>}
      {pairs.map((one, place) => (
        <Together key={place} place={place} one={fields(one)} />
      ))}
      {sides.map((side) => (
        <Coupling key={side} side={side} />
      ))}
      {(draws > 1 || document.random_suits_differ === true) && (
        <label class="check">
          <input type="checkbox" checked={document.random_suits_differ === true} onChange={(event) => state.set(["random_suits_differ"], event.currentTarget.checked)} />
          <span>no suit is drawn by two seats</span>
        </label>
      )}
    </section>
  );
};
