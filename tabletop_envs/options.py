"""Strict reading of the options that a game is made with."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.errors import shown


def checked_number(name: str, value: Any, low: int, high: int) -> int:
    """An integer within bounds.

    Raises:
        ValueError: If it is none.
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name}={shown(value)} is not an integer; allowed: {low} to {high}")
    if not low <= value <= high:
        raise ValueError(f"{name}={shown(value)} is not allowed; allowed: {low} to {high}")
    return int(value)


def checked_switch(name: str, value: Any) -> bool:
    """True or false.

    Raises:
        ValueError: If it is neither.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name}={shown(value)} is not allowed; allowed: True, False")
    return bool(value)
