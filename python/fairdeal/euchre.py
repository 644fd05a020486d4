"""Euchre: what a player can know, what a bot would do, and a referee that knows the rules.

>>> from fairdeal import euchre
>>> view = euchre.View({"seat": "S", "dealer": "E", "hand": ["9S", "QS", "TD", "AH", "9C"], "upcard": "JH"})
>>> view.odds().count
2793510720
>>> view.move(level="beginner").move
'pass'

A `View` is what one seat has seen; it has no place for anything else. A `Game` has all cards, and gives views. Both are values:
a move gives another game. docs/euchre.md has the rules, the fields of a view and the levels of the bots.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Literal

from fairdeal import _fairdeal, answers
from fairdeal._answer import Answer
from fairdeal._games import asked, document_of, drawn, read_document
from fairdeal._progress import Progress

__all__ = ["Game", "Level", "Move", "Seat", "View"]

Seat = Literal["N", "E", "S", "W"]
"""A seat by its letter."""

Level = Literal["random", "beginner", "casual", "club", "strong", "expert"]
"""How well a bot plays."""

Move = answers.EuchreMove | answers.EuchreJudgement | Mapping[str, Any]
"""A move: one of the legal ones, what a bot answers, or an object such as `{"move": "play", "card": "9H"}`."""


class View(answers.EuchreView):
    """What one seat has seen: by the object that docs/euchre.md shows, or by the text of it."""

    __slots__ = ()

    def __init__(self, document: str | Mapping[str, Any]) -> None:
        self._data = document_of(document)
        self._words = None

    @staticmethod
    def open(path: str | os.PathLike[str]) -> View:
        """Opens a view by the name of its file."""
        return View(read_document(path))

    def odds(self, *, weigh_bids: bool = False, seed: int | None = None, progress: Progress = None) -> answers.EuchreWorlds:
        """How many worlds fit, and who holds what in how many of them: counted. With `weigh_bids` a world counts less in which
        players would have bid or played otherwise, and the chances are estimates."""
        worlds: answers.EuchreWorlds = asked(
            answers.EuchreWorlds, progress, ask="worlds", view=self._data, weigh_bids=weigh_bids, seed=seed
        )
        return worlds

    def worlds(self, number: int, *, weigh_bids: bool = False, seed: int | None = None) -> list[dict[str, list[str]]]:
        """So many worlds, each with the same chance, or by the weight that the bids give it: the hidden cards by place."""
        return drawn(_fairdeal.euchre_worlds(json.dumps(self._data), number, seed, weigh_bids))

    def legal(self) -> answers.EuchreLegalMoves:
        """What the seat may do now."""
        legal: answers.EuchreLegalMoves = _referee(answers.EuchreLegalMoves, do="legal", view=self._data)
        return legal

    def move(
        self, *, level: Level | None = None, seed: int | None = None, progress: Progress = None
    ) -> answers.EuchreJudgement:
        """What a bot does with it, and what it thinks. The same view, level and seed give the same move."""
        move: answers.EuchreJudgement = _referee(
            answers.EuchreJudgement, progress, do="move", view=self._data, level=level, seed=seed
        )
        return move

    def hint(
        self,
        *,
        level: Level | None = None,
        weigh_bids: bool = False,
        seed: int | None = None,
        progress: Progress = None,
    ) -> answers.EuchreHint:
        """What to do, what each move is worth, and what can be known."""
        hint: answers.EuchreHint = asked(
            answers.EuchreHint, progress, ask="hint", view=self._data, level=level, weigh_bids=weigh_bids, seed=seed
        )
        return hint


class Game(answers.EuchreTable):
    """A game as a referee has it: all cards, whose turn it is, what may be done, and the points.

    >>> game = Game(seed=7)
    >>> while game.winner is None:
    ...     if game.turn is None:
    ...         game = game.next()
    ...     else:
    ...         game = game.apply(game.view().move(level="beginner"))
    """

    __slots__ = ()

    def __init__(
        self,
        seed: int | str,
        *,
        rules: Mapping[str, bool] | None = None,
        dealer: Seat | None = None,
        score: Mapping[str, int] | None = None,
    ) -> None:
        """The beginning of a game. `rules` are the house rules that are on, `score` the points to begin with."""
        begun = _referee(answers.EuchreTable, do="new", seed=seed, rules=rules, dealer=dealer, score=score)
        self._data, self._words = begun._data, None

    @staticmethod
    def read_egn(document: str | Mapping[str, Any]) -> Game:
        """A game that was written in EGN. Cards that it does not tell are put where they may have been: `filled_in` says which."""
        game: Game = _referee(Game, do="read", egn=document_of(document))
        return game

    @property
    def filled_in(self) -> list[str]:
        """Of a game that was read from EGN, the cards that the document does not tell, and where they were taken to be."""
        return list(self._data.get("filled_in", ()))

    def view(self, seat: Seat | None = None) -> View:
        """What a seat sees, and nothing else: that of the player whose turn it is, unless another is named."""
        view: View = _referee(View, do="view", game=self.game, seat=seat or self.turn)
        return view

    def apply(self, move: Move, *, seat: Seat | None = None) -> Game:
        """The game after a move of the player whose turn it is. A `seat`, if given, must be that player's. What is not allowed
        is a `FairdealError`, and the game stays as it was."""
        made = move.to_dict() if isinstance(move, Answer) else dict(move)
        game: Game = _referee(Game, do="apply", game=self.game, move=made, seat=seat)
        return game

    def next(self) -> Game:
        """The game with its next hand dealt, once a hand is over."""
        game: Game = _referee(Game, do="next", game=self.game)
        return game

    def results(self) -> answers.EuchreScore:
        """What the hands that are over, and the game, came to."""
        results: answers.EuchreScore = _referee(answers.EuchreScore, do="score", game=self.game)
        return results

    def to_egn(
        self, *, players: list[str] | None = None, title: str | None = None, date: str | None = None
    ) -> dict[str, Any]:
        """The game in EGN. `players` are the names of North, East, South and West."""
        egn: Answer = _referee(Answer, do="egn", game=self.game, players=players, title=title, date=date)
        return egn.to_dict()


def _referee(kind: type[Answer], progress: Progress = None, /, **said: Any) -> Any:
    """What a referee answers; it speaks to programs, and has no words."""
    answer = asked(kind, progress, ask="euchre", **said)
    answer._words = None
    return answer
