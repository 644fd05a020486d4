"""Boards are the same as the command's, whatever the question, the seed, the threads and the part of the run."""

import json
import pickle
import threading
from pathlib import Path

import pytest
from conftest import ROOT

import fairdeal

QUESTIONS = [
    "examples/one-notrump.dlr",
    "examples/weak-two.dlr",
    "examples/major-raise.dlr",
    "examples/notrump-ladder.dlr",
    "benches/a-any.dlr",
    "benches/b-balanced.dlr",
    "benches/c-six-spades.dlr",
    "benches/e-hundred-names.dlr",
    "benches/f-one-in-35-million.dlr",
    "examples/profiles/one-notrump.json",
    "examples/profiles/two-tight-seats.json",
    "examples/profiles/weak-two-defence.json",
]


@pytest.mark.parametrize("seed", ["1", "20261116", "friday evening"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_boards_as_the_command(question, seed, command):
    lines = command("deal", question, "-n", 12, "--seed", seed, "--format", "json", "--quiet").splitlines()
    boards = list(fairdeal.Question.open(ROOT / question).deal(12, seed=seed))
    assert [board.to_dict() for board in boards] == [json.loads(line) for line in lines]
    assert len(boards) == 12


def test_a_number_is_the_same_seed_as_its_digits():
    script = fairdeal.Script("condition hcp(south) >= 15")
    assert list(script.deal(3, seed=7)) == list(script.deal(3, seed="7")) != list(script.deal(3, seed=8))


def test_without_a_seed_one_is_drawn_and_told():
    script = fairdeal.Script("condition hcp(south) >= 15")
    first, second = script.deal(3), script.deal(3)
    assert first.seed != second.seed
    seed = first.seed
    assert list(first) == list(script.deal(3, seed=seed.removeprefix("seed ")))
    assert fairdeal.Script("seed 5\ncondition hcp(south) >= 15").deal(1).seed == script.deal(1, seed=5).seed


def test_shards_and_threads_do_not_change_the_boards():
    script = fairdeal.Script("condition spades(north) >= 6")
    whole = list(script.deal(1000, seed=3))
    parts = [board for part in range(1, 8) for board in script.deal(1000, seed=3, shard=(part, 7))]
    assert parts == whole == list(script.deal(1000, seed=3, threads=2))
    assert list(script.deal(1000, seed=3, start=990)) == whole[989:]


def test_boards_are_found_as_they_are_asked_for():
    boards = fairdeal.Script("condition hcp(south) >= 15").deal(10**15, seed=1)
    assert [next(boards).number for _ in range(5)] == [1, 2, 3, 4, 5]
    assert "seed 1" in boards.origin
    assert boards.asked == 10**15


def test_the_boards_end_where_the_deals_that_may_be_tried_do():
    boards = list(fairdeal.Script("condition hcp(south) >= 15").deal(100, seed=1, generate=20, strategy="reject"))
    assert 0 < len(boards) < 20


def test_several_threads_of_python_deal_at_the_same_time():
    script = fairdeal.Script("condition spades(north) >= 6")
    whole, found = list(script.deal(300, seed=3)), {}

    def deal(part):
        found[part] = list(script.deal(300, seed=3, shard=(part, 3)))

    threads = [threading.Thread(target=deal, args=(part,)) for part in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[1] + found[2] + found[3] == whole


def test_a_file_is_written_as_the_command_writes_it(tmp_path: Path, command):
    for format in ("pbn", "lin", "csv", "html", "dup"):
        ours, its = tmp_path / f"ours.{format}", tmp_path / f"its.{format}"
        command("deal", "examples/one-notrump.dlr", "-n", 6, "--seed", 4, "-o", its, "--quiet")
        report = fairdeal.Script.open(ROOT / "examples/one-notrump.dlr").write(ours, 6, seed=4)
        assert ours.read_bytes() == its.read_bytes()
        assert (report.boards, report.asked, report.ended) == (6, 6, "complete")


def test_statistics_are_counted_over_the_boards():
    script = 'condition hcp(south) >= 15\naction average "points" hcp(south), frequency "spades" (spades(south), 0, 13)'
    ours = fairdeal.Script(script).count(2000, seed=9)
    frequency = ours.statistics[1]
    assert isinstance(ours, fairdeal.answers.ScriptDealt)
    assert frequency.kind == "frequency" and sum(cell.count for cell in frequency.cells) == 2000
    assert 15 < ours.statistics[0].mean < 18


def test_mixed_and_leveled_boards_say_what_they_are():
    strong, weak = fairdeal.Script("condition hcp(south) > 15"), fairdeal.Script("condition hcp(south) < 8")
    mixed = fairdeal.Mixed({"strong": (strong, 3), "weak": weak})
    kinds = [board.hand_type for board in mixed.deal(400, seed=1)]
    assert {*kinds} == {"strong", "weak"} and 250 < kinds.count("strong") < 350
    assert mixed.check()["strong"].errors == 0
    leveled = fairdeal.Script("condition hcp(south) > 5").leveled("low=hcp(south)<12,high=hcp(south)>=12", [50, 50])
    kinds = [board.hand_type for board in leveled.deal(400, seed=1)]
    assert 150 < kinds.count("low") < 250


def test_solved_boards_have_their_results():
    script = fairdeal.Script("condition hcp(south) >= 15")
    (board,) = script.deal(1, seed=1, solve=True)
    (solved,) = fairdeal.solve(script.deal(1, seed=1))
    assert board.tricks == solved.tricks and board.par == solved.par
    assert board.tricks["N"].keys() == {"C", "D", "H", "S", "N"}


def test_a_board_goes_through_pickle_and_json():
    for board in fairdeal.Script("condition 1").deal(2, seed=1, solve=True):
        assert pickle.loads(pickle.dumps(board)) == board
        assert fairdeal.Board.from_dict(board.to_dict()) == board
        assert hash(pickle.loads(pickle.dumps(board))) == hash(board)
        assert pickle.loads(pickle.dumps(board.south)) == board.south


def test_a_board_of_ones_own():
    line = str(next(fairdeal.Script("condition 1").deal(1, seed=1)))
    board = fairdeal.Board(line, number=7, dealer="west", vulnerable="EW")
    assert (str(board), board.number, board.dealer, board.vulnerable) == (line, 7, "W", "EW")
    assert fairdeal.Board(line, number=7).vulnerable == "All"
    assert board["N"] == board.north == board.hands["N"] and board.is_complete
    with pytest.raises(KeyError):
        board["X"]
    with pytest.raises(fairdeal.FairdealError, match="no seat"):
        fairdeal.Board(line, dealer="up")
    with pytest.raises(fairdeal.FairdealError, match="not one"):
        fairdeal.Board(f"{line}\n{line}")


def test_parameters_and_includes(tmp_path: Path):
    (tmp_path / "points.inc").write_text("strong = hcp(south) >= $0\n")
    text = "#include \"points.inc\"\ncondition strong"
    script = fairdeal.Script(text, parameters={0: "20"}, include=[tmp_path])
    assert all(board.south.hcp() >= 20 for board in script.deal(5, seed=1))
