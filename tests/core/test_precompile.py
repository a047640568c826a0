"""``tabletop-envs compile``: everything is ready afterwards, and the exit status tells."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_envs import jit, precompile
from tabletop_envs.cli import main

ROOT = Path(__file__).resolve().parents[2]
compiled = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")


@compiled
@pytest.mark.parametrize("game", ["carcassonne", "tiny-towns"])
def test_what_is_compiled_once_is_ready_for_every_process(game: str, tmp_path: Path) -> None:
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tabletop_envs import jit
from tabletop_envs.cli import main
jit.PATIENCE = 0.0
sys.exit(main(["compile", {game!r}]))
"""
    for _ in range(2):
        result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    *parts, summary = result.stdout.splitlines()
    assert len(parts) == len(precompile.PARTS)
    assert summary.startswith("ready after ")
    assert " MB in " in summary


def test_mistakes_and_failures_have_their_own_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(precompile, "PARTS", {})
    assert main(["compile", "chess"]) == 2
    monkeypatch.setattr(jit, "UNKEPT", ["a kernel"])
    monkeypatch.setattr(jit, "DISABLED", False)
    assert main(["compile", "carcassonne"]) == 1
    assert "NUMBA_CACHE_DIR" in capsys.readouterr().err
    monkeypatch.setattr(jit, "DISABLED", True)
    assert main(["compile", "carcassonne"]) == 2
    assert "NUMBA_DISABLE_JIT" in capsys.readouterr().err
