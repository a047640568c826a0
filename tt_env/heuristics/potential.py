"""What a town's buildings are worth to a player who goes on building: their points now, and what they promise.

A building promises more than it scores as long as there is room: an unfed Cottage may be fed later, a Farm may feed
Cottages still to come, a Well may get neighbours. These are rough averages in points, found by letting greedy
agents play; they only steer the estimate and are no part of the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.cards import ALL_CARDS, GROUPS
from tt_env.rules.buildings import ALMSHOUSE, BLUE, GREEN, GREY, ORANGE, PINK, RED, almshouse, of_slot
from tt_env.rules.cards import BARRETT_CASTLE, SHRINE_OF_THE_ELDER_TREE
from tt_env.rules.feeding import FARM, GRANARY, GREENHOUSE, ORCHARD, feed, hungry_squares
from tt_env.rules.monuments import GRAND_MAUSOLEUM_OF_THE_RODINA, shrine_of_the_elder_tree
from tt_env.rules.scoring import slot_points
from tt_env.state import NUM_CARDS
from tt_env.town import ALL_SQUARES, BUILDING, around, buildings, count, has, in_line, lowest, put

SLOTS = PINK + 1

UNFED_COTTAGE = 1.2
"""An unfed Cottage: it may get its 3 points yet."""
SPARE_FOOD = 1.2
"""Each Cottage that the red buildings could feed in addition."""
SQUARES_PER_COTTAGE = 3.0
"""A Cottage to come needs about this much free space."""
NEXT_ALMSHOUSE = 0.4
"""How far the value of an odd or even set of Almshouses counts as that of the next larger set."""
FULL_ROOM = 10
"""Free squares from which on the potential counts in full; with fewer it shrinks in proportion."""

_POTENTIALS = {
    "well": 0.5,
    "fountain": 0.9,
    "millstone": 0.4,
    "abbey": -0.3,
    "chapel": 1.5,
    "cloister": 0.3,
    "almshouse": -0.6,
    "feast_hall": 0.3,
    "inn": -1.7,
    "tavern": 0.8,
    "bakery": 0.3,
    "market": 1.6,
    "tailor": 2.3,
    "theater": 2.5,
    "bank": -0.9,
    "factory": 1.0,
    "trading_post": -0.7,
    "warehouse": 1.0,
    "architects_guild": 2.5,
    "archive_of_the_second_age": 2.0,
    "cathedral_of_caterina": 2.5,
    "fort_ironweed": -0.5,
    "grove_university": 1.9,
    "mandras_palace": 1.5,
    "obelisk_of_the_crescent": 1.5,
    "opaleyes_watch": 1.0,
    "statue_of_the_bondmaker": 1.0,
    "the_sky_baths": -3.0,
    "the_starloom": 1.0,
}
POTENTIAL = np.array([0.0] + [_POTENTIALS.get(card.id, 0.0) for card in ALL_CARDS])
"""What a standing building promises beyond its points, by card."""

_ALL_TYPES = GROUPS[:NUM_CARDS]
_LOOKS_AT: dict[str, tuple[str, ...]] = {
    "cottage": ("farm", "chapel", "tavern"),
    "well": ("cottage",),
    "millstone": ("farm", "theater"),
    "abbey": ("tavern", "theater", "factory"),
    "chapel": ("cottage", "farm", "tavern"),
    "temple": ("cottage", "farm", "tavern"),
    "parsonage": ("cottage", "farm", "tavern"),
    "schoolhouse": ("cottage", "farm", "chapel"),
    "bakery": ("farm", "factory"),
    "theater": GROUPS,
    "archive_of_the_second_age": _ALL_TYPES,
    "barrett_castle": ("cottage", "farm", "chapel", "tavern"),
    "eraflage_vineyard": _ALL_TYPES,
    "treasury_at_okaver": ("cottage",),
    "mandras_palace": _ALL_TYPES,
    "silva_forum": _ALL_TYPES,
    "the_sky_baths": _ALL_TYPES,
}
LOOKS_AT = np.array(
    [0] + [sum(1 << GROUPS.index(group) for group in {card.group, *_LOOKS_AT.get(card.id, ())}) for card in ALL_CARDS],
    np.int64,
)
"""The slots whose buildings change a card's points, as a bit mask, by card; its own slot is among them."""

_FEEDING = (1 << BLUE) | (1 << RED) | (1 << ORANGE) | (1 << GREEN) | (1 << PINK)
"""Slots whose values depend on what is fed."""


@jit
def card_in_slot(g: Any, s: Any, slot: Any) -> Any:
    """The card of a slot; the player's own monument in the last one."""
    return np.int64(g["row"][slot]) if slot < NUM_CARDS else np.int64(s["monument"])


