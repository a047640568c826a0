"""The agents that have a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tabletop_envs.agents.agent import Agent
from tabletop_envs.agents.greedy import GreedyAgent
from tabletop_envs.agents.linear import LinearAgent
from tabletop_envs.agents.random import RandomAgent
from tabletop_envs.agents.rival import RivalAgent
from tabletop_envs.agents.search import SearchAgent
from tabletop_envs.agents.weights import read_weights
from tabletop_envs.errors import shown

AGENTS: dict[str, Callable[[], Agent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "rival": RivalAgent,
    "linear": LinearAgent,
}
"""Name -> what makes the agent."""
WEIGHTS = ".json"
"""A path that ends so names a linear agent by the file of its weights."""
SEARCH = "search"
"""An agent that searches; a colon and how it does may follow."""


def make_agent(agent: str | Agent) -> Agent:
    """An agent by its name or the file of its weights; an agent itself is returned as it is.

    Raises:
        ValueError: If there is no agent of that name, the object is none, or the file is missing or damaged.
    """
    if isinstance(agent, str) and agent in AGENTS:
        return AGENTS[agent]()
    if isinstance(agent, str) and agent.endswith(WEIGHTS):
        return LinearAgent(read_weights(Path(agent)))
    if isinstance(agent, str) and agent.partition(":")[0] == SEARCH:
        return SearchAgent.named(agent.partition(":")[2], make_agent)
    if not isinstance(agent, str | type) and isinstance(agent, Agent):
        return agent
    allowed = ", ".join(map(repr, [*AGENTS, SEARCH]))
    raise ValueError(f"no agent {shown(agent)}; allowed: {allowed}, a file of weights (.json), an object with choose()")
