"""Colours of the board and of the players."""

from __future__ import annotations

from typing import NamedTuple

BACK = "#efe6d2"
"""The table."""
PAPER = "#fffaf0"
"""Panels."""
LINE = "#d8c9a8"
INK = "#3b3226"
SOFT = "#84765f"
"""Text of less importance."""
MARK = "#d99a16"
"""Whoever is to move, winners, and what may be chosen."""
GONE = "#a34a38"
"""What has left the game."""
FELT = "#dccfb2"
"""The table under the board."""

GRASS = "#9dbb63"
GRASS_LIGHT = "#b0ca78"
GRASS_DARK = "#86a650"
TREE = "#55803a"
TREE_DARK = "#3d6228"
TREE_LIGHT = "#74a052"
ROAD = "#f7f0dc"
ROAD_EDGE = "#a08a5e"
CITY = "#cfa066"
CITY_DARK = "#b98850"
STONE = "#d9d2c3"
STONE_DARK = "#6f665a"
STONE_SHADE = "#a49a8a"
PLASTER = "#f8ecd2"
ROOFS = ("#b4452e", "#c95f36", "#9c3a33")
ROOF_DARK = "#6d2720"
SHIELD = "#2f62ae"
GOLD = "#f4c430"
GOLD_LIGHT = "#ffe590"
GOLD_DARK = "#9a6c08"


class Shade(NamedTuple):
    """A colour with its darker neighbour, and the ink that is readable on it."""

    base: str
    dark: str
    ink: str


PLAYERS: tuple[Shade, ...] = (
    Shade("#d5332b", "#7f1510", "#ffffff"),
    Shade("#2a68c8", "#123a7c", "#ffffff"),
    Shade("#f6cd23", "#8a6a00", "#3b2d00"),
    Shade("#a94fb5", "#5e2168", "#ffffff"),
    Shade("#35353d", "#0e0e12", "#ffffff"),
)
"""By player."""
