"""The table of answers that docs/json.md shows: through Python they are the same, field by field."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

import fairdeal
from fairdeal import _fairdeal, euchre, texas42

GOLDEN = ROOT / "crates/fairdeal/tests/golden"
HAND = "5-5 5-6 5-4 5-0 6-6 4-4 1-0"


def opened(name):
    return fairdeal.Question.open(name)


def mixed():
    return fairdeal.Mixed({"notrump": (opened("notrump.dlr"), 2), "profile": opened("profile.json")})


def failed():
    with pytest.raises(fairdeal.FairdealError) as caught:
        opened("wrong.dlr").odds()
    error = caught.value
    places = [vars(place) for place in error.places]
    return {"error": {"code": error.code, "message": error.message, "places": places, "help": error.help}}


def table():
    """Its golden file has the id of the request, too."""
    return {"id": "table 1", **euchre.Game(seed=7).to_dict()}


ANSWERS = {
    "deal": lambda: opened("notrump.dlr").count(20, seed=7),
    "deal-profile": lambda: opened("profile.json").count(20, seed=7),
    "deal-mixed": lambda: mixed().count(20, seed=7),
    "compare": lambda: opened("notrump.dlr").compare(opened("types.dlr"), names=("notrump", "types"), effort="quick"),
    "odds": lambda: opened("notrump.dlr").odds(),
    "odds-given": lambda: fairdeal.Script("hascard(north,KS)", name="command line").odds(given="hascard(north,AS)"),
    "odds-profile": lambda: opened("profile.json").odds(),
    "explain": lambda: opened("notrump.dlr").explain(),
    "explain-never": lambda: opened("clash.dlr").explain(),
    "explain-profile": lambda: opened("profile.json").explain(),
    "explain-single": lambda: opened("single.json").explain(),
    "report": lambda: opened("notrump.dlr").report(),
    "check": lambda: opened("wrong.dlr").check(),
    "words": lambda: [word.to_dict() for word in fairdeal.words("losers")],
    "level-report": lambda: opened("types.dlr").level(),
    "profile-check": lambda: opened("profile.json").check(),
    "profile-report": lambda: opened("profile.json").report(),
    "euchre-worlds": lambda: euchre.View.open("euchre.json").odds(),
    "euchre-hint": lambda: euchre.View.open("euchre.json").hint(level="club", seed=5),
    "euchre-table": table,
    "texas42-hand": lambda: texas42.hand(HAND),
    "texas42-strength": lambda: texas42.strength("5-0"),
    "texas42-perfect": lambda: texas42.perfect(trump="0", trumps=6),
    "texas42-odds": lambda: texas42.odds(HAND, worlds=64, seed=1),
    "texas42-worlds": lambda: texas42.View.open("dominoes.json").odds(),
    "solve": lambda: fairdeal.solve(fairdeal.read("board.lin")).answer,
    "lead": lambda: opened("notrump-lead.dlr").lead("3NT", "south", worlds=20, seed=1),
    "solve-lead": lambda: fairdeal.leads(fairdeal.read("played.pbn")),
    "solve-play": lambda: fairdeal.plays(fairdeal.read("played.pbn")),
    "error": failed,
}
# What the package does not give: files and folders of the command, the shelf of profiles, and proofs.
OF_THE_COMMAND = {
    "commit",
    "deal-set",
    "deal-trace",
    "examples",
    "level-rates",
    "level-write",
    "odds-library",
    "profile-compare",
    "profile-list",
    "profile-report-attempts",
    "profile-show",
    "reveal",
    "verify",
    "verify-changed",
}


def without_the_machine(value):
    """Without what depends on the machine: how long it took, and the last digit of a chance."""
    if isinstance(value, dict):
        return {
            name: 0.0 if name == "seconds" else round(one, 9) if name == "chance" else without_the_machine(one)
            for name, one in value.items()
        }
    return [without_the_machine(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", ANSWERS)
def test_the_same_answer(name, monkeypatch):
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    monkeypatch.chdir(GOLDEN / "inputs")
    answer = ANSWERS[name]()
    answer = answer.to_dict() if isinstance(answer, fairdeal.Answer) else answer
    assert without_the_machine(answer) == without_the_machine(golden)


def test_every_answer_is_here():
    names = {path.stem for path in GOLDEN.iterdir() if path.is_file()}
    assert names == ANSWERS.keys() | OF_THE_COMMAND


def test_every_request_is_answered_as_by_the_library():
    """The table of requests that every door is asked."""
    program = os.environ.get("FAIRDEAL")
    if program is None:
        pytest.skip("FAIRDEAL=FILE names no command, beside which the library's own answers are")
    lines = (ROOT / "crates/fairdeal/tests/requests.jsonl").read_text(encoding="utf-8").splitlines()
    requests = [json.dumps(json.loads(line)["request"]) for line in lines]
    library = Path(program).parent / "examples/ask"
    done = subprocess.run([library], input="\n".join(requests), capture_output=True, text=True, check=True)
    answers = done.stdout.splitlines()
    assert len(answers) == len(requests) > 60
    for request, answer in zip(requests, answers, strict=True):
        try:
            here, _ = _fairdeal.ask(request)
            assert here == answer, request
        except fairdeal.FairdealError as error:
            places = [vars(place) for place in error.places]
            wrong = {"code": error.code, "message": error.message, "places": places, "help": error.help}
            assert {"error": wrong} == json.loads(answer), request
