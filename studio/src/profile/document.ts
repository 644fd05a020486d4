/**
 * A profile as its file has it. What the page does not know of stays where it is; whatever is changed is changed in a copy, so
 * that one can go back.
 */
import type { SeatName } from "../engine/answers";
import { seats, type Suit } from "../cards/hands";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Fields = { [name: string]: Json };
export type Step = string | number;

export const suitFields: Record<Suit, string> = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
export const sides = ["NS", "EW"] as const;
export type Side = (typeof sides)[number];
export const seatsOf: Record<Side, [SeatName, SeatName]> = { NS: ["N", "S"], EW: ["E", "W"] };
export const sideOf = (seat: SeatName): Side => (seat === "N" || seat === "S" ? "NS" : "EW");
export const partner: Record<SeatName, SeatName> = { N: "S", E: "W", S: "N", W: "E" };

export const wholeSuit = (): Fields => ({ min_cards: 0, max_cards: 13, min_hcp: 0, max_hcp: 37 });
export const anyHand = (): Fields => ({
  standard: { spades: wholeSuit(), hearts: wholeSuit(), diamonds: wholeSuit(), clubs: wholeSuit(), total_min_hcp: 0, total_max_hcp: 37 },
  random_suit_constraint: null,
  partner_contingent_constraint: null,
  opponents_contingent_suit_constraint: null,
});

export const fresh = (): Fields => ({
  profile_name: "New profile",
  description: "",
  dealer: "N",
  tag: "Opener",
  rotate_deals_by_default: true,
  seat_profiles: Object.fromEntries(seats.map((seat) => [seat, { seat, subprofiles: [anyHand()] }])),
});

const isFields = (value: Json | undefined): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
export const fields = (value: Json | undefined): Fields => (isFields(value) ? value : {});
export const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
export const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");
export const number = (value: Json | undefined, other: number): number => (typeof value === "number" && Number.isFinite(value) ? value : other);

export const at = (value: Json | undefined, path: Step[]): Json | undefined =>
  path.reduce<Json | undefined>((found, step) => (typeof step === "number" ? list(found)[step] : fields(found)[step]), value);

/** The same with something else at a place; `undefined` takes it away. */
export const put = (value: Json | undefined, path: Step[], what: Json | undefined): Json => {
  const [step, ...rest] = path;
  if (step === undefined) return what ?? null;
  if (typeof step === "number") {
    const copy = [...list(value)];
    if (rest.length === 0 && what === undefined) copy.splice(step, 1);
    else copy[step] = put(copy[step], rest, what);
    return copy;
  }
  const copy = { ...fields(value) };
  if (rest.length === 0 && what === undefined) delete copy[step];
  else copy[step] = put(copy[step], rest, what);
  return copy;
};

/** How the engine writes a place: `seat_profiles.N.subprofiles[1].standard`. */
export const written = (path: Step[]): string => path.reduce<string>((done, step) => (typeof step === "number" ? `${done}[${step}]` : done ? `${done}.${step}` : step), "");

export const typesOf = (document: Fields, seat: SeatName): Fields[] => {
  const found = list(at(document, ["seat_profiles", seat, "subprofiles"])).map(fields);
  return found.length > 0 ? found : [anyHand()];
};
export const typePath = (seat: SeatName, index: number): Step[] => ["seat_profiles", seat, "subprofiles", index];

/** The document with a place for a seat, if it left it out. */
export const withSeat = (document: Fields, seat: SeatName): Fields =>
  list(at(document, ["seat_profiles", seat, "subprofiles"])).length > 0
    ? document
    : (put(document, ["seat_profiles", seat], { seat, subprofiles: [anyHand()] }) as Fields);

/** Shares that add up to 100, as whole numbers, about as they were. */
const shared = (types: Fields[]): Fields[] => {
  const weights = types.map((one) => Math.max(0, number(one.weight_percent, 0)));
  const sum = weights.reduce((a, b) => a + b, 0);
  let rest = 100;
  return types.map((one, i) => {
    const left = types.length - i;
    const share = left === 1 ? rest : Math.round(sum > 0 ? (100 * (weights[i] ?? 0)) / sum : 100 / types.length);
    rest -= share;
    return { ...one, weight_percent: share };
  });
};

export const addType = (document: Fields, seat: SeatName): Fields => {
  const whole = withSeat(document, seat);
  const types = typesOf(whole, seat);
  const each = types.length === 1 ? 100 : 100 / types.length;
  return put(whole, ["seat_profiles", seat, "subprofiles"], shared([...types, { ...anyHand(), weight_percent: each }])) as Fields;
};

