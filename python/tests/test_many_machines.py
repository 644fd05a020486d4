"""One run on several workers, one of which is killed: the table is that of one machine, row by row."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest

import fairdeal

pa = pytest.importorskip("pyarrow")

LONG = bool(os.environ.get("FAIRDEAL_LONG"))
BOARDS, SOLVED = (2_000_000, 200) if LONG else (20_000, 20)
SCRIPT = 'condition hcp(south) >= 15\naction average "north" hcp(north), frequency "spades" (spades(south), 0, 13)'
COLUMNS = {"points": "hcp(south)", "long": "spades(south) > 4"}
# Far more than they take; what hangs is ended.
LIMIT = 1800 if LONG else 600
ASKED: dict[str, Any] = {"seed": 11, "columns": COLUMNS, "solve": SOLVED}


def alone() -> "pa.Table":
    """The table of one machine."""
    return pa.table(fairdeal.Script(SCRIPT).table(BOARDS, **ASKED, cache=False)).combine_chunks()


def processes() -> Iterator[tuple[int, int, str]]:
    """All processes: their numbers, their parents' and what they are called."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            pid = int(folder.name)
            yield pid, parent_of(pid), command_line(pid).replace(b"\0", b" ").decode(errors="replace")


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


def command_line(pid: int) -> bytes:
    """What a process is called; nothing, if it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def told_of(pid: int) -> list[int]:
    """What the system tells of a process, from its parent on; zeroes, if it is gone."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1:]]
    except OSError:
        return [0] * 50


def parent_of(pid: int) -> int:
    return told_of(pid)[0]


def processor_ticks(pid: int) -> int:
    """What a process has used until now, in hundredths of a second."""
    return sum(told_of(pid)[10:12])


def end(these: dict[int, str]) -> None:
    """Ends processes that a test has started."""
    for pid in these:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Killer(threading.Thread):
    """Kills one worker of those that a process has started, by its process id, in the middle of its part: when it has worked for
    half a second, which only the part with the boards that are solved takes."""

    def __init__(self, of: int, is_at_work: Callable[[int, str], bool]) -> None:
        super().__init__(daemon=True)
        self.of, self.is_at_work, self.killed, self.over = of, is_at_work, 0, threading.Event()

    def run(self) -> None:
        began: dict[int, int] = {}
        while not self.over.wait(0.05):
            workers = [pid for pid, called in descendants(self.of).items() if self.is_at_work(pid, called)]
            began = {pid: began.get(pid, processor_ticks(pid)) for pid in workers}
            for pid, ticks in began.items():
                if processor_ticks(pid) - ticks > 50:
                    end({pid: ""})
                    self.killed = pid
                    return

    def __enter__(self) -> "Killer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.join()


def test_on_spark(monkeypatch: pytest.MonkeyPatch):
    pyspark = pytest.importorskip("pyspark")
    if which("java") is None:
        pytest.skip("there is no Java")
    import fairdeal.spark

    # Its workers have the package where we have it.
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    script = fairdeal.Script(SCRIPT)
    # A part may be lost, and is then made again.
    builder = pyspark.sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    spark = builder.config("spark.driver.maxResultSize", "0").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    # What hangs is ended: without its Java, Spark raises.
    too_long = threading.Timer(LIMIT, lambda: end(descendants(os.getpid())))
    too_long.start()

    def is_at_work(pid: int, called: str) -> bool:
        """A worker of Spark's daemon, which is called the same."""
        return "pyspark" in called and "daemon" in called and b"pyspark" in command_line(parent_of(pid))

    try:
        with Killer(os.getpid(), is_at_work) as killer:
            made = fairdeal.spark.deal(spark, script, BOARDS, **ASKED, parts=8).toArrow()
        assert killer.killed, "no worker was found at work"
        whole = alone()
        assert made.cast(whole.schema).combine_chunks().equals(whole)
        counted = fairdeal.spark.count(spark, script, BOARDS, 11, parts=5).to_dict()
        assert counted["statistics"] == script.count(BOARDS, seed=11).to_dict()["statistics"]
    finally:
        too_long.cancel()
        spark.stop()


def test_on_ray():
    pytest.importorskip("ray")
    with tempfile.TemporaryDirectory(prefix="fairdeal") as name:
        folder = Path(name)
        asked = json.dumps({"asked": ASKED, "script": SCRIPT, "boards": BOARDS})
        # It tells nobody how it is, ends nobody because the machine is full, and its workers stand back for nobody.
        still = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_memory_monitor_refresh_ms": "0", "RAY_worker_niceness": "0"}
        with open(folder / "said", "w") as said:
            program = [sys.executable, str(Path(__file__).with_name("on_ray.py")), name, asked]
            run = subprocess.Popen(program, env=os.environ | still, stdout=said, stderr=said)

        def is_at_work(_: int, called: str) -> bool:
            return called.startswith("ray::_rows")

        try:
            with Killer(run.pid, is_at_work) as killer:
                run.wait(timeout=LIMIT)
        finally:
            end({run.pid: "", **descendants(run.pid)})
            # What it has started knows the folder, and would be ended with it.
            end({pid: called for pid, _, called in processes() if name in called})
            run.wait()
        assert run.returncode == 0, (folder / "said").read_text()
        assert killer.killed, "no worker was found at work"
        made = pa.ipc.open_file(folder / "rows.arrow").read_all()
        counted = json.loads((folder / "counted.json").read_text())
    whole = alone()
    assert made.cast(whole.schema).combine_chunks().equals(whole)
    assert counted["statistics"] == fairdeal.Script(SCRIPT).count(BOARDS, seed=11).to_dict()["statistics"]


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
