"""A town as one 64-bit word: 16 nibbles, square r{y}c{x} in nibble 4y + x.

A nibble is 0 (empty), 1 to 5 (a cube of that resource), or 6 + slot (a building of that slot: 6 Cottage ... 12
factory group, 13 monument). Sets of squares are 16-bit masks, bit s = square s.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit

BUILDING = 6
"""The nibble of slot 0; slot k stands as ``BUILDING + k``."""

ALL_SQUARES = 0xFFFF
CORNERS = 0b1001_0000_0000_1001
CENTRE = 0b0000_0110_0110_0000

_ONES = np.int64(0x1111111111111111)


def _mask(squares: list[tuple[int, int]]) -> int:
    return sum(1 << (4 * y + x) for y, x in squares if 0 <= y < 4 and 0 <= x < 4)


def _around(offsets: list[tuple[int, int]]) -> Any:
    return np.array([_mask([(s // 4 + dy, s % 4 + dx) for dy, dx in offsets]) for s in range(16)], np.int64)


NEIGHBOURS = _around([(-1, 0), (1, 0), (0, -1), (0, 1)])
"""Mask of the squares that share an edge with each square, int64[16]."""

SURROUND = _around([(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)])
"""Mask of the up to 8 squares around each square, int64[16]."""

ROWS = np.array([0xF << (4 * (s // 4)) for s in range(16)], np.int64)
"""Mask of each square's row, itself included, int64[16]."""

COLUMNS = np.array([0x1111 << (s % 4) for s in range(16)], np.int64)
"""Mask of each square's column, itself included, int64[16]."""


@jit
def content(town: Any, square: Any) -> Any:
    """The nibble of a square."""
    return (town >> (4 * square)) & 15


@jit
def put(town: Any, square: Any, nibble: Any) -> Any:
    """The town with the nibble of a square replaced."""
    shift = np.int64(4 * square)
    return (town & ~(np.int64(15) << shift)) | (np.int64(nibble) << shift)


@jit
def _gather(ones: Any) -> Any:
    """Packs bits 0, 4, 8, ... 60 of a word into its lowest 16 bits."""
    x = (ones | (ones >> 3)) & 0x0303030303030303
    x = (x | (x >> 6)) & 0x000F000F000F000F
    x = (x | (x >> 12)) & 0x000000FF000000FF
    return (x | (x >> 24)) & 0xFFFF


@jit
def everywhere(nibble: Any) -> Any:
    """The town with this nibble on every square.

    Not by a product: numba promises the compiler that no signed product or sum overflows, and here square r3c3 does.
    """
    x = np.int64(nibble)
    x |= x << 4
    x |= x << 8
    x |= x << 16
    return x | (x << 32)


@jit
def squares_with(town: Any, nibble: Any) -> Any:
    """Mask of the squares that hold this nibble."""
    same = ~(town ^ everywhere(nibble))
    return _gather(same & (same >> 1) & (same >> 2) & (same >> 3) & _ONES)


@jit
def occupied(town: Any) -> Any:
    """Mask of the squares that are not empty."""
    return _gather((town | (town >> 1) | (town >> 2) | (town >> 3)) & _ONES)


@jit
def empty(town: Any) -> Any:
    """Mask of the squares without cube and building."""
    return ALL_SQUARES & ~occupied(town)


@jit
def buildings(town: Any) -> Any:
    """Mask of the squares that hold a building: nibbles 6 to 13."""
    # A nibble is at least 6 when its 8 is set, or its 4 and its 2.
    return _gather(((town >> 3) | ((town >> 2) & (town >> 1))) & _ONES)


@jit
def spread(mask: Any) -> Any:
    """The opposite of packing: nibble 15 for every square of a 16-bit mask, 0 elsewhere."""
    x = np.int64(mask)
    x = (x | (x << 24)) & 0x000000FF000000FF
    x = (x | (x << 12)) & 0x000F000F000F000F
    x = (x | (x << 6)) & 0x0303030303030303
    x = (x | (x << 3)) & _ONES
    return x | (x << 1) | (x << 2) | (x << 3)


@jit
def count(mask: Any) -> Any:
    """How many squares a 16-bit mask has."""
    x = np.int64(mask)
    x = x - ((x >> 1) & 0x5555)
    x = (x & 0x3333) + ((x >> 2) & 0x3333)
    x = (x + (x >> 4)) & 0x0F0F
    return (x + (x >> 8)) & 0x1F


@jit
def has(mask: Any, square: Any) -> Any:
    """Whether a mask contains a square."""
    return (mask >> square) & 1 == 1


@jit
def first(mask: Any) -> Any:
    """The first square of a non-empty mask in reading order."""
    square = 0
    while (mask >> square) & 1 == 0:
        square += 1
    return square


@jit
def beside(mask: Any) -> Any:
    """The squares that share an edge with a square of the mask."""
    left, right = (mask >> 1) & 0x7777, (mask << 1) & 0xEEEE
    return left | right | (mask >> 4) | ((mask << 4) & ALL_SQUARES)


@jit
def around(mask: Any) -> Any:
    """The mask and the squares that touch it by an edge or a corner."""
    wide = mask | ((mask >> 1) & 0x7777) | ((mask << 1) & 0xEEEE)
    return wide | (wide >> 4) | ((wide << 4) & ALL_SQUARES)


@jit
def in_line(mask: Any) -> Any:
    """The squares whose row or column meets the mask."""
    rows = (mask | (mask >> 1) | (mask >> 2) | (mask >> 3)) & 0x1111
    columns = (mask | (mask >> 4) | (mask >> 8) | (mask >> 12)) & 0x000F
    return (rows * 0xF) | (columns * 0x1111)


@jit
def connected(start: Any, mask: Any) -> Any:
    """The squares of the mask that can be reached from ``start`` by edges, without leaving the mask."""
    reached = np.int64(start & mask)
    more = mask & ~reached & beside(reached)
    while more != 0:
        reached |= more
        more = mask & ~reached & beside(reached)
    return reached


@jit
def lowest(mask: Any, n: Any) -> Any:
    """The first ``n`` squares of a mask in reading order (all of them, if there are fewer)."""
    rest = np.int64(mask)
    for _ in range(n):
        rest &= rest - 1
    return mask & ~rest


@jit
def stored_of(stored: Any, resource: Any) -> Any:
    """How many cubes of a resource (1 .. 5) lie on a building, from its packed count."""
    return (np.int64(stored) >> (3 * (resource - 1))) & 7


@jit
def stored_total(stored: Any) -> Any:
    """How many cubes lie on a building."""
    x = np.int64(stored)
    return (x & 7) + ((x >> 3) & 7) + ((x >> 6) & 7) + ((x >> 9) & 7) + ((x >> 12) & 7)


@jit
def one_cube(resource: Any) -> Any:
    """The packed count of one cube of a resource; add or subtract it."""
    return np.int64(1) << (3 * (resource - 1))
