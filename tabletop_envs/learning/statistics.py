"""The few statistics that evaluations print."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054
"""Half the width of a 95 % interval in standard deviations of the normal distribution."""


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a win rate.

    Args:
        wins: Games won; shared wins may count as fractions.
        games: Games played.
        z: Standard deviations to either side; the default gives 95 %.

    Returns:
        The lower and the upper bound; (0, 1) without games.
    """
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, z * z
    centre = (rate + square / (2 * games)) / (1 + square / games)
    half = z / (1 + square / games) * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)


def mean_and_error(values: npt.NDArray[Any]) -> tuple[float, float]:
    """The mean of independent values and its standard error (0 for fewer than two values)."""
    if len(values) < 2:
        return float(np.mean(values)) if len(values) else 0.0, 0.0
    return float(np.mean(values)), float(np.std(values, ddof=1) / math.sqrt(len(values)))


def win_shares(winners: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """What each player gets of each win: a win shared by w players counts 1/w for each of them.

    Args:
        winners: Whether each player won, shape ``(games, players)``.
    """
    shares: npt.NDArray[np.float64] = winners / np.maximum(winners.sum(axis=-1, keepdims=True), 1)
    return shares


def margins(scores: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Each player's lead over the best other (negative when behind), shape ``(games, players)``; 0 for one player."""
    players = scores.shape[-1]
    if players == 1:
        return np.zeros(scores.shape, np.int64)
    others = np.where(np.eye(players, dtype=bool), np.iinfo(np.int64).min, scores[..., None, :].astype(np.int64))
    lead: npt.NDArray[np.int64] = scores - others.max(axis=-1)
    return lead
