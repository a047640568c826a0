"""The rules matrix names functions and tests that exist, and leaves out no section."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINES = (ROOT / "docs" / "rules" / "carcassonne_matrix.md").read_text(encoding="utf-8").splitlines()
ROWS = [line for line in LINES if line.startswith("| ") and not line.startswith(("| clause", "| ---"))]


def defined(path: Path) -> set[str]:
    """Every name that a file defines, methods included."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_names_exist(row: str) -> None:
    _, _, functions, tests, _ = row.split("|")
    for folder, column in (("carc_gold_env", functions), ("tests/carc", tests)):
        found = re.findall(r"`([\w/]+)\.(\w+)`", column)
        assert found
        for module, name in found:
            assert name in defined(ROOT / folder / f"{module}.py"), (module, name)


RULES = (ROOT / "docs" / "rules" / "carcassonne_gold.md").read_text(encoding="utf-8")
CLAUSES = [row.split("|")[1].strip() for row in ROWS]
# Numbered clauses of these sections have rows of their own: 1.1, 4.2, 8.6.
NUMBERED = ("1", "4", "8")
# Clauses that say nothing that could be played, by section: a note on the names of editions.
NOTES = {"5": 1}


def section(number: str) -> str:
    """The text of a section without its subsections."""
    text = re.split(rf"^##+ {re.escape(number)}\.? .*$", RULES, maxsplit=1, flags=re.MULTILINE)[1]
    return re.split(r"^##+ ", text, maxsplit=1, flags=re.MULTILINE)[0]


def table(number: str) -> list[str]:
    """The first cells of a section's table."""
    return [line.split("|")[1].strip() for line in section(number).splitlines() if line.startswith("| ")][1:]


SECTIONS = re.findall(r"^##+ ([\d.]*\d)", RULES, re.MULTILINE)


@pytest.mark.parametrize("number", SECTIONS)
def test_every_clause_has_a_row(number: str) -> None:
    """A row for each clause: numbered ones by number, the others as many as there are."""
    mine = [clause for clause in CLAUSES if re.match(rf"{re.escape(number)}(\.\d)?( |$)", clause)]
    assert mine
    text = section(number)
    if number in NUMBERED:
        for clause in re.findall(r"^(\d)\. ", text, re.MULTILINE):
            assert any(row.startswith(f"{number}.{clause} ") for row in mine), clause
    wanted = len(re.findall(r"^- ", text, re.MULTILINE)) - NOTES.get(number, 0)
    if number == "3":
        wanted += len(table(number))
    assert len(mine) >= wanted


def test_every_open_point_has_its_row() -> None:
    points = table("9")
    assert len(points) == 17
    assert [clause.partition(" ")[2] for clause in CLAUSES if clause.startswith("9 ")] == points


def test_every_scenario_is_in_the_matrix() -> None:
    """No scenario is there for nothing."""
    named = "\n".join(ROWS)
    for file in sorted((ROOT / "tests" / "carc").glob("test_cases_*.py")):
        for name in sorted(defined(file)):
            assert not name.startswith("test_") or f"`{file.stem}.{name}`" in named, name
