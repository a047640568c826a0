"""Where everything lies on a tile: outlines of cities, courses of roads, places of meeples and houses.

A tile is a square of 100 x 100, x to the east, y to the south. All is given for rotation 0 and turned point by point,
so that what stands upright (houses, meeples) stays so on a turned tile.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from carc_gold_env.state import Kind
from carc_gold_env.tables import segments_of
from carc_gold_env.tiles import TILES, Tile, turn_side

BOX = 100
"""Side of a tile."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

_PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


class Outline(NamedTuple):
    """The shape of a city that reaches certain sides.

    Attributes:
        edge: From where its wall begins along the tile's border back to there.
        walls: Its walls, each the way between two corners of the tile.
        houses: Where houses stand.
        shield: Where a shield hangs.
        meeple: Where a meeple stands.
    """

    edge: str
    walls: tuple[str, ...]
    houses: tuple[Point, ...]
    shield: Point
    meeple: Point


_OUTLINES: dict[str, Outline] = {
    "N": Outline(
        "M0 0L100 0C82 16 70 33 50 33C30 33 18 16 0 0Z",
        ("M100 0C82 16 70 33 50 33C30 33 18 16 0 0",),
        ((20, 7), (33, 16), (67, 16), (80, 7), (33, 7), (67, 7)),
        (50, 8),
        (50, 15),
    ),
    "E W": Outline(
        "M0 0C18 16 30 25 50 25C70 25 82 16 100 0L100 100C82 84 70 75 50 75C30 75 18 84 0 100Z",
        ("M0 0C18 16 30 25 50 25C70 25 82 16 100 0", "M100 100C82 84 70 75 50 75C30 75 18 84 0 100"),
        ((10, 27), (10, 74), (90, 27), (90, 74), (29, 34), (71, 34), (29, 68), (71, 68), (10, 50), (90, 51)),
        (17, 50),
        (52, 50),
    ),
    "N W": Outline(
        "M0 0L100 0C84 22 64 34 49 49C34 64 22 84 0 100Z",
        ("M100 0C84 22 64 34 49 49C34 64 22 84 0 100",),
        ((36, 9), (53, 8), (71, 8), (56, 23), (9, 36), (9, 54), (9, 72), (23, 56), (40, 23)),
        (12, 13),
        (42, 32),
    ),
    "N E W": Outline(
        "M0 0L100 0L100 100C82 84 70 71 50 71C30 71 18 84 0 100Z",
        ("M100 100C82 84 70 71 50 71C30 71 18 84 0 100",),
        ((36, 10), (54, 10), (72, 12), (88, 22), (10, 40), (89, 42), (11, 60), (89, 62), (28, 52), (72, 50), (50, 58)),
        (16, 18),
        (50, 34),
    ),
    "N E S W": Outline(
        "M0 0L100 0L100 100L0 100Z",
        (),
        (
            (36, 10),
            (54, 11),
            (74, 12),
            (89, 26),
            (10, 42),
            (89, 48),
            (12, 62),
            (30, 34),
            (70, 33),
            (27, 54),
            (74, 56),
            (34, 78),
            (14, 84),
            (52, 86),
            (70, 78),
            (88, 72),
            (88, 90),
        ),
        (16, 18),
        (50, 52),
    ),
}
_TIGHT = "C72 12 42 22 32 32C22 42 12 72 0 100"
"""The wall of a city between two sides that leaves room for a monastery."""
_SMALL = Outline(
    f"M0 0L100 0{_TIGHT}Z", (f"M100 0{_TIGHT}",), ((34, 8), (50, 7), (9, 34), (8, 50), (66, 5)), (12, 12), (20, 19)
)

_BEND = "M100 50C72 50 50 72 50 100"
_TIGHT_BEND = "M100 50C86 50 50 86 50 100"
_MIDDLE: Point = (50, 50)

MONASTERIES: dict[str, Point] = {"GM1": (41, 41), "GM2": (64, 64), "GM3": (53, 53)}
"""Where a monastery does not stand in the middle."""

