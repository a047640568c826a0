"""The scripts of ``training/``: each explains itself, and each trains, saves and evaluates."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest
from sb3_contrib import MaskablePPO

from tabletop_envs.learning.options import TrainOptions

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).resolve().parents[2] / "training"
SHIPPED = FOLDER / "agents.py"
SCRIPTS = sorted(set(FOLDER.glob("*.py")) - {SHIPPED})
TINY = ("--steps", "512", "--num-envs", "8", "--evaluation-games", "4")

each_script = pytest.mark.parametrize("script", SCRIPTS, ids=[path.stem for path in SCRIPTS])


def run(script: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [str(script), *arguments])
    runpy.run_path(str(script), run_name="__main__")


@each_script
def test_a_script_explains_itself(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(script, monkeypatch, "--help")
    assert ended.value.code == 0
    assert "--players" in capsys.readouterr().out
    assert script.name in (FOLDER / "README.md").read_text(encoding="utf-8")


@each_script
def test_a_script_trains_saves_and_evaluates(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(script, monkeypatch, *TINY, "--out", str(tmp_path / "model.zip"))
    printed = capsys.readouterr().out
    assert "the model against random: 4 games, 2 deals from every player" in printed
    assert "the model against greedy: 4 games" in printed
    assert MaskablePPO.load(tmp_path / "model.zip").num_timesteps == 512


def test_files_of_shipped_agents_are_options_of_runs() -> None:
    files = runpy.run_path(str(SHIPPED))["FILES"]
    assert files
    for name, path in files.items():
        text = path.read_text(encoding="utf-8")
        assert f"`ppo:{name}`" in text
        options = TrainOptions(**tomllib.loads(text))
        assert name.startswith(options.game)
        options.make_game()


def test_a_shipped_agent_is_trained_and_evaluated_from_its_file(tmp_path: Path) -> None:
    script = runpy.run_path(str(SHIPPED))
    (tmp_path / "small.toml").write_text('game = "auction"\nsteps = 64\nnum_envs = 4\nn_steps = 8\nbatch_size = 16\n')
    script["train"].__globals__.update(FILES={"small": tmp_path / "small.toml"}, AGAINST=("greedy",))
    script["train"]("small", tmp_path / "run")
    script["evaluate"](tmp_path / "run", 4)
    assert json.loads((tmp_path / "run/results.json").read_text())[0]["opponents"] == "greedy"
    assert json.loads((tmp_path / "run/time.json").read_text())["cpu_minutes"] >= 0
