"""Compiled helpers over rows of an action mask: int8, 1 = legal, padded with 0 to an integer of 64-bit words."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit

WORD = 8
_ONES = np.int64(0x0101010101010101)


def padded(num_actions: int) -> int:
    """The length of a mask row for so many actions."""
    return -(-num_actions // WORD) * WORD


@jit
def nth(row: Any, n: Any) -> Any:
    """The position of the ``n``-th legal action of a padded row, counted from 0."""
    words = row.view(np.int64)
    left = np.int64(n)
    for k in range(len(words)):
        # Byte b of the product is the sum of the word's bytes 0 to b.
        sums = words[k] * _ONES
        here = sums >> 56
        if left < here:
            # The highest bit of a byte is set where the sum exceeds `left`; all bytes from that one on have it.
            above = ((sums + (127 - left) * _ONES) >> 7) & _ONES
            return WORD * k + WORD - ((above * _ONES) >> 56)
        left -= here
    return -1


@jit
def only(row: Any, action: Any) -> None:
    """Makes ``action`` the one legal action."""
    row[:] = 0
    row[action] = 1


@jit
def ascending(rows: Any, n: Any) -> Any:
    """Whether ``rows`` are numbers of ``0 .. n-1``, each greater than the one before."""
    last = -1
    for row in rows:
        if row <= last or row >= n:
            return False
        last = row
    return True


@jit
def first_illegal(masks: Any, rows: Any, actions: Any, num_actions: Any) -> Any:
    """The first ``j`` for which ``actions[j]`` is not a legal action of row ``rows[j]``; -1 if there is none."""
    for j in range(len(rows)):
        action = actions[j]
        if action < 0 or action >= num_actions or masks[rows[j], action] == 0:
            return j
    return -1
