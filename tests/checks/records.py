"""What an environment remembers of a game is what was played: every step of it, and none ahead of the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from env_core.aec import GameAEC
from env_core.game import Game
from env_core.kernels import kernels_of
from env_core.parallel import GameParallel
from env_core.states import copy_records


def kinds(game: Game) -> list[Any]:
    """Each kind of environment that has a record, with and without forced steps taken by itself."""
    makers = (GameAEC, GameParallel) if game.simultaneous else (GameAEC,)
    return [make(game, auto_forced=auto_forced) for make in makers for auto_forced in (True, False)]


def moments(env: Any, seed: int) -> Iterator[int]:
    """Plays a running game to its end at random; yields after each step how many choices have been made in it."""
    rng = np.random.default_rng(seed)
    choices = 0
    while env.agents and not getattr(env, "terminations", {}).get(env.agents[0]):
        if isinstance(env, GameAEC):
            env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
            choices += 1
        else:
            masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
            actions = {agent: int(rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}
            env.step(actions)
            choices += sum(action != 0 for action in actions.values())
        yield choices


def check_steps(game: Game) -> None:
    """At every moment the steps of the history, taken one by one, lead from its beginning to the very state.

    Without forced steps taken by the environment they are just the choices. A game loaded begins there.
    """
    kernels = kernels_of(game)
    for env in kinds(game):
        env.reset(seed=29)
        for moment, choices in enumerate(moments(env, 29)):
            if moment == 15:
                break
            state, steps = copy_records(env.history.start), env.history.steps(game)
            for seat, action in steps:
                kernels.apply(game.tables, state, 0, seat, action)
            assert state.tobytes() == env.save().tobytes()
            assert len(steps) == choices or (env.batch.auto_forced and len(steps) > choices)
            env.record()
        env.load(env.save())
        assert env.batch.auto_forced or env.history.steps(game) == []
