"""The boards of a run as a table."""

from __future__ import annotations

import json
import os

from fairdeal import answers
from fairdeal._answer import choose
from fairdeal._fairdeal import Rows
from fairdeal._progress import Progress, listening


class Table:
    """The boards of a run as a table: made by `Question.table`.

    pyarrow, pandas, polars, DuckDB and whatever else knows Arrow take it as it is, through `__arrow_c_stream__`. Rows are made
    as they are taken, each time the same, in memory that does not grow with them. Where the thread that hands the table over
    also takes its rows, Ctrl-C stops it within a tenth of a second and `progress` is told.
    """

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    @property
    def seed(self) -> str:
        """The seed that its boards are dealt by: the one that was given, the script's, or one that was drawn."""
        return self._rows.seed

    @property
    def origin(self) -> str:
        """Where its boards come from, as it is written into files."""
        return self._rows.origin

    @property
    def plan(self) -> str:
        """How its boards are found: the names of the plans."""
        return self._rows.plan

    @property
    def asked(self) -> int:
        """How many rows were asked for. Fewer may come, if the deals that may be tried run out."""
        return self._rows.asked

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return self._rows.columns

    @property
    def report(self) -> answers.DealReport | None:
        """What came of it, with what the script counts, once it was taken to its end."""
        told = self._rows.report
        return None if told is None else dealt(told)

    def write(self, path: str | os.PathLike[str], *, progress: Progress = None) -> answers.DealReport:
        """Writes it to a file whose name ends with .parquet or .arrow, whole or not at all, and tells what came of it."""
        with listening(progress) as listener:
            return dealt(self._rows.write(os.fspath(path), listener))

    def __arrow_c_schema__(self) -> object:
        return self._rows.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._rows.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<Table: {self.asked} rows of {', '.join(self.columns)}; {self.origin}>"


def dealt(told: tuple[str, str]) -> answers.DealReport:
    """What came of dealing, of its JSON and its words."""
    text, words = told
    report: answers.DealReport = choose(
        [answers.ScriptDealt, answers.DealtShares], json.loads(text), words.rstrip("\n")
    )  # type: ignore[assignment]
    return report
