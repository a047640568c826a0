"""A guess of a player's final score from what the player may know: for greedy agents and for search.

The guess adds up
- the points and potential of the buildings that stand (potential.py),
- a little for every empty square, because something can still come there, and a loss for every cube that lies loose,
- credit for layouts that are partly laid: what the building would add where it fits best, less for every cube that is
  still missing. Layouts that share a square exclude each other; the best one is taken first, then the best of the
  rest, and so on.

A cube that the player has to place is imagined on the square where it helps most.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.decisions import Pending
from tt_env.heuristics.potential import SLOTS, standing_values, touched_slots, worth_of
from tt_env.rules.buildings import PINK
from tt_env.rules.constructing import card_of, fitting_sets, on_any_square
from tt_env.rules.feeding import coin_worth
from tt_env.rules.player import first_of, kind_of, second_of, top, trading_posts
from tt_env.rules.scoring import POINTS, greens_to_the_right, right_of, score_town
from tt_env.state import Phase
from tt_env.tables import MOST_LAYOUTS
from tt_env.town import ALL_SQUARES, BUILDING, buildings, content, count, empty, has, put, spread

EMPTY_SQUARE = 1.0
"""An empty square is room for a building or for its cubes."""
EMPTY_PAIR = 0.2
"""Two empty squares beside each other: layouts need room that hangs together, so cubes go to edges and corners."""
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
"""The part of its worth that an unbuilt monument counts for while the town is empty: when it is chosen."""


@jit
def cube_squares(town: Any) -> Any:
    """The squares with loose cubes."""
    return ALL_SQUARES & ~empty(town) & ~buildings(town)


@jit
def possible_layouts(t: Any, card: Any, town: Any, posts: Any, laid: Any, n: Any) -> Any:
    """Lists the placements of a card that the town leaves possible behind the ``n`` listed; returns how many then."""
    taken, on_cubes = buildings(town) & ~posts, spread(cube_squares(town))
    for p in range(t["first"][card], t["last"][card]):
        if t["squares"][p] & taken == 0 and (town ^ t["want"][p]) & t["cells"][p] & on_cubes == 0:
            laid[n] = p
            n += 1
    return n


@jit
def rate_layouts(
    t: Any,
    g: Any,
    s: Any,
    slot: Any,
    bare: Any,
    right: Any,
    rich: Any,
    values: Any,
    laid: Any,
    worth: Any,
    start: Any,
    stop: Any,
) -> Any:
    """Fills ``worth[start:stop]`` with what the building of each listed placement would add; returns the most.

    To be quick, a placement knows only whether it covers one of the best squares for its building; otherwise it gets
    the mean of the other squares.
    """
    free = ALL_SQUARES & ~buildings(bare)
    anywhere, squares = on_any_square(s, card_of(g, s, slot)), np.int64(0)
    for k in range(start, stop):
        squares |= t["squares"][laid[k]] & free
    if anywhere:
        squares = free
    touched, most, best, total = touched_slots(g, s, bare, slot), -np.inf, np.int64(0), 0.0
    for square in range(16):
        if has(squares, square):
            value = worth_of(g, s, bare, slot, square, right, rich, values, touched)
            total += value
            if value > most:
                most, best = value, np.int64(0)
            if value == most:
                best |= 1 << square
    others = (total - most * count(best)) / max(1, count(squares & ~best))
    for k in range(start, stop):
        worth[k] = most if anywhere or t["squares"][laid[k]] & best != 0 else others
    return most


@jit
def list_layouts(t: Any, g: Any, s: Any, town: Any, right: Any, rich: Any, laid: Any, worth: Any) -> Any:
    """Lists the placements that the town leaves possible, and what their building would add.

    Args:
        t: The tables.
        g: The game.
        s: The player.
        town: The town.
        right: How many green buildings the right neighbour has.
        rich: Whether the right neighbour has no more coins than the player.
        laid: Filled with the placements.
        worth: Filled with what the building of each would add.

    Returns:
        How many placements there are, and the value of what stands and of a monument to come.
    """
    values, posts, bare = np.empty(SLOTS), trading_posts(g, s), town & spread(buildings(town))
    standing, n = standing_values(g, s, bare, right, rich, values), np.int64(0)
    for slot in range(SLOTS):
        card = card_of(g, s, slot)
        if card != 0:
            start = n
            n = possible_layouts(t, card, town, posts, laid, start)
            if n > start:
                most = rate_layouts(t, g, s, slot, bare, right, rich, values, laid, worth, start, n)
                if slot == PINK and town == 0:
                    standing += MONUMENT_TO_COME * max(0.0, most)
    return n, standing


@jit
def credit_layouts(t: Any, town: Any, n: Any, laid: Any, worth: Any, begun: Any, credit: Any) -> Any:
    """Lists the squares of the placements that are begun in ``begun`` and what each promises in ``credit``.

    Besides what the building adds, all its cubes but one leave their squares, and none of them is loose any more.

    Returns:
        How many there are.
    """
    free, cubes = empty(town), cube_squares(town)
    on_cubes, m = spread(cubes), 0
    for k in range(n):
        p = laid[k]
        squares = t["squares"][p]
        if squares & cubes != 0 and (town ^ t["want"][p]) & t["cells"][p] & on_cubes == 0:
            lying = count(squares & cubes)
            promise = READY_LAYOUT * (worth[k] + EMPTY_SQUARE * (lying - 1) + LOOSE_CUBE * lying)
            for _ in range(count(squares & free)):
                promise *= MISSING_CUBE
            begun[m] = squares
            credit[m] = promise
            m += 1
    return m


@jit
def plan_layouts(posts: Any, m: Any, begun: Any, credit: Any) -> Any:
    """The credit of the layouts that can be finished beside each other, best first. Trading Posts serve them all."""
    total, part, used = 0.0, 1.0, np.int64(0)
    while True:
        best, most = -1, 0.0
        for k in range(m):
            if credit[k] > most and begun[k] & used == 0:
                best, most = k, credit[k]
        if best < 0:
            return total
        total += part * most
        part *= FURTHER_LAYOUT
        used |= begun[best] & ~posts


@jit
def value_of_squares(town: Any) -> Any:
    """What empty squares are worth and loose cubes cost."""
    free = empty(town)
    squares, cubes = count(free), count(cube_squares(town))
    crowded = max(0, FEW_SQUARES - squares)
    pairs = count(free & (free >> 1) & 0x7777) + count(free & (free >> 4))
    return EMPTY_SQUARE * squares + EMPTY_PAIR * pairs - LOOSE_CUBE * cubes - CROWDED * crowded * crowded


@jit
def value_of_cubes(t: Any, town: Any, posts: Any, n: Any, laid: Any, worth: Any, begun: Any, credit: Any) -> Any:
    """What the squares without a building are worth; the layouts as :func:`list_layouts` found them."""
    m = credit_layouts(t, town, n, laid, worth, begun, credit)
    return value_of_squares(town) + plan_layouts(posts, m, begun, credit)


@jit
def cube_in_hand(g: Any, s: Any, player: Any) -> Any:
    """The resource of a cube that the player has to put on an empty square now, 0 if there is none."""
    kind = kind_of(top(s))
    if kind == Pending.SWAP or kind == Pending.TAKE:
        return np.int64(first_of(top(s)))
    if g["phase"] == Phase.PLACING and has(np.int64(g["waiting"]), player):
        return np.int64(s["named"])
    return np.int64(0)


@jit
def town_in_mind(t: Any, g: Any, s: Any) -> Any:
    """The player's town; if it still has to say which squares a construction uses, as after the first choice."""
    town, entry = s["town"], top(s)
    if kind_of(entry) != Pending.USING:
        return town
    slot, target = first_of(entry), second_of(entry)
    sets, which = fitting_sets(t, g, s, slot, target), 0
    while not has(sets, which):
        which += 1
    cubes = t["set_squares"][card_of(g, s, slot), which] & ~trading_posts(g, s)
    return put(town & ~spread(cubes), target, BUILDING + slot)


