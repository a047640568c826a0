"""What an environment remembers of a game is what was played: every step of it, and none ahead of the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tabletop_envs.aec import GameAEC
from tabletop_envs.game import Game
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.history import History
from tabletop_envs.kernels import kernels_of
from tabletop_envs.parallel import GameParallel
from tabletop_envs.states import copy_records


def kinds(game: Game) -> list[Any]:
    """Each kind of environment that has a record, with and without forced steps taken by itself."""
    makers = (GameAEC, GameEnv, GameParallel) if game.simultaneous else (GameAEC, GameEnv)
    return [make(game, auto_play_forced=auto_play_forced) for make in makers for auto_play_forced in (True, False)]


def history_of(env: Any) -> History:
    """The history of an environment's running game."""
    history = env.games.histories[0] if isinstance(env, GameEnv) else env.history
    assert isinstance(history, History)
    return history


def moments(env: Any, seed: int) -> Iterator[int]:
    """Plays a running game to its end at random; yields after each step how many choices have been made in it."""
    rng = np.random.default_rng(seed)
    made, over = 0, False

    def some(mask: Any) -> int:
        return int(rng.choice(np.flatnonzero(mask)))

    while not over:
        if isinstance(env, GameAEC):
            env.step(some(env.infos[env.agent_selection]["action_mask"]))
            made, over = made + 1, all(env.terminations.values())
        elif isinstance(env, GameParallel):
            actions = {agent: some(env.observe(agent)["action_mask"]) for agent in env.agents}
            env.step(actions)
            made, over = made + sum(action != 0 for action in actions.values()), not env.agents
        else:
            over = env.step(some(env.action_masks()))[2]
            made = len(history_of(env).actions)  # the others choose too
        yield made


def check_steps(game: Game) -> None:
    """At every moment the steps of the history, taken one by one, lead from its beginning to the very state.

    Without forced steps taken by the environment they are just the choices. A game loaded begins there.
    """
    for env in kinds(game):
        env.reset(seed=29)
        middle = env.save()
        for moment, made in enumerate(moments(env, 29)):
            steps = _leads_here(env)
            assert steps == made or (_plays_forced(env) and steps > made)
            env.record()
            if moment == 1:
                middle = env.save()
            if moment == 15:
                break
        env.load(middle)
        assert history_of(env).start.tobytes() == middle.tobytes()
        _leads_here(env)


def _plays_forced(env: Any) -> bool:
    return bool((env.games if isinstance(env, GameEnv) else env).batch.auto_play_forced)


def _leads_here(env: Any) -> int:
    """Asserts that the history leads to the state; returns how many steps it has."""
    kernels, history = kernels_of(env.game), history_of(env)
    state, steps = copy_records(history.start), history.steps(env.game)
    for player, action in steps:
        kernels.step(env.game.tables, state, 0, player, action)
    assert state.tobytes() == env.save().tobytes()
    return len(steps)
