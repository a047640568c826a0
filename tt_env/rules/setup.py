"""Setup: the row, the monuments, the first Master Builder and the resource cards (rules/tiny_towns_base.md 2, 8, 9).

All chance of a game is drawn here. In a template every chance field holds either a fixed value or ``DRAW``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tabletop_envs.rng import below, shuffle
from tt_env.actions import KEEP
from tt_env.cards import FORTUNE, GROUPS, NUMBERS, PILES, SOLO_EXCLUDED, TOWN_HALL_EXCLUDED, pile
from tt_env.rules.player import is_solo, num_players
from tt_env.state import DECK_SIZE, DRAW, MONUMENT, NUM_CARDS

# The cards of each pile: [with Fortune, slot, k], and how many they are: [with Fortune, slot].
_PILES = np.zeros((2, len(GROUPS), max(map(len, PILES.values()))), np.int64)
_SIZES = np.zeros((2, len(GROUPS)), np.int64)
for _fortune, _slot in product((0, 1), range(len(GROUPS))):
    _cards = pile(GROUPS[_slot], bool(_fortune))
    _SIZES[_fortune, _slot] = len(_cards)
    _PILES[_fortune, _slot, : len(_cards)] = [NUMBERS[card] for card in _cards]


def _flags(cards: Iterable[str]) -> Any:
    """Which card numbers belong to some cards, bool[256]."""
    return np.isin(np.arange(256), [NUMBERS[card] for card in cards])


_NOT_SOLO = _flags(SOLO_EXCLUDED)
_NOT_TOWN_HALL = _flags(TOWN_HALL_EXCLUDED)
_FORTUNE = _flags(FORTUNE)

CARDS_OF_EACH = 3
"""Resource cards of each resource."""
RESOURCE_CARDS = 15
SEEN_PER_PASS = 10
"""Town Hall: five of the 15 cards stay unseen in each pass (rules/tiny_towns_base.md 8)."""
DISPLAY = 3
"""Solo: resource cards turned up at a time."""
PILE = RESOURCE_CARDS - DISPLAY
"""Solo: resource cards in the draw pile."""


@jit
def left_out(g: Any, card: Any) -> Any:
    """Whether a variant leaves the card in the box (base 9, Fortune 8)."""
    return (is_solo(g) and _NOT_SOLO[card]) or (g["town_hall"] == 1 and _NOT_TOWN_HALL[card])


@jit
def draw_row(g: Any) -> None:
    """One card of every group, at random where the template leaves it open (2.2).

    With too many Fortune buildings all that were drawn are drawn again (Fortune 2.3, R28).
    """
    open_slots = 0
    most = np.int64(g["max_fortune_buildings"])
    for slot in range(NUM_CARDS):
        if g["row"][slot] == DRAW:
            open_slots |= 1 << slot
        elif _FORTUNE[g["row"][slot]]:
            most = max(most - 1, np.int64(0))
    while True:
        drawn = 0
        for slot in range(NUM_CARDS):
            if (open_slots >> slot) & 1:
                g["row"][slot] = draw_card(g, slot)
                if _FORTUNE[g["row"][slot]]:
                    drawn += 1
        if drawn <= most:
            return


@jit
def draw_card(g: Any, slot: Any) -> Any:
    """A card of the group's pile, which holds the Fortune cards too if they are played with (Fortune 2.2)."""
    fortune = np.int64(g["fortune"])
    while True:
        card = _PILES[fortune, slot, below(g["rng"], _SIZES[fortune, slot])]
        if not left_out(g, card):
            return card


@jit
def is_dealt(g: Any, card: Any) -> Any:
    """Whether some player has been dealt this monument."""
    for player in range(num_players(g)):
        if g["players"][player]["dealt"][0] == card or g["players"][player]["dealt"][1] == card:
            return True
    return False


@jit
def draw_monument(g: Any) -> Any:
    """A monument that nobody has been dealt."""
    while True:
        card = draw_card(g, MONUMENT)
        if not is_dealt(g, card):
            return card


@jit
def deal_monuments(g: Any) -> None:
    """Two monuments for every player that the template gives none (2.4)."""
    for player in range(num_players(g)):
        for k in range(2):
            if g["players"][player]["dealt"][k] == DRAW:
                g["players"][player]["dealt"][k] = draw_monument(g)


@jit
def shuffle_resource_cards(g: Any, start: Any, fixed: Any, size: Any) -> None:
    """Deals ``size`` resource cards into the deck from ``start`` on, the first ``fixed`` of which stay as they are.

    The others come from the 15 cards without the fixed ones, every order equally likely.
    """
    cards = np.zeros(RESOURCE_CARDS, np.uint8)
    left = np.zeros(6, np.int64)
    left[1:] = CARDS_OF_EACH
    for k in range(fixed):
        left[g["deck"][start + k]] -= 1
    n = 0
    for resource in range(1, 6):
        for _ in range(left[resource]):
            cards[n] = resource
            n += 1
    shuffle(g["rng"], cards[:n])
    for k in range(fixed, size):
        g["deck"][start + k] = cards[k - fixed]


@jit
def fixed_cards(g: Any, start: Any, size: Any) -> Any:
    """How many cards of the deck from ``start`` on are not marked to be drawn."""
    n = 0
    while n < size and g["deck"][start + n] != DRAW:
        n += 1
    return n


@jit
def prepare_deck(g: Any) -> None:
    """Solo: the 15 cards; Town Hall: the cards that each pass will show (8, 9). Else there is no deck."""
    if is_solo(g):
        shuffle_resource_cards(g, 0, fixed_cards(g, 0, RESOURCE_CARDS), RESOURCE_CARDS)
        for k in range(RESOURCE_CARDS, DECK_SIZE):
            g["deck"][k] = 0
    elif g["town_hall"] == 1:
        for start in range(0, DECK_SIZE, SEEN_PER_PASS):
            shuffle_resource_cards(g, start, fixed_cards(g, start, SEEN_PER_PASS), SEEN_PER_PASS)
    else:
        for k in range(DECK_SIZE):
            g["deck"][k] = 0


@jit
def draw_first_builder(g: Any) -> None:
    """2.5; nobody is Master Builder in solo and Town Hall, where player 0 comes first in the written order."""
    if is_solo(g) or g["town_hall"] == 1:
        g["builder"] = 0
    elif g["builder"] == DRAW:
        g["builder"] = below(g["rng"], num_players(g))


@jit
def players_to_keep(g: Any) -> Any:
    """Bit mask of the players that still have to choose between their two monuments."""
    players = 0
    for player in range(num_players(g)):
        if g["players"][player]["dealt"][1] != 0 and g["players"][player]["monument"] == 0:
            players |= 1 << player
    return players


@jit
def legal_keep(mask: Any) -> Any:
    """Everybody keeps one of two (2.4)."""
    mask[KEEP] = 1
    mask[KEEP + 1] = 1
    return 2


@jit
def keep(s: Any, which: Any) -> None:
    """The other card goes back unseen."""
    s["monument"] = s["dealt"][which]
