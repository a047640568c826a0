"""The test vectors of Carcassonne."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "vectors" / "carcassonne"

Line = dict[str, Any]


@cache
def lines(name: str) -> list[Line]:
    """The lines of a file."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def bare(line: Line) -> Line:
    """A line without any of its answers."""
    answers = ("scores", "ingots", "places", "gold_squares", "meeple_options", "final", "expected")
    kept = {key: value for key, value in line.items() if key not in answers}
    for key in ("moves", "turns"):
        if key in kept:
            kept[key] = [{k: v for k, v in move.items() if k not in answers} for move in kept[key]]
    return kept


def placed(line: Line) -> list[Line]:
    """The moves of a game in which a tile was placed."""
    return [move for move in line["moves"] if "tile" in move]
