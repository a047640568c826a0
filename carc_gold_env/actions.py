"""Action numbers. One ``Discrete(NUM_ACTIONS)`` serves every interface, player count and option.

A turn is up to four actions: the square; the rotation, where several fit; on a gold tile the neighbour that gets the
second ingot; a meeple or none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit

HALF_WINDOW = 12
WINDOW = 2 * HALF_WINDOW + 1
"""Squares at most 12 away from the start tile in x and in y have fixed numbers."""
RESERVE = 136
"""Numbers for empty squares outside the window. No board has more of them: the start tile and the first 11 tiles on the
way out have no neighbour there, and each of the other 68 adds at most two (it adds three and covers one itself, or adds
two at most from within)."""

WAIT = 0  # nothing to decide
SQUARE = 1  # + 25 * (y + 12) + (x + 12)
OUTSIDE = SQUARE + WINDOW * WINDOW  # + place among the empty squares outside the window that touch a tile, by (y, x)
ROTATE = OUTSIDE + RESERVE  # + quarter turns clockwise
INGOT = ROTATE + 4  # + neighbour in reading order: NW N NE W E SW S SE
MEEPLE = INGOT + 8  # + place, see below
NO_MEEPLE = MEEPLE + 17
NUM_ACTIONS = NO_MEEPLE + 1

# Where on a tile a meeple can stand, as the tile lies: a segment is named by its first side or half.
MONASTERY = 0
CITY = 1  # + side
ROAD = 5  # + side
FIELD = 9  # + half of a side
PLACES = 17


@jit
def in_window(x: Any, y: Any) -> Any:
    """Whether a square has a fixed number."""
    return -HALF_WINDOW <= x <= HALF_WINDOW and -HALF_WINDOW <= y <= HALF_WINDOW


@jit
def cell(x: Any, y: Any) -> Any:
    """A square's place in the window, row by row."""
    return (np.int64(y) + HALF_WINDOW) * WINDOW + np.int64(x) + HALF_WINDOW
