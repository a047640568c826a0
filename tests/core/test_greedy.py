"""The greedy agent knows what its player knows, and no more."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop_envs.agents import GreedyAgent
from tabletop_envs.batch import Batch
from tests.games.peek import PASS, TURN, Peek


@pytest.mark.nojit
def test_what_a_trial_turns_up_is_not_what_lies_there() -> None:
    batch, rows = Batch(Peek(), 200), np.arange(200)
    choices = []
    for card in (0, 10):
        batch.reset(1)
        batch.games["card"] = card
        batch.refresh(rows)
        choices.append(GreedyAgent().choose(batch, rows))
    assert (choices[0] == choices[1]).all()
    assert set(choices[0]) == {PASS, TURN}
