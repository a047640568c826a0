"""What a built monument is worth, one function per printed card that has something to count (10, 11).

No town has two monuments, so a monument is the only building of its slot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.cards import ALL_CARDS, NUMBERS
from tt_env.rules.buildings import BLUE, PINK, of_slot
from tt_env.rules.cards import BARRETT_CASTLE, HOLLOW_HILL, SHRINE_OF_THE_ELDER_TREE, TREASURY_AT_OKAVER
from tt_env.rules.player import num_players
from tt_env.town import beside, connected, count, in_line

ARCHIVE_OF_THE_SECOND_AGE = NUMBERS["archive_of_the_second_age"]
CATHEDRAL_OF_CATERINA = NUMBERS["cathedral_of_caterina"]
ERAFLAGE_VINEYARD = NUMBERS["eraflage_vineyard"]
GRAND_MAUSOLEUM_OF_THE_RODINA = NUMBERS["grand_mausoleum_of_the_rodina"]
MANDRAS_PALACE = NUMBERS["mandras_palace"]
SILVA_FORUM = NUMBERS["silva_forum"]
THE_SKY_BATHS = NUMBERS["the_sky_baths"]
THE_STARLOOM = NUMBERS["the_starloom"]

_FIXED = {
    "architects_guild": 1,
    "cathedral_of_caterina": 2,
    "fort_ironweed": 7,
    "grove_university": 3,
    "caterinas_grotto": 2,
    "estival_festival": 4,
    "masons_guild": 3,
    "petal_promenade": 3,
    "prism_forge": 1,
    "southern_semaphore": 1,
}
_FIXED_POINTS = np.array([0] + [_FIXED.get(card.id, 0) for card in ALL_CARDS], np.int64)
_SHRINE = np.array([0, 1, 2, 3, 4, 5, 8], np.int64)
_STARLOOM = np.array([0, 6, 3, 2, 0], np.int64)


@jit
def types_in(town: Any, area: Any) -> Any:
    """How many of the seven types other than monuments stand in an area."""
    types = 0
    for slot in range(PINK):
        if of_slot(town, slot) & area != 0:
            types += 1
    return types


@jit
def archive_of_the_second_age(town: Any) -> Any:
    """1 for each type of the town other than its own."""
    return types_in(town, 0xFFFF)


@jit
def barrett_castle(own: Any, fed: Any) -> Any:
    """5 if fed."""
    return 5 * count(own & fed)


@jit
def mandras_palace(own: Any, town: Any) -> Any:
    """2 for each type beside it."""
    return 2 * types_in(town, beside(own))


@jit
def shrine_of_the_elder_tree(buildings: Any) -> Any:
    """By the number of buildings when it was constructed, itself included."""
    return _SHRINE[min(buildings, 6)]


@jit
def silva_forum(town: Any) -> Any:
    """1, and 1 for each building of the largest connected group of one type; it is a group of one itself."""
    largest = 1
    for slot in range(PINK):
        rest = of_slot(town, slot)
        while rest != 0:
            group = connected(rest & -rest, rest)
            largest = max(largest, count(group))
            rest &= ~group
    return 1 + largest


@jit
def the_sky_baths(town: Any) -> Any:
    """2 for each type missing in the town."""
    return 2 * (PINK - types_in(town, 0xFFFF))


@jit
def the_starloom(g: Any, s: Any) -> Any:
    """By the place in the order of completion; 1 more than the towns completed in earlier rounds (RULING 15)."""
    place = 1
    for player in range(num_players(g)):
        completed = g["players"][player]["completed"]
        if completed != 0 and (completed < s["completed"] or s["completed"] == 0):
            place += 1
    return _STARLOOM[min(place, 4)]


@jit
def eraflage_vineyard(own: Any, town: Any, fed: Any) -> Any:
    """9 if fed; fed or not, -2 for each other type in its row and column (Fortune R5)."""
    types = 0
    for slot in range(PINK):
        if own & in_line(of_slot(town, slot)) != 0:
            types += 1
    return 9 * count(own & fed) - 2 * types


@jit
def hollow_hill(changes: Any) -> Any:
    """7, less 2 for each coin paid for another resource since then."""
    return 7 - 2 * changes


@jit
def treasury_at_okaver(own: Any, town: Any) -> Any:
    """1 for each Cottage beside it, fed or not."""
    return count(of_slot(town, BLUE) & beside(own))


@jit
def stands(s: Any, town: Any, monument: Any) -> Any:
    """Whether the player's monument is this card and stands in the town."""
    return s["monument"] == monument and of_slot(town, PINK) != 0


@jit
def monument_points(g: Any, s: Any, town: Any, fed: Any) -> Any:
    """The points of the player's monument, 0 while it does not stand in the town."""
    own = of_slot(town, PINK)
    if own == 0:
        return 0
    card = s["monument"]
    if card == ARCHIVE_OF_THE_SECOND_AGE:
        return archive_of_the_second_age(town)
    if card == BARRETT_CASTLE:
        return barrett_castle(own, fed)
    if card == MANDRAS_PALACE:
        return mandras_palace(own, town)
    if card == SHRINE_OF_THE_ELDER_TREE:
        return shrine_of_the_elder_tree(np.int64(s["monument_info"]))
    if card == SILVA_FORUM:
        return silva_forum(town)
    if card == THE_SKY_BATHS:
        return the_sky_baths(town)
    if card == THE_STARLOOM:
        return the_starloom(g, s)
    if card == ERAFLAGE_VINEYARD:
        return eraflage_vineyard(own, town, fed)
    if card == HOLLOW_HILL:
        return hollow_hill(np.int64(s["monument_info"]))
    if card == TREASURY_AT_OKAVER:
        return treasury_at_okaver(own, town)
    return _FIXED_POINTS[card]
