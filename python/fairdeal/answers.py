"""The answers of the library: one class for each kind, with the fields that docs/json.md shows.

This file is made by python/answers.py from docs/schema. `str(answer)` is the answer in words, `answer.to_dict()` the same as
on the wire. A count of deals is an `int` here.
"""

from __future__ import annotations

from typing import Any

from fairdeal._answer import Answer, Count, any_of, by_name, each, either, one

__all__ = [
    "AverageStatisticAnswer",
    "Behind",
    "BoardLead",
    "BoardLeads",
    "BoardsLeads",
    "BoardsPlays",
    "CardCost",
    "CaseExplanation",
    "Chance",
    "CheckReport",
    "ClashingLine",
    "CombinationChance",
    "CombinationOdds",
    "ComparedAverage",
    "ComparedDistribution",
    "ComparedOdds",
    "ComparedShare",
    "ComparedValue",
    "Comparison",
    "ConflictPart",
    "ConsideredPlan",
    "DealReport",
    "DealtCombination",
    "DealtShares",
    "DealtSubprofile",
    "EuchreEgnNames",
    "EuchreHandScore",
    "EuchreHint",
    "EuchreJudgement",
    "EuchreLegalMoves",
    "EuchreMove",
    "EuchreMoveValue",
    "EuchreRead",
    "EuchreScore",
    "EuchreSuitOdds",
    "EuchreTable",
    "EuchreTrickTaken",
    "EuchreView",
    "EuchreVoid",
    "EuchreWeighingNote",
    "EuchreWorlds",
    "ExplainedCombination",
    "Explanation",
    "FailureReport",
    "FrequencyCell",
    "FrequencyStatisticAnswer",
    "GivenOdds",
    "Header",
    "LeadAnswer",
    "LeadOdd",
    "LeadOdds",
    "LeftOut",
    "LeftOutCombinations",
    "LevelReport",
    "Located",
    "NamedSubprofile",
    "NeverExplanation",
    "Odds",
    "PairedDifference",
    "Par",
    "Parameter",
    "PlanExplanation",
    "PlayCosts",
    "ProfileCheck",
    "ProfileExplanation",
    "ProfileOdds",
    "ProfileProblem",
    "ProfileReport",
    "RareCombination",
    "RelatedPlace",
    "Report",
    "ScriptCheck",
    "ScriptDealt",
    "ScriptOdds",
    "ScriptReport",
    "SeatAlone",
    "SeatFailureReport",
    "SeatOdds",
    "SeatReport",
    "SessionAnswer",
    "SessionFile",
    "SetAnswer",
    "SingleExplanation",
    "SolvedBoard",
    "SolvedBoards",
    "StatisticAnswer",
    "StepExplanation",
    "Texas42BidChance",
    "Texas42DominoStrength",
    "Texas42DrawnSuit",
    "Texas42Hand",
    "Texas42LeadReasons",
    "Texas42Odds",
    "Texas42OthersHands",
    "Texas42Perfect",
    "Texas42PerfectKinds",
    "Texas42PerfectList",
    "Texas42PerfectLists",
    "Texas42RankedTrump",
    "Texas42Refutation",
    "Texas42Strength",
    "Texas42StrengthTable",
    "Texas42SuitOdds",
    "Texas42TrumpChances",
    "Texas42TrumpsTogether",
    "Texas42Void",
    "Texas42Worlds",
    "TightSeat",
    "TightSeats",
    "TriedFirst",
    "TypeBoards",
    "TypeReport",
    "Word",
    "WordExample",
]


class AverageStatisticAnswer(Answer):
    """The average of a value."""

    kind: str
    label: str
    """What the script calls it."""
    exact: bool
    """Whether it was counted over all deals that qualify."""
    boards: int | None
    """The number of boards that it was taken from; None if it is exact, or estimated without boards."""
    mean: float | None
    """The average; None if there are no boards."""
    standard_error: float | None
    """Its standard error, where it was taken from two boards or more."""
    interval: list[float] | None
    """The bounds that hold the average over all deals in 95 of 100 cases; None if it is exact."""
    sum: str | None
    """The sum over the boards, exactly; so that parts of a run can be joined."""
    squares: str | None
    """The sum of the squares over the boards, exactly."""

    _fields = {
        "kind": None,
        "label": None,
        "exact": None,
        "boards": None,
        "mean": None,
        "standard_error": None,
        "interval": None,
        "sum": None,
        "squares": None,
    }


class FrequencyCell(Answer):
    """How often a value, or a pair of values, comes."""

    value: str
    """The class of the value."""
    share: float
    """Its share."""
    count: int
    """How many deals, or boards, it is."""
    across: str | None
    """The class of the second value; left out where there is none."""

    _fields = {
        "value": None,
        "share": None,
        "count": Count,
        "across": None,
    }


class FrequencyStatisticAnswer(Answer):
    """How often values come."""

    kind: str
    label: str
    """What the script calls it."""
    exact: bool
    """Whether it was counted over all deals that qualify."""
    boards: int | None
    """The number of boards that it was taken from; None if it is exact, or estimated without boards."""
    values: list[str]
    """The classes of the value, in their order, those that did not come included."""
    across: list[str] | None
    """The classes of the second value, where there is one."""
    cells: list[FrequencyCell]
    """The classes, or pairs of classes, that came."""

    _fields = {
        "kind": None,
        "label": None,
        "exact": None,
        "boards": None,
        "values": None,
        "across": None,
        "cells": each(one('FrequencyCell')),
    }


class ScriptOdds(Answer):
    """How likely a script is, and what its averages and frequencies come to over all deals that qualify."""

    count: int | None
    """How many deals qualify; None if they were not counted, or if random numbers have a say in it."""
    total: int
    """How many deals there are, with what is dealt beforehand."""
    probability: float
    """The chance that a deal qualifies."""
    exact: bool
    """Whether it was counted."""
    interval: list[float] | None
    """Where it was not, the bounds that hold the chance in 95 of 100 cases."""
    reason: str | None
    """Why it was not counted."""
    seats: dict[str, float]
    """For each seat that the condition speaks of, the exact chance that its hand alone might do."""
    values: list[AverageStatisticAnswer | FrequencyStatisticAnswer]
    """What its averages and frequencies come to."""

    _fields = {
        "count": Count,
        "total": Count,
        "probability": None,
        "exact": None,
        "interval": None,
        "reason": None,
        "seats": None,
        "values": each(either('AverageStatisticAnswer', 'FrequencyStatisticAnswer')),
    }


class Chance(Answer):
    """How likely a condition is."""

    count: int | None
    """How many deals qualify; None if they were not counted, or if random numbers have a say in it."""
    total: int
    """How many deals there are, with what is dealt beforehand."""
    probability: float
    """The chance that a deal qualifies."""
    exact: bool
    """Whether it was counted."""
    interval: list[float] | None
    """Where it was not, the bounds that hold the chance in 95 of 100 cases."""
    reason: str | None
    """Why it was not counted."""
    seats: dict[str, float]
    """For each seat that the condition speaks of, the exact chance that its hand alone might do."""

    _fields = {
        "count": Count,
        "total": Count,
        "probability": None,
        "exact": None,
        "interval": None,
        "reason": None,
        "seats": None,
    }


class GivenOdds(Answer):
    """How likely a script is where something is known: among the deals that satisfy what is given."""

    count: int | None
    """How many deals qualify and satisfy what is given; None if they were not counted."""
    probability: float
    """The chance that a deal qualifies, given what is."""
    exact: bool
    """Whether both were counted."""
    interval: list[float] | None
    """Where they were not, the bounds that hold the chance in 95 of 100 cases."""
    reason: str | None
    """Why they were not counted."""
    given: Chance
    """How likely what is given is by itself."""
    values: list[AverageStatisticAnswer | FrequencyStatisticAnswer]
    """What the averages and frequencies of the script come to over the deals that qualify and satisfy what is given."""

    _fields = {
        "count": Count,
        "probability": None,
        "exact": None,
        "interval": None,
        "reason": None,
        "given": one('Chance'),
        "values": each(either('AverageStatisticAnswer', 'FrequencyStatisticAnswer')),
    }


