"""Pending decisions of a seat as text: what a move has brought with it and what is still to be answered.

Each is an object with the key ``decide``; the last one of a list is asked first.

- ``using`` with ``card`` and ``square``: which squares the card put on ``square`` uses;
- ``swap`` with ``resource``: where the cube taken off a Warehouse goes;
- ``mark`` with ``square``: the cube on the new Factory or Bank there;
- ``exchange`` with ``left`` and ``first``: Architect's Guild, exchanges left and the square of the first one (left out
  before it);
- ``reserve`` with ``left``: Opaleye's Watch, buildings still to be set aside;
- ``put`` with ``cards`` and ``source``: where one of the cards goes. ``source`` is ``supply`` (Grove University),
  ``watch`` or, after a first answer in the same round, ``watch_again``.
"""

from __future__ import annotations

from typing import Any

from tt_env.notation.reading import read_mapping, read_name, read_names, read_number
from tt_env.notation.words import RESOURCE_OF, SQUARE_NAMES, SQUARE_OF, card_at, resource_name
from tt_env.rules.effects import EXCHANGES, FROM_SUPPLY, FROM_WATCH, FROM_WATCH_AGAIN, RESERVED
from tt_env.state import NUM_CARDS, Pending

_SOURCES = {"supply": FROM_SUPPLY, "watch": FROM_WATCH, "watch_again": FROM_WATCH_AGAIN}
_SOURCE_NAMES = {number: name for name, number in _SOURCES.items()}
_KINDS = {kind.name.lower(): kind for kind in Pending}
_KEYS: dict[Pending, tuple[str, ...]] = {
    Pending.USING: ("card", "square"),
    Pending.SWAP: ("resource",),
    Pending.MARK: ("square",),
    Pending.EXCHANGE: ("left",),
    Pending.RESERVE: ("left",),
    Pending.PUT: ("cards", "source"),
}


def write_decision(g: Any, seat: int, entry: int) -> dict[str, Any]:
    """The object of one entry of a seat's stack."""
    kind, a, b = Pending(entry & 0xFF), (entry >> 8) & 0xFF, (entry >> 16) & 0xFF
    found: dict[str, Any] = {"decide": kind.name.lower()}
    if kind == Pending.USING:
        found |= {"card": card_at(g, seat, a), "square": SQUARE_NAMES[b]}
    elif kind == Pending.SWAP:
        found["resource"] = resource_name(a)
    elif kind == Pending.MARK:
        found["square"] = SQUARE_NAMES[a]
    elif kind == Pending.PUT:
        cards = [card_at(g, seat, slot) for slot in range(NUM_CARDS) if (a >> slot) & 1]
        found |= {"cards": cards, "source": _SOURCE_NAMES[b]}
    else:
        found["left"] = a
        if kind == Pending.EXCHANGE and b > 0:
            found["first"] = SQUARE_NAMES[b - 1]
    return found


def read_decision(place: str, value: Any, slots: dict[str, int]) -> int:
    """The stack entry of an object.

    Args:
        place: Where it stands, for errors.
        value: The object.
        slots: The cards that the seat may come by, and their slots.

    Raises:
        NotationError: If it is malformed.
    """
    named = value.get("decide") if isinstance(value, dict) else None
    kind = read_name(f"{place}.decide", named, _KINDS)
    keys = ("decide", *_KEYS[kind])
    read_mapping(place, value, (*keys, "first") if kind == Pending.EXCHANGE else keys, keys)
    a = b = 0
    if kind == Pending.USING:
        a = read_name(f"{place}.card", value["card"], slots)
        b = read_name(f"{place}.square", value["square"], SQUARE_OF)
    elif kind == Pending.SWAP:
        a = read_name(f"{place}.resource", value["resource"], RESOURCE_OF)
    elif kind == Pending.MARK:
        a = read_name(f"{place}.square", value["square"], SQUARE_OF)
    elif kind == Pending.PUT:
        row = {card: slot for card, slot in slots.items() if slot < NUM_CARDS}
        a = sum(1 << slot for slot in set(read_names(f"{place}.cards", value["cards"], row, 1, NUM_CARDS)))
        b = read_name(f"{place}.source", value["source"], _SOURCES)
    else:
        a = read_number(f"{place}.left", value["left"], 1, EXCHANGES if kind == Pending.EXCHANGE else RESERVED)
        if "first" in value:
            b = read_name(f"{place}.first", value["first"], SQUARE_OF) + 1
    return int(kind) | (a << 8) | (b << 16)
