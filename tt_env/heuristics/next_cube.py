"""The layouts that are begun, the best of them beside each other, and what one more cube would add to them.

Layouts that share a square exclude each other. Those that can be finished beside each other are counted best first,
each further one for less, as in :mod:`tt_env.heuristics.value`; here no order of squares decides between equals, so a
turned town is worth the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.heuristics.layouts import NEAR
from tt_env.heuristics.value import (
    EMPTY_SQUARE,
    FURTHER_LAYOUT,
    LOOSE_CUBE,
    MISSING_CUBE,
    READY_LAYOUT,
    value_of_squares,
)
from tt_env.town import content, count, empty, has, put

RESOURCES = 6
"""Length of arrays by resource; place 0 is not used."""
_LEFT = READY_LAYOUT * MISSING_CUBE ** np.arange(8)
"""What is left of a layout's credit by the number of its missing cubes."""


@jit
def credit_of(worth: Any, lying: Any, missing: Any) -> Any:
    """What a layout promises: its building, and all its cubes but one leave their squares and are loose no more."""
    return (worth + EMPTY_SQUARE * (lying - 1) + LOOSE_CUBE * lying) * _LEFT[missing]


@jit
def insert(m: Any, squares: Any, credit: Any, begun: Any, credits: Any) -> None:
    """Puts a layout behind the ``m`` begun ones, which lie best first, in its place."""
    k = np.int64(m)
    while k > 0 and credits[k - 1] < credit:
        credits[k] = credits[k - 1]
        begun[k] = begun[k - 1]
        k -= 1
    credits[k] = credit
    begun[k] = squares


@jit
def best_beside(m: Any, begun: Any, credits: Any, used: Any) -> Any:
    """The most that a begun layout promises that uses none of these squares."""
    for k in range(m):
        if begun[k] & used == 0:
            return credits[k]
    return 0.0


@jit
def best_pair(m: Any, begun: Any, credits: Any, used: Any) -> Any:
    """What the best two layouts promise that use none of these squares and can be finished beside each other."""
    most = 0.0
    for k in range(m):
        if credits[k] * (1.0 + FURTHER_LAYOUT) <= most:
            break
        if begun[k] & used == 0:
            beside = best_beside(m, begun, credits, used | begun[k])
            most = max(most, credits[k] + FURTHER_LAYOUT * min(beside, credits[k]))
    return most


@jit
def best_three(m: Any, begun: Any, credits: Any) -> Any:
    """What each of the best two layouts promises, and the best third one beside them."""
    most, first, second, third = 0.0, 0.0, 0.0, 0.0
    for i in range(m):
        if credits[i] * (1.0 + FURTHER_LAYOUT) < most - NEAR:
            break
        alone = True
        for j in range(i + 1, m):
            total = credits[i] + FURTHER_LAYOUT * credits[j]
            if begun[i] & begun[j] == 0:
                alone = False
                if total < most - NEAR:
                    break
                last = best_beside(m, begun, credits, begun[i] | begun[j])
                if total > most + NEAR or last > third:
                    most, first, second, third = max(total, most), credits[i], credits[j], last
        if alone and credits[i] > most + NEAR:
            most, first, second, third = credits[i], credits[i], 0.0, 0.0
    return first, second, third


@jit
def write_gains(
    t: Any, town: Any, posts: Any, n: Any, laid: Any, after: Any, m: Any, begun: Any, credits: Any, gains: Any
) -> None:
    """Fills ``gains[resource, square]`` with what one more cube would add to the town; -inf on taken squares.

    Args:
        t: The tables.
        town: The town.
        posts: Its Trading Posts.
        n: How many layouts are possible.
        laid: Their placements.
        after: What each will promise with one more of its cubes; 0 where none is missing or the layout is not possible.
        m: How many layouts are begun.
        begun: Their squares, best first.
        credits: What they promise.
        gains: float64 ``[RESOURCES, 16]``.
    """
    free, now = empty(town), best_pair(m, begun, credits, np.int64(0)) + value_of_squares(town)
    gains[:] = -np.inf
    for square in range(16):
        if has(free, square):
            gains[1:, square] = best_pair(m, begun, credits, np.int64(1) << square)
    for k in range(n):
        if after[k] > 0.0:
            squares = t["squares"][laid[k]] & ~posts
            beside = best_beside(m, begun, credits, squares)
            total = max(after[k], beside) + FURTHER_LAYOUT * min(after[k], beside)
            missing = squares & free
            while missing != 0:
                square = count((missing & -missing) - 1)
                missing &= missing - 1
                resource = content(t["want"][laid[k]], square)
                if gains[resource, square] < total:
                    gains[resource, square] = total
    for square in range(16):
        if has(free, square):
            gains[1:, square] += value_of_squares(put(town, square, 1)) - now


@jit
def possible(t: Any, p: Any, town: Any, on_cubes: Any) -> Any:
    """Whether every cube on a placement's squares is the one that belongs there."""
    return (town ^ t["want"][p]) & t["cells"][p] & on_cubes == 0
