"""The Oddity Shop: before naming, the Master Builder may take a cube from another's shop (Fortune 3.0, R8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import PLACE, TAKE_NOTHING, on_square, take_from
from tt_env.rules.cards import FACTORY_SLOT, ODDITY_SHOP
from tt_env.rules.coins import gain_coin, take_coin_off
from tt_env.rules.marking import mark_resources, mark_squares
from tt_env.rules.placing import oddity_shops, promenade_squares, put_cube
from tt_env.rules.player import first_of, num_players, pop, reveal, second_of, shown_on, top
from tt_env.town import count, empty, has, one_cube, stored_of

SQUARES_NEEDED = 2
"""One for this cube, one for the cube about to be named (R8)."""


@jit
def offered_by(g: Any, player: Any) -> Any:
    """The resources that lie on a player's Oddity Shops, bit r for resource r; also of a complete town."""
    s = g["players"][player]
    return shown_on(s, oddity_shops(g, s, True))


@jit
def may_take(g: Any) -> Any:
    """Whether the Master Builder could take anything."""
    if g["row"][FACTORY_SLOT] != ODDITY_SHOP:
        return False
    builder = np.int64(g["builder"])
    if count(empty(g["players"][builder]["town"])) < SQUARES_NEEDED:
        return False
    for player in range(num_players(g)):
        if player != builder and offered_by(g, player) != 0:
            return True
    return False


@jit
def legal_takes(g: Any, mask: Any) -> Any:
    """A cube of another player, or nothing."""
    mask[TAKE_NOTHING] = 1
    n = 1
    for distance in range(1, num_players(g)):
        offered = offered_by(g, (np.int64(g["builder"]) + distance) % num_players(g))
        n += mark_resources(mask, take_from(distance, 1), offered)
    return n


@jit
def legal_destinations(s: Any, mask: Any) -> Any:
    """An empty square; with The Petal Promenade one without coin if there is one (R8, D19)."""
    free = empty(s["town"])
    plain = free & ~promenade_squares(s)
    return mark_squares(mask, on_square(PLACE, first_of(top(s)) - 1, 0), plain if plain != 0 else free)


@jit
def take(g: Any, s: Any, square: Any) -> None:
    """The cube comes from the first shop that holds it (D18) and brings the taker a coin."""
    entry = top(s)
    pop(s)
    resource = first_of(entry)
    owner = g["players"][second_of(entry)]
    shops = oddity_shops(g, owner, True)
    for shop in range(16):
        if has(shops, shop) and stored_of(owner["stored"][shop], resource) > 0:
            owner["stored"][shop] -= one_cube(resource)
            break
    put_cube(s, resource, square)
    if promenade_squares(s) != 0:
        take_coin_off(s, square)  # back to the supply (D19)
    gain_coin(g, s)
    reveal(g)  # taken openly, before The Treasury at Okaver is asked (D20)
