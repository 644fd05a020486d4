"""Long work that Ctrl-C stops, for test_long_work.py. As a program: the milliseconds until each was stopped, for ./bench."""

import subprocess
import sys
import tempfile
from pathlib import Path

# No deal of it is found by trying, nor is it counted in any time.
HARD = "condition cccc(north) * cccc(east) + losers(south) * hcp(west) == 1234567 and hcp(north) * hcp(south) == 101"
WORK = [
    "next(fairdeal.Script(HARD).deal(1, seed=1, strategy='reject'))",
    "list(fairdeal.Script('condition 1').deal(10**12, seed=1))",
    "list(fairdeal.Script('condition 1').deal(10**12, seed=1, threads=2))",
    "fairdeal.Script('condition 1').count(10**12, seed=1)",
    "[fairdeal.Script(HARD).odds(effort='patient') for _ in range(1000)]",
    "fairdeal.solve(list(fairdeal.Script('condition 1').deal(2000, seed=1)), cache=False)",
    "list(fairdeal.Script('condition 1').deal(5_000, seed=1, solve=True, cache=False))",
    "[fairdeal.euchre.Game(seed=7).view().move(level='expert', seed=one) for one in range(10**6)]",
    "fairdeal.euchre.Game(seed=7).view().worlds(10**12)",
    "fairdeal.texas42.odds('5-5 5-6 5-4 5-0 6-6 4-4 1-0', worlds=10_000)",
]

PROGRAM = """
import os, signal, sys, threading, time
import fairdeal
# A shell that starts the tests in the background makes its processes deaf to Ctrl-C, and so those that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
HARD = {hard!r}
sent = []

def interrupt():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

threading.Timer({after}, interrupt).start()
try:
    {work}
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""


def interrupted(work: str, folder: Path, after: float = 0.5) -> float:
    """How long it takes from Ctrl-C to the exception, in a process of its own."""
    program = PROGRAM.format(hard=HARD, work=work, after=after)
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return float(done.stdout)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for work in WORK:
            # Once early, while it plans, and later.
            print(*(1000 * interrupted(work, Path(folder), after) for after in (0.1, 0.5, 1.0)))
