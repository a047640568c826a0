"""The PettingZoo environments."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from tabletop_envs.aec import GameAEC, wrap
from tabletop_envs.agents import ask, make_agent
from tabletop_envs.game import WAIT, Game
from tabletop_envs.parallel import GameParallel
from tests.checks.common import ROW, choices, play, quiet, same


def check_pettingzoo_aec(game: Game) -> None:
    """PettingZoo's own tests of AEC environments, bare and wrapped."""
    with quiet():
        for make in (lambda: GameAEC(game), lambda: wrap(GameAEC(game))):
            api_test(make(), num_cycles=40)
            seed_test(make, num_cycles=20)


def check_pettingzoo_parallel(game: Game) -> None:
    """PettingZoo's own tests of Parallel environments."""
    with quiet():
        parallel_api_test(GameParallel(game), num_cycles=40)
        parallel_seed_test(lambda: GameParallel(game), num_cycles=20)


def check_rewards(game: Game) -> None:
    """In AEC and with every kind of reward, each player gets its own once, at the end, all in the same step."""
    for kind in ("outcome", "margin", "score") if game.num_players > 1 else ("score",):
        env = GameAEC(game, rewards=kind)
        for seed in range(3):
            earned = dict.fromkeys(game.agents, 0.0)
            rng = np.random.default_rng(seed)
            env.reset(seed=seed)
            for agent in env.agent_iter():
                observation, reward, terminated, truncated, info = env.last()
                assert not truncated
                assert info["action_mask"] is env.infos[agent]["action_mask"]
                if terminated:
                    earned[agent] += reward
                    env.step(None)
                    continue
                assert reward == 0
                assert len(env.agents) == game.num_players
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            assert env.agents == []
            expected = env.batch.final_returns(ROW)[0]
            assert list(earned.values()) == pytest.approx(expected.tolist())
            low, high = env.batch.rewards.bounds(game)
            assert low <= expected.min() <= expected.max() <= high
            if kind == "outcome":
                assert expected.sum() == pytest.approx(0)


def check_waiting(game: Game) -> None:
    """Players that are not selected can only wait, can look at any time, and looking changes nothing."""
    env = GameAEC(game)
    env.reset(seed=1)
    for _ in choices(env, np.random.default_rng(1)):
        before = env.save()
        for agent in game.agents:
            view = env.observe(agent)
            assert view in env.observation_space(agent)
            if agent != env.agent_selection:
                assert np.flatnonzero(view["action_mask"]).tolist() == [WAIT]
                assert np.flatnonzero(env.infos[agent]["action_mask"]).tolist() == [WAIT]
        same(env.save(), before)
    for agent in game.agents:
        assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == [WAIT]


def check_same_game(game: Game) -> None:
    """AEC and Parallel make the same game from the same choices of each player."""
    for auto_play_forced in (True, False):
        aec, parallel = (kind(game, auto_play_forced=auto_play_forced) for kind in (GameAEC, GameParallel))
        for seed in range(3):
            queues: dict[str, list[int]] = {agent: [] for agent in game.agents}
            for player, action in play(aec, seed):
                queues[game.agents[player]].append(action)
            views, _ = parallel.reset(seed=seed)
            while parallel.agents:
                actions = {}
                for agent, view in views.items():
                    actions[agent] = WAIT if view["action_mask"][WAIT] else queues[agent].pop(0)
                    same(view, parallel.observe(agent))
                    assert view in parallel.observation_space(agent)
                views, rewards, terminations, truncations, _ = parallel.step(actions)
                assert len(set(terminations.values())) == 1
                assert not any(truncations.values())
                assert any(terminations.values()) or not any(rewards.values())
            assert not any(queues.values())
            same(parallel.save(), aec.save())
            same(rewards, aec.rewards)
            for agent in game.agents:
                same(views[agent], aec.observe(agent))


def check_agents(game: Game) -> None:
    """Every named agent plays legal games, in AEC too, and the same ones for the same seed."""
    for name in ("random", "greedy"):
        agent, ends = make_agent(name), []
        for _ in range(2):
            env = wrap(GameAEC(game))
            env.reset(seed=47)
            while not env.terminations[env.agent_selection]:
                env.step(ask(agent, env))
            ends.append(env.unwrapped.save().tobytes())
        assert ends[0] == ends[1]
