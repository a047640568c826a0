"""Placing the round's cube (rules/tiny_towns_base.md 3.2), choosing it first in solo and Town Hall's third rounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import CHOOSE, EXHIBIT, EXTRA, EXTRA_NONE, NO_CUBE, PLACE, SET_ASIDE, SWAP, on_square
from tt_env.rules.building_effects import EXHIBITS
from tt_env.rules.cards import (
    BANK,
    COTTAGE_SLOT,
    FACTORY,
    FORT_IRONWEED,
    MUSEUM,
    ODDITY_SHOP,
    PETAL_PROMENADE,
    SOUTHERN_SEMAPHORE,
    STATUE_OF_THE_BONDMAKER,
    WAREHOUSE,
)
from tt_env.rules.coins import gain_coin, pay_for_change, take_coin_off
from tt_env.rules.marking import mark_resources, mark_squares
from tt_env.rules.player import ALL_RESOURCES, banked, black_squares, is_solo, owns, players_in_game, shown_on
from tt_env.rules.setup import DISPLAY, PILE
from tt_env.state import MAX_ROUNDS
from tt_env.town import BUILDING, content, empty, has, one_cube, put, squares_with, stored_of, stored_total

WAREHOUSE_ROOM = 3
ROOM = {WAREHOUSE: WAREHOUSE_ROOM, FACTORY: 1, BANK: 1, MUSEUM: EXHIBITS, ODDITY_SHOP: 1}
"""How many cubes a building of the black card carries, by card."""
CAVERN_CUBES = 2


@jit
def named_by_another(g: Any, player: Any) -> Any:
    """Whether the abilities that need another player's naming work for the player this round.

    They work on drawn cards in Town Hall, not on its free choices (8), and on the card chosen in solo (9).
    """
    if is_solo(g):
        return True
    if g["town_hall"] == 1:
        return g["named"] != 0
    return player != g["builder"]


@jit
def takes_no_cube(g: Any, player: Any) -> Any:
    """Town Hall's third rounds: Fort Ironweed unless alone, and an owner of five Banks, take nothing (8, RULING 10)."""
    if is_solo(g):
        return False
    s = g["players"][player]
    alone = players_in_game(g) == 1 << player
    return (owns(s, FORT_IRONWEED) and not alone) or banked(g, s) == ALL_RESOURCES


@jit
def legal_choices(g: Any, player: Any, mask: Any) -> Any:
    """Solo: one of the cards shown (9). Town Hall's third rounds: anything but what lies on own Banks (8)."""
    if takes_no_cube(g, player):
        mask[NO_CUBE] = 1
        return 1
    resources = ALL_RESOURCES & ~banked(g, g["players"][player])
    if is_solo(g):
        resources = 0
        for k in range(DISPLAY):
            resources |= 1 << np.int64(g["deck"][k])
    return mark_resources(mask, CHOOSE, resources)


@jit
def factory_works(g: Any, s: Any) -> Any:
    """Whether a Factory of the player shows the named resource."""
    return (shown_on(s, black_squares(g, s, FACTORY)) >> np.int64(s["named"])) & 1 == 1


@jit
def legal_warehouse(g: Any, s: Any, mask: Any) -> Any:
    """Store the named cube, or exchange it with one lying there (also of the same resource, D2)."""
    n = 0
    squares = black_squares(g, s, WAREHOUSE)
    for square in range(16):
        if has(squares, square):
            stored = s["stored"][square]
            if stored_total(stored) < WAREHOUSE_ROOM:
                mask[on_square(PLACE, np.int64(s["named"]) - 1, square)] = 1
                n += 1
            for resource in range(1, 6):
                if stored_of(stored, resource) > 0:
                    mask[on_square(SWAP, resource - 1, square)] = 1
                    n += 1
    return n


@jit
def cottages_without_cube(s: Any) -> Any:
    """The squares of Cottages that carry no cube yet."""
    squares = squares_with(s["town"], BUILDING + COTTAGE_SLOT)
    for square in range(16):
        if s["stored"][square] != 0:
            squares &= ~(1 << square)
    return squares


@jit
def oddity_shops(g: Any, s: Any, filled: Any) -> Any:
    """The squares of the player's Oddity Shops that hold a cube, or of those that hold none (R9)."""
    squares = black_squares(g, s, ODDITY_SHOP)
    if squares != 0:
        for square in range(16):
            if (s["stored"][square] != 0) != filled:
                squares &= ~(1 << square)
    return squares


@jit
def legal_exhibits(g: Any, s: Any, mask: Any) -> Any:
    """Return an exhibit of the named resource for a coin, also with a full chest (D31)."""
    squares = black_squares(g, s, MUSEUM)
    n = 0
    for square in range(16):
        if has(squares, square) and stored_of(s["stored"][square], np.int64(s["named"])) > 0:
            mask[EXHIBIT + square] = 1
            n += 1
    return n


@jit
def promenade_squares(s: Any) -> Any:
    """The coin squares of The Petal Promenade while there are any."""
    if owns(s, PETAL_PROMENADE):
        return np.int64(s["coin_squares"])
    return np.int64(0)


