"""A building comes into a town: its square, its cost, what it does (rules/tiny_towns_base.md 4.5, Fortune 5).

"Placed by effect" is "constructed" (RULING 8): every building enters through :func:`enter`, whatever brings it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.rules.benefits import benefit, squares_with_coin_for, windseed_coins
from tt_env.rules.cards import (
    ARCHITECTS_GUILD,
    BANK,
    CATERINAS_GROTTO,
    CATHEDRAL,
    FACTORY,
    GROVE_UNIVERSITY,
    MASONS_GUILD,
    MUSEUM,
    OPALEYES_WATCH,
    PETAL_PROMENADE,
    SHED,
    SHRINE_OF_THE_ELDER_TREE,
    SHRINE_OF_THE_WINDSEED,
    WELL_SLOT,
)
from tt_env.rules.coins import coin_under_building, gain_coin, gain_coins, pay_coins
from tt_env.rules.player import ALL_RESOURCES, banked, first_of, kind_of, pop, push, second_of, third_of, top
from tt_env.state import MONUMENT, NUM_CARDS, Pending
from tt_env.town import ALL_SQUARES, BUILDING, CENTRE, buildings, content, count, empty, has, put

ALL_SLOTS = (1 << NUM_CARDS) - 1
EXCHANGES = 2
RESERVED = 3
EXHIBITS = 2
PROMENADE_COINS = 3
FESTIVAL_COST = 2
CATHEDRAL_COST = 3

# Where a building that is put down comes from: the second number of a PUT decision.
FROM_SUPPLY = 0
FROM_WATCH = 1
FROM_WATCH_AGAIN = 2  # after a first answer in the same round
FROM_CATHEDRAL = 3  # the Shed that a declined Cathedral becomes


@jit
def has_its_cube(g: Any, s: Any, card: Any) -> Any:
    """Whether there is a cube to put on a Bank; a sixth one has no resource left (cards; D12)."""
    return card != BANK or banked(g, s) != ALL_RESOURCES


@jit
def allowed_squares(g: Any, s: Any, slot: Any) -> Any:
    """The squares on which a building of this slot may come into the town at all, by whatever means.

    A Bank needs a cube, some Fortune cards ask for a coin.
    """
    if slot == MONUMENT:
        return ALL_SQUARES
    card = np.int64(g["row"][slot])
    if not has_its_cube(g, s, card):
        return 0
    if g["with_coins"] == 0:
        return ALL_SQUARES
    return squares_with_coin_for(g, s, card)


@jit
def enter(g: Any, s: Any, slot: Any, square: Any) -> None:
    """Puts a building on its square and starts what its card does when constructed."""
    s["town"] = put(s["town"], square, BUILDING + slot)
    if slot == MONUMENT:
        s["built"] = 1
        monument_effect(g, s)
        return
    coin_under_building(g, s, square)
    card = np.int64(g["row"][slot])
    if card == CATHEDRAL:
        push(s, Pending.CATHEDRAL, square, slot, 0)
        return
    s["constructed"] |= 1 << slot
    if card == FACTORY or card == BANK:
        push(s, Pending.MARK, square, 0, 0)
    elif card == MUSEUM:
        for _ in range(EXHIBITS):
            push(s, Pending.MARK, square, 0, 0)
    elif g["with_coins"] == 1:
        benefit(g, s, card, slot, square)


@jit
def monument_effect(g: Any, s: Any) -> None:
    """The immediate effect of the player's monument, just built (4)."""
    monument = s["monument"]
    free = count(empty(s["town"]))
    if monument == SHRINE_OF_THE_ELDER_TREE:
        s["monument_info"] = count(buildings(s["town"]))
    elif monument == ARCHITECTS_GUILD:
        if exchangeable(s, 0) != 0:
            push(s, Pending.EXCHANGE, EXCHANGES, 0, 0)
    elif monument == GROVE_UNIVERSITY:
        push(s, Pending.PUT, ALL_SLOTS, FROM_SUPPLY, 1)  # D8: dropped where no square is empty
    elif monument == OPALEYES_WATCH:
        s["watch_round"] = g["round"]
        push(s, Pending.RESERVE, RESERVED, 0, 0)
    elif monument == CATERINAS_GROTTO:
        lay_grotto_coins(g, s)
    elif monument == MASONS_GUILD:
        if s["coins"] > 0 and free > 0:
            push(s, Pending.SPEND, 0, 0, 0)
    elif monument == PETAL_PROMENADE:
        if free > 0:
            push(s, Pending.COIN, min(PROMENADE_COINS, free), 0, 0)
    elif monument == SHRINE_OF_THE_WINDSEED:
        gain_coins(g, s, windseed_coins(s))


@jit
def lay_grotto_coins(g: Any, s: Any) -> None:
    """Caterina's Grotto: a coin on each centre square, gained at once where a building stands."""
    built = buildings(s["town"])
    for square in range(16):
        if has(CENTRE, square):
            if has(built, square):
                gain_coin(g, s)
            else:
                s["coin_squares"] |= 1 << square


@jit
def exchangeable(s: Any, exchanged: Any) -> Any:
    """Architect's Guild: the squares still to choose from; no monument, and two different squares (D7).

    Args:
        s: The player.
        exchanged: The square of the first exchange + 1, 0 before it.
    """
    squares = buildings(s["town"])
    for square in range(16):
        if content(s["town"], square) == BUILDING + MONUMENT or square == exchanged - 1:
            squares &= ~(1 << square)
    return squares


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
def spoken_for(s: Any) -> Any:
    """The square of a second building of The Prism Forge that has yet to come in (D25)."""
    for k in range(np.int64(s["depth"])):
        entry = np.int64(s["pending"][k])
        if kind_of(entry) == Pending.ENTER:
            return 1 << second_of(entry)
    return 0


@jit
def squares_to_put(g: Any, s: Any, slot: Any) -> Any:
    """The empty squares on which a building of this slot may be put down."""
    return empty(s["town"]) & allowed_squares(g, s, slot) & ~spoken_for(s)


@jit
def puttable(g: Any, s: Any, slots: Any) -> Any:
    """Which of these buildings could be put down now: there must be a square, and a cube for a Bank (D5, D12)."""
    found = 0
    for slot in range(NUM_CARDS):
        if (slots >> slot) & 1 and squares_to_put(g, s, slot) != 0:
            found |= 1 << slot
    return found


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
