"""What a player is deciding, in words."""

from __future__ import annotations

from typing import Any

from tt_env.cards import ALL_CARDS, RESOURCES
from tt_env.decisions import DECISIONS, FROM_CATHEDRAL, FROM_SUPPLY, Pending, fields_of
from tt_env.state import MONUMENT, Phase

_STEPS = {
    Phase.SETUP: "keeps a monument",
    Phase.TAKING: "may take a cube from an Oddity Shop",
    Phase.NAMING: "names a resource",
}


def _source(source: int, left: int) -> str:
    """What is put down."""
    if source == FROM_CATHEDRAL:
        return "the Shed that replaces a Cathedral"
    if source != FROM_SUPPLY:
        return "a building from Opaleye's Watch"
    return f"{left} buildings from the supply" if left > 1 else "a building from the supply"


def _words(g: Any, s: Any, kind: Pending, fields: dict[str, int]) -> dict[str, str]:
    """The fields of a decision as its caption has them."""
    found = {}
    for key, value in fields.items():
        if key == "card":
            number = int(s["monument"] if value == MONUMENT else g["row"][value])
            found[key] = ALL_CARDS[number - 1].short
        elif key == "square":
            found[key] = f"r{value // 4}c{value % 4}"
        elif key == "resource":
            found[key] = RESOURCES[value - 1]
        elif key == "from":
            found[key] = f"player_{value}"
        elif key == "source":
            found[key] = _source(value, fields["left"])
        elif key == "left":
            thing = next(field.of for field in DECISIONS[kind].fields if field.key == key)
            found[key] = f"{value} {thing}{'s' if value > 1 else ''}"
    return found


def decides(g: Any, s: Any) -> str:
    """What a player that must answer is deciding.

    Args:
        g: The game.
        s: The player, as the viewer may see it.
    """
    phase = Phase(int(g["phase"]))
    if s["depth"]:
        kind, fields = fields_of(int(s["pending"][int(s["depth"]) - 1]))
        return DECISIONS[kind].caption.format(**_words(g, s, kind, fields))
    if phase in _STEPS:
        return _STEPS[phase]
    if phase == Phase.PLACING:
        cube = int(s["named"]) or int(g["named"])
        return f"places {RESOURCES[cube - 1]}" if cube else "chooses a resource"
    return "constructs"
