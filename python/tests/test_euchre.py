"""Euchre: the same answers as the command's, a referee that keeps to the rules, and bots that play a game to its end."""

import json
import pickle
from collections import Counter

import pytest
from conftest import ROOT

import fairdeal
from fairdeal import answers, euchre

VIEWS = ROOT / "crates/cli/tests/cmd/euchre.in"
VIEW = euchre.View.open(VIEWS / "view.json")


@pytest.mark.parametrize("name", ["view", "lead", "bidding"])
@pytest.mark.parametrize("weigh_bids", [False, True])
def test_the_same_odds_as_the_command(name, weigh_bids, command, command_json):
    path = VIEWS / f"{name}.json"
    ours = euchre.View.open(path).odds(weigh_bids=weigh_bids, seed=3)
    typed = ["euchre", "worlds", path, "--seed", 3, *(["--weigh-bids"] if weigh_bids else [])]
    assert ours.to_dict() == command_json(*typed)
    assert str(ours) == command(*typed).rstrip("\n")


@pytest.mark.parametrize("name", ["view", "lead", "bidding"])
def test_the_same_hint_and_worlds_as_the_command(name, command, command_json):
    path = VIEWS / f"{name}.json"
    view = euchre.View.open(path)
    assert view.hint(level="club", seed=2).to_dict() == command_json("euchre", "hint", path, "--level", "club", "--seed", 2)
    lines = command("euchre", "worlds", path, "--sample", 20, "--seed", 4).splitlines()
    assert view.worlds(20, seed=4) == [json.loads(line) for line in lines]
    assert len(view.worlds(5, seed=4, weigh_bids=True)) == 5


def test_worlds_come_as_often_as_their_odds_say():
    odds, worlds = VIEW.odds(), VIEW.worlds(4000, seed=1)
    assert isinstance(odds.count, int) and odds.count == 3880800
    held = Counter((card, place) for world in worlds for place, cards in world.items() for card in cards)
    for card, places in odds.odds.items():
        for place, chance in places.items():
            # Five standard deviations of a share of 4,000.
            assert abs(held[card, place] / 4000 - chance) < 5 * (0.25 / 4000) ** 0.5


def test_a_view_has_its_fields():
    assert (VIEW.seat, VIEW.dealer, VIEW.upcard, VIEW.score) == ("S", "E", "JH", {"NS": 7, "EW": 9})
    assert euchre.View(VIEW.to_dict()) == VIEW == pickle.loads(pickle.dumps(VIEW))
    move = VIEW.move(level="club", seed=1)
    assert isinstance(move, answers.EuchreJudgement) and move.move == "play" and move.card in VIEW.hand
    assert move == VIEW.move(level="club", seed=1)
    legal = VIEW.legal()
    assert legal.turn == "S" and move.card in [one.card for one in legal.legal]


def played(game: euchre.Game, levels: dict[str, euchre.Level]) -> euchre.Game:
    """A game to its end: each move is that of a bot that was given its view, and is one of the legal ones."""
    while game.winner is None:
        if game.turn is None:
            assert game.stage == "over" and game.result is not None and game.legal == []
            game = game.next()
            continue
        view = game.view()
        assert view.seat == game.turn and not view.kitty
        judgement = view.move(level=levels[game.turn], seed=len(game.game["hands"]))
        made = {name: judgement.to_dict()[name] for name in ("move", "suit", "card", "alone")}
        assert made in [move.to_dict() for move in game.legal]
        game = game.apply(judgement, seat=game.turn)
    return game


def test_bots_play_a_game_to_its_end():
    levels: dict[str, euchre.Level] = {"N": "club", "E": "beginner", "S": "club", "W": "random"}
    over = played(euchre.Game(seed=7, rules={"stick_the_dealer": True}), levels)
    results = over.results()
    assert max(over.score.values()) >= 10 and over.score[over.winner] >= 10
    assert results.winner == over.winner and results.score == over.score
    assert len(results.hands) == over.hand
    for side in ("NS", "EW"):
        assert sum(hand.points[side] for hand in results.hands) == over.score[side]
    again = euchre.Game.read_egn(over.to_egn(players=["Ann", "Bob", "Cid", "Dot"], title="Friday"))
    assert again.results() == results and again.filled_in == []
    assert pickle.loads(pickle.dumps(over)) == over


def test_games_are_values():
    game = euchre.Game(seed=7)
    assert game == euchre.Game(seed="7") != euchre.Game(seed=8)
    after = game.apply({"move": "pass"})
    assert game == euchre.Game(seed=7) and after != game
    assert euchre.Game(seed=1, dealer="W", score={"NS": 3}).score == {"NS": 3, "EW": 0}


def raised(call) -> fairdeal.FairdealError:
    with pytest.raises(fairdeal.FairdealError) as caught:
        call()
    return caught.value


def test_errors():
    game = euchre.Game(seed=7)
    other = next(seat for seat in ("N", "E", "S", "W") if seat != game.turn)
    assert "turn" in raised(lambda: game.apply(game.legal[0], seat=other)).message
    illegal = raised(lambda: game.apply({"move": "play", "card": "9H"}))
    assert illegal.code and illegal.message
    assert raised(lambda: game.apply({"move": "fly"})).code == "bad-request"
    assert raised(game.next).message.startswith("no hand is dealt now")
    assert "level" in raised(lambda: VIEW.move(level="genius")).message
    assert raised(lambda: euchre.Game(seed=1, rules={"no_such": True})).code == "bad-request"
    twice = raised(euchre.View.open(VIEWS / "twice.json").odds)
    assert twice.code and twice.message
    for text in ["", "{", "[]", "null", '{"seat": "S"}', "[" * 10_000]:
        raised(lambda: euchre.View(text).odds())
    assert raised(lambda: euchre.View.open(VIEWS / "no.json")).code == "unreadable"


def test_a_notebook_shows_who_may_hold_what():
    shown = VIEW.odds()._repr_html_()
    assert shown.count("<tr>") == 1 + len(VIEW.odds().odds) and "3880800 worlds fit" in shown
    hint = VIEW.hint(level="beginner")._repr_html_()
    assert "<table" in hint and "worlds fit" in hint
