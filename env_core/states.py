"""Copying records byte for byte.

numpy copies fields and leaves the padding between them to chance, which would make equal games differ in their bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from env_core.game import Game, State


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
    dtype, shape = getattr(state, "dtype", None), getattr(state, "shape", None)
    if dtype != game.dtype or shape != (1,):
        raise ValueError(f"wants a state of {game.name}, an array of one record; not {dtype} of shape {shape}")
    return clean_records(state)
