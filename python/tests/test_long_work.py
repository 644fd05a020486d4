"""Long work: Ctrl-C stops it, other threads run, progress is told, and nothing is left behind."""

import gc
import os
import sys
import threading
from pathlib import Path

import pytest

import fairdeal
from interrupted import HARD, WORK, interrupted

# Far more than it takes where the machine is free, and far less than the work would: ./bench measures it.
SOON = 10.0


@pytest.mark.parametrize("work", WORK)
def test_ctrl_c_stops_it(work: str, tmp_path: Path):
    assert interrupted(work, tmp_path) < SOON


def test_a_file_that_was_stopped_is_not_there(tmp_path: Path):
    interrupted("fairdeal.Script('condition 1').write('x.pbn', 10**12, seed=1)", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_other_threads_run_meanwhile():
    """A thread of Python gets further while the work goes on: its steps are counted until the work is over."""
    steps, over = 0, threading.Event()

    def count():
        nonlocal steps
        while not over.is_set():
            steps += 1

    thread = threading.Thread(target=count)
    thread.start()
    fairdeal.solve(fairdeal.Script("condition 1").deal(3, seed=1), threads=1, cache=False)
    over.set()
    thread.join()
    assert steps > 100


def test_progress_is_told_and_may_stop_the_work():
    told = []
    script = fairdeal.Script("condition 1")
    fairdeal.solve(script.deal(3, seed=1), cache=False, progress=lambda *said: told.append(said))
    doing, done, of, _ = told[-1]
    assert (doing, done, of) == ("solving", 3, 3)

    class Enough(Exception):
        pass

    def stop(*_):
        raise Enough

    with pytest.raises(Enough):
        script.count(10**12, seed=1, progress=stop)


def test_a_bar_of_tqdm(monkeypatch):
    pytest.importorskip("tqdm")
    script = fairdeal.Script("condition 1")
    assert script.count(2000, seed=1, progress=True).boards == 2000
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="install it"):
        script.count(10, seed=1, progress=True)


def test_an_iterator_that_is_let_go_stops():
    before = threading.active_count()
    for _ in range(50):
        boards = fairdeal.Script(HARD).deal(1, seed=1, strategy="reject")
        del boards
        boards = fairdeal.Script("condition 1").deal(10**9, seed=1, threads=2)
        next(boards)
        del boards
    assert threading.active_count() == before
    assert len(os.listdir("/proc/self/task")) < 20 if Path("/proc/self/task").exists() else True


def test_boards_of_a_parent_process():
    boards = fairdeal.Script("condition 1").deal(10, seed=1)
    next(boards)
    child = os.fork()
    if child == 0:
        try:
            list(boards)
        except fairdeal.FairdealError as error:
            os._exit(7 if "process" in error.message else 1)
        os._exit(2)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 7
    assert len(list(boards)) == 9


def resident() -> int:
    """The bytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell")
def test_ten_thousand_calls_leave_nothing_behind():
    script = fairdeal.Script("condition hcp(south) >= 15")
    bad = fairdeal.Script("condition hpc(south)")
    board = next(script.deal(1, seed=1))

    def calls(number: int) -> None:
        for _ in range(number):
            board.south.hcp(), board.hands, board.to_dict(), str(board), hash(board), board.south.values()
            fairdeal.Script("condition hcp(south) >= 15")
            script.check(effort="quick")
            try:
                bad.deal(1)
            except fairdeal.FairdealError:
                pass
            fairdeal.Board(str(board)), fairdeal.write_bytes([board], "pbn")

    calls(500)
    gc.collect()
    before, objects = resident(), len(gc.get_objects())
    references = sys.getrefcount(board), sys.getrefcount(script), sys.getrefcount(None)
    # Twelve calls each.
    calls(10_000 if os.environ.get("FAIRDEAL_LONG") else 1_000)
    gc.collect()
    assert len(gc.get_objects()) - objects < 100
    assert (sys.getrefcount(board), sys.getrefcount(script)) == references[:2]
    assert abs(sys.getrefcount(None) - references[2]) < 1000
    assert resident() - before < 16 << 20
