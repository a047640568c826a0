"""Which layouts a town leaves possible, and what the building of each would add where it fits best."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.heuristics.potential import SLOTS, potential_of, promised_shrine, room_left, touched_slots, worth_of
from tt_env.heuristics.value import possible_layouts
from tt_env.rules.buildings import PINK
from tt_env.rules.constructing import card_of, on_any_square
from tt_env.rules.feeding import feed
from tt_env.rules.player import trading_posts
from tt_env.rules.scoring import greens_to_the_right, right_of, slot_points
from tt_env.town import ALL_SQUARES, buildings, has, spread

NEAR = 1e-9
"""Rounding: values as near as this are the same."""


@jit
def worths_by_square(
    g: Any, s: Any, slot: Any, bare: Any, squares: Any, right: Any, rich: Any, values: Any, worths: Any
) -> Any:
    """Fills ``worths`` with what a building of a slot would add on each of the squares.

    Returns:
        The most that it adds, and the squares on which it does.
    """
    touched, most, best = touched_slots(g, s, bare, slot), -np.inf, np.int64(0)
    for square in range(16):
        if has(squares, square):
            worths[square] = worth_of(g, s, bare, slot, square, right, rich, values, touched)
            if worths[square] > most + NEAR:
                most, best = worths[square], np.int64(0)
            if worths[square] > most - NEAR:
                best |= 1 << square
    return most, best


@jit
def rate_exactly(t: Any, squares: Any, most: Any, best: Any, worths: Any, laid: Any, worth: Any, n: Any) -> None:
    """Fills ``worth`` with the most that the building of each of ``n`` placements adds on one of its own squares."""
    for k in range(n):
        own = t["squares"][laid[k]] & squares
        worth[k] = most
        if own & best == 0:
            worth[k] = -np.inf
            for square in range(16):
                if has(own, square):
                    worth[k] = max(worth[k], worths[square])


@jit
def standing(g: Any, s: Any, bare: Any, right: Any, rich: Any, values: Any) -> Any:
    """The points of the buildings that stand, and what they promise; ``values`` gets the sum of both by slot."""
    fed, room = feed(g, s, bare, np.int64(0)), room_left(bare)
    points, potential = 0.0, 0.0
    for slot in range(SLOTS):
        scored = slot_points(g, s, bare, slot, fed, right, rich)
        promise = room * potential_of(g, s, bare, slot, fed)
        values[slot] = scored + promise
        points += scored
        potential += promise
    return points + promised_shrine(s, bare), potential


@jit
def survey(t: Any, g: Any, player: Any, own: Any, town: Any, laid: Any, worth: Any) -> Any:
    """Lists the layouts that a town leaves possible, those of the monument last, and what each would add.

    Args:
        t: The tables.
        g: The game.
        player: Whose town it is.
        own: Whether the player's unbuilt monument is known.
        town: The town.
        laid: ``MOST_LAYOUTS`` integers, filled with the placements.
        worth: As many numbers, filled with what the building of each adds.

    Returns:
        How many placements there are, the place of the monument's first one, the points of the buildings that stand,
        what they promise, and the most that the monument would add (0 without one).
    """
    s = g["players"][player]
    right = greens_to_the_right(g, g["shown"], player)
    rich = s["coins"] >= g["shown"][right_of(g, player)]["coins"]
    bare, posts, free = town & spread(buildings(town)), trading_posts(g, s), ALL_SQUARES & ~buildings(town)
    values, worths = np.empty(SLOTS), np.empty(16)
    points, potential = standing(g, s, bare, right, rich, values)
    n, start, monument = np.int64(0), np.int64(0), 0.0
    for slot in range(SLOTS):
        start = n
        card = card_of(g, s, slot)
        if card != 0 and (own or slot != PINK):
            n = possible_layouts(t, card, town, posts, laid, start)
            if n > start:
                squares = np.int64(0)
                for k in range(start, n):
                    squares |= t["squares"][laid[k]]
                squares &= free
                anywhere = on_any_square(s, card)
                if anywhere:
                    squares = free
                most, best = worths_by_square(g, s, slot, bare, squares, right, rich, values, worths)
                if anywhere:
                    worth[start:n] = most
                else:
                    rate_exactly(t, squares, most, best, worths, laid[start:n], worth[start:n], n - start)
                if slot == PINK:
                    monument = max(0.0, most)
    return n, start, points, potential, monument


@jit
def best_worth(g: Any, player: Any, town: Any, slot: Any, free: Any) -> Any:
    """What a building of a slot adds on the best of these squares; 0 without one."""
    s = g["players"][player]
    bare, values, worths = town & spread(buildings(town)), np.empty(SLOTS), np.empty(16)
    right = greens_to_the_right(g, g["shown"], player)
    rich = s["coins"] >= g["shown"][right_of(g, player)]["coins"]
    standing(g, s, bare, right, rich, values)
    return max(0.0, worths_by_square(g, s, slot, bare, free, right, rich, values, worths)[0])
