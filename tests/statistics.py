"""Whether what is drawn again is drawn fairly, and without regard to what it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


def surprise(counts: npt.ArrayLike, weights: npt.ArrayLike) -> float:
    """How many standard deviations the chi-square statistic lies above what fair draws lead to.

    Args:
        counts: How often each value came.
        weights: How often it should, up to a factor; what should never come must not.
    """
    seen, fair = np.asarray(counts, float), np.asarray(weights, float)
    assert not seen[fair == 0].any()
    seen, fair = seen[fair > 0], fair[fair > 0] / fair.sum()
    expected = fair * seen.sum()
    assert expected.min() > 5, "too few draws"
    freedom = len(fair) - 1
    return float((((seen - expected) ** 2 / expected).sum() - freedom) / np.sqrt(2 * freedom))


def hits_beyond_chance(hits: Sequence[Any], chances: Sequence[float]) -> float:
    """How many standard deviations the number of hits lies off what independent draws lead to.

    Args:
        hits: Whether each draw was the real thing.
        chances: How likely that was, for whoever knows what was drawn but not the real thing.
    """
    p = np.asarray(chances, float)
    return float((np.sum(hits) - p.sum()) / np.sqrt((p * (1 - p)).sum()))
