"""docs/rules/matrix.md names functions and tests that exist, and every clause has both."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MATRIX = (ROOT / "docs" / "rules" / "matrix.md").read_text(encoding="utf-8")
ROWS = [line.strip("| ").split(" | ") for line in MATRIX.splitlines() if re.match(r"\| (?!clause|---)", line)]


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


def test_every_scenario_is_in_the_matrix_or_a_case() -> None:
    """A scenario test that no clause names is a case of its own: a letter and a number."""
    for path in sorted(Path(__file__).parent.glob("test_cases_*.py")):
        for name in sorted(n for n in defined_in(path) if n.startswith("test_")):
            assert f"{path.name}::{name}`" in MATRIX or re.match(r"test_[a-j]\d*_", name) or name in EXTRA, name


EXTRA = {"test_forced_steps_change_nothing", "test_watch_factory_gets_its_cube_before_the_next_answer"}
