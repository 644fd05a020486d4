"""Texas 42: the same answers as the command's."""

import json

import pytest
from conftest import ROOT

import fairdeal
from fairdeal import answers, texas42

VIEWS = ROOT / "crates/cli/tests/cmd/texas42.in"
VIEW = ROOT / "examples/texas42-view.json"
HAND = "5-5 5-6 5-4 5-0 6-6 4-4 1-0"


@pytest.mark.parametrize("trump", [None, "5", "doubles", "none"])
def test_the_same_hand_and_odds_as_the_command(trump, command, command_json):
    typed = [] if trump is None else ["--trump", trump]
    hand = texas42.hand(HAND, trump=trump)
    assert hand.to_dict() == command_json("texas42", "hand", *HAND.split(), *typed)
    assert str(hand) == command("texas42", "hand", *HAND.split(), *typed).rstrip("\n")
    odds = texas42.odds(HAND.split(), trump=trump, bid=34, worlds=40, seed=5)
    theirs = command_json(
        "texas42", "odds", *HAND.split(), *typed, "--bid", 34, "--worlds", 40, "--seed", 5, "--quiet"
    )
    assert odds.to_dict() == theirs
    assert len(odds.trumps) == (9 if trump is None else 1)


@pytest.mark.parametrize("path", [VIEW, VIEWS / "late.json", VIEWS / "opening.json"])
def test_the_same_worlds_as_the_command(path, command, command_json):
    view = texas42.View.open(path)
    odds = view.odds()
    assert isinstance(odds, answers.Texas42Worlds) and isinstance(odds.count, int)
    assert odds.to_dict() == command_json("texas42", "worlds", path)
    lines = command("texas42", "worlds", path, "--sample", 10, "--seed", 3).splitlines()
    assert view.worlds(10, seed=3) == [json.loads(line) for line in lines]
    assert texas42.View(view.to_dict()) == view and hash(texas42.View(view.to_dict())) == hash(view)


def test_perfect_hands(command):
    gold = texas42.perfect()
    assert gold.count == 343 and gold.distinct == 342 and [one.count for one in gold.trumps] == [49] * 7
    assert gold.to_dict() == json.loads(command("texas42", "perfect", "--json"))
    laydowns = texas42.perfect(trump="none", kind="laydown")
    assert laydowns.count == len(laydowns.hands) == 406
    some = texas42.perfect(trump="0", having="6-6", trumps=6)
    assert [one for hand in some.hands for one in hand].count("6-6") == some.count == 1


def test_strength(command_json):
    table = texas42.strength("6-4", trump="0")
    assert table.strength[0].dominoes[0].beaten_by == ["6-6", "6-5"]
    assert texas42.strength().to_dict() == command_json("texas42", "strength")


def test_errors():
    for call in (
        lambda: texas42.hand("0-0 0-1"),
        lambda: texas42.hand("0-0 0-0 0-1 0-2 0-3 0-4 0-5"),
        lambda: texas42.hand(HAND, trump="7"),
        lambda: texas42.odds(HAND, worlds=0),
        lambda: texas42.odds(HAND, bid=12),
        lambda: texas42.strength("7-7"),
        lambda: texas42.perfect(kind="silver"),
        lambda: texas42.View("{").odds(),
        lambda: texas42.View({"seat": "S"}).odds(),
        lambda: texas42.View.open(VIEWS / "clash.json").odds(),
        lambda: texas42.View.open(VIEWS / "revoke.json").worlds(1),
        lambda: texas42.View.open(VIEWS / "no.json"),
    ):
        with pytest.raises(fairdeal.FairdealError) as caught:
            call()
        assert caught.value.code and caught.value.message


def test_a_notebook_shows_who_may_hold_what():
    shown = texas42.View.open(VIEW).odds()._repr_html_()
    assert "fairdeal-worlds" in shown and "2100 worlds fit" in shown
