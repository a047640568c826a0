"""Towns as words: compiled code sees every square, the last one too, whose nibble holds the word's sign."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tabletop_envs.jit import jit
from tt_env.town import BUILDING, buildings, put, spread, squares_with

pytestmark = pytest.mark.nojit


@jit
def _by_nibble(town: Any, found: Any) -> None:
    for nibble in range(14):
        found[nibble] = squares_with(town, nibble)


@jit
def _by_slot(town: Any, found: Any) -> None:
    """Compiled as one: the compiler draws its conclusions from what the parts promise."""
    bare = town & spread(buildings(town))
    for slot in range(8):
        found[slot] = squares_with(bare, BUILDING + slot)


@jit
def _spread(masks: Any, out: Any) -> None:
    for k in range(len(masks)):
        out[k] = spread(masks[k])


def word(cells: list[int]) -> np.int64:
    town = np.int64(0)
    for square, nibble in enumerate(cells):
        town = np.int64(put(town, square, nibble))
    return town


def test_every_nibble_is_found_on_every_square() -> None:
    rng = np.random.default_rng(1)
    towns = [[nibble if k == square else 0 for k in range(16)] for square in range(16) for nibble in range(14)]
    towns += rng.integers(0, 14, (500, 16)).tolist()
    for cells in towns:
        bare, whole = np.zeros(8, np.int64), np.zeros(14, np.int64)
        _by_nibble(word(cells), whole)
        _by_slot(word(cells), bare)
        expected = [sum(1 << k for k in range(16) if cells[k] == nibble) for nibble in range(14)]
        assert whole.tolist() == expected, cells
        assert bare.tolist() == expected[BUILDING:], cells


def test_every_mask_is_spread() -> None:
    masks = np.arange(1 << 16)
    out = np.zeros(len(masks), np.int64)
    _spread(masks, out)
    nibbles = (out.view(np.uint64)[:, None] >> (4 * np.arange(16, dtype=np.uint64))) & np.uint64(15)
    assert (nibbles == 15 * ((masks[:, None] >> np.arange(16)) & 1)).all()
