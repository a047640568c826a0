"""The Prism Forge: two buildings of different types from layouts that share cubes (Fortune R20, D25)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import BUILD, on_square
from tt_env.decisions import Pending
from tt_env.rules.cards import PRISM_FORGE, SHED
from tt_env.rules.constructing import lies_here, mark_sets, only_set
from tt_env.rules.entering import allowed_squares, enter
from tt_env.rules.marking import mark_squares
from tt_env.rules.player import first_of, owns, pop, push, second_of, third_of, top, trading_posts
from tt_env.state import NUM_CARDS
from tt_env.town import count, empty, has, spread


@jit
def pair_squares(t: Any, g: Any, s: Any, slot: Any, p: Any, other: Any, q: Any) -> Any:
    """Where the two buildings of placements ``p`` and ``q`` may go: a mask for each, the second one 16 bits higher.

    0 if the pair cannot be forged: the layouts have to share a real cube, and each building needs a square of its own.
    """
    posts = trading_posts(g, s)
    used, used_too = t["squares"][p], t["squares"][q]
    if used & used_too & ~posts == 0:
        return np.int64(0)
    free = empty(s["town"]) | ((used | used_too) & ~posts)
    first = (free if g["row"][slot] == SHED else used & ~posts) & allowed_squares(g, s, slot)
    second = (free if g["row"][other] == SHED else used_too & ~posts) & allowed_squares(g, s, other)
    if count(second) == 1:
        first &= ~second
    if first == 0 or second == 0:
        return np.int64(0)
    return np.int64(first | (second << 16))


@jit
def first_squares(t: Any, g: Any, s: Any, slot: Any, p: Any) -> Any:
    """Where the first building of placement ``p`` may go, whatever the second one is."""
    wild = spread(trading_posts(g, s))
    squares = np.int64(0)
    if not lies_here(t, p, s["town"], wild):
        return squares
    for other in range(NUM_CARDS):
        if other != slot:
            card = g["row"][other]
            for q in range(t["first"][card], t["last"][card]):
                if lies_here(t, q, s["town"], wild):
                    squares |= pair_squares(t, g, s, slot, p, other, q) & 0xFFFF
    return squares


@jit
def first_targets(t: Any, g: Any, s: Any, slot: Any) -> Any:
    """The squares on which a card may stand as the first building."""
    card = g["row"][slot]
    squares = np.int64(0)
    for p in range(t["first"][card], t["last"][card]):
        squares |= first_squares(t, g, s, slot, p)
    return squares


@jit
def first_sets(t: Any, g: Any, s: Any, slot: Any, target: Any) -> Any:
    """The sets of squares that the first building may use, as a bit mask."""
    card = g["row"][slot]
    sets = np.int64(0)
    for p in range(t["first"][card], t["last"][card]):
        if has(first_squares(t, g, s, slot, p), target):
            sets |= np.int64(1) << t["set"][p]
    return sets


@jit
def second_squares(t: Any, g: Any, s: Any, entry: Any, other: Any, q: Any) -> Any:
    """Where the second building of placement ``q`` may go, beside the first one that ``entry`` names."""
    slot, target, which = first_of(entry), second_of(entry), third_of(entry)
    wild = spread(trading_posts(g, s))
    squares = np.int64(0)
    if other == slot or not lies_here(t, q, s["town"], wild):
        return squares
    card = g["row"][slot]
    for p in range(t["first"][card], t["last"][card]):
        if t["set"][p] == which and lies_here(t, p, s["town"], wild):
            pair = pair_squares(t, g, s, slot, p, other, q)
            if has(pair, target):
                squares |= (pair >> 16) & ~(1 << target)
    return squares


@jit
def may_forge(t: Any, g: Any, s: Any) -> Any:
    """Whether there is a pair to forge; one pair a round (R20)."""
    if not owns(s, PRISM_FORGE) or s["forged"] == 1:
        return False
    for slot in range(NUM_CARDS):
        if first_targets(t, g, s, slot) != 0:
            return True
    return False


@jit
def legal_first(t: Any, g: Any, s: Any, mask: Any) -> Any:
    """The first building, on every square where it may stand."""
    n = 0
    for slot in range(NUM_CARDS):
        n += mark_squares(mask, on_square(BUILD, slot, 0), first_targets(t, g, s, slot))
    return n


@jit
def legal_second(t: Any, g: Any, s: Any, mask: Any) -> Any:
    """The second building, on every square where it may stand."""
    entry = top(s)
    n = 0
    for slot in range(NUM_CARDS):
        card = g["row"][slot]
        squares = np.int64(0)
        for q in range(t["first"][card], t["last"][card]):
            squares |= second_squares(t, g, s, entry, slot, q)
        n += mark_squares(mask, on_square(BUILD, slot, 0), squares)
    return n


@jit
def second_sets(t: Any, g: Any, s: Any, entry: Any, slot: Any, target: Any) -> Any:
    """The sets of squares that the second building may use, as a bit mask."""
    card = g["row"][slot]
    sets = np.int64(0)
    for q in range(t["first"][card], t["last"][card]):
        if has(second_squares(t, g, s, entry, slot, q), target):
            sets |= np.int64(1) << t["set"][q]
    return sets


@jit
def legal_first_sets(t: Any, g: Any, s: Any, mask: Any) -> Any:
    """Which squares the first building uses."""
    entry = top(s)
    return mark_sets(first_sets(t, g, s, first_of(entry), second_of(entry)), mask)


@jit
def legal_second_sets(t: Any, g: Any, s: Any, mask: Any) -> Any:
    """Which squares the second building uses."""
    entry = top(s)
    below = np.int64(s["pending"][np.int64(s["depth"]) - 2])
    return mark_sets(second_sets(t, g, s, below, first_of(entry), second_of(entry)), mask)


@jit
def name_first(t: Any, g: Any, s: Any, slot: Any, target: Any) -> None:
    """The first building is named; its squares are asked for where several sets would do."""
    pop(s)
    which = only_set(first_sets(t, g, s, slot, target))
    if which >= 0:
        push(s, Pending.FORGE_SECOND, slot, target, which)
    else:
        push(s, Pending.FORGE_USING, slot, target, 0)


@jit
def use_first_set(s: Any, which: Any) -> None:
    """The answer to which squares the first building uses."""
    entry = top(s)
    pop(s)
    push(s, Pending.FORGE_SECOND, first_of(entry), second_of(entry), which)


@jit
def name_second(t: Any, g: Any, s: Any, slot: Any, target: Any) -> None:
    """The second building is named; its squares are asked for where several sets would do."""
    which = only_set(second_sets(t, g, s, top(s), slot, target))
    if which >= 0:
        forge(t, g, s, slot, target, which)
    else:
        push(s, Pending.FORGE_SECOND_USING, slot, target, 0)


@jit
def use_second_set(t: Any, g: Any, s: Any, which: Any) -> None:
    """The answer to which squares the second building uses."""
    entry = top(s)
    pop(s)
    forge(t, g, s, first_of(entry), second_of(entry), which)


@jit
def forge(t: Any, g: Any, s: Any, slot: Any, target: Any, which: Any) -> None:
    """All cubes of both layouts leave; the first building is resolved, then the second (both count: R12)."""
    entry = top(s)
    pop(s)
    used = t["set_squares"][g["row"][first_of(entry)], third_of(entry)] | t["set_squares"][g["row"][slot], which]
    s["town"] &= ~spread(used & ~trading_posts(g, s))
    s["forged"] = 1
    s["by_cubes"] += 2
    push(s, Pending.ENTER, slot, target, 0)
    enter(g, s, first_of(entry), second_of(entry))
