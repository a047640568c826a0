"""Strict reading of JSON values: every function names the place and what was allowed in one line."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from env_core.errors import NotationError, shown

T = TypeVar("T")


def one_of(names: Any) -> str:
    """A list of names for an error message."""
    return ", ".join(str(name) for name in names)


def read_mapping(place: str, value: Any, known: Collection[str], needed: Collection[str] = ()) -> Mapping[str, Any]:
    """A JSON object with no other keys than ``known`` and with all of ``needed``."""
    if not isinstance(value, Mapping):
        raise NotationError(f"{place}: {shown(value)} is no object with the keys {one_of(known)}")
    for key in value:
        if key not in known:
            raise NotationError(f"{place}: unknown key {shown(key)}; allowed: {one_of(known)}")
    for key in needed:
        if key not in value:
            raise NotationError(f"{place}: the key {key!r} is missing; needed: {one_of(needed)}")
    return value


def read_list(place: str, value: Any, at_least: int, at_most: int) -> list[Any]:
    """A JSON array with an allowed length."""
    if not isinstance(value, (list, tuple)):
        raise NotationError(f"{place}: {shown(value)} is no list")
    if not at_least <= len(value) <= at_most:
        allowed = str(at_least) if at_least == at_most else f"{at_least} to {at_most}"
        raise NotationError(f"{place}: {len(value)} entries; allowed: {allowed}")
    return list(value)


def read_number(place: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise NotationError(f"{place}: {shown(value)}; allowed: a whole number from {low} to {high}")
    return value


def read_flag(place: str, value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise NotationError(f"{place}: {shown(value)}; allowed: true, false")
    return value


def read_name(place: str, value: Any, names: Mapping[str, T]) -> T:
    """One of a set of names; returns what it stands for."""
    if not isinstance(value, str) or value not in names:
        raise NotationError(f"{place}: unknown {shown(value)}; allowed: {one_of(names)}")
    return names[value]


def read_names(place: str, value: Any, names: Mapping[str, T], at_least: int, at_most: int) -> list[T]:
    """A list of names."""
    entries = read_list(place, value, at_least, at_most)
    return [read_name(f"{place}[{k}]", entry, names) for k, entry in enumerate(entries)]
