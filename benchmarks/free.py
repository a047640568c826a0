"""A game without rules in PettingZoo's interface: what a step costs when the game itself costs nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv


class FreeGame(AECEnv[str, Any, Any]):  # type: ignore[misc, unused-ignore]
    """Players take turns for a fixed number of steps; observation and mask never change.

    Args:
        num_players: Players.
        observation: The one observation.
        mask: The one mask, int8.
        length: Steps of a game.
    """

    metadata = {"name": "free_game_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, num_players: int, observation: Any, mask: Any, length: int = 120) -> None:
        super().__init__()
        self.render_mode = None
        self.length = length
        self.lowest_return = -1.0
        self.possible_agents = [f"player_{player}" for player in range(num_players)]
        self._view = {"observation": observation, "action_mask": mask}
        highest = np.iinfo(observation.dtype).max
        space = Dict(
            {
                "observation": Box(0, highest, observation.shape, observation.dtype),
                "action_mask": Box(0, 1, mask.shape, np.int8),
            }
        )
        self._spaces = dict.fromkeys(self.possible_agents, (space, Discrete(len(mask))))

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        return self._spaces[agent][1]

    def observe(self, agent: str) -> Any:
        return self._view

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._view["action_mask"]} for agent in self.agents}
        self._skip_agent_selection = None
        self._steps = 0
        self.agent_selection = self.agents[0]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        self.agent_selection = self.possible_agents[self._steps % len(self.possible_agents)]
        if self._steps == self.length:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
