"""Deals and hands of other Python libraries, to and from ours, one line each. None of those libraries is needed until it is asked for.

>>> from fairdeal import Board, adapters
>>> deal = adapters.to_endplay(board)                # doctest: +SKIP
>>> board = adapters.from_endplay(deal, number=7)    # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

from fairdeal._fairdeal import Board, Hand

SEATS = "NESW"


def to_pbn(board: Board) -> str:
    """The four hands as PBN and most libraries have them in one text, from North round; a hand that is not given is a dash."""
    hands = board.hands
    return "N:" + " ".join(str(hands[seat]) if seat in hands else "-" for seat in ("N", "E", "S", "W"))


def from_pbn(deal: str, *, number: int = 1, dealer: str | None = None, vulnerable: str | None = None) -> Board:
    """The board of such a text, whatever seat it begins with. Dealer and vulnerability are those of the number unless they
    are given."""
    first, _, rest = deal.strip().partition(":")
    hands = rest.split()
    if len(first) != 1 or first.upper() not in SEATS or len(hands) != 4:
        raise ValueError(f"{deal!r} is not a deal like 'N:AK4.QT92.J.98765 - - -'")
    start = SEATS.index(first.upper())
    said = []
    for place, hand in enumerate(hands):
        seat = SEATS[(start + place) % 4].lower()
        said.append(f"{seat} {'-' if hand == '...' else hand}")
    return Board(" ".join(sorted(said, key=lambda one: "nesw".index(one[0]))), number=number, dealer=dealer, vulnerable=vulnerable)


def to_endplay(board: Board) -> Any:
    """The `endplay.types.Deal` with these hands."""
    from endplay.types import Deal  # type: ignore[import-untyped, import-not-found, unused-ignore]

    return Deal(to_pbn(board))


def from_endplay(deal: Any, *, number: int = 1, dealer: str | None = None, vulnerable: str | None = None) -> Board:
    """The board of an `endplay.types.Deal`: see `from_pbn`."""
    return from_pbn(deal.to_pbn(), number=number, dealer=dealer, vulnerable=vulnerable)


def to_redeal(hand: Hand) -> Any:
    """The `redeal.Hand` with these cards."""
    from redeal import Hand as Theirs  # type: ignore[import-untyped, import-not-found, unused-ignore]

    return Theirs.from_str(" ".join(hand.suit(suit) or "-" for suit in "SHDC"))


def from_redeal(hand: Any) -> Hand:
    """The hand of a `redeal.Hand`."""
    return Hand(".".join("" if suit == "-" else suit for suit in hand.to_str().split()))
