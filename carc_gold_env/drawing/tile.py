"""A tile, drawn from its topology: grass, cities with walls, roads, what stands on them."""

from __future__ import annotations

import functools

from carc_gold_env.drawing import palette, shapes
from carc_gold_env.drawing.shapes import BOX, Outline, Point
from carc_gold_env.tiles import TILES, Tile
from tabletop_envs.rendering import svg

_ROAD, _ROAD_EDGE = 8.0, 11.5
_BRIDGE = 19.0
_MEADOWS = ((26, 30, 22, 12), (76, 62, 20, 10), (36, 82, 18, 8))
_TUFTS = ((44, 40), (70, 26), (24, 58), (62, 74), (90, 52), (34, 16))


def name(number: int, rotation: int) -> str:
    """The id of a tile's symbol."""
    return f"tile{number}r{rotation}"


@functools.cache
def definition(number: int, rotation: int) -> str:
    """A tile as it lies, in a box of 100 x 100, for the ``defs`` of a drawing."""
    return svg.symbol(name(number, rotation), _grass(), *_features(TILES[number - 1], rotation))


def _grass() -> str:
    """Meadows, the same under every tile, so that fields run on over the borders."""
    meadows = "".join(
        svg.element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=palette.GRASS_LIGHT) for x, y, rx, ry in _MEADOWS
    )
    tufts = "".join(f"M{x} {y}l1.5 -4M{x + 2} {y}l0.3 -5M{x + 4} {y}l-0.8 -4" for x, y in _TUFTS)
    return (
        svg.rect(0, 0, BOX, BOX, palette.GRASS)
        + meadows
        + svg.path(tufts, stroke=palette.GRASS_DARK, stroke_width=0.9, stroke_linecap="round")
    )


def _features(tile: Tile, rotation: int) -> list[str]:
    cities = shapes.outlines(tile)
    courses = [shapes.turned_path(way.course, rotation) for way in shapes.ways(tile)]
    parts = [] if tile.bridge else [_roads(courses)]
    parts += [_city(outline, rotation) for outline in cities]
    if tile.bridge:
        parts.append(_bridge(tile, courses, rotation))
    if any(road.end == "junction" for road in tile.roads):
        parts.append(_village(shapes.turned(shapes.crossing(tile), rotation)))
    if any(road.end == "city" for road in tile.roads):
        parts.append(_gate(rotation))
    return [*parts, *_standing(tile, cities, rotation)]


def _roads(courses: list[str]) -> str:
    joined = "".join(courses)
    return svg.path(joined, stroke=palette.ROAD_EDGE, stroke_width=_ROAD_EDGE) + svg.path(
        joined, stroke=palette.ROAD, stroke_width=_ROAD
    )


def _city(outline: Outline, rotation: int) -> str:
    walls = "".join(shapes.turned_path(wall, rotation) for wall in outline.walls)
    ground = svg.path(shapes.turned_path(outline.edge, rotation), palette.CITY)
    if not walls:
        return ground
    return (
        ground
        + svg.path(walls, stroke=palette.CITY_DARK, stroke_width=11, stroke_opacity=0.5)
        + svg.path(walls, stroke=palette.STONE_DARK, stroke_width=7.4, stroke_linecap="round")
        + svg.path(walls, stroke=palette.STONE, stroke_width=5.2, stroke_linecap="round")
        + svg.path(walls, stroke=palette.STONE_SHADE, stroke_width=5.2, stroke_dasharray="1.1 3.9")
    )


def _bridge(tile: Tile, courses: list[str], rotation: int) -> str:
    """Two features that cross: the last road runs over the bridge."""
    below, above = courses[:-1], courses[-1]
    first, last = (18, 82) if tile.cities else (32, 68)
    # The road of GM7 runs from north to south at rotation 0, the upper one of GM8 from east to west.
    deck = f"M50 {first}L50 {last}" if tile.cities else f"M{first} 50L{last} 50"
    deck = shapes.turned_path(deck, rotation)
    return (
        (_roads(below) if below else "")
        + svg.path(deck, stroke=palette.STONE_DARK, stroke_width=_BRIDGE)
        + svg.path(deck, stroke=palette.STONE, stroke_width=_BRIDGE - 2.4)
        + svg.path(deck, stroke=palette.STONE_SHADE, stroke_width=_BRIDGE - 2.4, stroke_dasharray="1.1 4.4")
        + _roads([above])
    )


def _village(place: Point) -> str:
    """A junction: the roads end at a few houses, so each is a road of its own."""
    x, y = place
    return (
        svg.circle(x, y, 11.5, palette.GRASS_DARK, stroke=palette.ROAD_EDGE, stroke_width=1.4)
        + svg.use("house0", x - 4, y - 4, 0.8)
        + svg.use("house1", x + 4.2, y - 1, 0.8)
        + svg.use("house2", x - 2.6, y + 4.6, 0.8)
    )


def _gate(rotation: int) -> str:
    """A gate where the road from the south ends at the wall."""
    x, y = shapes.turned((50, 71), rotation)
    return svg.rect(x - 8, y - 8, 16, 16, palette.STONE, 2, stroke=palette.STONE_DARK, stroke_width=1.4) + svg.path(
        f"M{x - 4:g} {y + 8:g}v-7a4 4 0 0 1 8 0v7z",
        "#5c4a3a",
    )


def _standing(tile: Tile, cities: list[Outline], rotation: int) -> list[str]:
    """All that stands upright, from back to front."""
    found: list[tuple[float, str]] = []
    for outline in cities:
        for k, house in enumerate(outline.houses):
            if tile.bridge and 36 < house[0] < 64:
                continue
            x, y = shapes.turned(house, rotation)
            found.append((y, svg.use(f"house{(k * 2 + k // 3) % len(palette.ROOFS)}", x, y)))
    found += [(y + BOX, svg.use("shield", x, y)) for x, y in shapes.shields(tile, rotation)]
    for tree in shapes.TREES.get(tile.id, ()):
        x, y = shapes.turned(tree, rotation)
        found.append((y, svg.use("tree", x, y)))
    if tile.monastery:
        x, y = shapes.monastery(tile, rotation)
        found.append((y, svg.use("monastery", x, y + 3, 0.8 if tile.gold else 1.1)))
    if tile.gold:
        found.append((2 * BOX, svg.use("mine", *shapes.turned(shapes.MINES[tile.id], rotation), 1.4)))
    return [markup for _, markup in sorted(found, key=lambda part: part[0])]
