"""Positions, moves and whole games of Carcassonne with The Gold Mines as text, both ways."""

from __future__ import annotations

from carc_gold_env.notation.moves import legal_moves, move_actions
from carc_gold_env.notation.positions import load, position
from carc_gold_env.notation.records import decisions, final_state, read_record, replay, start_of
from carc_gold_env.notation.writing import write_record
from tabletop_envs.notation import fingerprint

__all__ = [
    "decisions",
    "final_state",
    "fingerprint",
    "legal_moves",
    "load",
    "move_actions",
    "position",
    "read_record",
    "replay",
    "start_of",
    "write_record",
]
