"""What a good player sees at a glance: the points that laying the tile in hand somewhere would bring at once.

Only roads, cities and monasteries count, each with what it would score as it then stands: unfinished ones as at the end
of the game. A feature that nobody owns counts where a meeple could be put on it, the best one only.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import cell, in_window
from carc_gold_env.rules.board import AROUND_X, AROUND_Y, neighbours
from carc_gold_env.rules.features import owners, value
from carc_gold_env.rules.placing import BESIDE_BITS
from carc_gold_env.state import MEEPLES, Kind
from tabletop_envs.jit import jit

MOST = 31
"""The most that is written of it."""
_CITY = int(Kind.CITY)
_ROAD = int(Kind.ROAD)
_MONASTERY = int(Kind.MONASTERY)


@jit
def head_at(g: Any, beside: Any, side: Any) -> Any:
    """The head of the road or city that an empty square touches on a side, -1 if there is none."""
    segment = ((beside >> (BESIDE_BITS * side)) & 1023) - 1
    return np.int64(g["feature"][segment]) if segment >= 0 else np.int64(-1)


@jit
def worth_of(t: Any, g: Any, player: Any, tile: Any, rotation: Any, beside: Any) -> Any:
    """The points that a tile brings the player through its roads and cities, laid beside the segments ``beside``."""
    own = np.int64(0)
    best = np.int64(0)
    joined = np.int64(0)  # bit mask of the tile's segments that touch one of them
    for side in range(4):
        part = np.int64(t["at_side"][tile, rotation, side])
        if head_at(g, beside, side) >= 0 and (joined >> part) & 1 == 0:
            joined |= np.int64(1) << part
            points, free = joined_worth(t, g, player, tile, rotation, beside, part)
            if free:
                best = max(best, points)
            else:
                own += points
    if g["in_hand"][player] == 0:
        return own
    for local in range(t["segments"][tile]):
        kind = t["kind"][tile, local]
        if kind != _CITY and kind != _ROAD:
            break
        if (joined >> local) & 1 == 0:
            best = max(best, 1 + np.int64(t["shields"][tile, local]))
    return own + best


@jit
def joined_worth(t: Any, g: Any, player: Any, tile: Any, rotation: Any, beside: Any, local: Any) -> Any:
    """What the tile's segment changes for the player when it joins its neighbours; whether nobody owns the result."""
    ends = np.int64(t["sides"][tile, local])
    span = np.int64(1)
    shields = np.int64(t["shields"][tile, local])
    claims = np.int64(0)
    before = np.int64(0)
    for side in range(4):
        head = head_at(g, beside, side)
        if head >= 0 and t["at_side"][tile, rotation, side] == local:
            ends -= 2
            again = False
            for earlier in range(side):
                if head_at(g, beside, earlier) == head and t["at_side"][tile, rotation, earlier] == local:
                    again = True
            if not again:
                ends += np.int64(g["open"][head])
                span += np.int64(g["span"][head])
                shields += np.int64(g["shields"][head])
                theirs = np.int64(g["claims"][head])
                if theirs != 0:
                    claims += theirs
                    if (np.int64(owners(g, theirs)) >> player) & 1:
                        before += value(g, head, False)
    points = span
    if t["kind"][tile, local] == _CITY:
        points += shields
        if ends == 0 and not (g["small_city"] == 1 and span == 2):
            points *= 2
    if claims == 0:
        return points, True
    if (np.int64(owners(g, claims)) >> player) & 1:
        return points - before, False
    return -before, False


@jit
def segment_worth(g: Any, segment: Any) -> Any:
    """What the feature of a segment is worth as it stands; a field nothing."""
    head = np.int64(g["feature"][segment])
    kind = g["kind"][head]
    if kind != _CITY and kind != _ROAD and kind != _MONASTERY:
        return np.int64(0)
    return np.int64(value(g, head, g["open"][head] == 0))


@jit
def standing(g: Any, player: Any) -> Any:
    """What the player's meeples on unfinished roads, cities and monasteries would score at the end."""
    total = np.int64(0)
    for k in range(MEEPLES):
        segment = np.int64(g["stands"][player, k]) - 1
        if segment >= 0:
            head = np.int64(g["feature"][segment])
            first = True
            for earlier in range(k):
                other = np.int64(g["stands"][player, earlier]) - 1
                if other >= 0 and g["feature"][other] == head:
                    first = False
            if first and (np.int64(owners(g, g["claims"][head])) >> player) & 1:
                total += segment_worth(g, segment)
    return total


@jit
def beside_monasteries(t: Any, g: Any, player: Any, out: Any, first: Any) -> None:
    """Adds a point at each square of the window round the player's unfinished monasteries where one is written."""
    for k in range(MEEPLES):
        segment = np.int64(g["stands"][player, k]) - 1
        if segment >= 0 and g["kind"][segment] == _MONASTERY:
            slot = np.int64(g["slot"][segment])
            for side in range(8):
                x = np.int64(g["x"][slot]) + AROUND_X[side]
                y = np.int64(g["y"][slot]) + AROUND_Y[side]
                if in_window(x, y) and 0 < out[first + cell(x, y)] < MOST:
                    out[first + cell(x, y)] += 1


@jit
def monastery_worth(t: Any, g: Any, tile: Any, place: Any) -> Any:
    """What a monastery on the tile would be worth on an empty square, 0 if the tile has none."""
    if t["monastery"][tile] < 0:
        return np.int64(0)
    return np.int64(1 + neighbours(g, np.int64(g["free_x"][place]), np.int64(g["free_y"][place])))
