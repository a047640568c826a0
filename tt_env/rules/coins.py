"""The chest: what it holds, what comes in and goes out (rules/tiny_towns_fortune.md 4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.decisions import Pending
from tt_env.rules.cards import (
    CATERINAS_GROTTO,
    ESTIVAL_FESTIVAL,
    HOLLOW_HILL,
    PETAL_PROMENADE,
    SHRINE_OF_THE_WINDSEED,
    TREASURY_AT_OKAVER,
)
from tt_env.rules.player import one_more, owns, push
from tt_env.state import MAX_CHANGES, Phase
from tt_env.town import count, empty

CHEST = 4
"""Coins that a chest holds; a monument with a coin slot makes room for one more."""
COIN_SLOTS = (CATERINAS_GROTTO, ESTIVAL_FESTIVAL, PETAL_PROMENADE, SHRINE_OF_THE_WINDSEED)
"""The monuments with a coin slot (R23)."""


@jit
def chest_limit(s: Any) -> Any:
    """One more from the construction of a monument with a coin slot on (R23)."""
    return CHEST + 1 if s["built"] == 1 and s["monument"] in COIN_SLOTS else CHEST


@jit
def gain_coin(g: Any, s: Any) -> None:
    """One coin more, lost if the chest is full; The Treasury at Okaver may answer the one that fills it (R24)."""
    if g["with_coins"] == 0 or s["coins"] >= chest_limit(s):
        return
    s["coins"] += 1
    if s["coins"] == CHEST and owns(s, TREASURY_AT_OKAVER) and s["completed"] == 0:
        # Before naming, a square must be left for the cube about to be named (D20).
        needed = 2 if g["phase"] == Phase.TAKING else 1
        if count(empty(s["town"])) >= needed:
            push(s, Pending.OKAVER, 0, 0, 0)


@jit
def gain_coins(g: Any, s: Any, coins: Any) -> None:
    """Coins are gained one by one up to the limit (4)."""
    for _ in range(coins):
        gain_coin(g, s)


@jit
def pay_coins(s: Any, coins: Any) -> None:
    """Coins go back to the supply."""
    s["coins"] = np.int64(s["coins"]) - coins


@jit
def pay_for_change(s: Any) -> None:
    """The coin for placing another resource than the named one; Hollow Hill counts it (R22)."""
    pay_coins(s, 1)
    s["swapped"] = 1
    if owns(s, HOLLOW_HILL):
        s["monument_info"] = one_more(s["monument_info"], MAX_CHANGES)


@jit
def take_coin_off(s: Any, square: Any) -> Any:
    """Removes the coin that lies on a square; returns whether there was one."""
    coins = np.int64(s["coin_squares"])
    if (coins >> square) & 1 == 0:
        return False
    s["coin_squares"] = coins & ~(1 << square)
    return True


@jit
def coin_under_building(g: Any, s: Any, square: Any) -> None:
    """A building on a square with a coin: Caterina's Grotto gains it, The Petal Promenade's goes back (5.3, R19)."""
    if take_coin_off(s, square) and owns(s, CATERINAS_GROTTO):
        gain_coin(g, s)
