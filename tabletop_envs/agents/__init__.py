"""Agents that need no learning, and what an agent is."""

from __future__ import annotations

from tabletop_envs.agents.agent import Agent, ask
from tabletop_envs.agents.budget import Budget
from tabletop_envs.agents.greedy import GreedyAgent
from tabletop_envs.agents.judge import Judge
from tabletop_envs.agents.linear import LinearAgent
from tabletop_envs.agents.random import RandomAgent
from tabletop_envs.agents.registry import AGENTS, make_agent
from tabletop_envs.agents.rival import RivalAgent
from tabletop_envs.agents.search import SearchAgent

__all__ = [
    "AGENTS",
    "Agent",
    "Budget",
    "GreedyAgent",
    "Judge",
    "LinearAgent",
    "RandomAgent",
    "RivalAgent",
    "SearchAgent",
    "ask",
    "make_agent",
]
