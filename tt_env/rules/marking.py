"""Marking whole sets of actions in a mask."""

from __future__ import annotations

from typing import Any

from tabletop_envs.jit import jit
from tt_env.town import count


@jit
def mark_squares(mask: Any, action: Any, squares: Any) -> Any:
    """Marks ``action + square`` for every square of a set; returns how many there are."""
    for square in range(16):  # without branches: nearly every step comes here
        mask[action + square] |= (squares >> square) & 1
    return count(squares)


@jit
def mark_resources(mask: Any, action: Any, resources: Any) -> Any:
    """Marks ``action + r - 1`` for every resource r of a set (bit r); returns how many there are."""
    n = 0
    for resource in range(1, 6):
        if (resources >> resource) & 1:
            mask[action + resource - 1] = 1
            n += 1
    return n
