/** What one hand type asks of a hand, as a form. */
import { useState } from "preact/hooks";
import type { SeatName } from "../engine/answers";
import { seatNames, seats, type Suit, suitNames, suits, symbols } from "../cards/hands";
import {
  at,
  balanced,
  type Fields,
  fields,
  type Json,
  list,
  number,
  partner,
  put,
  semiBalanced,
  shapeChoice,
  type ShapeChoice,
  shapes,
  type Step,
  suitFields,
  text,
  typePath,
  wholeSuit,
  written,
} from "./document";
import { RangeField } from "./range";
import * as state from "./state";

export const Said = ({ path }: { path: Step[] }) => {
  const found = state.saidAt(written(path));
  if (found.length === 0) return null;
  return (
    <ul class="findings said">
      {found.slice(0, 3).map((one) => (
        <li key={`${one.path} ${one.message}`} class={one.severity}>
          {one.message}
        </li>
      ))}
    </ul>
  );
};

/** The points of one suit: all of them are ten, and a file may say more. */
const pointsInSuit = 10;
const wholePoints = 37;

type SuitProps = { path: Step[]; name: string; label: preact.ComponentChildren };
export const CardsField = ({ path, name, label, quiet }: SuitProps & { quiet?: boolean }) => {
  const range = fields(at(state.document.value, path));
  return (
    <RangeField
      label={label}
      name={name}
      least={0}
      most={13}
      min={number(range.min_cards, 0)}
      max={number(range.max_cards, 13)}
      onChange={(min, max) => state.set(path, { ...range, min_cards: min, max_cards: max })}
      said={!quiet && <Said path={path} />}
    />
  );
};
const PointsField = ({ path, name, label }: SuitProps) => {
  const range = fields(at(state.document.value, path));
  return (
    <RangeField
      label={label}
      name={name}
      least={0}
      most={pointsInSuit}
      min={number(range.min_hcp, 0)}
      max={number(range.max_hcp, wholePoints)}
      onChange={(min, max) => state.set(path, { ...range, min_hcp: min, max_hcp: max === pointsInSuit ? wholePoints : max })}
    />
  );
};
export const SuitLabel = ({ suit }: { suit: Suit }) => (
  <>
    <span class={`suit-${suit}`} aria-hidden="true">
      {symbols[suit]}
    </span>{" "}
    {suitNames[suit]}
  </>
);

const Shape = ({ path, one }: { path: Step[]; one: Fields }) => {
  const choice = shapeChoice(one.allowed_shapes);
  const choose = (next: ShapeChoice) => {
    const lists: Record<ShapeChoice, Json | undefined> = { any: undefined, balanced, "semi-balanced": semiBalanced, these: ["any 5431"] };
    state.set([...path, "allowed_shapes"], lists[next]);
  };
  return (
    <div class="fields">
      <label>
        <span>Shape</span>
        <select value={choice} onChange={(event) => choose(event.currentTarget.value as ShapeChoice)}>
          <option value="any">any</option>
          <option value="balanced">balanced: 4333, 4432, 5332</option>
          <option value="semi-balanced">semi-balanced: also 5422, 6322</option>
          <option value="these">these …</option>
        </select>
      </label>
      {choice === "these" && (
        <label class="grow">
          <span>Shapes, spades first; x is any number, any in any order</span>
          <input
            type="text"
            class="mono"
            value={list(one.allowed_shapes).map(text).join(", ")}
            onChange={(event) => {
              const found = shapes(event.currentTarget.value);
              state.set([...path, "allowed_shapes"], found.length > 0 ? found : undefined);
            }}
          />
        </label>
      )}
      <Said path={[...path, "allowed_shapes"]} />
    </div>
  );
};

const furtherNames = ["random_suit_constraint", "partner_contingent_constraint", "opponents_contingent_suit_constraint"] as const;

