"""The matrices of docs/rules name functions and tests that exist, and every clause has both."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tt_env.cards import CARDS
from tt_env.cards import FORTUNE as FORTUNE_CARDS

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
MATRIX, FORTUNE = (
    (RULES / name).read_text(encoding="utf-8") for name in ("tiny_towns_matrix.md", "tiny_towns_fortune_matrix.md")
)
ROWS = [
    line.strip("| ").split(" | ") for line in (MATRIX + FORTUNE).splitlines() if re.match(r"\| (?!clause|---)", line)
]


@cache
def defined_in(path: Path) -> set[str]:
    """The functions and methods of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def names(cell: str, separator: str) -> list[tuple[str, str]]:
    """The `file:name` pairs of a cell."""
    return [(file, name) for file, _, name in (entry.partition(separator) for entry in re.findall(r"`([^`]+)`", cell))]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_everything_named_exists(row: list[str]) -> None:
    _, functions, tests = row
    assert names(functions, ":")
    assert names(tests, "::")
    for file, name in names(functions, ":"):
        path = ROOT / file if "/" in file else ROOT / "tt_env" / "rules" / file
        assert name in defined_in(path), f"{file} has no {name}"
    for file, name in names(tests, "::"):
        assert name in defined_in(Path(__file__).parent / file), f"{file} has no {name}"


def test_every_ruling_and_decision_is_there() -> None:
    """Rulings 1 to 18, decisions D1 to D15, sections 2 to 9, 11, 12 and 15."""
    sections = [int(number) for number in re.findall(r"^## (\d+)\.", MATRIX, re.MULTILINE)]
    assert sections == [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15]
    rulings = {
        int(number) for number in re.findall(r"^\| (\d+)", MATRIX.split("## 12.")[1].split("## 15.")[0], re.MULTILINE)
    }
    assert rulings == set(range(1, 19))
    assert {int(number) for number in re.findall(r"^\| D(\d+) ", MATRIX, re.MULTILINE)} == set(range(1, 16))


def test_everything_of_fortune_is_there() -> None:
    """Sections 2 to 10, 12 and 14, every row of section 9, R1 to R31, the worked cases, D16 to D34, all 22 cards."""
    chapters = dict(re.findall(r"^## (\w+)\.?[^\n]*\n(.*?)(?=^## |\Z)", FORTUNE, re.MULTILINE | re.DOTALL))
    assert list(chapters) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "14", "Cards"]
    said = (RULES / "tiny_towns_fortune.md").read_text(encoding="utf-8")
    meetings = re.findall(r"^\| ([A-Z][^|]*?) \|", said.split("## 9.")[1].split("## 10.")[0], re.MULTILINE)
    assert re.findall(r"^\| ([^|:]*):", chapters["9"], re.MULTILINE) == meetings
    assert {int(number) for number in re.findall(r"^\| R(\d+) ", chapters["10"], re.MULTILINE)} == set(range(1, 32))
    assert [int(number) for number in re.findall(r"^\| (\d+) ", chapters["12"], re.MULTILINE)] == [*range(1, 26)]
    assert {int(number) for number in re.findall(r"^\| D(\d+) ", chapters["14"], re.MULTILINE)} == set(range(16, 35))
    named = set(re.findall(r"^\| ([^|]*?) \|", chapters["Cards"], re.MULTILINE))
    assert {CARDS[card].name for card in CARDS if card in FORTUNE_CARDS} <= named


def test_every_scenario_is_in_the_matrix_or_a_case() -> None:
    """A scenario test that no clause names is a case of its own: a letter and a number."""
    for path in sorted(Path(__file__).parent.glob("test_cases_*.py")):
        for name in sorted(n for n in defined_in(path) if n.startswith("test_")):
            assert f"{path.name}::{name}`" in MATRIX or re.match(r"test_[a-j]\d*_", name) or name in EXTRA, name


def test_every_scenario_of_fortune_is_in_its_matrix() -> None:
    """Cases of chapter H too."""
    for path in sorted(Path(__file__).parent.glob("test_fortune_*.py")):
        for name in sorted(n for n in defined_in(path) if n.startswith("test_")):
            assert f"{path.name}::{name}`" in FORTUNE, name


EXTRA = {"test_forced_steps_change_nothing", "test_watch_factory_gets_its_cube_before_the_next_answer"}
