"""Every decision that a move can bring with it, declared once.

A kind of decision is a number (:class:`Pending`) and its declaration in :data:`DECISIONS`. Validation, the notation and
its errors, captions of drawings and the table in docs/notation.md come from here; what is legal and what follows is
for the rules (tt_env/rules).

An entry of a player's stack is ``kind | a << 8 | b << 16 | c << 24``; the numbers a, b and c are the fields of the
declaration, in order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from tt_env import actions as a
from tt_env.cards import GROUPS, RESOURCES
from tt_env.state import ALL_SLOTS, MAX_PLAYERS, MONUMENT, NUM_CARDS, SQUARES, Phase
from tt_env.tables import MAX_SETS

EXCHANGES = 2
"""Architect's Guild."""
RESERVED = 3
"""Buildings that Opaleye's Watch sets aside."""
ANSWERS = NUM_CARDS
"""The Watch puts down all buildings whose types were constructed beside it, however many."""
PROMENADE_COINS = 3
CATHEDRAL_COST = 3

# Where a building that is put down comes from.
FROM_SUPPLY = 0
FROM_WATCH = 1
FROM_WATCH_AGAIN = 2  # after a first answer in the same round
FROM_CATHEDRAL = 3  # the Shed that a declined Cathedral becomes


class Pending(IntEnum):
    """The kinds of decisions that lie on a player's stack, the last one of which is asked first."""

    USING = 1
    SWAP = 2
    MARK = 3
    EXCHANGE = 4
    RESERVE = 5
    PUT = 6
    EXTRA = 7  # from here on only with coins
    OKAVER = 8
    CATHEDRAL = 9
    COUNT = 10
    COIN = 11
    SPEND = 12
    TAKE = 13
    FORGE = 14
    FORGE_USING = 15
    FORGE_SECOND = 16
    FORGE_SECOND_USING = 17
    ENTER = 18  # no decision: the second building comes in when the first is resolved


class Field(NamedTuple):
    """A number of a stack entry.

    Attributes:
        key: What it is called in the notation; empty where the kind leaves no choice.
        least: Its minimum.
        most: Its maximum.
        usual: What it is if the notation leaves it out; ``None``: it never does.
        of: What there are so many of.
    """

    key: str
    least: int
    most: int
    usual: int | None = None
    of: str = ""


class Place(Enum):
    """Where on a stack a decision lies."""

    INSIDE = "inside a move, of which it is a part that nobody else sees; alone"
    ALONE = "alone"
    BELOW = "below what the building that has just come in asks; it goes on after that"
    ON_TOP = "asked by the building that has just come in"


@dataclass(frozen=True)
class Decision:
    """What there is to say about a kind of decision.

    Attributes:
        topic: What is decided.
        answers: The actions that answer it, but for refusals such as ``PUT_NONE``.
        caption: What its player is doing, with the fields in braces.
        first: Why nothing else is allowed until it is answered, with the fields in braces.
        needs: What there has to be for it to be asked.
        fields: The numbers of its entry; those left out are 0.
        asked_by: The cards one of which is in play or, of monuments, stands in the town; none: no single card asks.
        phases: When it can be asked.
        place: Where on the stack it lies.
        verb: The word for an answer that puts a building on a square.
    """

    topic: str
    answers: range
    caption: str
    first: str
    needs: str
    fields: tuple[Field, ...] = ()
    asked_by: tuple[str, ...] = ()
    phases: tuple[Phase, ...] = (Phase.CONSTRUCTING,)
    place: Place = Place.ALONE
    verb: str = "build"


_CARD = Field("card", 0, NUM_CARDS - 1)
_SQUARE = Field("square", 0, SQUARES - 1)
_RESOURCE = Field("resource", 1, len(RESOURCES))


def _left(most: int, of: str, usual: int | None = None) -> Field:
    """How many there are still to come."""
    return Field("left", 1, most, usual, of)


def _slot(group: str) -> Field:
    """The slot of the card that is resolved."""
    return Field("", GROUPS.index(group), GROUPS.index(group))


