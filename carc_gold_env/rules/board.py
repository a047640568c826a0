"""The unbounded board: which square is where, what lies on it, which empty squares touch a tile.

A square's content stands at ``(x + 90 * y) & 4095``. Two different squares share that place only if they are at least
90 steps apart; 80 connected tiles and all squares round them are at most 83 steps apart (2.1: nothing else restricts
where tiles go).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.state import BOARD, FIRST_FRONTIER, MAX_TILES
from tabletop_envs.jit import jit

ROW = 90
assert MAX_TILES + 3 < ROW
_MASK = BOARD - 1

SIDE_X = (0, 1, 0, -1)
SIDE_Y = (-1, 0, 1, 0)
"""The neighbours across N, E, S, W."""
AROUND_X = (-1, 0, 1, -1, 1, -1, 0, 1)
AROUND_Y = (-1, -1, -1, 0, 0, 1, 1, 1)
"""The eight squares round a square, in reading order."""


@jit
def content(g: Any, x: Any, y: Any) -> Any:
    """What is on a square: 0 nothing, 1 .. 80 a tile's slot + 1, from 81 on an empty square's place + 81."""
    return np.int64(g["board"][(np.int64(x) + ROW * np.int64(y)) & _MASK])


@jit
def slot_at(g: Any, x: Any, y: Any) -> Any:
    """The slot of the tile on a square, -1 if there is none."""
    there = content(g, x, y)
    return there - 1 if there < FIRST_FRONTIER else np.int64(-1)


@jit
def set_content(g: Any, x: Any, y: Any, value: Any) -> None:
    """Writes what is on a square."""
    g["board"][(np.int64(x) + ROW * np.int64(y)) & _MASK] = value


@jit
def add_free(g: Any, x: Any, y: Any) -> Any:
    """A square that touches a tile for the first time; returns its place among the empty squares."""
    place = np.int64(g["squares"])
    g["squares"] = place + 1
    g["free_x"][place] = x
    g["free_y"][place] = y
    g["needs"][place] = 0
    set_content(g, x, y, place + FIRST_FRONTIER)
    return place


@jit
def take_free(g: Any, place: Any) -> None:
    """An empty square gets a tile: the last of the empty squares takes its place."""
    last = np.int64(g["squares"]) - 1
    g["squares"] = last
    if place != last:
        g["free_x"][place] = g["free_x"][last]
        g["free_y"][place] = g["free_y"][last]
        g["needs"][place] = g["needs"][last]
        g["beside"][place] = g["beside"][last]
        set_content(g, g["free_x"][place], g["free_y"][place], place + FIRST_FRONTIER)
    g["free_x"][last] = 0
    g["free_y"][last] = 0
    g["needs"][last] = 0
    g["beside"][last] = 0


@jit
def rotations_at(t: Any, g: Any, tile: Any, place: Any) -> Any:
    """The rotations in which a tile of this type may lie on an empty square, a bit each (2.1)."""
    return np.int64(t["fit"][tile, g["needs"][place]])


@jit
def has_place(t: Any, g: Any, tile: Any) -> Any:
    """Whether a tile of this type may lie anywhere."""
    for place in range(np.int64(g["squares"])):
        if t["fit"][tile, g["needs"][place]] != 0:
            return True
    return False


@jit
def neighbours(g: Any, x: Any, y: Any) -> Any:
    """How many of the eight squares round a square hold tiles."""
    found = 0
    for k in range(8):
        if slot_at(g, x + AROUND_X[k], y + AROUND_Y[k]) >= 0:
            found += 1
    return found
