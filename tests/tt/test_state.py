"""The record of a game, and the helpers over town words."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tt_env import town
from tt_env.state import DTYPE, PLAYER
from tt_env.tables import MAX_SETS, placements, tables


@pytest.mark.nojit
@pytest.mark.parametrize("dtype", [PLAYER, DTYPE], ids=["player", "game"])
def test_fields_own_every_byte(dtype):
    # numpy copies records field by field; a byte between two fields would make equal games differ.
    end = 0
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        assert offset == end, f"a gap of {offset - end} bytes before {name}"
        end = offset + field.itemsize
    assert end == dtype.itemsize


@pytest.mark.nojit
def test_town_words():
    dice = random.Random(0)
    for _ in range(300):
        nibbles = [dice.randrange(14) for _ in range(16)]
        word = np.int64(0)
        for square, nibble in enumerate(nibbles):
            word = town.put(word, square, nibble)
        assert [town.content(word, square) for square in range(16)] == nibbles
        for nibble in range(14):
            where = sum(1 << square for square in range(16) if nibbles[square] == nibble)
            assert town.squares_with(word, nibble) == where
        assert town.empty(word) == sum(1 << square for square in range(16) if nibbles[square] == 0)
        assert town.buildings(word) == sum(1 << square for square in range(16) if nibbles[square] >= 6)
        mask = dice.randrange(1 << 16)
        assert town.count(mask) == bin(mask).count("1")
        spread = town.spread(mask)
        assert [town.content(spread, square) for square in range(16)] == [15 * (mask >> k & 1) for k in range(16)]


def test_tables_hold_every_placement():
    from tt_env.cards import ALL_CARDS

    t = tables()[0]
    assert len(t["first"]) == len(ALL_CARDS) + 1 and t["last"].max() == len(t["want"])
    for number, card in enumerate(ALL_CARDS, 1):
        found = placements(card)
        assert t["last"][number] - t["first"][number] == len(found)
        sets = {tuple(square for square, _ in cells) for cells in found}
        assert np.count_nonzero(t["set_squares"][number]) == len(sets) <= MAX_SETS
