"""Another world that looks the same to one seat, for honest search: only the order of the pile is hidden."""

from __future__ import annotations

from typing import Any

from carc_gold_env.rules.setup import shuffle_rest
from env_core.jit import jit


@jit
def hide(t: Any, g: Any, seat: Any, seed: Any) -> None:
    """Mixes the tiles that have not been drawn."""
    g["rng"][0] = seed
    shuffle_rest(g)
    g["rng"][0] = 0
