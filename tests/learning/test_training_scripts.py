"""The scripts of ``training/``: each explains itself, and each trains, saves and evaluates."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest
from sb3_contrib import MaskablePPO

FOLDER = Path(__file__).resolve().parents[2] / "training"
SCRIPTS = sorted(FOLDER.glob("*.py"))
TINY = ("--steps", "512", "--num-envs", "8", "--evaluation-games", "4")

pytestmark = pytest.mark.parametrize("script", SCRIPTS, ids=[path.stem for path in SCRIPTS])


def run(script: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [str(script), *arguments])
    runpy.run_path(str(script), run_name="__main__")


def test_a_script_explains_itself(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(script, monkeypatch, "--help")
    assert ended.value.code == 0
    assert "--players" in capsys.readouterr().out
    assert script.name in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_a_script_trains_saves_and_evaluates(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(script, monkeypatch, *TINY, "--out", str(tmp_path / "model.zip"))
    printed = capsys.readouterr().out
    assert "the model against random: 4 games, 2 deals from every player" in printed
    assert "the model against greedy: 4 games" in printed
    assert MaskablePPO.load(tmp_path / "model.zip").num_timesteps == 512
