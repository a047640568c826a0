"""The printed tiles: every fact of the tile list, and every pair of tiles against a naive check."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from carc_gold_env.actions import PLACES
from carc_gold_env.state import SEGMENTS, TYPES, Edge, Kind
from carc_gold_env.tables import LOCAL, canonical_rotation, segments_of, tables
from carc_gold_env.tiles import FACING, HALVES, NUMBERS, SIDES, TILES, Tile, draw_pile
from tests.carc.oracle import ROTATIONS, edge
from tests.carc.oracle import TILES as PRINTED

T: Any = tables()[0]
EDGE = {"field": Edge.FIELD, "road": Edge.ROAD, "city": Edge.CITY}


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_tile_is_as_printed(tile: Tile) -> None:
    printed = PRINTED[tile.id]
    assert tile.count == printed["count"]
    assert tile.edges == "".join(printed["edges"][side][0].upper() for side in SIDES)
    cities = [{"edges": city.sides.split(), "shields": city.shields} for city in tile.cities]
    assert cities == printed["cities"]
    assert [{"edges": road.sides.split(), "inner_end": road.end} for road in tile.roads] == printed["roads"]
    fields = [{"half_edges": field.halves.split(), "cities": list(field.cities)} for field in tile.fields]
    assert fields == printed["fields"]
    assert (tile.monastery, tile.gold) == (printed["monastery"], printed["gold"])
    assert tile.bridge == (printed["crossing"] is not None)
    number = NUMBERS[tile.id]
    rotations = {canonical_rotation(number, r) for r in range(4)}
    assert len(rotations) == printed["distinct_rotations"] == len(ROTATIONS[tile.id])


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_every_side_and_half_belongs_to_one_segment(tile: Tile) -> None:
    cities = [side for city in tile.cities for side in city.sides.split()]
    roads = [side for road in tile.roads for side in road.sides.split()]
    halves = [half for field in tile.fields for half in field.halves.split()]
    by_edge = {kind: [side for side, e in zip(SIDES, tile.edges, strict=True) if e == kind] for kind in "CRF"}
    assert sorted(cities) == sorted(by_edge["C"])
    assert sorted(roads) == sorted(by_edge["R"])
    assert sorted(halves) == sorted(half for half in HALVES if half[0] not in by_edge["C"])
    assert all(len(road.sides.split()) == (1 if road.end else 2) for road in tile.roads)
    assert all(0 <= city < len(tile.cities) for field in tile.fields for city in field.cities)


def test_counts() -> None:
    assert sum(tile.count for tile in TILES if not tile.gold) == 72
    assert sum(tile.count for tile in TILES) == 80
    assert (len(draw_pile(False)), len(draw_pile(True))) == (71, 79)
    assert sum(tile.count * sum(city.shields for city in tile.cities) for tile in TILES) == 10
    assert sum(tile.count for tile in TILES if tile.monastery) == 10
    assert sum(tile.count * len(segments_of(tile)) for tile in TILES) == 282 == SEGMENTS
    assert max(len(segments_of(tile)) for tile in TILES) == LOCAL
    assert len(TILES) == TYPES - 1
    assert sum(T["count"]) == 79


def test_facing_halves() -> None:
    assert all(FACING[FACING[half]] == half for half in HALVES)


def test_fits_of_all_pairs() -> None:
    """Two tiles side by side, in all rotations, against the printed edges; then every set of edges."""
    for tile, other in product(PRINTED, PRINTED):
        for turned, side in product(range(4), range(4)):
            wanted = EDGE[edge(other, turned, SIDES[(side + 2) % 4])] << 2 * side
            fitting = [
                r for r in ROTATIONS[tile] if edge(tile, r, SIDES[side]) == edge(other, turned, SIDES[(side + 2) % 4])
            ]
            assert T["fit"][NUMBERS[tile], wanted] == sum(1 << r for r in fitting)
    for tile in PRINTED:
        for wanted in range(256):
            sides = [(wanted >> 2 * side) & 3 for side in range(4)]
            fitting = [
                r
                for r in ROTATIONS[tile]
                if all(e in (0, EDGE[edge(tile, r, side)]) for e, side in zip(sides, SIDES, strict=True))
            ]
            assert T["fit"][NUMBERS[tile], wanted] == sum(1 << r for r in fitting)


def test_places_of_meeples_are_distinct() -> None:
    for number, rotation in product(range(1, TYPES), range(4)):
        count = int(T["segments"][number])
        places = T["place"][number, rotation][:count]
        assert len(set(places.tolist())) == count
        assert all(T["at_place"][number, rotation, place] == local for local, place in enumerate(places))
        assert np.count_nonzero(T["at_place"][number, rotation] >= 0) == count
    assert T["at_place"].shape[2] == PLACES


def test_same_look_means_same_segments() -> None:
    """Tiles whose rotations look the same score the same: no shield or end distinguishes them."""
    for tile in TILES:
        for rotation in range(4):
            if canonical_rotation(NUMBERS[tile.id], rotation) != rotation:
                assert len({city.shields for city in tile.cities}) <= 1
                assert len({road.end for road in tile.roads}) <= 1
    assert {kind for tile in TILES for kind, _ in segments_of(tile)} == set(Kind)
