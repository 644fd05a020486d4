"""Hands, and all that the language says of them."""

import re
from pathlib import Path

import pytest

import fairdeal

HAND = fairdeal.Hand("AK4.QT92.J.98765")


def of_hand():
    """The words of the language that say something of a hand by itself."""
    skipped = {"shape", "any", "hascard"}
    found = [word for word in fairdeal.words() if word.group in ("hand", "counts") and word.name not in skipped]
    assert len(found) > 30
    return found


def test_a_hand_has_its_cards_and_lengths():
    assert (len(HAND), HAND.shape, str(HAND)) == (13, [3, 4, 1, 5], "AK4.QT92.J.98765")
    assert (HAND.suit("S"), HAND.suit("diamonds"), HAND.suit("club")) == ("AK4", "J", "98765")
    assert HAND.cards()[0] in HAND and len(HAND.cards()) == 13
    assert fairdeal.Hand.from_mask(HAND.mask) == HAND
    assert HAND.has_shape("any 5431") and not HAND.has_shape("any 4333 + 5xxx")
    assert HAND.hcp() == 10 and HAND.hcp("S") == 7 and HAND.hcps() == 10
    assert (HAND.spades(), HAND.clubs(), HAND.controls(), HAND.losers()) == (3, 5, 3, 7)


def test_every_word_says_what_a_script_says():
    script = fairdeal.Script("condition 1")
    boards = list(script.deal(20, seed=5))
    for word in of_hand():
        suit = ", hearts" if word.arguments == "(seat, suit)" else ""
        text = f'condition 1\naction csvrpt("x", {word.name}(south{suit}))'
        reported = fairdeal.Script(text).deal(20, seed=5)
        for board, other in zip(boards, reported):
            value = board.south.value(word.name, "H" if suit else None)
            assert str(value) == other.values["x"], word.name
            assert value == getattr(board.south, word.name)(*(["H"] if suit else []))


def test_worked_hands():
    for word in of_hand():
        if word.example is not None and word.arguments != "(seat, suit)":
            assert fairdeal.Hand(word.example.hand).value(word.name) == word.example.value


def test_values_has_every_word_about_a_whole_hand():
    whole = {word.name for word in of_hand() if word.arguments != "(seat, suit)"}
    assert HAND.values().keys() == whole


def test_the_stub_has_every_word():
    stub = Path(fairdeal.__file__).with_name("_fairdeal.pyi").read_text(encoding="utf-8")
    block = stub.split("# words\n")[1].split("# end of words")[0]
    assert re.findall(r"def (\w+)\(", block) == [word.name for word in of_hand()]


def test_what_is_wrong_is_said():
    with pytest.raises(AttributeError, match="did you mean losers"):
        HAND.losser
    with pytest.raises(fairdeal.FairdealError, match="give one") as caught:
        HAND.quality()
    assert caught.value.code == "suit-needed"
    with pytest.raises(fairdeal.FairdealError, match="whole hand"):
        HAND.value("spades", "S")
    with pytest.raises(fairdeal.FairdealError, match="no suit"):
        HAND.hcp("X")
    with pytest.raises(fairdeal.FairdealError):
        fairdeal.Hand("AAK.QT92.J.98765")
    assert not hasattr(HAND, "_repr_svg_")
