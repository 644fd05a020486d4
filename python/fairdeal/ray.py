"""Boards on many machines, by Ray: `deal` gives a dataset, `count` what a script counts.

The rows are those of one machine, whatever the number of workers: a board follows from the question, the seed and its number, and a
part of the run that was lost with its worker is made again, with the same rows. Ray with its datasets (`ray[data]`) must be
installed, and fairdeal on all machines. docs/scale.md says how a run is cut.
"""

from __future__ import annotations

from typing import Any

import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]
import ray  # type: ignore[import-not-found, unused-ignore]
import ray.data  # type: ignore[import-not-found, unused-ignore]

from fairdeal import answers
from fairdeal._parts import Part, Parts, joined
from fairdeal._question import Columns, Question

__all__ = ["count", "deal"]


def deal(
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
) -> ray.data.Dataset:
    """The boards of a run as a dataset, with the rows and columns of `question.table(boards, …)`, in the order of their boards.

    The parts are tasks that begin at once, and their rows are kept by Ray, on disk where its memory is full. `parts` says how
    many there are, a hundred thousand rows each unless that is given (a hundred where all are solved).
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
    # Ray's types of what is to come do not fit each other.
    rows: Any = ray.remote(_rows)
    return ray.data.from_arrow_refs([rows.remote(part) for part in run.parts])


def count(
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
    report: Any = ray.remote(_report)
    return joined(ray.get([report.remote(part) for part in run.parts]))


def _rows(part: Part) -> pyarrow.Table:
    return pyarrow.table(part.table())


def _report(part: Part) -> str:
    return part.report()
