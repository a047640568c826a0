"""Tiles as letters, five wide and three high, made from their topology.

The middle of each border shows what the side is. A bend takes the letter between the middle and its two sides, which
leaves the middle to a monastery or a second bend.
"""

from __future__ import annotations

import functools

from carc_gold_env.state import Kind
from carc_gold_env.tables import segments_of
from carc_gold_env.tiles import HALVES, SIDES, TILES, Tile, turn_side

WIDTH, HEIGHT = 5, 3
CITY, SHIELD, FIELD, JUNCTION, BRIDGE, MONASTERY = "#S.o=M"

Cell = tuple[int, int]

_MIDDLE: Cell = (1, 2)
_EDGE: dict[str, Cell] = {"N": (0, 2), "E": (1, 4), "S": (2, 2), "W": (1, 0)}
_BESIDE: dict[str, tuple[Cell, ...]] = {"N": ((0, 1), (0, 3)), "S": ((2, 1), (2, 3)), "E": (), "W": ()}
_INNER: dict[str, tuple[Cell, ...]] = {"N": (), "S": (), "E": ((1, 3),), "W": ((1, 1),)}
_CORNERS: dict[str, Cell] = {"NE": (0, 4), "SE": (2, 4), "SW": (2, 0), "NW": (0, 0)}
_STROKE = {"N": "|", "S": "|", "E": "-", "W": "-"}
_BENDS = {"EN": ((1, 3), "\\"), "ES": ((1, 3), "/"), "NW": ((1, 1), "/"), "SW": ((1, 1), "\\")}
_HALF_CELLS: dict[str, Cell] = {
    "NL": (0, 1), "NR": (0, 3), "EL": (0, 4), "ER": (2, 4), "SL": (2, 3), "SR": (2, 1), "WL": (2, 0), "WR": (0, 0),
}  # fmt: skip


def _turned(sides: str, rotation: int) -> list[str]:
    return [turn_side(side, rotation) for side in sides.split()]


def _city_cells(sides: list[str], monastery: bool) -> list[Cell]:
    """The letters of a city that reaches these sides."""
    cells = [cell for side in sides for cell in (_EDGE[side], *_BESIDE[side])]
    cells += [cell for corner, cell in _CORNERS.items() if corner[0] in sides and corner[1] in sides]
    if len(sides) > 1:
        cells += [cell for side in sides for cell in _INNER[side]]
        cells += [] if monastery else [_MIDDLE]
    return cells


def _road_cells(sides: list[str], end: str | None) -> dict[Cell, str]:
    """The letters of a road."""
    cells = {_EDGE[side]: _STROKE[side] for side in sides}
    bend = _BENDS.get("".join(sorted(sides)))
    if bend is not None:
        return cells | {bend[0]: bend[1]}
    cells |= {cell: "-" for side in sides for cell in _INNER[side]}
    if end is None:
        cells[_MIDDLE] = _STROKE[sides[0]]
    elif end == "junction":
        cells[_MIDDLE] = JUNCTION
    return cells


@functools.cache
def letters(number: int, rotation: int) -> tuple[str, ...]:
    """A tile as it lies: three rows of five letters."""
    tile = TILES[number - 1]
    rows = [[FIELD] * WIDTH for _ in range(HEIGHT)]
    for city in tile.cities:
        cells = _city_cells(_turned(city.sides, rotation), tile.monastery)
        for row, column in cells:
            rows[row][column] = CITY
        if city.shields:
            rows[1][2] = SHIELD
    for road in tile.roads:
        for (row, column), letter in _road_cells(_turned(road.sides, rotation), road.end).items():
            rows[row][column] = letter
    if tile.bridge:
        rows[1][2] = BRIDGE
    if tile.monastery:
        rows[1][2] = MONASTERY
    return tuple("".join(row) for row in rows)


@functools.cache
def spot(number: int, rotation: int, local: int) -> Cell:
    """The row and column of the letter that a meeple on a local segment takes the place of."""
    tile = TILES[number - 1]
    kind, sides = segments_of(tile)[local]
    turned = [turn_side(side, rotation) for side in sides]
    if kind == Kind.MONASTERY:
        return _MIDDLE
    if kind == Kind.FIELD:
        return _field_spot(tile, rotation, turned)
    return _EDGE[min(turned, key=SIDES.index)]


def _field_spot(tile: Tile, rotation: int, halves: list[str]) -> Cell:
    """The first half of a side whose letter shows field."""
    shown = letters(TILES.index(tile) + 1, rotation)
    cells = [_HALF_CELLS[half] for half in sorted(halves, key=HALVES.index)]
    return next((cell for cell in cells if shown[cell[0]][cell[1]] == FIELD), cells[0])
