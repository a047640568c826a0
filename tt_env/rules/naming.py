"""Naming a resource and passing the hammer (rules/tiny_towns_base.md 3.1, 3.4, 5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from env_core.jit import jit
from tt_env.actions import NAME
from tt_env.rules.cards import FORT_IRONWEED
from tt_env.rules.marking import mark_resources
from tt_env.rules.seat import ALL_RESOURCES, banked, in_game, owns, players


@jit
def legal_names(g: Any, s: Any, mask: Any) -> Any:
    """Any resource that lies on none of the own Banks."""
    return mark_resources(mask, NAME, ALL_RESOURCES & ~banked(g, s))


@jit
def may_name(g: Any, seat: Any) -> Any:
    """In the game, with a resource left to name (RULING 9)."""
    return in_game(g, seat) and banked(g, g["seats"][seat]) != ALL_RESOURCES


@jit
def next_builder(g: Any) -> Any:
    """Who gets the hammer after this round, -1 if nobody can name anything.

    The next seat to the left that is in the game, can name and is not barred by Fort Ironweed. If there is none,
    the Fort's owner acts as if last in the game (D9).
    """
    n = players(g)
    for step in range(1, n + 1):
        seat = (np.int64(g["builder"]) + step) % n
        if may_name(g, seat) and not owns(g["seats"][seat], FORT_IRONWEED):
            return seat
    for seat in range(n):
        if may_name(g, seat):
            return seat
    return -1
