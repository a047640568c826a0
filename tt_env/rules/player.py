"""Small questions about one player that several chapters ask."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.rules.cards import BANK, FACTORY_SLOT, TRADING_POST
from tt_env.town import BUILDING, has, squares_with, stored_of

ALL_RESOURCES = 0b111110
"""Bit r for resource r = 1 .. 5."""


@jit
def num_players(g: Any) -> Any:
    """The number of players; int64, as loops and sums need it."""
    return np.int64(g["num_players"])


@jit
def in_game(g: Any, player: Any) -> Any:
    """Whether the player's town is not complete yet."""
    return g["players"][player]["completed"] == 0


@jit
def players_in_game(g: Any) -> Any:
    """Bit mask of the players whose towns are not complete."""
    players = 0
    for player in range(num_players(g)):
        if in_game(g, player):
            players |= 1 << player
    return players


@jit
def reveal(g: Any) -> None:
    """What the players have done so far is seen by all."""
    for player in range(num_players(g)):
        g["shown"][player] = g["players"][player]


@jit
def is_solo(g: Any) -> Any:
    """One player alone from the start plays the solo variant (rules/tiny_towns_base.md 9)."""
    return g["num_players"] == 1


@jit
def owns(s: Any, monument: Any) -> Any:
    """Whether the player's monument is this card and stands in its town."""
    return s["built"] == 1 and s["monument"] == monument


@jit
def one_more(counter: Any, most: Any) -> Any:
    """Counts on, up to what the longest game can need; only a made-up position comes there."""
    return min(np.int64(counter) + 1, most)


@jit
def black_squares(g: Any, s: Any, card: Any) -> Any:
    """The squares of a black card of the player's town; none if another black card is in play."""
    if g["row"][FACTORY_SLOT] != card:
        return 0
    return squares_with(s["town"], BUILDING + FACTORY_SLOT)


@jit
def trading_posts(g: Any, s: Any) -> Any:
    """The squares of the player's Trading Posts."""
    return black_squares(g, s, TRADING_POST)


@jit
def shown_on(s: Any, squares: Any) -> Any:
    """The resources of the cubes that lie on these squares' buildings, bit r for resource r."""
    resources = 0
    for square in range(16):
        if has(squares, square):
            for resource in range(1, 6):
                if stored_of(s["stored"][square], resource) > 0:
                    resources |= 1 << resource
    return resources


@jit
def banked(g: Any, s: Any) -> Any:
    """The resources on the player's Banks, bit r for resource r."""
    return shown_on(s, black_squares(g, s, BANK))


@jit
def push(s: Any, kind: Any, a: Any, b: Any, c: Any) -> None:
    """Puts a decision on top of the player's stack."""
    s["pending"][np.int64(s["depth"])] = kind | (np.int64(a) << 8) | (np.int64(b) << 16) | (np.int64(c) << 24)
    s["depth"] += 1


@jit
def top(s: Any) -> Any:
    """The entry on top of the stack, 0 if there is none."""
    if s["depth"] == 0:
        return np.int64(0)
    return np.int64(s["pending"][np.int64(s["depth"]) - 1])


@jit
def pop(s: Any) -> None:
    """Takes the top entry off the stack; the place is zeroed, so that equal games have equal bytes."""
    s["depth"] -= 1
    s["pending"][np.int64(s["depth"])] = 0


@jit
def kind_of(entry: Any) -> Any:
    """The kind of a stack entry."""
    return entry & 0xFF


@jit
def first_of(entry: Any) -> Any:
    """The first number of a stack entry."""
    return (entry >> 8) & 0xFF


@jit
def second_of(entry: Any) -> Any:
    """The second number of a stack entry."""
    return (entry >> 16) & 0xFF


@jit
def third_of(entry: Any) -> Any:
    """The third number of a stack entry."""
    return (entry >> 24) & 0xFF
