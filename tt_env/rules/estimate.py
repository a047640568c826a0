"""A guess of a seat's final score from what the seat may know: for greedy agents and for search.

The guess adds up
- the points and hopes of the buildings that stand (prospects.py),
- a little for every empty square, because something can still come there, and a loss for every cube that lies loose,
- credit for layouts that are partly laid: what the building would add where it fits best, less for every cube that is
  still missing. Layouts that share a square exclude each other; the best one is taken first, then the best of the
  rest, and so on.

A cube that the seat has to place is imagined on the square where it helps most.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from env_core.jit import jit
from tt_env.rules.buildings import PINK
from tt_env.rules.constructing import card_of, fitting_sets, on_any_square
from tt_env.rules.prospects import SLOTS, standing_values, touched_slots, worth_of
from tt_env.rules.scoring import POINTS, greens_to_the_right, score_town
from tt_env.rules.seat import first_of, kind_of, second_of, top, trading_posts
from tt_env.state import Pending, Phase
from tt_env.town import ALL_SQUARES, BUILDING, buildings, content, count, empty, has, put, spread

EMPTY_SQUARE = 1.0
"""An empty square is room for a building or for its cubes."""
LOOSE_CUBE = 0.55
"""What a cube that belongs to no planned layout costs: its square will hardly hold a building."""
FEW_SQUARES = 4
"""With fewer empty squares than this the end is near, before layouts are finished."""
CROWDED = 0.4
"""What each empty square short of ``FEW_SQUARES`` costs, squared."""
MISSING_CUBE = 0.71
"""The part of a layout's credit that each missing cube leaves."""
READY_LAYOUT = 0.9
"""The part of its credit that a layout keeps until it is built: a building in the hand is better."""
FURTHER_LAYOUT = 0.4
"""The part of its credit that each further planned layout keeps: they all wait for the same rounds."""
FREE_BUILDING = 3.0
"""A building about to be put down from the supply."""
RESERVED_BUILDING = 1.0
"""A building on Opaleye's Watch."""
MONUMENT_TO_COME = 0.25
"""The part of its worth that an unbuilt monument counts for before the first of its cubes lies."""

MOST_LAYOUTS = 512
"""More than all placements of seven cards of a row and a monument."""
MOST_LOST = -100.0

_PLACING = int(Phase.PLACING)
_OVER = int(Phase.OVER)
_USING = int(Pending.USING)
_SWAP = int(Pending.SWAP)
_PUT = int(Pending.PUT)


@jit
def add_layouts(t: Any, g: Any, s: Any, card: Any, town: Any, worths: Any, laid: Any, worth: Any, n: Any) -> Any:
    """Lists the placements of a card behind the ``n`` listed; returns how many there are then.

    To be quick, a placement knows only whether it covers one of the best squares for its building; otherwise it gets
    the mean of the other squares.
    """
    free, posts = ALL_SQUARES & ~buildings(town), trading_posts(g, s)
    most, best, others = worths.max(), 0, 0.0
    for square in range(16):
        if worths[square] == most:
            best |= 1 << square
        elif has(free, square):
            others += worths[square]
    others /= max(1, count(free & ~best))
    anywhere = on_any_square(s, card)
    for p in range(t["first"][card], t["last"][card]):
        squares = t["squares"][p]
        if squares & ~free & ~posts == 0:
            laid[n] = p
            worth[n] = most if anywhere or squares & best != 0 else others
            n += 1
    return n


@jit
def list_layouts(t: Any, g: Any, s: Any, town: Any, right: Any, laid: Any, worth: Any) -> Any:
    """Lists the placements that the buildings leave possible, and what their building would add.

    Args:
        t: The tables.
        g: The game.
        s: The seat.
        town: The town without its cubes.
        right: How many green buildings the right neighbour has.
        laid: Filled with the placements.
        worth: Filled with what the building of each would add.

    Returns:
        How many placements there are, and the value of what stands and of a monument to come.
    """
    values, worths = np.empty(SLOTS), np.empty(16)
    standing = standing_values(g, s, town, right, values)
    built, n = buildings(town), np.int64(0)
    for slot in range(SLOTS):
        card = card_of(g, s, slot)
        if card != 0:
            touched = touched_slots(g, s, town, slot)
            for square in range(16):
                taken = has(built, square)
                worths[square] = MOST_LOST if taken else worth_of(g, s, town, slot, square, right, values, touched)
            n = add_layouts(t, g, s, card, town, worths, laid, worth, n)
    if card_of(g, s, PINK) != 0:
        standing += MONUMENT_TO_COME * max(0.0, worths.max())
    return n, standing


