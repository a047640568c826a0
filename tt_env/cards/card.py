"""What a card is, and the words of the game that cards are described in."""

from __future__ import annotations

from dataclasses import dataclass

RESOURCES = ("wood", "wheat", "brick", "glass", "stone")
"""Resource names; the number of a resource is its place in this list plus 1 (0 = no cube)."""

GROUPS = ("cottage", "farm", "well", "chapel", "tavern", "theater", "factory", "monument")
"""Colour groups; the place in this list is the group's slot. One card of each of the first seven is in play."""

COLOURS = ("blue", "red", "grey", "orange", "green", "yellow", "black", "pink")
"""The printed colour of each group."""

LETTERS = {"W": 1, "H": 2, "B": 3, "G": 4, "S": 5}
"""The letters of layouts and the resource numbers they stand for."""


@dataclass(frozen=True)
class Card:
    """A building or monument card.

    Attributes:
        id: Lower-case snake_case name, used in all notation.
        name: The printed name.
        group: One of :data:`GROUPS`.
        layout: Rows of the cube pattern, top to bottom.
        text: What the card does.
        short: The name in one or two words, for small pictures.
        caption: What it is worth or does in very few words, for small pictures and a line of a terminal.
    """

    id: str
    name: str
    group: str
    layout: tuple[str, ...]
    text: str
    short: str
    caption: str
