"""What stands in for the keys that a player of a position leaves out: what the rules would have there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tt_env.decisions import Pending
from tt_env.notation.progress import is_nameless
from tt_env.rules.cards import OPALEYES_WATCH
from tt_env.state import Phase

RUNNING = (Phase.TAKING, Phase.NAMING, Phase.PLACING, Phase.CONSTRUCTING, Phase.WATCH, Phase.ROUND_END)
"""The phases of a round."""


def default_resource(g: Any, s: Any) -> int:
    """What a player has to place unless its object says otherwise: the resource named this round."""
    placing = int(g["phase"]) in RUNNING and int(g["phase"]) not in (Phase.TAKING, Phase.NAMING)
    return int(g["named"]) if placing and s["completed"] == 0 else 0


def fill_players(g: Any, players: Sequence[Mapping[str, Any]]) -> None:
    """Fills in what the objects of players leave out, once phase and round have been read."""
    for player, entry in enumerate(players):
        s = g["players"][player]
        if entry.get("completed_round") is None and g["phase"] == Phase.OVER:
            s["completed"] = g["round"]
        if "named" not in entry and not s["named"]:
            s["named"] = default_resource(g, s)
        if entry.get("builder_turns") is None and counts_a_turn(g, player):
            s["builder_turns"] = 1
        if entry.get("watch_round") is None and s["built"] and s["monument"] == OPALEYES_WATCH:
            s["watch_round"] = _default_watch_round(g, s)


def counts_a_turn(g: Any, player: int) -> bool:
    """Whether the running round is one of the player's turns as Master Builder."""
    return bool(int(g["phase"]) in RUNNING and not is_nameless(g) and player == g["builder"])


def _default_watch_round(g: Any, s: Any) -> int:
    """The running round if the Watch is still being filled, else the one before."""
    kinds = [int(entry) & 0xFF for entry in s["pending"][: s["depth"]]]
    last = int(s["completed"]) or int(g["round"]) - (Pending.RESERVE not in kinds)
    return max(last, 1)
