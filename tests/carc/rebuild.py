"""Features found again from where the tiles lie, as plainly as possible, to compare with those kept up by the rules.

Neighbours are looked for among all tiles, labels are passed from segment to segment until nothing changes, and open
ends, tiles, shields and meeples are counted one by one. Of the game only the tiles and the meeples are read.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from carc_gold_env.state import MEEPLES, SEGMENTS, Kind
from carc_gold_env.tables import tables
from tabletop_envs.jit import jit

_FIELD = int(Kind.FIELD)
_MONASTERY = int(Kind.MONASTERY)
WHAT = ("", "same feature", "ring", "size", "open ends", "tiles", "shields", "meeples", "kind", "number of segments")
"""What a number that :func:`differs` returns stands for."""


@jit
def tile_at(g: Any, x: Any, y: Any) -> Any:
    for slot in range(np.int64(g["tiles"])):
        if g["x"][slot] == x and g["y"][slot] == y:
            return slot
    return -1


@jit
def first_of(t: Any, g: Any, slot: Any) -> Any:
    """A tile's first segment: those of all tiles laid before it come first."""
    found = np.int64(0)
    for earlier in range(slot):
        found += t["segments"][g["type"][earlier]]
    return found


@jit
def spread(label: Any, a: Any, b: Any) -> Any:
    """Gives two segments the smaller of their labels; whether that changed anything."""
    if label[a] == label[b]:
        return False
    least = min(label[a], label[b])
    label[a] = least
    label[b] = least
    return True


@jit
def labels(t: Any, g: Any, label: Any, ends: Any) -> None:
    """Labels all segments by feature; ``ends`` counts each one's sides towards empty squares."""
    around = np.zeros((80, 4), np.int64)
    first = np.zeros(80, np.int64)
    n = np.int64(g["tiles"])
    for slot in range(n):
        x = np.int64(g["x"][slot])
        y = np.int64(g["y"][slot])
        around[slot, 0] = tile_at(g, x, y - 1)
        around[slot, 1] = tile_at(g, x + 1, y)
        around[slot, 2] = tile_at(g, x, y + 1)
        around[slot, 3] = tile_at(g, x - 1, y)
        first[slot] = first_of(t, g, slot)
        for side in range(4):
            part = t["at_side"][g["type"][slot], g["rotation"][slot], side]
            if part >= 0 and around[slot, side] < 0:
                ends[first[slot] + part] += 1
    changed = True
    while changed:
        changed = False
        for slot in range(n):
            for side in range(4):
                other = around[slot, side]
                if other > slot:
                    mine = t["at_side"][g["type"][slot], g["rotation"][slot], side]
                    theirs = t["at_side"][g["type"][other], g["rotation"][other], (side + 2) % 4]
                    if mine >= 0 and spread(label, first[slot] + mine, first[other] + theirs):
                        changed = True
                    for left in range(2):
                        grass = t["at_half"][g["type"][slot], g["rotation"][slot], 2 * side + left]
                        facing = 2 * ((side + 2) % 4) + 1 - left
                        grass2 = t["at_half"][g["type"][other], g["rotation"][other], facing]
                        if grass >= 0 and spread(label, first[slot] + grass, first[other] + grass2):
                            changed = True


@jit
def tiles_round(g: Any, slot: Any) -> Any:
    found = 0
    for other in range(np.int64(g["tiles"])):
        dx = abs(np.int64(g["x"][other]) - np.int64(g["x"][slot]))
        dy = abs(np.int64(g["y"][other]) - np.int64(g["y"][slot]))
        if max(dx, dy) == 1:
            found += 1
    return found


@jit
def differs(t: Any, g: Any) -> Any:
    """0 if the features of a game are those found again, else what differs, see ``WHAT``."""
    n = first_of(t, g, np.int64(g["tiles"]))
    if n != g["segments"]:
        return 9
    label = np.arange(SEGMENTS)
    ends = np.zeros(SEGMENTS, np.int64)
    size = np.zeros(SEGMENTS, np.int64)
    span = np.zeros(SEGMENTS, np.int64)
    shields = np.zeros(SEGMENTS, np.int64)
    claims = np.zeros(SEGMENTS, np.int64)
    last = np.full(SEGMENTS, -1)
    open_ends = np.zeros(SEGMENTS, np.int64)
    labels(t, g, label, ends)
    for slot in range(np.int64(g["tiles"])):
        for local in range(t["segments"][g["type"][slot]]):
            s = first_of(t, g, slot) + local
            if g["slot"][s] != slot or g["kind"][s] != t["kind"][g["type"][slot], local]:
                return 8
            size[label[s]] += 1
            open_ends[label[s]] += ends[s] if g["kind"][s] != _MONASTERY else 8 - tiles_round(g, slot)
            shields[label[s]] += t["shields"][g["type"][slot], local]
            if last[label[s]] != slot:
                last[label[s]] = slot
                span[label[s]] += 1
    for player in range(np.int64(g["num_players"])):
        for k in range(MEEPLES):
            if g["stands"][player, k] > 0:
                claims[label[g["stands"][player, k] - 1]] += 1 << (4 * player)
    for s in range(n):
        head = np.int64(g["feature"][s])
        if label[head] != label[s] or g["feature"][label[s]] != head:
            return 1
        if label[g["next"][s]] != label[s]:
            return 2
        if head == s:
            around = np.int64(g["next"][s])
            steps = 1
            while around != s and steps <= n:
                around = np.int64(g["next"][around])
                steps += 1
            if steps != size[label[s]]:
                return 2
            if g["size"][s] != size[label[s]]:
                return 3
            if g["claims"][s] != claims[label[s]]:
                return 7
            if g["kind"][s] != _FIELD:
                if g["open"][s] != open_ends[label[s]]:
                    return 4
                if g["span"][s] != span[label[s]]:
                    return 5
                if g["shields"][s] != shields[label[s]]:
                    return 6
    return 0


@jit
def _all(t: Any, games: Any, rows: Any, out: Any) -> None:
    for k in range(len(rows)):
        out[k] = differs(t[0], games[rows[k]])


def differences(games: npt.NDArray[Any], rows: npt.NDArray[np.int64]) -> list[str]:
    """What differs in each of some games, ``""`` where nothing does."""
    out = np.zeros(len(rows), np.int64)
    _all(tables(), games, rows, out)
    return [WHAT[number] for number in out]
