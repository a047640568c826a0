"""What callers hand to environments and batches, read strictly: actions, rows, players, seeds, options of a reset."""

from __future__ import annotations

import operator
import secrets
import warnings
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import listed, one_line, shown
from tabletop_envs.game import Game, State
from tabletop_envs.masks import ascending

Ints = npt.NDArray[np.int64]

POSITION = "position"
MOST_GAMES = 2**31 - 1
"""More games side by side than any memory holds."""


class Start(NamedTuple):
    """From what a game begins.

    Attributes:
        state: A template from which chance draws the rest, or a position; ``None`` means the game's own template.
        is_position: Whether nothing is left to be drawn.
    """

    state: State | None
    is_position: bool


def integer_within(value: Any, low: int, high: int) -> int | None:
    """The value as a plain integer; ``None`` if it is none within these bounds."""
    try:
        number = low - 1 if isinstance(value, bool) else operator.index(value)
    except Exception:  # whatever a stranger's __index__ raises
        return None
    return number if low <= number <= high else None


def as_array(values: Any) -> npt.NDArray[Any]:
    """The values as an array; what cannot be one becomes an array that holds no numbers."""
    if type(values) is np.ndarray:
        return values
    try:
        return np.asarray(values)
    except Exception:  # lists of different lengths, and whatever a stranger's __array__ raises
        return np.empty(0, object)


def read_actions(actions: Any, number: int) -> npt.NDArray[np.int64]:
    """So many actions as plain numbers, legal or not.

    Raises:
        ValueError: If they are not integers, or not that many.
    """
    given = as_array(actions)
    if given.shape != (number,) or given.dtype.kind not in "iu":
        wrong = one_line(f"{given.dtype} of shape {given.shape}")
        raise ValueError(f"actions: expected {number} integers, not {wrong}")
    return np.ascontiguousarray(given, np.int64)


def read_rows(rows: npt.ArrayLike, number: int) -> Ints:
    """Distinct rows of a batch of so many games, in the one layout that the kernels are compiled for.

    Raises:
        ValueError: If they are something else.
    """
    given = as_array(rows)
    if given.ndim == 1 and (given.dtype.kind in "iu" or not given.size):
        picked: Ints = np.ascontiguousarray(given, np.int64)
        if ascending(picked, number) or ascending(np.sort(picked), number):
            return picked
    raise ValueError(f"rows must be distinct integers from 0 to {number - 1}, not {shown(rows)}")


def read_players(where: str, players: npt.ArrayLike, rows: int, num_players: int) -> Ints:
    """A player's number for each of so many rows, from one for all or one for each.

    Raises:
        ValueError: If they are no players; the message begins with ``where``.
    """
    given = as_array(players)
    if given.shape not in ((), (rows,)) or (given.dtype.kind not in "iu" and given.size):
        raise ValueError(f"{where}: expected a player, or one for each of {rows} games, not {shown(players)}")
    found: Ints = np.ascontiguousarray(given, np.int64) if given.ndim else np.full(rows, given, np.int64)
    if found.size and (found.min() < 0 or found.max() >= num_players):
        raise ValueError(f"{where}: players are 0 to {num_players - 1}")
    return found


def read_seed(seed: int | None) -> np.uint64:
    """The seed as a number of the engine; ``None`` asks the system for one.

    Raises:
        ValueError: If it is not an integer from 0 to 2**64 - 1.
    """
    if seed is None:
        return np.uint64(secrets.randbits(64))
    number = integer_within(seed, 0, 2**64 - 1)
    if number is None:
        raise ValueError(f"seed={shown(seed)} is not an integer from 0 to 2**64 - 1")
    return np.uint64(number)


def read_count(name: str, value: Any) -> int:
    """The number of games that an option ``name`` asks for.

    Raises:
        ValueError: If it is not a positive integer.
    """
    number = integer_within(value, 1, MOST_GAMES) if isinstance(value, int | np.integer) else None
    if number is None:
        raise ValueError(f"{name}={shown(value)} is not a number of games; allowed: integers from 1 to {MOST_GAMES}")
    return number


def read_action(action: Any, num_actions: int, who: str) -> int:
    """The action as a plain number of the action space, legal or not.

    Raises:
        ValueError: If it is none; the message begins with ``who``.
    """
    number = integer_within(action, 0, num_actions - 1)
    if number is None:
        raise ValueError(f"{who}: action {shown(action)} is not an integer from 0 to {num_actions - 1}")
    return number


def read_options(game: Game, options: Mapping[str, Any] | None) -> Start:
    """Reads the options of a reset. Unknown keys are warned about once and ignored, as PettingZoo's tests ask.

    Raises:
        ValueError: If the value of a known key is bad.
    """
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"reset options: expected a dict of names and values, not {shown(options)}")
    known = (*game.reset_options, POSITION)
    unknown = [key for key in options or () if key not in known]
    if unknown:
        warnings.warn(
            f"reset(options=...) of {game.name} knows {', '.join(map(repr, known))}; ignored: {listed(unknown)}",
            UserWarning,
            stacklevel=3,
        )
    chosen = {key: value for key, value in (options or {}).items() if key in known}
    if not chosen:
        return Start(None, False)
    if POSITION not in chosen:
        return Start(game.prepare(chosen), False)
    others = sorted(set(chosen) - {POSITION})
    if others:
        raise ValueError(f"reset options: 'position' leaves nothing to be fixed by {', '.join(map(repr, others))}")
    return Start(game.read_position(chosen[POSITION]), True)
