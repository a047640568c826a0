"""Records with one field changed, and what reading them must say."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from env_core.errors import NotationError

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
        assert message.startswith(begins)
        assert allowed in message
        assert "\n" not in message
        assert len(message) < 500