class CombinationOdds(Answer):
    """The odds of one combination."""

    combination: str
    """In words: the seats where something was drawn."""
    subprofiles: dict[str, int]
    """The number of each seat's subprofile, from 1."""
    suits: dict[str, list[str]]
    """The letters of the suits that each seat drew, in their order."""
    share: float
    """Its share of the boards."""
    count: int | None
    """How many deals are for it, if they were counted."""
    probability: float
    """The chance that a random deal is one of them."""
    exact: bool
    """Whether it was counted."""
    interval: list[float] | None
    """Where it was not, the bounds that hold the chance in 95 of 100 cases."""

    _fields = {
        "combination": None,
        "subprofiles": None,
        "suits": None,
        "share": None,
        "count": Count,
        "probability": None,
        "exact": None,
        "interval": None,
    }


class ProfileOdds(Answer):
    """The odds of a profile."""

    probability: float
    """The chance that a random deal is one for the combination that was drawn, by the shares of the combinations."""
    exact: bool
    """Whether all of it was counted."""
    total: int | None
    """How many deals there are; none if nothing can be dealt."""
    left_out: int
    """How many combinations cannot be dealt."""
    combinations: list[CombinationOdds]
    """Those that can."""

    _fields = {
        "probability": None,
        "exact": None,
        "total": Count,
        "left_out": None,
        "combinations": each(one('CombinationOdds')),
    }


class StepExplanation(Answer):
    """A step of a plan."""

    deals: list[str]
    """The seats that are dealt for it."""
    asks: str | None
    """What is asked, as it is written; None if the step asks whether hands might do at all."""
    line: int | None
    """The line where it is written."""
    might: list[str] | None
    """The seats whose hands might do or not; None if something that is written is asked."""
    passes: float | None
    """About the share of deals that pass, of those that come so far; None if none came."""

    _fields = {
        "deals": None,
        "asks": None,
        "line": None,
        "might": None,
        "passes": None,
    }


class CaseExplanation(Answer):
    """A case that is drawn before the cards."""

    plan: str
    """The name of its plan."""
    share: float
    """Its share of the tries."""
    tries: float
    """About how many of its tries it takes to find a board."""

    _fields = {
        "plan": None,
        "share": None,
        "tries": None,
    }


class SeatAlone(Answer):
    """How often a seat's hand alone might do."""

    chance: float
    """The chance."""
    exact: bool
    """Whether it was counted."""

    _fields = {
        "chance": None,
        "exact": None,
    }


class ConsideredPlan(Answer):
    """A plan that was compared with others."""

    plan: str
    """Its name."""
    share: float
    """The share of all deals that it draws from."""
    tries: float
    """About how many of those it takes to find a board."""
    found: bool
    """Whether any was found when it was tried out; if not, it takes at least so much."""
    work: float
    """About what a board costs, in units of ten nanoseconds."""

    _fields = {
        "plan": None,
        "share": None,
        "tries": None,
        "found": None,
        "work": None,
    }


class PlanExplanation(Answer):
    """How boards are found by a plan."""

    plan: str
    """The name of the plan, by which it can be pinned."""
    exact: bool
    """Whether every deal that it draws qualifies."""
    boards: int
    """For how many boards it was chosen."""
    share: float
    """The exact share of all deals that it draws from."""
    tries: float
    """About how many of those it takes to find a board."""
    possible: bool | None
    """Whether any deal qualifies; None if that was not settled."""
    steps: list[StepExplanation]
    """What is dealt and checked, in order."""
    cases: list[CaseExplanation]
    """Where what random numbers let through is drawn first, the cases."""
    seats: dict[str, SeatAlone]
    """For each seat, how often its hand alone might do."""
    bottleneck: str | None
    """The seat whose hand alone is the rarest."""
    seconds: float | None
    """How long the boards take on one thread, if any was found and there was a clock."""
    considered: list[ConsideredPlan]
    """The plans that were compared."""

    _fields = {
        "plan": None,
        "exact": None,
        "boards": None,
        "share": None,
        "tries": None,
        "possible": None,
        "steps": each(one('StepExplanation')),
        "cases": each(one('CaseExplanation')),
        "seats": by_name(one('SeatAlone')),
        "bottleneck": None,
        "seconds": None,
        "considered": each(one('ConsideredPlan')),
    }


class TriedFirst(Answer):
    """How a board is tried for before there is a plan."""

    most: int
    """So often at the most."""
    hand: str | None
    """The seat whose hand is drawn from those that it is asked for."""
    shape: str | None
    """The seat whose shape is drawn with it."""
    tries: float | None
    """About how many tries a board takes; none if its chance is not known."""

    _fields = {
        "most": None,
        "hand": None,
        "shape": None,
        "tries": None,
    }


class TightSeat(Answer):
    """A seat that is tight."""

    seat: str
    """The seat."""
    share: float
    """The share of boards on which it is tight."""
    minimum: int
    """The most cards of a suit that it needs on any of them."""
    chance: float
    """The chance of so many."""

    _fields = {
        "seat": None,
        "share": None,
        "minimum": None,
        "chance": None,
    }


class TightSeats(Answer):
    """Which seats are tight: they need so many cards of some suit that few hands have them, and `help` gives them a
    part of those beforehand."""

    tight_chance: float
    """A seat is tight if the chance of some minimum is at most this."""
    chance_of_length: list[float]
    """The chance that a hand has N or more cards of a suit, for N from 0 to 13."""
    seats: list[TightSeat]
    """The seats that are tight in some combination that can be dealt."""

    _fields = {
        "tight_chance": None,
        "chance_of_length": None,
        "seats": each(one('TightSeat')),
    }


class SingleExplanation(Answer):
    """How boards of a profile are found that has one combination and no more."""

    plan: str
    """The name of the plan, by which it can be pinned."""
    exact: bool
    """Whether every deal that it draws qualifies."""
    boards: int
    """For how many boards it was chosen."""
    share: float
    """The exact share of all deals that it draws from."""
    tries: float
    """About how many of those it takes to find a board."""
    possible: bool | None
    """Whether any deal qualifies; None if that was not settled."""
    steps: list[StepExplanation]
    """What is dealt and checked, in order."""
    cases: list[CaseExplanation]
    """Where what random numbers let through is drawn first, the cases."""
    seats: dict[str, SeatAlone]
    """For each seat, how often its hand alone might do."""
    bottleneck: str | None
    """The seat whose hand alone is the rarest."""
    seconds: float | None
    """How long the boards take on one thread, if any was found and there was a clock."""
    considered: list[ConsideredPlan]
    """The plans that were compared."""
    tried_first: TriedFirst | None
    """How its boards are tried for before there is a plan; none where there is a plan at once."""
    tight: TightSeats
    """The seats that are tight."""

    _fields = {
        "plan": None,
        "exact": None,
        "boards": None,
        "share": None,
        "tries": None,
        "possible": None,
        "steps": each(one('StepExplanation')),
        "cases": each(one('CaseExplanation')),
        "seats": by_name(one('SeatAlone')),
        "bottleneck": None,
        "seconds": None,
        "considered": each(one('ConsideredPlan')),
        "tried_first": one('TriedFirst'),
        "tight": one('TightSeats'),
    }


class ConflictPart(Answer):
    """A part of a script that clashes with others."""

    text: str
    """What is written there."""
    file: str
    """In which file."""
    line: int
    """On which line, from 1."""
    column: int
    """In which column, from 1."""

    _fields = {
        "text": None,
        "file": None,
        "line": None,
        "column": None,
    }


class NeverExplanation(Answer):
    """Why there are no boards."""

    plan: str | None
    """There is no plan: always None."""
    possible: bool
    """Always false."""
    conflict: list[ConflictPart]
    """The parts that clash."""
    irreducible: bool | None
    """Whether there are deals without any one of them; None if no conflict was found."""

    _fields = {
        "plan": None,
        "possible": None,
        "conflict": each(one('ConflictPart')),
        "irreducible": None,
    }