/** The suits that a hand type draws, or looks at in another hand. */
const Further = ({ seat, path, one }: { seat: SeatName; path: Step[]; one: Fields }) => {
  const random = fields(one.random_suit_constraint);
  const isRandom = one.random_suit_constraint != null;
  const name = one.partner_contingent_constraint != null ? furtherNames[1] : furtherNames[2];
  const other = fields(one[name]);
  const otherSeat = text(other.partner_seat) || text(other.opponent_seat);
  const isOther = one.partner_contingent_constraint != null || one.opponents_contingent_suit_constraint != null;
  const chosen = isRandom ? "random" : isOther ? otherSeat : "";
  const choose = (next: string) => {
    const nothing = { random_suit_constraint: null, partner_contingent_constraint: null, opponents_contingent_suit_constraint: null };
    const range = { ...wholeSuit(), min_cards: 5 };
    const to: Fields =
      next === "random"
        ? { random_suit_constraint: { allowed_suits: ["S", "H"], required_suits_count: 1, suit_ranges: [range], pair_overrides: [] } }
        : next === partner[seat]
          ? { partner_contingent_constraint: { partner_seat: next, suit_range: { ...wholeSuit(), min_cards: 3 }, use_non_chosen_suit: false } }
          : next
            ? { opponents_contingent_suit_constraint: { opponent_seat: next, suit_range: { ...wholeSuit(), min_cards: 3 }, use_non_chosen_suit: false } }
            : {};
    state.set(path, { ...one, ...nothing, ...to });
  };
  const others = seats.filter((other) => other !== seat);
  return (
    <>
      <div class="fields">
        <label>
          <span>A suit that changes from board to board</span>
          <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">none</option>
            <option value="random">drawn at random</option>
            {others.map((other) => (
              <option key={other} value={other}>
                the suit that {seatNames[other]} drew
              </option>
            ))}
          </select>
        </label>
      </div>
      {isRandom && <Random path={[...path, "random_suit_constraint"]} random={random} />}
      {isOther && (
        <div class="nested">
          <CardsField path={[...path, name, "suit_range"]} name={`Cards in ${seatNames[otherSeat as SeatName] ?? "the other"}'s suit`} label="cards in it" quiet />
          <PointsField path={[...path, name, "suit_range"]} name={`Points in ${seatNames[otherSeat as SeatName] ?? "the other"}'s suit`} label="points in it" />
          <label class="check">
            <input type="checkbox" checked={other.use_non_chosen_suit === true} onChange={(event) => state.set([...path, name, "use_non_chosen_suit"], event.currentTarget.checked)} />
            <span>the one it did not draw</span>
          </label>
          <Said path={[...path, name]} />
        </div>
      )}
    </>
  );
};

const places = ["first", "second", "third", "fourth"];
const Random = ({ path, random }: { path: Step[]; random: Fields }) => {
  const allowed = list(random.allowed_suits).map(text);
  const count = Math.min(Math.max(number(random.required_suits_count, 1), 1), 4);
  const ranges = Array.isArray(random.suit_ranges) ? random.suit_ranges : Array.from({ length: count }, () => random.per_suit_range ?? wholeSuit());
  const sized = (number: number): Json[] => Array.from({ length: number }, (_, i) => ranges[i] ?? ranges.at(-1) ?? wholeSuit());
  const change = (next: Fields) => {
    const { per_suit_range: _, ...rest } = random;
    state.set(path, { ...rest, ...next });
  };
  return (
    <div class="nested">
      <fieldset class="choices">
        <legend>Drawn from</legend>
        {suits.map((suit) => (
          <label key={suit} class="check">
            <input
              type="checkbox"
              checked={allowed.includes(suit)}
              onChange={(event) => {
                const next = suits.filter((one) => (one === suit ? event.currentTarget.checked : allowed.includes(one)));
                const number = Math.max(1, Math.min(count, next.length));
                if (next.length > 0) change({ allowed_suits: [...next], required_suits_count: number, suit_ranges: sized(number) });
                else event.currentTarget.checked = true;
              }}
            />
            <span>
              <SuitLabel suit={suit} />
            </span>
          </label>
        ))}
      </fieldset>
      {allowed.length > 1 && (
        <label>
          <span>How many</span>
          <select
            value={count}
            onChange={(event) => {
              const number = Number(event.currentTarget.value);
              change({ required_suits_count: number, suit_ranges: sized(number) });
            }}
          >
            {allowed.map((_, i) => (
              <option key={i} value={i + 1}>
                {i === 0 ? "one suit" : `${i + 1} suits`}
              </option>
            ))}
          </select>
        </label>
      )}
      {sized(count).map((_, i) => {
        const which = count === 1 ? "the random suit" : `the ${places[i]} random suit`;
        const place = Array.isArray(random.suit_ranges) ? [...path, "suit_ranges", i] : [...path, "per_suit_range"];
        return (
          <div key={i}>
            <CardsField path={place} name={`Cards in ${which}`} label={count === 1 ? "cards in it" : `cards in the ${places[i]}`} quiet />
            <PointsField path={place} name={`Points in ${which}`} label={count === 1 ? "points in it" : `points in the ${places[i]}`} />
          </div>
        );
      })}
      {list(random.pair_overrides).length > 0 && <p class="hint">The file has ranges of its own for some pairs of suits. They are kept as they are.</p>}
      <Said path={path} />
    </div>
  );
};

const groups = { ANY: "any suit", MAJOR: "a major", MINOR: "a minor" };

