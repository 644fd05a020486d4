/** The engine's answers. Those of docs/json.md are made from their schemas when the page is built. */
import type { ScriptCheck, Located } from "../made/schema/check";
import type { DealReport } from "../made/schema/deal";
import type { ErrorBody } from "../made/schema/error";
import type { Example } from "../made/schema/examples";
import type { GivenOdds, ScriptOdds, StatisticAnswer } from "../made/schema/odds";
import type { Word } from "../made/schema/words";

export type { ErrorBody, Example, GivenOdds, ScriptCheck, ScriptOdds, Word };
export type Diagnostic = Located;
export type Statistic = StatisticAnswer;
export type Frequency = Extract<Statistic, { kind: "frequency" }>;
export type Average = Extract<Statistic, { kind: "average" }>;
export type Dealt = DealReport & { tries: number; statistics?: Statistic[] };

export type Told<A> = { answer: A; words: string | null; rarity: string | null };
export type ExampleText = Example & { profile: boolean; text: string };
export type Format = { name: string; about: string; extensions: string[]; read: boolean; paper: boolean; results: boolean };
export type Choice = { name: string; about: string };
export type FormatList = { formats: Format[]; layouts: Choice[]; audiences: string[]; papers: string[] };
export type DealtFile = { dealt: Dealt; notes: string[] };
export type Problem = { line: number; message: string };
export type BoardsRead = { format: string; read: number; boards: number; problems: Problem[]; further: number; notes: string[] };
export type FileAnswer = DealtFile | BoardsRead;

export type SeatName = "N" | "E" | "S" | "W";
export type StrainName = "C" | "D" | "H" | "S" | "N";
/** A line of the format json. */
export type Board = {
  number: number;
  dealer: SeatName;
  vulnerable: "None" | "NS" | "EW" | "All";
  hands: Partial<Record<SeatName, string>>;
  hand_type?: string | { name?: string; text?: string };
  tricks?: Record<SeatName, Record<StrainName, number>>;
  par?: number;
  values?: Record<string, string>;
};
