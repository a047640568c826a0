"""The agent that weighs the features of the positions that its actions lead to."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.judge import Floats, weigh
from tabletop_envs.agents.weights import Weights, read_weights
from tabletop_envs.batch import Batch
from tabletop_envs.candidates import Candidates, require_candidates
from tabletop_envs.spec import GameSpec


class LinearAgent:
    """Takes the candidate whose weighted features sum to the most.

    Args:
        weights: What the features are worth; ``None`` takes the weights that come with the game.
    """

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights
        self._vectors: dict[str, npt.NDArray[np.float64]] = {}

    def vector(self, game: GameSpec) -> npt.NDArray[np.float64]:
        """The weights of all candidate features of a game, float64 [F].

        Raises:
            ValueError: If there are none for it, or those given are for another game.
        """
        if game.name not in self._vectors:
            weights = self._weights
            if weights is None:
                if game.linear_weights is None:
                    raise ValueError(f"{game.name} comes with no weights for the agent 'linear'")
                weights = _shipped(game.linear_weights)
            self._vectors[game.name] = weights.vector(game)
        return self._vectors[game.name]

    def check(self, game: GameSpec) -> None:
        """Refuses a game without weights.

        Raises:
            ValueError: If there are no weights for it.
            NotImplementedError: If it declares no candidates.
        """
        require_candidates(game)
        self.vector(game)

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The best action for each of the games ``rows``; of equal ones the first."""
        found = batch.candidates(rows)
        return found.take(found.best(self.judge(batch.game, found)[0]))

    def judge(self, game: GameSpec, found: Candidates) -> tuple[Floats, Floats]:
        """What the candidates of decisions are worth, and the best of them; see :class:`Judge`."""
        return weigh(found, self.vector(game))

    def __repr__(self) -> str:
        """The agent's name."""
        return "LinearAgent()" if self._weights is None else f"LinearAgent({self._weights!r})"


@functools.cache
def _shipped(path: Path) -> Weights:
    return read_weights(path)
