"""What a search stands on: imagined worlds in which the one who imagines is asked."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from tabletop_envs.aec import GameAEC
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game
from tabletop_envs.kernels import kernels_of
from tests.checks.common import choices, same


def check_imagined_selection(game: Game) -> None:
    """Who imagines a world is asked in it, if it has to decide; the record alone says so."""
    kernels, mask = kernels_of(game), np.zeros(game.num_actions, np.int8)
    for auto_play_forced in (True, False):
        env, other = GameAEC(game, auto_play_forced=auto_play_forced), GameAEC(game, auto_play_forced=auto_play_forced)
        batch = Batch(game, 2, auto_play_forced=auto_play_forced)
        env.reset(seed=6)
        other.reset(seed=1)
        batch.reset(1)
        for step, _ in enumerate(choices(env, np.random.default_rng(6))):
            if step % 7:
                continue
            state = env.save()
            asked = kernels.to_act(game.tables, state, 0)
            for player, agent in enumerate(game.agents):
                world = env.resample_hidden(agent, step)
                count = kernels.legal(game.tables, state, 0, player, mask)
                if (asked >> player) & 1 and (count > 1 or not auto_play_forced):
                    for copy in copies(world):
                        other.load(copy)  # whoever was selected there before
                        assert other.agent_selection == agent
                        same(other.infos[agent]["action_mask"], mask)
                    batch.load(np.concatenate([world, state]))
                    assert batch.agent.tolist() == [player, game.player(env.agent_selection)]
            other.load(state)
            assert other.agent_selection == env.agent_selection
            same(other.save(), state)


def copies(state: Any) -> list[Any]:
    """A state by all ways on which it may travel."""
    return [state, np.frombuffer(state.tobytes(), state.dtype).copy(), pickle.loads(pickle.dumps(state))]


def check_imagined_turn(game: Game) -> None:
    """Who imagines a world stays selected in it until it has answered; then the usual order goes on."""
    env = GameAEC(game, auto_play_forced=False)
    env.reset(seed=2)
    kernels = env.batch.kernels
    for step, _ in enumerate(choices(env, np.random.default_rng(2))):
        if step % 11:
            continue
        state = env.save()
        for player, agent in enumerate(game.agents):
            if not (kernels.to_act(game.tables, state, 0) >> player) & 1:
                continue
            other = GameAEC(game, auto_play_forced=False)
            other.load(env.resample_hidden(agent, step))
            waiting = kernels.to_act(game.tables, other.save(), 0)
            while waiting & ~(1 << player) and (kernels.to_act(game.tables, other.save(), 0) >> player) & 1:
                assert other.agent_selection == agent
                other.step(int(other.infos[agent]["action_mask"].argmax()), agent)
            if waiting & ~(1 << player):
                assert kernels.to_act(game.tables, other.save(), 0) == waiting & ~(1 << player)


def check_action_meant_for_somebody_else(game: Game) -> None:
    """An action that is meant for an agent who is not selected is refused, and nothing has happened."""
    env = GameAEC(game)
    env.reset(seed=3)
    for step in range(6):
        before, selected = env.save(), env.agent_selection
        action = int(env.infos[selected]["action_mask"].argmax())
        for agent in game.agents:
            if agent != selected:
                with pytest.raises(ValueError, match=f"meant for {agent}, but {selected} is selected"):
                    env.step(action, agent)
        with pytest.raises(KeyError, match="no agent 'nobody'"):
            env.step(action, "nobody")
        same(env.save(), before)
        assert env.agent_selection == selected
        env.step(action, agent=selected if step % 2 else None)
        if all(env.terminations.values()):
            return
