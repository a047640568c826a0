"""What happens when a building comes into a town, and the decisions it brings (rules/tiny_towns_base.md 4.5, 11).

"Placed by effect" is "constructed" (RULING 8): every building enters through :func:`enter`, whatever brings it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from env_core.jit import jit
from tt_env.actions import BUILD, EXCHANGE_NONE, MARK, PUT_NONE, RESERVE
from tt_env.rules.cards import (
    ARCHITECTS_GUILD,
    BANK,
    FACTORY,
    FACTORY_SLOT,
    GROVE_UNIVERSITY,
    OPALEYES_WATCH,
    SHRINE_OF_THE_ELDER_TREE,
)
from tt_env.rules.seat import banked, can_take, first_of, pop, push, second_of, top
from tt_env.state import MONUMENT, NUM_CARDS, Pending
from tt_env.town import BUILDING, buildings, content, count, empty, has, one_cube, put

ALL_SLOTS = (1 << NUM_CARDS) - 1
EXCHANGES = 2
RESERVED = 3

# Who pays for a building put down from the supply: the second number of a PUT decision.
FROM_SUPPLY = 0
FROM_WATCH = 1
FROM_WATCH_AGAIN = 2  # after a first answer in the same round

_MARK = int(Pending.MARK)
_EXCHANGE = int(Pending.EXCHANGE)
_RESERVE = int(Pending.RESERVE)
_PUT = int(Pending.PUT)


@jit
def enter(g: Any, s: Any, slot: Any, square: Any) -> None:
    """Puts a building on its square and starts what its card does when constructed."""
    s["town"] = put(s["town"], square, BUILDING + slot)
    if slot == MONUMENT:
        s["built"] = 1
        monument_effect(g, s)
        return
    s["constructed"] |= 1 << slot
    if slot == FACTORY_SLOT:
        card = g["row"][FACTORY_SLOT]
        if card == FACTORY or card == BANK:
            push(s, _MARK, square, 0)


@jit
def monument_effect(g: Any, s: Any) -> None:
    """The immediate effect of the seat's monument, just built (4)."""
    monument = s["monument"]
    if monument == SHRINE_OF_THE_ELDER_TREE:
        s["monument_info"] = count(buildings(s["town"]))
    elif monument == ARCHITECTS_GUILD:
        if exchangeable(s, 0) != 0:
            push(s, _EXCHANGE, EXCHANGES, 0)
    elif monument == GROVE_UNIVERSITY:
        if empty(s["town"]) != 0:  # D8: no square, no building
            push(s, _PUT, ALL_SLOTS, FROM_SUPPLY)
    elif monument == OPALEYES_WATCH:
        s["watch_round"] = g["round"]
        push(s, _RESERVE, RESERVED, 0)


@jit
def legal_marks(g: Any, s: Any, mask: Any) -> Any:
    """A Factory takes any cube; a Bank one that lies on no other Bank of the seat."""
    closed = banked(g, s)
    n = 0
    for resource in range(1, 6):
        if (closed >> resource) & 1 == 0:
            mask[MARK + resource - 1] = 1
            n += 1
    return n


@jit
def mark(s: Any, resource: Any) -> None:
    """The cube from the supply goes on the new building."""
    square = first_of(top(s))
    pop(s)
    s["stored"][square] = one_cube(resource)


@jit
def exchangeable(s: Any, exchanged: Any) -> Any:
    """Architect's Guild: the squares still to choose from; no monument, and two different squares (D7).

    Args:
        s: The seat.
        exchanged: The square of the first exchange + 1, 0 before it.
    """
    squares = buildings(s["town"])
    for square in range(16):
        if content(s["town"], square) == BUILDING + MONUMENT or square == exchanged - 1:
            squares &= ~(1 << square)
    return squares


@jit
def legal_exchanges(g: Any, s: Any, mask: Any) -> Any:
    """Any own building for one of another type (RULING 7), or no further exchange."""
    squares = exchangeable(s, second_of(top(s)))
    mask[EXCHANGE_NONE] = 1
    n = 1
    for square in range(16):
        if has(squares, square):
            for slot in range(NUM_CARDS):
                if content(s["town"], square) != BUILDING + slot and can_take(g, s, slot):
                    mask[BUILD + 16 * slot + square] = 1
                    n += 1
    return n


@jit
def exchange(g: Any, s: Any, slot: Any, square: Any) -> None:
    """The old building goes, cubes on it are discarded; the new one comes in and does what it does."""
    left = first_of(top(s)) - 1
    pop(s)
    if left > 0 and exchangeable(s, square + 1) != 0:
        push(s, _EXCHANGE, left, square + 1)
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
        push(s, _RESERVE, left, 0)


@jit
def puttable(g: Any, s: Any, slots: Any) -> Any:
    """Which of these buildings could be put down now: there must be a square, and a cube for a Bank (D5, D12)."""
    if empty(s["town"]) == 0:
        return 0
    if not can_take(g, s, FACTORY_SLOT):
        return slots & ~(1 << FACTORY_SLOT)
    return slots


@jit
def legal_puts(g: Any, s: Any, mask: Any) -> Any:
    """One of the buildings on any empty square; Opaleye's Watch may refuse where that is an option (RULING 6a)."""
    entry = top(s)
    slots = puttable(g, s, first_of(entry))
    squares = empty(s["town"])
    n = 0
    for slot in range(NUM_CARDS):
        if (slots >> slot) & 1:
            for square in range(16):
                if has(squares, square):
                    mask[BUILD + 16 * slot + square] = 1
                    n += 1
    if second_of(entry) != FROM_SUPPLY and g["opaleye_optional"] == 1:
        mask[PUT_NONE] = 1
        n += 1
    return n


@jit
def put_building(g: Any, s: Any, slot: Any, square: Any) -> None:
    """A building from the supply or off the Watch; the Watch goes on with what is left of this round's answers."""
    entry = top(s)
    pop(s)
    if second_of(entry) == FROM_SUPPLY:
        enter(g, s, slot, square)
        return
    s["reserved"] = np.int64(s["reserved"]) & ~(1 << slot)
    enter(g, s, slot, square)
    answer_watch(g, s, first_of(entry) & ~(1 << slot), FROM_WATCH_AGAIN)


@jit
def answer_watch(g: Any, s: Any, slots: Any, source: Any) -> None:
    """Asks for the next answer of Opaleye's Watch, below whatever the last building still asks.

    A building without a place stays on the card and its trigger is spent (D5).
    """
    slots = puttable(g, s, slots)
    if slots == 0:
        return
    asked = top(s)
    if asked != 0:  # the cube of a Factory or Bank just put comes first
        pop(s)
    push(s, _PUT, slots, source)
    if asked != 0:
        push(s, asked & 0xFF, first_of(asked), second_of(asked))
