"""Files of boards, and boards that are solved."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

from fairdeal import _fairdeal, answers
from fairdeal._fairdeal import Board
from fairdeal._progress import Progress, listening

Path = str | os.PathLike[str]


def read(path: Path, *, format: str | None = None, skip_bad: bool = False) -> list[Board]:
    """The boards of a file. The format is that of the file's name unless it is given. Boards with something wrong are an
    error that has all their lines, unless they may be left out."""
    return _fairdeal.read(os.fspath(path), format, skip_bad)


def read_bytes(data: bytes, format: str, *, skip_bad: bool = False) -> list[Board]:
    """The boards in the bytes of a file."""
    return _fairdeal.read_bytes(data, format, skip_bad)


def write(
    path: Path,
    boards: Iterable[Board],
    *,
    format: str | None = None,
    title: str | None = None,
    origin: str | None = None,
) -> list[str]:
    """Writes boards to a file, whole or not at all, and tells what they lose in it, a sentence for each kind of thing. The
    format is that of the file's name unless it is given. `origin` is where the boards come from, for the head of a file."""
    return _fairdeal.write(os.fspath(path), list(boards), format, title, origin)


def write_bytes(boards: Iterable[Board], format: str, *, title: str | None = None, origin: str | None = None) -> bytes:
    """Boards as the bytes of a file."""
    return _fairdeal.write_bytes(list(boards), format, title, origin)


def formats() -> dict[str, bool]:
    """The formats of board files by their names, and whether each can be read; all can be written."""
    return dict(_fairdeal.formats())


class Solved(list[Board]):
    """Boards with their double dummy results; `answer` has them as docs/json.md shows, with the contracts of par."""

    answer: answers.SolvedBoards

    def __str__(self) -> str:
        return str(self.answer)


def solve(
    boards: Iterable[Board], *, threads: int | None = None, cache: bool = True, progress: Progress = None
) -> Solved:
    """What can be made on each board double dummy, and its par. Results are kept for the next time unless `cache` is False.
    On all cores, unless `threads` says otherwise."""
    with listening(progress) as listener:
        found, told = _fairdeal.solve(list(boards), threads, cache, listener)
    solved = Solved(found)
    solved.answer = _answer(told, answers.SolvedBoards)
    return solved


def leads(
    boards: Iterable[Board],
    contract: str | None = None,
    by: str | None = None,
    *,
    threads: int | None = None,
    progress: Progress = None,
) -> answers.BoardsLeads:
    """What each opening lead gives, board by board: against the contract that the file says of the board, or against this
    one on all boards."""
    with listening(progress) as listener:
        told = _fairdeal.at_the_table(list(boards), False, _contract(contract, by), threads, listener)
    found: answers.BoardsLeads = _answer(told, answers.BoardsLeads)
    return found


def plays(
    boards: Iterable[Board],
    contract: str | None = None,
    by: str | None = None,
    *,
    threads: int | None = None,
    progress: Progress = None,
) -> answers.BoardsPlays:
    """What each card of the play that the file has of a board has cost."""
    with listening(progress) as listener:
        told = _fairdeal.at_the_table(list(boards), True, _contract(contract, by), threads, listener)
    found: answers.BoardsPlays = _answer(told, answers.BoardsPlays)
    return found


def words(text: str | None = None) -> list[answers.Word]:
    """The words of the language; only those that have this text in their name or meaning, if it is given."""
    return [answers.Word._of(word) for word in json.loads(_fairdeal.words(text)[0])]


def example(name: str) -> str:
    """The text of an example: a script, or the JSON of a profile."""
    return _fairdeal.example(name)


def examples() -> dict[str, str]:
    """The names of the examples, and what each shows. `Question.open` opens them by these names."""
    return dict(_fairdeal.examples())


def _contract(contract: str | None, by: str | None) -> tuple[str, str] | None:
    if contract is None and by is None:
        return None
    if contract is None or by is None:
        raise TypeError("a contract and who plays it go together")
    return contract, by


def _answer(told: tuple[str, str], kind: type[Any]) -> Any:
    return kind._of(json.loads(told[0]), told[1].rstrip("\n"))
