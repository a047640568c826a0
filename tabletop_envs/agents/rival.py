"""The agent that looks one move ahead, at what it does for the others too."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.greedy import choose_best
from tabletop_envs.agents.judge import Floats, prior_only, weigh
from tabletop_envs.batch import Batch
from tabletop_envs.candidates import Candidates
from tabletop_envs.spec import GameSpec


class RivalAgent:
    """Takes the action after which its estimated score is furthest above the best of the others.

    It tries actions as :class:`~tabletop_envs.agents.greedy.GreedyAgent` does; alone it plays as that one does.
    """

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The most promising action for each of the games ``rows``."""
        return choose_best(batch, rows, compared=batch.game.num_players)

    def judge(self, game: GameSpec, found: Candidates) -> tuple[Floats, Floats]:
        """Judges by the game's own ranking, the same estimates less the best other's; see :class:`Judge`."""
        return weigh(found, prior_only(game))

    def __repr__(self) -> str:
        """The agent's name."""
        return "RivalAgent()"
