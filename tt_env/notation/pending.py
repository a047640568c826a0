"""Pending decisions of a player as text: what a move has brought with it and what is still to be answered.

Each is an object with the key ``decide``; the last one of a list is asked first.

- ``using`` with ``card`` and ``square``: which squares the card put on ``square`` uses;
- ``swap`` with ``resource``: where the cube taken off a Warehouse goes;
- ``mark`` with ``square``: a cube on the new Factory, Bank or Museum there;
- ``exchange`` with ``left`` and ``first``: Architect's Guild, exchanges left and the square of the first one (left out
  before it);
- ``reserve`` with ``left``: Opaleye's Watch, buildings still to be set aside;
- ``put`` with ``cards``, ``source`` and ``left``: where one of the cards goes. ``source`` is ``supply`` (Grove
  University, Masons' Guild), ``watch`` or, after a first answer in the same round, ``watch_again``, or ``cathedral``
  (the Shed of a declined one). ``left`` is how many buildings are still to be put; left out: 1, off the Watch 7, that
  is, all;
- ``extra``: Southern Semaphore's second cube;
- ``okaver``: The Treasury at Okaver's free Cottage;
- ``cathedral`` with ``square``: pay for the Cathedral there or decline it;
- ``count`` with ``square``: the line of the Teahouse there;
- ``coin`` with ``left``: The Petal Promenade, coins still to be laid;
- ``spend``: Masons' Guild, how many coins;
- ``take`` with ``resource`` and ``from``: where the cube taken from an Oddity Shop of a player goes;
- ``forge``: The Prism Forge, the first building;
- ``forge_using`` with ``card`` and ``square``: which squares the first building uses;
- ``forge_second`` with ``card``, ``square`` and ``using``: the second building, beside the first one so named;
- ``forge_second_using`` with ``card`` and ``square``: which squares the second building uses; lies on a
  ``forge_second``;
- ``enter`` with ``card`` and ``square``: nothing to decide; the second building comes in when the first is resolved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import read_mapping, read_name, read_names, read_number
from tt_env.notation.words import (
    PLAYER_NAMES,
    PLAYER_OF,
    RESOURCE_OF,
    SQUARE_NAMES,
    SQUARE_OF,
    card_at,
    resource_name,
    squares_in,
)
from tt_env.rules.buildings import ORANGE, YELLOW
from tt_env.rules.entering import (
    EXCHANGES,
    FROM_CATHEDRAL,
    FROM_SUPPLY,
    FROM_WATCH,
    FROM_WATCH_AGAIN,
    PROMENADE_COINS,
    RESERVED,
)
from tt_env.rules.watch import ANSWERS
from tt_env.state import NUM_CARDS, Pending
from tt_env.tables import tables

_SOURCES = {
    "supply": FROM_SUPPLY,
    "watch": FROM_WATCH,
    "watch_again": FROM_WATCH_AGAIN,
    "cathedral": FROM_CATHEDRAL,
}
_SOURCE_NAMES = {number: name for name, number in _SOURCES.items()}
_KINDS = {kind.name.lower(): kind for kind in Pending}
_KEYS: dict[Pending, tuple[str, ...]] = {
    Pending.USING: ("card", "square"),
    Pending.SWAP: ("resource",),
    Pending.MARK: ("square",),
    Pending.EXCHANGE: ("left",),
    Pending.RESERVE: ("left",),
    Pending.PUT: ("cards", "source"),
    Pending.EXTRA: (),
    Pending.OKAVER: (),
    Pending.CATHEDRAL: ("square",),
    Pending.COUNT: ("square",),
    Pending.COIN: ("left",),
    Pending.SPEND: (),
    Pending.TAKE: ("resource", "from"),
    Pending.FORGE: (),
    Pending.FORGE_USING: ("card", "square"),
    Pending.FORGE_SECOND: ("card", "square", "using"),
    Pending.FORGE_SECOND_USING: ("card", "square"),
    Pending.ENTER: ("card", "square"),
}
_OPTIONAL = {Pending.EXCHANGE: ("first",), Pending.PUT: ("left",)}
_MOST = {
    Pending.EXCHANGE: EXCHANGES,
    Pending.RESERVE: RESERVED,
    Pending.COIN: PROMENADE_COINS,
    Pending.PUT: NUM_CARDS,
}
_SLOT_OF = {Pending.CATHEDRAL: ORANGE, Pending.COUNT: YELLOW}
"""The slots of the cards that are resolved, which stand behind their squares."""


def _usual_left(source: int) -> int:
    """How many buildings are put unless an object says otherwise."""
    return ANSWERS if source in (FROM_WATCH, FROM_WATCH_AGAIN) else 1


def write_decision(g: Any, player: int, entry: int) -> dict[str, Any]:
    """The object of one entry of a player's stack."""
    kind, a, b, c = Pending(entry & 0xFF), (entry >> 8) & 0xFF, (entry >> 16) & 0xFF, (entry >> 24) & 0xFF
    found: dict[str, Any] = {"decide": kind.name.lower()}
    for key in _KEYS[kind]:
        if key == "card":
            found[key] = card_at(g, player, a)
        elif key == "square":
            found[key] = SQUARE_NAMES[b if "card" in found else a]
        elif key == "resource":
            found[key] = resource_name(a)
        elif key == "cards":
            found[key] = [card_at(g, player, slot) for slot in range(NUM_CARDS) if (a >> slot) & 1]
        elif key == "source":
            found[key] = _SOURCE_NAMES[b]
        elif key == "from":
            found[key] = PLAYER_NAMES[b]
        elif key == "using":
            found[key] = squares_in(tables()[0]["set_squares"][g["row"][a], c])
        else:
            found[key] = a
    if kind == Pending.EXCHANGE and b > 0:
        found["first"] = SQUARE_NAMES[b - 1]
    if kind == Pending.PUT and c != _usual_left(b):
        found["left"] = c
    return found


