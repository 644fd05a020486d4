"""Answers are those of the command: the same JSON, the same words, the same fields as docs/json.md."""

import pickle
import subprocess
import sys

import pytest
from conftest import ROOT

import fairdeal
from fairdeal import answers

SCRIPT = ROOT / "examples/one-notrump.dlr"
PROFILE = ROOT / "examples/profiles/two-tight-seats.json"


def test_the_classes_are_those_of_the_schemas():
    made = subprocess.run([sys.executable, ROOT / "python/answers.py", "--check"], capture_output=True, text=True)
    assert made.returncode == 0, made.stdout


@pytest.mark.parametrize("path", [SCRIPT, PROFILE])
@pytest.mark.parametrize("verb", ["odds", "explain", "report", "check"])
def test_the_same_json_and_words_as_the_command(verb, path, command, command_json):
    question = fairdeal.Question.open(path)
    answer = getattr(question, verb)()
    theirs = command_json("profile" if (verb, path) == ("report", PROFILE) else verb, *(["report"] if (verb, path) == ("report", PROFILE) else []), path)
    ours = answer.to_dict()
    for timed in ("seconds",):
        ours.pop(timed, None), theirs.pop(timed, None)
    assert ours == theirs
    if verb == "odds":
        assert str(answer).split() == command(verb, path).split()


def test_odds_have_a_count_that_is_a_number():
    odds = fairdeal.Script("condition hcp(south) > 36").odds()
    assert isinstance(odds, answers.ScriptOdds)
    assert isinstance(odds.count, int) and odds.exact and odds.probability == odds.count / odds.total
    assert odds.to_dict()["count"] == str(odds.count)
    assert odds.interval is None and odds.seats["S"] == pytest.approx(odds.probability)


def test_given():
    odds = fairdeal.Script("condition spades(south) >= 5").odds(given="hcp(south) >= 15")
    assert isinstance(odds, answers.GivenOdds)
    assert 0 < odds.probability < 1


def test_level():
    report = fairdeal.Script("condition hcp(south) > 5").level("low=hcp(south)<12,high=hcp(south)>=12", [30, 70])
    assert [(one.name, one.target) for one in report.types] == [("low", 0.3), ("high", 0.7)]
    assert isinstance(report.types[0].count, int)
    both = fairdeal.Script("condition 1").level(["a=hcp(south)<10,b=hcp(south)>=10", "c=spades(north)<4,d=spades(north)>3"])
    assert len(both.types) == 4


def test_lead():
    script = fairdeal.Script.open(ROOT / "examples/lead-against-notrump.dlr")
    odds = script.lead("3NT", "S", hand="QJ962.84.K75.J83", worlds=3, seed=1)
    assert (odds.worlds, odds.leader, odds.contract) == (3, "W", "3NT")
    assert sum(len(lead.cards) for lead in odds.leads) == 13
    with pytest.raises(fairdeal.FairdealError, match="seat"):
        script.lead("3NT", "up")


def test_compare_and_never():
    weak, strong = fairdeal.Script("condition hcp(south) < 10"), fairdeal.Script("condition hcp(south) > 15")
    assert weak.compare(strong, names=("weak", "strong"), effort="quick").ratio > 3
    never = fairdeal.Script("condition hcp(south) > 20 and hcp(north) > 21").explain()
    assert isinstance(never, answers.NeverExplanation)


def test_an_answer_is_a_value():
    odds = fairdeal.Script("condition hcp(south) > 36").odds()
    again = pickle.loads(pickle.dumps(odds))
    assert again == odds and hash(again) == hash(odds) and str(again) == str(odds)
    assert "probability=" in repr(odds) and "count" in dir(odds)
    with pytest.raises(AttributeError, match="it has count"):
        odds.chance


def test_words_and_examples():
    assert [word.name for word in fairdeal.words("losers")][0] == "losers"
    assert "weak-two" in fairdeal.examples() and "condition" in fairdeal.example("weak-two")
    assert isinstance(fairdeal.Question.open("weak-two"), fairdeal.Script)
    assert isinstance(fairdeal.Question.open("notrump-responses"), fairdeal.Profile)
    with pytest.raises(fairdeal.FairdealError, match="did you mean weak-two"):
        fairdeal.example("weak-too")


def test_notebooks_show_diagrams_and_charts():
    script = fairdeal.Script('condition 1\naction frequency "<points>" (hcp(south), 0, 37)')
    board = next(fairdeal.solve(script.deal(1, seed=1)).__iter__())
    html = board._repr_html_()
    assert "Dealer North" in html and "Par" in html and html.count("♠") == 5
    shown = script.odds()._repr_html_()
    assert shown.count("<rect") == 40 and "&lt;points&gt;" in shown and "<points>" not in shown
    assert "<svg" in fairdeal.Script("condition 1").level("a=hcp(south)<10,b=hcp(south)>=10")._repr_html_()
    assert "not given" in fairdeal.Board("n AKQJT98765432... e - s - w -")._repr_html_()
