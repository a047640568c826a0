"""What a player sees: one row of small numbers, the own player first, then the others in turn order.

Nothing but the order of the draw pile is hidden. The order of the fields in :func:`layout` is the order in which
:func:`observe` writes them. The four planes show the window of 25 x 25 squares round the start tile, row by row, as the
action numbers count them; what lies outside is not shown (its squares can be chosen all the same).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import PLACES, WINDOW, cell, in_window
from carc_gold_env.heuristics.worth import (
    MOST,
    beside_monasteries,
    monastery_worth,
    segment_worth,
    standing,
    worth_of,
)
from carc_gold_env.rules.board import AROUND_X, AROUND_Y, rotations_at, slot_at
from carc_gold_env.rules.meeples import may_stand
from carc_gold_env.state import DRAW_PILE_SIZE, INGOTS, MAX_PLAYERS, MEEPLES, TYPES, Edge, Phase
from tabletop_envs.jit import jit
from tabletop_envs.spec import Layout

_CELLS = WINDOW * WINDOW
_PHASES = len(Phase)
_EDGES = len(Edge)
_TYPES = TYPES - 1
_AROUND = 8
_HIGH = 255

_MEEPLES_AT = _CELLS
_INGOTS_AT = 2 * _CELLS
_PLACES_AT = 3 * _CELLS
_ROTATIONS_AT = 4 * _CELLS
_NEIGHBOURS_AT = _ROTATIONS_AT + 4
_MEEPLE_AT = _NEIGHBOURS_AT + 2 * _AROUND
_PHASE_AT = _MEEPLE_AT + PLACES
_HAND_AT = _PHASE_AT + _PHASES
_EDGES_AT = _HAND_AT + _TYPES
_POSITION_AT = _EDGES_AT + 4 * _EDGES
_LEFT_AT = _POSITION_AT + 2
_DRAW_PILE_AT = _LEFT_AT + _TYPES
_OPTIONS_AT = _DRAW_PILE_AT + 1
_PLAYERS_AT = _OPTIONS_AT + 3


def layout(num_players: int) -> Layout:
    """The observation's fields: (name, shape, maximum value)."""
    n = num_players
    return Layout.of(
        [
            ("tiles", (WINDOW, WINDOW), 4 * _TYPES),  # 1 + 4 * (type - 1) + rotation
            (
                "meeples",
                (WINDOW, WINDOW),
                PLACES * MAX_PLAYERS,
            ),  # 1 + 17 * player from the own one on + place on the tile
            ("ingots", (WINDOW, WINDOW), INGOTS),
            ("places", (WINDOW, WINDOW), MOST),  # to move: 1 + the points that the tile in hand would bring at once
            ("rotations", (4,), MOST),  # the same for the rotations that fit the chosen square
            ("neighbours", (2, _AROUND), MEEPLES),  # second ingot: own and others' meeples on features of these tiles
            ("meeple_worth", (PLACES,), MOST),  # to move: 1 + what the feature is worth that a meeple may be put on
            ("phase", (_PHASES,), 1),
            ("hand", (_TYPES,), 1),  # the tile in hand or just laid
            ("edges", (4, _EDGES), 1),  # its sides N E S W: field, road, city; as it lies, once it lies
            ("position", (2,), WINDOW),  # 1 + row and column of the chosen square or the tile just laid; 0 = outside
            ("left", (_TYPES,), 9),  # tiles in the draw pile by type
            ("draw_pile", (1,), DRAW_PILE_SIZE),
            ("options", (3,), 3),  # gold mines, version of the farmers' scoring (0 = none), old rule for small cities
            ("to_move", (n,), 1),
            ("meeples_in_hand", (n,), MEEPLES),
            ("scores", (n,), _HIGH),  # so far, in the end the final ones; those above 255 show as 255
            ("standing", (n,), _HIGH),  # what the player's meeples would score now without fields
            ("gold", (n,), INGOTS),
        ]
    )


@jit
def write_board(t: Any, g: Any, player: Any, out: Any) -> None:
    """The planes ``tiles``, ``ingots`` and ``meeples``."""
    for slot in range(np.int64(g["tiles"])):
        x = np.int64(g["x"][slot])
        y = np.int64(g["y"][slot])
        if in_window(x, y):
            at = cell(x, y)
            out[at] = 4 * np.int64(g["type"][slot]) - 3 + np.int64(g["rotation"][slot])
            out[_INGOTS_AT + at] = g["lies"][slot]
    n = np.int64(g["num_players"])
    for k in range(n):
        owner = (player + k) % n
        for which in range(MEEPLES):
            segment = np.int64(g["stands"][owner, which]) - 1
            if segment >= 0:
                on = np.int64(g["slot"][segment])
                if in_window(g["x"][on], g["y"][on]):
                    local = segment - np.int64(g["base"][on])
                    place = np.int64(t["place"][g["type"][on], g["rotation"][on], local])
                    out[_MEEPLES_AT + cell(g["x"][on], g["y"][on])] = 1 + PLACES * k + place


@jit
def limited(points: Any) -> Any:
    """1 + points, kept between 1 and the most that is written."""
    return min(max(np.int64(points), np.int64(0)) + 1, np.int64(MOST))


