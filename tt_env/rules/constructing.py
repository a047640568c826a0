"""Constructing buildings from cubes (rules/tiny_towns_base.md 4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import BUILD, USING, on_square
from tt_env.decisions import Pending
from tt_env.rules.cards import ESTIVAL_FESTIVAL, OBELISK_OF_THE_CRESCENT, SHED
from tt_env.rules.coins import pay_coins
from tt_env.rules.entering import allowed_squares, enter
from tt_env.rules.marking import mark_squares
from tt_env.rules.player import first_of, owns, pop, push, second_of, top, trading_posts
from tt_env.state import MONUMENT, NUM_CARDS
from tt_env.town import content, count, empty, has, spread

FESTIVAL_COST = 2
"""Coins that Estival Festival costs on top of its cubes."""


@jit
def card_of(g: Any, s: Any, slot: Any) -> Any:
    """The card that the player could construct in this slot, 0 if none: the row, or its own unbuilt monument (4.1)."""
    if slot < NUM_CARDS:
        return np.int64(g["row"][slot])
    if s["built"] == 1 or (s["monument"] == ESTIVAL_FESTIVAL and s["coins"] < FESTIVAL_COST):
        return np.int64(0)
    return np.int64(s["monument"])


@jit
def on_any_square(s: Any, card: Any) -> Any:
    """Shed, and all that an owner of the Obelisk builds after it, may go on any empty square (4.4)."""
    return card == SHED or owns(s, OBELISK_OF_THE_CRESCENT)


@jit
def cubes_by_resource(town: Any) -> Any:
    """How many cubes of each resource lie in a town: byte r - 1 for resource r."""
    cubes = np.int64(0)
    for square in range(16):
        nibble = content(town, square)
        if 1 <= nibble <= 5:
            cubes += np.int64(1) << (8 * (nibble - 1))
    return cubes


@jit
def enough_cubes(cubes: Any, needs: Any, posts: Any) -> Any:
    """Whether the cubes, with a Trading Post for each one missing, could make up a layout at all."""
    missing = 0
    for k in range(5):
        short = ((needs >> (8 * k)) & 0xFF) - ((cubes >> (8 * k)) & 0xFF)
        if short > 0:
            missing += short
    return missing <= posts


@jit
def lies_here(t: Any, p: Any, town: Any, wild: Any) -> Any:
    """Whether placement ``p`` lies in the town (4.2).

    Every square needs a cube of its resource or a Trading Post, and one of them a real cube (cards: Trading Post).
    """
    cells = t["cells"][p] & ~wild
    return cells != 0 and ((town ^ t["want"][p]) & cells) == 0


@jit
def targets(t: Any, s: Any, card: Any, posts: Any) -> Any:
    """The squares on which the card could be put by some construction possible now (4.4)."""
    town = s["town"]
    wild = spread(posts)
    cleared = np.int64(0)
    for p in range(t["first"][card], t["last"][card]):
        if lies_here(t, p, town, wild):
            cleared |= t["squares"][p]
    cleared &= ~posts  # a Trading Post stays where it is
    if cleared != 0 and on_any_square(s, card):
        return cleared | empty(town)
    return cleared


@jit
def legal_constructions(t: Any, g: Any, s: Any, mask: Any) -> Any:
    """Every card on every square where it could be put; which squares the layout uses is asked after that."""
    posts = trading_posts(g, s)
    wild_cards = count(posts)
    cubes = cubes_by_resource(s["town"])
    n = 0
    for slot in range(NUM_CARDS + 1):
        card = card_of(g, s, slot)
        if card != 0 and enough_cubes(cubes, t["needs"][card], wild_cards):
            squares = targets(t, s, card, posts)
            if squares != 0:
                n += mark_squares(mask, on_square(BUILD, slot, 0), squares & allowed_squares(g, s, slot))
    return n


@jit
def fitting_sets(t: Any, g: Any, s: Any, slot: Any, target: Any) -> Any:
    """The sets of squares (numbered per card, tables.py) that put the card on ``target``, as a bit mask."""
    card = card_of(g, s, slot)
    posts = trading_posts(g, s)
    wild = spread(posts)
    anywhere = on_any_square(s, card) and has(empty(s["town"]), target)
    sets = np.int64(0)
    for p in range(t["first"][card], t["last"][card]):
        if lies_here(t, p, s["town"], wild) and (anywhere or has(t["squares"][p] & ~posts, target)):
            sets |= np.int64(1) << t["set"][p]
    return sets


@jit
def construct(t: Any, g: Any, s: Any, slot: Any, target: Any, which: Any) -> None:
    """Returns the cubes of a set to the supply and puts the building on its target (4.3 to 4.5)."""
    squares = t["set_squares"][card_of(g, s, slot), which]
    s["town"] &= ~spread(squares & ~trading_posts(g, s))
    if g["with_coins"] == 1:
        s["by_cubes"] += 1
        if slot == MONUMENT and s["monument"] == ESTIVAL_FESTIVAL:
            pay_coins(s, FESTIVAL_COST)
    enter(g, s, slot, target)


@jit
def only_set(sets: Any) -> Any:
    """The one set of a bit mask, -1 if there are several."""
    if sets & (sets - 1) != 0:
        return np.int64(-1)
    which = np.int64(0)
    while (sets >> which) & 1 == 0:
        which += 1
    return which


@jit
def mark_sets(sets: Any, mask: Any) -> Any:
    """Marks ``using`` for every set of a bit mask; returns how many there are."""
    n = 0
    which = np.int64(0)
    while sets >> which != 0:
        if (sets >> which) & 1:
            mask[USING + which] = 1
            n += 1
        which += 1
    return n


@jit
def build(t: Any, g: Any, s: Any, slot: Any, target: Any) -> None:
    """Constructs at once where one set of squares fits, else asks which."""
    which = only_set(fitting_sets(t, g, s, slot, target))
    if which >= 0:
        construct(t, g, s, slot, target, which)
    else:
        push(s, Pending.USING, slot, target, 0)


@jit
def legal_sets(t: Any, g: Any, s: Any, mask: Any) -> Any:
    """The sets of squares to choose from."""
    entry = top(s)
    return mark_sets(fitting_sets(t, g, s, first_of(entry), second_of(entry)), mask)


@jit
def use_set(t: Any, g: Any, s: Any, which: Any) -> None:
    """The answer to which squares are used."""
    entry = top(s)
    pop(s)
    construct(t, g, s, first_of(entry), second_of(entry), which)
