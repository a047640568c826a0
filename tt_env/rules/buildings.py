"""What the buildings of a town are worth, one function per printed card (rules/tiny_towns_base.md 10, 11).

Exactly one card of each group is in play, so a card's "group" or "type" is its slot, whichever card of the group
that is. Every function gets sets of squares as 16-bit masks and returns the points of *all* its buildings together:

- ``own``: the squares of the buildings to be scored;
- ``town``: the town word *as buildings see it*, where Barrett Castle stands as a Cottage;
- ``castle``: the square of a Barrett Castle, 0 if there is none. It counts as a second Cottage;
- ``fed``: the squares of the fed buildings.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.cards import NUMBERS
from tt_env.rules.cards import (
    BANK,
    CATHEDRAL,
    GAMBLERS_DEN,
    JEWELER,
    ODDITY_SHOP,
    PARSONAGE,
    SHED,
    TEAHOUSE,
    TRADING_POST,
    WAREHOUSE,
)
from tt_env.town import (
    BUILDING,
    CENTRE,
    COLUMNS,
    CORNERS,
    NEIGHBOURS,
    ROWS,
    beside,
    count,
    has,
    in_line,
    squares_with,
    stored_total,
)

BLUE, RED, GREY, ORANGE, GREEN, YELLOW, BLACK, PINK = range(8)
"""The slots by the colours of their groups; pink are the monuments."""

ABBEY = NUMBERS["abbey"]
ALMSHOUSE = NUMBERS["almshouse"]
BAKERY = NUMBERS["bakery"]
CHAPEL = NUMBERS["chapel"]
CLOISTER = NUMBERS["cloister"]
FEAST_HALL = NUMBERS["feast_hall"]
FOUNTAIN = NUMBERS["fountain"]
INN = NUMBERS["inn"]
MARKET = NUMBERS["market"]
MILLSTONE = NUMBERS["millstone"]
SCHOOLHOUSE = NUMBERS["schoolhouse"]
TAILOR = NUMBERS["tailor"]
TAVERN = NUMBERS["tavern"]
TEMPLE = NUMBERS["temple"]
THEATER = NUMBERS["theater"]
WELL = NUMBERS["well"]

_TAVERNS = np.array([0, 2, 5, 9, 14, 20], np.int64)
_ALMSHOUSES = np.array([0, -1, 5, -3, 15, -5, 26], np.int64)


@jit
def of_slot(town: Any, slot: Any) -> Any:
    """The squares with buildings of a slot."""
    return squares_with(town, BUILDING + slot)


@jit
def cottages_in(area: Any, town: Any, castle: Any) -> Any:
    """How many Cottages stand in an area; Barrett Castle counts as two."""
    return count(of_slot(town, BLUE) & area) + count(castle & area)


@jit
def beside_fed_cottage(own: Any, town: Any, fed: Any) -> Any:
    """The squares of the buildings that have a fed Cottage beside them."""
    return own & beside(of_slot(town, BLUE) & fed)


# Blue


@jit
def cottage(own: Any, fed: Any, mausoleum: Any) -> Any:
    """3 for each fed Cottage; the owner of the Grand Mausoleum gets 3 for the unfed ones too."""
    return 3 * count(own if mausoleum else own & fed)


# Grey


@jit
def well(own: Any, town: Any, castle: Any) -> Any:
    """1 for each Cottage beside it, fed or not; two Wells may count the same Cottage."""
    points = 0
    for square in range(16):
        if has(own, square):
            points += cottages_in(NEIGHBOURS[square], town, castle)
    return points


@jit
def fountain(own: Any) -> Any:
    """2 if another grey building is beside it."""
    return 2 * count(own & beside(own))


@jit
def millstone(own: Any, town: Any) -> Any:
    """2 if a red or yellow building is beside it."""
    return 2 * count(own & beside(of_slot(town, RED) | of_slot(town, YELLOW)))


@jit
def grey(card: Any, own: Any, town: Any, castle: Any) -> Any:
    """The points of the grey buildings."""
    if card == WELL:
        return well(own, town, castle)
    if card == FOUNTAIN:
        return fountain(own)
    if card == MILLSTONE:
        return millstone(own, town)
    if card == SHED:
        return count(own)
    return 0  # Mine and Statue


# Orange


@jit
def abbey(own: Any, town: Any) -> Any:
    """3 if no black, green or yellow building is beside it."""
    return 3 * count(own & ~beside(of_slot(town, BLACK) | of_slot(town, GREEN) | of_slot(town, YELLOW)))


@jit
def chapel(own: Any, town: Any, castle: Any, fed: Any) -> Any:
    """1 for each fed Cottage of the town."""
    return count(own) * cottages_in(fed, town, castle)


@jit
def cloister(own: Any) -> Any:
    """1 for each orange building in a corner, wherever the Cloister itself stands."""
    return count(own) * count(own & CORNERS)


@jit
def temple(own: Any, town: Any, castle: Any, fed: Any) -> Any:
    """4 if at least two fed Cottages are beside it."""
    points = 0
    for square in range(16):
        if has(own, square) and cottages_in(fed & NEIGHBOURS[square], town, castle) >= 2:
            points += 4
    return points


@jit
def cathedral(own: Any) -> Any:
    """7 if no other Cathedral is beside it."""
    return 7 * count(own & ~beside(own))


@jit
def parsonage(own: Any, town: Any, fed: Any) -> Any:
    """4 if a fed Cottage is beside it (Fortune R1)."""
    return 4 * count(beside_fed_cottage(own, town, fed))


@jit
def orange(card: Any, own: Any, town: Any, castle: Any, fed: Any) -> Any:
    """The points of the orange buildings."""
    if card == ABBEY:
        return abbey(own, town)
    if card == CHAPEL:
        return chapel(own, town, castle, fed)
    if card == CLOISTER:
        return cloister(own)
    if card == TEMPLE:
        return temple(own, town, castle, fed)
    if card == CATHEDRAL:
        return cathedral(own)
    if card == PARSONAGE:
        return parsonage(own, town, fed)
    return 0


# Green


@jit
def almshouse(own: Any) -> Any:
    """One value for the set; 26 is the most."""
    return _ALMSHOUSES[min(count(own), 6)]


@jit
def feast_hall(own: Any, right: Any) -> Any:
    """3 each with more green buildings than the ``right`` neighbour, else 2 each."""
    return count(own) * (3 if count(own) > right else 2)


@jit
def inn(own: Any) -> Any:
    """3 if no other green building stands in its row or column."""
    points = 0
    for square in range(16):
        if has(own, square) and count(own & (ROWS[square] | COLUMNS[square])) == 1:
            points += 3
    return points


@jit
def tavern(own: Any) -> Any:
    """One value for the set; 20 is the most."""
    return _TAVERNS[min(count(own), 5)]


@jit
def schoolhouse(own: Any, town: Any, fed: Any, rich: Any) -> Any:
    """2 if a fed Cottage is beside it (Fortune R1), 4 if the town is also ``rich``."""
    return (4 if rich else 2) * count(beside_fed_cottage(own, town, fed))


@jit
def green(card: Any, own: Any, town: Any, fed: Any, right: Any, rich: Any) -> Any:
    """The points of the green buildings.

    The right neighbour has ``right`` of them; ``rich`` tells whether it has no more coins left after feeding.
    """
    if card == ALMSHOUSE:
        return almshouse(own)
    if card == FEAST_HALL:
        return feast_hall(own, right)
    if card == INN:
        return inn(own)
    if card == TAVERN:
        return tavern(own)
    if card == GAMBLERS_DEN:
        return 2 * count(own)
    if card == SCHOOLHOUSE:
        return schoolhouse(own, town, fed, rich)
    return 0


# Yellow


@jit
def bakery(own: Any, town: Any) -> Any:
    """3 if a red or black building is beside it."""
    return 3 * count(own & beside(of_slot(town, RED) | of_slot(town, BLACK)))


@jit
def market(own: Any) -> Any:
    """1 for each yellow building of its row or of its column, whichever is more (RULING 3)."""
    points = 0
    for square in range(16):
        if has(own, square):
            points += max(count(own & ROWS[square]), count(own & COLUMNS[square]))
    return points


@jit
def tailor(own: Any) -> Any:
    """1, and 1 for each yellow building on the four centre squares."""
    return count(own) * (1 + count(own & CENTRE))


@jit
def theater(own: Any, town: Any) -> Any:
    """1 for each other type in its row and column together; monuments are one type."""
    points = 0
    for slot in range(PINK + 1):
        if slot != YELLOW:
            points += count(own & in_line(of_slot(town, slot)))
    return points


@jit
def yellow(card: Any, own: Any, town: Any) -> Any:
    """The points of the yellow buildings."""
    if card == BAKERY:
        return bakery(own, town)
    if card == MARKET:
        return market(own)
    if card == TAILOR:
        return tailor(own)
    if card == THEATER:
        return theater(own, town)
    if card == JEWELER:
        return 4 * count(own)
    if card == TEAHOUSE:
        return count(own)
    return 0


# Black


@jit
def warehouse(own: Any, stored: Any) -> Any:
    """-1 for each cube lying on it."""
    points = 0
    for square in range(16):
        if has(own, square):
            points -= stored_total(stored[square])
    return points


@jit
def black(card: Any, own: Any, stored: Any) -> Any:
    """The points of the black buildings; a Factory and a Museum have none. ``stored`` holds the cubes by square."""
    if card == BANK:
        return 4 * count(own)
    if card == TRADING_POST:
        return count(own)
    if card == WAREHOUSE:
        return warehouse(own, stored)
    if card == ODDITY_SHOP:
        return 2 * count(own)
    return 0
