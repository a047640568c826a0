"""The state that a caller of a notation means, given as itself or as an environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tabletop_envs.errors import one_line, shown
from tabletop_envs.spec import GameSpec, State
from tabletop_envs.states import clean_records, is_held


def valid_state_of(
    env_or_state: Any, game_of: Callable[[State], GameSpec], dtype: np.dtype[Any], title: str, row: int | None = None
) -> State:
    """The state of an environment, or the state itself, which compiled code may then trust.

    A state that a batch holds, such as an environment shows of itself, is trusted at once.

    Args:
        env_or_state: An environment or batch of any kind, wrapped or not, or an array of records.
        game_of: The game with the options of a state.
        dtype: The record of the game.
        title: The game's name in the error message.
        row: Which game, where there are several.

    Raises:
        TypeError: If it is neither, or one of another game, or there are several games and no row is given.
        ValueError: If there is no such row, or an array holds what cannot occur in a game.
    """
    state = state_of(env_or_state, dtype, title, row)
    if isinstance(env_or_state, np.ndarray) and not is_held(env_or_state):
        game_of(state).check_state(state)
    return state


def state_of(env_or_state: Any, dtype: np.dtype[Any], title: str, row: int | None = None) -> State:
    """As :func:`valid_state_of`, but an array may hold anything."""
    env = getattr(env_or_state, "unwrapped", env_or_state)
    if isinstance(env, np.ndarray):
        states = env
    elif hasattr(env, "states"):  # several games whose `save` holds more than they
        states = env.states()
    elif hasattr(env, "save"):
        states = env.save()
    else:
        raise TypeError(f"expected an environment or a state, not {one_line(type(env_or_state).__name__)}")
    if states.dtype.names == ("stream", "game"):  # a batch saves its generators too
        states = states["game"]
    if states.dtype != dtype or states.ndim != 1 or (row is None and len(states) != 1):
        several = f"; choose one of {states.size} with row=" if states.dtype == dtype and states.size > 1 else ""
        given = one_line(f"{'' if states.dtype == dtype else 'other records of '}shape {states.shape}")
        raise TypeError(f"expected one game of {title}, a record array of shape (1,), not {given}{several}")
    if row is None:
        return states if states is env_or_state else clean_records(states)
    if not isinstance(row, int | np.integer) or isinstance(row, bool) or not 0 <= row < len(states):
        raise ValueError(f"row={shown(row)} is not a game; allowed: 0 to {len(states) - 1}")
    return clean_records(states[row : row + 1])
