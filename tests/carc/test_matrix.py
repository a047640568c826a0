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


def test_every_section_and_every_open_point_has_a_row() -> None:
    rules = (ROOT / "docs" / "rules" / "carcassonne_gold.md").read_text(encoding="utf-8")
    sections = set(re.findall(r"^##+ ([\d.]*\d)", rules, re.MULTILINE))
    given = [row.split("|")[1].strip().split()[0] for row in ROWS]
    for section in sections:
        assert any(clause == section or clause.startswith(f"{section}.") for clause in given), section
    table = rules.partition("## 9.")[2].partition("## 10.")[0]
    points = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(points) == 17
    assert sum(clause == "9" for clause in given) >= len(points) - 1  # two of them share a row
