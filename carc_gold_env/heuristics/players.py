"""The features of the players of a position, as ``features.py`` names them."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.heuristics import features as f
from carc_gold_env.heuristics.chances import surroundings
from carc_gold_env.heuristics.farms import write_farms
from carc_gold_env.rules.board import AROUND_X, AROUND_Y, slot_at
from carc_gold_env.rules.features import meeples_of, owners, value
from carc_gold_env.rules.gold import gold_points
from carc_gold_env.state import DRAW_PILE_SIZE, MEEPLES, SEGMENTS, Kind
from tabletop_envs.jit import jit

PARTS = (
    *(f.SCORE, f.GOLD, f.CITY_1, f.CITY_2, f.CITY_3, f.CITY_GAIN, f.ROAD_1, f.ROAD_2),
    *(f.MONASTERY, f.MONASTERY_GAIN, f.FARM, f.FARM_GAIN),
)
"""What a player will probably score consists of these."""
DEAD = 0.1
"""A feature that is completed with a chance below this is taken as lost."""

_CITY = int(Kind.CITY)
_ROAD = int(Kind.ROAD)
_FIELD = int(Kind.FIELD)
_MONASTERY = int(Kind.MONASTERY)


@jit
def player_features(t: Any, g: Any, chances: Any, out: Any) -> None:
    """Writes the features of every player, float64 ``[players, SIZE]``.

    Args:
        t: The tables.
        g: A position between two turns, or at any moment of one.
        chances: Those of its board.
        out: Rows beyond the number of players stay as they are.
    """
    share = (np.int64(g["draw_pile_size"]) - np.int64(g["drawn"])) / DRAW_PILE_SIZE
    seen = np.zeros(SEGMENTS, np.uint8)
    for player in range(np.int64(g["num_players"])):
        row = out[player]
        row[:] = 0.0
        in_hand = np.int64(g["in_hand"][player])
        row[f.SCORE] = np.int64(g["score"][player])
        row[f.GOLD] = gold_points(g["ingots"][player])
        row[f.IN_HAND] = in_hand
        row[f.IN_HAND_EARLY] = in_hand * share
        row[f.NO_MEEPLE] = in_hand == 0
        row[f.LAST_MEEPLE] = in_hand == 1
        for k in range(MEEPLES):
            segment = np.int64(g["stands"][player, k]) - 1
            if segment >= 0:
                head = np.int64(g["feature"][segment])
                if g["kind"][head] == _FIELD:
                    row[f.FARMERS] += 1
                elif (seen[head] >> player) & 1 == 0:
                    seen[head] |= 1 << player
                    add_feature(t, g, chances, player, head, share, row)
    write_farms(t, g, chances, out)
    for player in range(np.int64(g["num_players"])):
        out[player, f.EXPECTED] = 0.0
        for k in PARTS:
            out[player, f.EXPECTED] += out[player, k]


@jit
def add_feature(t: Any, g: Any, chances: Any, player: Any, head: Any, share: Any, row: Any) -> None:
    """A road, city or monastery in which a player has meeples."""
    kind = g["kind"][head]
    claims = np.int64(g["claims"][head])
    own = meeples_of(claims, player)
    winners = np.int64(owners(g, claims))
    points = 1.0 * value(g, head, False)
    closing = chances.feature[head]
    more = 0.0
    if kind == _MONASTERY:
        closing, more = surroundings(t, g, chances, head)
    elif kind == _CITY:
        more = closing * (value(g, head, True) - points)
    row[f.RETURNS] += closing * own
    row[f.RETURNS_EARLY] += closing * own * share
    if closing < DEAD:
        row[f.STUCK] += own
    if kind == _CITY:
        row[f.OPEN_CITIES] += 1
    elif kind == _ROAD:
        row[f.OPEN_ROADS] += 1
    if (winners >> player) & 1 == 0:
        row[f.OUTVOTED] += points
        return
    if winners & (winners - 1) != 0:
        row[f.SHARED] += points
    # None is open where a feature has just been completed and not yet been scored.
    ends = max(chances.ends[head], 1)
    if kind == _CITY:
        row[f.CITY_1 + min(ends, 3) - 1] += points
        row[f.CITY_GAIN] += more
        if closing < DEAD:
            row[f.AT_RISK] += points
    elif kind == _ROAD:
        row[f.ROAD_1 + min(ends, 2) - 1] += points
    else:
        row[f.MONASTERY] += points
        row[f.MONASTERY_GAIN] += more
        row[f.MONASTERY_OPEN] += g["open"][head]
    if g["lying"] > 0:
        row[f.INGOTS_NEAR] += closing * ingots_on(g, head)


@jit
def ingots_on(g: Any, head: Any) -> Any:
    """Ingots that the completion of a feature gives out: those on its tiles, round a monastery too (7)."""
    found = np.int64(0)
    if g["kind"][head] == _MONASTERY:
        slot = np.int64(g["slot"][head])
        found += np.int64(g["lies"][slot])
        for k in range(8):
            there = slot_at(g, np.int64(g["x"][slot]) + AROUND_X[k], np.int64(g["y"][slot]) + AROUND_Y[k])
            if there >= 0:
                found += np.int64(g["lies"][there])
        return found
    s = np.int64(head)
    while True:
        lies = np.int64(g["lies"][g["slot"][s]])
        if lies > 0 and first_of_tile(g, s):
            found += lies
        s = np.int64(g["next"][s])
        if s == head:
            break
    return found


@jit
def first_of_tile(g: Any, segment: Any) -> Any:
    """Whether no earlier segment of the same tile is in the same feature: a tile counts once."""
    for other in range(np.int64(g["base"][g["slot"][segment]]), segment):
        if g["feature"][other] == g["feature"][segment]:
            return False
    return True
