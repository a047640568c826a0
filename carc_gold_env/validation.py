"""Whether a record is a state of the game: it holds all its moves, so it is played again and must come out the same.

Nothing in the record is used as an index before it is known to be one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import INGOT, MEEPLE, NO_MEEPLE, ROTATE, encode
from carc_gold_env.rules.board import AROUND_X, AROUND_Y, content, rotations_at, slot_at
from carc_gold_env.rules.meeples import may_stand
from carc_gold_env.rules.rounds import reset, step
from carc_gold_env.rules.squares import action_of
from carc_gold_env.state import DRAW_PILE_SIZE, FIRST_FRONTIER, MAX_TILES, TYPES, Phase
from tabletop_envs.jit import jit


@jit
def play_again(tables: Any, games: Any, again: Any, valid: Any) -> None:
    """Plays each game again from the start into ``again``, as far as it is one.

    Args:
        tables: The game's tables.
        games: The records in question.
        again: As many templates with the options that the records should have.
        valid: Whether the moves of each could be followed; only then the two records can be compared.
    """
    for i in range(len(games)):
        valid[i] = take_draw_pile(tables[0], games[i], again[i]) and follow(tables[0], games[i], again[i])


@jit
def take_draw_pile(t: Any, g: Any, again: Any) -> Any:
    """Takes over the draw pile; False if it holds what the box does not."""
    if g["draw_pile_size"] > DRAW_PILE_SIZE:
        return False
    count = np.zeros(TYPES, np.int64)
    for k in range(DRAW_PILE_SIZE):
        tile = np.int64(g["draw_pile"][k])
        if k < g["draw_pile_size"]:
            if tile < 1 or tile >= TYPES or (t["gold"][tile] == 1 and again["gold_mines"] == 0):
                return False
            count[tile] += 1
            if count[tile] > t["count"][tile]:
                return False
        again["draw_pile"][k] = tile
    again["draw_pile_size"] = g["draw_pile_size"]
    return True


@jit
def follow(t: Any, g: Any, again: Any) -> Any:
    """Plays all turns and what has been decided of the last; False where the rules do not allow it."""
    reset(t, again, np.uint64(0))
    tiles = np.int64(g["tiles"])
    if tiles > MAX_TILES:
        return False
    for slot in range(1, tiles):
        if not lay_again(t, g, again, slot):
            return False
        last = slot == tiles - 1
        if again["phase"] == Phase.INGOT:
            if last and g["phase"] == Phase.INGOT:
                return True
            if not put_again(t, g, again, slot):
                return False
        if last and g["phase"] == Phase.MEEPLE:
            return True
        if not stand_again(t, g, again, slot):
            return False
    if g["phase"] == Phase.ROTATION:
        return again["phase"] == Phase.SQUARE and choose_again(t, again, np.int64(g["chosen"]))
    return True


@jit
def choose_again(t: Any, again: Any, place: Any) -> Any:
    """The square of the tile in hand, if the tile fits there."""
    if place < 0 or place >= again["squares"] or rotations_at(t, again, np.int64(again["hand"]), place) == 0:
        return False
    step(t, again, np.int64(again["player"]), np.int64(action_of(again, place)))
    return True


@jit
def lay_again(t: Any, g: Any, again: Any, slot: Any) -> Any:
    """The tile of a slot: the one in hand, to where it lies."""
    if again["phase"] != Phase.SQUARE or g["type"][slot] != again["hand"] or g["rotation"][slot] > 3:
        return False
    place = np.int64(content(again, g["x"][slot], g["y"][slot])) - FIRST_FRONTIER
    rotation = np.int64(g["rotation"][slot])
    if place < 0 or (rotations_at(t, again, np.int64(again["hand"]), place) >> rotation) & 1 == 0:
        return False
    choose_again(t, again, place)
    if again["phase"] == Phase.ROTATION:
        step(t, again, np.int64(again["player"]), encode(ROTATE, rotation))
    return True


@jit
def put_again(t: Any, g: Any, again: Any, slot: Any) -> Any:
    """The second ingot that the tile of a slot brought."""
    for k in range(8):
        there = np.int64(slot_at(again, again["x"][slot] + AROUND_X[k], again["y"][slot] + AROUND_Y[k]))
        if there >= 0 and there + 1 == g["second"][slot]:
            step(t, again, np.int64(again["player"]), encode(INGOT, k))
            return True
    return False


@jit
def stand_again(t: Any, g: Any, again: Any, slot: Any) -> Any:
    """The meeple on the tile of a slot, or none."""
    tile, player = np.int64(again["type"][slot]), np.int64(again["player"])
    local = np.int64(g["meeple"][slot]) - 1
    if local < 0:
        step(t, again, player, np.int64(NO_MEEPLE))
        return True
    if local >= t["segments"][tile] or again["in_hand"][player] == 0:
        return False
    if not may_stand(again, np.int64(again["base"][slot]) + local):
        return False
    step(t, again, player, encode(MEEPLE, t["place"][tile, again["rotation"][slot], local]))
    return True
