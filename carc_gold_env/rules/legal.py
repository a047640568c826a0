"""The action mask: which actions the rules allow a player at this moment."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import NO_MEEPLE, ROTATE, WAIT, encode
from carc_gold_env.rules import gold, meeples
from carc_gold_env.rules.board import rotations_at
from carc_gold_env.rules.squares import action_of
from carc_gold_env.state import Phase
from tabletop_envs.jit import jit


@jit
def legal(t: Any, g: Any, player: Any, mask: Any) -> Any:
    """Writes the whole mask of a player and returns how many actions are legal.

    A player that has nothing to decide has exactly one action, ``WAIT``; a player that must decide never has it.
    """
    mask[:] = 0
    phase = g["phase"]
    if phase == Phase.OVER or player != g["player"]:
        mask[WAIT] = 1
        return np.int64(1)
    if phase == Phase.SQUARE:
        return np.int64(legal_squares(t, g, mask))
    if phase == Phase.ROTATION:
        return np.int64(legal_rotations(t, g, mask))
    if phase == Phase.INGOT:
        return np.int64(gold.legal_ingots(g, mask))
    mask[NO_MEEPLE] = 1
    return np.int64(1 + meeples.legal_meeples(t, g, mask))


@jit
def legal_squares(t: Any, g: Any, mask: Any) -> Any:
    """Every empty square that takes the tile in hand in some rotation (2.1)."""
    hand = np.int64(g["hand"])
    count = 0
    for place in range(np.int64(g["squares"])):
        if t["fit"][hand, g["needs"][place]] != 0:
            mask[action_of(g, place)] = 1
            count += 1
    return count


@jit
def legal_rotations(t: Any, g: Any, mask: Any) -> Any:
    """The rotations that fit the chosen square; of those that look the same the smallest."""
    fitting = rotations_at(t, g, np.int64(g["hand"]), np.int64(g["chosen"]))
    count = 0
    for rotation in range(4):
        if (fitting >> rotation) & 1:
            mask[encode(ROTATE, rotation)] = 1
            count += 1
    return count
