"""Bad input gets a clear error and changes nothing."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from tabletop_envs.aec import GameAEC
from tabletop_envs.agents import RandomAgent
from tabletop_envs.batch import Batch
from tabletop_envs.errors import IllegalActionError
from tabletop_envs.game import WAIT, Game
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.parallel import GameParallel
from tabletop_envs.vector_env import GameVectorEnv
from tests.checks.common import choices, same


def check_illegal(game: Game) -> None:
    """An illegal action gets a clear error and changes nothing."""
    env = GameAEC(game)
    with pytest.raises(ResetNeeded):
        env.step(1)
    env.reset(seed=53)
    for step, (player, _) in enumerate(choices(env, np.random.default_rng(53))):
        if step % 5:
            continue
        before, agent = pickle.dumps(env.batch), game.agents[player]
        illegal = np.flatnonzero(env.infos[agent]["action_mask"] == 0)
        for action in {int(illegal[0]), int(illegal[-1])}:
            with pytest.raises(IllegalActionError) as caught:
                env.step(action)
            assert caught.value.action == action
            assert caught.value.legal == env.infos[agent]["action_mask"].sum()
            assert caught.value.text
            assert caught.value.reason
        for action in (-1, game.num_actions, 1.5, "1", True, None):
            with pytest.raises(ValueError, match="action"):
                env.step(action)
        assert pickle.dumps(env.batch) == before
        assert env.agent_selection == agent
    for _ in game.agents:
        with pytest.raises(ValueError, match="None"):
            env.step(1)
        env.step(None)
    with pytest.raises(ResetNeeded):
        env.step(None)
    for look in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(KeyError, match="nobody"):
            look("nobody")


def check_illegal_batches(game: Game) -> None:
    """Batches name the game and step none; environments end the game or raise, as chosen."""
    batch = Batch(game, 3)
    batch.reset(59)
    actions, before = batch.sample(), batch.save()
    for bad in (WAIT, game.num_actions):
        with pytest.raises(ValueError, match="game 1"):
            batch.step(np.where([False, True, False], bad, actions))
    for malformed in (actions[:2], actions.astype(float), None):
        with pytest.raises(ValueError, match="actions"):
            batch.step(malformed)
    same(batch.save(), before)
    vector = GameVectorEnv(game, 2)
    vector.reset(seed=0)
    with pytest.raises(IllegalActionError, match="game 0"):
        vector.step([WAIT, WAIT])
    for kind in (GameEnv, GameParallel):
        env = kind(game, illegal="raise")
        env.reset(seed=61)
        state = copy.deepcopy(env)
        wrong = WAIT if kind is GameEnv else _all_wrong(env)
        with pytest.raises(IllegalActionError):
            env.step(wrong)
        if kind is GameParallel:
            same(env.save(), state.save())
        env = kind(game)
        env.reset(seed=61)
        _, reward, over, _, info = env.step(wrong)
        if kind is GameEnv:
            assert reward == env.games.batch.rewards.bounds(game)[0]
            assert over
            assert "illegal action 0" in info["illegal_action"]
        else:
            offenders = [agent for agent in game.agents if "illegal_action" in info[agent]]
            assert len(offenders) == 1
            assert all(over.values())
            assert [reward[a] for a in game.agents if a not in offenders] == [0.0] * (game.num_players - 1)
            assert reward[offenders[0]] == env.lowest_return
        with pytest.raises(ResetNeeded):
            env.step(wrong)


def check_foreign_states(game: Game) -> None:
    """Records of a game with another number of players are refused before anything is copied."""
    if "num_players" not in (game.dtype.names or ()):
        pytest.skip("the record does not hold the number of players")
    for make in (GameAEC, GameParallel):
        env = make(game)
        env.reset(seed=67)
        before, foreign = env.save(), env.save()
        foreign["num_players"] += 1
        with pytest.raises(ValueError, match="players"):
            env.load(foreign)
        same(env.save(), before)
    batch = Batch(game, 3)
    batch.reset(67)
    before, foreign = batch.save(), batch.save()
    foreign["game"]["num_players"][2] += 1
    foreign["stream"]["seed"] += np.uint64(1)
    for content in (foreign, foreign.tobytes(), foreign["game"]):
        with pytest.raises(ValueError, match=r"load: .*players"):
            batch.load(content)
        same(batch.save(), before)
    with pytest.raises(ValueError, match="players"):
        batch.restart(np.arange(3), foreign["game"][2:])


def check_before_reset(game: Game) -> None:
    """What needs a game says so when there is none."""
    batch, env, parallel = Batch(game, 2), GameAEC(game), GameParallel(game)
    single, vector = GameEnv(game, render_mode="ansi"), GameVectorEnv(game, 2, render_mode="ansi")
    for use in (
        lambda: batch.observe(0),
        batch.save,
        lambda: env.observe("player_0"),
        env.save,
        lambda: parallel.observe("player_0"),
        single.render,
        vector.render,
    ):
        with pytest.raises(ResetNeeded, match="reset"):
            use()


def _all_wrong(env: GameParallel) -> dict[str, int]:
    return {agent: int(np.argmin(env.observe(agent)["action_mask"])) for agent in env.agents}


def check_options(game: Game) -> None:
    """Unknown reset options are warned about once, strange values of constructors are refused."""
    for make in (GameAEC, GameParallel, GameEnv, lambda g: GameVectorEnv(g, 2)):
        with pytest.warns(UserWarning, match="knows") as caught:
            make(game).reset(seed=1, options={"nonsense": 1, "rubbish": 2})
        assert len(caught) == 1
        for bad in (5, [], "position"):
            with pytest.raises(ValueError, match="expected a dict"):
                make(game).reset(options=bad)
        for bad in (-1, 2**64, 1.5, True):
            with pytest.raises(ValueError, match="seed"):
                make(game).reset(seed=bad)
    for make, option in (
        (GameAEC, {"rewards": "fame"}),
        (GameAEC, {"render_mode": "hologram"}),
        (GameParallel, {"illegal": "ignore"}),
        (GameEnv, {"illegal": "ignore"}),
        (GameEnv, {"player": "player_9"}),
        (GameEnv, {"player": -1}),
        (GameEnv, {"opponents": "nemesis"}),
        (GameEnv, {"opponents": ["random"] * game.num_players}),
        *((GameEnv, {"opponents": bad}) for bad in (None, 5, print, RandomAgent, b"random")),
        (GameEnv, {"player": np.array([0, 1])}),
        *((GameAEC, {"rewards": bad}) for bad in (np.array(["score", "margin"]), ["score"])),
        *((GameAEC, {"auto_play_forced": bad}) for bad in (None, 1, "no")),
        *((GameAEC, {"render_mode": bad}) for bad in (1, np.array(["ansi", "human"]))),
        *((Batch, {"num_games": bad}) for bad in (0, -1, True, 2.0, "2", None)),
        *((GameVectorEnv, {"num_envs": bad}) for bad in (0, True, 2.0)),
    ):
        with pytest.raises(ValueError, match=r"allowed|other players") as refused:
            make(game, **option)
        assert "\n" not in str(refused.value)
