"""What a player is deciding, in words."""

from __future__ import annotations

from typing import Any

from tt_env.cards import ALL_CARDS, RESOURCES
from tt_env.drawing.captions import short_name
from tt_env.rules.entering import FROM_CATHEDRAL, FROM_SUPPLY
from tt_env.state import MONUMENT, Pending, Phase

_PLAIN = {
    Pending.EXCHANGE: "may exchange a building",
    Pending.EXTRA: "may place a second cube",
    Pending.OKAVER: "may put a free Cottage",
    Pending.CATHEDRAL: "pays for the Cathedral or declines it",
    Pending.COUNT: "chooses the Teahouse's row or column",
    Pending.SPEND: "pays coins for Masons' Guild",
    Pending.FORGE: "chooses the first building to forge",
}
_STEPS = {
    Phase.SETUP: "keeps a monument",
    Phase.TAKING: "may take a cube from an Oddity Shop",
    Phase.NAMING: "names a resource",
}


def _several(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' if number > 1 else ''}"


def _building(g: Any, s: Any, slot: int, square: int) -> str:
    name = short_name(ALL_CARDS[int(s["monument"] if slot == MONUMENT else g["row"][slot]) - 1].id)
    return f"{name} on r{square // 4}c{square % 4}"


def _put(source: int, left: int) -> str:
    if source == FROM_CATHEDRAL:
        return "puts the Shed that replaces a Cathedral"
    if source != FROM_SUPPLY:
        return "puts a building from Opaleye's Watch"
    return f"puts {left} buildings from the supply" if left > 1 else "puts a building from the supply"


def _pending(g: Any, s: Any, entry: int) -> str:
    """What lies on top of a player's stack of decisions."""
    kind, a, b, c = Pending(entry & 255), (entry >> 8) & 255, (entry >> 16) & 255, (entry >> 24) & 255
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in (Pending.USING, Pending.FORGE_USING, Pending.FORGE_SECOND_USING):
        return f"chooses squares for {_building(g, s, a, b)}"
    if kind == Pending.FORGE_SECOND:
        return f"chooses what to forge beside {_building(g, s, a, b)}"
    if kind == Pending.SWAP:
        return f"places the {RESOURCES[a - 1]} from a Warehouse"
    if kind == Pending.TAKE:
        return f"places the {RESOURCES[a - 1]} of player_{b}"
    if kind == Pending.MARK:
        return f"puts a cube on the building on r{a // 4}c{a % 4}"
    if kind == Pending.RESERVE:
        return f"sets aside {_several(a, 'building')} on Opaleye's Watch"
    if kind == Pending.COIN:
        return f"lays {_several(a, 'coin')} on empty squares"
    return _put(b, c)


def decides(g: Any, s: Any) -> str:
    """What a player that must answer is deciding.

    Args:
        g: The game.
        s: The player, as the viewer may see it.
    """
    phase = Phase(int(g["phase"]))
    if s["depth"]:
        return _pending(g, s, int(s["pending"][int(s["depth"]) - 1]))
    if phase in _STEPS:
        return _STEPS[phase]
    if phase == Phase.PLACING:
        cube = int(s["named"]) or int(g["named"])
        return f"places {RESOURCES[cube - 1]}" if cube else "chooses a resource"
    return "constructs"
