"""Which buildings are fed at the end of the game (rules/tiny_towns_base.md 6.2, 11; Fortune 7).

Cottages, Barrett Castle and Eraflage Vineyard are *hungry*. Granary and Orchard feed what they reach. The others leave
a choice: the plan with the highest total is taken, coins left included and Schoolhouse's bonus not; among equal plans
the one that leaves more coins, then the one with more bonus, then the one whose list of fed squares in reading order
comes first (D11). What is chosen are *units*: for a Farm and Tithe Barns each hungry square, for a Greenhouse each
group of hungry squares, named by its first square. As many units as possible are chosen, because feeding is forced or
never harms. A Root Cellar's plans are sets of lines (cellar.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.cards import NUMBERS
from tt_env.rules.buildings import (
    BLUE,
    GREEN,
    ORANGE,
    PINK,
    RED,
    SCHOOLHOUSE,
    TEMPLE,
    cottage,
    of_slot,
    orange,
    schoolhouse,
)
from tt_env.rules.cards import BARRETT_CASTLE, ESTIVAL_FESTIVAL, ROOT_CELLAR
from tt_env.rules.cellar import LINE_SETS, coins_after_cellar, fed_by_lines, is_cellar_plan
from tt_env.rules.monuments import (
    ERAFLAGE_VINEYARD,
    GRAND_MAUSOLEUM_OF_THE_RODINA,
    barrett_castle,
    eraflage_vineyard,
    stands,
)
from tt_env.town import BUILDING, around, beside, connected, count, in_line, lowest, put

FARM = NUMBERS["farm"]
GRANARY = NUMBERS["granary"]
GREENHOUSE = NUMBERS["greenhouse"]
ORCHARD = NUMBERS["orchard"]
TITHE_BARN = NUMBERS["tithe_barn"]

FARM_FEEDS = 4
FED_PER_COIN = 2
"""Buildings that Tithe Barns feed for a coin (Fortune 7)."""


@jit
def castle_of(s: Any, town: Any) -> Any:
    """The square of the player's Barrett Castle, as a mask; 0 if there is none."""
    return of_slot(town, PINK) if s["monument"] == BARRETT_CASTLE else 0


@jit
def as_buildings_see(s: Any, town: Any) -> Any:
    """The town with Barrett Castle standing as a Cottage: for buildings it is not a monument (11)."""
    castle = castle_of(s, town)
    return put(town, count(castle - 1), BUILDING + BLUE) if castle != 0 else town


@jit
def cottage_points(s: Any, town: Any, fed: Any) -> Any:
    """The points of the Cottages; the 3 that the Grand Mausoleum gives an unfed one are among them."""
    return cottage(of_slot(town, BLUE), fed, stands(s, town, GRAND_MAUSOLEUM_OF_THE_RODINA))


@jit
def orange_points(g: Any, s: Any, town: Any, fed: Any) -> Any:
    """The points of the orange buildings."""
    seen = as_buildings_see(s, town)
    return orange(g["row"][ORANGE], of_slot(seen, ORANGE), seen, castle_of(s, town), fed)


@jit
def school_points(g: Any, s: Any, town: Any, fed: Any, rich: Any) -> Any:
    """The points of the Schoolhouses, if they are the green card."""
    if g["row"][GREEN] != SCHOOLHOUSE:
        return 0
    return schoolhouse(of_slot(town, GREEN), as_buildings_see(s, town), fed, rich)


@jit
def fed_points(g: Any, s: Any, town: Any, fed: Any) -> Any:
    """All points that depend on what is fed."""
    points = cottage_points(s, town, fed) + orange_points(g, s, town, fed) + barrett_castle(castle_of(s, town), fed)
    if g["with_coins"] == 1:
        points += eraflage_vineyard(vineyard_of(s, town), town, fed) + school_points(g, s, town, fed, False)
    return points


@jit
def vineyard_of(s: Any, town: Any) -> Any:
    """The square of the player's Eraflage Vineyard, as a mask; 0 if there is none."""
    return of_slot(town, PINK) if s["monument"] == ERAFLAGE_VINEYARD else 0


@jit
def hungry_squares(s: Any, town: Any) -> Any:
    """The squares of the buildings that can be fed."""
    return of_slot(town, BLUE) | castle_of(s, town) | vineyard_of(s, town)


@jit
def group_heads(hungry: Any) -> Any:
    """The first square of each connected group."""
    heads, rest = 0, hungry
    while rest != 0:
        head = rest & -rest
        heads |= head
        rest &= ~connected(head, rest)
    return heads


@jit
def units(card: Any, reds: Any, hungry: Any) -> Any:
    """The squares that stand for what may be chosen; 0 where there is nothing to choose."""
    if card == FARM:
        return hungry
    if card == TITHE_BARN:
        return hungry & ~beside(reds)
    if card == GREENHOUSE:
        return group_heads(hungry)
    return 0


@jit
def capacity(card: Any, reds: Any, coins: Any) -> Any:
    """How many units may be chosen."""
    if card == FARM:
        return FARM_FEEDS * count(reds)
    if card == TITHE_BARN:
        return FED_PER_COIN * coins
    return count(reds)


