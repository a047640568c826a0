"""The agents that have a name."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_envs.agents.agent import Agent
from tabletop_envs.agents.greedy import GreedyAgent
from tabletop_envs.agents.random import RandomAgent
from tabletop_envs.errors import shown

AGENTS: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}
"""Name -> what makes the agent."""


def make_agent(agent: str | Agent) -> Agent:
    """An agent by its name; an agent itself is returned as it is.

    Raises:
        ValueError: If there is no agent of that name, or the object is none.
    """
    if isinstance(agent, str) and agent in AGENTS:
        return AGENTS[agent]()
    if not isinstance(agent, str | type) and isinstance(agent, Agent):
        return agent
    raise ValueError(f"no agent {shown(agent)}; allowed: {', '.join(map(repr, AGENTS))} or an object with choose()")
