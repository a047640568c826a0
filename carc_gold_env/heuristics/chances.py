"""The chances that open squares are filled and features completed, by what is left in the draw pile.

A square counts the remaining tiles that fit it; a feature waits for all its open squares, taken as independent.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from carc_gold_env.rules.board import AROUND_X, AROUND_Y, content
from carc_gold_env.rules.placing import BESIDE_BITS
from carc_gold_env.state import FIRST_FRONTIER, MAX_TILES, SEGMENTS, TYPES
from tabletop_envs.jit import jit

FILLING = 1.0 - np.exp(-0.35 * np.arange(MAX_TILES))
"""The chance that an open square will be filled, by how many tiles of the draw pile fit it (fitted to random games)."""
UNKNOWN = -1.0
"""Of what a square's sides must show: its chance has not been counted yet."""
EDGES = 256
_SEGMENT = (1 << BESIDE_BITS) - 1


class Chances(NamedTuple):
    """What is known of the chances on a board.

    Attributes:
        square: float64 [EDGES], by what a square's sides must show (``needs``); holds as long as the draw pile does.
        feature: float64 [SEGMENTS], at the head of each road and city the chance that it is completed; 1 if it is.
        ends: int64 [SEGMENTS], the number of its open squares.
    """

    square: npt.NDArray[np.float64]
    feature: npt.NDArray[np.float64]
    ends: npt.NDArray[np.int64]


@jit
def new_chances() -> Any:
    """Chances of which nothing is known."""
    return Chances(np.full(EDGES, UNKNOWN), np.ones(SEGMENTS, np.float64), np.zeros(SEGMENTS, np.int64))


@jit
def filling(t: Any, g: Any, chances: Any, needs: Any) -> Any:
    """The chance that a square whose sides must show ``needs`` will be filled; counted once for each ``needs``."""
    if chances.square[needs] < 0.0:
        fitting = np.int64(0)
        for tile in range(1, TYPES):
            if t["fit"][tile, needs] != 0:
                fitting += np.int64(g["left"][tile])
        chances.square[needs] = FILLING[fitting]
    return chances.square[needs]


@jit
def write_chances(t: Any, g: Any, chances: Any) -> None:
    """The chances of all roads and cities on the board."""
    segments = np.int64(g["segments"])
    chances.feature[:segments] = 1.0
    chances.ends[:segments] = 0
    for place in range(np.int64(g["squares"])):
        beside = np.int64(g["beside"][place])
        if beside != 0:
            p = filling(t, g, chances, np.int64(g["needs"][place]))
            first = np.int64(-1)
            second = np.int64(-1)
            third = np.int64(-1)
            while beside != 0:
                segment = (beside & _SEGMENT) - 1
                beside >>= BESIDE_BITS
                if segment >= 0:
                    head = np.int64(g["feature"][segment])
                    # One tile fills all the ends that a feature has on a square.
                    if head != first and head != second and head != third:
                        chances.feature[head] *= p
                        chances.ends[head] += 1
                        third = second
                        second = first
                        first = head


@jit
def surroundings(t: Any, g: Any, chances: Any, head: Any) -> Any:
    """The chance that all squares round a monastery will be filled, and how many of them probably."""
    slot = np.int64(g["slot"][head])
    closing = 1.0
    more = 0.0
    for k in range(8):
        there = content(g, np.int64(g["x"][slot]) + AROUND_X[k], np.int64(g["y"][slot]) + AROUND_Y[k])
        if there == 0 or there >= FIRST_FRONTIER:
            # A square that touches no tile yet takes any.
            needs = np.int64(g["needs"][there - FIRST_FRONTIER]) if there != 0 else np.int64(0)
            p = filling(t, g, chances, needs)
            closing *= p
            more += p
    return closing, more
