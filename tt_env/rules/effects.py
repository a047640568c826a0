"""The decisions that a construction brings with it: what may be answered, and what follows."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import (
    BUILD,
    COIN,
    COUNT_COLUMN,
    COUNT_ROW,
    DECLINE,
    EXCHANGE_NONE,
    MARK,
    PAY,
    PUT_NONE,
    RESERVE,
    SPEND,
)
from tt_env.rules.benefits import types_in_line
from tt_env.rules.cards import COTTAGE_SLOT
from tt_env.rules.coins import gain_coins, pay_coins
from tt_env.rules.entering import (
    ALL_SLOTS,
    CATHEDRAL_COST,
    FROM_SUPPLY,
    FROM_WATCH,
    FROM_WATCH_AGAIN,
    allowed_squares,
    enter,
    exchangeable,
    squares_to_put,
)
from tt_env.rules.marking import mark_resources, mark_squares
from tt_env.rules.player import ALL_RESOURCES, banked, first_of, pop, push, second_of, top
from tt_env.state import NUM_CARDS, Pending
from tt_env.town import BUILDING, COLUMNS, ROWS, count, empty, one_cube, squares_with


@jit
def legal_marks(g: Any, s: Any, mask: Any) -> Any:
    """A Factory or Museum takes any cube; a Bank one that lies on no other Bank of the player."""
    return mark_resources(mask, MARK, ALL_RESOURCES & ~banked(g, s))


@jit
def mark(s: Any, resource: Any) -> None:
    """The cube from the supply goes on the new building."""
    square = first_of(top(s))
    pop(s)
    s["stored"][square] += one_cube(resource)


@jit
def legal_exchanges(g: Any, s: Any, mask: Any) -> Any:
    """Any own building for one of another type (RULING 7), or no further exchange."""
    squares = exchangeable(s, second_of(top(s)))
    mask[EXCHANGE_NONE] = 1
    n = 1
    for slot in range(NUM_CARDS):
        others = squares & ~squares_with(s["town"], BUILDING + slot)
        n += mark_squares(mask, BUILD + 16 * slot, others & allowed_squares(g, s, slot))
    return n


@jit
def exchange(g: Any, s: Any, slot: Any, square: Any) -> None:
    """The old building goes, cubes on it are discarded; the new one comes in and does what it does."""
    left = first_of(top(s)) - 1
    pop(s)
    if left > 0 and exchangeable(s, square + 1) != 0:
        push(s, Pending.EXCHANGE, left, square + 1, 0)
    s["stored"][square] = 0
    enter(g, s, slot, square)


@jit
def legal_reservations(s: Any, mask: Any) -> Any:
    """Opaleye's Watch: three buildings of three different types."""
    n = 0
    for slot in range(NUM_CARDS):
        if (s["reserved"] >> slot) & 1 == 0:
            mask[RESERVE + slot] = 1
            n += 1
    return n


@jit
def reserve(s: Any, slot: Any) -> None:
    """Sets a building aside on the Watch."""
    left = first_of(top(s)) - 1
    pop(s)
    s["reserved"] |= 1 << slot
    if left > 0:
        push(s, Pending.RESERVE, left, 0, 0)


@jit
def legal_puts(g: Any, s: Any, mask: Any) -> Any:
    """One of the buildings on any empty square; Opaleye's Watch may refuse where that is an option (RULING 6a)."""
    entry = top(s)
    n = 0
    for slot in range(NUM_CARDS):
        if (first_of(entry) >> slot) & 1:
            n += mark_squares(mask, BUILD + 16 * slot, squares_to_put(g, s, slot))
    source = second_of(entry)
    if (source == FROM_WATCH or source == FROM_WATCH_AGAIN) and g["opaleye_optional"] == 1:
        mask[PUT_NONE] = 1
        n += 1
    return n


@jit
def legal_okaver(s: Any, mask: Any) -> Any:
    """The Treasury at Okaver: a free Cottage on any empty square, or not (R24)."""
    mask[PUT_NONE] = 1
    return 1 + mark_squares(mask, BUILD + 16 * COTTAGE_SLOT, empty(s["town"]))


@jit
def legal_cathedral(s: Any, mask: Any) -> Any:
    """Pay 3 coins, or decline, also with 3 coins (R25)."""
    mask[DECLINE] = 1
    if s["coins"] < CATHEDRAL_COST:
        return 1
    mask[PAY] = 1
    return 2


@jit
def legal_lines(mask: Any) -> Any:
    """The Teahouse's row or column (D16)."""
    mask[COUNT_ROW] = 1
    mask[COUNT_COLUMN] = 1
    return 2


@jit
def count_line(g: Any, s: Any, row: Any) -> None:
    """A coin for each type in the chosen line."""
    entry = top(s)
    pop(s)
    square = first_of(entry)
    line = ROWS[square] if row else COLUMNS[square]
    gain_coins(g, s, types_in_line(s, line, second_of(entry)))


@jit
def legal_coins(s: Any, mask: Any) -> Any:
    """The Petal Promenade: an empty square that has no coin yet (D17)."""
    return mark_squares(mask, COIN, empty(s["town"]) & ~np.int64(s["coin_squares"]))


@jit
def lay_coin(s: Any, square: Any) -> None:
    """A coin from the supply on a square."""
    left = first_of(top(s)) - 1
    pop(s)
    s["coin_squares"] |= 1 << square
    if left > 0:
        push(s, Pending.COIN, left, 0, 0)


@jit
def legal_spending(s: Any, mask: Any) -> Any:
    """Masons' Guild: at most the coins held, the 7 types and the empty squares (R13)."""
    most = min(np.int64(s["coins"]), NUM_CARDS, count(empty(s["town"])))
    for coins in range(most + 1):
        mask[SPEND + coins] = 1
    return most + 1


@jit
def spend(s: Any, coins: Any) -> None:
    """All coins first, then as many different buildings (D24)."""
    pop(s)
    pay_coins(s, coins)
    if coins > 0:
        push(s, Pending.PUT, ALL_SLOTS, FROM_SUPPLY, coins)
