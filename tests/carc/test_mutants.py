"""Mutated records of Carcassonne: each is refused, or it is what its own moves lead to and plays on to its end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from carc_gold_env.game import CarcassonneGold
from tests.checks.mutants import fuzz

OPTIONS: list[dict[str, Any]] = [
    {},
    {"num_players": 5, "meeples": 1},
    {"num_players": 3, "gold_mines": False, "small_city": True, "farmer_scoring": 1},
    {"num_players": 4, "farmers": False},
]
GAMES = [CarcassonneGold(**options) for options in OPTIONS]


@pytest.mark.bounds
def test_mutants() -> None:
    tally = fuzz(GAMES, np.random.default_rng(4), number=100, rounds=1, every=5)
    assert tally.accepted > 10 and tally.refused > 300


@pytest.mark.slow
@pytest.mark.bounds
def test_many_mutants() -> None:
    tally = fuzz(GAMES, np.random.default_rng(5), number=1000, rounds=6)
    assert tally.accepted > 1_000 and tally.refused > 15_000
