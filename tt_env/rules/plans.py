"""All equally good ways to feed a town: whether the best plan is the only one, for the notation."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.rules.buildings import RED, of_slot
from tt_env.rules.cards import ROOT_CELLAR
from tt_env.rules.cellar import LINE_SETS, fed_by_lines, is_cellar_plan
from tt_env.rules.feeding import (
    capacity,
    coins_left,
    cottage_points,
    fed_by,
    hungry_squares,
    lead,
    next_choice,
    orange_points,
    school_points,
    units,
)
from tt_env.town import lowest

PLAN_LIMIT = 3432
"""No town has more plans: 14 hungry squares, 7 of which are fed."""


@jit
def keep_plan(plans: Any, n: Any, plan: Any) -> Any:
    """Appends a plan that is not there yet; returns how many there are."""
    for k in range(n):
        if plans[k] == plan:
            return n
    plans[n] = plan
    return n + 1


@jit
def all_plans(g: Any, s: Any, plans: Any) -> Any:
    """Writes the fed squares of every plan that the rules allow and returns how many there are."""
    town, coins = s["town"], np.int64(s["coins"])
    card, reds, hungry = g["row"][RED], of_slot(town, RED), hungry_squares(s, town)
    n = 0
    if reds == 0:  # coins feed nobody without the card that takes them
        plans[0] = 0
        return 1
    if card == ROOT_CELLAR:
        for lines in range(LINE_SETS):
            if is_cellar_plan(lines, coins, hungry):
                n = keep_plan(plans, n, fed_by_lines(lines, hungry))
        return n
    squares = units(card, reds, hungry)
    start = lowest(squares, capacity(card, reds, coins))
    chosen = start
    while True:
        plans[n] = fed_by(card, reds, hungry, chosen)
        n += 1
        chosen = next_choice(chosen, squares)
        if chosen == start:
            return n


@jit
def feeding_plans(t: Any, g: Any, s: Any, right_coins: Any, plans: Any) -> Any:
    """Writes the best plans, all that the rules leave equal, as masks, and returns how many there are.

    Args:
        t: The tables.
        g: The game.
        s: The player's record.
        right_coins: How many coins the right neighbour has left after feeding.
        plans: int64 array of at least :data:`PLAN_LIMIT` places.
    """
    total = all_plans(g, s, plans)
    n = 0
    for k in range(total):
        plan = plans[k]
        ahead = lead(g, s, s["town"], plan, plans[0], right_coins)
        if ahead > 0:
            n = 0
        if ahead >= 0:
            plans[n] = plan
            n += 1
    return n


@jit
def is_fed_unique(t: Any, g: Any, s: Any, right_coins: Any, plans: Any) -> Any:
    """Whether only one plan is the best; ``plans`` is scratch space as for :func:`feeding_plans`."""
    return feeding_plans(t, g, s, right_coins, plans) == 1


@jit
def is_by_card_unique(t: Any, g: Any, s: Any, right_coins: Any, plans: Any) -> Any:
    """Whether all of the best plans give every card the same points; ``plans`` is scratch space."""
    town = s["town"]
    for k in range(1, feeding_plans(t, g, s, right_coins, plans)):
        same = (
            cottage_points(s, town, plans[k]) == cottage_points(s, town, plans[0])
            and orange_points(g, s, town, plans[k]) == orange_points(g, s, town, plans[0])
            and school_points(g, s, town, plans[k], False) == school_points(g, s, town, plans[0], False)
            and coins_left(g, s, town, plans[k]) == coins_left(g, s, town, plans[0])
        )
        if not same:
            return False
    return True