@jit
def room_left(town: Any) -> Any:
    """How far the potential counts: 1 with plenty of free squares, 0 with none."""
    return min(1.0, (16 - count(buildings(town))) / FULL_ROOM)


@jit
def spare_food(card: Any, reds: Any, hungry: Any, free: Any) -> Any:
    """About how many more Cottages the red buildings could feed."""
    if card == FARM:
        return max(0.0, 4.0 * count(reds) - count(hungry))
    if card == GREENHOUSE:  # a group of three for each
        return max(0.0, 3.0 * count(reds) - count(hungry))
    if card == GRANARY:  # half of the squares reached
        return 0.5 * count(around(reds) & free)
    if card == ORCHARD:
        return 0.5 * count(in_line(reds) & free)
    return 0.0


@jit
def food_hopes(g: Any, s: Any, town: Any, fed: Any) -> Any:
    """What unfed Cottages and idle red buildings promise."""
    free = ALL_SQUARES & ~buildings(town)
    hungry, reds = hungry_squares(s, town), of_slot(town, RED)
    potential = UNFED_COTTAGE * count(hungry & ~fed)
    if reds != 0:
        spare = spare_food(g["row"][RED], reds, hungry, free)
        potential += SPARE_FOOD * min(spare, count(free) / SQUARES_PER_COTTAGE)
    return potential


@jit
def potential_of(g: Any, s: Any, town: Any, slot: Any, fed: Any) -> Any:
    """What the buildings of a slot promise; what concerns feeding is counted in the red slot."""
    if slot == RED:
        return food_hopes(g, s, town, fed)
    own = of_slot(town, slot)
    if own == 0:
        return 0.0
    card = card_in_slot(g, s, slot)
    potential = POTENTIAL[card] * count(own)
    if slot == GREEN and card == ALMSHOUSE:
        one_more = lowest(ALL_SQUARES, count(own) + 1)
        potential += NEXT_ALMSHOUSE * (almshouse(one_more) - almshouse(own))
    return potential


@jit
def promised_shrine(s: Any, town: Any) -> Any:
    """The Shrine's points while it is only imagined in the town (they are fixed when it is built)."""
    if s["monument"] == SHRINE_OF_THE_ELDER_TREE and s["built"] == 0 and of_slot(town, PINK) != 0:
        return shrine_of_the_elder_tree(count(buildings(town)))
    return 0


@jit
def slot_value(g: Any, s: Any, town: Any, slot: Any, fed: Any, right: Any, rich: Any, room: Any) -> Any:
    """Points and potential of the buildings of a slot."""
    return slot_points(g, s, town, slot, fed, right, rich) + room * potential_of(g, s, town, slot, fed)


@jit
def standing_values(g: Any, s: Any, town: Any, right: Any, rich: Any, values: Any) -> Any:
    """Fills ``values`` (float64, by slot) with points and potential and returns their sum."""
    fed, room, total = feed(g, s, town, np.int64(0)), room_left(town), 0.0
    for slot in range(SLOTS):
        values[slot] = slot_value(g, s, town, slot, fed, right, rich, room)
        total += values[slot]
    return total + promised_shrine(s, town)


@jit
def touched_slots(g: Any, s: Any, town: Any, slot: Any) -> Any:
    """The slots whose value changes with a further building of this slot, as a bit mask."""
    touched = 1 << slot
    if slot in (BLUE, RED):
        touched |= (1 << BLUE) | (1 << RED)
    if slot == PINK and s["monument"] in (BARRETT_CASTLE, GRAND_MAUSOLEUM_OF_THE_RODINA):
        touched |= _FEEDING | (1 << GREY)  # they bear on all that concerns Cottages
    for other in range(SLOTS):
        looks = has(LOOKS_AT[card_in_slot(g, s, other)], slot)
        if looks and of_slot(town, other) != 0:
            touched |= 1 << other
    return touched


@jit
def worth_of(
    g: Any, s: Any, town: Any, slot: Any, square: Any, right: Any, rich: Any, values: Any, touched: Any
) -> Any:
    """What one more building of a slot on a square adds, in points and potential.

    Args:
        g: The game.
        s: The player.
        town: The town without its cubes.
        slot: The building's slot.
        square: A square without building.
        right: How many green buildings the right neighbour has.
        rich: Whether the right neighbour has no more coins than the player.
        values: The values of the slots as the town stands (:func:`standing_values`).
        touched: The slots that can change (:func:`touched_slots`).
    """
    later, room = put(town, square, BUILDING + slot), room_left(town)
    fed = feed(g, s, later, np.int64(0)) if touched & _FEEDING != 0 else np.int64(0)
    worth = 0.0 + promised_shrine(s, later)
    for other in range(SLOTS):
        if has(touched, other):
            worth += slot_value(g, s, later, other, fed, right, rich, room) - values[other]
    return worth
