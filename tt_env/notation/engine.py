"""The rules as the notation uses them: on one state, from Python."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from env_core.game import State
from env_core.jit import jit
from env_core.kernels import Kernels, kernels_of
from env_core.states import copy_records
from tt_env.actions import NUM_ACTIONS
from tt_env.game import TinyTowns
from tt_env.rules import constructing, feeding, rounds, scoring, setup
from tt_env.state import DTYPE
from tt_env.tables import tables

Mask = npt.NDArray[np.int8]


@functools.cache
def _kernels() -> Kernels:
    """The compiled loops that the environments use too."""
    return kernels_of(TinyTowns())


@jit
def _next_seat(t: Any, games: Any) -> Any:
    return rounds.next_seat(t[0], games[0])


@jit
def _mid_move(t: Any, games: Any, seat: Any) -> Any:
    return rounds.mid_move(t[0], games[0], seat)


@jit
def _fitting(t: Any, games: Any, seat: Any, slot: Any, square: Any) -> Any:
    g = games[0]
    return constructing.fitting_sets(t[0], g, g["seats"][seat], slot, square)


@jit
def _finish(t: Any, games: Any) -> None:
    scoring.final_scores(t[0], games[0])


@jit
def _score(t: Any, games: Any, seat: Any, points: Any, fed: Any) -> Any:
    return scoring.score_seat(t[0], games[0], seat, points, fed)


@jit
def _is_fed_unique(t: Any, games: Any, seat: Any, plans: Any) -> Any:
    g = games[0]
    return feeding.is_fed_unique(t[0], g, g["seats"][seat], plans)


@jit
def _is_by_card_unique(t: Any, games: Any, seat: Any, plans: Any) -> Any:
    g = games[0]
    return feeding.is_by_card_unique(t[0], g, g["seats"][seat], plans)


@jit
def _draw_deck(games: Any) -> None:
    setup.prepare_deck(games[0])


@jit
def _reset(t: Any, games: Any, seed: Any) -> None:
    rounds.reset(t[0], games[0], seed)


def state_of(env_or_state: Any) -> State:
    """The state of an environment, or the state itself.

    Raises:
        TypeError: If it is neither.
    """
    if isinstance(env_or_state, np.ndarray):
        state = env_or_state
    elif hasattr(getattr(env_or_state, "unwrapped", None), "save"):
        state = env_or_state.unwrapped.save()
    else:
        raise TypeError(f"expected an environment or a state, not {type(env_or_state).__name__}")
    if state.dtype != DTYPE or state.shape != (1,):
        raise TypeError(f"expected one Tiny Towns game, a record array of shape (1,), not shape {state.shape}")
    return state


def clean(state: State) -> State:
    """A copy with zeros between the fields, which numpy leaves to chance when it copies records."""
    copy: State = np.zeros(1, DTYPE)
    copy[:] = state
    return copy


def next_seat(state: State) -> int:
    """The seat that moves next in the written order, -1 when the game is over."""
    return int(_next_seat(tables(), state))


def mask_of(state: State, seat: int) -> Mask:
    """The action mask of a seat."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    _kernels().options(tables(), state, 0, seat, mask)
    return mask


def legal_actions(state: State, seat: int) -> list[int]:
    """The numbers of a seat's legal actions."""
    return [int(action) for action in np.flatnonzero(mask_of(state, seat))]


def step(state: State, seat: int, action: int) -> None:
    """Carries out a legal action."""
    _kernels().apply(tables(), state, 0, seat, action)


def after(state: State, seat: int, action: int) -> State:
    """The state that a legal action leads to; the given one stays as it is."""
    following = copy_records(state)
    step(following, seat, action)
    return following


def mid_move(state: State, seat: int) -> bool:
    """Whether the seat is inside a move that takes several actions."""
    return bool(_mid_move(tables(), state, seat))


def fitting_sets(state: State, seat: int, slot: int, square: int) -> list[int]:
    """The numbers of the sets of squares with which the seat could put this card on this square."""
    sets = int(_fitting(tables(), state, seat, slot, square))
    return [which for which in range(sets.bit_length()) if (sets >> which) & 1]


def set_squares(state: State, seat: int, slot: int) -> list[int]:
    """The sets of squares of the card in a slot, as 16-bit masks; empty if the seat has no card there."""
    g = state[0]
    card = int(g["seats"][seat]["monument"] if slot == len(g["row"]) else g["row"][slot])
    return [int(squares) for squares in tables()[0]["set_squares"][card] if squares] if card else []


class Score(NamedTuple):
    """A seat's score as the rules count it."""

    total: int
    points: list[int]
    fed: int
    fed_is_unique: bool
    by_card_is_unique: bool


def score(state: State, seat: int) -> Score:
    """What a seat's town is worth as it stands."""
    points, fed = np.zeros(scoring.POINTS, np.int32), np.zeros(1, np.int64)
    plans = np.zeros(feeding.PLAN_LIMIT, np.int64)
    total = int(_score(tables(), state, seat, points, fed))
    fed_is_unique = bool(_is_fed_unique(tables(), state, seat, plans))
    by_card_is_unique = fed_is_unique or bool(_is_by_card_unique(tables(), state, seat, plans))
    return Score(total, points.tolist(), int(fed[0]), fed_is_unique, by_card_is_unique)


def finish(state: State) -> None:
    """Writes final scores and winners."""
    _finish(tables(), state)


def draw_deck(state: State) -> None:
    """Draws the resource cards that are marked to be drawn."""
    _draw_deck(state)


def reset(state: State, seed: int) -> None:
    """Draws what the template leaves open and begins the game."""
    _reset(tables(), state, np.uint64(seed))