class ExplainedCombination(Answer):
    """How the boards of one combination are found."""

    combination: str
    """In words: the seats where something was drawn."""
    subprofiles: dict[str, int]
    """The number of each seat's subprofile, from 1."""
    suits: dict[str, list[str]]
    """The letters of the suits that each seat drew, in their order."""
    share: float
    """Its share of the boards."""
    tried_first: TriedFirst | None
    """How its boards are tried for before there is a plan; none where there is a plan at once."""
    plan: str | None
    """The name of its plan; none where boards are mostly found without one."""
    tries: float | None
    """About how many deals it takes to find a board by the plan, or without one."""
    probability: float | None
    """The chance that a random deal is one for it; None if it was estimated and none was found."""
    interval: list[float] | None
    """Where it was not counted, the bounds that hold the chance in 95 of 100 cases."""
    tight: list[str]
    """The seats that are tight."""

    _fields = {
        "combination": None,
        "subprofiles": None,
        "suits": None,
        "share": None,
        "tried_first": one('TriedFirst'),
        "plan": None,
        "tries": None,
        "probability": None,
        "interval": None,
        "tight": None,
    }


class ClashingLine(Answer):
    """A line of a profile that clashes with others."""

    line: str
    """The line in words: `North 15-18 HCP`."""
    path: str
    """Where it stands in the document."""

    _fields = {
        "line": None,
        "path": None,
    }


class LeftOutCombinations(Answer):
    """Combinations that cannot be dealt for one reason."""

    combinations: int
    """How many."""
    reason: str
    """Why, in words."""
    lines: list[ClashingLine]
    """The lines of the profile that clash; none if that is not why."""

    _fields = {
        "combinations": None,
        "reason": None,
        "lines": each(one('ClashingLine')),
    }


class ProfileExplanation(Answer):
    """How the boards of a profile are found."""

    boards: int
    """For how many boards: the plans are those of the last."""
    combinations: int
    """How many combinations of subprofiles and suits there are."""
    dealable: int
    """How many of them can be dealt."""
    shown: list[ExplainedCombination]
    """The combinations with the largest shares."""
    left_out: list[LeftOutCombinations]
    """What is left out, and why."""
    tight: TightSeats
    """The seats that are tight."""

    _fields = {
        "boards": None,
        "combinations": None,
        "dealable": None,
        "shown": each(one('ExplainedCombination')),
        "left_out": each(one('LeftOutCombinations')),
        "tight": one('TightSeats'),
    }


class RelatedPlace(Answer):
    """Another place that has to do with a finding."""

    label: str
    """What is there: `first defined here`."""
    file: str
    """The file."""
    start: int
    """The first byte of the place."""
    end: int
    """The byte after its last."""
    line: int
    """The line, from 1."""
    column: int
    """The column, in characters, from 1."""
    end_line: int
    """The line on which the place ends,"""
    end_column: int
    """and the column after its last character."""

    _fields = {
        "label": None,
        "file": None,
        "start": None,
        "end": None,
        "line": None,
        "column": None,
        "end_line": None,
        "end_column": None,
    }


class Located(Answer):
    """A diagnostic with its place in plain words: the form for programs."""

    severity: str
    """How bad."""
    code: str
    """The short name."""
    message: str
    """What is wrong."""
    help: str | None
    """What to write instead."""
    file: str
    """The file."""
    start: int
    """The first byte of the place."""
    end: int
    """The byte after its last."""
    line: int
    """The line, from 1."""
    column: int
    """The column, in characters, from 1."""
    end_line: int
    """The line on which the place ends,"""
    end_column: int
    """and the column after its last character."""
    related: list[RelatedPlace]
    """Other places that have to do with it, and those of which the same is to be said."""

    _fields = {
        "severity": None,
        "code": None,
        "message": None,
        "help": None,
        "file": None,
        "start": None,
        "end": None,
        "line": None,
        "column": None,
        "end_line": None,
        "end_column": None,
        "related": each(one('RelatedPlace')),
    }


class Header(Answer):
    """A line of a scenario's header, `# key: value`."""

    key: str
    """The key."""
    value: str
    """The value."""

    _fields = {
        "key": None,
        "value": None,
    }


class Parameter(Answer):
    """A parameter that a script declares in a comment, `# param 0 = west # who opens`."""

    number: int
    """Which of `$0` to `$9`."""
    default: str
    """What stands in its place unless something else is given."""
    text: str
    """What it is for."""

    _fields = {
        "number": None,
        "default": None,
        "text": None,
    }


class ScriptCheck(Answer):
    """What was found in a script."""

    errors: int
    """How many errors."""
    warnings: int
    """How many warnings."""
    diagnostics: list[Located]
    """All of them, in the order of the text."""
    headers: list[Header]
    """What the script says of itself in its first comments."""
    parameters: list[Parameter]
    """The parameters that it declares."""
    chat: str | None
    """What it says to the players."""

    _fields = {
        "errors": None,
        "warnings": None,
        "diagnostics": each(one('Located')),
        "headers": each(one('Header')),
        "parameters": each(one('Parameter')),
        "chat": None,
    }


class ProfileProblem(Answer):
    """Something that is wrong with a profile, or might be."""

    severity: str
    """How bad."""
    path: str
    """Where: `seat_profiles.N.subprofiles[1].standard`; empty for the whole document."""
    message: str
    """What."""

    _fields = {
        "severity": None,
        "path": None,
        "message": None,
    }


class NamedSubprofile(Answer):
    """A subprofile of a seat."""

    seat: str
    """The seat."""
    subprofile: int
    """Its number, from 1."""

    _fields = {
        "seat": None,
        "subprofile": None,
    }


class RareCombination(Answer):
    """A combination that is very rare."""

    combination: str
    """The combination in words."""
    probability: float
    """The chance that a random deal is one of it."""

    _fields = {
        "combination": None,
        "probability": None,
    }


class ProfileCheck(Answer):
    """What was found in a profile."""

    errors: int
    """How many of them are errors."""
    warnings: int
    """How many are warnings."""
    notes: int
    """How many only say how something is understood."""
    problems: list[ProfileProblem]
    """Each of them, in the order of the document."""
    profile: str | None
    """Its name."""
    combinations: int | None
    """How many combinations of subprofiles and suits there are."""
    dealable: int | None
    """How many of them can be dealt."""
    shares: dict[str, list[float]] | None
    """By seat, the share of boards that each subprofile has."""
    never: list[NamedSubprofile] | None
    """The subprofiles that can never be dealt."""
    never_together: list[list[NamedSubprofile]] | None
    """Two subprofiles that never come together, though each can be dealt with others."""
    left_out: list[LeftOutCombinations] | None
    """What is left out, and why."""
    rare: list[RareCombination] | None
    """Combinations that are very rare, the rarest first."""

    _fields = {
        "errors": None,
        "warnings": None,
        "notes": None,
        "problems": each(one('ProfileProblem')),
        "profile": None,
        "combinations": None,
        "dealable": None,
        "shares": None,
        "never": each(one('NamedSubprofile')),
        "never_together": each(each(one('NamedSubprofile'))),
        "left_out": each(one('LeftOutCombinations')),
        "rare": each(one('RareCombination')),
    }


class TypeReport(Answer):
    """How often one type comes, and how often it should."""

    name: str
    """What it is called."""
    condition: str
    """The expression that stands for it."""
    count: int | None
    """How many deals are of it and qualify, if they were counted."""
    probability: float
    """The chance that a deal qualifies and is of it."""
    exact: bool
    """Whether that was counted."""
    interval: list[float] | None
    """Where it was not, the bounds that hold the chance in 95 of 100 cases."""
    natural: float
    """Its share of the deals that qualify, by nature."""
    target: float
    """The share of boards that it should have."""
    keep: float
    """The share of its deals to be kept, where the type that is rarest for its share is kept always."""

    _fields = {
        "name": None,
        "condition": None,
        "count": Count,
        "probability": None,
        "exact": None,
        "interval": None,
        "natural": None,
        "target": None,
        "keep": None,
    }


class LevelReport(Answer):
    """How often the types of a question come by nature, how often they should, and how often each would have to be kept
    where deals are thrown away."""

    exact: bool
    """Whether every type was counted."""
    one_type_each: str
    """Whether it is known that every deal is of exactly one type."""
    total: int
    """How many deals there are, with what is dealt beforehand."""
    probability: float
    """The chance that a deal qualifies, without keeps."""
    kept: float
    """The largest chance that a deal is kept, if the types are to have their shares."""
    types: list[TypeReport]
    """The types, or the combinations of two lists of types."""
    keeps: list[str]
    """The names that were taken for keeps, and as true."""

    _fields = {
        "exact": None,
        "one_type_each": None,
        "total": Count,
        "probability": None,
        "kept": None,
        "types": each(one('TypeReport')),
        "keeps": None,
    }


