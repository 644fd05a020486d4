"""Deals and hands of other libraries, to and from ours."""

import sys
import types

import pytest

import fairdeal
from fairdeal import adapters


def boards():
    return fairdeal.Script("condition 1").deal(20, seed=1)


def test_endplay_deals_go_both_ways():
    pytest.importorskip("endplay")
    for board in boards():
        theirs = adapters.to_endplay(board)
        assert str(theirs.south) == str(board.south)
        assert adapters.from_endplay(theirs, number=board.number) == board
    partial = fairdeal.Board("n AKQJT98765432... e - s - w -")
    assert adapters.from_endplay(adapters.to_endplay(partial)) == partial


class TheirHand(tuple):
    """A hand as redeal has it: suits apart, a dash for none."""

    @classmethod
    def from_str(cls, text):
        return cls("" if suit == "-" else suit for suit in text.split())

    def to_str(self):
        return " ".join(suit or "-" for suit in self)


def test_redeal_hands_go_both_ways(monkeypatch):
    monkeypatch.setitem(sys.modules, "redeal", types.SimpleNamespace(Hand=TheirHand))
    for board in boards():
        theirs = adapters.to_redeal(board.west)
        assert len(theirs) == 4 and adapters.from_redeal(theirs) == board.west
    void = fairdeal.Hand("AKQJT98765432...")
    assert adapters.to_redeal(void).to_str() == "AKQJT98765432 - - -" and adapters.from_redeal(adapters.to_redeal(void)) == void


def test_pbn_may_begin_with_any_seat():
    for board in boards():
        text = adapters.to_pbn(board)
        north, east, south, west = text[2:].split()
        assert adapters.from_pbn(f"S:{south} {west} {north} {east}", number=board.number) == board
    for wrong in ("", "N:", "X:a b c d", "N:- - -"):
        with pytest.raises(ValueError):
            adapters.from_pbn(wrong)
