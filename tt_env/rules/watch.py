"""Opaleye's Watch: answers to the neighbours' constructions (RULING 6, D4 to D6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.rules.cards import OPALEYES_WATCH
from tt_env.rules.player import in_game, num_players, owns
from tt_env.rules.putting import puttable


@jit
def watch_owner(g: Any) -> Any:
    """The player that owns a built Opaleye's Watch and is in the game, -1 if none."""
    for player in range(num_players(g)):
        if in_game(g, player) and owns(g["players"][player], OPALEYES_WATCH):
            return player
    return -1


@jit
def constructed_beside(g: Any, player: Any) -> Any:
    """The buildings that the left or right neighbour constructed."""
    n = num_players(g)
    if n == 1:  # alone there are no neighbours
        return np.int64(0)
    left = np.int64(g["players"][(player + 1) % n]["constructed"])
    right = np.int64(g["players"][(player + n - 1) % n]["constructed"])
    return left | right


@jit
def to_be_answered(g: Any, player: Any) -> Any:
    """The buildings on the Watch that have a place and whose type the left or right neighbour constructed (D5)."""
    s = g["players"][player]
    return puttable(g, s, np.int64(s["reserved"]) & constructed_beside(g, player))


@jit
def triggered(g: Any, player: Any) -> Any:
    """The buildings to be put this round; none in the round in which the Watch itself was built (D4)."""
    if g["players"][player]["watch_round"] == g["round"]:
        return 0
    return to_be_answered(g, player)
