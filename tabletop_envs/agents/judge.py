"""What a judge is: who says what candidates are worth beside each other, and what a decision is worth."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from tabletop_envs.candidates import Candidates
from tabletop_envs.jit import jit
from tabletop_envs.spec import GameSpec

Floats = npt.NDArray[np.floating]


@runtime_checkable
class Judge(Protocol):
    """Judges many decisions at once, from their candidates alone; what a search needs of an agent.

    What it says of one decision does not depend on the others beside it.
    """

    def judge(self, game: GameSpec, found: Candidates) -> tuple[Floats, Floats]:
        """Judges N decisions.

        Args:
            game: The game with its options.
            found: The candidates of each decision.

        Returns:
            What the candidates are worth beside each other, [N, K]: points, or the logits of a policy; anything where
            there is no candidate. And what each decision is worth to the player to move, [N]: the points by which it
            will end ahead of the others.

        Raises:
            ValueError: If the judge is for another game.
        """
        ...


def weigh(found: Candidates, vector: npt.NDArray[np.float64]) -> tuple[Floats, Floats]:
    """Judges candidates by the weighted sum of their features, and a decision by its best candidate.

    Args:
        found: The candidates of each decision.
        vector: What a point of each candidate feature is worth, [F].
    """
    worth, value = np.zeros(found.mask.shape), np.full(len(found.mask), -np.inf)
    _weigh(found.mask, found.features, vector, worth, value)
    return worth, value


@jit
def _weigh(mask: Any, features: Any, vector: Any, worth: Any, value: Any) -> None:
    """Writes the sums and the greatest of each decision; they are added in an order that is always the same."""
    for j in range(len(mask)):
        for k in range(mask.shape[1]):
            if mask[j, k] != 0:
                for f in range(len(vector)):
                    worth[j, k] += features[j, k, f] * vector[f]
                value[j] = max(value[j], worth[j, k])


def prior_only(game: GameSpec) -> npt.NDArray[np.float64]:
    """The weights of the game's own ranking, which is the last feature of a candidate, [F]."""
    vector = np.zeros(len(game.candidate_features))
    vector[-1] = 1.0
    return vector
