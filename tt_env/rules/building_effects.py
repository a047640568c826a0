"""What buildings do when they are constructed: the cubes on black ones, Fortune's coins (Fortune 5, base cards).

Cathedrals are in putting.py: a declined one brings another building.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import COUNT_COLUMN, COUNT_ROW, MARK
from tt_env.decisions import Pending
from tt_env.rules.cards import (
    BANK,
    BARRETT_CASTLE,
    CATERINAS_GROTTO,
    COTTAGE_SLOT,
    FACTORY,
    GAMBLERS_DEN,
    JEWELER,
    MINE,
    MUSEUM,
    PARSONAGE,
    ROOT_CELLAR,
    STATUE,
    TEAHOUSE,
)
from tt_env.rules.coins import gain_coin, gain_coins, pay_coins
from tt_env.rules.marking import mark_resources
from tt_env.rules.player import ALL_RESOURCES, banked, first_of, is_solo, owns, pop, push, second_of, top
from tt_env.state import MONUMENT, NUM_CARDS, Parsonage
from tt_env.town import ALL_SQUARES, BUILDING, COLUMNS, ROWS, content, count, has, one_cube, squares_with

EXHIBITS = 2
"""Cubes that a new Museum gets."""


@jit
def has_its_cube(g: Any, s: Any, card: Any) -> Any:
    """Whether there is a cube to put on a Bank; a sixth one has no resource left (cards; D12)."""
    return card != BANK or banked(g, s) != ALL_RESOURCES


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
def buildings_of(s: Any, slot: Any) -> Any:
    """How many buildings of a slot the town has; Barrett Castle counts as 2 Cottages (R17)."""
    n = count(squares_with(s["town"], BUILDING + slot))
    if owns(s, BARRETT_CASTLE):
        if slot == COTTAGE_SLOT:
            return n + 2
        if slot == MONUMENT:
            return 0
    return n


@jit
def statue_coins(s: Any) -> Any:
    """Statue: a coin for each type of which the town has 3 or more, this Statue included."""
    coins = 0
    for slot in range(NUM_CARDS + 1):
        if buildings_of(s, slot) >= 3:
            coins += 1
    return coins


@jit
def types_in_line(s: Any, line: Any, own: Any) -> Any:
    """Teahouse: how many types other than its own a line has; Barrett Castle is a Cottage there (R16)."""
    types = 0
    for square in range(16):
        if has(line, square):
            slot = content(s["town"], square) - BUILDING
            if slot == MONUMENT and owns(s, BARRETT_CASTLE):
                slot = COTTAGE_SLOT
            if slot >= 0 and slot != own:
                types |= 1 << slot
    return count(types)


@jit
def teahouse(g: Any, s: Any, slot: Any, square: Any) -> None:
    """A coin for each type in its row or column; asked only where that makes a difference (D16)."""
    in_row = types_in_line(s, ROWS[square], slot)
    in_column = types_in_line(s, COLUMNS[square], slot)
    if in_row == in_column:
        gain_coins(g, s, in_row)
    else:
        push(s, Pending.COUNT, square, slot, 0)


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
def parsonage(g: Any, s: Any) -> None:
    """One coin for each Cottage has to be shown, else all are lost (R2)."""
    cottages = buildings_of(s, COTTAGE_SLOT)
    coins = np.int64(s["coins"])
    if coins < cottages or (g["parsonage"] == Parsonage.EXACT and cottages > 0 and coins != cottages):
        s["coins"] = 0


@jit
def jeweler(s: Any) -> None:
    """One coin, if there is one; else every other player gains one at the end of the round."""
    if s["coins"] > 0:
        pay_coins(s, 1)
    else:
        s["unpaid"] += 1


@jit
def gamblers_den(g: Any, s: Any) -> None:
    """Two coins, if there is exactly one."""
    if s["coins"] == 1:
        gain_coins(g, s, 2)


@jit
def building_effect(g: Any, s: Any, card: Any, slot: Any, square: Any) -> None:
    """What the card does when it is constructed."""
    if card == FACTORY or card == BANK:
        push(s, Pending.MARK, square, 0, 0)
    elif card == MUSEUM:
        for _ in range(EXHIBITS):
            push(s, Pending.MARK, square, 0, 0)
    elif g["with_coins"] == 1:
        coin_effect(g, s, card, slot, square)


@jit
def coin_effect(g: Any, s: Any, card: Any, slot: Any, square: Any) -> None:
    """What the card does to its owner's chest when it is constructed."""
    if card == ROOT_CELLAR or card == MINE:
        gain_coin(g, s)
    elif card == STATUE:
        gain_coins(g, s, statue_coins(s))
    elif card == PARSONAGE:
        parsonage(g, s)
    elif card == JEWELER:
        jeweler(s)
    elif card == TEAHOUSE:
        teahouse(g, s, slot, square)
    elif card == GAMBLERS_DEN:
        gamblers_den(g, s)


@jit
def squares_with_coin_for(g: Any, s: Any, card: Any) -> Any:
    """The squares on which the chest allows a card to stand; all of them but for two cards.

    In solo a Jeweler needs a coin to pay (8, D26); a Grotto's coin on its square counts (R26). With the setting
    ``forbid`` a Parsonage needs a coin for each Cottage (R2), not for one that it is exchanged for (R30).
    """
    needed = 0
    if card == JEWELER and is_solo(g):
        needed = 1
    elif card == PARSONAGE and g["parsonage"] == Parsonage.FORBID:
        needed = buildings_of(s, COTTAGE_SLOT)
    coins = np.int64(s["coins"])
    if coins >= needed:
        return ALL_SQUARES
    if coins + 1 < needed:
        return 0
    if owns(s, CATERINAS_GROTTO):
        return np.int64(s["coin_squares"])
    return np.int64(squares_with(s["town"], BUILDING + COTTAGE_SLOT)) if card == PARSONAGE else 0
