"""What all answers share: fields that are read off the JSON of the library, when they are asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

Conversion = Callable[[Any], Any]


def Count(text: str) -> int:
    """A count of deals, which is text on the wire because many readers of JSON cannot hold it as a number."""
    return int(text)


def _found(name: str) -> type[Answer]:
    from fairdeal import answers

    kind: type[Answer] = getattr(answers, name)
    return kind


def one(name: str) -> Conversion:
    """An answer within an answer."""
    return lambda data: _found(name)._of(data)


def each(inner: Conversion) -> Conversion:
    """A list of something."""
    return lambda data: [inner(part) for part in data]


def by_name(inner: Conversion) -> Conversion:
    """Something by seat, or by any other name."""
    return lambda data: {name: inner(part) for name, part in data.items()}


def either(*names: str) -> Conversion:
    """The first of several kinds that has these fields."""
    return lambda data: choose([_found(name) for name in names], data)


def any_of(name: str) -> Conversion:
    """The first kind of a union that has these fields; for a union that holds itself."""

    def convert(data: dict[str, Any]) -> Answer:
        from fairdeal import answers

        return choose(list(getattr(answers, name).__args__), data)

    return convert


def choose(kinds: list[type[Answer]], data: dict[str, Any], words: str | None = None) -> Answer:
    """The answer that some JSON is, of several kinds: the one with the most of its fields and none too many."""
    able = [kind for kind in kinds if data.keys() <= kind._fields.keys()]
    best = min(able or kinds, key=lambda kind: len(kind._fields.keys() - data.keys()))
    answer: Answer = best._of(data, words)
    return answer


class Answer:
    """An answer of the library. `str(answer)` says it in words; `answer.to_dict()` is what goes over the wire."""

    __slots__ = ("_data", "_words")
    _fields: ClassVar[dict[str, Conversion | None]] = {}
    _data: dict[str, Any]
    _words: str | None

    @classmethod
    def _of(cls, data: dict[str, Any], words: str | None = None) -> Any:
        self = cls.__new__(cls)
        self._data, self._words = data, words
        return self

    # Types are checked by the fields that each class names.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            field = name.removesuffix("_")
            if name.startswith("_") or field not in self._fields:
                raise AttributeError(f"{type(self).__name__} has no field {name!r}; it has {', '.join(self._fields)}")
            value = self._data.get(field)
            convert = self._fields[field]
            return value if value is None or convert is None else convert(value)

    def to_dict(self) -> dict[str, Any]:
        """The answer as it goes over the wire: see docs/json.md."""
        copy: dict[str, Any] = json.loads(json.dumps(self._data))
        return copy

    def __dir__(self) -> Iterator[str]:
        yield from ("to_dict", *self._fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and type(self) is type(other) and self._data == other._data

    def __hash__(self) -> int:
        return hash(json.dumps(self._data, sort_keys=True))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self._data, self._words)

    def __repr__(self) -> str:
        plain = (name for name, value in self._data.items() if not isinstance(value, (list, dict)))
        shown = (f"{name}={getattr(self, name)!r}" for name in plain)
        return f"{type(self).__name__}({', '.join(shown)})"

    def __str__(self) -> str:
        return repr(self) if self._words is None else self._words

    def _repr_html_(self) -> str:
        from fairdeal import _show

        return _show.answer(self)


def _again(kind: type[Answer], data: dict[str, Any], words: str | None) -> Any:
    return kind._of(data, words)
