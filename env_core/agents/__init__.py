"""Agents that need no learning, and what an agent is."""

from __future__ import annotations

from env_core.agents.agent import Agent, ask
from env_core.agents.greedy import GreedyAgent
from env_core.agents.random import RandomAgent
from env_core.agents.registry import AGENTS, make_agent

__all__ = ["AGENTS", "Agent", "GreedyAgent", "RandomAgent", "ask", "make_agent"]