@jit
def credit_layouts(t: Any, town: Any, n: Any, laid: Any, worth: Any, credit: Any) -> None:
    """Fills ``credit`` with what each listed placement promises, given the cubes; 0 where it cannot or does not lie.

    Besides what the building adds, all its cubes but one leave their squares, and none of them is loose any more.
    """
    free = empty(town)
    cubes = ALL_SQUARES & ~free & ~buildings(town)
    on_cubes = spread(cubes)
    for k in range(n):
        p = laid[k]
        squares = t["squares"][p]
        credit[k] = 0.0
        if squares & cubes != 0 and (town ^ t["want"][p]) & t["cells"][p] & on_cubes == 0:
            lying = count(squares & cubes)
            promise = READY_LAYOUT * (worth[k] + EMPTY_SQUARE * (lying - 1) + LOOSE_CUBE * lying)
            for _ in range(count(squares & free)):
                promise *= MISSING_CUBE
            credit[k] = promise


@jit
def plan_layouts(t: Any, posts: Any, n: Any, laid: Any, credit: Any) -> Any:
    """The credit of the layouts that can be finished beside each other, best first. Trading Posts serve them all."""
    total, part, used = 0.0, 1.0, np.int64(0)
    while True:
        best, most = -1, 0.0
        for k in range(n):
            if credit[k] > most and t["squares"][laid[k]] & used == 0:
                best, most = k, credit[k]
        if best < 0:
            return total
        total += part * most
        part *= FURTHER_LAYOUT
        used |= t["squares"][laid[best]] & ~posts


@jit
def value_of_squares(town: Any) -> Any:
    """What empty squares are worth and loose cubes cost."""
    free = count(empty(town))
    cubes = 16 - free - count(buildings(town))
    crowded = max(0, FEW_SQUARES - free)
    return EMPTY_SQUARE * free - LOOSE_CUBE * cubes - CROWDED * crowded * crowded


@jit
def value_of_town(t: Any, g: Any, s: Any, town: Any, standing: Any, n: Any, laid: Any, worth: Any, credit: Any) -> Any:
    """What the town is worth with its cubes; the other arguments as :func:`list_layouts` found them."""
    credit_layouts(t, town, n, laid, worth, credit)
    return standing + value_of_squares(town) + plan_layouts(t, trading_posts(g, s), n, laid, credit)


@jit
def cube_in_hand(g: Any, s: Any, seat: Any) -> Any:
    """The resource of a cube that the seat has to put on an empty square now, 0 if there is none."""
    if kind_of(top(s)) == _SWAP:
        return np.int64(first_of(top(s)))
    if g["phase"] == _PLACING and has(np.int64(g["waiting"]), seat):
        return np.int64(s["named"])
    return np.int64(0)


@jit
def town_in_mind(t: Any, g: Any, s: Any) -> Any:
    """The seat's town; if it still has to say which squares a construction uses, as after the first choice."""
    town, entry = s["town"], top(s)
    if kind_of(entry) != _USING:
        return town
    slot, target = first_of(entry), second_of(entry)
    sets, which = fitting_sets(t, g, s, slot, target), 0
    while not has(sets, which):
        which += 1
    cubes = t["set_squares"][card_of(g, s, slot), which] & ~trading_posts(g, s)
    return put(town & ~spread(cubes), target, BUILDING + slot)


@jit
def buildings_to_come(s: Any) -> Any:
    """What buildings are worth that the seat has been promised by a monument."""
    value = RESERVED_BUILDING * count(s["reserved"])
    return value + FREE_BUILDING if kind_of(top(s)) == _PUT else value


@jit
def estimate(t: Any, g: Any, seat: Any) -> Any:
    """A guess of the seat's final score, from what the seat may know.

    Args:
        t: The tables.
        g: The game.
        seat: The seat.

    Returns:
        The guess in points (float64); the score itself once the town is complete.
    """
    s = g["seats"][seat]
    if g["phase"] == _OVER:
        return np.float64(s["score"])
    right = greens_to_the_right(g, g["shown"], seat)
    if s["completed"] != 0:
        points = np.empty(POINTS, np.int32)
        score_town(g, s, s["town"], right, points)
        return np.float64(points.sum())
    laid, worth, credit = np.empty(MOST_LAYOUTS, np.int64), np.empty(MOST_LAYOUTS), np.empty(MOST_LAYOUTS)
    town = town_in_mind(t, g, s)
    n, standing = list_layouts(t, g, s, town & spread(buildings(town)), right, laid, worth)
    standing += buildings_to_come(s)
    cube, free = cube_in_hand(g, s, seat), empty(town)
    if cube == 0 or free == 0:
        cube, free = content(town, 0), 1  # nothing to place: the town as it is
    most = -np.inf
    for square in range(16):
        if has(free, square):
            placed = put(town, square, cube)
            most = max(most, value_of_town(t, g, s, placed, standing, n, laid, worth, credit))
    return most
