"""Whether the players can have stood, when the step began, as a position says."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.errors import NotationError
from tt_env.state import Phase

_ANSWERS = ("pending", "depth")
_BUILDING = ("town", "stored", "built", "monument_info", "constructed", "coins", "coin_squares", "reserved")
_CHANGING: dict[Phase, tuple[str, ...]] = {
    Phase.SETUP: ("monument",),
    Phase.TAKING: _ANSWERS,  # what is taken is revealed at once (D20)
    Phase.NAMING: (),
    Phase.PLACING: (
        *("town", "stored", "monument_info", "constructed", "set_aside", "named", "coins", "swapped", "coin_squares"),
        *_ANSWERS,
    ),
    Phase.CONSTRUCTING: (*_BUILDING, "watch_round", "by_cubes", "unpaid", "forged", *_ANSWERS),
    Phase.WATCH: (*_BUILDING, "watch_round", "by_cubes", "unpaid", "forged", *_ANSWERS),
    Phase.ROUND_END: (*_BUILDING, "unpaid", *_ANSWERS),
    Phase.OVER: (),
}
"""The fields of a player that its answers in the step can change."""

_KEYS = {"completed": "completed_round", "built": "monument_built", "depth": "pending"}
"""What fields are called in a position, if not the same."""


def check_shown(g: Any) -> None:
    """Refuses a player shown to have been what the running step cannot have changed.

    Raises:
        NotationError: At the first difference.
    """
    changing = _CHANGING[Phase(int(g["phase"]))]
    for player in range(int(g["num_players"])):
        now, then = g["players"][player], g["shown"][player]
        for field in now.dtype.names:
            if field not in changing and not np.array_equal(now[field], then[field]):
                key = _KEYS.get(field, field)
                raise NotationError(
                    f"shown[{player}].{key}: differs from players[{player}]; this step cannot change it"
                )
