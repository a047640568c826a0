"""What a judge is: who says what candidates are worth beside each other, and what a decision is worth."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from tabletop_envs.candidates import Candidates
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


def weigh(game: GameSpec, found: Candidates, vector: npt.NDArray[np.float64]) -> tuple[Floats, Floats]:
    """Judges by a weighted sum of features: of those of each candidate, and of those of the position.

    Args:
        game: The game.
        found: The candidates of each decision.
        vector: What a point of each candidate feature is worth, [F].
    """
    width = len(game.candidate_features)
    assert game.position_features[:width] == game.candidate_features, "a position begins with a candidate's features"
    return found.features @ vector, found.position[:, :width] @ vector


def prior_only(game: GameSpec) -> npt.NDArray[np.float64]:
    """The weights of the game's own ranking, which is the last feature of a candidate, [F]."""
    vector = np.zeros(len(game.candidate_features))
    vector[-1] = 1.0
    return vector
