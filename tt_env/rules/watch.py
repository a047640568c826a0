"""Opaleye's Watch: answers to the neighbours' constructions (RULING 6, D4 to D6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from env_core.jit import jit
from tt_env.rules.cards import OPALEYES_WATCH
from tt_env.rules.effects import puttable
from tt_env.rules.seat import in_game, owns, players


@jit
def watch_owner(g: Any) -> Any:
    """The seat that owns a built Opaleye's Watch and is in the game, -1 if none."""
    for seat in range(players(g)):
        if in_game(g, seat) and owns(g["seats"][seat], OPALEYES_WATCH):
            return seat
    return -1


@jit
def triggered(g: Any, seat: Any) -> Any:
    """The buildings on the Watch whose type the left or right neighbour constructed this round.

    Not in the round in which the Watch itself was built (D4), and none without a place for it (D5).
    """
    s = g["seats"][seat]
    n = players(g)
    if s["watch_round"] == g["round"] or n == 1:  # alone there are no neighbours
        return 0
    left = np.int64(g["seats"][(seat + 1) % n]["constructed"])
    right = np.int64(g["seats"][(seat + n - 1) % n]["constructed"])
    return puttable(g, s, np.int64(s["reserved"]) & (left | right))
