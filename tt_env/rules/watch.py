"""Opaleye's Watch: answers to the neighbours' constructions (RULING 6, D4 to D6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from env_core.jit import jit
from tt_env.rules.cards import OPALEYES_WATCH
from tt_env.rules.entering import puttable
from tt_env.rules.seat import in_game, owns, players
from tt_env.state import NUM_CARDS

ANSWERS = NUM_CARDS
"""The Watch puts down all buildings whose types were constructed beside it, however many."""


@jit
def watch_owner(g: Any) -> Any:
    """The seat that owns a built Opaleye's Watch and is in the game, -1 if none."""
    for seat in range(players(g)):
        if in_game(g, seat) and owns(g["seats"][seat], OPALEYES_WATCH):
            return seat
    return -1


@jit
def constructed_beside(g: Any, seat: Any) -> Any:
    """The buildings on the Watch whose type the left or right neighbour constructed."""
    n = players(g)
    if n == 1:  # alone there are no neighbours
        return np.int64(0)
    left = np.int64(g["seats"][(seat + 1) % n]["constructed"])
    right = np.int64(g["seats"][(seat + n - 1) % n]["constructed"])
    return np.int64(g["seats"][seat]["reserved"]) & (left | right)


@jit
def triggered(g: Any, seat: Any) -> Any:
    """The buildings to be put this round.

    Not in the round in which the Watch itself was built (D4), and none without a place for it (D5).
    """
    s = g["seats"][seat]
    if s["watch_round"] == g["round"]:
        return 0
    return puttable(g, s, constructed_beside(g, seat))
