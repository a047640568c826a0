"""Agents that play without the trainer, and what an agent is."""

from __future__ import annotations

from tabletop_envs.agents.agent import Agent, ask, check_agent
from tabletop_envs.agents.budget import Budget
from tabletop_envs.agents.greedy import GreedyAgent
from tabletop_envs.agents.judge import Judge
from tabletop_envs.agents.linear import LinearAgent
from tabletop_envs.agents.mix import Mix
from tabletop_envs.agents.onnx import OnnxAgent
from tabletop_envs.agents.ppo import PPOAgent
from tabletop_envs.agents.random import RandomAgent
from tabletop_envs.agents.registry import make_agent, make_agents
from tabletop_envs.agents.rival import RivalAgent
from tabletop_envs.agents.search import SearchAgent

__all__ = [
    "Agent",
    "Budget",
    "GreedyAgent",
    "Judge",
    "LinearAgent",
    "Mix",
    "OnnxAgent",
    "PPOAgent",
    "RandomAgent",
    "RivalAgent",
    "SearchAgent",
    "ask",
    "check_agent",
    "make_agent",
    "make_agents",
]
