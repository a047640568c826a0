"""Constant tables of the rules, computed once from the printed tiles.

A tile's segments are numbered ``0 ..`` in the order cities, roads, fields, monastery: its *local* segments.
"""

from __future__ import annotations

import functools
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from carc_gold_env.actions import CITY, FIELD, MONASTERY, PLACES, ROAD
from carc_gold_env.state import TYPES, Edge, Kind
from carc_gold_env.tiles import HALVES, SIDES, START, TILES, Tile, turn_side

LOCAL = max(tile.segments for tile in TILES)
"""No tile has more segments."""
EDGES = {"F": Edge.FIELD, "R": Edge.ROAD, "C": Edge.CITY}

DTYPE: np.dtype[Any] = np.dtype(
    [
        ("count", np.int64, TYPES),  # tiles of a type in the draw pile
        ("gold", np.int64, TYPES),
        ("segments", np.int64, TYPES),  # local segments of a type
        ("monastery", np.int64, TYPES),  # its local segment, -1 if there is none
        ("kind", np.int8, (TYPES, LOCAL)),
        ("sides", np.int8, (TYPES, LOCAL)),  # sides that a road or city reaches; 8 for a monastery
        ("shields", np.int8, (TYPES, LOCAL)),
        ("borders", np.int8, (TYPES, LOCAL)),  # of a field: bit mask of the local cities that it borders
        ("alone", np.int8, (TYPES, LOCAL)),  # whether no other segment of the tile is of the same kind
        ("fit", np.int8, (TYPES, 256)),  # the rotations that show these edges (Edge in bits 2 * side), a bit each
        ("edge", np.int8, (TYPES, 4, 4)),  # [rotation, side]
        ("at_side", np.int8, (TYPES, 4, 4)),  # local road or city at [rotation, side], -1 if there is none
        ("at_half", np.int8, (TYPES, 4, 8)),  # local field at [rotation, half], -1 if there is none
        ("at_place", np.int8, (TYPES, 4, PLACES)),  # local segment whose meeple stands at [rotation, place], or -1
        ("place", np.int8, (TYPES, 4, LOCAL)),  # and back
    ],
    align=True,
)


def segments_of(tile: Tile) -> list[tuple[Kind, tuple[str, ...]]]:
    """A tile's local segments: kind and sides (halves for fields) at rotation 0."""
    found = [(Kind.CITY, tuple(city.sides.split())) for city in tile.cities]
    found += [(Kind.ROAD, tuple(road.sides.split())) for road in tile.roads]
    found += [(Kind.FIELD, tuple(field.halves.split())) for field in tile.fields]
    return [*found, (Kind.MONASTERY, ())] if tile.monastery else found


def looks(tile: Tile, rotation: int) -> frozenset[tuple[Kind, frozenset[str]]]:
    """What a tile looks like when turned; two rotations that look the same are the same."""
    turned = ((kind, frozenset(turn_side(side, rotation) for side in sides)) for kind, sides in segments_of(tile))
    return frozenset(turned)


@functools.cache
def canonical_rotation(number: int, rotation: int) -> int:
    """The smallest rotation of a type that looks like this one."""
    tile = TILES[number - 1]
    return next(r for r in range(4) if looks(tile, r) == looks(tile, rotation))


def place_of(kind: Kind, sides: tuple[str, ...], rotation: int) -> int:
    """Where the meeple of a segment stands on a turned tile."""
    if kind == Kind.MONASTERY:
        return MONASTERY
    names, first = (HALVES, FIELD) if kind == Kind.FIELD else (SIDES, CITY if kind == Kind.CITY else ROAD)
    return first + min(names.index(turn_side(side, rotation)) for side in sides)


def _fill(t: Any, number: int, tile: Tile) -> None:
    segments = segments_of(tile)
    t["count"][number] = tile.count - (tile.id == START)
    t["gold"][number] = tile.gold
    t["segments"][number] = len(segments)
    t["monastery"][number] = len(segments) - 1 if tile.monastery else -1
    kinds = [kind for kind, _ in segments]
    for local, (kind, sides) in enumerate(segments):
        t["kind"][number, local] = kind
        t["sides"][number, local] = {Kind.MONASTERY: 8, Kind.FIELD: 0}.get(kind, len(sides))
        t["alone"][number, local] = kinds.count(kind) == 1
    for local, city in enumerate(tile.cities):
        t["shields"][number, local] = city.shields
    for local, field in enumerate(tile.fields, len(tile.cities) + len(tile.roads)):
        t["borders"][number, local] = sum(1 << city for city in field.cities)
    for rotation in range(4):
        _fill_rotation(t, number, tile, rotation)


def _fill_rotation(t: Any, number: int, tile: Tile, rotation: int) -> None:
    for side in range(4):
        t["edge"][number, rotation, (side + rotation) % 4] = EDGES[tile.edges[side]]
    for local, (kind, sides) in enumerate(segments_of(tile)):
        turned = [turn_side(side, rotation) for side in sides]
        for name in turned:
            if kind == Kind.FIELD:
                t["at_half"][number, rotation, HALVES.index(name)] = local
            else:
                t["at_side"][number, rotation, SIDES.index(name)] = local
        place = place_of(kind, sides, rotation)
        t["place"][number, rotation, local] = place
        t["at_place"][number, rotation, place] = local
    if canonical_rotation(number, rotation) != rotation:
        return
    edges = [int(edge) for edge in t["edge"][number, rotation]]
    for wanted in product(*((0, edge) for edge in edges)):
        t["fit"][number, sum(edge << 2 * side for side, edge in enumerate(wanted))] |= 1 << rotation


@functools.cache
def tables() -> npt.NDArray[Any]:
    """The tables, one record in an array of shape ``(1,)``."""
    result = np.zeros(1, DTYPE)
    t = result[0]
    for name in ("monastery", "at_side", "at_half", "at_place"):
        t[name][:] = -1
    for number, tile in enumerate(TILES, 1):
        _fill(t, number, tile)
    result.setflags(write=False)
    return result
