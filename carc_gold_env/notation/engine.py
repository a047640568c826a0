"""The rules as the notation uses them: on one state, from Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import HALF_WINDOW
from carc_gold_env.rules import scoring, squares
from carc_gold_env.spec import CarcassonneGoldSpec
from carc_gold_env.state import MAX_PLAYERS, Phase
from carc_gold_env.tables import tables
from tabletop_envs.jit import jit
from tabletop_envs.notation import Engine
from tabletop_envs.spec import State


@jit
def _final(t: Any, games: Any, out: Any) -> None:
    scoring.final_scores(t[0], games[0], out)


@jit
def _action_of(games: Any, place: Any) -> Any:
    return squares.action_of(games[0], place)


ENGINE = Engine(CarcassonneGoldSpec, "Carcassonne")
state_of = ENGINE.state_of
reset = ENGINE.reset
next_player = ENGINE.next_player
mid_move = ENGINE.mid_move
mask_of = ENGINE.mask_of
legal_actions = ENGINE.legal_actions
step = ENGINE.step
after = ENGINE.after


def final_scores(state: State) -> list[int]:
    """The scores if the game ended now; those of a game that is over."""
    g = state[0]
    n = int(g["num_players"])
    if g["phase"] == Phase.OVER:
        return [int(score) for score in g["final"][:n]]
    out = np.zeros(MAX_PLAYERS, np.int64)
    _final(tables(), state, out)
    return [int(score) for score in out[:n]]


def free_squares(state: State) -> dict[tuple[int, int], int]:
    """The empty squares that touch a tile, with their place in the record."""
    g = state[0]
    return {(int(g["free_x"][k]), int(g["free_y"][k])): k for k in range(int(g["squares"]))}


def square_action(state: State, place: int) -> int:
    """The action that chooses an empty square by its place in the record."""
    return int(_action_of(state, place))


def outside_squares(state: State) -> list[tuple[int, int]]:
    """The empty squares outside the window that touch a tile, in the order of their actions."""
    outside = (square for square in free_squares(state) if max(map(abs, square)) > HALF_WINDOW)
    return sorted(outside, key=lambda square: (square[1], square[0]))


def fitting(state: State, place: int) -> list[int]:
    """The rotations (quarter turns) in which the tile in hand fits an empty square."""
    g = state[0]
    bits = int(tables()[0]["fit"][int(g["hand"]), int(g["needs"][place])])
    return [rotation for rotation in range(4) if (bits >> rotation) & 1]


def count_places(state: State) -> int:
    """How many legal places the tile in hand has: square and rotation."""
    return sum(len(fitting(state, place)) for place in range(int(state[0]["squares"])))


def slots(state: State) -> dict[tuple[int, int], int]:
    """The tiles on the board: slot by square."""
    g = state[0]
    return {(int(g["x"][slot]), int(g["y"][slot])): slot for slot in range(int(g["tiles"]))}