class DealtSubprofile(Answer):
    """How often a subprofile came."""

    subprofile: str
    """Its name, or its number from 1."""
    weight: float
    """Its weight in the profile."""
    asked: float
    """The share that it was to have, by weight and coupling, once what cannot be dealt is left out."""
    got: float
    """The share that it had."""

    _fields = {
        "subprofile": None,
        "weight": None,
        "asked": None,
        "got": None,
    }


class DealtCombination(Answer):
    """How often a combination came."""

    combination: str
    """In words: the seats where something was drawn."""
    subprofiles: dict[str, int]
    """The number of each seat's subprofile, from 1."""
    suits: dict[str, list[str]]
    """The letters of the suits that each seat drew, in their order."""
    share: float
    """The share that it was to have."""
    boards: int
    """How many boards it had."""

    _fields = {
        "combination": None,
        "subprofiles": None,
        "suits": None,
        "share": None,
        "boards": None,
    }


class SeatFailureReport(Answer):
    """The failures that concern one seat."""

    seat_fail_as_seat: int
    """It was the first to fail."""
    seat_fail_global_other: int
    """It passed, and a later seat failed."""
    seat_fail_global_unchecked: int
    """It was never looked at, because another seat had failed."""
    seat_fail_hcp: int
    """Of the first: its points alone were wrong."""
    seat_fail_shape: int
    """Of the first: its shape was wrong."""
    pain_share: float
    """Its first failures, of all failures."""

    _fields = {
        "seat_fail_as_seat": None,
        "seat_fail_global_other": None,
        "seat_fail_global_unchecked": None,
        "seat_fail_hcp": None,
        "seat_fail_shape": None,
        "pain_share": None,
    }


class FailureReport(Answer):
    """What attempts came to, and which seat makes them hard."""

    boards_asked: int
    """How many boards were asked for."""
    boards_made: int
    """How many were made."""
    boards_given_up: int | None
    """How many were given up. Where these and those made are not all, the others were not tried."""
    attempts: int
    """How many attempts that took."""
    attempts_a_board: float | None
    """Attempts for each board made; none if none was made."""
    hardest_seat: str | None
    """The seat with the most first failures, if there were any."""
    seats: dict[str, SeatFailureReport]
    """The failures that concern each seat."""

    _fields = {
        "boards_asked": None,
        "boards_made": None,
        "boards_given_up": None,
        "attempts": None,
        "attempts_a_board": None,
        "hardest_seat": None,
        "seats": by_name(one('SeatFailureReport')),
    }


class TypeBoards(Answer):
    """A type, or one of several questions, and its boards."""

    name: str
    """What it is called."""
    boards: int
    """How many boards it has."""

    _fields = {
        "name": None,
        "boards": None,
    }


class SetAnswer(Answer):
    """A set as it was dealt, or is being dealt: the whole of it, also where only a part is."""

    boards: int
    """How many boards it has."""
    order: str
    """In which order."""
    types: list[TypeBoards]
    """How many of each type."""

    _fields = {
        "boards": None,
        "order": None,
        "types": each(one('TypeBoards')),
    }


class SessionFile(Answer):
    """A file of a session."""

    name: str
    """Its name in the folder."""
    about: str
    """What it is for."""

    _fields = {
        "name": None,
        "about": None,
    }


class SessionAnswer(Answer):
    """A session's folder, and what is in it."""

    folder: str
    """Where it was written."""
    files: list[SessionFile]
    """Its files."""

    _fields = {
        "folder": None,
        "files": each(one('SessionFile')),
    }


class DealtShares(Answer):
    """What was dealt of a profile, with the shares asked for and got."""

    profile: str
    """The profile's name,"""
    description: str
    """and what it teaches."""
    boards: int
    """How many boards were dealt."""
    tries: int
    """How many deals were tried for them."""
    seed: str
    """The seed: a string, because many readers of JSON cannot hold it as a number. Of a secret key, `key` and how its
    mark begins."""
    key: str | None
    """The mark of the secret key, if it is one: what is made public of it."""
    generator: str
    """The generator of the random numbers."""
    version: str
    """The version of the program."""
    strategy: str
    """How boards were found: `auto`, `exact`, `reject`, `help`, `construct`, or the name of a plan."""
    fair: bool
    """Whether that is fair."""
    rotated: bool
    """Whether boards were turned round half of the time."""
    first_vulnerability: str
    """Who was vulnerable on board 1."""
    shares: dict[str, list[DealtSubprofile]]
    """By seat, the share of each subprofile."""
    combinations: list[DealtCombination]
    """The combinations that came."""
    left_out: int
    """How many combinations cannot be dealt."""
    failures: FailureReport | None
    """Why attempts failed, if boards were dealt by attempts."""
    question: str
    """A mark of the question, by which parts of one run are told from parts of another."""
    numbers: list[list[int]]
    """The numbers of the boards: the first and the last of each part that is in it, in order."""
    asked: int
    """How many boards were asked for, or are in the file."""
    ended: str
    """How it ended."""
    set: SetAnswer | None
    """The set in exact shares that the boards are, or are a part of."""
    session: SessionAnswer | None
    """The folder that was written, if one was."""

    _fields = {
        "profile": None,
        "description": None,
        "boards": None,
        "tries": None,
        "seed": None,
        "key": None,
        "generator": None,
        "version": None,
        "strategy": None,
        "fair": None,
        "rotated": None,
        "first_vulnerability": None,
        "shares": by_name(each(one('DealtSubprofile'))),
        "combinations": each(one('DealtCombination')),
        "left_out": None,
        "failures": one('FailureReport'),
        "question": None,
        "numbers": None,
        "asked": None,
        "ended": None,
        "set": one('SetAnswer'),
        "session": one('SessionAnswer'),
    }


class ScriptDealt(Answer):
    """What came of dealing a script."""

    boards: int
    """How many boards were dealt."""
    tries: int
    """How many deals were tried."""
    share: float
    """The share of all deals that the tries were drawn from."""
    seed: str
    """The seed: a number as its digits, a text as it is, of a secret key `key` and how its mark begins."""
    key: str | None
    """The mark of the secret key, if it is one: what is made public of it."""
    generator: str
    """The generator of all random numbers."""
    plan: str
    """The plan that found them."""
    version: str
    """The version that dealt them."""
    statistics: list[AverageStatisticAnswer | FrequencyStatisticAnswer]
    """What the script counted."""
    given: int | None
    """How many boards the file had, where they came from one."""
    refused: int | None
    """How many of those do not qualify."""
    incomplete: list[int] | None
    """The numbers of those that could not be completed."""
    questions: list[TypeBoards] | None
    """Of several questions that were mixed, how many boards are of each."""
    question: str
    """A mark of the question, by which parts of one run are told from parts of another."""
    numbers: list[list[int]]
    """The numbers of the boards: the first and the last of each part that is in it, in order."""
    asked: int
    """How many boards were asked for, or are in the file."""
    ended: str
    """How it ended."""
    set: SetAnswer | None
    """The set in exact shares that the boards are, or are a part of."""
    session: SessionAnswer | None
    """The folder that was written, if one was."""

    _fields = {
        "boards": None,
        "tries": None,
        "share": None,
        "seed": None,
        "key": None,
        "generator": None,
        "plan": None,
        "version": None,
        "statistics": each(either('AverageStatisticAnswer', 'FrequencyStatisticAnswer')),
        "given": None,
        "refused": None,
        "incomplete": None,
        "questions": each(one('TypeBoards')),
        "question": None,
        "numbers": None,
        "asked": None,
        "ended": None,
        "set": one('SetAnswer'),
        "session": one('SessionAnswer'),
    }


class SeatReport(Answer):
    """How hard a seat is."""

    seat: str
    """The seat."""
    alone: float
    """The chance that its hand alone might do."""
    given_others: float
    """The chance that a deal qualifies, among those in which all that is asked of the others holds."""
    exact: bool
    """Whether both were counted."""

    _fields = {
        "seat": None,
        "alone": None,
        "given_others": None,
        "exact": None,
    }


