"""What ``reset(seed=..., options=...)`` of every environment accepts."""

from __future__ import annotations

import operator
import secrets
import warnings
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from env_core.errors import shown
from env_core.game import Game, State

POSITION = "position"


class Start(NamedTuple):
    """From what a game begins.

    Attributes:
        state: A template from which chance draws the rest, or a position; ``None`` means the game's own template.
        is_position: Whether nothing is left to be drawn.
    """

    state: State | None
    is_position: bool


def read_seed(seed: int | None) -> np.uint64:
    """The seed as a number of the engine; ``None`` asks the system for one.

    Raises:
        ValueError: If it is no whole number of 0 .. 2**64 - 1.
    """
    if seed is None:
        return np.uint64(secrets.randbits(64))
    try:
        number = -1 if isinstance(seed, bool) else operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 2**64:
        raise ValueError(f"seed={shown(seed)} is no whole number of 0 .. 2**64 - 1")
    return np.uint64(number)


def read_count(name: str, value: Any) -> int:
    """The number of games that an option ``name`` asks for.

    Raises:
        ValueError: If it is no positive whole number.
    """
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and value >= 1:
        return int(value)
    raise ValueError(f"{name}={shown(value)} is no number of games; allowed: whole numbers of 1 and more")


def read_action(action: Any, num_actions: int, who: str) -> int:
    """The action as a plain number of the action space, legal or not.

    Raises:
        ValueError: If it is none; the message begins with ``who``.
    """
    try:
        number = -1 if isinstance(action, bool) else operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < num_actions:
        raise ValueError(f"{who}: action {shown(action)} is no whole number of 0 .. {num_actions - 1}")
    return number


def read_options(game: Game, options: Mapping[str, Any] | None) -> Start:
    """Reads the options of a reset. Unknown keys are warned about once and passed over, as PettingZoo's tests ask.

    Raises:
        ValueError: If the value of a known key is bad.
    """
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"reset options: wants a dict of names and values, not {shown(options)}")
    known = (*game.reset_options, POSITION)
    unknown = [key for key in options or () if key not in known]
    if unknown:
        warnings.warn(
            f"reset(options=...) of {game.name} knows {', '.join(map(repr, known))}; "
            f"passed over: {', '.join(map(repr, unknown))}",
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