/** Hands that a type leaves out. */
const Exclusions = ({ seat, index }: { seat: SeatName; index: number }) => {
  const all = list(state.document.value.subprofile_exclusions);
  const mine = all.flatMap((one, place) => (at(one, ["seat"]) === seat && at(one, ["subprofile_index"]) === index + 1 ? [place] : []));
  const add = (what: Fields) => state.set(["subprofile_exclusions"], [...all, { seat, subprofile_index: index + 1, ...what }]);
  return (
    <>
      {mine.map((place) => {
        const path: Step[] = ["subprofile_exclusions", place];
        const one = fields(all[place]);
        const clauses = list(one.clauses);
        return (
          <div key={place} class="nested excluded">
            {Array.isArray(one.excluded_shapes) ? (
              <label class="grow">
                <span>Not these shapes, longest suit first; x is any number</span>
                <input
                  type="text"
                  class="mono"
                  value={list(one.excluded_shapes).map(text).join(", ")}
                  onChange={(event) => state.set([...path, "excluded_shapes"], shapes(event.currentTarget.value))}
                />
              </label>
            ) : (
              clauses.map((clause, i) => (
                <Clause key={i} clause={fields(clause)} isFirst={i === 0} onChange={(next) => state.set([...path, "clauses", i], next)} />
              ))
            )}
            <div class="row">
              {clauses.length === 1 && (
                <button type="button" class="quiet small" onClick={() => state.set([...path, "clauses"], [...clauses, { group: "ANY", length_eq: 2, count: 2 }])}>
                  and …
                </button>
              )}
              <button type="button" class="quiet small" onClick={() => state.set(path, undefined)}>
                Remove
              </button>
            </div>
            <Said path={path} />
          </div>
        );
      })}
      <div class="row">
        <button type="button" class="quiet small" onClick={() => add({ excluded_shapes: ["64xx"] })}>
          Leave out shapes
        </button>
        <button type="button" class="quiet small" onClick={() => add({ clauses: [{ group: "MAJOR", length_eq: 4, count: 1 }] })}>
          Leave out lengths
        </button>
      </div>
    </>
  );
};

const Clause = ({ clause, isFirst, onChange }: { clause: Fields; isFirst: boolean; onChange: (next: Fields) => void }) => (
  <div class="fields clause">
    <label>
      <span>{isFirst ? "Not with" : "and"}</span>
      <input type="number" min={0} max={4} value={number(clause.count, 1)} onChange={(event) => onChange({ ...clause, count: Number(event.currentTarget.value) })} />
    </label>
    <label>
      <span>times</span>
      <select value={text(clause.group)} onChange={(event) => onChange({ ...clause, group: event.currentTarget.value })}>
        {Object.entries(groups).map(([group, words]) => (
          <option key={group} value={group}>
            {words}
          </option>
        ))}
      </select>
    </label>
    <label>
      <span>of so many cards</span>
      <input type="number" min={0} max={13} value={number(clause.length_eq, 4)} onChange={(event) => onChange({ ...clause, length_eq: Number(event.currentTarget.value) })} />
    </label>
  </div>
);

const says = (range: Json | undefined): boolean => number(fields(range).min_hcp, 0) > 0 || number(fields(range).max_hcp, wholePoints) < pointsInSuit;

export const HandForm = ({ seat, index, one }: { seat: SeatName; index: number; one: Fields }) => {
  const path = typePath(seat, index);
  const standard = fields(one.standard);
  const who = seatNames[seat];
  const hasSuitPoints = suits.some((suit) => says(standard[suitFields[suit]]));
  const [isOpen, setOpen] = useState(hasSuitPoints);
  return (
    <div class="hand-form">
      <RangeField
        label="points"
        name={`${who}'s points`}
        least={0}
        most={wholePoints}
        min={number(standard.total_min_hcp, 0)}
        max={number(standard.total_max_hcp, wholePoints)}
        onChange={(min, max) => state.set([...path, "standard"], put(put(standard, ["total_min_hcp"], min), ["total_max_hcp"], max))}
        said={
          <>
            <Said path={[...path, "standard", "total_min_hcp"]} />
            <Said path={[...path, "standard", "total_max_hcp"]} />
          </>
        }
      />
      {suits.map((suit) => (
        <CardsField key={suit} path={[...path, "standard", suitFields[suit]]} name={`${who}'s ${suitNames[suit]}`} label={<SuitLabel suit={suit} />} />
      ))}
      <Shape path={path} one={one} />
      <Further seat={seat} path={path} one={one} />
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Points in each suit</summary>
        {isOpen &&
          suits.map((suit) => (
            <PointsField key={suit} path={[...path, "standard", suitFields[suit]]} name={`${who}'s points in ${suitNames[suit]}`} label={<SuitLabel suit={suit} />} />
          ))}
      </details>
      <Exclusions seat={seat} index={index} />
    </div>
  );
};
