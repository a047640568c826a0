"""The features of positions and candidates against a slow second computation from the printed tiles."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from carc_gold_env import actions as a
from carc_gold_env.game import CarcassonneGold
from carc_gold_env.heuristics.candidates import CANDIDATE_FEATURES, WIDTH
from carc_gold_env.heuristics.features import SIZE
from carc_gold_env.notation.segments import meeple_of
from carc_gold_env.state import Phase
from carc_gold_env.tables import tables
from tabletop_envs.batch import Batch
from tests.carc.slow_features import PILE, board_of, slow_features, slow_prior

OPTIONS: list[dict[str, Any]] = [
    {},
    {"num_players": 3},
    {"num_players": 5, "meeples": 3, "farmer_scoring": 1},
    {"num_players": 2, "farmer_scoring": 1},
    {"num_players": 4, "farmer_scoring": 2},
    {"num_players": 2, "farmer_scoring": 2, "gold_mines": False},
    {"num_players": 3, "farmers": False, "small_city": True},
    {"num_players": 2, "meeples": 1},
]


def lively(batch: Batch, rng: np.random.Generator) -> Any:
    """Actions of players that mostly follow ``prior``, so that features grow and are finished."""
    found = batch.candidates()
    best = np.where(found.mask == 1, found.features[..., WIDTH - 1], -np.inf).argmax(axis=1)
    return np.where(rng.random(len(best)) < 0.6, found.actions[np.arange(len(best)), best], batch.sample())


def assembled(rows: list[list[float]], player: int, left: int) -> list[float]:
    """What a player sees of the features of all."""
    others = [row for other, row in enumerate(rows) if other != player]
    lead = [own - sum(column) / len(others) for own, *column in zip(rows[player], *others, strict=True)]
    return [*lead, *rows[player], left / PILE, slow_prior(rows, player)]


def named(found: Any, expected: Any) -> dict[str, tuple[float, float]]:
    """The features that differ, by name."""
    apart = np.flatnonzero(~np.isclose(found, expected, rtol=1e-5, atol=1e-4))
    return {CANDIDATE_FEATURES[k].name: (float(found[k]), float(expected[k])) for k in apart}


def compare(batch: Batch, row: int) -> int:
    """The position of a game, and the candidates where each is one afterstate; returns how many were compared."""
    found, g, player = batch.candidates(np.array([row])), batch.games[row], int(batch.agent[row])
    oracle, left = board_of(g, batch.game.options())
    count = sum(left.values())
    assert not named(found.position[0, :WIDTH], assembled(slow_features(oracle, left), player, count))
    assert found.position[0, WIDTH:].tolist() == [g["phase"] == phase for phase in range(4)]
    if g["phase"] != Phase.MEEPLE:
        return 1
    slot = int(g["tiles"]) - 1
    number = int(g["type"][slot])
    for k, action in enumerate(np.flatnonzero(batch.action_mask[row])):
        after = copy.deepcopy(oracle)
        if action == a.NO_MEEPLE:
            after.finish(None)
        else:
            local = int(tables()[0]["at_place"][number, g["rotation"][slot], action - a.MEEPLE])
            after.finish(meeple_of(number, local))
        assert not named(found.features[0, k], assembled(slow_features(after, left), player, count))
    return 1 + int(batch.legal_count[row])


def play(options: dict[str, Any], seed: int, enough: int) -> None:
    rng = np.random.default_rng(seed)
    batch, compared = Batch(CarcassonneGold(**options), 6), 0
    batch.reset(seed)
    while compared < enough:
        batch.step(lively(batch, rng))
        # Meeple decisions have the most afterstates; of the others now and then one.
        for row in np.flatnonzero((batch.games["phase"] == Phase.MEEPLE) | (rng.random(6) < 0.05)):
            if rng.random() < 0.3:
                compared += compare(batch, int(row))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_features(options: dict[str, Any]) -> None:
    play(options, 1, 250)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_many_features(options: dict[str, Any]) -> None:
    play(options, 2, 5_000)


def test_names() -> None:
    """Every feature has a name of its own."""
    names = [feature.name for feature in CANDIDATE_FEATURES]
    assert len(set(names)) == len(names) == WIDTH == 2 * SIZE + 2
