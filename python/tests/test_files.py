"""Files of boards, in all formats."""

from pathlib import Path

import pytest
from conftest import ROOT

import fairdeal


@pytest.fixture(scope="module")
def boards():
    return list(fairdeal.Script("condition hcp(south) >= 15").deal(5, seed=1))


@pytest.mark.parametrize("format", fairdeal.formats())
def test_every_format_is_written_and_read_back(format, boards, tmp_path: Path):
    path = tmp_path / f"boards.{format}"
    losses = fairdeal.write(path, boards, format=format)
    assert path.read_bytes() == fairdeal.write_bytes(boards, format)
    if not fairdeal.formats()[format]:
        with pytest.raises(fairdeal.FairdealError, match="for people to look at"):
            fairdeal.read(path, format=format)
        return
    again = fairdeal.read(path, format=format)
    assert [str(board) for board in again] == [str(board) for board in boards]
    assert fairdeal.read_bytes(path.read_bytes(), format) == again
    assert isinstance(losses, list)


def test_what_another_program_wrote_is_read():
    folder = ROOT / "crates/bridge/tests/data/formats/others"
    read = 0
    for path in sorted(folder.iterdir()):
        if path.suffix[1:] in ("pbn", "lin", "rbn"):
            read += len(fairdeal.read(path, skip_bad=True))
    assert read > 10


def test_what_is_wrong_has_its_line(tmp_path: Path):
    path = tmp_path / "boards.oneline"
    path.write_text("n AKQJT98765432... e - s - w -\nn AAQJT98765432... e - s - w -\n")
    with pytest.raises(fairdeal.FairdealError) as caught:
        fairdeal.read(path)
    error = caught.value
    assert (error.code, error.places[0].line, error.places[0].file) == ("board-file", 2, str(path))
    assert "help: leave out" in str(error)
    assert len(fairdeal.read(path, skip_bad=True)) == 1


def test_leads_and_plays_of_boards(boards):
    leads = fairdeal.leads(boards[:1], "3NT", "S")
    assert leads.boards[0].leader == "W"
    with pytest.raises(TypeError, match="go together"):
        fairdeal.leads(boards[:1], "3NT")
    with pytest.raises(fairdeal.FairdealError) as caught:
        fairdeal.plays(boards[:1])
    assert caught.value.code == "nothing-to-solve"


def test_a_board_that_lacks_hands_cannot_be_solved():
    with pytest.raises(fairdeal.FairdealError, match="board 1 lacks hands"):
        fairdeal.solve([fairdeal.Board("n AKQJT98765432... e - s - w -")])
