"""Seeds of their own for everything that draws, all from one seed."""

from __future__ import annotations

import numpy as np


def derive(seed: int, *purpose: int) -> int:
    """The seed for one purpose, 0 .. 2**31 - 1; different purposes give unrelated seeds."""
    return int(np.random.SeedSequence([seed, *purpose]).generate_state(1)[0]) >> 1
