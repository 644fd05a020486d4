"""One run on several workers, one of which is killed: the table is that of one machine, row by row."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fairdeal

pa = pytest.importorskip("pyarrow")

LONG = bool(os.environ.get("FAIRDEAL_LONG"))
BOARDS, SOLVED = (2_000_000, 200) if LONG else (20_000, 20)
SCRIPT = 'condition hcp(south) >= 15\naction average "north" hcp(north), frequency "spades" (spades(south), 0, 13)'
COLUMNS = {"points": "hcp(south)", "long": "spades(south) > 4"}
ASKED: dict[str, Any] = {"seed": 11, "columns": COLUMNS, "solve": SOLVED}


def alone() -> "pa.Table":
    """The table of one machine."""
    return pa.table(fairdeal.Script(SCRIPT).table(BOARDS, **ASKED, cache=False)).combine_chunks()


def processes() -> Iterator[tuple[int, int, str]]:
    """All processes: their numbers, their parents' and what they are called."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                called = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except (OSError, IndexError, ValueError):
                continue
            yield int(folder.name), parent, called


def descendants(of: int) -> dict[int, str]:
    """The processes that a process has started, and those that these have."""
    known, found = list(processes()), {of: ""}
    grown = True
    while grown:
        more = {pid: called for pid, parent, called in known if parent in found and pid not in found}
        grown = bool(more)
        found |= more
    del found[of]
    return found


class Killer(threading.Thread):
    """Kills one worker by its process id, once it is at work: it is found among the processes that the tests started."""

    def __init__(self, is_at_work: Callable[[int, str], bool]) -> None:
        super().__init__(daemon=True)
        self.is_at_work, self.killed, self.over = is_at_work, 0, threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.05):
            workers = [pid for pid, called in descendants(os.getpid()).items() if self.is_at_work(pid, called)]
            if workers:
                # In the middle of its part: the boards that are solved take seconds.
                time.sleep(0.3)
                os.kill(workers[0], signal.SIGKILL)
                self.killed = workers[0]
                return

    def __enter__(self) -> "Killer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.join()


def test_on_spark(monkeypatch: pytest.MonkeyPatch):
    pyspark = pytest.importorskip("pyspark")
    from shutil import which

    if which("java") is None:
        pytest.skip("there is no Java")
    import fairdeal.spark

    # Its workers have the package where we have it.
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    script = fairdeal.Script(SCRIPT)
    # A part may be lost, and is then made again.
    builder = pyspark.sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    try:

        def is_at_work(pid: int, called: str) -> bool:
            """A worker of Spark's daemon that has dealt for a while."""
            if "pyspark" not in called or "daemon" not in called:
                return False
            try:
                text = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
                parent = Path(f"/proc/{text[1]}/cmdline").read_bytes()
            except OSError:
                return False
            return b"pyspark" in parent and int(text[11]) > 20

        with Killer(is_at_work) as killer:
            frame = fairdeal.spark.deal(spark, script, BOARDS, **ASKED, parts=8)
            made = frame.toArrow()
        assert killer.killed, "no worker was found at work"
        assert made.cast(alone().schema).combine_chunks().equals(alone())
        counted = fairdeal.spark.count(spark, script, BOARDS, seed=11, parts=5).to_dict()
        assert counted["statistics"] == script.count(BOARDS, seed=11).to_dict()["statistics"]
    finally:
        spark.stop()


def test_a_worker_that_plans_otherwise_is_told(monkeypatch: pytest.MonkeyPatch):
    from fairdeal._parts import Part, Parts

    parts = Parts.of(fairdeal.Script(SCRIPT), 100, 2, seed=1, columns=(), solve=False)
    assert sum(part.table().asked for part in parts.parts) == 100
    part = parts.parts[0]
    other = Part(part.whole, part.number, part.of, "another plan", part.options)
    with pytest.raises(fairdeal.FairdealError) as error:
        other.table()
    assert error.value.code == "other-plan"


def test_questions_go_to_other_processes(tmp_path: Path):
    import pickle

    (tmp_path / "inner").write_text("strong = hcp(south) > 15\n")
    (tmp_path / "outer.dlr").write_text('#include "inner"\ncondition strong')
    script = fairdeal.Script.open(tmp_path / "outer.dlr")
    carried = pickle.dumps(script)
    (tmp_path / "inner").unlink()
    there = pickle.loads(carried)
    assert type(there) is fairdeal.Script
    assert list(there.deal(5, seed=1)) == list(script.deal(5, seed=1))
