"""The documentation says what the code does: examples run, commands parse, tables agree, links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletop_envs.cli import build_parser
from tt_env import actions
from tt_env.game import TinyTowns

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", read(page), re.MULTILINE | re.DOTALL)


def tables(page: str, heading: str) -> list[list[list[str]]]:
    """The rows of the tables below a heading, without their heads."""
    below = read(page).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.findall(r"^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", below, re.MULTILINE)
    assert found, f"{page}: no table below {heading!r}"
    return [[[cell.strip() for cell in row.strip("|").split("|")] for row in rows.splitlines()] for rows in found]


def table(page: str, heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, without its head."""
    return tables(page, heading)[0]


EXAMPLES = [
    pytest.param(code, id=f"{page}-{number}") for page in PAGES for number, code in enumerate(blocks(page, "python"), 1)
]


_TWICE = """
import contextlib, io, sys
printed = []
for _ in range(2):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(sys.argv[1], {"__name__": "__main__"})
    printed.append(output.getvalue())
assert printed[0] == printed[1], printed
"""
"""Runs an example two times; whoever follows it by hand shall see what the next one sees."""


@pytest.mark.parametrize("code", EXAMPLES)
def test_example_runs_and_prints_the_same_again(code: str, tmp_path: Path) -> None:
    environment, command = {**os.environ, "PYTHONPATH": str(ROOT)}, [sys.executable, "-c", _TWICE, code]
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
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


OPTIONS: tuple[dict[str, Any], ...] = ({}, {"coins": True}, {"fortune": True})
"""Without coins, coins alone, Fortune: the columns of the table of sizes."""


@pytest.mark.parametrize("column", range(3), ids=["base", "coins", "fortune"])
@pytest.mark.parametrize("players", range(1, 7))
def test_observation_table(players: int, column: int) -> None:
    game = TinyTowns(num_players=players, **OPTIONS[column])
    sizes, fields = tables("docs/tiny_towns.md", "Observation")[:2]
    letters = {"n": players, **{row[0][1]: int(row[1 + column]) for row in sizes}}
    shown = {}
    for name, shape, high, what in fields:
        if (what.startswith("only with coins") and column == 0) or (what.startswith("only with one") and players > 1):
            continue
        words = [word.strip() for word in shape.strip("()").split(",")]
        greatest = re.findall(r"\d+", high)
        shown[name.strip("`")] = (
            tuple(int(letters.get(word, word)) for word in words if word),
            int(greatest[-1 if column else 0]),
        )
    assert shown == {name: (field.shape, field.high) for name, field in game.layout.items()}
    assert list(shown) == list(game.layout)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "{} numbers for 1 to 6 players"),
        ({"fortune": True}, "with Fortune {};"),
        ({"coins": True}, "with coins alone {};"),
    ],
    ids=str,
)
def test_observation_sizes(options: dict[str, Any], words: str) -> None:
    *sizes, last = (TinyTowns(num_players=players, **options).layout.size for players in range(1, 7))
    assert words.format(f"{', '.join(map(str, sizes))} or {last}") in read("docs/tiny_towns.md")


def test_actions_table() -> None:
    following = 0
    for numbers, name, meaning in table("docs/tiny_towns.md", "Actions"):
        first, _, last = numbers.partition("-")
        assert getattr(actions, name.strip("`")) == int(first) == following, name
        assert meaning.startswith("with coins, as all below") == (following == actions.NUM_ACTIONS)
        following = int(last or first) + 1
    assert following == actions.NUM_ACTIONS_WITH_COINS
    sizes = f"`Discrete({actions.NUM_ACTIONS})`; `Discrete({actions.NUM_ACTIONS_WITH_COINS})` with coins"
    assert sizes in read("docs/tiny_towns.md")


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
