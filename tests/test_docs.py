"""The documentation says what the code does: examples run, commands parse, tables agree, links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from training.cli import build_parser
from tt_env import actions
from tt_env.game import TinyTowns

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", read(page), re.MULTILINE | re.DOTALL)


def table(page: str, heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, without its head."""
    below = read(page).partition(f"\n## {heading}\n")[2]
    rows = re.search(r"^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", below, re.MULTILINE)
    assert rows is not None, f"{page}: no table below {heading!r}"
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows.group(1).splitlines()]


EXAMPLES = [
    pytest.param(code, id=f"{page}-{number}") for page in PAGES for number, code in enumerate(blocks(page, "python"), 1)
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_example_runs(code: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


COMMANDS = [
    pytest.param(line.partition("  #")[0], id=line)
    for page in PAGES
    for block in blocks(page, "bash")
    for line in block.splitlines()
    if line.startswith("tabletop-envs ")
]


@pytest.mark.parametrize("command", COMMANDS)
def test_command_line_is_understood(command: str) -> None:
    assert build_parser().parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize("players", range(1, 7))
def test_observation_table(players: int) -> None:
    game = TinyTowns(num_players=players)
    shown = {}
    for name, shape, high, _ in table("docs/tiny_towns.md", "Observation"):
        if name != "`pile`" or players == 1:
            sizes = shape.strip("()").replace("n", str(players)).split(",")
            shown[name.strip("`")] = (tuple(int(size) for size in sizes if size.strip()), int(high))
    assert shown == {name: (field.shape, field.high) for name, field in game.layout.items()}
    assert list(shown) == list(game.layout)


def test_observation_sizes() -> None:
    *sizes, last = (TinyTowns(num_players=players).layout.size for players in range(1, 7))
    assert f"{', '.join(map(str, sizes))} or {last} numbers for 1 to 6 players" in read("docs/tiny_towns.md")


def test_actions_table() -> None:
    following = 0
    for numbers, name, _ in table("docs/tiny_towns.md", "Actions"):
        first, _, last = numbers.partition("-")
        assert getattr(actions, name.strip("`")) == int(first) == following, name
        following = int(last or first) + 1
    assert following == actions.NUM_ACTIONS


def test_options_table() -> None:
    defaults = {name.strip("`"): value.strip("`") for name, value, _ in table("docs/tiny_towns.md", "Options")}
    options = TinyTowns().options()
    assert {name: repr(value).replace("'", '"') for name, value in options.items()}.items() <= defaults.items()
    assert set(defaults) - set(options) == {"auto_forced", "rewards", "render_mode"}


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", read(page)):
            if "://" in target:
                continue
            file, _, anchor = target.partition("#")
            path = (ROOT / page).parent / file if file else ROOT / page
            assert path.exists(), f"{page}: {target}"
            if anchor:
                headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
                assert anchor in [slug(heading) for heading in headings], f"{page}: {target}"


def slug(heading: str) -> str:
    """The anchor that a heading gets on the usual sites."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
