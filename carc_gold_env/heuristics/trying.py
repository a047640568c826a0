"""Taking back what was tried, so that a board need not be copied for each meeple and ingot."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.rules.board import AROUND_X, AROUND_Y, slot_at
from carc_gold_env.rules.features import PLAYER_BITS, is_complete
from carc_gold_env.state import MEEPLES
from tabletop_envs.jit import jit


@jit
def take_meeple(g: Any) -> None:
    """The active player's meeple from the tile just laid; undoes ``put_meeple``."""
    slot = np.int64(g["tiles"]) - 1
    segment = np.int64(g["base"][slot]) + np.int64(g["meeple"][slot]) - 1
    player = np.int64(g["player"])
    g["meeple"][slot] = 0
    g["in_hand"][player] += 1
    g["claims"][g["feature"][segment]] -= 1 << (PLAYER_BITS * player)
    for k in range(MEEPLES):
        if g["stands"][player, k] == segment + 1:
            g["stands"][player, k] = 0


@jit
def take_second(g: Any) -> None:
    """The second ingot from where it was put; undoes ``put_second``."""
    slot = np.int64(g["tiles"]) - 1
    g["lies"][np.int64(g["second"][slot]) - 1] -= 1
    g["lying"] -= 1
    g["second"][slot] = 0


@jit
def completes(t: Any, g: Any) -> Any:
    """Whether the end of the turn scores anything: a feature on the tile just laid, or a monastery beside it."""
    slot = np.int64(g["tiles"]) - 1
    for s in range(np.int64(g["base"][slot]), np.int64(g["segments"])):
        head = np.int64(g["feature"][s])
        if g["claims"][head] != 0 and is_complete(g, head):
            return True
    for k in range(8):
        other = slot_at(g, g["x"][slot] + AROUND_X[k], g["y"][slot] + AROUND_Y[k])
        if other >= 0:
            local = np.int64(t["monastery"][g["type"][other]])
            if local >= 0:
                head = np.int64(g["base"][other]) + local
                if g["claims"][head] != 0 and g["open"][head] == 0:
                    return True
    return False
