"""Buildings that come without cubes (rules/tiny_towns_base.md 4.5, Fortune 5).

From the supply, off Opaleye's Watch, by Architect's Guild, The Treasury at Okaver or a declined Cathedral.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import BUILD, DECLINE, EXCHANGE_NONE, PAY, PUT_NONE, on_square
from tt_env.decisions import CATHEDRAL_COST, FROM_CATHEDRAL, FROM_WATCH, FROM_WATCH_AGAIN, Pending
from tt_env.rules.cards import COTTAGE_SLOT, SHED, WELL_SLOT
from tt_env.rules.coins import pay_coins
from tt_env.rules.entering import allowed_squares, enter
from tt_env.rules.marking import mark_squares
from tt_env.rules.monument_effects import exchangeable
from tt_env.rules.player import first_of, kind_of, pop, push, second_of, third_of, top
from tt_env.state import NUM_CARDS
from tt_env.town import BUILDING, empty, put, squares_with


@jit
def squares_to_put(g: Any, s: Any, slot: Any) -> Any:
    """The empty squares on which a building of this slot may be put down."""
    return empty(s["town"]) & allowed_squares(g, s, slot) & ~spoken_for(s)


@jit
def spoken_for(s: Any) -> Any:
    """The square of a second building of The Prism Forge that has yet to come in (D25)."""
    for k in range(np.int64(s["depth"])):
        entry = np.int64(s["pending"][k])
        if kind_of(entry) == Pending.ENTER:
            return 1 << second_of(entry)
    return 0


@jit
def puttable(g: Any, s: Any, slots: Any) -> Any:
    """Which of these buildings could be put down now: there must be a square, and a cube for a Bank (D5, D12)."""
    found = 0
    for slot in range(NUM_CARDS):
        if (slots >> slot) & 1 and squares_to_put(g, s, slot) != 0:
            found |= 1 << slot
    return found


@jit
def legal_puts(g: Any, s: Any, mask: Any) -> Any:
    """One of the buildings on any empty square; Opaleye's Watch may refuse where that is an option (RULING 6a)."""
    entry = top(s)
    n = 0
    for slot in range(NUM_CARDS):
        if (first_of(entry) >> slot) & 1:
            n += mark_squares(mask, on_square(BUILD, slot, 0), squares_to_put(g, s, slot))
    source = second_of(entry)
    if (source == FROM_WATCH or source == FROM_WATCH_AGAIN) and g["opaleye_optional"] == 1:
        mask[PUT_NONE] = 1
        n += 1
    return n


@jit
def put_building(g: Any, s: Any, slot: Any, square: Any) -> None:
    """A building from the supply, off the Watch or for a declined Cathedral; then the rest of them, if any."""
    entry = top(s)
    pop(s)
    slots = first_of(entry) & ~(1 << slot)
    source = second_of(entry)
    left = third_of(entry) - 1
    if source == FROM_WATCH or source == FROM_WATCH_AGAIN:
        s["reserved"] = np.int64(s["reserved"]) & ~(1 << slot)
        source = FROM_WATCH_AGAIN
    if left > 0 and slots != 0:
        push(s, Pending.PUT, slots, source, left)
    enter(g, s, slot, square)


@jit
def legal_exchanges(g: Any, s: Any, mask: Any) -> Any:
    """Any own building for one of another type (RULING 7), or no further exchange."""
    squares = exchangeable(s, second_of(top(s)))
    mask[EXCHANGE_NONE] = 1
    n = 1
    for slot in range(NUM_CARDS):
        others = squares & ~squares_with(s["town"], BUILDING + slot)
        n += mark_squares(mask, on_square(BUILD, slot, 0), others & allowed_squares(g, s, slot))
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
def legal_okaver(s: Any, mask: Any) -> Any:
    """The Treasury at Okaver: a free Cottage on any empty square, or not (R24)."""
    mask[PUT_NONE] = 1
    return 1 + mark_squares(mask, on_square(BUILD, COTTAGE_SLOT, 0), empty(s["town"]))


@jit
def legal_cathedral(s: Any, mask: Any) -> Any:
    """Pay 3 coins, or decline, also with 3 coins (R25)."""
    mask[DECLINE] = 1
    if s["coins"] < CATHEDRAL_COST:
        return 1
    mask[PAY] = 1
    return 2


@jit
def pay_for_cathedral(s: Any) -> None:
    """The Cathedral stays (R25)."""
    slot = second_of(top(s))
    pop(s)
    pay_coins(s, CATHEDRAL_COST)
    s["constructed"] |= 1 << slot


@jit
def decline_cathedral(g: Any, s: Any) -> None:
    """The grey building stands there instead; a Shed may go to any empty square (R25, D29)."""
    square = first_of(top(s))
    pop(s)
    if g["row"][WELL_SLOT] == SHED:
        s["town"] = put(s["town"], square, 0)
        push(s, Pending.PUT, 1 << WELL_SLOT, FROM_CATHEDRAL, 1)
    else:
        enter(g, s, WELL_SLOT, square)


@jit
def go_on(g: Any, s: Any) -> None:
    """Carries on below a decision just taken, until the stack asks something or is empty.

    A building without a place is not put: it stays on Opaleye's Watch and its trigger is spent (D5, D8). The second
    building of The Prism Forge comes in when the first is resolved (R20).
    """
    while True:
        entry = top(s)
        kind = kind_of(entry)
        if kind == Pending.PUT and puttable(g, s, first_of(entry)) == 0:
            pop(s)
        elif kind == Pending.ENTER:
            pop(s)
            enter(g, s, first_of(entry), second_of(entry))
        else:
            return
