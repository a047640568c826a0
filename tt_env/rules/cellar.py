"""Root Cellar: which rows and columns are fed for coins (Fortune 7, R14)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.town import COLUMNS, ROWS, count

LINE_SETS = 256
"""Sets of lines as bit masks: bits 0 to 3 the rows, bits 4 to 7 the columns."""


@jit
def line(k: Any) -> Any:
    """The squares of a line."""
    return ROWS[4 * k] if k < 4 else COLUMNS[k - 4]


@jit
def fed_by_lines(lines: Any, hungry: Any) -> Any:
    """The hungry squares of a set of lines."""
    fed = np.int64(0)
    for k in range(8):
        if (lines >> k) & 1:
            fed |= hungry & line(k)
    return fed


@jit
def every_line_feeds(lines: Any, hungry: Any) -> Any:
    """Whether the lines can be paid for in some order so that each feeds something new.

    The last one paid for feeds a square that no other line does; take it away and ask again.
    """
    left = np.int64(lines)
    while left != 0:
        before = left
        for k in range(8):
            if (left >> k) & 1 and hungry & line(k) & ~fed_by_lines(left & ~(1 << k), hungry) != 0:
                left &= ~(1 << k)
        if left == before:
            return False
    return True


@jit
def is_cellar_plan(lines: Any, coins: Any, hungry: Any) -> Any:
    """Whether these lines may be fed: coins are spent until all is fed or none is left, never in vain (R14, R15)."""
    paid = count(lines)
    if paid > coins or (paid < coins and fed_by_lines(lines, hungry) != hungry):
        return False
    return every_line_feeds(lines, hungry)


@jit
def coins_after_cellar(coins: Any, hungry: Any, fed: Any) -> Any:
    """The coins left by the cheapest plan that feeds exactly these squares."""
    left = np.int64(0)
    for lines in range(LINE_SETS):
        if coins - count(lines) > left and fed_by_lines(lines, hungry) == fed and is_cellar_plan(lines, coins, hungry):
            left = coins - count(lines)
    return left
