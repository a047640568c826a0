"""Features, kept up as tiles arrive: joining, open ends, tiles, shields, meeples (docs/rules/carcassonne_gold.md 3).

Every segment knows its feature's head, and the segments of a feature form a ring. When two features join, the smaller
one is relabelled, so that all tiles together cost little however large the board is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.state import Kind
from tabletop_envs.jit import jit

_CITY = int(Kind.CITY)
_ROAD = int(Kind.ROAD)
_FIELD = int(Kind.FIELD)
_MONASTERY = int(Kind.MONASTERY)

PLAYER_BITS = 4
"""Bits of a player's meeples in ``claims``."""


@jit
def add_segment(t: Any, g: Any, slot: Any, local: Any) -> None:
    """A new tile's segment, at first a feature of its own."""
    tile = g["type"][slot]
    s = np.int64(g["segments"])
    g["segments"] = s + 1
    g["feature"][s] = s
    g["next"][s] = s
    g["slot"][s] = slot
    g["kind"][s] = t["kind"][tile, local]
    g["size"][s] = 1
    g["span"][s] = 1
    g["shields"][s] = t["shields"][tile, local]
    g["open"][s] = t["sides"][tile, local]


@jit
def join(t: Any, g: Any, a: Any, b: Any) -> Any:
    """Makes the features of two segments one; returns its head."""
    big = np.int64(g["feature"][a])
    small = np.int64(g["feature"][b])
    if big == small:
        return big
    if g["size"][big] < g["size"][small]:
        big, small = small, big
    shared = 0
    if g["kind"][big] != _FIELD:
        shared = shared_tiles(t, g, big, small)
    s = small
    while True:
        g["feature"][s] = big
        s = np.int64(g["next"][s])
        if s == small:
            break
    following = g["next"][big]
    g["next"][big] = g["next"][small]
    g["next"][small] = following
    g["size"][big] += g["size"][small]
    g["span"][big] = np.int64(g["span"][big]) + np.int64(g["span"][small]) - shared
    g["shields"][big] += g["shields"][small]
    g["open"][big] += g["open"][small]
    g["claims"][big] += g["claims"][small]
    return big


@jit
def shared_tiles(t: Any, g: Any, big: Any, small: Any) -> Any:
    """How many tiles two features have in common: a tile counts once in the feature they become (3)."""
    shared = 0
    s = small
    while True:
        slot = np.int64(g["slot"][s])
        tile = np.int64(g["type"][slot])
        base = np.int64(g["base"][slot])
        if t["alone"][tile, s - base] == 0:
            in_big = False
            counted = False
            for other in range(base, base + t["segments"][tile]):
                if g["feature"][other] == big:
                    in_big = True
                elif g["feature"][other] == small and other < s:
                    counted = True
            if in_big and not counted:
                shared += 1
        s = np.int64(g["next"][s])
        if s == small:
            break
    return shared


@jit
def connect(t: Any, g: Any, a: Any, b: Any) -> None:
    """A side of one road or city segment meets that of another: neither is open there any more."""
    head = join(t, g, a, b)
    g["open"][head] -= 2


@jit
def is_complete(g: Any, head: Any) -> Any:
    """Whether a road, city or monastery is complete."""
    return g["open"][head] == 0 and g["kind"][head] != _FIELD


@jit
def value(g: Any, head: Any, complete: Any) -> Any:
    """What a road, city or monastery is worth when it is complete, or at the end when it is not (3)."""
    kind = g["kind"][head]
    span = np.int64(g["span"][head])
    if kind == _ROAD:
        return span
    if kind == _MONASTERY:
        return 9 - np.int64(g["open"][head])
    points = span + np.int64(g["shields"][head])
    if complete and not (g["small_city"] == 1 and span == 2):
        return 2 * points
    return points


@jit
def meeples_of(claims: Any, player: Any) -> Any:
    """A player's meeples in a feature."""
    return (np.int64(claims) >> (PLAYER_BITS * player)) & 15


@jit
def owners(g: Any, claims: Any) -> Any:
    """The players with the most meeples in a feature, as a bit mask; 0 if nobody has any (4)."""
    most = 0
    found = 0
    if claims == 0:
        return found
    for player in range(np.int64(g["num_players"])):
        n = meeples_of(claims, player)
        if n > most:
            most = n
            found = 1 << player
        elif n == most and n > 0:
            found |= 1 << player
    return found
