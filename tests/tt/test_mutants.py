"""Mutated records of Tiny Towns, and records of real games: what is refused, and that nothing else is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tabletop_envs.batch import Batch
from tests.checks.mutants import fuzz, lively
from tt_env import notation
from tt_env.game import TinyTowns
from tt_env.state import Phase

OPTIONS: list[dict[str, Any]] = [
    {},
    {"num_players": 1},
    {"num_players": 3, "cavern": True},
    {"num_players": 2, "town_hall": True, "monuments": False},
    {"num_players": 6, "fortune": True},
    {"fortune": True, "max_fortune_buildings": 6, "parsonage": "forbid"},
    {"num_players": 3, "fortune": True, "town_hall": True, "museum_keeps_exhibits": True, "cavern": True},
    {"num_players": 1, "fortune": True, "parsonage": "exact"},
    {"num_players": 5, "coins": True, "monuments": False},
    {"num_players": 4, "fortune": True, "opaleye_optional": True, "cards": ["cathedral", "shed", "bank"]},
    {"num_players": 2, "fortune": True, "cards": ["oddity_shop", "teahouse", "cathedral", "shed"]},
    {"num_players": 3, "fortune": True, "cards": ["museum", "jeweler", "gamblers_den", "mine"]},
]
GAMES = [TinyTowns(**options) for options in OPTIONS]


@pytest.mark.bounds
def test_mutants() -> None:
    tally = fuzz(GAMES, np.random.default_rng(4), number=60, rounds=1, every=3)
    assert tally.accepted > 100 and tally.refused > 300


@pytest.mark.slow
@pytest.mark.bounds
def test_many_mutants() -> None:
    tally = fuzz(GAMES, np.random.default_rng(5), number=200, rounds=12)
    assert tally.accepted > 5_000 and tally.refused > 12_000


def states_of(options: dict[str, Any], games: int, seed: int, written: int) -> tuple[int, set[int]]:
    """All states of random games are taken, and those that their positions are read into; how many, which phases."""
    game, dice = TinyTowns(**options), np.random.default_rng(seed)
    batch = Batch(game, games, auto_play_forced=False)
    batch.reset(seed)
    rows, states, phases = np.arange(games), 0, set()
    while len(rows):
        game.check_state(batch.games)
        states += len(rows)
        phases |= set(batch.games["phase"].tolist())
        for i in rows[dice.random(len(rows)) < 1 / written]:
            state = batch.games[i : i + 1]
            game.check_state(notation.load(notation.position(state), game))
        batch.advance(rows, lively(dice, batch, rows))
        rows = rows[batch.agent[rows] >= 0]
    game.check_state(batch.games)
    return states, phases


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_real_states_are_taken(options: dict[str, Any]) -> None:
    states, phases = states_of(options, games=12, seed=3, written=500)
    assert states > 500
    assert phases >= {Phase.PLACING, Phase.CONSTRUCTING}


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_thousands_of_real_games_are_taken(options: dict[str, Any]) -> None:
    states, _ = states_of(options, games=200, seed=6, written=2000)
    assert states > 10_000
