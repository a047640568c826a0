"""Constant tables of the rules, computed once from the printed layouts.

A *placement* is one way to lay a card's layout on the 4x4 grid: rotation, mirroring and position. Two placements
that cover the same squares belong to the same *set*; sets are numbered per card in reading order of their squares.
"""

from __future__ import annotations

import functools
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from tt_env.cards import ALL_CARDS, GROUPS, LETTERS, Card
from tt_env.state import DRAW

Cells = tuple[tuple[int, int], ...]
"""A placement: (square, resource) pairs in reading order."""

MAX_SETS = 48
"""No layout has more distinct sets of squares; the action space counts on it."""
LAYOUT_CELLS = 12
"""Every layout fits a grid of 3 rows and 4 columns in one of its orientations."""


def cells_of(card: Card) -> list[tuple[int, int, int]]:
    """The cubes of a layout as (row, column, resource)."""
    return [
        (y, x, LETTERS[letter]) for y, row in enumerate(card.layout) for x, letter in enumerate(row) if letter != "."
    ]


def orientations(card: Card) -> list[list[tuple[int, int, int]]]:
    """The distinct orientations of a layout, shifted to the top left."""
    cubes, seen = cells_of(card), []
    for mirror, turns in product((False, True), range(4)):
        turned = [(y, -x if mirror else x, r) for y, x, r in cubes]
        for _ in range(turns):
            turned = [(x, -y, r) for y, x, r in turned]
        top, left = min(y for y, _, _ in turned), min(x for _, x, _ in turned)
        shifted = sorted((y - top, x - left, r) for y, x, r in turned)
        if shifted not in seen:
            seen.append(shifted)
    return seen


def placements(card: Card) -> list[Cells]:
    """All placements of a card, sorted by their squares, then by what lies on them."""
    found = []
    for cubes in orientations(card):
        height, width = max(y for y, _, _ in cubes), max(x for _, x, _ in cubes)
        for dy, dx in product(range(4 - height), range(4 - width)):
            found.append(tuple(sorted((4 * (y + dy) + x + dx, r) for y, x, r in cubes)))
    return sorted(found, key=lambda cells: ([square for square, _ in cells], cells))


_WAYS = [placements(card) for card in ALL_CARDS]
_CARDS, _PLACEMENTS = len(ALL_CARDS) + 1, sum(map(len, _WAYS))
MOST_LAYOUTS = 1 + sum(
    max(len(ways) for card, ways in zip(ALL_CARDS, _WAYS, strict=True) if card.group == group) for group in GROUPS
)
"""More than all placements of the seven cards of a row and a monument."""

DTYPE: np.dtype[Any] = np.dtype(
    [
        ("first", np.int64, _CARDS),  # a card's first placement
        ("last", np.int64, _CARDS),  # one behind its last placement
        ("want", np.int64, _PLACEMENTS),  # town word: the cubes of a placement
        ("cells", np.int64, _PLACEMENTS),  # nibble 15 on each square of a placement
        ("squares", np.int64, _PLACEMENTS),  # the same as a 16-bit mask
        ("set", np.int64, _PLACEMENTS),  # a placement's set, within its card
        ("set_squares", np.int64, (_CARDS, MAX_SETS)),  # the squares of each set, 16-bit masks, 0 behind the last
        ("needs", np.int64, _CARDS),  # cubes of a layout by resource: byte r - 1 for resource r
        ("size", np.int64, _CARDS),  # cubes of a layout
        ("slot", np.int64, _CARDS),  # the slot of a card's group
        ("layout", np.uint8, (_CARDS, LAYOUT_CELLS)),  # the layout as resource numbers in a 3x4 grid
    ],
    align=True,
)


def _signed(word: int) -> int:
    """A 64-bit pattern as the int64 that has it."""
    return word - (1 << 64) if word >= 1 << 63 else word


@functools.cache
def tables() -> npt.NDArray[Any]:
    """The tables, one record in an array of shape ``(1,)``."""
    assert len(ALL_CARDS) < DRAW, f"card numbers are bytes below {DRAW}"
    result = np.zeros(1, DTYPE)
    t, n = result[0], 0
    for number, card in enumerate(ALL_CARDS, 1):
        t["first"][number] = n
        sets: list[int] = []
        for cells in _WAYS[number - 1]:
            squares = sum(1 << square for square, _ in cells)
            if squares not in sets:
                sets.append(squares)
            t["want"][n] = _signed(sum(resource << (4 * square) for square, resource in cells))
            t["cells"][n] = _signed(sum(15 << (4 * square) for square, _ in cells))
            t["squares"][n] = squares
            t["set"][n] = len(sets) - 1
            n += 1
        assert 0 < len(sets) <= MAX_SETS, f"{card.id}: its layout has {len(sets)} sets of squares, not 1 to {MAX_SETS}"
        t["last"][number] = n
        t["set_squares"][number, : len(sets)] = sets
        t["needs"][number] = sum(1 << (8 * (resource - 1)) for _, _, resource in cells_of(card))
        t["size"][number] = len(cells_of(card))
        t["slot"][number] = GROUPS.index(card.group)
        flat = [cubes for cubes in orientations(card) if max(y for y, _, _ in cubes) < LAYOUT_CELLS // 4]
        assert flat, f"{card.id}: its layout fits no grid of {LAYOUT_CELLS // 4} rows and 4 columns"
        for y, x, resource in flat[0]:
            t["layout"][number, 4 * y + x] = resource
    result.setflags(write=False)
    return result
