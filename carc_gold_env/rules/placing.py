"""Laying a tile: sides meet, features join, empty squares come and go (docs/rules/carcassonne_gold.md 2.1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.rules.board import (
    AROUND_X,
    AROUND_Y,
    SIDE_X,
    SIDE_Y,
    add_free,
    content,
    set_content,
    slot_at,
    take_free,
)
from carc_gold_env.rules.features import add_segment, connect, join
from carc_gold_env.state import FIRST_FRONTIER, Edge
from tabletop_envs.jit import jit

BESIDE_BITS = 10
"""Bits of a segment's number in ``beside``."""
_CITY = int(Edge.CITY)
_ROAD = int(Edge.ROAD)
_FIELD = int(Edge.FIELD)


@jit
def lay(t: Any, g: Any, tile: Any, x: Any, y: Any, rotation: Any) -> None:
    """Lays a tile on a square that is empty; all its neighbours must fit."""
    slot = np.int64(g["tiles"])
    there = content(g, x, y)
    if there >= FIRST_FRONTIER:
        take_free(g, there - FIRST_FRONTIER)
    g["tiles"] = slot + 1
    g["type"][slot] = tile
    g["rotation"][slot] = rotation
    g["x"][slot] = x
    g["y"][slot] = y
    g["base"][slot] = g["segments"]
    set_content(g, x, y, slot + 1)
    for local in range(t["segments"][tile]):
        add_segment(t, g, slot, local)
    for side in range(4):
        nx = x + SIDE_X[side]
        ny = y + SIDE_Y[side]
        there = content(g, nx, ny)
        if 0 < there < FIRST_FRONTIER:
            meet(t, g, slot, there - 1, side)
        else:
            place = there - FIRST_FRONTIER if there > 0 else add_free(g, nx, ny)
            facing = (side + 2) & 3
            g["needs"][place] |= np.int64(t["edge"][tile, rotation, side]) << (2 * facing)
            part = np.int64(t["at_side"][tile, rotation, side])
            if part >= 0:
                g["beside"][place] |= (np.int64(g["base"][slot]) + part + 1) << (BESIDE_BITS * facing)
    surround(t, g, slot, x, y)


@jit
def meet(t: Any, g: Any, slot: Any, other: Any, side: Any) -> None:
    """A new tile's side meets a neighbour's: roads and cities join, and grass by halves (3, 5)."""
    tile = g["type"][slot]
    turned = g["rotation"][slot]
    base = np.int64(g["base"][slot])
    tile2 = g["type"][other]
    turned2 = g["rotation"][other]
    base2 = np.int64(g["base"][other])
    facing = (side + 2) & 3
    edge = t["edge"][tile, turned, side]
    if edge != _FIELD:
        connect(t, g, base + t["at_side"][tile, turned, side], base2 + t["at_side"][tile2, turned2, facing])
    if edge != _CITY:  # left meets right
        left = base + t["at_half"][tile, turned, 2 * side]
        right = base + t["at_half"][tile, turned, 2 * side + 1]
        join(t, g, left, base2 + t["at_half"][tile2, turned2, 2 * facing + 1])
        join(t, g, right, base2 + t["at_half"][tile2, turned2, 2 * facing])


@jit
def surround(t: Any, g: Any, slot: Any, x: Any, y: Any) -> None:
    """A monastery on the new tile counts its neighbours; those round it have one empty square less."""
    own = np.int64(t["monastery"][g["type"][slot]])
    for k in range(8):
        other = slot_at(g, x + AROUND_X[k], y + AROUND_Y[k])
        if other >= 0:
            if own >= 0:
                g["open"][g["base"][slot] + own] -= 1
            theirs = np.int64(t["monastery"][g["type"][other]])
            if theirs >= 0:
                g["open"][g["base"][other] + theirs] -= 1
