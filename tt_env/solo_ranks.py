"""The ranks of the solo game (rules/tiny_towns_base.md 9)."""

from __future__ import annotations

RANKS = (
    (38, "Master Architect"),
    (32, "Town Planner"),
    (25, "Engineer"),
    (18, "Carpenter"),
    (10, "Builder's Apprentice"),
)
"""The least score of each rank, best first."""
LOWEST_RANK = "Aspiring Architect"


def rank(score: int) -> str:
    """The rank of a final score."""
    return next((name for least, name in RANKS if score >= least), LOWEST_RANK)
