#!/usr/bin/env python3
"""Faults at the worst moment: what a command writes is what was there before or what should be there, whole, and never half of it.

  tests/faults.py kills N      kill -9 at a moment that chance chooses, N times for each command that writes, and for the server
  tests/faults.py places       a full disk, a folder that may not be written to or that vanishes, a file that another program replaces
                               meanwhile, several processes on one shelf, a clock that jumps, readers that go away
  tests/faults.py guided SECONDS PROGRAM SEEDS
                               inputs that a fuzzer chooses, so long for each target; PROGRAM is the target `guided` of fuzz/, and
                               SEEDS the folder with what each target begins with
  tests/faults.py table        writes the table of docs/reliability.md from what was tried

FAIRDEAL names the program. What was tried is a line each, on standard output and at the end of the file that FAIRDEAL_TRIED names.
"""

import http.client
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("FAIRDEAL", str(ROOT / "target/debug/fairdeal"))
SCRIPT = 'condition hcp(north) > 11 and spades(north) > 4\naction average "points" hcp(north)\n'
PROFILE = ROOT / "examples/profiles/one-notrump.json"
dice = random.Random(23)


def tell(kind, what, figure):
    print(f"{kind}: {what}: {figure}", flush=True)
    if tried := os.environ.get("FAIRDEAL_TRIED"):
        with open(tried, "a") as file:
            file.write(f"{kind}\t{what}\t{figure}\n")


def start(folder, command, **more):
    environment = {**os.environ, "HOME": str(folder / "home"), "XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}
    more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **more}
    return subprocess.Popen([PROGRAM, *command.split()], cwd=folder, env=environment, **more)


def run(folder, command, expected=0, **more):
    process = start(folder, command, stderr=subprocess.PIPE, **more)
    _, said = process.communicate(timeout=120)
    said = said.decode(errors="replace")
    assert process.returncode == expected, f"{command} ended with {process.returncode}: {said}"
    return said


def within(folder, places):
    """What is at these places: the bytes of files, and of all files in folders. What begins with a dot is nobody's file."""
    found = {}
    for place in places:
        path = folder / place
        for file in [path, *sorted(path.rglob("*"))] if path.is_dir() else [path]:
            if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts):
                found[str(file.relative_to(folder))] = file.read_bytes()
    return found


class Work:
    """A command that writes; what is there before it; the places it writes to; whether they all change together."""

    def __init__(self, name, command, places, before=(), files=(), answers=None, one_by_one=False):
        self.name, self.command, self.places, self.before = name, command, places, before
        self.files, self.answers, self.one_by_one = dict(files), answers, one_by_one

    def ready(self, folder):
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        for command in self.before:
            run(folder, command)

    def start(self, folder):
        process = start(folder, self.command, stdin=subprocess.PIPE if self.answers else subprocess.DEVNULL)
        if self.answers:
            try:
                process.stdin.write(self.answers.encode())
                process.stdin.close()
            except BrokenPipeError:
                pass
        return process

    def kill(self, times):
        with tempfile.TemporaryDirectory() as name:
            first = Path(name) / "first"
            first.mkdir()
            self.ready(first)
            old = within(first, self.places)
            began = time.monotonic()
            assert self.start(first).wait() == 0, f"{self.name}: {self.command}"
            takes = time.monotonic() - began
            new = within(first, self.places)
            assert new != old, f"{self.name} changes nothing"
            ends = {"old": 0, "new": 0, "some files of several": 0}
            for number in range(times):
                folder = Path(name) / "killed"
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                self.ready(folder)
                process = self.start(folder)
                # Most of what a command writes, it writes at its end.
                time.sleep(takes * dice.choice([dice.random(), dice.uniform(0.7, 1.1)]))
                process.kill()
                process.wait()
                left = within(folder, self.places)
                if left == old:
                    ends["old"] += 1
                elif left == new:
                    ends["new"] += 1
                else:
                    whole = all(left[place] in (old.get(place), new.get(place)) for place in left)
                    kept = all(place in left for place in old if place in new)
                    assert self.one_by_one and whole and kept, f"{self.name}: after kill {number} there is {sorted(left)}, and not what was there or should be"
                    ends["some files of several"] += 1
                # Whatever is left behind is in nobody's way.
                if number % 10 == 0 and left != new:
                    assert self.start(folder).wait() == 0, f"{self.name} cannot be done again"
                    assert within(folder, self.places) == new, f"{self.name}: done again, it is not the same"
        tell("kill -9", self.name, f"{times} times: " + ", ".join(f"{number} {end}" for end, number in ends.items() if number))