/** Takes a hand type away, and all that names it; what names a later one names it by its new number. */
export const removeType = (document: Fields, seat: SeatName, index: number): Fields => {
  const left = typesOf(document, seat).filter((_, i) => i !== index);
  const others = left.length === 1 ? left.map((one) => ({ ...one, weight_percent: 100 })) : shared(left);
  let now = put(document, ["seat_profiles", seat, "subprofiles"], others) as Fields;
  const moved = (i: number): number | undefined => (i === index ? undefined : i > index ? i - 1 : i);
  const exclusions = list(now.subprofile_exclusions).flatMap((one) => {
    if (at(one, ["seat"]) !== seat) return [one];
    const to = moved(number(at(one, ["subprofile_index"]), 0) - 1);
    return to === undefined ? [] : [put(one, ["subprofile_index"], to + 1)];
  });
  if (now.subprofile_exclusions !== undefined) now = { ...now, subprofile_exclusions: exclusions };
  const side = sideOf(seat);
  const place = seatsOf[side].indexOf(seat);
  const pairs = list(now.pair_constraints).flatMap((one) => {
    const only = at(one, ["subprofiles"]);
    if (at(one, ["pair"]) !== side || !Array.isArray(only)) return [one];
    const kept = only.flatMap((pair) => {
      const to = moved(number(at(pair, [place]), 0) - 1);
      return to === undefined ? [] : [put(pair, [place], to + 1)];
    });
    return kept.length > 0 ? [put(one, ["subprofiles"], kept)] : [];
  });
  if (now.pair_constraints !== undefined) now = { ...now, pair_constraints: pairs };
  // A map from type to type says nothing sure of other types.
  const prefix = side.toLowerCase();
  for (const name of [`${prefix}_bespoke_map`, `${prefix}_linked_profile`]) if (now[name]) now = { ...now, [name]: null };
  return now;
};

/** Shapes as they are typed: with commas between. */
export const shapes = (typed: string): string[] =>
  typed
    .split(/[,;+]/)
    .map((one) => one.trim().replace(/\s+/g, " "))
    .filter(Boolean);

export const balanced = ["any 4333", "any 4432", "any 5332"];
export const semiBalanced = [...balanced, "any 5422", "any 6322"];
const same = (one: string[], other: string[]) => one.length === other.length && one.every((shape) => other.includes(shape));
export type ShapeChoice = "any" | "balanced" | "semi-balanced" | "these";
export const shapeChoice = (allowed: Json | undefined): ShapeChoice => {
  if (!Array.isArray(allowed)) return "any";
  const found = allowed.map(text);
  return same(found, balanced) ? "balanced" : same(found, semiBalanced) ? "semi-balanced" : "these";
};

/** A range in a few letters: `15–17`, `5+`, `any`. */
export const rangeText = (min: number, max: number, least: number, most: number): string => {
  if (min <= least && max >= most) return "any";
  if (min === max) return `${min}`;
  if (max >= most) return `${min}+`;
  return `${min}–${max}`;
};

/** The range that was typed, if it is one. */
export const rangeTyped = (typed: string, least: number, most: number): [number, number] | undefined => {
  const said = typed.trim().toLowerCase();
  if (said === "" || said === "any") return [least, most];
  const found = /^(\d+)\s*(\+|(?:-|–|to)\s*(\d+))?$/.exec(said);
  const below = /^(?:-|–|<=|≤|up to|at most)\s*(\d+)$/.exec(said);
  const [min, max] = below ? [least, Number(below[1])] : found ? [Number(found[1]), found[2] === "+" ? most : Number(found[3] ?? found[1])] : [NaN, NaN];
  return min >= least && max <= most && min <= max ? [min, max] : undefined;
};

/** What a hand type asks, in a few words. */
export const inShort = (one: Fields): string => {
  const standard = fields(one.standard);
  const said: string[] = [];
  const choice = shapeChoice(one.allowed_shapes);
  if (choice === "these") said.push(list(one.allowed_shapes).map(text).join(", "));
  else if (choice !== "any") said.push(choice);
  for (const [suit, name] of Object.entries(suitFields) as [Suit, string][]) {
    const range = fields(standard[name]);
    const words = rangeText(number(range.min_cards, 0), number(range.max_cards, 13), 0, 13);
    if (words !== "any") said.push(`${words} ${{ S: "♠", H: "♥", D: "♦", C: "♣" }[suit]}`);
  }
  const points = rangeText(number(standard.total_min_hcp, 0), number(standard.total_max_hcp, 37), 0, 37);
  if (points !== "any") said.push(`${points} points`);
  const random = one.random_suit_constraint;
  if (isFields(random)) said.push(number(random.required_suits_count, 1) === 1 ? "a random suit" : "random suits");
  for (const name of ["partner_contingent_constraint", "opponents_contingent_suit_constraint"]) if (isFields(one[name])) said.push("another's suit");
  return said.length > 0 ? said.join(", ") : "any hand";
};