@jit
def fed_by(card: Any, reds: Any, hungry: Any, chosen: Any) -> Any:
    """The fed squares of a plan."""
    if card == FARM:
        return chosen
    if card == GREENHOUSE:
        return connected(chosen, hungry)
    if card == GRANARY:
        return hungry & around(reds)
    if card == ORCHARD:
        return hungry & in_line(reds)
    if card == TITHE_BARN:
        return chosen | (hungry & beside(reds))
    return 0


@jit
def coins_left(g: Any, s: Any, town: Any, fed: Any) -> Any:
    """The coins of the player that the plan with these fed squares leaves."""
    coins, reds = np.int64(s["coins"]), of_slot(town, RED)
    if reds == 0:
        return coins
    card = g["row"][RED]
    if card == TITHE_BARN:
        paid = count(fed & ~beside(reds))
        return coins - (paid + FED_PER_COIN - 1) // FED_PER_COIN
    if card == ROOT_CELLAR:
        return coins_after_cellar(coins, hungry_squares(s, town), fed)
    return coins


@jit
def coin_worth(s: Any, town: Any) -> Any:
    """What a coin left over is worth: 1, or 2 with Estival Festival (Fortune 4)."""
    return 2 if stands(s, town, ESTIVAL_FESTIVAL) else 1


@jit
def lead(g: Any, s: Any, town: Any, plan: Any, other: Any, right_coins: Any) -> Any:
    """How far a plan is ahead of another: in points, else in coins left, else in bonus (Fortune 7, D11)."""
    left, other_left = coins_left(g, s, town, plan), coins_left(g, s, town, other)
    worth = coin_worth(s, town)
    ahead = fed_points(g, s, town, plan) + worth * left - fed_points(g, s, town, other) - worth * other_left
    if ahead == 0:
        ahead = left - other_left
    if ahead == 0 and left >= right_coins:
        ahead = school_points(g, s, town, plan, True) - school_points(g, s, town, other, True)
    return ahead


@jit
def is_better(g: Any, s: Any, town: Any, plan: Any, best: Any, right_coins: Any) -> Any:
    """Whether a plan comes before another; of equal ones the first list of squares does (D11)."""
    ahead = lead(g, s, town, plan, best, right_coins)
    return ahead > 0 or (ahead == 0 and plan != best and before(plan, best))


@jit
def next_choice(chosen: Any, squares: Any) -> Any:
    """The next larger subset of ``squares`` with as many squares; the first subset again after the last."""
    carried = ((chosen | ~squares) + (chosen & -chosen)) & squares
    return carried | lowest(squares, count(chosen) - count(carried))


@jit
def before(plan: Any, other: Any) -> Any:
    """Whether a plan's list of squares comes first (D11); a list that goes on where the other ends comes later."""
    difference = plan ^ other
    first = difference & -difference
    return other > first if plan & first != 0 else plan < first


@jit
def best_choice(g: Any, s: Any, town: Any, squares: Any, right_coins: Any) -> Any:
    """The best plan, found by trying all choices among these units."""
    card, reds, hungry = g["row"][RED], of_slot(town, RED), hungry_squares(s, town)
    start = lowest(squares, capacity(card, reds, np.int64(s["coins"])))
    best = fed_by(card, reds, hungry, start)
    chosen = next_choice(start, squares)
    while chosen != start:
        plan = fed_by(card, reds, hungry, chosen)
        if is_better(g, s, town, plan, best, right_coins):
            best = plan
        chosen = next_choice(chosen, squares)
    return best


@jit
def best_lines(g: Any, s: Any, town: Any, right_coins: Any) -> Any:
    """The best plan of a Root Cellar, found by trying all sets of lines."""
    hungry, coins = hungry_squares(s, town), np.int64(s["coins"])
    best = np.int64(-1)
    for lines in range(LINE_SETS):
        if is_cellar_plan(lines, coins, hungry):
            plan = fed_by_lines(lines, hungry)
            if best < 0 or is_better(g, s, town, plan, best, right_coins):
                best = plan
    return best


@jit
def feed(g: Any, s: Any, town: Any, right_coins: Any) -> Any:
    """The squares that are fed when the player's town looks like this.

    Args:
        g: The game.
        s: The player whose town it is.
        town: The town word.
        right_coins: The coins that the right neighbour has left; they decide between equal plans only.
    """
    hungry, reds = hungry_squares(s, town), of_slot(town, RED)
    if hungry == 0 or reds == 0:
        return np.int64(0)
    card = g["row"][RED]
    if card == ROOT_CELLAR:
        return best_lines(g, s, town, right_coins)
    squares = units(card, reds, hungry)
    most = capacity(card, reds, np.int64(s["coins"]))
    if count(squares) <= most:
        return np.int64(fed_by(card, reds, hungry, squares))
    if card == FARM and g["with_coins"] == 0 and g["row"][ORANGE] != TEMPLE:
        # It matters to nothing where a fed Cottage stands: Barrett Castle first, then any.
        castle = castle_of(s, town)
        return np.int64(castle | lowest(hungry & ~castle, most - count(castle)))
    return np.int64(best_choice(g, s, town, squares, right_coins))


@jit
def best_feeding(t: Any, g: Any, s: Any) -> Any:
    """The squares of a player that are fed, as a 16-bit mask."""
    return feed(g, s, s["town"], 0)