_BUILDING = (Phase.CONSTRUCTING, Phase.WATCH)
"""When buildings are constructed and put down."""

_FORGE = "the two buildings of The Prism Forge must be named first"
_SETS = "the squares that {card} on {square} uses must be chosen first"

DECISIONS: dict[Pending, Decision] = {
    Pending.USING: Decision(
        "which squares to use",
        a.SETS,
        "chooses squares for {card} on {square}",
        _SETS,
        "a layout of this card that can be put on this square",
        (Field("card", 0, MONUMENT), _SQUARE),
        phases=_BUILDING,
        place=Place.INSIDE,
    ),
    Pending.SWAP: Decision(
        "cube off a Warehouse",
        a.CUBES,
        "places the {resource} from a Warehouse",
        "the {resource} taken off the Warehouse must be placed first",
        "an own Warehouse, an empty square and a resource that somebody else named",
        (_RESOURCE,),
        ("warehouse",),
        (Phase.PLACING,),
        Place.INSIDE,
    ),
    Pending.MARK: Decision(
        "cube on a Factory, Bank or Museum",
        a.MARKS,
        "puts a cube on the building on {square}",
        "the cube on the new building on {square} must be chosen first",
        "a Factory, Bank or Museum with room for a cube on this square",
        (_SQUARE,),
        ("factory", "bank", "museum"),
        _BUILDING,
        Place.ON_TOP,
    ),
    Pending.EXCHANGE: Decision(
        "Architect's Guild",
        a.BUILDINGS,
        "may exchange a building",
        "Architect's Guild must be answered first",
        f"'left' {EXCHANGES} before the first exchange, 1 after it with 'first', the square of that exchange",
        (_left(EXCHANGES, "exchange"), Field("first", 0, SQUARES, 0)),  # the square of the first exchange + 1
        ("architects_guild",),
        place=Place.BELOW,
        verb="exchange",
    ),
    Pending.RESERVE: Decision(
        "setting aside (Opaleye's Watch)",
        a.RESERVING,
        "sets aside {left} on Opaleye's Watch",
        "buildings for Opaleye's Watch must be set aside first",
        f"at most {RESERVED} buildings on the Watch, and only in the round in which it was built (watch_round)",
        (_left(RESERVED, "building"),),
        ("opaleyes_watch",),
    ),
    Pending.PUT: Decision(
        "building from the supply",
        a.BUILDINGS,
        "puts {source}",
        "a building must be put on an empty square first",
        "cards that the player's monument or a Cathedral gives now, so many as can be left, and a place for one",
        (Field("cards", 1, ALL_SLOTS), Field("source", FROM_SUPPLY, FROM_CATHEDRAL), _left(NUM_CARDS, "building", 1)),
        ("grove_university", "masons_guild", "opaleyes_watch", "cathedral"),
        (*_BUILDING, Phase.ROUND_END),
        Place.BELOW,
        "put",
    ),
    Pending.EXTRA: Decision(
        "a second cube (Southern Semaphore)",
        a.EXTRAS,
        "may place a second cube",
        "Southern Semaphore must be answered first",
        "an empty square, no changed cube and a resource that somebody else named",
        asked_by=("southern_semaphore",),
        phases=(Phase.PLACING,),
    ),
    Pending.OKAVER: Decision(
        "a free Cottage (The Treasury at Okaver)",
        a.BUILDINGS,
        "may put a free Cottage",
        "The Treasury at Okaver must be answered first",
        "a full chest and an empty square for the Cottage",
        asked_by=("treasury_at_okaver",),
        phases=(Phase.TAKING, Phase.PLACING, Phase.CONSTRUCTING, Phase.ROUND_END),
        verb="put",
    ),
    Pending.CATHEDRAL: Decision(
        "paying for a Cathedral",
        a.PAYING,
        "pays for the Cathedral or declines it",
        "the Cathedral must be paid for or declined first",
        "a Cathedral on this square",
        (_SQUARE, _slot("chapel")),
        ("cathedral",),
        _BUILDING,
        Place.ON_TOP,
    ),
    Pending.COUNT: Decision(
        "row or column (Teahouse)",
        a.COUNTING,
        "chooses the Teahouse's row or column",
        "the row or the column of the Teahouse must be counted first",
        "a Teahouse on this square",
        (_SQUARE, _slot("theater")),
        ("teahouse",),
        _BUILDING,
        Place.ON_TOP,
    ),
    Pending.COIN: Decision(
        "laying a coin (The Petal Promenade)",
        a.COINS,
        "lays {left} on empty squares",
        "the coins of The Petal Promenade must be laid first",
        f"an empty square for each of these coins, {PROMENADE_COINS} coins in all",
        (_left(PROMENADE_COINS, "coin"),),
        ("petal_promenade",),
    ),
    Pending.SPEND: Decision(
        "coins for buildings (Masons' Guild)",
        a.SPENDING,
        "pays coins for Masons' Guild",
        "the coins for Masons' Guild must be paid first",
        "a coin and an empty square",
        asked_by=("masons_guild",),
    ),
    Pending.TAKE: Decision(
        "where the Oddity Shop's cube goes",
        a.CUBES,
        "places the {resource} of {from}",
        "the {resource} taken from the Oddity Shop must be placed first",
        "this cube on an Oddity Shop of that player and two empty squares",
        (_RESOURCE, Field("from", 0, MAX_PLAYERS - 1)),
        ("oddity_shop",),
        (Phase.TAKING,),
        Place.INSIDE,
    ),
    Pending.FORGE: Decision(
        "The Prism Forge: first building",
        a.BUILDINGS,
        "chooses the first building to forge",
        _FORGE,
        "two buildings to forge",
        asked_by=("prism_forge",),
        place=Place.INSIDE,
        verb="forge",
    ),
    Pending.FORGE_USING: Decision(
        "The Prism Forge: its squares",
        a.SETS,
        "chooses squares for {card} on {square}",
        _SETS,
        "this building to forge first",
        (_CARD, _SQUARE),
        ("prism_forge",),
        place=Place.INSIDE,
    ),
    Pending.FORGE_SECOND: Decision(
        "The Prism Forge: second building",
        a.BUILDINGS,
        "chooses what to forge beside {card} on {square}",
        _FORGE,
        "this building to forge first, from these squares",
        (_CARD, _SQUARE, Field("using", 0, MAX_SETS - 1)),
        ("prism_forge",),
        place=Place.INSIDE,
        verb="and",
    ),
    Pending.FORGE_SECOND_USING: Decision(
        "The Prism Forge: squares of the second",
        a.SETS,
        "chooses squares for {card} on {square}",
        _SETS,
        "this building to forge second",
        (_CARD, _SQUARE),
        ("prism_forge",),
        place=Place.INSIDE,
    ),
    Pending.ENTER: Decision(
        "entering",
        a.BUILDINGS,
        "forges",
        _FORGE,
        "an empty square, after The Prism Forge was used",
        (_CARD, _SQUARE),
        ("prism_forge",),
        place=Place.BELOW,
    ),
}
"""The declaration of every kind."""

SQUARES_ASKED = tuple(kind for kind, decision in DECISIONS.items() if decision.answers == a.SETS)
"""The decisions about which squares a building uses."""

INSIDE_MOVES = sum(1 << kind for kind, decision in DECISIONS.items() if decision.place is Place.INSIDE)
"""The second parts of moves, bit k for kind k."""


def fields_of(entry: int) -> tuple[Pending, dict[str, int]]:
    """The kind of a stack entry, and its fields by key."""
    kind = Pending(entry & 0xFF)
    return kind, {field.key: (entry >> 8 * k) & 0xFF for k, field in enumerate(DECISIONS[kind].fields, 1)}


def entry_of(kind: Pending, fields: Mapping[str, int]) -> int:
    """The stack entry of a kind and its fields; undoes :func:`fields_of`."""
    numbers = (fields.get(field.key, field.least) << 8 * k for k, field in enumerate(DECISIONS[kind].fields, 1))
    return int(kind) + sum(numbers)
