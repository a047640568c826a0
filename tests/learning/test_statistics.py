from __future__ import annotations

import numpy as np
import pytest

from tabletop_envs.learning.statistics import margins, mean_and_error, wilson, win_shares


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Values as tables of the interval give them.
        (0, 10, 0.0, 0.2775),
        (8, 10, 0.4902, 0.9433),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (81, 263, 0.2553, 0.3662),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_wilson_is_symmetric_and_takes_shared_wins() -> None:
    low, high = wilson(30.5, 80)
    assert wilson(80 - 30.5, 80) == (pytest.approx(1 - high), pytest.approx(1 - low))


def test_mean_and_error() -> None:
    assert mean_and_error(np.array([1.0, 3.0])) == (2.0, pytest.approx(1.0))
    assert mean_and_error(np.array([4.0])) == (4.0, 0.0)
    assert mean_and_error(np.array([])) == (0.0, 0.0)


def test_a_shared_win_counts_in_shares() -> None:
    winners = np.array([[True, True, False], [False, True, False], [True, True, True]])
    assert np.allclose(win_shares(winners), [[0.5, 0.5, 0], [0, 1, 0], [1 / 3, 1 / 3, 1 / 3]])


def test_margins() -> None:
    assert margins(np.array([[7, 3, 5], [2, 2, 1]])).tolist() == [[2, -4, -2], [0, 0, -1]]
    assert margins(np.array([[7]])).tolist() == [[0]]
