"""Which buildings are fed at the end of the game (rules/tiny_towns_base.md 6.2, 11).

Cottages and Barrett Castle are *hungry*. Granary and Orchard feed what they reach. Farm and Greenhouse leave a
choice: the plan with the highest total is taken, among equal plans the one whose list of fed squares in reading
order comes first (D11). What is chosen are *units*: for a Farm each hungry square, for a Greenhouse each group of
hungry squares, named by its first square. As many units as possible are chosen, because feeding never harms.
"""

from __future__ import annotations

from typing import Any

from env_core.jit import jit
from tt_env.cards import NUMBERS
from tt_env.rules.buildings import BLUE, ORANGE, PINK, RED, TEMPLE, cottage, of_slot, orange
from tt_env.rules.monuments import BARRETT_CASTLE, GRAND_MAUSOLEUM_OF_THE_RODINA, barrett_castle, stands
from tt_env.town import BUILDING, around, connected, count, in_line, lowest, put

FARM = NUMBERS["farm"]
GRANARY = NUMBERS["granary"]
GREENHOUSE = NUMBERS["greenhouse"]
ORCHARD = NUMBERS["orchard"]

FARM_FEEDS = 4

PLAN_LIMIT = 3003
"""No town has more plans: 2 Farms and 14 hungry squares, 8 of which are fed."""


@jit
def castle_of(s: Any, town: Any) -> Any:
    """The square of the seat's Barrett Castle, as a mask; 0 if there is none."""
    return of_slot(town, PINK) if s["monument"] == BARRETT_CASTLE else 0


@jit
def as_buildings_see(s: Any, town: Any) -> Any:
    """The town with Barrett Castle standing as a Cottage: for buildings it is no monument (11)."""
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
def fed_points(g: Any, s: Any, town: Any, fed: Any) -> Any:
    """All points that depend on what is fed."""
    return cottage_points(s, town, fed) + orange_points(g, s, town, fed) + barrett_castle(castle_of(s, town), fed)


@jit
def hungry_squares(s: Any, town: Any) -> Any:
    """The squares of the buildings that can be fed."""
    return of_slot(town, BLUE) | castle_of(s, town)


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
def units(card: Any, hungry: Any) -> Any:
    """The squares that stand for what may be chosen; 0 where there is nothing to choose."""
    if card == FARM:
        return hungry
    if card == GREENHOUSE:
        return group_heads(hungry)
    return 0


@jit
def capacity(card: Any, reds: Any) -> Any:
    """How many units may be chosen."""
    return FARM_FEEDS * count(reds) if card == FARM else count(reds)


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
    return 0


@jit
def next_choice(chosen: Any, squares: Any) -> Any:
    """The next larger subset of ``squares`` with as many squares; the first subset again after the last."""
    carried = ((chosen | ~squares) + (chosen & -chosen)) & squares
    return carried | lowest(squares, count(chosen) - count(carried))


@jit
def before(plan: Any, other: Any) -> Any:
    """Whether a plan's squares come first in reading order (neither plan contains the other)."""
    difference = plan ^ other
    return (difference & -difference) & plan != 0


@jit
def best_choice(g: Any, s: Any, town: Any, squares: Any) -> Any:
    """The best plan, found by trying all choices among these units (D11)."""
    card, reds, hungry = g["row"][RED], of_slot(town, RED), hungry_squares(s, town)
    start = lowest(squares, capacity(card, reds))
    best = fed_by(card, reds, hungry, start)
    most = fed_points(g, s, town, best)
    chosen = next_choice(start, squares)
    while chosen != start:
        fed = fed_by(card, reds, hungry, chosen)
        points = fed_points(g, s, town, fed)
        if points > most or (points == most and before(fed, best)):
            best, most = fed, points
        chosen = next_choice(chosen, squares)
    return best


@jit
def feed(g: Any, s: Any, town: Any) -> Any:
    """The squares that are fed when the seat's town looks like this."""
    hungry, reds = hungry_squares(s, town), of_slot(town, RED)
    if hungry == 0 or reds == 0:
        return 0
    card = g["row"][RED]
    squares = units(card, hungry)
    if count(squares) <= capacity(card, reds):
        return fed_by(card, reds, hungry, squares)
    if card == FARM and g["row"][ORANGE] != TEMPLE:
        # It matters to nothing where a fed Cottage stands: Barrett Castle first, then any.
        castle = castle_of(s, town)
        return castle | lowest(hungry & ~castle, capacity(card, reds) - count(castle))
    return best_choice(g, s, town, squares)


@jit
def best_feeding(t: Any, g: Any, s: Any) -> Any:
    """The squares of a seat that are fed, as a 16-bit mask."""
    return feed(g, s, s["town"])


@jit
def feeding_plans(t: Any, g: Any, s: Any, plans: Any) -> Any:
    """Writes all plans with the highest total, as masks, and returns how many there are.

    Args:
        t: The tables.
        g: The game.
        s: The seat's record.
        plans: int64 array of at least :data:`PLAN_LIMIT` places.
    """
    town = s["town"]
    card, reds, hungry = g["row"][RED], of_slot(town, RED), hungry_squares(s, town)
    squares = units(card, hungry)
    start = lowest(squares, capacity(card, reds))
    n, most, chosen = 0, -1, start
    while True:
        fed = fed_by(card, reds, hungry, chosen)
        points = fed_points(g, s, town, fed)
        if points > most:
            n, most = 0, points
        if points == most:
            plans[n] = fed
            n += 1
        chosen = next_choice(chosen, squares)
        if chosen == start:
            return n


@jit
def is_fed_unique(t: Any, g: Any, s: Any, plans: Any) -> Any:
    """Whether only one plan has the highest total; ``plans`` is scratch space as for :func:`feeding_plans`."""
    return feeding_plans(t, g, s, plans) == 1


@jit
def is_by_card_unique(t: Any, g: Any, s: Any, plans: Any) -> Any:
    """Whether all plans with the highest total give every card the same points; ``plans`` is scratch space."""
    town = s["town"]
    for k in range(1, feeding_plans(t, g, s, plans)):
        if cottage_points(s, town, plans[k]) != cottage_points(s, town, plans[0]):
            return False
        if orange_points(g, s, town, plans[k]) != orange_points(g, s, town, plans[0]):
            return False
    return True
