"""How far long work is: told to a function, or shown by tqdm."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Literal

Listener = Callable[[str, int, "int | None", int], object]
"""Is told what is being done, how much of it is done, of how much if that is known, and how many deals were tried."""

Progress = Listener | Literal[True] | None
"""A function that is told how far the work is; True for tqdm's bar, which must be installed; None for silence."""


class Bar:
    """A bar of tqdm that follows the work from one stage to the next."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]
        except ImportError as error:
            raise ImportError("progress=True shows a bar of tqdm: install it, or give a function instead") from error
        self.new: Callable[..., Any] = tqdm
        self.bar: Any = None
        self.doing = ""

    def __enter__(self) -> Listener:
        return self.told

    def told(self, doing: str, done: int, of: int | None, tries: int) -> None:
        """Takes what is told."""
        if self.bar is None or doing != self.doing:
            self.close()
            self.bar, self.doing = self.new(total=of, desc=doing, unit=""), doing
        self.bar.total = of
        self.bar.n = done
        self.bar.refresh()

    def close(self) -> None:
        """The stage is over."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None

    def __exit__(self, *_: object) -> None:
        self.close()


def listening(progress: Progress) -> AbstractContextManager[Listener | None]:
    """Whoever is told, while the work goes on."""
    return Bar() if progress is True else nullcontext(progress)
