"""What can be dealt, and what can be asked of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar, overload

from fairdeal import answers
from fairdeal._answer import Answer, choose
from fairdeal._fairdeal import Boards
from fairdeal._fairdeal import Question as _Question
from fairdeal._progress import Progress, listening
from fairdeal._table import Table, dealt

Effort = Literal["quick", "usual", "patient"]
"""How much work an answer may take, counted in steps and never by the clock."""

Path = str | os.PathLike[str]

Columns = Mapping[str, str] | Iterable[str]
"""Columns of a table: expressions of the language by the names of their columns, or alone, when they are their own names."""

_A = TypeVar("_A", bound=Answer)


def _read(told: tuple[str, str], *kinds: type[Answer]) -> Any:
    text, words = told
    return choose(list(kinds), json.loads(text), words.rstrip("\n"))


class Question:
    """What can be dealt: a `Script`, a `Profile`, a script that is `Leveled` by its hand types, or several questions `Mixed`.

    The same verbs are asked of all. All long work can be stopped by Ctrl-C, and lets other threads run. `progress` is a
    function that is told how far the work is, or True for a bar of tqdm.
    """

    def __init__(self, question: _Question) -> None:
        self._question = question

    @staticmethod
    def open(
        path: Path,
        *,
        parameters: Mapping[int, str] | None = None,
        include: Iterable[Path] = (),
        last_wins: bool = False,
        shelf: Path | None = None,
    ) -> Question:
        """Opens a script (any file but .json), a profile (.json, or its name on the shelf), or an example by its name."""
        question = _opened(path, parameters, include, last_wins, shelf)
        opened: Question = (Profile if question.is_profile else Script)._from(question)
        return opened

    @classmethod
    def _from(cls, question: _Question) -> Any:
        self = cls.__new__(cls)
        Question.__init__(self, question)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A question goes to another process as texts, with all that it includes."""
        return _from_whole, (type(self), self._question.whole())

    @property
    def title(self) -> str | None:
        """What it is called on pages that are printed of it."""
        return self._question.title

    @property
    def fingerprint(self) -> str:
        """A short mark by which parts of one run are told from parts of another."""
        return self._question.fingerprint

    def deal(
        self,
        boards: int | None = None,
        *,
        seed: int | str | None = None,
        key: str | None = None,
        public: str | None = None,
        start: int | None = None,
        generate: int | None = None,
        strategy: str | None = None,
        distinct: bool = False,
        quota: bool = False,
        order: str | None = None,
        turn_to_dealer: bool = False,
        shard: tuple[int, int] | None = None,
        solve: bool = False,
        cache: bool = True,
        turned: bool | None = None,
        random_vulnerability: bool = False,
        threads: int | None = None,
        progress: Progress = None,
    ) -> Boards:
        """Boards, found as they are asked for: the same as the command deals with the same seed.

        Without a number, as many as the script says, else 40. Without a seed it is the script's, else one that is drawn:
        `boards.seed` tells it. `shard=(2, 8)` is the second of eight parts of the run, `solve` gives boards their double
        dummy results, `cache=False` does without those that were kept from earlier.
        """
        with listening(progress) as listener:
            return self._question.deal(
                _request(
                    "deal",
                    boards=boards,
                    seed=_seed(seed),
                    key=key,
                    public=public,
                    start=start,
                    generate=generate,
                    strategy=strategy,
                    distinct=distinct,
                    quota=quota,
                    order=order,
                    turn_to_dealer=turn_to_dealer,
                ),
                _run(shard, threads, solve, cache, turned, random_vulnerability),
                listener,
            )

    def table(
        self,
        boards: int | None = None,
        *,
        columns: Columns = (),
        seed: int | str | None = None,
        key: str | None = None,
        public: str | None = None,
        start: int | None = None,
        generate: int | None = None,
        strategy: str | None = None,
        distinct: bool = False,
        quota: bool = False,
        order: str | None = None,
        turn_to_dealer: bool = False,
        shard: tuple[int, int] | None = None,
        solve: bool | int = False,
        cache: bool = True,
        turned: bool | None = None,
        random_vulnerability: bool = False,
        threads: int | None = None,
        progress: Progress = None,
    ) -> Table:
        """Boards as a table, a row each: the same boards as `deal` gives.

        pyarrow, pandas, polars and DuckDB take it as it is, `pyarrow.table(script.table(1000))`, and take rows as they are made.
        `columns` are further columns by name, each an expression of the language that may use the script's names,
        `{"points": "hcp(south)"}`; without any there are the values that the script reports, averages and counts. `solve`
        gives rows their double dummy results; a number, only the first so many. All else is as in `deal`, and docs/tables.md
        has the types of the columns.
        """
        request = _request(
            "deal",
            boards=boards,
            seed=_seed(seed),
            key=key,
            public=public,
            start=start,
            generate=generate,
            strategy=strategy,
            distinct=distinct,
            quota=quota,
            order=order,
            turn_to_dealer=turn_to_dealer,
        )
        run = _run(shard, threads, solve is not False, cache, turned, random_vulnerability)
        run["solve_first"] = None if isinstance(solve, bool) else solve
        asked = columns.items() if isinstance(columns, Mapping) else ((one, one) for one in columns)
        with listening(progress) as listener:
            return Table(self._question.table(request, run, list(asked), listener))

    def write(
        self,
        path: Path,
        boards: int | None = None,
        *,
        format: str | None = None,
        title: str | None = None,
        seed: int | str | None = None,
        key: str | None = None,
        public: str | None = None,
        start: int | None = None,
        generate: int | None = None,
        strategy: str | None = None,
        distinct: bool = False,
        quota: bool = False,
        order: str | None = None,
        turn_to_dealer: bool = False,
        shard: tuple[int, int] | None = None,
        solve: bool = False,
        cache: bool = True,
        turned: bool | None = None,
        random_vulnerability: bool = False,
        threads: int | None = None,
        progress: Progress = None,
    ) -> answers.DealReport:
        """Deals into a file, which is written whole or not at all, and tells what came of it. The format is that of the
        file's name unless it is given. All else is as in `deal`."""
        request = _request(
            "deal",
            boards=boards,
            seed=_seed(seed),
            key=key,
            public=public,
            start=start,
            generate=generate,
            strategy=strategy,
            distinct=distinct,
            quota=quota,
            order=order,
            turn_to_dealer=turn_to_dealer,
        )
        run = _run(shard, threads, solve, cache, turned, random_vulnerability)
        with listening(progress) as listener:
            told = self._question.run(request, run, os.fspath(path), format, title, listener)
        return dealt(told)

    def count(
        self,
        boards: int | None = None,
        *,
        seed: int | str | None = None,
        start: int | None = None,
        generate: int | None = None,
        strategy: str | None = None,
        shard: tuple[int, int] | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> answers.DealReport:
        """Deals, keeps no board, and tells what came of it: the averages and frequencies that a script asks for, the shares
        of a profile."""
        request = _request(
            "deal", boards=boards, seed=_seed(seed), start=start, generate=generate, strategy=strategy
        )
        run = _run(shard, threads, False, False, None, False)
        with listening(progress) as listener:
            return dealt(self._question.run(request, run, None, None, None, listener))

    def check(self, *, portable: bool = False, effort: Effort = "usual", progress: Progress = None) -> Any:
        """What is wrong with it, or might be; it never fails. With `portable` also what the classic program would not take."""
        told = self._ask(_request("check", portable=portable, effort=effort), progress)
        return _read(told, answers.ScriptCheck, answers.ProfileCheck)

    def explain(
        self, *, boards: int | None = None, plan: str | None = None, effort: Effort = "usual", progress: Progress = None
    ) -> answers.Explanation:
        """How boards are found, what makes them rare, and why there may be none."""
        told = self._ask(_request("explain", boards=boards, plan=plan, effort=effort), progress)
        explanation: answers.Explanation = _read(
            told,
            answers.PlanExplanation,
            answers.SingleExplanation,
            answers.NeverExplanation,
            answers.ProfileExplanation,
        )
        return explanation

    def level(
        self,
        types: str | Sequence[str] = (),
        shares: Sequence[float] | Sequence[Sequence[float]] = (),
        *,
        effort: Effort = "usual",
        progress: Progress = None,
    ) -> answers.LevelReport:
        """How often each hand type comes by nature, and how often it should; those of a profile are its subprofiles.

        `types` are names of the script, `"strong,weak"`, or new ones, `"low=hcp(south)<12,high=hcp(south)>=12"`; two lists of
        them are leveled together. `shares` are in percent, for each list of types.
        """
        told = self._ask(_request("level", effort=effort, **_types(types, shares)), progress)
        report: answers.LevelReport = _read(told, answers.LevelReport)
        return report

    def report(self, *, effort: Effort = "usual", progress: Progress = None) -> answers.Report:
        """Which seat makes it hard: each seat's chance alone, and given the others."""
        told = self._ask(_request("report", effort=effort), progress)
        report: answers.Report = _read(told, answers.ScriptReport, answers.ProfileReport)
        return report

    def compare(
        self,
        other: Question,
        *,
        names: tuple[str, str] = ("one", "other"),
        effort: Effort = "usual",
        progress: Progress = None,
    ) -> answers.Comparison:
        """Two questions side by side."""
        with listening(progress) as listener:
            told = self._question.compare(other._question, names, effort, listener)
        comparison: answers.Comparison = _read(told, answers.Comparison)
        return comparison

    def lead(
        self,
        contract: str,
        by: str,
        *,
        hand: str | None = None,
        worlds: int | None = None,
        seed: int | str | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> answers.LeadOdds:
        """What to lead against a contract, `"3NT"` or `"4Sx"`, that is played by a seat: each lead tried in the same worlds, all
        cards seen. `hand` is what the leader holds, where the script does not say it."""
        request = _request("lead", contract=contract, by=by, hand=hand, worlds=worlds, seed=_seed(seed))
        with listening(progress) as listener:
            told = self._question.lead(request, threads, listener)
        odds: answers.LeadOdds = _read(told, answers.LeadOdds)
        return odds

    def _ask(self, request: str, progress: Progress) -> tuple[str, str]:
        with listening(progress) as listener:
            return self._question.ask(request, listener)


class Script(Question):
    """A script in the dealer language.

    >>> script = Script("condition hcp(south) > 36")
    >>> script.odds().count
    1171944
    """

    def __init__(
        self,
        text: str,
        *,
        name: str = "script",
        parameters: Mapping[int, str] | None = None,
        include: Iterable[Path] = (),
        last_wins: bool = False,
    ) -> None:
        """`name` is what messages call it, `parameters` are the texts of `$0` to `$9`, `include` are folders for what the
        script includes."""
        folders = [os.fspath(folder) for folder in include]
        super().__init__(_Question.script(name, text, dict(parameters or {}), folders, last_wins))

    @staticmethod
    def open(
        path: Path,
        *,
        parameters: Mapping[int, str] | None = None,
        include: Iterable[Path] = (),
        last_wins: bool = False,
        shelf: Path | None = None,
    ) -> Script:
        """Opens a script by the name of its file, or by that of an example."""
        question = _opened(path, parameters, include, last_wins, shelf)
        if question.is_profile:
            raise TypeError(f"{os.fspath(path)} is a profile: Profile.open opens it")
        script: Script = Script._from(question)
        return script

    @overload
    def odds(self, *, effort: Effort = "usual", progress: Progress = None) -> answers.ScriptOdds: ...

    @overload
    def odds(self, *, given: str, effort: Effort = "usual", progress: Progress = None) -> answers.GivenOdds: ...

    def odds(
        self, *, given: str | None = None, effort: Effort = "usual", progress: Progress = None
    ) -> answers.ScriptOdds | answers.GivenOdds:
        """How likely it is, counted where that fits the effort. `given` is a condition that is known to hold."""
        told = self._ask(_request("odds", given=given, effort=effort), progress)
        odds: answers.ScriptOdds | answers.GivenOdds = _read(told, answers.ScriptOdds, answers.GivenOdds)
        return odds

    def check(
        self, *, portable: bool = False, effort: Effort = "usual", progress: Progress = None
    ) -> answers.ScriptCheck:
        """What is wrong with it, or might be; it never fails. With `portable` also what the classic program would not take."""
        check: answers.ScriptCheck = super().check(portable=portable, effort=effort, progress=progress)
        return check

    def leveled(
        self, types: str | Sequence[str] = (), shares: Sequence[float] | Sequence[Sequence[float]] = ()
    ) -> Leveled:
        """The same script with its hand types in shares, equal ones unless they are given: see `level`."""
        request = json.dumps(_types(types, shares))
        leveled: Leveled = Leveled._from(self._question.leveled(request))
        return leveled


class Leveled(Script):
    """A script whose hand types come in chosen shares: made by `Script.leveled`."""


class Profile(Question):
    """A hand profile, by the object that its file has, or by the text of it."""

    def __init__(self, document: str | Mapping[str, Any]) -> None:
        text = document if isinstance(document, str) else json.dumps(document)
        super().__init__(_Question.profile(text))

    @staticmethod
    def open(
        path: Path,
        *,
        parameters: Mapping[int, str] | None = None,
        include: Iterable[Path] = (),
        last_wins: bool = False,
        shelf: Path | None = None,
    ) -> Profile:
        """Opens a profile by the name of its file, its name on the shelf, or that of an example."""
        question = _opened(path, parameters, include, last_wins, shelf)
        if not question.is_profile:
            raise TypeError(f"{os.fspath(path)} is a script: Script.open opens it")
        profile: Profile = Profile._from(question)
        return profile

    def odds(self, *, effort: Effort = "usual", progress: Progress = None) -> answers.ProfileOdds:
        """How likely each combination is, and all of them by their shares."""
        odds: answers.ProfileOdds = _read(self._ask(_request("odds", effort=effort), progress), answers.ProfileOdds)
        return odds

    def check(
        self, *, portable: bool = False, effort: Effort = "usual", progress: Progress = None
    ) -> answers.ProfileCheck:
        """What is wrong with it, or might be; it never fails."""
        check: answers.ProfileCheck = super().check(portable=portable, effort=effort, progress=progress)
        return check


class Mixed(Question):
    """Several questions, mixed by weight: `Mixed({"strong": (strong, 3), "weak": weak})`. Boards say of which they are."""

    def __init__(self, questions: Mapping[str, Question | tuple[Question, float]]) -> None:
        parts = []
        for name, one in questions.items():
            question, weight = one if isinstance(one, tuple) else (one, 1)
            parts.append((name, str(weight), question._question))
        super().__init__(_Question.mixed(parts))

    def check(self, *, portable: bool = False, effort: Effort = "usual", progress: Progress = None) -> Any:
        """What is wrong with each of its questions, by name."""
        text, _ = self._ask(_request("check", portable=portable, effort=effort), progress)
        kinds: list[type[Answer]] = [answers.ScriptCheck, answers.ProfileCheck]
        return {one["name"]: choose(kinds, one["check"]) for one in json.loads(text)}


def _from_whole(kind: type[Question], text: str) -> Any:
    return kind._from(_Question.from_whole(text))


def _opened(
    path: Path,
    parameters: Mapping[int, str] | None,
    include: Iterable[Path],
    last_wins: bool,
    shelf: Path | None,
) -> _Question:
    folders = [os.fspath(folder) for folder in include]
    kept = None if shelf is None else os.fspath(shelf)
    return _Question.open(os.fspath(path), dict(parameters or {}), folders, last_wins, kept)


def _request(verb: str, **said: Any) -> str:
    return json.dumps({"ask": verb, **{name: value for name, value in said.items() if value is not None}})


def _seed(seed: int | str | None) -> str | None:
    return None if seed is None else str(seed)


def _run(
    shard: tuple[int, int] | None,
    threads: int | None,
    solve: bool,
    cache: bool,
    turned: bool | None,
    random_vulnerability: bool,
) -> dict[str, Any]:
    return {
        "shard": shard,
        "threads": threads,
        "solve": solve,
        "cache": cache,
        "turned": turned,
        "random_vulnerability": random_vulnerability,
        "solve_first": None,
    }


def _types(
    types: str | Sequence[str], shares: Sequence[float] | Sequence[Sequence[float]]
) -> dict[str, list[Any]]:
    lists = [types] if isinstance(types, str) else list(types)
    every = [list(one) if isinstance(one, Sequence) else one for one in shares]
    if every and not isinstance(every[0], list):
        return {"types": lists, "shares": [every]}
    return {"types": lists, "shares": every}
