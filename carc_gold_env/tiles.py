"""The printed tiles: what is on each side, which sides belong together, and how many there are.

Sides are ``N E S W``. Each side has a left and a right half as seen from the tile's centre looking out: clockwise from
the north-west corner ``NL NR EL ER SL SR WL WR``. Everything is given for rotation 0; a quarter turn clockwise maps
N to E to S to W to N and keeps left and right. Segments are numbered within their kind in the order given here.
"""

from __future__ import annotations

from dataclasses import dataclass

SIDES = ("N", "E", "S", "W")
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
FACING = {"NL": "SR", "NR": "SL", "EL": "WR", "ER": "WL", "SL": "NR", "SR": "NL", "WL": "ER", "WR": "EL"}
"""The half of the neighbour's side that a half of one's own side meets."""


@dataclass(frozen=True)
class City:
    """One connected piece of city: the sides it reaches and its shields."""

    sides: str
    shields: int = 0


@dataclass(frozen=True)
class Road:
    """One piece of road: it runs through (two sides), or ends on the tile at a monastery, city or junction."""

    sides: str
    end: str | None = None


@dataclass(frozen=True)
class Field:
    """One connected piece of grass: its halves of sides, and the tile's cities that it borders."""

    halves: str
    cities: tuple[int, ...] = ()


@dataclass(frozen=True)
class Tile:
    """One type of tile."""

    id: str  # the letter of the spec's overview; GM1 to GM8 for the tiles of The Gold Mines
    count: int
    edges: str  # what is on the sides N, E, S, W: City, Road or Field
    cities: tuple[City, ...] = ()
    roads: tuple[Road, ...] = ()
    fields: tuple[Field, ...] = ()
    monastery: bool = False
    gold: bool = False
    bridge: bool = False  # two features cross: both run on and are not joined

    @property
    def segments(self) -> int:
        """How many segments the tile has."""
        return len(self.cities) + len(self.roads) + len(self.fields) + self.monastery


START = "D"
"""One tile of this type lies on the table before play; the others are in the draw pile."""

