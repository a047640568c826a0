"""Copying records byte for byte.

numpy copies fields and leaves the padding between them to chance, which would make equal games differ in their bytes.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import one_line, shown
from tabletop_envs.game import Game, State

_HELD: WeakValueDictionary[int, npt.NDArray[Any]] = WeakValueDictionary()


def hold(records: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Notes that a batch plays in these records: nobody need ask whether they are states."""
    _HELD[id(records)] = records
    return records


def is_held(records: npt.NDArray[Any]) -> bool:
    """Whether a batch plays in these records, or in the array of which they are a part."""
    whole = records if records.base is None else records.base
    return _HELD.get(id(whole)) is whole


def as_bytes(records: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """A view of contiguous records as bytes, [records, bytes]."""
    return records.view(np.uint8).reshape(len(records), -1)


def copy_records(records: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy of contiguous records, padding included."""
    copy = np.zeros(records.shape, records.dtype)
    as_bytes(copy)[:] = as_bytes(records)
    return copy


def clean_records(records: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy of records from anywhere, with zeros for padding; slower than :func:`copy_records`."""
    clean = np.zeros(records.shape, records.dtype)
    clean[:] = records
    return clean


def checked_state(game: Game, state: Any) -> State:
    """A clean copy of a state of the game.

    Raises:
        ValueError: If it is none.
    """
    return checked_states(game, state, 1)


def checked_states(game: Game, states: Any, number: int) -> npt.NDArray[Any]:
    """A clean copy of so many states of the game.

    Raises:
        ValueError: If they are none, or not that many.
    """
    clean = _records(game, states, number, "state")
    game.check_state(clean)
    return clean


def checked_template(game: Game, template: Any) -> State:
    """A clean copy of what :meth:`Game.prepare` returned.

    Raises:
        ValueError: If it is not a template of the game.
    """
    clean = _records(game, template, 1, "template")
    # What a game itself demands of a state holds only after chance has filled in the fields marked "draw".
    Game.check_state(game, clean)
    return clean


def _records(game: Game, records: Any, number: int, what: str) -> npt.NDArray[Any]:
    if not isinstance(records, np.ndarray):
        given = shown(records)
    elif records.dtype != game.dtype:
        given = one_line(f"{'other records' if records.dtype.names else records.dtype} of shape {records.shape}")
    elif records.shape != (number,):
        given = one_line(f"shape {records.shape}")
    else:
        return clean_records(records)
    raise ValueError(f"expected a {what} of {game.name}, an array of shape ({number},) of its records; not {given}")
