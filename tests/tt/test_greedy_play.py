"""Greedy play, which rests on the estimate of the final score."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop_envs.agents.greedy import GreedyAgent
from tt_env import tiny_towns_v0
from tt_env.state import Phase


@pytest.mark.parametrize("players", [1, 2, 4])
def test_greedy_play_is_sensible(players: int) -> None:
    """Player 0 of each game takes what the estimate likes best, the others play at random."""
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


def test_greedy_play_does_not_see_the_next_card_of_the_town_hall() -> None:
    """The last player's ``done`` would end the round; a trial of it must not turn up the card that comes next."""
    batch, twin = (tiny_towns_v0.batch(20, num_players=2, town_hall=True) for _ in range(2))
    greedy, rows, compared = GreedyAgent(), np.arange(20), 0
    batch.reset(3)
    for _ in range(150):
        saved = batch.save()
        chosen = greedy.choose(batch, rows)
        others = batch.games["players"]["completed"][:, 0] == 0
        last = np.flatnonzero((batch.games["phase"] == Phase.CONSTRUCTING) & (batch.games["waiting"] == 2) & others)
        if len(last):
            twin.load(saved)
            for row in last:  # another order of the cards that nobody has seen
                world = twin.games[row : row + 1].copy()
                twin.kernels.resample_hidden(twin.game.tables, world, 0, 1, np.uint64(row))
                twin.games["deck"][row] = world["deck"][0]
            assert (greedy.choose(twin, last) == chosen[last]).all()
            compared += len(last)
        batch.step(chosen)
    assert compared > 50
