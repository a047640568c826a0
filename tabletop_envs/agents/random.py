"""The agent that plays anything."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tabletop_envs.batch import Batch


class RandomAgent:
    """Every legal action is equally likely."""

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """A random action for each of the games ``rows``."""
        return batch.sample(rows)

    def __repr__(self) -> str:
        """The agent's name."""
        return "RandomAgent()"