TILES: tuple[Tile, ...] = (
    # monastery with a road running from it to the south edge
    Tile(
        "A", 2, "FFRF", roads=(Road("S", end="monastery"),), fields=(Field("NL NR EL ER SL SR WL WR"),), monastery=True
    ),
    # monastery alone in grass
    Tile("B", 4, "FFFF", fields=(Field("NL NR EL ER SL SR WL WR"),), monastery=True),
    # city on all four edges, shield; no grass at all
    Tile("C", 1, "CCCC", cities=(City("N E S W", shields=1),)),
    # city on one edge, straight road beside it (one of the four is the start tile)
    Tile(
        "D",
        4,
        "CRFR",
        cities=(City("N"),),
        roads=(Road("E W"),),
        fields=(Field("EL WR", cities=(0,)), Field("ER SL SR WL")),
    ),
    # city on one edge, rest grass
    Tile("E", 5, "CFFF", cities=(City("N"),), fields=(Field("EL ER SL SR WL WR", cities=(0,)),)),
    # one city joining two opposite edges, shield
    Tile(
        "F",
        2,
        "FCFC",
        cities=(City("E W", shields=1),),
        fields=(Field("NL NR", cities=(0,)), Field("SL SR", cities=(0,))),
    ),
    # one city joining two opposite edges
    Tile("G", 1, "FCFC", cities=(City("E W"),), fields=(Field("NL NR", cities=(0,)), Field("SL SR", cities=(0,)))),
    # two separate cities on opposite edges
    Tile(
        "H",
        3,
        "CFCF",
        cities=(City("N"), City("S")),
        fields=(Field("EL ER WL WR", cities=(0, 1)),),
    ),
    # two separate cities on neighbouring edges
    Tile(
        "I",
        2,
        "CFFC",
        cities=(City("N"), City("W")),
        fields=(Field("EL ER SL SR", cities=(0, 1)),),
    ),
    # city on one edge, road bending between the next edge clockwise and the opposite edge
    Tile(
        "J",
        3,
        "CRRF",
        cities=(City("N"),),
        roads=(Road("E S"),),
        fields=(Field("EL SR WL WR", cities=(0,)), Field("ER SL")),
    ),
    # mirror image of J: city on one edge, road bending between the opposite edge and the edge anticlockwise
    Tile(
        "K",
        3,
        "CFRR",
        cities=(City("N"),),
        roads=(Road("S W"),),
        fields=(Field("EL ER SL WR", cities=(0,)), Field("SR WL")),
    ),
    # city on one edge, three roads meeting in a junction
    Tile(
        "L",
        3,
        "CRRR",
        cities=(City("N"),),
        roads=(Road("E", end="junction"), Road("S", end="junction"), Road("W", end="junction")),
        fields=(Field("EL WR", cities=(0,)), Field("ER SL"), Field("SR WL")),
    ),
    # one city joining two neighbouring edges, shield
    Tile("M", 2, "CFFC", cities=(City("N W", shields=1),), fields=(Field("EL ER SL SR", cities=(0,)),)),
    # one city joining two neighbouring edges
    Tile("N", 3, "CFFC", cities=(City("N W"),), fields=(Field("EL ER SL SR", cities=(0,)),)),
    # one city joining two neighbouring edges, shield; road bending between the other two
    Tile(
        "O",
        2,
        "CRRC",
        cities=(City("N W", shields=1),),
        roads=(Road("E S"),),
        fields=(Field("EL SR", cities=(0,)), Field("ER SL")),
    ),
    # one city joining two neighbouring edges; road bending between the other two
    Tile(
        "P",
        3,
        "CRRC",
        cities=(City("N W"),),
        roads=(Road("E S"),),
        fields=(Field("EL SR", cities=(0,)), Field("ER SL")),
    ),
    # one city joining three edges, shield
    Tile("Q", 1, "CCFC", cities=(City("N E W", shields=1),), fields=(Field("SL SR", cities=(0,)),)),
    # one city joining three edges
    Tile("R", 3, "CCFC", cities=(City("N E W"),), fields=(Field("SL SR", cities=(0,)),)),
    # one city joining three edges, shield; road from the fourth edge into the city
    Tile(
        "S",
        2,
        "CCRC",
        cities=(City("N E W", shields=1),),
        roads=(Road("S", end="city"),),
        fields=(Field("SL", cities=(0,)), Field("SR", cities=(0,))),
    ),
    # one city joining three edges; road from the fourth edge into the city
    Tile(
        "T",
        1,
        "CCRC",
        cities=(City("N E W"),),
        roads=(Road("S", end="city"),),
        fields=(Field("SL", cities=(0,)), Field("SR", cities=(0,))),
    ),
    # straight road
    Tile("U", 8, "FRFR", roads=(Road("E W"),), fields=(Field("NL NR EL WR"), Field("ER SL SR WL"))),
    # bending road
    Tile("V", 9, "FFRR", roads=(Road("S W"),), fields=(Field("NL NR EL ER SL WR"), Field("SR WL"))),
    # three roads meeting in a junction
    Tile(
        "W",
        4,
        "FRRR",
        roads=(Road("E", end="junction"), Road("S", end="junction"), Road("W", end="junction")),
        fields=(Field("NL NR EL WR"), Field("ER SL"), Field("SR WL")),
    ),
    # four roads meeting in a junction
    Tile(
        "X",
        1,
        "RRRR",
        roads=(
            Road("N", end="junction"),
            Road("E", end="junction"),
            Road("S", end="junction"),
            Road("W", end="junction"),
        ),
        fields=(Field("NL WR"), Field("NR EL"), Field("ER SL"), Field("SR WL")),
    ),
    # monastery, road bending past it; the monastery stands in the larger field
    Tile(
        "GM1",
        1,
        "FRRF",
        roads=(Road("E S"),),
        fields=(Field("NL NR EL SR WL WR"), Field("ER SL")),
        monastery=True,
        gold=True,
    ),
    # monastery in the grass beside one city joining two neighbouring edges
    Tile(
        "GM2", 1, "CFFC", cities=(City("N W"),), fields=(Field("EL ER SL SR", cities=(0,)),), monastery=True, gold=True
    ),
    # monastery between a city joining two neighbouring edges and a road bending between the other two
    Tile(
        "GM3",
        1,
        "CRRC",
        cities=(City("N W"),),
        roads=(Road("E S"),),
        fields=(Field("EL SR", cities=(0,)), Field("ER SL")),
        monastery=True,
        gold=True,
    ),
    # monastery between two separate bending roads
    Tile(
        "GM4",
        1,
        "RRRR",
        roads=(Road("N E"), Road("S W")),
        fields=(Field("NL ER SL WR"), Field("NR EL"), Field("SR WL")),
        monastery=True,
        gold=True,
    ),
    # two separate bending roads
    Tile(
        "GM5",
        1,
        "RRRR",
        roads=(Road("N W"), Road("E S")),
        fields=(Field("NL WR"), Field("ER SL"), Field("NR EL SR WL")),
        gold=True,
    ),
    # as P, with a gold symbol
    Tile(
        "GM6",
        1,
        "CRRC",
        cities=(City("N W"),),
        roads=(Road("E S"),),
        fields=(Field("EL SR", cities=(0,)), Field("ER SL")),
        gold=True,
    ),
    # one city joining two opposite edges; a straight road passes over it on a bridge, so city and road both run
    # through and the grass is cut into four corners, each touching the city
    Tile(
        "GM7",
        1,
        "RCRC",
        cities=(City("E W"),),
        roads=(Road("N S"),),
        fields=(Field("NL", cities=(0,)), Field("NR", cities=(0,)), Field("SL", cities=(0,)), Field("SR", cities=(0,))),
        gold=True,
        bridge=True,
    ),
    # two straight roads crossing by a bridge: no junction, each road runs through; four separate fields
    Tile(
        "GM8",
        1,
        "RRRR",
        roads=(Road("N S"), Road("E W")),
        fields=(Field("NL WR"), Field("NR EL"), Field("ER SL"), Field("SR WL")),
        gold=True,
        bridge=True,
    ),
)

NUMBERS: dict[str, int] = {tile.id: number for number, tile in enumerate(TILES, 1)}
"""A tile's number by its id; 0 stands for no tile."""


def tile_id(number: int) -> str:
    """The id of a tile's number."""
    return TILES[int(number) - 1].id


def draw_pile(gold_mines: bool) -> list[str]:
    """The tiles of the draw pile in the order of their types: everything but the start tile."""
    tiles = [tile.id for tile in TILES if gold_mines or not tile.gold for _ in range(tile.count)]
    tiles.remove(START)
    return tiles


def turn_side(side: str, rotation: int) -> str:
    """A side or half of a side (``N``, ``NL``) after ``rotation`` quarter turns clockwise."""
    return SIDES[(SIDES.index(side[0]) + rotation) % 4] + side[1:]
