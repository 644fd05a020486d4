"""Texas 42: hands that cannot lose, how good the others are, and what a player can know.

>>> from fairdeal import texas42
>>> texas42.hand("0-0 0-6 0-5 0-4 6-6 6-5 6-4", trump="0").gold
True
>>> texas42.perfect(trump="0").count
49

A hand is its seven dominoes, as a text or one by one. Trumps are `"0"` to `"6"`, `"doubles"` or `"none"`. docs/texas42.md has the rest.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal, overload

from fairdeal import _fairdeal, answers
from fairdeal._games import asked, document_of, drawn, read_document
from fairdeal._progress import Progress

__all__ = ["Kind", "Trump", "View", "hand", "odds", "perfect", "strength"]

Trump = Literal["0", "1", "2", "3", "4", "5", "6", "doubles", "none"]
"""What is trumps."""

Kind = Literal["gold", "laydown"]
"""Which hands that cannot lose: gold perfect ones, or all lay-downs."""


def hand(
    dominoes: str | Iterable[str], *, trump: Trump | None = None, progress: Progress = None
) -> answers.Texas42Hand:
    """Whether a hand can lose: why not, or how. Without a trump, with the best for it."""
    found: answers.Texas42Hand = asked(
        answers.Texas42Hand, progress, ask="texas42", do="hand", hand=_text(dominoes), trump=trump
    )
    return found


def odds(
    dominoes: str | Iterable[str],
    *,
    trump: Trump | None = None,
    bid: int | None = None,
    worlds: int | None = None,
    seed: int | None = None,
    progress: Progress = None,
) -> answers.Texas42Odds:
    """How often a hand makes each bid, where everybody sees everything: an estimate over so many worlds. `bid` makes a trump
    the best."""
    found: answers.Texas42Odds = asked(
        answers.Texas42Odds,
        progress,
        ask="texas42",
        do="odds",
        hand=_text(dominoes),
        trump=trump,
        bid=bid,
        worlds=worlds,
        seed=seed,
    )
    return found


@overload
def perfect(
    *,
    trump: Trump,
    kind: Kind = "gold",
    having: str | Iterable[str] = (),
    trumps: int | None = None,
    progress: Progress = None,
) -> answers.Texas42PerfectList: ...


@overload
def perfect(
    *,
    trump: None = None,
    kind: Kind = "gold",
    having: str | Iterable[str] = (),
    trumps: int | None = None,
    progress: Progress = None,
) -> answers.Texas42PerfectLists: ...


def perfect(
    *,
    trump: Trump | None = None,
    kind: Kind = "gold",
    having: str | Iterable[str] = (),
    trumps: int | None = None,
    progress: Progress = None,
) -> answers.Texas42PerfectList | answers.Texas42PerfectLists:
    """All hands that cannot lose, with one trump or with each; only those with some dominoes, or with so many trumps."""
    with_these = _text(having).split()
    told: answers.Texas42PerfectList = asked(
        answers.Texas42PerfectList,
        progress,
        ask="texas42",
        do="perfect",
        trump=trump,
        kind=kind,
        trumps=trumps,
        **{"with": with_these},
    )
    found: answers.Texas42PerfectList | answers.Texas42PerfectLists
    found = told if trump is not None else answers.Texas42PerfectLists._of(told._data, told._words)
    return found


def strength(domino: str | None = None, *, trump: Trump | None = None) -> answers.Texas42Strength:
    """What beats a domino that is led, what it beats, and what cannot follow; of one or all, with one trump or each."""
    found: answers.Texas42Strength = asked(
        answers.Texas42Strength, ask="texas42", do="strength", domino=domino, trump=trump
    )
    return found


class View:
    """What one seat has seen: its hand, trumps, and the tricks so far, by the object that docs/texas42.md shows."""

    __slots__ = ("_data",)

    def __init__(self, document: str | Mapping[str, Any]) -> None:
        self._data = document_of(document)

    @staticmethod
    def open(path: str | os.PathLike[str]) -> View:
        """Opens a view by the name of its file."""
        return View(read_document(path))

    def odds(self, *, progress: Progress = None) -> answers.Texas42Worlds:
        """How many worlds fit, and who holds what in how many of them: counted."""
        worlds: answers.Texas42Worlds = asked(
            answers.Texas42Worlds, progress, ask="worlds", game="texas42", view=self._data
        )
        return worlds

    def worlds(self, number: int, *, seed: int | None = None) -> list[dict[str, list[str]]]:
        """So many worlds, each with the same chance: the hidden dominoes by seat."""
        return drawn(_fairdeal.texas42_worlds(json.dumps(self._data), number, seed))

    def to_dict(self) -> dict[str, Any]:
        """The view as it goes over the wire."""
        return document_of(json.dumps(self._data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._data == other._data

    def __hash__(self) -> int:
        return hash(json.dumps(self._data, sort_keys=True))

    def __repr__(self) -> str:
        return f"View({self._data!r})"


def _text(dominoes: str | Iterable[str]) -> str:
    return dominoes if isinstance(dominoes, str) else " ".join(dominoes)
