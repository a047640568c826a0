"""The rules as the notation uses them: on one state, from Python."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from carc_gold_env.actions import HALF_WINDOW, NUM_ACTIONS
from carc_gold_env.rules import rounds, scoring, squares
from carc_gold_env.spec import CarcassonneGoldSpec
from carc_gold_env.state import DTYPE, MAX_PLAYERS, Phase
from carc_gold_env.tables import tables
from tabletop_envs import notation
from tabletop_envs.jit import jit
from tabletop_envs.kernels import Kernels, kernels_of
from tabletop_envs.spec import State
from tabletop_envs.states import copy_records

Mask = npt.NDArray[np.int8]


@functools.cache
def _kernels() -> Kernels:
    """The compiled loops that the environments use too."""
    return kernels_of(CarcassonneGoldSpec())


@jit
def _reset(t: Any, games: Any, seed: Any) -> None:
    rounds.reset(t[0], games[0], seed)


@jit
def _final(t: Any, games: Any, out: Any) -> None:
    scoring.final_scores(t[0], games[0], out)


@jit
def _action_of(games: Any, place: Any) -> Any:
    return squares.action_of(games[0], place)


def state_of(env_or_state: Any, row: int | None = None) -> State:
    """The state of an environment (of game ``row``, where there are several), or the state itself.

    Raises:
        TypeError: If it is neither.
        ValueError: If there is no such row, or an array holds what no game can bring forth.
    """
    return notation.sound_state_of(env_or_state, CarcassonneGoldSpec.of, DTYPE, "Carcassonne", row)


def reset(state: State, seed: int) -> None:
    """Draws what the template leaves open and begins the game."""
    _reset(tables(), state, np.uint64(seed))


def next_player(state: State) -> int:
    """The player that moves next, -1 when the game is over."""
    g = state[0]
    return -1 if g["phase"] == Phase.OVER else int(g["player"])


def mid_move(state: State, player: int) -> bool:
    """Whether the player is inside a move that takes several actions."""
    g = state[0]
    return bool(g["player"] == player and Phase.SQUARE < g["phase"] < Phase.OVER)


def mask_of(state: State, player: int) -> Mask:
    """The action mask of a player."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    _kernels().legal(tables(), state, 0, player, mask)
    return mask


def legal_actions(state: State, player: int) -> list[int]:
    """The numbers of a player's legal actions."""
    return [int(action) for action in np.flatnonzero(mask_of(state, player))]


def step(state: State, player: int, action: int) -> None:
    """Carries out a legal action."""
    _kernels().step(tables(), state, 0, player, action)


def after(state: State, player: int, action: int) -> State:
    """The state that a legal action leads to; the given one stays as it is."""
    following = copy_records(state)
    step(following, player, action)
    return following


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
    bits = int(tables()[0]["fit"][int(g["hand"]), int(g["wants"][place])])
    return [rotation for rotation in range(4) if (bits >> rotation) & 1]


def count_places(state: State) -> int:
    """How many legal places the tile in hand has: square and rotation."""
    return sum(len(fitting(state, place)) for place in range(int(state[0]["squares"])))


def slots(state: State) -> dict[tuple[int, int], int]:
    """The tiles on the board: slot by square."""
    g = state[0]
    return {(int(g["x"][slot]), int(g["y"][slot])): slot for slot in range(int(g["tiles"]))}
