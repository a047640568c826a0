"""One seat of a position: its town, what lies on its buildings, and everything else that belongs to the seat alone.

Always written: ``town``, ``monument``, ``monument_built``, ``coins`` (0), ``stored``. Written where they are not what
a seat has that never got so far (no round, no card, nothing):

- ``completed_round``: the round in which the town was completed; left out while the seat is in the game;
- ``monument_info``: ``{"buildings_when_constructed": n}``, needed for a built Shrine of the Elder Tree;
- ``dealt``: the monument cards dealt, if not just the monument held;
- ``reserved``: the cards on an Opaleye's Watch, and ``watch_round``, the round in which it was built;
- ``constructed``: the cards that came into the town this round;
- ``set_aside``: cubes beside the board (Cavern rule);
- ``named``: the resource that the seat has to place or has placed; left out where it is the one named this round;
- ``builder_turns``: rounds as Master Builder;
- ``pending``: decisions that its last move has brought with it, see ``pending.py``;
- ``score``: the final score, once the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from env_core.errors import NotationError
from tt_env.cards import PILES
from tt_env.notation.pending import read_decision, write_decision
from tt_env.notation.reading import (
    read_flag,
    read_list,
    read_mapping,
    read_name,
    read_names,
    read_number,
    read_off,
    shown,
)
from tt_env.notation.words import (
    ALL_CARDS,
    NUMBERS,
    RESOURCE_OF,
    SQUARE_NAMES,
    SQUARE_OF,
    card_at,
    card_id,
    one_of,
    resource_name,
)
from tt_env.rules.cards import BANK, FACTORY, SHRINE_OF_THE_ELDER_TREE, STATUE_OF_THE_BONDMAKER, WAREHOUSE
from tt_env.rules.placing import CAVERN_CUBES, WAREHOUSE_ROOM
from tt_env.state import MAX_ROUNDS, MONUMENT, NUM_CARDS, PENDING_DEPTH, SQUARES, Phase
from tt_env.town import BUILDING, content, put, stored_of

_MONUMENT_OF = {card: NUMBERS[card] for card in PILES["monument"]}
_EVERY_CARD = {card.id for card in ALL_CARDS}
_SHRINE_KEYS = ("buildings_when_constructed",)
PLAYER_KEYS = (
    "town",
    "monument",
    "monument_built",
    "coins",
    "stored",
    "completed_round",
    "monument_info",
    "dealt",
    "reserved",
    "watch_round",
    "constructed",
    "set_aside",
    "named",
    "builder_turns",
    "pending",
    "score",
)
ANNOTATIONS = ("expected", "oracle_says")
"""Keys of a player in test vectors that say nothing about the position."""


def usual_resource(g: Any, s: Any) -> int:
    """What a seat has to place unless its object says otherwise: the resource named this round."""
    running = int(g["phase"]) in (Phase.PLACING, Phase.CONSTRUCTING, Phase.WATCH)
    return int(g["named"]) if running and s["completed"] == 0 else 0


def write_player(g: Any, seat: int, s: Any) -> dict[str, Any]:
    """The object of a seat ``s`` (of ``g["seats"]`` or ``g["shown"]``)."""
    monument = int(s["monument"])
    found: dict[str, Any] = {
        "town": [[_write_cell(g, seat, s, 4 * y + x) for x in range(4)] for y in range(4)],
        "monument": card_id(monument) if monument else None,
        "monument_built": bool(s["built"]),
        "coins": 0,
        "stored": {SQUARE_NAMES[k]: _write_cubes(s["stored"][k]) for k in range(SQUARES) if s["stored"][k]},
    }
    optional = {
        "completed_round": int(s["completed"]),
        "monument_info": {_SHRINE_KEYS[0]: int(s["monument_info"])} if s["monument_info"] else None,
        "reserved": _write_slots(g, seat, s["reserved"]),
        "watch_round": int(s["watch_round"]),
        "constructed": _write_slots(g, seat, s["constructed"]),
        "set_aside": int(s["set_aside"]),
        "builder_turns": int(s["builder_turns"]),
        "pending": [write_decision(g, seat, int(entry)) for entry in s["pending"][: s["depth"]]],
        "score": int(s["score"]),
    }
    found |= {key: value for key, value in optional.items() if value}
    dealt = [int(card) for card in s["dealt"]]
    if dealt != [monument, 0]:
        found["dealt"] = [card_id(card) for card in dealt if card]
    if s["named"] != usual_resource(g, s):
        found["named"] = resource_name(s["named"]) if s["named"] else None
    return found


def _write_cell(g: Any, seat: int, s: Any, square: int) -> str:
    nibble = int(content(int(s["town"]), square))
    if nibble == 0:
        return "."
    if nibble < BUILDING:
        return resource_name(nibble)
    if nibble == BUILDING + MONUMENT:
        return card_id(s["monument"])
    return card_at(g, seat, nibble - BUILDING)


def _write_cubes(stored: Any) -> list[str]:
    return [resource for resource, number in RESOURCE_OF.items() for _ in range(int(stored_of(int(stored), number)))]


def _write_slots(g: Any, seat: int, slots: Any) -> list[str]:
    return [card_at(g, seat, slot) for slot in range(MONUMENT + 1) if (int(slots) >> slot) & 1]


def read_player(place: str, value: Any, g: Any, row: Mapping[str, int], s: Any) -> None:
    """Fills a zeroed seat record from its object.

    Args:
        place: Where it stands, for errors.
        value: The object.
        g: The game, whose phase and named resource are read already.
        row: The cards in play and their slots.
        s: The seat record.

    Raises:
        NotationError: If anything in it is malformed or contradicts the rest.
    """
    read_mapping(place, value, PLAYER_KEYS + ANNOTATIONS, ("town",))
    read_off(f"{place}.coins", value.get("coins", 0), 0, "coins are")
    if value.get("monument") is not None:
        s["monument"] = read_name(f"{place}.monument", value["monument"], _MONUMENT_OF)
    _read_town(place, value, row, s)
    _read_stored(f"{place}.stored", value.get("stored", {}), row, s)
    _read_monument(place, value, s)
    _read_course(place, value, row, s)
    if "named" not in value:
        s["named"] = usual_resource(g, s)


def _read_town(place: str, value: Mapping[str, Any], row: Mapping[str, int], s: Any) -> None:
    monument = card_id(s["monument"]) if s["monument"] else None
    for y, line in enumerate(read_list(f"{place}.town", value["town"], 4, 4)):
        for x, cell in enumerate(read_list(f"{place}.town[{y}]", line, 4, 4)):
            where = f"{place}.town r{y}c{x}"
            nibble = _read_cell(where, cell, row, monument)
            if nibble == BUILDING + MONUMENT:
                if s["built"]:
                    raise NotationError(f"{where}: a second {monument}; a monument stands once")
                s["built"] = 1
            s["town"] = put(int(s["town"]), 4 * y + x, nibble)
    if read_flag(f"{place}.monument_built", value.get("monument_built", bool(s["built"]))) != bool(s["built"]):
        stands = "true, it stands in the town" if s["built"] else "false, it does not stand in the town"
        raise NotationError(f"{place}.monument_built: {value['monument_built']}; allowed: {stands}")


def _read_cell(where: str, cell: Any, row: Mapping[str, int], monument: str | None) -> int:
    if cell == ".":
        return 0
    if isinstance(cell, str):
        if cell in RESOURCE_OF:
            return RESOURCE_OF[cell]
        if cell in row:
            return BUILDING + row[cell]
        if cell == monument:
            return BUILDING + MONUMENT
    allowed = [".", *RESOURCE_OF, *row, *([monument] if monument else [])]
    what = "is not in play here" if isinstance(cell, str) and cell in _EVERY_CARD else "is unknown"
    raise NotationError(f"{where}: {shown(cell)} {what}; allowed: {one_of(allowed)}")


def _read_stored(place: str, value: Any, row: Mapping[str, int], s: Any) -> None:
    black = NUMBERS[next(card for card, slot in row.items() if slot == NUM_CARDS - 1)]
    banked = 0
    for name, cubes in read_mapping(place, value, SQUARE_NAMES).items():
        square = SQUARE_OF[name]
        room = _room(s, black, int(content(int(s["town"]), square)))
        if room == 0:
            raise NotationError(f"{place}.{name}: no cubes may lie there; allowed: {_carriers(s, black)}")
        total = sum(1 << (3 * (r - 1)) for r in read_names(f"{place}.{name}", cubes, RESOURCE_OF, 1, room))
        if black == BANK and int(content(int(s["town"]), square)) == BUILDING + NUM_CARDS - 1:
            if banked & total:
                raise NotationError(f"{place}.{name}: {cubes[0]} lies on another Bank; allowed: a resource on none")
            banked |= total
        s["stored"][square] = total


def _room(s: Any, black: int, nibble: int) -> int:
    """How many cubes may lie on a building."""
    if nibble == BUILDING + NUM_CARDS - 1:
        return {WAREHOUSE: WAREHOUSE_ROOM, FACTORY: 1, BANK: 1}.get(black, 0)
    return 1 if nibble == BUILDING and s["built"] and s["monument"] == STATUE_OF_THE_BONDMAKER else 0


def _carriers(s: Any, black: int) -> str:
    """The buildings of the town that may carry cubes, for an error."""
    squares = [k for k in range(SQUARES) if _room(s, black, int(content(int(s["town"]), k)))]
    return one_of(SQUARE_NAMES[k] for k in squares) or "none in this town"


def _read_monument(place: str, value: Mapping[str, Any], s: Any) -> None:
    s["dealt"] = (s["monument"], 0)
    if value.get("dealt") is not None:
        dealt = read_names(f"{place}.dealt", value["dealt"], _MONUMENT_OF, 0, 2)
        if s["monument"] and s["monument"] not in dealt and dealt:
            raise NotationError(f"{place}.dealt: lacks {card_id(s['monument'])}, the monument held")
        s["dealt"] = [*dealt, 0, 0][:2]
    is_shrine = bool(s["built"]) and s["monument"] == SHRINE_OF_THE_ELDER_TREE
    where = f"{place}.monument_info"
    info = value.get("monument_info") or {}
    if is_shrine:
        read_mapping(where, info, _SHRINE_KEYS, _SHRINE_KEYS)
        s["monument_info"] = read_number(f"{where}.{_SHRINE_KEYS[0]}", info[_SHRINE_KEYS[0]], 1, SQUARES)
    elif info:
        raise NotationError(f"{where}: {shown(info)}; allowed only for a built shrine_of_the_elder_tree")


def _read_course(place: str, value: Mapping[str, Any], row: Mapping[str, int], s: Any) -> None:
    slots = dict(row)
    if s["monument"]:
        slots[card_id(s["monument"])] = MONUMENT
    for key, field, highest in (
        ("completed_round", "completed", MAX_ROUNDS),
        ("watch_round", "watch_round", MAX_ROUNDS),
        ("set_aside", "set_aside", CAVERN_CUBES),
        ("builder_turns", "builder_turns", MAX_ROUNDS),
    ):
        if value.get(key) is not None:
            s[field] = read_number(f"{place}.{key}", value[key], 0, highest)
    if value.get("named") is not None:
        s["named"] = read_name(f"{place}.named", value["named"], RESOURCE_OF)
    for key, allowed in (("reserved", row), ("constructed", slots)):
        for slot in read_names(f"{place}.{key}", value.get(key, []), allowed, 0, NUM_CARDS + 1):
            if (int(s[key]) >> slot) & 1:
                raise NotationError(f"{place}.{key}: a card stands there twice; allowed: once each")
            s[key] |= 1 << slot
    if value.get("score") is not None:
        s["score"] = read_number(f"{place}.score", value["score"], -1000, 1000)
    pending = read_list(f"{place}.pending", value.get("pending", []), 0, PENDING_DEPTH)
    for k, entry in enumerate(pending):
        s["pending"][k] = read_decision(f"{place}.pending[{k}]", entry, slots)
    s["depth"] = len(pending)
