"""The features that hang on a player's buildings and squares, not on which cubes lie where."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.decisions import Pending
from tt_env.heuristics import features as F
from tt_env.heuristics.layouts import best_worth, survey
from tt_env.heuristics.potential import SLOTS, room_left, spare_food
from tt_env.heuristics.value import FREE_BUILDING, MONUMENT_TO_COME, RESERVED_BUILDING
from tt_env.rules.buildings import RED, of_slot
from tt_env.rules.feeding import coin_worth, feed, hungry_squares
from tt_env.rules.player import first_of, kind_of, third_of, top
from tt_env.rules.scoring import POINTS, greens_to_the_right, right_of, score_town
from tt_env.state import NUM_CARDS
from tt_env.town import beside, buildings, connected, count, empty, has, spread, stored_total


@jit
def write_buildings(t: Any, g: Any, player: Any, own: Any, laid: Any, worth: Any, f: Any) -> Any:
    """Writes what does not change with a further cube; the rest are set to 0.

    Args:
        t: The tables.
        g: The game.
        player: Whose town it is.
        own: Whether the player's unbuilt monument is known.
        laid: Filled with the possible layouts, see :func:`survey`.
        worth: Filled with what the building of each adds.
        f: The player's row of features.

    Returns:
        How many layouts are possible, and the place of the monument's first one.
    """
    s = g["players"][player]
    f[:] = 0.0
    if s["completed"] != 0:
        write_complete(g, player, f)
        return np.int64(0), np.int64(0)
    town = np.int64(s["town"])
    n, monument, f[F.STANDING], f[F.POTENTIAL], most = survey(t, g, player, own, town, laid, worth)
    f[F.TO_COME] = buildings_to_come(s, town)
    if town == 0:
        f[F.TO_COME] += MONUMENT_TO_COME * most
    f[F.COINS] = coin_worth(s, town) * np.int64(s["coins"])
    if s["reserved"] != 0:
        f[F.RESERVED] = worth_of_reserved(g, player, town)
    write_town(g, s, town, f)
    return n, monument


@jit
def buildings_to_come(s: Any, town: Any) -> Any:
    """What buildings are worth that a monument has promised."""
    value, entry = RESERVED_BUILDING * count(s["reserved"]), top(s)
    if kind_of(entry) == Pending.PUT:
        value += FREE_BUILDING * min(third_of(entry), count(first_of(entry)), count(empty(town)))
    return value


@jit
def worth_of_reserved(g: Any, player: Any, town: Any) -> Any:
    """What the buildings on Opaleye's Watch would add, each on its best square."""
    s, free, total = g["players"][player], empty(town), 0.0
    for slot in range(NUM_CARDS):
        if has(np.int64(s["reserved"]), slot):
            total += best_worth(g, player, town, slot, free)
    return total


@jit
def write_town(g: Any, s: Any, town: Any, f: Any) -> None:
    """Counts of the buildings and of what they need."""
    bare = town & spread(buildings(town))
    room = room_left(bare)
    for slot in range(SLOTS):
        own = count(of_slot(bare, slot))
        f[F.BUILDINGS] += own
        f[F.TYPES] += own > 0
        if slot < NUM_CARDS:
            f[F.COUNTS + slot] = room * own
    f[F.MONUMENT] = s["built"]
    hungry, reds = hungry_squares(s, bare), of_slot(bare, RED)
    f[F.HUNGRY] = count(hungry & ~feed(g, s, bare, np.int64(0)))
    if reds != 0:
        f[F.SPARE_FOOD] = spare_food(g["row"][RED], reds, hungry, empty(town))
    for square in range(16):
        f[F.STORED] += stored_total(s["stored"][square])


@jit
def write_room(town: Any, f: Any) -> None:
    """Of the empty squares: how many there are, and how they hang together."""
    free = empty(town)
    f[F.EMPTY] = count(free)
    f[F.PAIRS] = count(free & (free >> 1) & 0x7777) + count(free & (free >> 4))
    f[F.ISOLATED] = count(free & ~beside(free))
    largest, rest = np.int64(0), free
    while rest != 0:
        group = connected(rest & -rest, rest)
        largest = max(largest, count(group))
        rest &= ~group
    f[F.LARGEST] = largest


@jit
def write_complete(g: Any, player: Any, f: Any) -> None:
    """A complete town: its score is all that counts."""
    s = g["players"][player]
    points = np.empty(POINTS, np.int32)
    right = greens_to_the_right(g, g["shown"], player)
    score_town(g, s, s["town"], right, np.int64(g["shown"][right_of(g, player)]["coins"]), points)
    write_town(g, s, s["town"], f)
    f[F.STANDING] = np.float64(points.sum())
    f[F.COMPLETE] = 1.0
    f[F.EXPECTED] = f[F.STANDING]
