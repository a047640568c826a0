"""Games are found by their entry points: one of a package of its own is in every command, a broken one in none."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_envs import games
from tests.games.auction import INSTALLED, Auction

ROOT = Path(__file__).resolve().parents[2]


def install(folder: Path, name: str, value: str) -> Path:
    """A folder that holds nothing but a package's entry point, as an installer writes it."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{games.GROUP}]\n{name} = {value}\n", encoding="utf-8")
    return folder


def command(folder: Path, *path: Path, line: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*path, ROOT)))}
    tool = [sys.executable, "-m", "tabletop_envs", *line.split()]
    return subprocess.run(tool, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_games_of_this_project_are_found_and_none_is_imported() -> None:
    assert games.names()[0] == "tiny-towns"
    assert "carcassonne" in games.names()
    code = "import sys; from tabletop_envs import games; games.names(); print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "'tt_env'" not in loaded
    assert "'carc_gold_env'" not in loaded


def test_a_game_of_another_package_is_in_every_command(tmp_path: Path) -> None:
    for line in ("train --help", "evaluate --help", "demo --help"):
        shown = command(tmp_path, INSTALLED, line=line)
        assert (shown.returncode, shown.stderr) == (0, "")
        assert "auction" in shown.stdout
    assert "1 to 6" in command(tmp_path, INSTALLED, line="train auction --help").stdout
    assert "auction" not in command(tmp_path, line="train --help").stdout


def test_a_game_of_another_package_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(INSTALLED))
    assert games.find("auction") is Auction


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:Game", "ModuleNotFoundError"),
        ("json:Game", "AttributeError"),
        ("json:dumps", "TypeError"),
        ("tabletop_envs.game:Game", "lacks title, the option num_players"),
        ("this is not a reference", ""),
        ("leaves:Game", "SystemExit"),
    ],
)
def test_a_broken_game_costs_one_line_and_nothing_else(
    value: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leaves.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(install(tmp_path, "broken", value)))
    told: list[str] = []
    found = games.available(told.append)
    assert {"tiny-towns", "carcassonne"} <= set(found)
    assert "broken" not in found
    (line,) = told
    assert line.count("\n") == 0
    assert len(line) < 400
    assert "'broken'" in line
    assert reason in line
    with pytest.raises(ValueError, match="cannot be used"):
        games.find("broken")


def test_the_command_leaves_a_broken_game_out(tmp_path: Path) -> None:
    folder = install(tmp_path / "path", "broken", "no_such_module:Game")
    shown = command(tmp_path, folder, line="train --help")
    assert shown.returncode == 0
    assert "tiny-towns" in shown.stdout
    assert shown.stderr.count("\n") == 1
    chosen = command(tmp_path, folder, line="train broken --help")
    assert (chosen.returncode, chosen.stderr.count("\n")) == (2, 1)
    other = command(tmp_path, folder, line="train carcassonne --help")
    assert (other.returncode, other.stderr) == (0, "")


def test_the_shared_package_names_no_game() -> None:
    """In code that is; a docstring may give an example."""
    named = re.compile(r"^(?:from|import) (?:tt_env|carc_gold_env)|[\"'](?:tiny-towns|carcassonne)", re.MULTILINE)
    for path in (ROOT / "tabletop_envs").rglob("*.py"):
        assert not named.search(path.read_text(encoding="utf-8")), path