def read_decision(place: str, value: Any, slots: Mapping[str, int], g: Any) -> int:
    """The stack entry of an object.

    Args:
        place: Where it stands, for errors.
        value: The object.
        slots: The cards that the player may come by, and their slots.
        g: The game, whose cards are read already.

    Raises:
        NotationError: If it is malformed.
    """
    named = value.get("decide") if isinstance(value, dict) else None
    kind = read_name(f"{place}.decide", named, _KINDS)
    keys = ("decide", *_KEYS[kind])
    read_mapping(place, value, (*keys, *_OPTIONAL.get(kind, ())), keys)
    numbers = [0, 0, 0]
    row = {card: slot for card, slot in slots.items() if slot < NUM_CARDS}
    for key in _KEYS[kind]:
        where, given = f"{place}.{key}", value[key]
        if key == "card":
            numbers[0] = read_name(where, given, slots if kind == Pending.USING else row)
        elif key == "square":
            numbers[1 if "card" in value else 0] = read_name(where, given, SQUARE_OF)
        elif key == "resource":
            numbers[0] = read_name(where, given, RESOURCE_OF)
        elif key == "cards":
            numbers[0] = sum(1 << slot for slot in set(read_names(where, given, row, 1, NUM_CARDS)))
        elif key == "source":
            numbers[1] = read_name(where, given, _SOURCES)
        elif key == "from":
            numbers[1] = read_name(where, given, PLAYER_OF)
        elif key == "using":
            numbers[2] = _read_set(where, given, int(g["row"][numbers[0]]))
        else:
            numbers[0] = read_number(where, given, 1, _MOST[kind])
    if kind in _SLOT_OF:
        numbers[1] = _SLOT_OF[kind]
    if "first" in value:
        numbers[1] = read_name(f"{place}.first", value["first"], SQUARE_OF) + 1
    if kind == Pending.PUT:
        usual = _usual_left(numbers[1])
        numbers[2] = read_number(f"{place}.left", value.get("left", usual), 1, _MOST[kind])
    return int(kind) | (numbers[0] << 8) | (numbers[1] << 16) | (numbers[2] << 24)


def _read_set(place: str, value: Any, card: int) -> int:
    """The number of a set of squares of a card."""
    squares = read_names(place, value, SQUARE_OF, 1, len(SQUARE_OF))
    sets = tables()[0]["set_squares"][card].tolist()
    chosen = sum(1 << square for square in set(squares))
    if chosen not in sets or squares != sorted(set(squares)):
        raise NotationError(f"{place}: {shown(value)}; no layout of this card lies on these squares")
    return int(sets.index(chosen))
