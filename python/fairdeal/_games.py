"""What the games share: requests about no script and no profile, and views that are given as documents."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from fairdeal import _fairdeal
from fairdeal._answer import Answer
from fairdeal._errors import FairdealError
from fairdeal._progress import Progress, listening


def asked(kind: type[Answer], progress: Progress = None, /, **said: Any) -> Any:
    """The answer to a request; what is None is not said."""
    request = json.dumps({name: value for name, value in said.items() if value is not None})
    with listening(progress) as listener:
        text, words = _fairdeal.ask(request, listener)
    return kind._of(json.loads(text), words.rstrip("\n"))


def document_of(document: str | Mapping[str, Any]) -> dict[str, Any]:
    """The object that a view is, or a game that was written down."""
    if not isinstance(document, str):
        return dict(document)
    try:
        read = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise FairdealError(f"this is no JSON: {error}", "unreadable") from None
    if not isinstance(read, dict):
        raise FairdealError("this is no object of JSON", "unreadable")
    return read


def read_document(path: str | os.PathLike[str]) -> str:
    """The text of a file."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise FairdealError(f"cannot read {os.fspath(path)}: {error}", "unreadable") from None


def drawn(worlds: list[str]) -> list[dict[str, list[str]]]:
    """Worlds by place, of their JSON."""
    return [json.loads(world) for world in worlds]
