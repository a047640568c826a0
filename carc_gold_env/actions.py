"""Action numbers. One ``Discrete(NUM_ACTIONS)`` serves every interface, player count and option.

A turn is up to four actions: the square; the rotation, where several fit; on a gold tile the neighbour that gets the
second ingot; a meeple or none.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np

from carc_gold_env.state import MAX_TILES
from tabletop_envs.jit import jit

HALF_WINDOW = 12
WINDOW = 2 * HALF_WINDOW + 1
"""Squares at most 12 away from the start tile in x and in y have fixed numbers."""
RESERVE = 2 * (MAX_TILES - HALF_WINDOW)
"""Numbers for empty squares outside the window. No board has more of them: the start tile and the first 11 tiles on the
way out have no neighbour there, and each of the other 68 adds at most two (it adds three and covers one itself, or adds
two at most from within)."""

# Where on a tile a meeple can stand, as the tile lies: a segment is named by its first side or half.
MONASTERY = 0
CITY = 1  # + side
ROAD = 5  # + side
FIELD = 9  # + half of a side
PLACES = 17

_SIZES = (1, WINDOW * WINDOW, RESERVE, 4, 8, PLACES, 1)
KINDS = tuple(accumulate(_SIZES[:-1], initial=0))
"""The kinds of actions, each by its first number."""
WAIT, SQUARE, OUTSIDE, ROTATE, INGOT, MEEPLE, NO_MEEPLE = KINDS
"""What is counted within a kind:

- ``WAIT``: nothing, there is nothing to decide; ``NO_MEEPLE``: nothing either;
- ``SQUARE``: 25 * (y + 12) + (x + 12), see :func:`cell`;
- ``OUTSIDE``: place among the empty squares outside the window that touch a tile, by (y, x);
- ``ROTATE``: quarter turns clockwise;
- ``INGOT``: neighbours in reading order, NW N NE W E SW S SE;
- ``MEEPLE``: places on the tile, as above.
"""
NUM_ACTIONS = sum(_SIZES)


@jit
def encode(kind: Any, k: Any) -> Any:
    """The number of the ``k``-th action of a kind."""
    return np.int64(kind) + np.int64(k)


@jit
def decode(action: Any) -> Any:
    """The kind of an action, and its number within the kind; the inverse of :func:`encode`."""
    kind = np.int64(WAIT)
    for first in KINDS:
        if action >= first:
            kind = np.int64(first)
    return kind, np.int64(action) - kind


@jit
def in_window(x: Any, y: Any) -> Any:
    """Whether a square has a fixed number."""
    return -HALF_WINDOW <= x <= HALF_WINDOW and -HALF_WINDOW <= y <= HALF_WINDOW


@jit
def cell(x: Any, y: Any) -> Any:
    """A square's place in the window, row by row."""
    return (np.int64(y) + HALF_WINDOW) * WINDOW + np.int64(x) + HALF_WINDOW


@jit
def square_at(k: Any) -> Any:
    """The square (x, y) at a place in the window; the inverse of :func:`cell`."""
    return k % WINDOW - HALF_WINDOW, k // WINDOW - HALF_WINDOW
