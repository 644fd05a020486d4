"""What goes wrong: one exception, with a word for programs, the places and what helps."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Place:
    """A place in a text, or in a document; what is not known of it is None."""

    file: str | None = None
    """The file, or what the text is called."""
    line: int | None = None
    """The line, from 1,"""
    column: int | None = None
    """and the column in it, from 1."""
    end_line: int | None = None
    """The line on which it ends,"""
    end_column: int | None = None
    """and the column after its last character."""
    path: str | None = None
    """In a document, the path: `seat_profiles.N.subprofiles[1].standard`."""
    text: str | None = None
    """What stands there."""
    label: str | None = None
    """What is to be said of it."""


class FairdealError(Exception):
    """Why there is no answer: the same error as everywhere else, see docs/json.md."""

    code: str
    """A word for programs, which stays the same when the sentence is improved: `never`, `not-exact`."""
    message: str
    """A sentence for people."""
    places: list[Place]
    """Where it is, the place to begin with first; none if it has no place."""
    help: str | None
    """What to do about it."""

    def __init__(
        self, message: str, code: str = "error", places: list[Place] | None = None, help: str | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.places, self.help = code, message, places or [], help

    @classmethod
    def _of(cls, text: str) -> FairdealError:
        body: dict[str, Any] = json.loads(text)
        places = [Place(**place) for place in body["places"]]
        return cls(body["message"], body["code"], places, body["help"])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.code, self.places, self.help)

    def __str__(self) -> str:
        return self.message if self.help is None else f"{self.message}\nhelp: {self.help}"