@jit
def buildings_to_come(s: Any) -> Any:
    """What buildings are worth that the player has been promised by a monument."""
    value = RESERVED_BUILDING * count(s["reserved"])
    return value + FREE_BUILDING if kind_of(top(s)) == Pending.PUT else value


@jit
def value_of_coins(s: Any, town: Any) -> Any:
    """What the chest is worth, forced feeding left aside."""
    return coin_worth(s, town) * np.int64(s["coins"])


@jit
def heuristic_value(t: Any, g: Any, player: Any) -> Any:
    """A guess of the player's final score, from what the player may know.

    Args:
        t: The tables.
        g: The game.
        player: The player.

    Returns:
        The guess in points (float64); the score itself once the town is complete.
    """
    s = g["players"][player]
    if g["phase"] == Phase.OVER:
        return np.float64(s["score"])
    right = greens_to_the_right(g, g["shown"], player)
    right_coins = np.int64(g["shown"][right_of(g, player)]["coins"])
    if s["completed"] != 0:
        points = np.empty(POINTS, np.int32)
        score_town(g, s, s["town"], right, right_coins, points)
        return np.float64(points.sum())
    laid, begun = np.empty(MOST_LAYOUTS, np.int64), np.empty(MOST_LAYOUTS, np.int64)
    worth, credit = np.empty(MOST_LAYOUTS), np.empty(MOST_LAYOUTS)
    town, posts = town_in_mind(t, g, s), trading_posts(g, s)
    n, standing = list_layouts(t, g, s, town, right, s["coins"] >= right_coins, laid, worth)
    cube, free = cube_in_hand(g, s, player), empty(town)
    if cube == 0 or free == 0:
        cube, free = content(town, 0), 1  # nothing to place: the town as it is
    most = -np.inf
    for square in range(16):
        if has(free, square):
            placed = put(town, square, cube)
            most = max(most, value_of_cubes(t, placed, posts, n, laid, worth, begun, credit))
    return standing + buildings_to_come(s) + value_of_coins(s, town) + most
