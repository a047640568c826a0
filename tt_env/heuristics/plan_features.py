"""The features that hang on the cubes of a town: layouts that are begun, and the look at the next cube."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.heuristics import features as F
from tt_env.heuristics.layouts import NEAR
from tt_env.heuristics.next_cube import RESOURCES, best_three, credit_of, insert, possible, write_gains
from tt_env.heuristics.town_features import write_room
from tt_env.heuristics.value import FEW_SQUARES, cube_squares
from tt_env.rules.cards import FACTORY_SLOT
from tt_env.rules.player import shown_on, trading_posts
from tt_env.tables import MOST_LAYOUTS
from tt_env.town import BUILDING, count, empty, has, put, spread, squares_with

USEFUL = 1e-6
"""A gain above this is one."""


@jit
def write_plans(
    t: Any, g: Any, player: Any, town: Any, n: Any, monument: Any, laid: Any, worth: Any, f: Any, gain: Any, gains: Any
) -> None:
    """Completes the features of a town: all that its cubes bear on.

    Args:
        t: The tables.
        g: The game.
        player: Whose town it is.
        town: The town, perhaps with further cubes since its layouts were listed.
        n: How many layouts are possible.
        monument: The place of the monument's first one.
        laid: Their placements.
        worth: What the building of each adds.
        f: The player's row of features, as :func:`write_buildings` left it.
        gain: Filled with what the best placing of one more cube would add, by resource.
        gains: Filled with what it would add by resource and square, ``[RESOURCES, 16]``.
    """
    s = g["players"][player]
    posts, free, cubes = trading_posts(g, s), empty(town), cube_squares(town)
    on_cubes, m = spread(cubes), 0
    after, begun, credits = np.zeros(MOST_LAYOUTS), np.empty(MOST_LAYOUTS, np.int64), np.empty(MOST_LAYOUTS)
    covered = np.zeros(4, np.int64)  # cubes in layouts of which 0, 1, 2, 3 or more are missing
    monument_plan, begun_layouts = 0.0, 0
    for k in range(n):
        p = laid[k]
        if possible(t, p, town, on_cubes):
            squares = t["squares"][p]
            lying, missing = count(squares & cubes), count(squares & free)
            covered[min(missing, 3)] |= squares & cubes
            if missing > 0:
                after[k] = credit_of(worth[k], lying + 1, missing - 1)
            if lying > 0:
                begun_layouts += 1
                credit = credit_of(worth[k], lying, missing)
                if credit > 0.0:
                    insert(m, squares & ~posts, credit, begun, credits)
                    m += 1
                    if k >= monument:
                        monument_plan = max(monument_plan, credit)
    f[F.LOOSE] = count(cubes)
    f[F.BEGUN] = begun_layouts
    f[F.MONUMENT_PLAN] = monument_plan
    f[F.BEST], f[F.SECOND], f[F.THIRD] = best_three(m, begun, credits)
    for k in range(3):
        covered[k + 1] |= covered[k]
        f[F.READY + k] = count(covered[k])
    f[F.STRAY] = count(cubes & ~covered[3])
    write_room(town, f)
    crowded = max(0.0, FEW_SQUARES - f[F.EMPTY])
    f[F.CROWDING] = crowded * crowded
    write_gains(t, town, posts, n, laid, after, m, begun, credits, gains)
    for resource in range(1, RESOURCES):
        gain[resource] = gains[resource].max() if free != 0 else 0.0
    write_next_cube(g, s, town, gain, f)
    f[F.EXPECTED] = expected(f)


@jit
def write_next_cube(g: Any, s: Any, town: Any, gain: Any, f: Any) -> None:
    """What the next cube adds, and the features that are others times the share of empty squares."""
    black = squares_with(town, BUILDING + FACTORY_SLOT)
    shown = shown_on(s, black) if black != 0 else 0
    most, second, least, total = -np.inf, -np.inf, np.inf, 0.0
    for resource in range(1, RESOURCES):
        more = gain[resource]
        total += more
        least = min(least, more)
        if more > most:
            most, second = more, most
        else:
            second = max(second, more)
        f[F.NEXT_USEFUL] += more > USEFUL
        if has(shown, resource):
            f[F.STORED_USE] += more
    f[F.NEXT_MEAN] = total / (RESOURCES - 1)
    f[F.NEXT_MOST], f[F.NEXT_SECOND], f[F.NEXT_LEAST] = most, second, least
    early = f[F.EMPTY] / 16.0
    f[F.EARLY_PAIRS] = early * f[F.PAIRS]
    f[F.EARLY_LOOSE] = early * f[F.LOOSE]
    f[F.EARLY_BEST] = early * f[F.BEST]
    f[F.EARLY_SECOND] = early * f[F.SECOND]
    f[F.EARLY_NEXT] = early * f[F.NEXT_MEAN]


@jit
def expected(f: Any) -> Any:
    """The guess of the final score that the parts make up."""
    total = 0.0
    for k in range(F.THIRD + 1):
        total += F.EXPECTED_WEIGHTS[k] * f[k]
    return total


@jit
def write_player(
    t: Any, g: Any, player: Any, hand: Any, n: Any, monument: Any, laid: Any, worth: Any, f: Any, gain: Any
) -> None:
    """Completes a player's features; a cube in hand counts as placed where it adds most.

    Args:
        t: The tables.
        g: The game.
        player: The player.
        hand: The resource of the cube in hand, 0 without one.
        n: How many layouts are possible.
        monument: As for :func:`write_plans`, like the following.
        laid: Placements.
        worth: What their buildings add.
        f: The row of features.
        gain: Filled.
    """
    gain[:] = 0.0
    if g["players"][player]["completed"] != 0:
        return
    town, bare, gains = np.int64(g["players"][player]["town"]), f.copy(), np.empty((RESOURCES, 16))
    write_plans(t, g, player, town, n, monument, laid, worth, f, gain, gains)
    free = empty(town)
    if hand == 0 or free == 0:
        return
    here, found = gains[hand].copy(), False
    most, tried, gained = here.max(), np.empty_like(f), np.empty_like(gain)
    for square in range(16):
        if has(free, square) and here[square] > most - NEAR:
            tried[:] = bare
            write_plans(t, g, player, put(town, square, hand), n, monument, laid, worth, tried, gained, gains)
            if not found or is_before(tried, gained, f, gain):
                f[:] = tried
                gain[:] = gained
            found = True


@jit
def is_before(a: Any, a_gain: Any, b: Any, b_gain: Any) -> Any:
    """Which of two ways to go on is kept: the one worth more; of equals the same one however the town is turned."""
    if abs(a[F.EXPECTED] - b[F.EXPECTED]) > NEAR:
        return a[F.EXPECTED] > b[F.EXPECTED]
    for k in range(len(a)):
        if abs(a[k] - b[k]) > NEAR:
            return a[k] > b[k]
    for k in range(1, RESOURCES):
        if abs(a_gain[k] - b_gain[k]) > NEAR:
            return a_gain[k] > b_gain[k]
    return False
