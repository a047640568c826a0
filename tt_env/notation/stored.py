"""Cubes that lie on buildings: read from a position and written to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_envs.errors import NotationError
from tabletop_envs.parsing import one_of, read_mapping, read_names
from tt_env.decisions import Pending
from tt_env.notation.words import NUMBERS, RESOURCE_OF, SQUARE_NAMES, SQUARE_OF, card_id
from tt_env.rules.cards import BANK, FACTORY, STATUE_OF_THE_BONDMAKER
from tt_env.rules.placing import ROOM
from tt_env.state import NUM_CARDS, SQUARES
from tt_env.town import BUILDING, content, stored_of, stored_total


def write_cubes(stored: Any) -> list[str]:
    """The cubes on a building, by resource."""
    return [resource for resource, number in RESOURCE_OF.items() for _ in range(int(stored_of(int(stored), number)))]


def read_stored(place: str, value: Any, row: Mapping[str, int], s: Any) -> None:
    """Fills in the cubes on the buildings of a player, whose town and monument are read already.

    Raises:
        NotationError: If cubes cannot lie there.
    """
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


def banked(g: Any, s: Any) -> int:
    """The resources on a player's Banks, bit r for resource r."""
    if g["row"][NUM_CARDS - 1] != BANK:
        return 0
    banks = [k for k in range(SQUARES) if int(content(int(s["town"]), k)) == BUILDING + NUM_CARDS - 1]
    return sum(1 << r for r in RESOURCE_OF.values() if any(int(stored_of(int(s["stored"][k]), r)) for k in banks))


def check_cubes(place: str, g: Any, s: Any) -> None:
    """Refuses a Factory or Bank without the cube that it got when it came into the town.

    Not while it is asked for. A Museum's exhibits may have been returned.

    Raises:
        NotationError: If a cube is missing.
    """
    black = int(g["row"][NUM_CARDS - 1])
    if black not in (FACTORY, BANK):
        return
    asked = [int(entry) >> 8 & 0xFF for entry in s["pending"][: s["depth"]] if int(entry) & 0xFF == Pending.MARK]
    for square in range(SQUARES):
        cubes = int(stored_total(int(s["stored"][square]))) + asked.count(square)
        if int(content(int(s["town"]), square)) == BUILDING + NUM_CARDS - 1 and cubes == 0:
            raise NotationError(f"{place}.{SQUARE_NAMES[square]}: missing; the {card_id(black)} there has one cube")


def _room(s: Any, black: int, nibble: int) -> int:
    """How many cubes may lie on a building."""
    if nibble == BUILDING + NUM_CARDS - 1:
        return ROOM.get(black, 0)
    return 1 if nibble == BUILDING and s["built"] and s["monument"] == STATUE_OF_THE_BONDMAKER else 0


def _carriers(s: Any, black: int) -> str:
    """The buildings of the town that may carry cubes, for an error."""
    squares = [k for k in range(SQUARES) if _room(s, black, int(content(int(s["town"]), k)))]
    return one_of(SQUARE_NAMES[k] for k in squares) or "none in this town"
