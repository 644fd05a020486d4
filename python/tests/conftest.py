"""What the tests share: the command that the package is compared with, and the repository."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Callable

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shelf and no solved deals of whoever runs the tests."""
    monkeypatch.setenv("FAIRDEAL_STORE", str(tmp_path / "shelf"))
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def command() -> Callable[..., str]:
    """Asks the command, which ./test has built."""
    program = os.environ.get("FAIRDEAL")
    if program is None:
        pytest.skip("FAIRDEAL=FILE names no command to compare with")

    def ask(*arguments: object, ends: int = 0) -> str:
        done = subprocess.run([program, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == ends, done.stderr
        return done.stdout

    return ask


@pytest.fixture
def command_json(command: Callable[..., str]) -> Callable[..., Any]:
    """Asks the command for JSON."""
    return lambda *arguments, ends=0: json.loads(command(*arguments, "--json", ends=ends))
