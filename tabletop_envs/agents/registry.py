"""Agents by their names; :mod:`tabletop_envs.agents.names` says how they are written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tabletop_envs.agents.agent import Agent
from tabletop_envs.agents.greedy import GreedyAgent
from tabletop_envs.agents.linear import LinearAgent
from tabletop_envs.agents.mix import Mix
from tabletop_envs.agents.names import KINDS, parse_mix, parse_name
from tabletop_envs.agents.onnx import OnnxAgent
from tabletop_envs.agents.ppo import PPOAgent
from tabletop_envs.agents.random import RandomAgent
from tabletop_envs.agents.rival import RivalAgent
from tabletop_envs.agents.search import SearchAgent
from tabletop_envs.agents.weights import read_weights


class Play(NamedTuple):
    """How an agent plays that could play in more than one way.

    Attributes:
        deterministic: Networks take the likeliest action instead of drawing one by its probability.
        seed: Fixes what is drawn by agents with generators of their own.
    """

    deterministic: bool = True
    seed: int = 0


MAKERS: dict[str, Callable[[str, Play], Agent]] = {
    "random": lambda argument, play: RandomAgent(),
    "greedy": lambda argument, play: GreedyAgent(),
    "rival": lambda argument, play: RivalAgent(),
    "linear": lambda argument, play: LinearAgent(read_weights(Path(argument)) if argument else None),
    "ppo": lambda argument, play: PPOAgent(argument, play.deterministic),
    "onnx": lambda argument, play: OnnxAgent(argument, play.deterministic),
    "search": lambda argument, play: SearchAgent.named(argument, make_agent),
}
"""Kind of agent -> what makes one from the argument in its name."""
assert MAKERS.keys() == KINDS.keys()


def make_agent(agent: str | Agent, play: Play = Play(), also: tuple[str, ...] = ()) -> Agent:  # noqa: B008
    """An agent by its name; an agent itself is returned as it is.

    A model, or the weights of a game, are read when the agent meets its first game
    (:func:`~tabletop_envs.agents.agent.check_agent` asks before).

    Args:
        agent: A name, as in :mod:`tabletop_envs.agents.names`.
        play: How it plays.
        also: Further kinds that are allowed where the name was given, for the message.

    Raises:
        ValueError: If there is no agent of that name, the object is none, or the file is missing or damaged.
    """
    if not isinstance(agent, str | type) and isinstance(agent, Agent):
        return agent
    kind, argument = parse_name(agent, also)
    return MAKERS[kind](argument, play)


def make_agents(agents: str | Agent, play: Play = Play()) -> Agent:  # noqa: B008
    """As :func:`make_agent`, for a mix of several names too.

    Raises:
        ValueError: As there, or if the mix is malformed.
    """
    if not isinstance(agents, str):
        return make_agent(agents, play)
    mix = parse_mix(agents)
    if len(mix) == 1:
        return make_agent(mix[0][0], play)
    return Mix([(make_agent(name, play), share, name) for name, share in mix])
