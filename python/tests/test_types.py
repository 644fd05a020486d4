"""The package has types, and mypy is content with them in its strict mode: with the package, and with who uses it."""

import subprocess
import sys
from pathlib import Path

import pytest

import fairdeal

pytest.importorskip("mypy")

USED = '''
import fairdeal
from fairdeal import answers, euchre, texas42

script: fairdeal.Script = fairdeal.Script("condition hcp(south) >= 15", parameters={0: "x"})
for board in script.deal(2, seed=1):
    points: int = board.south.hcp() + board["N"].losers("S")
    north: fairdeal.Hand = board.hands["N"]
odds: answers.ScriptOdds = script.odds()
count: int | None = odds.count
given: answers.GivenOdds = script.odds(given="hcp(north) > 3")
chance: float = odds.probability
solved: list[fairdeal.Board] = fairdeal.solve(script.deal(1))
profile: answers.ProfileOdds = fairdeal.Profile.open("x").odds()
game: euchre.Game = euchre.Game(seed=1).apply({"move": "pass"})
card: str | None = game.view("S").move(level="club").card
worlds: int = euchre.View({}).odds().count
hands: list[list[str]] = texas42.perfect(trump="0").hands
all_trumps: int = texas42.perfect().distinct
gold: bool = texas42.hand("0-0").gold
'''

MISUSED = '''
import fairdeal

script = fairdeal.Script(3)
script.deal(seed=1.5)
script.odds().probabilty
next(script.deal(1)).south.lossers()
script.odds(effort="huge")
fairdeal.euchre.View({}).move(level="genius")
fairdeal.texas42.perfect(trump=0)
'''


def mypy(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_package_is_typed():
    folder = Path(fairdeal.__file__).parent
    assert (folder / "py.typed").exists()
    checked = mypy("-p", "fairdeal")
    assert checked.returncode == 0, checked.stdout


def test_whoever_uses_it_is_told(tmp_path: Path):
    (tmp_path / "used.py").write_text(USED)
    (tmp_path / "misused.py").write_text(MISUSED)
    assert mypy(tmp_path / "used.py").stdout == ""
    said = mypy(tmp_path / "misused.py").stdout
    lines = {int(line.split(":")[1]) for line in said.splitlines() if ": error:" in line}
    assert lines == {4, 5, 6, 7, 8, 9, 10}, said


def test_the_module_is_as_its_stub_says(tmp_path: Path):
    # The words of the language are found when they are asked for.
    allowed = tmp_path / "allowed"
    words = {word.name for word in fairdeal.words() if word.group in ("hand", "counts")}
    allowed.write_text("".join(f"fairdeal\\._fairdeal\\.Hand\\.{word}\n" for word in words))
    command = [sys.executable, "-m", "mypy.stubtest", "fairdeal._fairdeal", "--ignore-missing-stub"]
    checked = subprocess.run(
        [*command, "--allowlist", str(allowed), "--ignore-unused-allowlist"],
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout
