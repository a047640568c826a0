"""Setup and drawing (docs/rules/carcassonne_gold.md 1, 2.1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.rules.board import has_place
from carc_gold_env.rules.placing import lay
from carc_gold_env.state import DRAW, TYPES
from carc_gold_env.tiles import NUMBERS, START
from tabletop_envs.jit import jit
from tabletop_envs.rng import below

_START = NUMBERS[START]


@jit
def shuffle_draw_pile(t: Any, g: Any) -> None:
    """Mixes the tiles, unless the order is given, and counts them."""
    if g["draw_pile_size"] > 0 and g["draw_pile"][0] == DRAW:
        n = 0
        for tile in range(1, TYPES):
            if g["gold_mines"] == 1 or t["gold"][tile] == 0:
                for _ in range(t["count"][tile]):
                    g["draw_pile"][n] = tile
                    n += 1
        g["draw_pile_size"] = n
        shuffle_rest(g)
    for k in range(np.int64(g["draw_pile_size"])):
        g["left"][g["draw_pile"][k]] += 1


@jit
def shuffle_rest(g: Any) -> None:
    """Mixes what has not been drawn."""
    draw_pile = g["draw_pile"]
    first = np.int64(g["drawn"])
    for i in range(np.int64(g["draw_pile_size"]) - 1, first, -1):
        j = first + below(g["rng"], i - first + 1)
        kept = draw_pile[i]
        draw_pile[i] = draw_pile[j]
        draw_pile[j] = kept
    g["rng"][0] = 0


@jit
def lay_start(t: Any, g: Any) -> None:
    """The start tile: type D as printed, at (0, 0)."""
    for player in range(np.int64(g["num_players"])):
        g["in_hand"][player] = g["meeples"]
    lay(t, g, np.int64(_START), np.int64(0), np.int64(0), np.int64(0))


@jit
def draw(t: Any, g: Any) -> Any:
    """The active player draws; tiles without a place leave the game. False if the draw pile runs out that way."""
    while g["drawn"] < g["draw_pile_size"]:
        tile = np.int64(g["draw_pile"][g["drawn"]])
        g["drawn"] += 1
        g["left"][tile] -= 1
        if has_place(t, g, tile):
            g["hand"] = tile
            return True
    g["hand"] = 0
    return False
