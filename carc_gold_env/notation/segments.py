"""The segments of a tile by kind and number, or by a side, as moves name them."""

from __future__ import annotations

from typing import Any

from carc_gold_env.notation.words import KIND_NAMES, KIND_OF, first_local
from carc_gold_env.state import Kind
from carc_gold_env.tables import canonical_rotation, segments_of
from carc_gold_env.tiles import HALVES, NUMBERS, SIDES, TILES, turn_side
from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import one_of

Meeple = tuple[str, int]
"""Kind and number of a segment among the tile's own of that kind."""


def number_of(tile: Any) -> int:
    """The number of a tile.

    Raises:
        NotationError: If there is no such tile.
    """
    if not isinstance(tile, str) or tile not in NUMBERS:
        raise NotationError(f"unknown tile {shown(tile)}; allowed: {one_of(NUMBERS)}")
    return NUMBERS[tile]


def count_of(number: int, kind: str) -> int:
    """How many segments of a kind a tile has."""
    return sum(KIND_NAMES[found] == kind for found, _ in segments_of(TILES[number - 1]))


def local_of(number: int, meeple: Meeple) -> int:
    """The local segment that a meeple names."""
    return first_local(number, KIND_OF[meeple[0]]) + meeple[1]


def meeple_of(number: int, local: int) -> Meeple:
    """How a local segment is named."""
    kind = segments_of(TILES[number - 1])[local][0]
    return KIND_NAMES[kind], local - first_local(number, kind)


def sides_of(number: int, rotation: int, meeple: Meeple) -> list[str]:
    """The sides (halves for fields) of a segment as the tile lies, in the order of the printed tile."""
    sides = segments_of(TILES[number - 1])[local_of(number, meeple)][1]
    return [turn_side(side, rotation) for side in sides]


def renumbered(number: int, rotation: int, meeple: Meeple) -> Meeple:
    """The segment's name in the smallest rotation that looks the same.

    Raises:
        NotationError: If the tile has no such segment.
    """
    kind, index = meeple
    if index >= count_of(number, kind):
        tile, count = TILES[number - 1].id, count_of(number, kind)
        wrong = f"{kind} {shown(index)}: {tile} has {count} of this kind"
        raise NotationError(f"meeple {wrong}; allowed: {_segments(number)}")
    if kind == "monastery":
        return meeple
    return by_side(number, canonical_rotation(number, rotation), kind, sides_of(number, rotation, meeple)[0])


def by_side(number: int, rotation: int, kind: str, side: str) -> Meeple:
    """The segment of a kind that reaches a side (or half) of the tile as it lies.

    Raises:
        NotationError: If there is none.
    """
    for index in range(count_of(number, kind)):
        if side in sides_of(number, rotation, (kind, index)):
            return kind, index
    there = [side for index in range(count_of(number, kind)) for side in sides_of(number, rotation, (kind, index))]
    allowed = f"{kind} {one_of(there)}" if there else _segments(number)
    tile = TILES[number - 1].id
    raise NotationError(f"meeple {kind} {side}: {tile} has no {kind} there with r{90 * rotation}; allowed: {allowed}")


def _segments(number: int) -> str:
    """All segments of a tile."""
    return one_of("{} {}".format(*meeple_of(number, local)) for local in range(len(segments_of(TILES[number - 1]))))


def read_meeple(place: str, value: Any, number: int, rotation: int) -> Meeple:
    """A meeple of a record, ``[kind, number]``, or with a side or half after rotation in place of the number.

    Raises:
        NotationError: If it names no segment of the tile.
    """
    if not isinstance(value, (list, tuple)) or not value or not isinstance(value[0], str) or value[0] not in KIND_OF:
        raise NotationError(f"{place}: {shown(value)}; allowed: [kind, number] with kind {one_of(KIND_OF)}")
    kind, which = value[0], value[1] if len(value) == 2 else None
    if KIND_OF[kind] == Kind.MONASTERY and which is None and len(value) == 1:
        which = 0
    sides = HALVES if KIND_OF[kind] == Kind.FIELD else SIDES
    if isinstance(which, str) and which in sides and kind != "monastery":
        return by_side(number, canonical_rotation(number, rotation), kind, which)
    if isinstance(which, bool) or not isinstance(which, int) or which < 0:
        raise NotationError(f"{place}: {shown(value)}; allowed: [{kind!r}, number] or a side of {one_of(sides)}")
    return renumbered(number, rotation, (kind, which))
