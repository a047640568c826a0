"""The record that is a game of Carcassonne with The Gold Mines, and the numbers that its fields hold.

Everything of a game is in one record of :data:`DTYPE`; see the comments beside the fields. Rules read and write
fields as ``g["field"]``. A *slot* is a laid tile's number in the order of laying (0 = the start tile); a *segment* is
the part of a road, city, field or monastery on one tile, numbered in the order of laying too. A *feature* is known by
one of its segments, its *head*; what is true of a feature stands in the arrays below at its head's place.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from carc_gold_env.tiles import TILES

MAX_PLAYERS = 5
MEEPLES = 7
MAX_TILES = sum(tile.count for tile in TILES)
DRAW_PILE_SIZE = MAX_TILES - 1
TYPES = 1 + len(TILES)
"""Types of tiles and 0 for none."""
SEGMENTS = sum(tile.count * tile.segments for tile in TILES)
"""Of all tiles together."""
FRONTIER = 4 + 2 * (MAX_TILES - 1)
"""Empty squares that touch a tile: 4 at the start; each further tile takes one away and adds at most 3."""
BOARD = 4096
"""Squares that can be told apart, see rules/board.py."""
FIRST_FRONTIER = MAX_TILES + 1
DRAW = 255  # in a template, in the first place of the draw pile: to be shuffled at reset
INGOTS = 2 * sum(tile.count for tile in TILES if tile.gold)

assert FIRST_FRONTIER + FRONTIER <= 256  # the contents of a square in a byte
assert SEGMENTS < 1 << 10  # four segments in ``beside``
assert MEEPLES < 1 << 4  # the meeples of five players in ``claims``
assert 4 * MAX_PLAYERS < 31


class Phase(IntEnum):
    """What the active player has to decide."""

    SQUARE = 0  # where the tile goes
    ROTATION = 1  # which way round, where several rotations fit
    INGOT = 2  # which neighbour gets the second ingot
    MEEPLE = 3  # where a meeple goes, if anywhere
    OVER = 4


class Kind(IntEnum):
    """What a segment is a part of."""

    CITY = 1
    ROAD = 2
    FIELD = 3
    MONASTERY = 4


class Edge(IntEnum):
    """What is on a side of a tile; two bits, 0 stands for a side that touches no tile."""

    FIELD = 1
    ROAD = 2
    CITY = 3


DTYPE: np.dtype[Any] = np.dtype(
    [
        ("rng", np.uint64, (1,)),  # used at reset only, then 0: nobody can find the draw pile's order here
        # options
        ("num_players", np.uint8),
        ("gold_mines", np.uint8),
        ("farmers", np.uint8),
        ("small_city", np.uint8),  # the old rule for cities of two tiles
        ("farmer_scoring", np.uint8),  # its version: 1, 2 or 3
        ("meeples", np.uint8),  # each player's
        # where the game is
        ("phase", np.uint8),
        ("player", np.uint8),  # the active player
        ("hand", np.uint8),  # type of the tile in hand, or just laid while its move goes on; 0 = none
        ("chosen", np.uint8),  # ROTATION: the frontier square that was chosen
        ("drawn", np.uint8),  # tiles taken off the draw pile
        ("draw_pile_size", np.uint8),
        ("tiles", np.uint8),  # tiles on the board
        ("squares", np.uint8),  # empty squares that touch one
        ("lying", np.uint8),  # ingots on tiles
        ("winners", np.uint8),  # bit mask, once the game is over
        ("segments", np.int16),  # segments on the board
        # the players
        ("score", np.int16, MAX_PLAYERS),  # for completed features
        ("final", np.int16, MAX_PLAYERS),  # the final score, once the game is over
        ("in_hand", np.uint8, MAX_PLAYERS),  # meeples
        ("ingots", np.uint8, MAX_PLAYERS),  # collected
        ("stands", np.int16, (MAX_PLAYERS, MEEPLES)),  # where each meeple stands: segment + 1, 0 = in hand
        # chance
        ("draw_pile", np.uint8, DRAW_PILE_SIZE),  # types, in the order of drawing
        ("left", np.uint8, TYPES),  # how many of each type are still in the draw pile
        # the tiles, by slot
        ("type", np.uint8, MAX_TILES),
        ("rotation", np.uint8, MAX_TILES),  # quarter turns clockwise
        ("x", np.int8, MAX_TILES),
        ("y", np.int8, MAX_TILES),
        ("base", np.int16, MAX_TILES),  # first segment
        ("lies", np.uint8, MAX_TILES),  # ingots on it
        ("meeple", np.uint8, MAX_TILES),  # what was decided when it was laid: local segment of the meeple + 1
        ("second", np.uint8, MAX_TILES),  # and slot of the second ingot + 1
        ("claim", np.uint8, MAX_TILES),  # while ingots are given out: bit mask of the claimants
        # the empty squares that touch a tile
        ("free_x", np.int8, FRONTIER),
        ("free_y", np.int8, FRONTIER),
        ("needs", np.uint8, FRONTIER),  # what the sides must show: Edge in bits 2 * side
        ("beside", np.int64, FRONTIER),  # the road or city segment + 1 beyond each side, in bits 10 * side
        # the segments
        ("feature", np.int16, SEGMENTS),  # the feature's head
        ("next", np.int16, SEGMENTS),  # the feature's segments in a ring
        ("slot", np.uint8, SEGMENTS),  # the tile it is on
        ("kind", np.uint8, SEGMENTS),
        # the features, at their heads
        ("size", np.uint8, SEGMENTS),  # segments
        ("span", np.uint8, SEGMENTS),  # tiles (roads and cities)
        ("shields", np.uint8, SEGMENTS),
        ("open", np.int8, SEGMENTS),  # open ends or sides; monastery: empty squares round it; 0 = complete
        ("claims", np.int32, SEGMENTS),  # meeples of player k in bits 4k .. 4k + 3
        # by square: 0 = nothing, 1 .. 80 = slot + 1, from 81 on: place among the empty squares + 81
        ("board", np.uint8, BOARD),
    ],
    align=True,
)
"""One game, for all player counts and options."""
