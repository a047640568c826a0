"""Names of the notation for the numbers of a record."""

from __future__ import annotations

from typing import Any

from carc_gold_env.actions import CITY, FIELD, ROAD
from carc_gold_env.state import MAX_PLAYERS, Kind
from carc_gold_env.tiles import HALVES, SIDES, TILES

PLAYER_NAMES = tuple(f"player_{player}" for player in range(MAX_PLAYERS))
PLAYER_OF = {name: player for player, name in enumerate(PLAYER_NAMES)}
KIND_NAMES = {Kind.CITY: "city", Kind.ROAD: "road", Kind.FIELD: "field", Kind.MONASTERY: "monastery"}
KIND_OF = {name: kind for kind, name in KIND_NAMES.items()}
AROUND = ("NW", "N", "NE", "W", "E", "SW", "S", "SE")
"""The eight squares round a square, in the order of the actions."""
PLACE_NAMES = (
    "monastery",
    *(f"city {side}" for side in SIDES),
    *(f"road {side}" for side in SIDES),
    *(f"field {half}" for half in HALVES),
)
"""Where a meeple can stand, in the order of the actions."""
assert PLACE_NAMES[CITY] == "city N"
assert PLACE_NAMES[ROAD] == "road N"
assert PLACE_NAMES[FIELD] == "field NL"


def first_local(number: int, kind: Kind) -> int:
    """The local segment of a tile's first city, road, field or of its monastery."""
    tile = TILES[number - 1]
    before = {Kind.CITY: (), Kind.ROAD: (tile.cities,), Kind.FIELD: (tile.cities, tile.roads)}
    return sum(map(len, before.get(kind, (tile.cities, tile.roads, tile.fields))))


def square_name(x: Any, y: Any) -> str:
    """A square as ``(x,y)``."""
    return f"({int(x)},{int(y)})"
