"""Agents that need no learning, and what an agent is."""

from __future__ import annotations

from tabletop_envs.agents.agent import Agent, ask
from tabletop_envs.agents.greedy import GreedyAgent
from tabletop_envs.agents.random import RandomAgent
from tabletop_envs.agents.registry import AGENTS, make_agent

__all__ = ["AGENTS", "Agent", "GreedyAgent", "RandomAgent", "ask", "make_agent"]
