"""The printed cards of Tiny Towns as data, and their numbers inside the engine."""

from __future__ import annotations

from tt_env.cards import base, fortune
from tt_env.cards.card import COLOURS, GROUPS, LETTERS, RESOURCES, Card

ALL_CARDS: tuple[Card, ...] = base.BUILDINGS + base.MONUMENTS + fortune.BUILDINGS + fortune.MONUMENTS
"""Every card; the number of a card is its place in this list plus 1 (0 = no card). New cards go at the end."""

CARDS: dict[str, Card] = {card.id: card for card in ALL_CARDS}
"""Every card by its id."""

NUMBERS: dict[str, int] = {card.id: number for number, card in enumerate(ALL_CARDS, 1)}
"""The engine's number of every card id."""

PILES: dict[str, tuple[str, ...]] = {
    group: tuple(card.id for card in ALL_CARDS if card.group == group) for group in GROUPS
}
"""The card ids of every group."""

FORTUNE: frozenset[str] = frozenset(card.id for card in fortune.BUILDINGS + fortune.MONUMENTS)
"""The cards of Fortune."""


def pile(group: str, fortune: bool) -> tuple[str, ...]:
    """The card ids of a group that are in the game, those of Fortune only where they are played with."""
    return tuple(card for card in PILES[group] if fortune or card not in FORTUNE)


FIRST_GAME: dict[str, str] = {group: group for group in GROUPS[:7]}
"""The recommended first game (rules/tiny_towns_base.md 2.6): the starter card of a group bears the group's name."""

SOLO_EXCLUDED: tuple[str, ...] = (
    *("inn", "feast_hall", "bank", "fort_ironweed", "opaleyes_watch"),
    *("oddity_shop", "schoolhouse", "southern_semaphore"),
)
"""Cards left out of a solo game (rules/tiny_towns_base.md 9 and RULING 2, rules/tiny_towns_fortune.md 8)."""

TOWN_HALL_EXCLUDED: tuple[str, ...] = ("oddity_shop",)
"""Cards left out of the Town Hall variant (rules/tiny_towns_fortune.md 8)."""

__all__ = [
    "ALL_CARDS",
    "CARDS",
    "COLOURS",
    "FIRST_GAME",
    "FORTUNE",
    "GROUPS",
    "LETTERS",
    "NUMBERS",
    "PILES",
    "RESOURCES",
    "SOLO_EXCLUDED",
    "TOWN_HALL_EXCLUDED",
    "Card",
    "pile",
]