class ScriptReport(Answer):
    """Which seat makes a script hard."""

    probability: float
    """The chance that a deal qualifies."""
    exact: bool
    """Whether it was counted."""
    hardest_seat: str | None
    """The seat with the smallest chance given the others."""
    seats: list[SeatReport]
    """Each seat that the condition speaks of."""

    _fields = {
        "probability": None,
        "exact": None,
        "hardest_seat": None,
        "seats": each(one('SeatReport')),
    }


class SeatOdds(Answer):
    """The odds of one seat, over all combinations by their shares."""

    seat: str
    """The seat."""
    alone: float
    """The chance that a random hand is one that is asked for."""
    given_others: float
    """The same, if all others already have what is asked of them."""
    exact: bool
    """Whether all of it was counted, and nothing estimated."""

    _fields = {
        "seat": None,
        "alone": None,
        "given_others": None,
        "exact": None,
    }


class CombinationChance(Answer):
    """The odds of one combination."""

    combination: str
    """The combination in words."""
    share: float
    """Its share of the boards."""
    count: int | None
    """How many deals are for it, if they were counted."""
    probability: float
    """The chance that a random deal is one of them."""

    _fields = {
        "combination": None,
        "share": None,
        "count": Count,
        "probability": None,
    }


class ProfileReport(Answer):
    """Which seat makes a profile hard, counted without one attempt."""

    profile: str
    """The profile's name."""
    combinations: int
    """How many combinations of subprofiles and suits there are."""
    dealable: int
    """How many of them can be dealt."""
    probability: float
    """The chance that a random deal is one for the combination that was drawn."""
    hardest_seat: str | None
    """The seat whose hand is the rarest, given that the others have theirs."""
    seats: list[SeatOdds]
    """The seats of which something is asked."""
    shares: dict[str, list[float]]
    """By seat, the share of boards that each subprofile has."""
    odds: list[CombinationChance]
    """The odds of each combination that can be dealt."""
    left_out: list[LeftOutCombinations]
    """What is left out, and why."""
    tight: TightSeats
    """The seats that are tight."""

    _fields = {
        "profile": None,
        "combinations": None,
        "dealable": None,
        "probability": None,
        "hardest_seat": None,
        "seats": each(one('SeatOdds')),
        "shares": None,
        "odds": each(one('CombinationChance')),
        "left_out": each(one('LeftOutCombinations')),
        "tight": one('TightSeats'),
    }


class ComparedOdds(Answer):
    """How likely one of them is."""

    probability: float
    """The chance that a deal qualifies."""
    exact: bool
    """Whether it was counted."""
    interval: list[float] | None
    """Where it was not, the bounds that hold the chance in 95 of 100 cases, if they are known."""

    _fields = {
        "probability": None,
        "exact": None,
        "interval": None,
    }


class ComparedValue(Answer):
    """A value of one of them."""

    value: float
    """The value."""
    exact: bool
    """Whether it was counted."""
    interval: list[float] | None
    """Where it was not, the bounds that hold it in 95 of 100 cases, if they are known."""

    _fields = {
        "value": None,
        "exact": None,
        "interval": None,
    }


class ComparedAverage(Answer):
    """An average, side by side."""

    label: str
    """What it is called."""
    values: list[ComparedValue | None]
    """That of each; None where it is not asked for, or has no boards."""
    difference: float | None
    """What the second has more than the first."""

    _fields = {
        "label": None,
        "values": each(one('ComparedValue')),
        "difference": None,
    }


class ComparedShare(Answer):
    """A share, side by side."""

    name: str
    """Of what."""
    shares: list[float | None]
    """That of each; None where it does not have it."""

    _fields = {
        "name": None,
        "shares": None,
    }


class ComparedDistribution(Answer):
    """A distribution, side by side."""

    label: str
    """What it is called."""
    exact: list[bool | None]
    """Whether that of each was counted; None where it is not asked for."""
    rows: list[ComparedShare]
    """The values that come, in their order, and the share of each."""
    distance: float | None
    """How far the two are apart: the largest difference that a question about this value can show, from 0 to 1."""

    _fields = {
        "label": None,
        "exact": None,
        "rows": each(one('ComparedShare')),
        "distance": None,
    }


class Comparison(Answer):
    """Two questions side by side."""

    names: list[str]
    """What the two are called."""
    odds: list[ComparedOdds]
    """How likely each is."""
    ratio: float | None
    """How many times as likely the first is as the second; None if one of them never comes."""
    averages: list[ComparedAverage]
    """Averages: the points and suits of each seat that either speaks of, and what the scripts ask for."""
    distributions: list[ComparedDistribution]
    """How often values come: the points of those seats, and what the scripts ask for."""
    shares: list[ComparedShare]
    """The shares of hand types, or of choices of subprofiles, among the boards."""
    shares_exact: list[bool]
    """Whether the shares of each were counted, or are those that it was told to have."""
    boards: list[int | None]
    """How many boards of each were dealt to be looked at; None where all was counted."""

    _fields = {
        "names": None,
        "odds": each(one('ComparedOdds')),
        "ratio": None,
        "averages": each(one('ComparedAverage')),
        "distributions": each(one('ComparedDistribution')),
        "shares": each(one('ComparedShare')),
        "shares_exact": None,
        "boards": None,
    }


class PairedDifference(Answer):
    """A mean difference over the same worlds."""

    difference: float
    """What was found."""
    interval: list[float]
    """Bounds for the truth. Those of all leads hold together in 95 of 100 runs, whichever lead comes out best."""

    _fields = {
        "difference": None,
        "interval": None,
    }


class Behind(Answer):
    """How far a lead is from the best, over the same worlds."""

    beats: PairedDifference
    """How much more often it beats the contract: negative where it does so less often."""
    tricks: PairedDifference
    """How many tricks more the defenders take on average."""

    _fields = {
        "beats": one('PairedDifference'),
        "tricks": one('PairedDifference'),
    }


class LeadOdd(Answer):
    """A lead, or touching cards that are worth the same."""

    cards: list[str]
    """The cards."""
    beats: float
    """In which share of the worlds it beats the contract."""
    beats_interval: list[float]
    """The bounds that hold that chance in 95 of 100 runs."""
    tricks: float
    """How many tricks the defenders take on average."""
    to_the_best: Behind | None
    """How far it is from the first lead of the list, which has none."""

    _fields = {
        "cards": None,
        "beats": None,
        "beats_interval": None,
        "tricks": None,
        "to_the_best": one('Behind'),
    }


class LeadOdds(Answer):
    """What the leads of a hand give over many worlds, all cards seen in each."""

    version: str
    """The version of the library that says so."""
    contract: str
    """The contract: `3NT`, `4Sx`."""
    declarer: str
    """Who plays it."""
    leader: str
    """Who leads."""
    hand: str
    """What the leader holds."""
    beaten_by: int
    """How many tricks beat the contract."""
    worlds: int
    """In how many worlds all leads were tried."""
    asked: int
    """In how many they were to be."""
    seed: str | None
    """By which seed the worlds were drawn; none of boards."""
    leads: list[LeadOdd]
    """The leads, the one that beats the contract most often first; among equals, the one with the most tricks."""

    _fields = {
        "version": None,
        "contract": None,
        "declarer": None,
        "leader": None,
        "hand": None,
        "beaten_by": None,
        "worlds": None,
        "asked": None,
        "seed": None,
        "leads": each(one('LeadOdd')),
    }


class BoardLead(Answer):
    """A lead, or touching cards that are worth the same."""

    cards: list[str]
    """The cards."""
    tricks: int
    """The tricks that the defenders can take after it."""
    beats: bool
    """Whether they beat the contract."""

    _fields = {
        "cards": None,
        "tricks": None,
        "beats": None,
    }


class BoardLeads(Answer):
    """The opening leads of a board against a contract."""

    number: int
    """The number of the board."""
    dealer: str
    """Who deals."""
    vulnerable: str
    """Who is vulnerable."""
    hands: dict[str, str]
    """The cards."""
    contract: str
    """The contract: `3NT`, `4Sx`."""
    declarer: str
    """Who plays it."""
    leader: str
    """Who leads."""
    tricks: int
    """What declarer can take after the best lead."""
    leads: list[BoardLead]
    """The leads, those that give the defenders the most first."""

    _fields = {
        "number": None,
        "dealer": None,
        "vulnerable": None,
        "hands": None,
        "contract": None,
        "declarer": None,
        "leader": None,
        "tricks": None,
        "leads": each(one('BoardLead')),
    }