MINES: dict[str, Point] = {
    "GM1": (86, 13),
    "GM2": (88, 88),
    "GM3": (64, 31),
    "GM4": (86, 86),
    "GM5": (86, 14),
    "GM6": (15, 15),
    "GM7": (82, 62),
    "GM8": (88, 12),
}
"""Where the sign of a gold tile stands."""

FIELDS: dict[str, tuple[Point, ...]] = {
    "A": ((18, 24),),
    "B": ((16, 20),),
    "D": ((12, 34), (50, 84)),
    "E": ((50, 66),),
    "F": ((50, 11), (50, 89)),
    "G": ((50, 11), (50, 89)),
    "H": ((26, 50),),
    "I": ((68, 66),),
    "J": ((24, 62), (84, 84)),
    "K": ((76, 62), (16, 84)),
    "L": ((12, 34), (82, 82), (18, 82)),
    "M": ((72, 70),),
    "N": ((72, 70),),
    "O": ((87, 34), (84, 84)),
    "P": ((87, 34), (84, 84)),
    "Q": ((50, 88),),
    "R": ((50, 88),),
    "S": ((70, 91), (30, 91)),
    "T": ((70, 91), (30, 91)),
    "U": ((50, 22), (50, 80)),
    "V": ((66, 32), (16, 84)),
    "W": ((50, 22), (82, 82), (18, 82)),
    "X": ((18, 18), (82, 18), (82, 82), (18, 82)),
    "GM1": ((16, 84), (86, 86)),
    "GM2": ((88, 38),),
    "GM3": ((85, 30), (86, 86)),
    "GM4": ((17, 19), (84, 14), (14, 86)),
    "GM5": ((16, 16), (84, 84), (50, 50)),
    "GM6": ((87, 34), (84, 84)),
    "GM7": ((30, 9), (70, 9), (70, 91), (30, 91)),
    "GM8": ((18, 18), (82, 18), (82, 82), (18, 82)),
}
"""Where a farmer lies, for each field of a tile."""

TREES: dict[str, tuple[Point, ...]] = {
    "A": ((82, 20), (88, 29), (14, 78), (80, 82)),
    "B": ((84, 18), (88, 80), (80, 86), (14, 82)),
    "D": ((20, 82), (29, 87), (86, 84)),
    "E": ((14, 56), (22, 84), (84, 78), (76, 84), (88, 60)),
    "H": ((64, 48), (73, 52), (88, 50)),
    "I": ((88, 34), (36, 88), (86, 88), (78, 90)),
    "J": ((16, 86), (25, 90), (14, 42)),
    "K": ((84, 86), (75, 90), (86, 42)),
    "M": ((86, 88), (78, 91), (90, 44)),
    "N": ((88, 86), (42, 90), (90, 42)),
    "U": ((18, 20), (27, 15), (84, 80), (18, 84)),
    "V": ((84, 20), (76, 14), (86, 76), (22, 18)),
    "W": ((18, 18), (83, 22), (75, 15)),
    "GM1": ((16, 52), (72, 22)),
    "GM2": ((40, 88), (90, 66)),
    "GM5": ((70, 24), (22, 80)),
}
"""Where trees stand."""


class Way(NamedTuple):
    """The course of a road on a tile, and where a meeple stands on it."""

    course: str
    meeple: Point


def turned(point: Point, rotation: int) -> Point:
    """A point after ``rotation`` quarter turns clockwise."""
    x, y = point
    for _ in range(rotation % 4):
        x, y = BOX - y, x
    return x, y


def turned_path(course: str, rotation: int) -> str:
    """A path of absolute points after ``rotation`` quarter turns clockwise."""

    def turn(match: re.Match[str]) -> str:
        x, y = turned((float(match[1]), float(match[2])), rotation)
        return f"{x:g} {y:g}"

    return _PAIR.sub(turn, course)


def _quarter_turns(sides: str, wanted: str) -> int:
    """How often sides have to be turned to be the wanted ones; -1 if they never are."""
    for rotation in range(4):
        if {turn_side(side, rotation) for side in sides.split()} == set(wanted.split()):
            return rotation
    return -1


