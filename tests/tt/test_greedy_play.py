"""Greedy play, which rests on the estimate of the final score."""

from __future__ import annotations

import numpy as np
import pytest

from env_core.agents.greedy import GreedyAgent
from tt_env import tiny_towns_v0


@pytest.mark.parametrize("players", [1, 2, 4])
def test_greedy_play_is_sensible(players: int) -> None:
    """Seat 0 of each game takes what the estimate likes best, the others play at random."""
    batch, greedy = tiny_towns_v0.batch(10, num_players=players), GreedyAgent()
    finished: dict[int, list[int]] = {}
    batch.reset(1)
    while len(finished) < len(batch.games):
        actions = batch.sample()
        rows = np.flatnonzero(batch.agent == 0)
        if len(rows):
            actions[rows] = greedy.choose(batch, rows)
        batch.step(actions)
        for row in np.flatnonzero(batch.done):
            finished.setdefault(int(row), batch.scores[row].tolist())
    scores = np.array(list(finished.values()))
    assert scores[:, 0].mean() > 14
    assert (scores[:, 1:] < scores[:, :1]).all()