class LeftOut(Answer):
    """A board that cannot be told of."""

    number: int
    """Its number."""
    why: str
    """Why."""

    _fields = {
        "number": None,
        "why": None,
    }


class BoardsLeads(Answer):
    """The opening leads of some boards."""

    version: str
    """The version of the library that says so."""
    boards: list[BoardLeads]
    """The boards, in their order."""
    left_out: list[LeftOut]
    """The boards that cannot be told of."""

    _fields = {
        "version": None,
        "boards": each(one('BoardLeads')),
        "left_out": each(one('LeftOut')),
    }


class Par(Answer):
    """What both sides can bid to, and cannot improve on."""

    score: int
    """The score, seen from North and South."""
    contracts: list[str]
    """The contracts that give this score: for each side and strain, the highest. None if the board is passed out."""

    _fields = {
        "score": None,
        "contracts": None,
    }


class SolvedBoard(Answer):
    """A board that has been solved."""

    number: int
    """Its number, from 1."""
    dealer: str
    """Who deals."""
    vulnerable: str
    """Who is vulnerable."""
    hands: dict[str, str]
    """The cards."""
    hand_type: str | None
    """What it was dealt as, where that is known."""
    tricks: dict[str, dict[str, int]]
    """What each seat can make in each strain."""
    par: Par
    """Par, for the board's dealer and vulnerability, seen from North and South."""

    _fields = {
        "number": None,
        "dealer": None,
        "vulnerable": None,
        "hands": None,
        "hand_type": None,
        "tricks": None,
        "par": one('Par'),
    }


class SolvedBoards(Answer):
    """The boards of a file, solved."""

    version: str
    """The version of the library that says so."""
    boards: list[SolvedBoard]
    """The boards, in the order of the file."""

    _fields = {
        "version": None,
        "boards": each(one('SolvedBoard')),
    }


class CardCost(Answer):
    """A card of a play."""

    trick: int
    """To which trick, from 1."""
    seat: str
    """Who played it; dummy's cards are dummy's."""
    card: str
    """The card: `SQ`."""
    tricks: int
    """What declarer can take after it."""
    cost: int
    """How many tricks it has cost the side that played it."""
    turns: bool
    """Whether the contract could be made before it and no longer can, or the other way about."""

    _fields = {
        "trick": None,
        "seat": None,
        "card": None,
        "tricks": None,
        "cost": None,
        "turns": None,
    }


class PlayCosts(Answer):
    """The play of a board, with what each card has cost."""

    number: int
    """The number of the board."""
    dealer: str
    """Who deals."""
    vulnerable: str
    """Who is vulnerable."""
    hands: dict[str, str]
    """The cards."""
    contract: str
    """The contract: `3NT`, `4Sx`."""
    declarer: str
    """Who plays it."""
    tricks: int
    """What declarer could take before the opening lead."""
    at_the_end: int
    """What declarer could still take after the last card that is recorded."""
    lost_by_declarer: int
    """How many tricks declarer and dummy have given away."""
    lost_by_defenders: int
    """How many tricks the defenders have given away."""
    cards: list[CardCost]
    """The cards, in the order of their play."""

    _fields = {
        "number": None,
        "dealer": None,
        "vulnerable": None,
        "hands": None,
        "contract": None,
        "declarer": None,
        "tricks": None,
        "at_the_end": None,
        "lost_by_declarer": None,
        "lost_by_defenders": None,
        "cards": each(one('CardCost')),
    }


class BoardsPlays(Answer):
    """The plays of some boards."""

    version: str
    """The version of the library that says so."""
    boards: list[PlayCosts]
    """The boards, in their order."""
    left_out: list[LeftOut]
    """The boards that cannot be told of."""

    _fields = {
        "version": None,
        "boards": each(one('PlayCosts')),
        "left_out": each(one('LeftOut')),
    }


class WordExample(Answer):
    """A worked hand."""

    hand: str
    """The hand, spades first."""
    value: int
    """What the word says of it."""

    _fields = {
        "hand": None,
        "value": None,
    }


class Word(Answer):
    """One word of the language."""

    name: str
    """How it is usually written."""
    spellings: list[str]
    """Its other spellings."""
    group: str
    """Where it belongs."""
    arguments: str
    """What follows it."""
    meaning: str
    """What it means, in one sentence."""
    dialect: str
    """Who understands it."""
    source: str | None
    """Where a way to count comes from."""
    example: WordExample | None
    """A hand, and what the word says of it."""
    differs: str | None
    """Where programs differ over it."""

    _fields = {
        "name": None,
        "spellings": None,
        "group": None,
        "arguments": None,
        "meaning": None,
        "dialect": None,
        "source": None,
        "example": one('WordExample'),
        "differs": None,
    }


class EuchreSuitOdds(Answer):
    """What is known of one suit in one hidden hand."""

    void: float
    """The chance that the hand has none of it."""
    mean: float
    """How many of it the hand has on average."""

    _fields = {
        "void": None,
        "mean": None,
    }


class EuchreVoid(Answer):
    """A seat that did not follow suit: from then on it has none of it."""

    seat: str
    """Who."""
    suit: str
    """Which suit: the left bower belongs to the trumps."""
    trick: int
    """In which trick it was first seen, from 1."""

    _fields = {
        "seat": None,
        "suit": None,
        "trick": None,
    }


class EuchreWeighingNote(Answer):
    """That chances were weighed by the bids, and how."""

    policy: str
    """The policy, in words."""
    exact: bool
    """Whether the chances are exact: never, where they are weighed."""
    effective_samples: float
    """How many equally weighed worlds would tell as much."""

    _fields = {
        "policy": None,
        "exact": None,
        "effective_samples": None,
    }


class EuchreWorlds(Answer):
    """How many worlds are in, and what they say of who holds what."""

    count: int
    """How many worlds fit, counted exactly."""
    places: dict[str, int]
    """How many hidden cards lie in each place."""
    odds: dict[str, dict[str, float]]
    """For each card that was not seen, the chance that it lies in each place."""
    suits: dict[str, dict[str, EuchreSuitOdds]]
    """For each hidden hand, what is known of each suit, as the trump has it."""
    voids: list[EuchreVoid]
    """Who did not follow which suit."""
    weighed: EuchreWeighingNote | None
    """That the chances were weighed by the bids, and so are estimates; not there if they were counted."""

    _fields = {
        "count": Count,
        "places": None,
        "odds": None,
        "suits": by_name(by_name(one('EuchreSuitOdds'))),
        "voids": each(one('EuchreVoid')),
        "weighed": one('EuchreWeighingNote'),
    }


class EuchreMoveValue(Answer):
    """What a bot thinks of a move."""

    value: float
    """What it is worth to the bot's side: points, or the chance to win the game."""
    interval: float
    """Half the width of its 95% interval."""
    visits: int
    """How often the search tried it."""

    _fields = {
        "value": None,
        "interval": None,
        "visits": None,
    }


class EuchreHint(Answer):
    """What to do with a view, what each move is worth, and what can be known."""

    move: str
    """`pass`, `order`, `name`, `discard`, `give`, `play`, `defend` or `throw_in`."""
    suit: str | None
    """What is named trump: `C`, `D`, `H`, `S` or `NT`."""
    card: str | None
    """The card."""
    alone: bool
    """Whether it goes alone."""
    values: dict[str, EuchreMoveValue]
    """What it thinks of each move, the best first; empty if it did not search. On the wire they are named by their card
    or bid."""
    reason: str
    """Why, in words."""
    worlds: EuchreWorlds
    """The worlds that fit the view."""

    _fields = {
        "move": None,
        "suit": None,
        "card": None,
        "alone": None,
        "values": by_name(one('EuchreMoveValue')),
        "reason": None,
        "worlds": one('EuchreWorlds'),
    }


