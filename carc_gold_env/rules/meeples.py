"""Meeples: where one may stand, putting it there, giving it back (docs/rules/carcassonne_gold.md 2.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import MEEPLE, encode
from carc_gold_env.rules.features import PLAYER_BITS, meeples_of
from carc_gold_env.state import MEEPLES, Kind
from tabletop_envs.jit import jit

_FIELD = int(Kind.FIELD)


@jit
def may_stand(g: Any, segment: Any) -> Any:
    """Whether a meeple may be put on a segment of the tile just laid: nobody's is anywhere in the feature."""
    if g["kind"][segment] == _FIELD and g["farmers"] == 0:
        return False
    return g["claims"][g["feature"][segment]] == 0


@jit
def legal_meeples(t: Any, g: Any, mask: Any) -> Any:
    """Adds the segments that are open to the active player's meeple; returns how many."""
    if g["in_hand"][g["player"]] == 0:
        return 0
    slot = np.int64(g["tiles"]) - 1
    base = np.int64(g["base"][slot])
    tile = g["type"][slot]
    turned = g["rotation"][slot]
    count = 0
    for local in range(t["segments"][tile]):
        if may_stand(g, base + local):
            mask[encode(MEEPLE, t["place"][tile, turned, local])] = 1
            count += 1
    return count


@jit
def put_meeple(t: Any, g: Any, place: Any) -> None:
    """The active player's meeple onto a place of the tile just laid."""
    slot = np.int64(g["tiles"]) - 1
    local = np.int64(t["at_place"][g["type"][slot], g["rotation"][slot], place])
    segment = np.int64(g["base"][slot]) + local
    player = np.int64(g["player"])
    g["meeple"][slot] = local + 1
    g["in_hand"][player] -= 1
    g["claims"][g["feature"][segment]] += 1 << (PLAYER_BITS * player)
    for k in range(MEEPLES):
        if g["stands"][player, k] == 0:
            g["stands"][player, k] = segment + 1
            break


@jit
def give_back(g: Any, head: Any) -> None:
    """All meeples in a completed feature return, losers' too (4)."""
    claims = g["claims"][head]
    for player in range(np.int64(g["num_players"])):
        if meeples_of(claims, player) > 0:
            for k in range(MEEPLES):
                segment = np.int64(g["stands"][player, k]) - 1
                if segment >= 0 and g["feature"][segment] == head:
                    g["stands"][player, k] = 0
                    g["in_hand"][player] += 1
    g["claims"][head] = 0
