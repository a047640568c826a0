"""Short scripted games: tiles laid one after the other by players in turn."""

from __future__ import annotations

from typing import Any

from carc_gold_env.notation import replay

Turn = dict[str, Any]


def lay(tile: str, x: int, y: int, rotation: int = 0, meeple: Any = None, gold: Any = None) -> Turn:
    """A turn; the meeple by a side or half of the tile as it lies: ``"city S"``."""
    found: Turn = {"tile": tile, "x": x, "y": y, "rotation": rotation}
    if meeple is not None:
        found["meeple"] = meeple.split()
    if gold is not None:
        found["gold"] = list(gold)
    return found


def play(*turns: Turn, players: int = 2, draw: list[str] | None = None, **config: Any) -> dict[str, Any]:
    """Plays the turns in order and returns what :func:`carc_gold_env.notation.replay` tells."""
    line = {
        "players": players,
        "draw": draw or [turn["tile"] for turn in turns],
        "turns": [{**turn, "player": number % players} for number, turn in enumerate(turns)],
        **config,
    }
    return replay(line)
