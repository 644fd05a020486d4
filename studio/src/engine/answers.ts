/** The engine's answers. Those of docs/json.md are made from their schemas when the page is built. */
import type { Located, ProfileCheck, ScriptCheck } from "../made/schema/check";
import type { DealReport } from "../made/schema/deal";
import type { ErrorBody } from "../made/schema/error";
import type { Example } from "../made/schema/examples";
import type { GivenOdds, ProfileOdds, ScriptOdds, StatisticAnswer } from "../made/schema/odds";
import type { LevelReport } from "../made/schema/level-report";
import type { LeveledReport } from "../made/schema/level-write";
import type { EuchreMove, EuchreView as SeenView, HandScore, Judgement, TableAnswer } from "../made/schema/euchre-answer";
import type { Hint } from "../made/schema/euchre-hint";
import type { HandAnswer as DominoHandAnswer } from "../made/schema/texas42-hand";
import type { OddsAnswer as DominoOdds } from "../made/schema/texas42-odds";
import type { WorldsAnswer as DominoWorlds } from "../made/schema/texas42-worlds";
import type { Word } from "../made/schema/words";

export type { ErrorBody, Example, GivenOdds, LevelReport, ProfileCheck, ProfileOdds, ScriptCheck, ScriptOdds, Word };
export type { DominoOdds, DominoWorlds, EuchreMove, HandScore, Judgement };
export type Diagnostic = Located;
export type Statistic = StatisticAnswer;
export type Frequency = Extract<Statistic, { kind: "frequency" }>;
export type Average = Extract<Statistic, { kind: "average" }>;
export type Dealt = DealReport & { tries: number; statistics?: Statistic[] };

export type LeveledCopy = LeveledReport & { script: string };
/** What a seat sees; its tricks are lists of seat and card. */
export type EuchreView = Omit<SeenView, "tricks"> & { tricks?: [SeatName, string][][] };
export type EuchreTable = TableAnswer;
export type EuchreHint = Hint;
export type DominoHand = DominoHandAnswer;
/** The hands of one kind that cannot lose, with one trump. */
export type PerfectHands = { trump: string; kind: string; count: number; hands: string[][] };
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
