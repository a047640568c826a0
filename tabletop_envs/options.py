"""Options that a game is made with: strict reading, and what the command line knows of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop_envs.errors import shown


@dataclass(frozen=True)
class Option:
    """An option of a game's constructor that the command line offers.

    Attributes:
        name: The constructor's parameter; ``town_hall`` is ``--town-hall``.
        default: The constructor's default; a bool makes a switch (``--monuments``, ``--no-monuments``).
        help: What it does.
        read: Turns the text of the command line into the value; ``bool`` makes a switch whatever the default is.
    """

    name: str
    default: Any
    help: str
    read: Callable[[str], Any] = str

    @property
    def is_switch(self) -> bool:
        """Whether the option is chosen by naming it, without a value."""
        return self.read is bool or isinstance(self.default, bool)


def checked_number(name: str, value: Any, low: int, high: int, *, or_none: bool = False) -> int:
    """An integer within bounds.

    Args:
        name: What it is, for errors.
        value: What the caller gave.
        low: The minimum.
        high: The maximum.
        or_none: Whether the caller may also leave it out, for errors.

    Raises:
        ValueError: If it is none.
    """
    allowed = f"None, {low} to {high}" if or_none else f"{low} to {high}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name}={shown(value)} is not an integer; allowed: {allowed}")
    if not low <= value <= high:
        raise ValueError(f"{name}={shown(value)} is not allowed; allowed: {allowed}")
    return int(value)


def checked_switch(name: str, value: Any) -> bool:
    """True or false.

    Raises:
        ValueError: If it is neither.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name}={shown(value)} is not allowed; allowed: True, False")
    return bool(value)
