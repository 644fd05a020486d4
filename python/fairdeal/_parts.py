"""One run in parts, for engines that give parts to many machines. What the parts are depends on the run alone, so their rows are
those of one machine, whoever makes them and however often."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fairdeal import answers
from fairdeal._answer import choose
from fairdeal._errors import FairdealError
from fairdeal._fairdeal import joined_reports
from fairdeal._question import Columns, Question, _from_whole
from fairdeal._table import Table

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]

ROWS_A_PART = 100_000
"""So many rows make a part,"""
SOLVED_ROWS_A_PART = 100
"""and so many where all of them are solved."""


@dataclass(frozen=True)
class Part:
    """A part of a run. It goes to another process as texts and numbers; tables and plans are made there, once for all parts of a
    question that come to the same process."""

    whole: tuple[type[Question], str]
    number: int
    of: int
    plan: str
    options: dict[str, Any] = field(hash=False)

    def table(self) -> Table:
        """Its rows."""
        table = _question(*self.whole).table(shard=(self.number, self.of), threads=1, **self.options)
        if table.plan != self.plan:
            # Boards follow from plans: with another one the rows would be those of another table.
            here, there = table.plan or "no plan", self.plan or "no plan"
            message = f"part {self.number} is found by {here} on this machine, and by {there} on the one that asked"
            raise FairdealError(message, "other-plan", help="have the same version of fairdeal on both")
        return table

    def batches(self) -> Iterator[pyarrow.RecordBatch]:
        """Its rows, in batches that are made as they are taken."""
        import pyarrow

        yield from pyarrow.RecordBatchReader.from_stream(self.table())

    def report(self) -> str:
        """What came of it, without the rows."""
        asked = {name: value for name, value in self.options.items() if name in ("boards", "seed", "strategy")}
        report = _question(*self.whole).count(shard=(self.number, self.of), threads=1, **asked)
        return json.dumps(report.to_dict())


@dataclass(frozen=True)
class Parts:
    """A run in parts."""

    parts: list[Part]
    schema: pyarrow.Schema
    rows: int

    @staticmethod
    def of(
        question: Question,
        boards: int | None,
        parts: int | None,
        *,
        seed: int | str | None,
        columns: Columns,
        solve: bool | int,
        **options: Any,
    ) -> Parts:
        """Plans the run here, so that all that may be wrong with it is known before anything is sent away."""
        import pyarrow

        asked: Columns = dict(columns) if isinstance(columns, Mapping) else list(columns)
        options |= {"columns": asked, "solve": solve}
        whole = question.table(boards, seed=seed, **options)
        rows = whole.asked
        # One that was drawn, or is the script's, is the same for all parts.
        options |= {"boards": boards, "seed": whole.seed}
        if parts is None:
            parts = -(-rows // (SOLVED_ROWS_A_PART if solve is True else ROWS_A_PART))
        of = max(1, min(parts, rows))
        carried = (type(question), question._question.whole())
        each = [
            Part(carried, number, of, question.table(shard=(number, of), **options).plan, options)
            for number in range(1, of + 1)
        ]
        return Parts(each, pyarrow.schema(whole), rows)


def joined(reports: list[str]) -> answers.DealReport:
    """What all parts came to."""
    report: answers.DealReport = choose(
        [answers.ScriptDealt, answers.DealtShares], json.loads(joined_reports(reports))
    )  # type: ignore[assignment]
    return report


_known: dict[tuple[type[Question], str], Question] = {}


def _question(kind: type[Question], whole: str) -> Question:
    """The question of a part. The last one is kept, with the plans that were made for it."""
    key = (kind, whole)
    if key not in _known:
        _known.clear()
        _known[key] = _from_whole(kind, whole)
    return _known[key]
