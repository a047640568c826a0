"""A building comes into a town: where it may, and what that starts (rules/tiny_towns_base.md 4.5).

"Placed by effect" is "constructed" (RULING 8): every building enters through :func:`enter`, whatever brings it. What
its card then does is in building_effects.py and monument_effects.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.decisions import Pending
from tt_env.rules.building_effects import building_effect, has_its_cube, squares_with_coin_for
from tt_env.rules.cards import CATHEDRAL
from tt_env.rules.coins import coin_under_building
from tt_env.rules.monument_effects import monument_effect
from tt_env.rules.player import push
from tt_env.state import MONUMENT
from tt_env.town import ALL_SQUARES, BUILDING, put


@jit
def allowed_squares(g: Any, s: Any, slot: Any) -> Any:
    """The squares on which a building of this slot may come into the town at all, by whatever means.

    A Bank needs a cube, some Fortune cards ask for a coin.
    """
    if slot == MONUMENT:
        return ALL_SQUARES
    card = np.int64(g["row"][slot])
    if not has_its_cube(g, s, card):
        return 0
    if g["with_coins"] == 0:
        return ALL_SQUARES
    return squares_with_coin_for(g, s, card)


@jit
def enter(g: Any, s: Any, slot: Any, square: Any) -> None:
    """Puts a building on its square and starts what its card does when constructed."""
    s["town"] = put(s["town"], square, BUILDING + slot)
    if slot == MONUMENT:
        s["built"] = 1
        monument_effect(g, s)
        return
    coin_under_building(g, s, square)
    card = np.int64(g["row"][slot])
    if card == CATHEDRAL:
        push(s, Pending.CATHEDRAL, square, slot, 0)
        return
    s["constructed"] |= 1 << slot
    building_effect(g, s, card, slot, square)
