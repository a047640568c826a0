"""The Gymnasium environments and Stable-Baselines3."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tabletop_envs.game import WAIT, Game
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.single_agent_batch import SingleAgentBatch
from tabletop_envs.vector_env import GameVectorEnv
from tests.checks.common import quiet, same


def check_gymnasium(game: Game) -> None:
    """Gymnasium's own checker, and seeds."""
    with quiet():
        check_env(GameEnv(game), skip_render_check=True)
    env, twin = GameEnv(game), GameEnv(game)
    for k in range(3):
        (observation, info), (other, other_info) = (e.reset(seed=41 if k == 0 else None) for e in (env, twin))
        rng, over, earned = np.random.default_rng(k), False, 0.0
        while not over:
            same(observation, other)
            same(info, other_info)
            assert observation in env.observation_space
            same(env.action_masks(), info["action_mask"].astype(bool))
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, over, truncated, info = env.step(action)
            other, _, _, _, other_info = twin.step(int(action))
            earned += reward
            assert not truncated
        assert np.flatnonzero(info["action_mask"]).tolist() == [WAIT]
        due = env.games.batch.rewards.returns(info["scores"][None], info["winners"][None])
        assert earned == pytest.approx(due[0, info["player"]])


def check_stable_baselines(game: Game) -> None:
    """Stable-Baselines3's own checker."""
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with quiet():
        checker.check_env(GameEnv(game))


def check_vector(game: Game) -> None:
    """The vector environment plays the same games as the batch behind it and tells about their ends."""
    env = GameVectorEnv(game, 4)
    learner = SingleAgentBatch(game, 4)
    learner.reset(43)
    observations, info = env.reset(seed=43)
    ends, rng = 0, np.random.default_rng(43)
    while ends < 6:
        same(observations, learner.observation)
        same(info["action_mask"], learner.action_mask.copy())
        same(env.action_masks(), info["action_mask"].astype(bool))
        assert observations in env.observation_space
        actions = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        learner.step(actions)
        observations, rewards, terminations, truncations, info = env.step(actions)
        same(rewards, learner.reward)
        same(terminations, learner.done)
        assert not truncations.any()
        assert ("final_obs" in info) == terminations.any()
        for i in np.flatnonzero(terminations):
            ends += 1
            assert info["_final_obs"][i]
            same(info["final_obs"][i], learner.final_observation[i])
            same(info["final_info"]["scores"][i], learner.final_scores[i])
            assert np.flatnonzero(info["final_info"]["action_mask"][i]).tolist() == [WAIT]
