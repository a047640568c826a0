"""Uses every interface of a game once, so that all its compiled code is ready: for images, clusters and offline use."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from tabletop_envs.aec import GameAEC
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.parallel import GameParallel
from tabletop_envs.vector_env import GameVectorEnv

_GAMES = 3
"""Games played through the notation: rare decisions have functions of their own, which one game may not reach."""


def samples(game: type[Game]) -> list[Game]:
    """The plainest game and the one with the most rules: all switches as they are, and all on."""
    switches = {name: True for name, option in game.declared.items() if option.default is False}
    return [game(**options) for options in ({}, switches)]


def environments(game: Game) -> None:
    """All kinds of environments and the batch."""
    ended = _play(game, seed=0)
    ended.load(ended.save())
    batch = Batch(game, 2)
    batch.reset(0)
    batch.step(batch.sample())
    batch.rollout(1)
    batch.observe(batch.agent)
    batch.load(batch.save())
    env = GameEnv(game)
    env.reset(seed=0)
    env.load(env.save())
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    vector = GameVectorEnv(game, 2)
    _, info = vector.reset(seed=0)
    vector.step(info["action_mask"].argmax(axis=1))
    if game.simultaneous:
        parallel = GameParallel(game)
        _, infos = parallel.reset(seed=0)
        parallel.step({agent: int(infos[agent]["action_mask"].argmax()) for agent in parallel.agents})
        parallel.load(parallel.save())


def agents_and_search(game: Game) -> None:
    """The agents that are always there, and what a search needs."""
    env = GameEnv(game, opponents="greedy")
    env.reset(seed=0)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    aec = GameAEC(game)
    aec.reset(seed=0)
    agent = aec.agent_selection
    aec.heuristic_value(agent)
    aec.state()
    aec.load(aec.resample_hidden(agent, seed=0))
    if game.rule_functions.candidates is not None:
        aec.batch.candidates()


def notation(game: Game) -> None:
    """Records, positions, legal moves and scores."""
    records = [(env, env.record()) for env in (_play(game, seed) for seed in range(_GAMES))]
    package = f"{type(game).__module__.partition('.')[0]}.notation"
    if importlib.util.find_spec(package) is None:
        return  # a game of somebody else's may read texts elsewhere
    text = importlib.import_module(package)
    for env, record in records:
        text.replay(record)
        text.load(text.position(env))
    env = GameAEC(game)
    env.reset(seed=0)
    text.legal_moves(env)


PARTS: Mapping[str, Callable[[Game], None]] = MappingProxyType(
    {"environments": environments, "agents and search": agents_and_search, "notation": notation}
)
"""What is compiled, in the order of need."""


def _play(game: Game, seed: int) -> GameAEC:
    """A game played at random to its end."""
    env = GameAEC(game)
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    while not env.terminations[env.agent_selection]:
        env.step(int(chance.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    return env