def works():
    script = {"a.dlr": SCRIPT}
    boards = "deal a.dlr -n 30 --seed 5 -q -o some.pbn"
    return [
        Work("boards", "deal a.dlr -n 4000 --seed 1 -q -o boards.pbn", ["boards.pbn"], ["deal a.dlr -n 3 --seed 9 -q -o boards.pbn"], script),
        Work("boards on paper", "deal a.dlr -n 60 --seed 1 -q -o boards.pdf", ["boards.pdf"], ["deal a.dlr -n 3 --seed 9 -q -o boards.pdf"], script),
        Work("statistics", "deal a.dlr -n 4000 --seed 1 -q -o boards.lin --stats counts.txt", ["boards.lin", "counts.txt"], [], script, one_by_one=True),
        Work("a session folder", f"deal {PROFILE} -n 16 --seed 1 -q -o friday/", ["friday"], []),
        Work("another format", "convert some.pbn some.lin", ["some.lin"], [boards], script),
        Work("mixed files", "combine some.pbn some.pbn --seed 1 -q -o both.pbn", ["both.pbn"], [boards], script),
        Work("solved boards", "solve some.pbn -q -o solved.pbn", ["solved.pbn"], ["deal a.dlr -n 2 --seed 5 -q -o some.pbn"], script),
        Work("a script laid out", "format a.dlr", ["a.dlr"], [], {"a.dlr": "condition   hcp( north )>11\n"}),
        Work("a leveled script", "level write a.dlr -o leveled.dlr", ["leveled.dlr"], [], {"a.dlr": "weak = hcp(south) < 8\nstrong = hcp(south) > 14\ncondition weak or strong\nHandType_weak = weak\nHandType_strong = strong\n"}),
        Work("a profile on the shelf", f"profile import {PROFILE} --store shelf", ["shelf"], ["profile import again.json --store shelf"], {"again.json": PROFILE.read_text().replace('"profile_name": "', '"profile_name": "Another ')}, one_by_one=True),
    ]


def kill_games(times):
    """Statistics of games survive: what was counted before is there, and at most the last game is not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        play = "euchre play --level random --partner random --seed {} --stats-file games"
        answers = b"1\n" * 4000

        def start_game(seed):
            process = start(folder, play.format(seed), stdin=subprocess.PIPE)
            threading.Thread(target=lambda: (process.stdin.write(answers), process.stdin.close()), daemon=True).start()
            return process

        def counted():
            said = start(folder, "euchre play --stats --stats-file games", stdout=subprocess.PIPE).communicate()[0].decode()
            return int(re.search(r"of (\d+)", said)[1])

        began = time.monotonic()
        assert start_game(1).wait() == 0
        takes = time.monotonic() - began
        games, more = counted(), 0
        assert games == 1
        threading.excepthook = lambda _: None
        for number in range(times):
            process = start_game(number + 2)
            time.sleep(takes * dice.uniform(0.3, 1.2))
            process.kill()
            process.wait()
            now = counted()
            assert now in (games, games + 1), f"{games} games were counted, and {now} are after kill {number}"
            more += now - games
            games = now
        tell("kill -9", "statistics of games", f"{times} times: none lost, {more} more counted")


def kill_servers(times):
    """A server that is killed under load leaves its port and its files to the next one."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), None
        for number in range(times):
            server = start(folder, f"serve --port {port or 0} --quiet", stdout=subprocess.PIPE)
            port = int(re.search(rb":(\d+)/", server.stdout.readline())[1])

            def client():
                try:
                    while True:
                        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
                        asking.request("POST", "/v1/deal", json.dumps({"script": SCRIPT, "boards": 200}), {"Content-Type": "application/json"})
                        asking.getresponse().read()
                except (OSError, http.client.HTTPException):
                    pass

            clients = [threading.Thread(target=client) for _ in range(4)]
            for one in clients:
                one.start()
            time.sleep(dice.uniform(0, 0.1))
            asking = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            asking.request("GET", "/health")
            assert asking.getresponse().status == 200, f"start {number}"
            server.kill()
            server.wait()
            for one in clients:
                one.join()
        tell("kill -9", "the server under load", f"{times} times: each next one answers on the same port")


