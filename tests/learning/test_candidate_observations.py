"""Masked PPO of another library learns from environments that show candidates."""

from __future__ import annotations

import numpy as np
import pytest
from sb3_contrib import MaskablePPO

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.game import Game
from tabletop_envs.gymnasium_env import GameEnv
from tests.games.nim import Nim
from tt_env.game import TinyTowns


@pytest.mark.parametrize("game", [Nim(), TinyTowns(), CarcassonneGold()], ids=lambda game: game.name)
def test_masked_ppo_takes_two_updates(game: Game) -> None:
    env = GameEnv(game, observation="candidates", illegal="raise")
    model = MaskablePPO(
        "MultiInputPolicy", env, n_steps=8, batch_size=8, n_epochs=1, seed=0, policy_kwargs={"net_arch": [8]}
    )
    before = model.policy.action_net.weight.detach().clone()
    model.learn(16)
    assert model.num_timesteps == 16
    assert not np.array_equal(before.numpy(), model.policy.action_net.weight.detach().numpy())
