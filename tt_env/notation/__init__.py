"""Positions, moves and whole games of Tiny Towns as text, both ways."""

from __future__ import annotations

from tabletop_envs.notation import fingerprint
from tt_env.notation.moves import legal_moves, move_actions
from tt_env.notation.positions import load, position
from tt_env.notation.records import decisions, final_state, read_record, replay, start_of
from tt_env.notation.scores import constructions, score
from tt_env.notation.writing import write_record

__all__ = [
    "constructions",
    "decisions",
    "final_state",
    "fingerprint",
    "legal_moves",
    "load",
    "move_actions",
    "position",
    "read_record",
    "replay",
    "score",
    "start_of",
    "write_record",
]