def places():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.dlr").write_text(SCRIPT)
        full_disk(folder)
        read_only(folder)
        vanished(folder)
        replaced(folder)
        one_shelf(folder)
        jumping_clock(folder)
        closed_pipes(folder)


def full_disk(folder):
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True)
    if mounted.returncode:
        print("skipped: a full disk: nothing may be mounted here")
        return
    try:
        run(folder, "deal a.dlr -n 3 --seed 9 -q -o disk/boards.pbn")
        before = (disk / "boards.pbn").read_bytes()
        for command in ["deal a.dlr -n 4000 --seed 1 -q -o disk/boards.pbn", "deal a.dlr -n 400 --seed 1 -q -o disk/boards.pdf", f"deal {PROFILE} -n 200 --seed 1 -q -o disk/friday/"]:
            said = run(folder, command, expected=1)
            assert "no room" in said, said
            assert sorted(path.name for path in disk.iterdir()) == ["boards.pbn"], f"{command} leaves {sorted(disk.iterdir())}"
            assert (disk / "boards.pbn").read_bytes() == before
        tell("places", "a full disk", "3 commands: said, and nothing is left behind")
    finally:
        subprocess.run(["umount", disk], check=True)


def read_only(folder):
    """As a file system that is mounted so, since root may write everywhere else."""
    place = folder / "kept"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", place], capture_output=True)
    if mounted.returncode:
        print("skipped: a folder that may not be written to: nothing may be mounted here")
        return
    try:
        for command in ["deal a.dlr -n 3 --seed 1 -q -o kept/boards.pbn", "deal a.dlr -n 3 --seed 1 -q -o boards.lin --stats kept/counts.txt", f"profile import {PROFILE} --store kept/shelf"]:
            said = run(folder, command, expected=1)
            assert "kept" in said and "panicked" not in said, said
        tell("places", "a folder that may not be written to", "3 commands: each says which")
    finally:
        subprocess.run(["umount", place], check=True)


def vanished(folder):
    rare = "condition hcp(north) >= 10 and rnd(300000 + 0 * hcp(north)) == 0\n"
    (folder / "rare.dlr").write_text(rare)
    for command in ["deal rare.dlr -n 5 --seed 1 -q --threads 1 -o gone/boards.pbn", "deal rare.dlr -n 5 --seed 1 -q --threads 1 -o gone/boards.html"]:
        (folder / "gone").mkdir()
        process = start(folder, command, stderr=subprocess.PIPE)
        while not list((folder / "gone").iterdir()) and process.poll() is None:
            time.sleep(0.001)
        assert process.poll() is None, "it was done before its folder could vanish"
        shutil.rmtree(folder / "gone")
        said = process.communicate(timeout=120)[1].decode()
        assert process.returncode == 1 and "gone" in said and "panicked" not in said, f"{process.returncode}: {said}"
    tell("places", "a folder that vanishes meanwhile", "2 commands: said")


def replaced(folder):
    process = start(folder, "deal rare.dlr -n 5 --seed 1 -q --threads 1 -o boards.oneline")
    while not list(folder.glob(".fairdeal-*")) and process.poll() is None:
        time.sleep(0.001)
    assert process.poll() is None, "it was done before the file could be replaced"
    (folder / "boards.oneline").write_text("of another program")
    assert process.wait() == 0
    assert len((folder / "boards.oneline").read_text().splitlines()) == 5
    kept = folder / "boards.oneline~"
    assert kept.read_text() == "of another program", "what another program wrote is lost"
    tell("places", "a file that another program replaces meanwhile", "what it wrote is kept beside ours")


