"""Scoring completed features and the end of the game (docs/rules/carcassonne_gold.md 4, 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.rules.board import AROUND_X, AROUND_Y, slot_at
from carc_gold_env.rules.farmers import add_farmers
from carc_gold_env.rules.features import is_complete, owners, value
from carc_gold_env.rules.gold import claim_tiles, give_out, gold_points
from carc_gold_env.rules.meeples import give_back
from carc_gold_env.state import MAX_PLAYERS, MEEPLES, SEGMENTS, Kind
from tabletop_envs.jit import jit

_FIELD = int(Kind.FIELD)


@jit
def score_feature(g: Any, head: Any) -> Any:
    """Scores a completed feature and gives its meeples back; returns whether it had an owner."""
    claims = g["claims"][head]
    if claims == 0:
        return False
    players = owners(g, claims)
    points = value(g, head, True)
    for player in range(np.int64(g["num_players"])):
        if (players >> player) & 1:
            g["score"][player] += points
    if g["lying"] > 0:
        claim_tiles(g, head, players)
    give_back(g, head)
    return True


@jit
def score_turn(t: Any, g: Any) -> None:
    """Everything that the tile just laid has completed, then its ingots (4, 7)."""
    slot = np.int64(g["tiles"]) - 1
    base = np.int64(g["base"][slot])
    scored = False
    for s in range(base, np.int64(g["segments"])):
        head = np.int64(g["feature"][s])
        if is_complete(g, head) and score_feature(g, head):
            scored = True
    for k in range(8):
        other = slot_at(g, g["x"][slot] + AROUND_X[k], g["y"][slot] + AROUND_Y[k])
        if other >= 0:
            local = np.int64(t["monastery"][g["type"][other]])
            if local >= 0:
                head = np.int64(g["base"][other]) + local
                if g["open"][head] == 0 and score_feature(g, head):
                    scored = True
    if scored and g["lying"] > 0:
        give_out(g)


@jit
def final_scores(t: Any, g: Any, out: Any) -> None:
    """The scores if the game ended now: unfinished features, fields and gold added (8). No side effects."""
    seen = np.zeros(SEGMENTS, np.uint8)
    n = np.int64(g["num_players"])
    for player in range(n):
        out[player] = np.int64(g["score"][player]) + gold_points(g["ingots"][player])
    for player in range(n):
        for k in range(MEEPLES):
            segment = np.int64(g["stands"][player, k]) - 1
            if segment >= 0 and g["kind"][segment] != _FIELD:
                head = np.int64(g["feature"][segment])
                if seen[head] == 0:
                    seen[head] = 1
                    players = owners(g, g["claims"][head])
                    points = value(g, head, g["open"][head] == 0)
                    for winner in range(n):
                        if (players >> winner) & 1:
                            out[winner] += points
    if g["farmers"] != 0:
        add_farmers(t, g, out)


@jit
def finish(t: Any, g: Any) -> None:
    """Writes the final scores and the winners; equal points share the win (8)."""
    points = np.zeros(MAX_PLAYERS, np.int64)
    final_scores(t, g, points)
    best = points[: np.int64(g["num_players"])].max()
    winners = 0
    for player in range(np.int64(g["num_players"])):
        g["final"][player] = points[player]
        if points[player] == best:
            winners |= 1 << player
    g["winners"] = winners
