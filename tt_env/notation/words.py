"""Names of squares, players, resources and cards, and their numbers inside the engine."""

from __future__ import annotations

from typing import Any

from tt_env.cards import ALL_CARDS, GROUPS, NUMBERS, RESOURCES
from tt_env.state import MAX_PLAYERS, MONUMENT, NUM_CARDS, SQUARES, Phase

SQUARE_NAMES = tuple(f"r{square // 4}c{square % 4}" for square in range(SQUARES))
"""``r0c0`` (top left) to ``r3c3``, in reading order."""

SQUARE_OF = {name: square for square, name in enumerate(SQUARE_NAMES)}
RESOURCE_OF = {name: number for number, name in enumerate(RESOURCES, 1)}
PLAYER_NAMES = tuple(f"player_{player}" for player in range(MAX_PLAYERS))
PLAYER_OF = {name: player for player, name in enumerate(PLAYER_NAMES)}
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
PHASE_OF = {name: Phase(number) for number, name in enumerate(PHASE_NAMES)}

BUILDING_GROUPS = GROUPS[:NUM_CARDS]
"""The groups of the seven cards in play."""

__all__ = [
    "ALL_CARDS",
    "BUILDING_GROUPS",
    "NUMBERS",
    "PHASE_NAMES",
    "PHASE_OF",
    "PLAYER_NAMES",
    "PLAYER_OF",
    "RESOURCES",
    "RESOURCE_OF",
    "SQUARE_NAMES",
    "SQUARE_OF",
    "card_at",
    "card_id",
    "players_in",
    "resource_name",
    "squares_in",
]


def card_id(number: Any) -> str:
    """The id of a card by its number (1 ...)."""
    return ALL_CARDS[int(number) - 1].id


def card_at(g: Any, player: int, slot: int) -> str:
    """The id of the card of a slot; of the player's own monument, if it has one, for the last slot."""
    number = int(g["players"][player]["monument"] if slot == MONUMENT else g["row"][slot])
    return card_id(number) if 1 <= number <= len(ALL_CARDS) else GROUPS[slot]


def resource_name(number: Any) -> str:
    """The name of a resource by its number (1 .. 5)."""
    return RESOURCES[int(number) - 1]


def squares_in(mask: Any) -> list[str]:
    """The names of the squares of a 16-bit mask, in reading order."""
    return [name for square, name in enumerate(SQUARE_NAMES) if (int(mask) >> square) & 1]


def players_in(mask: Any) -> list[str]:
    """The names of the players of a bit mask, from player_0 on."""
    return [name for player, name in enumerate(PLAYER_NAMES) if (int(mask) >> player) & 1]
