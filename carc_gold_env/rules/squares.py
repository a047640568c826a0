"""Empty squares and their action numbers, both ways. No legal square is without a number (see actions.py)."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import OUTSIDE, SQUARE, cell, decode, encode, in_window, square_at
from carc_gold_env.rules.board import content
from carc_gold_env.state import FIRST_FRONTIER
from tabletop_envs.jit import jit


@jit
def rank_outside(g: Any, place: Any) -> Any:
    """An empty square's place, by (y, x), among those outside the window that touch a tile."""
    x = np.int64(g["free_x"][place])
    y = np.int64(g["free_y"][place])
    rank = 0
    for other in range(np.int64(g["squares"])):
        ox = np.int64(g["free_x"][other])
        oy = np.int64(g["free_y"][other])
        if not in_window(ox, oy) and (oy < y or (oy == y and ox < x)):
            rank += 1
    return rank


@jit
def action_of(g: Any, place: Any) -> Any:
    """The action that chooses an empty square."""
    x = np.int64(g["free_x"][place])
    y = np.int64(g["free_y"][place])
    if in_window(x, y):
        return encode(SQUARE, cell(x, y))
    return encode(OUTSIDE, rank_outside(g, place))


@jit
def square_of(g: Any, action: Any) -> Any:
    """The empty square that an action chooses, -1 if there is none."""
    kind, k = decode(action)
    if kind == SQUARE:
        x, y = square_at(k)
        return max(content(g, x, y) - FIRST_FRONTIER, np.int64(-1))
    for place in range(np.int64(g["squares"])):
        if not in_window(g["free_x"][place], g["free_y"][place]) and k == rank_outside(g, place):
            return place
    return np.int64(-1)
