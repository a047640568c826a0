"""Strict reading of JSON values: every function names the place and what was allowed in one line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import accumulate
from typing import Any, TypeVar

from tabletop_envs.errors import NotationError, shown

T = TypeVar("T")

_LISTED = 300  # characters of a list of what is allowed


def one_of(names: Iterable[Any]) -> str:
    """What is allowed, for an error message: as many names as fit on its line, and how many more there are."""
    texts = [str(name) for name in names]
    fitting = sum(end <= _LISTED for end in accumulate(len(text) + 2 for text in texts))
    more = f" and {len(texts) - fitting} more" if fitting < len(texts) else ""
    return ", ".join(texts[:fitting]) + more


def is_given(value: Any) -> bool:
    """Whether a JSON value says something: null, false, zero and what is empty do not."""
    return value is not None and not (isinstance(value, int | float | str | list | tuple | Mapping) and not value)


def is_same(given: Any, right: Any) -> bool:
    """Whether a JSON value is just this one; 1, 1.0 and true are three different things."""
    if isinstance(right, list):
        lists = isinstance(given, (list, tuple)) and len(given) == len(right)
        return lists and all(is_same(one, other) for one, other in zip(given, right, strict=True))
    if isinstance(right, dict):
        objects = isinstance(given, dict) and given.keys() == right.keys()
        return objects and all(is_same(given[key], right[key]) for key in right)
    return type(given) is type(right) and bool(given == right)


def read_mapping(place: str, value: Any, known: Collection[str], needed: Collection[str] = ()) -> Mapping[str, Any]:
    """A JSON object with no other keys than ``known`` and with all of ``needed``."""
    if not isinstance(value, Mapping):
        raise NotationError(f"{place}: {shown(value)} is not an object with the keys {one_of(known)}")
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
        raise NotationError(f"{place}: {shown(value)} is not a list")
    if not at_least <= len(value) <= at_most:
        allowed = str(at_least) if at_least == at_most else f"{at_least} to {at_most}"
        raise NotationError(f"{place}: {len(value)} entries; allowed: {allowed}")
    return list(value)


def read_number(place: str, value: Any, low: int, high: int) -> int:
    """An integer within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise NotationError(f"{place}: {shown(value)}; allowed: an integer from {low} to {high}")
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
