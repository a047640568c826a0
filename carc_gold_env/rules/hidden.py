"""Another world that looks the same to one player, for honest search: only the order of the draw pile is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.rules.setup import shuffle_rest
from carc_gold_env.state import TYPES
from tabletop_envs.jit import jit


@jit
def resample_hidden(t: Any, g: Any, player: Any, seed: Any) -> None:
    """Mixes the tiles that have not been drawn."""
    g["rng"][0] = seed
    sort_rest(g)
    shuffle_rest(g)


@jit
def sort_rest(g: Any) -> None:
    """Puts what has not been drawn in the order of types, so that nothing of the real order is left to be mixed."""
    place = np.int64(g["drawn"])
    for tile in range(1, TYPES):
        for _ in range(np.int64(g["left"][tile])):
            g["draw_pile"][place] = tile
            place += 1
