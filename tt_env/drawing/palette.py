"""Colours: those of the printed cubes and buildings, on paper and grass."""

from __future__ import annotations

from typing import NamedTuple

from tt_env.cards import GROUPS


class Shade(NamedTuple):
    """A colour with its darker and lighter neighbour, and the ink that is readable on it."""

    base: str
    dark: str
    light: str
    ink: str


CUBES: tuple[Shade, ...] = (
    Shade("#6f4528", "#4b2c17", "#8d603d", "#fff4e3"),
    Shade("#f2c53d", "#b98a12", "#ffe07f", "#4d3800"),
    Shade("#c9472f", "#8c2a18", "#e3705a", "#fff1ec"),
    Shade("#4fb7c6", "#23798a", "#8edbe4", "#08343c"),
    Shade("#a3a7ad", "#6b7077", "#c6c9cd", "#22252a"),
)
"""By resource number - 1."""

BUILDINGS: dict[str, Shade] = dict(
    zip(
        GROUPS,
        (
            Shade("#3f7fc9", "#265a98", "#7fb0e6", "#ffffff"),
            Shade("#b83a33", "#822019", "#d9746b", "#ffffff"),
            Shade("#8b9097", "#5c6168", "#b9bdc2", "#ffffff"),
            Shade("#e88a2e", "#a95a10", "#f6b878", "#ffffff"),
            Shade("#4c9a50", "#2c6b32", "#86c488", "#ffffff"),
            Shade("#efbf2b", "#a87d05", "#fbdf85", "#453300"),
            Shade("#3a3d44", "#1d1f24", "#6b6f78", "#ffffff"),
            Shade("#dc78a4", "#a2416f", "#f0abc9", "#ffffff"),
        ),
        strict=True,
    )
)
"""By colour group."""

COIN = Shade("#e2a83a", "#8f5f12", "#f7d98a", "#6b430a")
"""Coins, wooden as in the box."""
CHEST = Shade("#a9794a", "#7a5430", "#c99b6b", "#fff4e3")
"""The chest board."""

LETTERS = "WHBGS"
"""The letter of each resource, as on the layouts (H wheat)."""

BACK = "#efe6d2"
"""The game."""
PAPER = "#fffaf0"
"""Cards and panels."""
LINE = "#d8c9a8"
INK = "#3b3226"
SOFT = "#84765f"
"""Text of less importance."""
GRASS = "#7fa65a"
"""The frame of a town."""
LAWN = "#cfe0a9"
"""An empty square."""
GROUND = "#f3efda"
"""A square with a building."""
GOLD = "#d99a16"
"""Whoever is to move, and winners."""
