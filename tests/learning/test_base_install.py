"""The command with the core alone: what needs no extra works, what needs one names it in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXTRAS = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "rich", "tqdm", "resvg_py", "PIL")


def without_extras(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs code in an interpreter in which none of the extras can be imported."""
    start = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS})); sys.path.insert(0, {str(ROOT)!r})\n"
    return subprocess.run([sys.executable, "-c", start + code], cwd=folder, capture_output=True, text=True)


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return without_extras(f"from tabletop_envs.cli import main; sys.exit(main({list(arguments)}))", folder)


@pytest.mark.parametrize("game", ["carcassonne", "tiny-towns"])
def test_agents_are_evaluated(game: str, tmp_path: Path) -> None:
    result = command(tmp_path, "evaluate", game, "--agent", "greedy", "--games", "2")
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("greedy against random: 2 games")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["train", "tiny-towns", "--help"], ["evaluate", "carcassonne", "-h"]]
)
def test_help_is_shown(arguments: list[str], tmp_path: Path) -> None:
    result = command(tmp_path, *arguments)
    assert result.returncode == 0, result.stderr
    assert "usage:" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "carcassonne"],
        ["train", "tiny-towns", "--resume", "run"],
        ["demo"],
    ],
)
def test_the_extra_is_named(arguments: list[str], tmp_path: Path) -> None:
    result = command(tmp_path, *arguments)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert result.stderr.rstrip().endswith('pip install "tabletop-envs[train]"')
    assert not (tmp_path / "runs").exists()


def test_checks_of_gymnasium_and_pettingzoo_pass_without_pixels(tmp_path: Path) -> None:
    code = """
import gymnasium, pettingzoo.test, tt_env, carc_gold_env
from gymnasium.utils.env_checker import check_env
from tt_env import tiny_towns_v0
from carc_gold_env import carcassonne_gold_v0

for name in ("tt_env/TinyTowns-v0", "carc_gold_env/CarcassonneGold-v0"):
    check_env(gymnasium.make(name).unwrapped)
    try:
        gymnasium.make(name, render_mode="rgb_array")
    except ImportError as error:
        print(error)
for make in (tiny_towns_v0.raw_env, carcassonne_gold_v0.raw_env):
    pettingzoo.test.render_test(make)
"""
    result = without_extras(code, tmp_path)
    assert result.returncode == 0, result.stderr
    assert [line for line in result.stdout.splitlines() if "pip install" in line] == [
        'pixels need resvg_py and PIL, which is not installed: pip install "tabletop-envs[render]"'
    ] * 2
