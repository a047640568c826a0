"""The record that is a game of Tiny Towns, and the numbers that its fields hold.

Everything of a game is in one record of :data:`DTYPE`; see the comments beside the fields. Rules read and write
fields as ``g["field"]``, players as ``s = g["players"][k]``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

MAX_PLAYERS = 6
SQUARES = 16
NUM_CARDS = 7  # cards of the row; a card's place there is its slot
ALL_SLOTS = (1 << NUM_CARDS) - 1  # bit mask of the cards of the row
MONUMENT = NUM_CARDS  # the slot of a player's own monument
DRAW = 255  # in a template: to be drawn at reset

MAX_ROUNDS = 200
"""The game ends after this round at the latest (rules/tiny_towns_fortune.md D34)."""
MAX_CHANGES = 75
"""Coins that Hollow Hill can count: each brings a cube, and each of the 15 other squares takes at most 5 of them."""

DECK_SIZE = 140
"""Cards that Town Hall can turn up: two of three rounds; 14 passes of 10 (rules/tiny_towns_base.md 8)."""


class Phase(IntEnum):
    """What the table is doing."""

    SETUP = 0  # every player keeps one of its two monuments
    NAMING = 1  # the Master Builder names a resource
    PLACING = 2  # every player deals with its cube (and chooses it first: solo, Town Hall's third rounds)
    CONSTRUCTING = 3  # every player constructs
    WATCH = 4  # the owner of Opaleye's Watch answers and may construct again
    OVER = 5
    TAKING = 6  # the Master Builder may take a cube from an Oddity Shop before naming
    ROUND_END = 7  # the coins of the round's end; The Treasury at Okaver may ask


class Parsonage(IntEnum):
    """What a Parsonage asks of the chest (rules/tiny_towns_fortune.md R2)."""

    AT_LEAST = 0  # a coin for each Cottage, else all are lost
    EXACT = 1  # exactly one for each, else all are lost
    FORBID = 2  # it cannot be constructed with fewer


PENDING_DEPTH = 8

PLAYER = np.dtype(
    [
        # The town: 16 nibbles, square s in bits 4s .. 4s+3 (see town.py). int64, so that numba never meets a float.
        ("town", np.int64),
        # Cubes lying on the building of a square: 3 bits a resource, wood lowest.
        ("stored", np.uint16, SQUARES),
        ("pending", np.int32, PENDING_DEPTH),
        ("depth", np.uint8),  # entries on the stack
        ("dealt", np.uint8, 2),  # monument cards dealt
        ("monument", np.uint8),  # the card kept, 0 = none (yet)
        ("built", np.uint8),  # 1 once the monument stands
        # Shrine of the Elder Tree: buildings when constructed; Hollow Hill: coins paid for changes since then.
        ("monument_info", np.uint8),
        ("reserved", np.uint8),  # Opaleye's Watch: bit mask of the slots that lie on the card
        ("watch_round", np.uint8),  # the round in which the Watch was built
        ("constructed", np.uint8),  # slots that came into the town this round, by any means
        ("set_aside", np.uint8),  # cubes set aside by the Cavern rule
        ("named", np.uint8),  # the resource this player has to place this round, 0 = to be chosen
        ("completed", np.uint8),  # the round in which the town was completed, 0 = still in the game
        ("coins", np.uint8),  # in the chest
        ("by_cubes", np.uint8),  # constructions with cubes removed this round
        ("unpaid", np.uint8),  # Jewelers not paid for this round
        ("swapped", np.uint8),  # 1 if a coin changed this round's cube
        ("forged", np.uint8),  # 1 if The Prism Forge was used this round
        ("builder_turns", np.uint8),  # rounds as Master Builder
        ("unused", np.uint8, (2,)),  # fills a gap: bytes that no field owns would not be copied with the record
        ("coin_squares", np.uint16),  # squares with a coin lying on them
        ("score", np.int16),  # final score, once the game is over
    ],
    align=True,
)
"""One player: all that its own decisions change."""

DTYPE: np.dtype[Any] = np.dtype(
    [
        ("rng", np.uint64, (1,)),
        # options
        ("num_players", np.uint8),
        ("with_monuments", np.uint8),
        ("cavern", np.uint8),
        ("town_hall", np.uint8),
        ("opaleye_optional", np.uint8),
        ("with_coins", np.uint8),
        ("fortune", np.uint8),
        ("max_fortune_buildings", np.uint8),
        ("parsonage", np.uint8),  # see Parsonage
        ("museum_keeps_exhibits", np.uint8),
        # where the game is
        ("phase", np.uint8),
        ("waiting", np.uint8),  # bit mask of the players that must still answer in this step
        ("round", np.uint8),  # 1, 2, ...; 0 during setup
        ("builder", np.uint8),  # Master Builder; first in the written order (0 in solo and Town Hall)
        ("named", np.uint8),  # the resource named or turned up this round, 0 = each player chooses
        ("winners", np.uint8),  # bit mask, once the game is over
        # chance
        ("row", np.uint8, NUM_CARDS),  # card numbers of the row, by slot
        ("deck_next", np.uint8),  # solo: index of the next card to be turned up; Town Hall: cards turned up so far
        ("deck", np.uint8, DECK_SIZE),  # solo: display in 0..2, then the draw pile in a ring; Town Hall: see setup.py
        ("asked_first", np.uint8),  # player + 1 that is asked out of turn in this step (see hide), 0 = the usual order
        ("unused", np.uint8, (3,)),  # fills a gap, as in PLAYER
        ("players", PLAYER, MAX_PLAYERS),
        # The players as they stood when the running simultaneous step began: what the others see.
        ("shown", PLAYER, MAX_PLAYERS),
    ],
    align=True,
)
"""One game of Tiny Towns, for all player counts and options."""
