"""Records with one field changed, and what reading them must say."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tabletop_envs.errors import NotationError
from tabletop_envs.game import Game, State

Path = tuple[str | int, ...]
"""The way to a field of a record."""
Wrong = tuple[Path, str, str, list[Any]]
"""A field, how the message begins, what it names as allowed, and wrong values."""


def with_value(record: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """A copy of a record with another value, or one more key, at a place."""
    found, inner = _opened(record, path)
    inner[path[-1]] = value
    return found


def without(record: dict[str, Any], path: Path) -> dict[str, Any]:
    """A copy of a record that lacks a field."""
    found, inner = _opened(record, path)
    del inner[path[-1]]
    return found


def _opened(record: dict[str, Any], path: Path) -> tuple[dict[str, Any], Any]:
    found = copy.deepcopy(record)
    inner: Any = found
    for key in path[:-1]:
        inner = inner[key]
    return found, inner


def refused(readers: list[Callable[[Any], Any]], record: Any, begins: str, allowed: str = "") -> None:
    """Asserts that all readers refuse a record with the same one line of a sensible length."""
    for read in readers:
        with pytest.raises(NotationError) as caught:
            read(record)
        message = str(caught.value)
        assert message.startswith(begins), message
        assert allowed in message, message
        assert "\n" not in message, message
        assert len(message) < 500, message


NO_TEXTS: list[Any] = [
    None, True, 0, 10**30, 1.5, b"done", [], ["done"], {}, object(), np.array(["done", "pay"]),
    np.zeros(1, [("a", int)]), "", " ", "done\n", "\u0430", "\ud800", "r\u0661",
]  # fmt: skip
"""Values that name no action of any game."""

NO_ACTIONS: list[Any] = [
    None, 7, "wait", [7], [(0,)], [(0, 1, 2)], [(0, "1")], [(0, 1.0)], [(None, 1)], [(0, -1)], [(-1, 1)], [(9, 1)],
    [(0, 10**30)], [(np.array([0, 1]), 1)], ["ab"], [{}], {1: 2},
]  # fmt: skip
"""Values that are not actions from the beginning of any game."""


def refuses_odd_actions(game: Game, state: State) -> None:
    """Asserts that a game refuses what names no action, and what is none, in one line, and leaves the state alone."""
    before = state.tobytes()
    readers: list[tuple[Callable[[Any], Any], list[Any]]] = [
        (lambda text: game.parse_action(state, 0, text), NO_TEXTS),
        (lambda actions: game.record(state, actions), NO_ACTIONS),
    ]
    for read, values in readers:
        for value in values:
            refused([read], value, "")
    for start in (None, 7, np.zeros(1), np.zeros(2, game.dtype)):
        with pytest.raises(TypeError, match="expected"):
            game.record(start, [])
    assert state.tobytes() == before
