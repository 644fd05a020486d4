"""Fairdeal deals cards under conditions, fairly and exactly.

>>> import fairdeal
>>> script = fairdeal.Script("condition shape(south, any 4333 + any 4432 + any 5332) and hcp(south) >= 15 and hcp(south) <= 17")
>>> for board in script.deal(2, seed=1):
...     assert 15 <= board.south.hcp() <= 17
>>> script.odds().count
2610137721058114653884217600

A question is a `Script`, a `Profile`, a script that is `Leveled`, or several questions `Mixed`; it can `deal`, and is asked for
`odds`, `explain`, `check`, `level`, `report`, `compare` and `lead`. Answers are the classes in `fairdeal.answers`: their fields
are those of docs/json.md. What goes wrong is a `FairdealError`. Nothing prints by itself.
"""

from fairdeal import answers
from fairdeal._answer import Answer
from fairdeal._errors import FairdealError, Place
from fairdeal._fairdeal import VERSION as __version__
from fairdeal._fairdeal import Board, Boards, Hand
from fairdeal._files import (
    Solved,
    example,
    examples,
    formats,
    leads,
    plays,
    read,
    read_bytes,
    solve,
    words,
    write,
    write_bytes,
)
from fairdeal._progress import Progress
from fairdeal._question import Columns, Effort, Leveled, Mixed, Profile, Question, Script
from fairdeal._show import Chart, chart
from fairdeal._table import Table

__all__ = [
    "Answer",
    "Board",
    "Boards",
    "Chart",
    "Columns",
    "Effort",
    "FairdealError",
    "Hand",
    "Leveled",
    "Mixed",
    "Place",
    "Profile",
    "Progress",
    "Question",
    "Script",
    "Solved",
    "Table",
    "__version__",
    "answers",
    "chart",
    "example",
    "examples",
    "formats",
    "leads",
    "plays",
    "read",
    "read_bytes",
    "solve",
    "words",
    "write",
    "write_bytes",
]