@jit
def can_change(g: Any, s: Any) -> Any:
    """Whether another resource may be placed: by a Factory, else for a coin (3.2, R7, D30)."""
    return factory_works(g, s) or (g["with_coins"] == 1 and s["coins"] > 0)


@jit
def open_squares(g: Any, player: Any) -> Any:
    """The empty squares that the cube may go to.

    The Petal Promenade: on a coin square while there are any if another named it, else on the others (R19).
    """
    s = g["players"][player]
    free = empty(s["town"])
    coins = promenade_squares(s)
    if coins != 0:
        if named_by_another(g, player):
            return coins
        if free & ~coins != 0:
            return free & ~coins
    return free


@jit
def legal_placements(g: Any, player: Any, mask: Any) -> Any:
    """Where the cube may go: an empty square, always; the rest only when somebody else named the resource (3.2)."""
    s = g["players"][player]
    named = np.int64(s["named"])
    free = open_squares(g, player)
    n = mark_squares(mask, on_square(PLACE, named - 1, 0), free)
    if named_by_another(g, player):
        if can_change(g, s):
            for resource in range(1, 6):
                if resource != named:
                    n += mark_squares(mask, on_square(PLACE, resource - 1, 0), free)
        if promenade_squares(s) == 0:  # its "must" leaves no other way (R19)
            n += legal_abilities(g, s, mask)
    return n


@jit
def legal_abilities(g: Any, s: Any, mask: Any) -> Any:
    """Ways to deal with a cube named by another without an empty square."""
    named = np.int64(s["named"])
    n = legal_warehouse(g, s, mask)
    n += mark_squares(mask, on_square(PLACE, named - 1, 0), oddity_shops(g, s, False))  # only the named resource: R6
    n += legal_exhibits(g, s, mask)
    if owns(s, STATUE_OF_THE_BONDMAKER):  # only the named resource: D3
        n += mark_squares(mask, on_square(PLACE, named - 1, 0), cottages_without_cube(s))
    if g["cavern"] == 1 and s["set_aside"] < CAVERN_CUBES:  # rules/tiny_towns_base.md 7
        mask[SET_ASIDE] = 1
        n += 1
    return n


@jit
def choose(g: Any, s: Any, resource: Any) -> None:
    """Solo: the card goes under the draw pile and the top one replaces it (9)."""
    s["named"] = resource
    if is_solo(g):
        k = 0
        while g["deck"][k] != resource:
            k += 1
        turned = np.int64(g["deck_next"])
        top_card = DISPLAY + turned % PILE
        g["deck"][k] = g["deck"][top_card]
        g["deck"][top_card] = resource
        # Once the whole pile is known, one turn of the ring more or less makes no difference.
        g["deck_next"] = turned + 1 if turned < MAX_ROUNDS else turned + 1 - PILE


@jit
def place(g: Any, player: Any, resource: Any, square: Any) -> None:
    """A cube on an empty square, or on the building that stands there and stores it."""
    s = g["players"][player]
    if content(s["town"], square) != 0:
        s["stored"][square] += one_cube(resource)
        return
    if resource != s["named"] and not factory_works(g, s):
        pay_for_change(s)
    put_cube(s, resource, square)
    if promenade_squares(s) != 0 and take_coin_off(s, square) and named_by_another(g, player):
        gain_coin(g, s)  # pay first, then gain; an own cube sends the coin back (R19)


@jit
def put_cube(s: Any, resource: Any, square: Any) -> None:
    """A cube on an empty square."""
    s["town"] = put(s["town"], square, resource)


@jit
def exhibit(g: Any, s: Any, square: Any) -> None:
    """The exhibit goes back to the supply (unless the setting keeps it, R3) and brings a coin."""
    if g["museum_keeps_exhibits"] == 0:
        s["stored"][square] -= one_cube(np.int64(s["named"]))
    gain_coin(g, s)


@jit
def may_place_extra(g: Any, player: Any) -> Any:
    """Southern Semaphore: after any way of dealing with the cube but a coin swap, if a square is empty (R21, D27)."""
    s = g["players"][player]
    return owns(s, SOUTHERN_SEMAPHORE) and named_by_another(g, player) and s["swapped"] == 0 and empty(s["town"]) != 0


@jit
def legal_extra(s: Any, mask: Any) -> Any:
    """A second cube of the named resource on an empty square, or none."""
    mask[EXTRA_NONE] = 1
    return 1 + mark_squares(mask, EXTRA, empty(s["town"]))


@jit
def place_extra(g: Any, s: Any, square: Any) -> None:
    """Brings a coin."""
    put_cube(s, np.int64(s["named"]), square)
    gain_coin(g, s)


@jit
def swap(s: Any, resource: Any, square: Any) -> None:
    """The named cube goes on the Warehouse, ``resource`` comes off it (and has to go on an empty square)."""
    s["stored"][square] += one_cube(np.int64(s["named"])) - one_cube(resource)
