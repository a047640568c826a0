"""Setup: the row, the monuments, the first Master Builder and the resource cards (rules/tiny_towns_base.md 2, 8, 9).

All chance of a game is drawn here. In a template every chance field holds either a fixed value or ``DRAW``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from env_core.jit import jit
from env_core.rng import below, shuffle
from tt_env.actions import KEEP
from tt_env.cards import GROUPS, NUMBERS, PILES, SOLO_EXCLUDED
from tt_env.rules.seat import is_solo, players
from tt_env.state import DECK_SIZE, DRAW, NUM_CARDS

_PILE = np.array([[NUMBERS[card] for card in (PILES[group] * 4)[:4]] for group in GROUPS[:NUM_CARDS]], np.int64)
_PILE_SIZE = np.array([len(PILES[group]) for group in GROUPS[:NUM_CARDS]], np.int64)
_MONUMENTS = np.array([NUMBERS[card] for card in PILES["monument"]], np.int64)
_LEFT_OUT = np.isin(np.arange(256), [NUMBERS[card] for card in SOLO_EXCLUDED])

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
def draw_row(g: Any) -> None:
    """One card of every group, at random where the template leaves it open (2.2)."""
    for slot in range(NUM_CARDS):
        while g["row"][slot] == DRAW:
            card = _PILE[slot, below(g["rng"], _PILE_SIZE[slot])]
            if not (is_solo(g) and _LEFT_OUT[card]):  # rules/tiny_towns_base.md 9
                g["row"][slot] = card


@jit
def is_dealt(g: Any, card: Any) -> Any:
    """Whether some seat has been dealt this monument."""
    for seat in range(players(g)):
        if g["seats"][seat]["dealt"][0] == card or g["seats"][seat]["dealt"][1] == card:
            return True
    return False


@jit
def draw_monument(g: Any) -> Any:
    """A monument that nobody has been dealt."""
    while True:
        card = _MONUMENTS[below(g["rng"], len(_MONUMENTS))]
        if not is_dealt(g, card) and not (is_solo(g) and _LEFT_OUT[card]):
            return card


@jit
def deal_monuments(g: Any) -> None:
    """Two monuments for every seat that the template gives none (2.4)."""
    for seat in range(players(g)):
        for k in range(2):
            if g["seats"][seat]["dealt"][k] == DRAW:
                g["seats"][seat]["dealt"][k] = draw_monument(g)


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
    """2.5; nobody is Master Builder in solo and Town Hall, where seat 0 comes first in the written order."""
    if is_solo(g) or g["town_hall"] == 1:
        g["builder"] = 0
    elif g["builder"] == DRAW:
        g["builder"] = below(g["rng"], players(g))


@jit
def seats_to_keep(g: Any) -> Any:
    """Bit mask of the seats that still have to choose between their two monuments."""
    seats = 0
    for seat in range(players(g)):
        if g["seats"][seat]["dealt"][1] != 0 and g["seats"][seat]["monument"] == 0:
            seats |= 1 << seat
    return seats


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