@jit
def write_places(t: Any, g: Any, player: Any, out: Any) -> None:
    """The plane ``places``: for each legal square its best rotation."""
    tile = np.int64(g["hand"])
    for place in range(np.int64(g["squares"])):
        fitting = rotations_at(t, g, tile, place)
        if fitting != 0 and in_window(g["free_x"][place], g["free_y"][place]):
            best = np.int64(0)
            for rotation in range(4):
                if (fitting >> rotation) & 1:
                    best = max(best, np.int64(worth_of(t, g, player, tile, rotation, g["beside"][place])))
            if g["in_hand"][player] > 0:
                best = max(best, np.int64(monastery_worth(t, g, tile, place)))
            out[_PLACES_AT + cell(g["free_x"][place], g["free_y"][place])] = limited(best)
    beside_monasteries(t, g, player, out, np.int64(_PLACES_AT))


@jit
def write_rotations(t: Any, g: Any, player: Any, out: Any) -> None:
    """The field ``rotations``."""
    tile = np.int64(g["hand"])
    place = np.int64(g["chosen"])
    fitting = rotations_at(t, g, tile, place)
    for rotation in range(4):
        if (fitting >> rotation) & 1:
            out[_ROTATIONS_AT + rotation] = limited(worth_of(t, g, player, tile, rotation, g["beside"][place]))


@jit
def write_neighbours(t: Any, g: Any, player: Any, out: Any) -> None:
    """The field ``neighbours``: whose features the second ingot may go to."""
    slot = np.int64(g["tiles"]) - 1
    for k in range(_AROUND):
        other = slot_at(g, g["x"][slot] + AROUND_X[k], g["y"][slot] + AROUND_Y[k])
        if other >= 0:
            base = np.int64(g["base"][other])
            for s in range(base, base + t["segments"][g["type"][other]]):
                claims = np.int64(g["claims"][g["feature"][s]])
                if claims != 0 and g["open"][g["feature"][s]] > 0:
                    own = (claims >> (4 * player)) & 15
                    out[_NEIGHBOURS_AT + k] = max(out[_NEIGHBOURS_AT + k], own)
                    if claims != own << (4 * player):
                        out[_NEIGHBOURS_AT + _AROUND + k] = 1


@jit
def write_meeples(t: Any, g: Any, out: Any) -> None:
    """The field ``meeple_worth``."""
    slot = np.int64(g["tiles"]) - 1
    base = np.int64(g["base"][slot])
    tile = g["type"][slot]
    for local in range(t["segments"][tile]):
        if may_stand(g, base + local):
            place = np.int64(t["place"][tile, g["rotation"][slot], local])
            out[_MEEPLE_AT + place] = limited(segment_worth(g, base + local))


@jit
def write_hand(t: Any, g: Any, out: Any) -> None:
    """The fields ``hand``, ``edges`` and ``position``."""
    tile = np.int64(g["hand"])
    if tile == 0:
        return
    out[_HAND_AT + tile - 1] = 1
    phase = np.int64(g["phase"])
    x = np.int64(g["free_x"][g["chosen"]])
    y = np.int64(g["free_y"][g["chosen"]])
    rotation = np.int64(0)
    if phase == Phase.INGOT or phase == Phase.MEEPLE:
        slot = np.int64(g["tiles"]) - 1
        rotation = np.int64(g["rotation"][slot])
        x = np.int64(g["x"][slot])
        y = np.int64(g["y"][slot])
    for side in range(4):
        out[_EDGES_AT + _EDGES * side + np.int64(t["edge"][tile, rotation, side]) - 1] = 1
    if phase != Phase.SQUARE and in_window(x, y):
        out[_POSITION_AT] = 1 + cell(x, y) // WINDOW
        out[_POSITION_AT + 1] = 1 + cell(x, y) % WINDOW


@jit
def write_players(g: Any, player: Any, out: Any) -> None:
    """The fields from ``to_move`` on."""
    n = np.int64(g["num_players"])
    for k in range(n):
        other = (player + k) % n
        at = _PLAYERS_AT + k
        if g["phase"] != Phase.OVER and other == g["player"]:
            out[at] = 1
        out[at + n] = g["in_hand"][other]
        score = np.int64(g["final"][other]) if g["phase"] == Phase.OVER else np.int64(g["score"][other])
        out[at + 2 * n] = min(score, np.int64(_HIGH))
        out[at + 3 * n] = min(standing(g, other), np.int64(_HIGH))
        out[at + 4 * n] = g["ingots"][other]


@jit
def observe(t: Any, g: Any, player: Any, out: Any) -> None:
    """Writes the observation of a player; right for every player at any moment, without side effects."""
    out[:] = 0
    write_board(t, g, player, out)
    phase = np.int64(g["phase"])
    out[_PHASE_AT + phase] = 1
    if player == g["player"]:
        if phase == Phase.SQUARE:
            write_places(t, g, player, out)
        elif phase == Phase.ROTATION:
            write_rotations(t, g, player, out)
        elif phase == Phase.INGOT:
            write_neighbours(t, g, player, out)
        elif phase == Phase.MEEPLE and g["in_hand"][player] > 0:
            write_meeples(t, g, out)
    write_hand(t, g, out)
    for tile in range(_TYPES):
        out[_LEFT_AT + tile] = g["left"][tile + 1]
    out[_DRAW_PILE_AT] = np.int64(g["draw_pile_size"]) - np.int64(g["drawn"])
    out[_OPTIONS_AT] = g["gold_mines"]
    out[_OPTIONS_AT + 1] = g["farmers"] * g["farmer_scoring"]
    out[_OPTIONS_AT + 2] = g["small_city"]
    write_players(g, player, out)
