"""Boards on many machines, by Spark: `deal` gives a data frame, `count` what a script counts.

The rows are those of one machine, whatever the number of workers: a board follows from the question, the seed and its number, and a
part of the run that was lost with its worker is made again, with the same rows. PySpark and pyarrow must be installed, and
fairdeal on all machines. docs/scale.md says how a run is cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame, SparkSession  # type: ignore[import-not-found, unused-ignore]
from pyspark.sql.pandas.types import from_arrow_schema  # type: ignore[import-not-found, unused-ignore]

from fairdeal import answers
from fairdeal._parts import Part, Parts, joined
from fairdeal._question import Columns, Question

__all__ = ["count", "deal"]

_Batches = Callable[[Iterator[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]


def deal(
    spark: SparkSession,
    question: Question,
    boards: int | None = None,
    seed: int | str | None = None,
    *,
    columns: Columns = (),
    solve: bool | int = False,
    strategy: str | None = None,
    quota: bool = False,
    order: str | None = None,
    turn_to_dealer: bool = False,
    turned: bool | None = None,
    random_vulnerability: bool = False,
    parts: int | None = None,
) -> DataFrame:
    """The boards of a run as a data frame, with the rows and columns of `question.table(boards, …)`; those of a partition are
    boards in a row, and partitions come in the order of their boards.

    `parts` says how many partitions there are, a hundred thousand rows each unless that is given (a hundred where all are
    solved).
    """
    run = Parts.of(
        question,
        boards,
        parts,
        seed=seed,
        columns=columns,
        solve=solve,
        strategy=strategy,
        quota=quota,
        order=order,
        turn_to_dealer=turn_to_dealer,
        turned=turned,
        random_vulnerability=random_vulnerability,
    )
    places = spark.range(0, len(run.parts), numPartitions=len(run.parts))
    return places.mapInArrow(_rows(run.parts), from_arrow_schema(run.schema))


def count(
    spark: SparkSession,
    question: Question,
    boards: int | None = None,
    seed: int | str | None = None,
    *,
    strategy: str | None = None,
    parts: int | None = None,
) -> answers.DealReport:
    """What the boards of a run come to, and none of them: the averages and frequencies that a script asks for, of all parts
    together. They are those of `question.count(boards, …)`."""
    run = Parts.of(question, boards, parts, seed=seed, columns=(), solve=False, strategy=strategy)
    places = spark.range(0, len(run.parts), numPartitions=len(run.parts))
    reports = places.mapInArrow(_reports(run.parts), "report string").collect()
    return joined([row.report for row in reports])


def _numbers(places: Iterator[pyarrow.RecordBatch]) -> Iterator[int]:
    for batch in places:
        yield from batch.column(0).to_pylist()


def _rows(parts: list[Part]) -> _Batches:
    def rows(places: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for place in _numbers(places):
            yield from parts[place].batches()

    return rows


def _reports(parts: list[Part]) -> _Batches:
    def reports(places: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for place in _numbers(places):
            yield pyarrow.RecordBatch.from_pydict({"report": [parts[place].report()]})

    return reports
