"""Several agents as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.agent import Agent, check_agent
from tabletop_envs.batch import Batch
from tabletop_envs.spec import GameSpec


class Mix:
    """Several agents as one: who plays a player of a game is fixed by the game's row and the player.

    Each agent is asked once for all games that wait for it.

    Args:
        members: Agents, their shares of the players (which sum to 1) and their names.
    """

    def __init__(self, members: Sequence[tuple[Agent, float, str]]) -> None:
        self.agents, shares, self.names = zip(*members, strict=True)
        self._bounds = np.cumsum(shares)[:-1]

    def check(self, game: GameSpec) -> None:
        """Refuses a game that one of the agents cannot play; see :func:`check_agent`."""
        for agent in self.agents:
            check_agent(agent, game)

    def member(self, rows: npt.NDArray[Any], players: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Which agent plays these players of these games."""
        return np.asarray(np.searchsorted(self._bounds, spread(rows, players), side="right"), np.int64)

    def met(self, rows: int, players: int) -> list[list[str]]:
        """The name of the agent on every player of the first ``rows`` games."""
        members = self.member(np.arange(rows)[:, None], np.arange(players)[None])
        return [[self.names[k] for k in row] for row in members]

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """An action for the player to move in each of the games ``rows``."""
        if len(self.agents) == 1:
            only: Agent = self.agents[0]
            return only.choose(batch, rows)
        members = self.member(rows, batch.agent[rows])
        actions = np.empty(len(rows), np.int64)
        for k, agent in enumerate(self.agents):
            chosen = np.flatnonzero(members == k)
            if len(chosen):
                actions[chosen] = agent.choose(batch, rows[chosen])
        return actions


def spread(rows: npt.NDArray[Any], players: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """A number in 0 .. 1 for every player of every game, always the same and evenly spread over any run of rows."""
    golden = 0.6180339887498949
    share: npt.NDArray[np.float64] = ((rows + 1) * golden + players * (golden * golden * golden)) % 1.0
    return share
