"""Runs that are killed go on as if nothing had happened: see :mod:`tests.learning.crash`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")


def crash(*arguments: str) -> dict[str, int]:
    command = [sys.executable, "-m", "tests.learning.crash", *arguments]
    root = Path(__file__).resolve().parent.parent.parent
    result = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr[-4000:]
    rounds: dict[str, int] = json.loads(result.stdout)["rounds"]
    return rounds


def test_killed_at_some_file_operations() -> None:
    rounds = crash("auction", "--every", "25", "--others", "50", "--moments", "2")
    assert {"train kill", "resume kill", "moment"} <= set(rounds)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tiny-towns", "carcassonne"])
def test_killed_at_every_file_operation(game: str) -> None:
    rounds = crash(game, "--others", "6", "--moments", "50")
    assert rounds["moment"] == 50
    assert sum(number for kind, number in rounds.items() if "kill" in kind) > 150
    assert {f"{kind} {way}" for kind in ("train", "resume", "finish", "stop") for way in ("kill", "power", "full")} <= {
        *rounds
    }