class EuchreJudgement(Answer):
    """What a bot thinks."""

    move: str
    """`pass`, `order`, `name`, `discard`, `give`, `play`, `defend` or `throw_in`."""
    suit: str | None
    """What is named trump: `C`, `D`, `H`, `S` or `NT`."""
    card: str | None
    """The card."""
    alone: bool
    """Whether it goes alone."""
    values: dict[str, EuchreMoveValue]
    """What it thinks of each move, the best first; empty if it did not search. On the wire they are named by their card
    or bid."""
    reason: str
    """Why, in words."""

    _fields = {
        "move": None,
        "suit": None,
        "card": None,
        "alone": None,
        "values": by_name(one('EuchreMoveValue')),
        "reason": None,
    }


class EuchreMove(Answer):
    """A move as it goes over the wire."""

    move: str
    """`pass`, `order`, `name`, `discard`, `give`, `play`, `defend` or `throw_in`."""
    suit: str | None
    """What is named trump: `C`, `D`, `H`, `S` or `NT`."""
    card: str | None
    """The card."""
    alone: bool
    """Whether it goes alone."""

    _fields = {
        "move": None,
        "suit": None,
        "card": None,
        "alone": None,
    }


class EuchreTrickTaken(Answer):
    """Who took the trick that the last card finished."""

    winner: str
    """Who took it."""
    number: int
    """The number of the trick, from 1."""
    tricks: dict[str, int]
    """The tricks of each side so far, North and South first; by side on the wire."""

    _fields = {
        "winner": None,
        "number": None,
        "tricks": None,
    }


class EuchreHandScore(Answer):
    """What a hand came to."""

    dealer: str
    """Who dealt."""
    maker: str | None
    """Who made trump; `None` if nobody did."""
    trump: str | None
    """What was trump."""
    alone: bool
    """Whether the maker played alone."""
    defend_alone: str | None
    """Who defended alone."""
    tricks: dict[str, int]
    """The tricks of each side."""
    points: dict[str, int]
    """The points of each side."""
    thrown_in: bool
    """Whether it was thrown in, so that the same dealer deals again."""
    words: str
    """All of it in a sentence."""

    _fields = {
        "dealer": None,
        "maker": None,
        "trump": None,
        "alone": None,
        "defend_alone": None,
        "tricks": None,
        "points": None,
        "thrown_in": None,
        "words": None,
    }


class EuchreTable(Answer):
    """How a game stands."""

    game: dict[str, Any]
    """The game: it is handed back with the next request. It holds all that was dealt, so it is not for players."""
    hand: int
    """The number of the hand that is played, from 1."""
    turn: str | None
    """Whose turn it is; `None` if that is not the seat that asks, or the hand is over."""
    stage: str
    """What is to be done; `over` when the hand is."""
    legal: list[EuchreMove]
    """What may be done."""
    trick: EuchreTrickTaken | None
    """The trick that the move finished."""
    result: EuchreHandScore | None
    """What the hand came to, once it is over. Then the next hand is dealt on request, if nobody has won."""
    score: dict[str, int]
    """The score so far."""
    winner: str | None
    """The side that has won the game."""

    _fields = {
        "game": None,
        "hand": None,
        "turn": None,
        "stage": None,
        "legal": each(one('EuchreMove')),
        "trick": one('EuchreTrickTaken'),
        "result": one('EuchreHandScore'),
        "score": None,
        "winner": None,
    }


class EuchreLegalMoves(Answer):
    """What may be done now."""

    turn: str | None
    """Whose turn it is; `None` if that is not the seat that asks, or the hand is over."""
    stage: str
    """What is to be done; `over` when the hand is."""
    legal: list[EuchreMove]
    """What may be done."""

    _fields = {
        "turn": None,
        "stage": None,
        "legal": each(one('EuchreMove')),
    }


class EuchreView(Answer):
    """A view as it is written. Everything that may be missing has a default."""

    seat: str
    """Whose view it is: `N`, `E`, `S` or `W`."""
    dealer: str
    """Who dealt."""
    hand: list[str]
    """The cards that the seat holds."""
    upcard: str
    """The card turned up."""
    taken: bool | None
    """Whether the dealer took it."""
    discard: str | None
    """What the seat itself laid away, as dealer."""
    bids: list[list[str]] | None
    """What was said: `[seat, "pass"]`, `[seat, "order"]`, `[seat, "name", suit]`, with `"alone"` at the end where
    so."""
    trump: str | None
    """What is trump: `C`, `D`, `H`, `S` or `NT`."""
    maker: str | None
    """Who made it."""
    alone: bool | None
    """Whether the maker goes alone."""
    defend_alone: str | None
    """Who defends alone."""
    tricks: list[list[list[Any]]] | None
    """The tricks in the order played, each a list of seat and card; the last may be unfinished."""
    score: dict[str, int] | None
    """The points before this hand."""
    rules: dict[str, bool] | None
    """The house rules."""
    given: str | None
    """Where 'partner's best' is played, the card that the seat gave to its partner,"""
    received: str | None
    """and the card that it got."""
    kitty: list[str] | None
    """Face-down cards that the seat has rightly seen."""

    _fields = {
        "seat": None,
        "dealer": None,
        "hand": None,
        "upcard": None,
        "taken": None,
        "discard": None,
        "bids": None,
        "trump": None,
        "maker": None,
        "alone": None,
        "defend_alone": None,
        "tricks": None,
        "score": None,
        "rules": None,
        "given": None,
        "received": None,
        "kitty": None,
    }


class EuchreScore(Answer):
    """What a game came to."""

    hands: list[EuchreHandScore]
    """The hands that are over, in order."""
    score: dict[str, int]
    """The score."""
    winner: str | None
    """The side that has won the game."""

    _fields = {
        "hands": each(one('EuchreHandScore')),
        "score": None,
        "winner": None,
    }


class EuchreEgnNames(Answer):
    """What the players and the game are called."""

    players: list[str] | None
    """North, East, South and West."""
    title: str | None
    """What the game is called."""
    date: str | None
    """When it was played, as `2026-05-17T19:00`."""

    _fields = {
        "players": None,
        "title": None,
        "date": None,
    }


class EuchreRead(Answer):
    """A game that was read."""

    game: dict[str, Any]
    """The game: it is handed back with the next request. It holds all that was dealt, so it is not for players."""
    hand: int
    """The number of the hand that is played, from 1."""
    turn: str | None
    """Whose turn it is; `None` if that is not the seat that asks, or the hand is over."""
    stage: str
    """What is to be done; `over` when the hand is."""
    legal: list[EuchreMove]
    """What may be done."""
    trick: EuchreTrickTaken | None
    """The trick that the move finished."""
    result: EuchreHandScore | None
    """What the hand came to, once it is over. Then the next hand is dealt on request, if nobody has won."""
    score: dict[str, int]
    """The score so far."""
    winner: str | None
    """The side that has won the game."""
    names: EuchreEgnNames
    """What the players and the game are called."""
    filled_in: list[str]
    """Cards that the document does not tell, and where they were taken to be."""

    _fields = {
        "game": None,
        "hand": None,
        "turn": None,
        "stage": None,
        "legal": each(one('EuchreMove')),
        "trick": one('EuchreTrickTaken'),
        "result": one('EuchreHandScore'),
        "score": None,
        "winner": None,
        "names": one('EuchreEgnNames'),
        "filled_in": None,
    }


class Texas42DrawnSuit(Answer):
    """Dominoes that are gone because a suit was led as often as dominoes of it were out."""

    suit: str
    """The suit."""
    led: int
    """How often it was led."""
    out: int
    """How many of it were out."""
    beaters: list[str]
    """Those of them that would have beaten the lead."""

    _fields = {
        "suit": None,
        "led": None,
        "out": None,
        "beaters": None,
    }


class Texas42LeadReasons(Answer):
    """One lead of a lay-down, and why nothing beats it."""

    domino: str
    """The domino."""
    yours: list[str]
    """What would beat it, but is in the same hand."""
    drawn: list[Texas42DrawnSuit]
    """What would beat it, but has been drawn."""

    _fields = {
        "domino": None,
        "yours": None,
        "drawn": each(one('Texas42DrawnSuit')),
    }