def outlines(tile: Tile) -> list[Outline]:
    """The outlines of a tile's cities."""
    found = []
    for city in tile.cities:
        for sides, outline in _OUTLINES.items():
            rotation = _quarter_turns(sides, city.sides)
            if rotation >= 0:
                shape = _SMALL if tile.monastery else outline
                found.append(_turned_outline(shape, rotation, beside_bridge=tile.bridge))
                break
    return found


def _turned_outline(outline: Outline, rotation: int, beside_bridge: bool) -> Outline:
    meeple = (22, 50) if beside_bridge else outline.meeple
    return Outline(
        turned_path(outline.edge, rotation),
        tuple(turned_path(wall, rotation) for wall in outline.walls),
        tuple(turned(house, rotation) for house in outline.houses),
        turned(outline.shield, rotation),
        turned(meeple, rotation),
    )


def crossing(tile: Tile) -> Point:
    """Where the roads of a junction meet: further from a city."""
    return (50, 60) if tile.cities else _MIDDLE


def ways(tile: Tile) -> list[Way]:
    """The courses of a tile's roads."""
    return [
        _dead_end(tile, road.sides, road.end) if road.end else _through(tile, road.sides, number)
        for number, road in enumerate(tile.roads)
    ]


def _through(tile: Tile, sides: str, number: int) -> Way:
    rotation = _quarter_turns("E S", sides)
    if rotation >= 0:
        course, middle = (_TIGHT_BEND, 70.0) if tile.monastery else (_BEND, 64.5)
        return Way(turned_path(course, rotation), turned((middle, middle), rotation))
    rotation = _quarter_turns("E W", sides)
    if tile.bridge:
        return Way(turned_path("M0 50L100 50", rotation), turned((84, 50), rotation))
    if tile.cities:
        return Way("M0 50C20 50 30 61 50 61C70 61 80 50 100 50", (50, 61))
    return Way(turned_path("M0 50C20 50 30 53 50 53C70 53 80 50 100 50", rotation), turned((50, 52), rotation))


def _dead_end(tile: Tile, side: str, end: str) -> Way:
    rotation = _quarter_turns("S", side)
    if end == "junction":
        x, y = turned(crossing(tile), -rotation % 4)
        return Way(
            turned_path(f"M50 100C50 80 {x:g} {(y + 100) / 2:g} {x:g} {y:g}", rotation), turned((50, 84), rotation)
        )
    return Way(turned_path(f"M50 100L50 {72 if end == 'city' else 60}", rotation), turned((50, 86), rotation))


def anchors(number: int, rotation: int) -> list[Point]:
    """Where a meeple stands on each local segment of a tile as it lies."""
    tile = TILES[number - 1]
    places = [outline.meeple for outline in outlines(tile)]
    places += [way.meeple for way in ways(tile)]
    places += FIELDS.get(tile.id, ())
    found = [turned(place, rotation) for place in places]
    if tile.monastery:  # before the nave, so that the tower stays in sight
        x, y = monastery(tile, rotation)
        found.append((min(x + 20, 83), y + 2))
    return found


def shields(tile: Tile, rotation: int) -> list[Point]:
    """Where the shields of a tile hang as it lies."""
    return [
        turned(outline.shield, rotation)
        for outline, city in zip(outlines(tile), tile.cities, strict=True)
        if city.shields
    ]


def monastery(tile: Tile, rotation: int) -> Point:
    """Where the monastery of a tile stands as it lies."""
    return turned(MONASTERIES.get(tile.id, _MIDDLE), rotation)


def around(place: Point, size: Box) -> Box:
    """A box of that size, given by what it takes up round (0, 0), moved to its place."""
    x, y = place
    left, top, right, bottom = size
    return x + left, y + top, x + right, y + bottom


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(width, 0.0) * max(height, 0.0)


def lying(number: int, local: int) -> bool:
    """Whether a meeple lies on a segment: farmers do."""
    return segments_of(TILES[number - 1])[local][0] == Kind.FIELD
