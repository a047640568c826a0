"""Opaleye's Watch: answers to the neighbours' constructions (RULING 6, D4 to D6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.rules.cards import OPALEYES_WATCH
from tt_env.rules.entering import puttable
from tt_env.rules.player import in_game, num_players, owns
from tt_env.state import NUM_CARDS

ANSWERS = NUM_CARDS
"""The Watch puts down all buildings whose types were constructed beside it, however many."""


@jit
def watch_owner(g: Any) -> Any:
    """The player that owns a built Opaleye's Watch and is in the game, -1 if none."""
    for player in range(num_players(g)):
        if in_game(g, player) and owns(g["players"][player], OPALEYES_WATCH):
            return player
    return -1


@jit
def constructed_beside(g: Any, player: Any) -> Any:
    """The buildings on the Watch whose type the left or right neighbour constructed."""
    n = num_players(g)
    if n == 1:  # alone there are no neighbours
        return np.int64(0)
    left = np.int64(g["players"][(player + 1) % n]["constructed"])
    right = np.int64(g["players"][(player + n - 1) % n]["constructed"])
    return np.int64(g["players"][player]["reserved"]) & (left | right)


@jit
def triggered(g: Any, player: Any) -> Any:
    """The buildings to be put this round.

    Not in the round in which the Watch itself was built (D4), and none without a place for it (D5).
    """
    s = g["players"][player]
    if s["watch_round"] == g["round"]:
        return 0
    return puttable(g, s, constructed_beside(g, player))