class Texas42OthersHands(Answer):
    """The hands of the three others, from the leader's left on."""

    left: list[str]
    """Of the player on the left."""
    partner: list[str]
    """Of the partner."""
    right: list[str]
    """Of the player on the right."""

    _fields = {
        "left": None,
        "partner": None,
        "right": None,
    }


class Texas42Refutation(Answer):
    """A layout and a play in which a hand loses a trick."""

    hands: Texas42OthersHands
    """The hands of the three others."""
    tricks: list[list[str]]
    """The tricks, each from the leader round. The last one is lost."""
    beats_every_order: bool
    """Whether this layout beats every order of leads. If not, it beats this one, and each other order is beaten by some
    layout of its kind."""

    _fields = {
        "hands": one('Texas42OthersHands'),
        "tricks": None,
        "beats_every_order": None,
    }


class Texas42RankedTrump(Answer):
    """What a trump is worth to a hand."""

    trump: str
    """The trump."""
    away: list[str]
    """The fewest dominoes that would have to be taken from the others to make the hand a lay-down."""

    _fields = {
        "trump": None,
        "away": None,
    }


class Texas42Hand(Answer):
    """What is said of a hand with one trump, given or the best."""

    hand: list[str]
    """The hand, trumps first."""
    trump: str
    """What is trumps."""
    gold: bool
    """Whether the hand is gold perfect."""
    not_gold: list[str]
    """Every line of the definition of a gold hand that it does not keep to, in words."""
    laydown: bool
    """Whether it is a lay-down."""
    leads: list[Texas42LeadReasons] | None
    """The leads of a lay-down, in order; None if it is none."""
    refutation: Texas42Refutation | None
    """How it is beaten; None for a lay-down."""
    away: list[str]
    """The fewest dominoes that would have to be taken from the others to make it a lay-down."""
    ranking: list[Texas42RankedTrump] | None
    """What each trump is worth to the hand, the best first; not there if a trump was given."""

    _fields = {
        "hand": None,
        "trump": None,
        "gold": None,
        "not_gold": None,
        "laydown": None,
        "leads": each(one('Texas42LeadReasons')),
        "refutation": one('Texas42Refutation'),
        "away": None,
        "ranking": each(one('Texas42RankedTrump')),
    }


class Texas42BidChance(Answer):
    """How often a hand makes one bid."""

    bid: int
    """The bid."""
    probability: float
    """The share of worlds in which it was made."""
    interval: list[float] | None
    """The bounds that hold the chance in 95 of 100 cases."""

    _fields = {
        "bid": None,
        "probability": None,
        "interval": None,
    }


class Texas42TrumpChances(Answer):
    """How often a hand makes each bid with one trump."""

    trump: str
    """What is trumps."""
    laydown: bool
    """Whether the hand is a lay-down, which needs no estimate."""
    all_seven: float
    """The share of worlds in which it took all seven tricks."""
    bids: list[Texas42BidChance]
    """The chances of every bid, from 30 to 42."""

    _fields = {
        "trump": None,
        "laydown": None,
        "all_seven": None,
        "bids": each(one('Texas42BidChance')),
    }


class Texas42Odds(Answer):
    """How often a hand makes each bid, with open hands: estimates."""

    hand: list[str]
    """The hand."""
    exact: bool
    """Whether the chances are exact: never."""
    open_hands: bool
    """Whether everybody sees all hands: always."""
    worlds: int
    """How many worlds were played out."""
    seed: str
    """The seed of the worlds."""
    trumps: list[Texas42TrumpChances]
    """The chances with each trump, the best first."""

    _fields = {
        "hand": None,
        "exact": None,
        "open_hands": None,
        "worlds": None,
        "seed": None,
        "trumps": each(one('Texas42TrumpChances')),
    }


class Texas42DominoStrength(Answer):
    """What the other 27 dominoes can do to one that is led."""

    domino: str
    """The domino."""
    led_as: str
    """The suit that it is led as."""
    beaten_by: list[str]
    """What beats it by following suit."""
    ruffed_by: list[str]
    """The trumps that beat it, from a hand that cannot follow."""
    beats: list[str]
    """What follows suit and is beaten."""
    cannot_follow: list[str]
    """What cannot follow, and does not beat it."""

    _fields = {
        "domino": None,
        "led_as": None,
        "beaten_by": None,
        "ruffed_by": None,
        "beats": None,
        "cannot_follow": None,
    }


class Texas42StrengthTable(Answer):
    """What happens to dominoes that are led, with one trump."""

    trump: str
    """What is trumps."""
    dominoes: list[Texas42DominoStrength]
    """The dominoes, trumps first."""

    _fields = {
        "trump": None,
        "dominoes": each(one('Texas42DominoStrength')),
    }


class Texas42Strength(Answer):
    """What happens to dominoes that are led, with some trumps."""

    strength: list[Texas42StrengthTable]
    """A table for each trump."""

    _fields = {
        "strength": each(one('Texas42StrengthTable')),
    }


class Texas42PerfectList(Answer):
    """The hands of one kind with one trump."""

    trump: str
    """What is trumps."""
    kind: str
    """The kind: `gold` or `laydown`."""
    count: int
    """How many there are."""
    hands: list[list[str]]
    """The hands, each trumps first; those with the fewest trumps first."""

    _fields = {
        "trump": None,
        "kind": None,
        "count": None,
        "hands": None,
    }


class Texas42TrumpsTogether(Answer):
    """How many different hands there are with some trumps."""

    trumps: list[str]
    """The trumps."""
    distinct: int
    """How many different hands."""

    _fields = {
        "trumps": None,
        "distinct": None,
    }


class Texas42PerfectLists(Answer):
    """The hands of one kind with each trump."""

    kind: str
    """The kind: `gold` or `laydown`."""
    count: int
    """How long the lists are together."""
    distinct: int
    """How many different hands they hold."""
    together: list[Texas42TrumpsTogether]
    """How many different hands the first so many lists hold: those of all pips, with doubles too, with no trumps
    too."""
    trumps: list[Texas42PerfectList]
    """The lists."""

    _fields = {
        "kind": None,
        "count": None,
        "distinct": None,
        "together": each(one('Texas42TrumpsTogether')),
        "trumps": each(one('Texas42PerfectList')),
    }


class Texas42PerfectKinds(Answer):
    """Of several kinds."""

    kinds: list[Texas42Perfect]
    """One for each kind."""

    _fields = {
        "kinds": each(any_of('Texas42Perfect')),
    }


class Texas42SuitOdds(Answer):
    """What is known of one suit in one hidden hand."""

    void: float
    """The chance that the hand has none of it."""
    mean: float
    """How many of it the hand has on average."""

    _fields = {
        "void": None,
        "mean": None,
    }


class Texas42Void(Answer):
    """A seat that did not follow a suit has none of it left."""

    seat: str
    """The seat."""
    suit: str
    """The suit that was led."""
    trick: int
    """The trick in which it was seen first, from 1."""

    _fields = {
        "seat": None,
        "suit": None,
        "trick": None,
    }


class Texas42Worlds(Answer):
    """How many worlds fit a view, and who holds what in how many of them: counted."""

    count: int
    """How many worlds fit."""
    places: dict[str, int]
    """How many dominoes each hidden hand has, clockwise from the seat."""
    odds: dict[str, dict[str, float]]
    """For each domino that was not seen, the chance that it is in each hidden hand."""
    suits: dict[str, dict[str, Texas42SuitOdds]]
    """For each hidden hand, what is known of each suit of which something was not seen."""
    voids: list[Texas42Void]
    """Who did not follow what, in the order in which it was seen."""

    _fields = {
        "count": Count,
        "places": None,
        "odds": None,
        "suits": by_name(by_name(one('Texas42SuitOdds'))),
        "voids": each(one('Texas42Void')),
    }


Odds = ScriptOdds | GivenOdds | ProfileOdds

StatisticAnswer = AverageStatisticAnswer | FrequencyStatisticAnswer

Explanation = PlanExplanation | SingleExplanation | NeverExplanation | ProfileExplanation

CheckReport = ScriptCheck | ProfileCheck

DealReport = DealtShares | ScriptDealt

Report = ScriptReport | ProfileReport

LeadAnswer = LeadOdds | BoardsLeads

Texas42Perfect = Texas42PerfectList | Texas42PerfectLists | Texas42PerfectKinds
