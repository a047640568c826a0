"""Pending decisions of a player as text: what a move has brought with it and what is still to be answered.

Each is an object with the key ``decide``, the kind, and the fields that ``tt_env/decisions.py`` declares (the table in
docs/notation.md); the last one of a list is asked first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import read_mapping, read_name, read_names, read_number
from tabletop_envs.spec import State
from tt_env.decisions import (
    ANSWERS,
    DECISIONS,
    FROM_CATHEDRAL,
    FROM_SUPPLY,
    FROM_WATCH,
    FROM_WATCH_AGAIN,
    Field,
    Pending,
    entry_of,
    fields_of,
)
from tt_env.notation import engine
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
from tt_env.state import NUM_CARDS
from tt_env.tables import tables
from tt_env.validation.faults import NO_FAULT, PENDING_TOGETHER, stack_words

_SOURCES = {
    "supply": FROM_SUPPLY,
    "watch": FROM_WATCH,
    "watch_again": FROM_WATCH_AGAIN,
    "cathedral": FROM_CATHEDRAL,
}
_KINDS = {kind.name.lower(): kind for kind in Pending}


def _usual(field: Field, fields: Mapping[str, int]) -> int | None:
    """What a field is if it is left out: off the Watch come all buildings that are due."""
    return ANSWERS if field.key == "left" and fields.get("source") in (FROM_WATCH, FROM_WATCH_AGAIN) else field.usual


def write_decision(g: Any, player: int, entry: int) -> dict[str, Any]:
    """The object of one entry of a player's stack."""
    kind, fields = fields_of(entry)
    found: dict[str, Any] = {"decide": kind.name.lower()}
    for field in DECISIONS[kind].fields:
        if field.key and fields[field.key] != _usual(field, fields):
            found[field.key] = _write(g, player, field.key, fields)
    return found


def field_words(g: Any, player: int, fields: Mapping[str, int]) -> dict[str, Any]:
    """The fields of a decision as text, by key."""
    return {key: _write(g, player, key, fields) for key in fields if key}


def _write(g: Any, player: int, key: str, fields: Mapping[str, int]) -> Any:
    """The value of a field as text."""
    value = fields[key]
    if key == "card":
        return card_at(g, player, value)
    if key == "cards":
        return [card_at(g, player, slot) for slot in range(NUM_CARDS) if (value >> slot) & 1]
    if key == "square":
        return SQUARE_NAMES[value]
    if key == "first":
        return SQUARE_NAMES[value - 1]
    if key == "resource":
        return resource_name(value)
    if key == "from":
        return PLAYER_NAMES[value]
    if key == "source":
        return next(name for name, number in _SOURCES.items() if number == value)
    if key == "using":
        return squares_in(tables()[0]["set_squares"][g["row"][fields["card"]], value])
    return value


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
    declared = [field for field in DECISIONS[kind].fields if field.key]
    needed = ("decide", *(field.key for field in declared if field.usual is None))
    read_mapping(place, value, ("decide", *(field.key for field in declared)), needed)
    fields: dict[str, int] = {}
    for field in declared:
        usual = _usual(field, fields)
        if field.key in value or usual is None:
            fields[field.key] = _read(f"{place}.{field.key}", value[field.key], field, fields, slots, g)
        else:
            fields[field.key] = usual
    return entry_of(kind, fields)


def _read(place: str, value: Any, field: Field, fields: Mapping[str, int], slots: Mapping[str, int], g: Any) -> int:
    """The number of a field's text; ``fields`` are those before it."""
    if field.key == "card":
        return read_name(place, value, {card: slot for card, slot in slots.items() if slot <= field.most})
    if field.key == "cards":
        row = {card: slot for card, slot in slots.items() if slot < NUM_CARDS}
        return sum(1 << slot for slot in set(read_names(place, value, row, 1, NUM_CARDS)))
    if field.key == "square":
        return read_name(place, value, SQUARE_OF)
    if field.key == "first":
        return read_name(place, value, SQUARE_OF) + 1
    if field.key == "resource":
        return read_name(place, value, RESOURCE_OF)
    if field.key == "from":
        return read_name(place, value, PLAYER_OF)
    if field.key == "source":
        return read_name(place, value, _SOURCES)
    if field.key == "using":
        return _read_set(place, value, int(g["row"][fields["card"]]))
    return read_number(place, value, field.least, field.most)


def _read_set(place: str, value: Any, card: int) -> int:
    """The number of a set of squares of a card."""
    squares = read_names(place, value, SQUARE_OF, 1, len(SQUARE_OF))
    sets = tables()[0]["set_squares"][card].tolist()
    chosen = sum(1 << square for square in set(squares))
    if chosen not in sets or squares != sorted(set(squares)):
        raise NotationError(f"{place}: {shown(value)}; no layout of this card lies on these squares")
    return int(sets.index(chosen))


def check_stack(place: str, state: State, player: int) -> None:
    """Whether the decisions on a player's stack can be pending, alone and together.

    Raises:
        NotationError: If not.
    """
    s = state[0]["players"][player]
    fault, k = engine.stack_fault(state, player) if s["depth"] else (NO_FAULT, 0)
    if fault != NO_FAULT:
        kinds = [fields_of(int(entry))[0] for entry in s["pending"][: s["depth"]]]
        where = place if fault == PENDING_TOGETHER else f"{place}[{k}]"
        raise NotationError(f"{where}: {stack_words(fault, kinds, k)}")
