"""The greedy agent knows what its player knows, and no more."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from tabletop_envs.aec import GameAEC, wrap
from tabletop_envs.agents import GreedyAgent, RandomAgent, ask, make_agent
from tabletop_envs.batch import Batch
from tabletop_envs.parallel import GameParallel
from tests.games.auction import Auction
from tests.games.peek import PASS, TURN, Peek
from tests.games.tictactoe import TicTacToe


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


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_where_a_game_is_over_an_agent_waits(name: str) -> None:
    """In compiled code a player -1 would be tried for ever."""
    batch, rows = Batch(Auction(num_players=2), 3), np.arange(3)
    batch.reset(1)
    while (batch.agent[:2] >= 0).all():
        batch.advance(rows[:2], batch.action_mask[:2].argmax(axis=1))
    actions = make_agent(name).choose(batch, rows)
    assert actions[:2].tolist() == [0, 0]
    assert batch.action_mask[2, actions[2]]


@pytest.mark.parametrize("agent", [RandomAgent(), GreedyAgent()], ids=["random", "greedy"])
def test_nobody_is_asked_where_nobody_is_to_move(agent: RandomAgent | GreedyAgent) -> None:
    for env in (GameAEC(TicTacToe()), wrap(GameAEC(TicTacToe()))):
        with pytest.raises(ResetNeeded, match="nobody is to move"):
            ask(agent, env)
        env.reset(seed=1)
        while not all(env.terminations.values()):
            env.step(ask(agent, env))
        with pytest.raises(ResetNeeded, match="nobody is to move"):
            ask(agent, env)
    together = GameParallel(Auction(num_players=2))
    together.reset(seed=1)
    for env in (together, together.batch, None, "env"):
        with pytest.raises(TypeError, match="is no AEC environment"):
            ask(agent, env)
    for stranger in ("greedy", GreedyAgent, None, 5):
        with pytest.raises(TypeError, match="is no agent"):
            ask(stranger, env)  # type: ignore[arg-type]
