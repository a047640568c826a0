"""What monuments do when they are constructed (rules/tiny_towns_base.md 4, Fortune 5).

Where they bring buildings, putting.py has the answers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import COIN, RESERVE, SPEND
from tt_env.decisions import EXCHANGES, FROM_SUPPLY, PROMENADE_COINS, RESERVED, Pending
from tt_env.rules.building_effects import buildings_of
from tt_env.rules.cards import (
    ARCHITECTS_GUILD,
    CATERINAS_GROTTO,
    GROVE_UNIVERSITY,
    MASONS_GUILD,
    OPALEYES_WATCH,
    PETAL_PROMENADE,
    SHRINE_OF_THE_ELDER_TREE,
    SHRINE_OF_THE_WINDSEED,
)
from tt_env.rules.coins import gain_coin, gain_coins, pay_coins
from tt_env.rules.marking import mark_squares
from tt_env.rules.player import first_of, pop, push, top
from tt_env.state import ALL_SLOTS, MONUMENT, NUM_CARDS
from tt_env.town import BUILDING, CENTRE, buildings, content, count, empty, has


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


@jit
def windseed_coins(s: Any) -> Any:
    """Shrine of the Windseed: as many coins as the town has buildings of its most frequent type."""
    coins = 0
    for slot in range(NUM_CARDS + 1):
        coins = max(coins, buildings_of(s, slot))
    return coins