def one_shelf(folder):
    text = PROFILE.read_text()
    names = [f"Window {number}" for number in range(24)]
    for number, name in enumerate(names):
        document = json.loads(text)
        document["profile_name"] = name
        (folder / f"{number}.json").write_text(json.dumps(document))
    processes = [start(folder, f"profile import {number}.json --store shelf") for number in range(len(names))]
    listed = [start(folder, "profile list --store shelf") for _ in range(4)]
    assert all(process.wait() == 0 for process in processes + listed)
    said = start(folder, "profile list --store shelf --json", stdout=subprocess.PIPE).communicate()[0].decode()
    assert all(f'"{name}"' in said for name in names), said
    tell("places", "several processes on one shelf", f"{len(names)} profiles by {len(names)} processes at once, while 4 look: all are there")


def jumping_clock(folder):
    if not shutil.which("faketime"):
        print("skipped: a clock that jumps: there is no faketime (apt-get install faketime)")
        return
    whole = []
    for date in ["1969-12-31 23:59:58", "2001-01-01", "2038-01-19 03:14:07", "2199-12-31"]:
        environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder)}
        for command in ["deal a.dlr -n 20 --seed 1 -q -o clock.json", "solve clock.json -q -o clock.pbn", f"profile import {PROFILE} --store clock-{len(whole)}"]:
            subprocess.run(["faketime", date, PROGRAM, *command.split()], cwd=folder, env=environment, check=True, capture_output=True)
        whole.append((folder / "clock.json").read_bytes())
    assert len(set(whole)) == 1, "the date is in the boards"
    tell("places", "a clock that jumps", "from 1969 to 2199 and back: the same boards")


def closed_pipes(folder):
    commands = ["deal a.dlr -n 2000 --seed 1 -q --format pbn", "words", "deal a.dlr -n 300 --seed 1 -q --format json", "texas42 perfect --csv", "help words"]
    tried = 0
    for command in commands:
        for taken in [0, 1, 100, 4096, 65536, 65537]:
            process = start(folder, command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            process.stdout.read(taken)
            process.stdout.close()
            said = process.stderr.read().decode()
            assert process.wait(60) == 0 and not said, f"{command} after {taken} bytes: {process.returncode} {said}"
            tried += 1
    tell("places", "readers that go away", f"{tried} times: not a word")


def guided(seconds, program, seeds):
    for folder in sorted(Path(seeds).iterdir()):
        found = folder.with_name(folder.name + ".found")
        shutil.rmtree(found, ignore_errors=True)
        found.mkdir()
        options = [f"-max_total_time={seconds}", "-max_len=4096", "-timeout=120", "-rss_limit_mb=2000", "-print_final_stats=1", f"-artifact_prefix={found}/failed-"]
        # The fuzzer adds to the first folder what it finds.
        run = subprocess.run([program, *options, found, folder], env={**os.environ, "FAIRDEAL_TARGET": folder.name}, capture_output=True)
        said = run.stderr.decode(errors="replace")
        assert run.returncode == 0, f"{folder.name}: {said[-4000:]}"
        tried = int(re.search(r"number_of_executed_units: (\d+)", said)[1])
        tell("guided", folder.name, f"{tried:,} inputs in {seconds} s")


def table():
    page = ROOT / "docs" / "reliability.md"
    text = page.read_text()
    head = "| --- | --- | --- |\n"
    lines = Path(os.environ["FAIRDEAL_TRIED"]).read_text().splitlines()
    # What was tried side by side is told one after the other.
    kinds = list(dict.fromkeys(line.split("\t")[0] for line in lines))
    lines.sort(key=lambda line: kinds.index(line.split("\t")[0]))
    rows = dict.fromkeys(f"| {' | '.join(line.split(chr(9)))} |\n" for line in lines)
    page.write_text(text[: text.index(head) + len(head)] + "".join(rows))


def main():
    match sys.argv[1:]:
        case ["kills", number] if number.isdigit():
            for work in works():
                work.kill(int(number))
            kill_games(int(number))
            kill_servers(int(number))
        case ["places"]:
            places()
        case ["guided", seconds, program, seeds] if seconds.isdigit():
            guided(int(seconds), program, seeds)
        case ["table"]:
            table()
        case _:
            sys.exit(__doc__.strip())


if __name__ == "__main__":
    main()
