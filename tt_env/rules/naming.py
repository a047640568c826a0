"""Naming a resource and passing the hammer (rules/tiny_towns_base.md 3.1, 3.4, 5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import NAME
from tt_env.rules.cards import FORT_IRONWEED
from tt_env.rules.marking import mark_resources
from tt_env.rules.player import ALL_RESOURCES, banked, in_game, num_players, owns


@jit
def legal_names(g: Any, s: Any, mask: Any) -> Any:
    """Any resource that lies on none of the own Banks."""
    return mark_resources(mask, NAME, ALL_RESOURCES & ~banked(g, s))


@jit
def may_name(g: Any, player: Any) -> Any:
    """In the game, with a resource left to name (RULING 9)."""
    return in_game(g, player) and banked(g, g["players"][player]) != ALL_RESOURCES


@jit
def next_builder(g: Any) -> Any:
    """Who gets the hammer after this round, -1 if nobody can name anything.

    The next player to the left that is in the game, can name and is not barred by Fort Ironweed. If there is none,
    the Fort's owner acts as if last in the game (D9).
    """
    n = num_players(g)
    for step in range(1, n + 1):
        player = (np.int64(g["builder"]) + step) % n
        if may_name(g, player) and not owns(g["players"][player], FORT_IRONWEED):
            return player
    for player in range(n):
        if may_name(g, player):
            return player
    return -1
