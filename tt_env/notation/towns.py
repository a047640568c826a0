"""One player of a position: its town, what lies on its buildings, and everything else that belongs to the player alone.

Always written: ``town``, ``monument``, ``monument_built``, ``coins`` (in the chest), ``stored`` (cubes on buildings:
up to 3 on a Warehouse, 2 on a Museum, 1 on a Factory, Bank or Oddity Shop and, for the Statue of the Bondmaker, on a
Cottage). Written where they are not what a player has that never got so far (no round, no card, nothing):

- ``completed_round``: the round in which the town was completed; left out while the player is in the game;
- ``monument_info``: ``{"buildings_when_constructed": n}`` of a built Shrine of the Elder Tree,
  ``{"coin_swaps_after_construction": n}`` of a built Hollow Hill; needed for these two;
- ``coin_squares``: the squares on which coins of Caterina's Grotto or The Petal Promenade lie;
- ``dealt``: the monument cards dealt, if not just the monument held;
- ``reserved``: the cards on an Opaleye's Watch, and ``watch_round``, the round in which it was built (left out: the
  round before);
- ``constructed``: the cards that came into the town this round;
- ``by_cubes``: constructions of this round for which cubes were removed;
- ``unpaid``: Jewelers that were not paid for this round;
- ``swapped``: true if a coin changed this round's cube, ``forged``: true if The Prism Forge was used this round;
- ``set_aside``: cubes beside the board (Cavern rule);
- ``named``: the resource that the player has to place or has placed; left out where it is the one named this round;
- ``builder_turns``: rounds as Master Builder; left out: 1 for the Master Builder of the running round, 0 for others;
- ``pending``: decisions that its last move has brought with it, see ``pending.py``;
- ``score``: the final score, once the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import (
    is_given,
    one_of,
    read_flag,
    read_list,
    read_mapping,
    read_name,
    read_names,
    read_number,
)
from tt_env.cards import FORTUNE, PILES
from tt_env.notation.defaults import default_resource
from tt_env.notation.pending import read_decision, write_decision
from tt_env.notation.stored import read_stored, write_cubes
from tt_env.notation.words import (
    ALL_CARDS,
    NUMBERS,
    RESOURCE_OF,
    SQUARE_NAMES,
    SQUARE_OF,
    card_at,
    card_id,
    resource_name,
    squares_in,
)
from tt_env.rules.cards import (
    HOLLOW_HILL,
    SHRINE_OF_THE_ELDER_TREE,
)
from tt_env.rules.coins import CHEST
from tt_env.rules.placing import CAVERN_CUBES
from tt_env.state import MAX_CHANGES, MAX_ROUNDS, MONUMENT, NUM_CARDS, PENDING_DEPTH, SQUARES
from tt_env.town import BUILDING, content, put

_MONUMENT_OF = {card: NUMBERS[card] for card in PILES["monument"]}
_EVERY_CARD = {card.id for card in ALL_CARDS}
_INFO = {
    SHRINE_OF_THE_ELDER_TREE: ("buildings_when_constructed", 1, SQUARES),
    HOLLOW_HILL: ("coin_swaps_after_construction", 0, MAX_CHANGES),
}
"""The monuments that keep a number once they stand: its name, the least and the most it can be."""
_COIN_FIELDS = ("by_cubes", "unpaid", "swapped", "forged", "coin_squares")
_FLAGS = ("swapped", "forged")
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
    *_COIN_FIELDS,
    "set_aside",
    "named",
    "builder_turns",
    "pending",
    "score",
)
ANNOTATIONS = ("expected", "oracle_says")
"""Keys of a player in test vectors that say nothing about the position."""


def check_monument_info(place: str, value: Mapping[str, Any], s: Any) -> None:
    """Refuses a player whose monument keeps a number that is left out."""
    key = _INFO[int(s["monument"])][0] if s["built"] and int(s["monument"]) in _INFO else None
    if key is not None and key not in (value.get("monument_info") or {}):
        raise NotationError(f"{place}.monument_info: the key {key!r} is missing; {card_id(s['monument'])} needs it")


def write_player(g: Any, player: int, s: Any) -> dict[str, Any]:
    """The object of a player ``s`` (of ``g["players"]`` or ``g["shown"]``)."""
    monument = int(s["monument"])
    found: dict[str, Any] = {
        "town": [[_write_cell(g, player, s, 4 * y + x) for x in range(4)] for y in range(4)],
        "monument": card_id(monument) if monument else None,
        "monument_built": bool(s["built"]),
        "coins": int(s["coins"]),
        "stored": {SQUARE_NAMES[k]: write_cubes(s["stored"][k]) for k in range(SQUARES) if s["stored"][k]},
    }
    optional = {
        "completed_round": int(s["completed"]),
        "monument_info": {_INFO[monument][0]: int(s["monument_info"])} if s["built"] and monument in _INFO else None,
        "coin_squares": squares_in(s["coin_squares"]),
        "reserved": _write_slots(g, player, s["reserved"]),
        "watch_round": int(s["watch_round"]),
        "constructed": _write_slots(g, player, s["constructed"]),
        "by_cubes": int(s["by_cubes"]),
        "unpaid": int(s["unpaid"]),
        "swapped": bool(s["swapped"]),
        "forged": bool(s["forged"]),
        "set_aside": int(s["set_aside"]),
        "builder_turns": int(s["builder_turns"]),
        "pending": [write_decision(g, player, int(entry)) for entry in s["pending"][: s["depth"]]],
        "score": int(s["score"]),
    }
    found |= {key: value for key, value in optional.items() if value}
    dealt = [int(card) for card in s["dealt"]]
    if dealt != [monument, 0]:
        found["dealt"] = [card_id(card) for card in dealt if card]
    if s["named"] != default_resource(g, s):
        found["named"] = resource_name(s["named"]) if s["named"] else None
    return found


def _write_cell(g: Any, player: int, s: Any, square: int) -> str:
    nibble = int(content(int(s["town"]), square))
    if nibble == 0:
        return "."
    if nibble < BUILDING:
        return resource_name(nibble)
    if nibble == BUILDING + MONUMENT:
        return card_id(s["monument"])
    return card_at(g, player, nibble - BUILDING)


def _write_slots(g: Any, player: int, slots: Any) -> list[str]:
    return [card_at(g, player, slot) for slot in range(MONUMENT + 1) if (int(slots) >> slot) & 1]


def read_player(place: str, value: Any, g: Any, row: Mapping[str, int], s: Any) -> None:
    """Fills a zeroed player record from its object.

    Args:
        place: Where it stands, for errors.
        value: The object.
        g: The game, whose options and cards are read already.
        row: The cards in play and their slots.
        s: The player record.

    Raises:
        NotationError: If anything in it is malformed or contradicts the rest.
    """
    read_mapping(place, value, PLAYER_KEYS + ANNOTATIONS, ("town",))
    if value.get("monument") is not None:
        s["monument"] = read_name(f"{place}.monument", value["monument"], _MONUMENT_OF)
    _read_town(place, value, row, s)
    read_stored(f"{place}.stored", value.get("stored", {}), row, s)
    _read_monument(place, value, s)
    if not g["fortune"]:
        _refuse_fortune(place, g, s)
    _read_coins(place, value, g, s)
    _read_course(place, value, row, g, s)


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
    if isinstance(cell, str):
        if cell == ".":
            return 0
        if cell in RESOURCE_OF:
            return RESOURCE_OF[cell]
        if cell in row:
            return BUILDING + row[cell]
        if cell == monument:
            return BUILDING + MONUMENT
    allowed = [".", *RESOURCE_OF, *row, *([monument] if monument else [])]
    what = "is not in play here" if isinstance(cell, str) and cell in _EVERY_CARD else "is unknown"
    raise NotationError(f"{where}: {shown(cell)} {what}; allowed: {one_of(allowed)}")


def _refuse_fortune(place: str, g: Any, s: Any) -> None:
    """Where the cards of Fortune are not played with, no monument may be one of them."""
    for key, numbers in (("monument", [s["monument"]]), ("dealt", s["dealt"])):
        for card in [card_id(number) for number in numbers if number]:
            if card in FORTUNE:
                raise NotationError(f"{place}.{key}: {card!r} is a card of Fortune; {needs_fortune(g)}")


def needs_fortune(g: Any) -> str:
    """What a card of Fortune needs, for an error; the coin rules alone do not bring the cards."""
    key = "config.fortune" if g["with_coins"] else "fortune"
    return f"it needs {key}: true (an environment: fortune=True)"


def _read_monument(place: str, value: Mapping[str, Any], s: Any) -> None:
    s["dealt"] = (s["monument"], 0)
    if value.get("dealt") is not None:
        dealt = read_names(f"{place}.dealt", value["dealt"], _MONUMENT_OF, 0, 2)
        if s["monument"] and s["monument"] not in dealt:
            raise NotationError(f"{place}.dealt: lacks {card_id(s['monument'])}, the monument held")
        if not s["monument"] and len(dealt) == 1:
            raise NotationError(
                f"{place}.dealt: {shown(value['dealt'])}; allowed where no monument is held: none or two"
            )
        s["dealt"] = [*dealt, 0, 0][:2]
    where = f"{place}.monument_info"
    info = value["monument_info"] if is_given(value.get("monument_info")) else {}
    if s["built"] and int(s["monument"]) in _INFO:
        key, least, most = _INFO[int(s["monument"])]
        read_mapping(where, info, (key,))
        s["monument_info"] = read_number(f"{where}.{key}", info.get(key, least), least, most)
    elif is_given(info):
        raise NotationError(f"{where}: {shown(info)}; allowed only for a built {' or '.join(map(card_id, _INFO))}")


def _read_coins(place: str, value: Mapping[str, Any], g: Any, s: Any) -> None:
    """The chest and all else that only the coin rules have; whether the numbers can be is checked later."""
    for key in ("coins", *_COIN_FIELDS) if not g["with_coins"] else ():
        if is_given(value.get(key)):
            raise NotationError(f"{place}.{key}: {shown(value[key])}; allowed only with the coin rules (fortune: true)")
    s["coins"] = read_number(f"{place}.coins", value.get("coins", 0), 0, CHEST + 1)
    for key, most in (("by_cubes", SQUARES), ("unpaid", SQUARES)):
        s[key] = read_number(f"{place}.{key}", value.get(key, 0), 0, most)
    for key in _FLAGS:
        s[key] = read_flag(f"{place}.{key}", value.get(key, False))
    squares = read_names(f"{place}.coin_squares", value.get("coin_squares", []), SQUARE_OF, 0, SQUARES)
    s["coin_squares"] = sum(1 << square for square in set(squares))


def _read_course(place: str, value: Mapping[str, Any], row: Mapping[str, int], g: Any, s: Any) -> None:
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
        s["pending"][k] = read_decision(f"{place}.pending[{k}]", entry, slots, g)
    s["depth"] = len(pending)
