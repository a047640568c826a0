"""What the text notations of all games share: the rules on a single state, lists of moves, and writing records."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from tabletop_envs.notation.engine import Engine
from tabletop_envs.notation.moves import Moves
from tabletop_envs.notation.states import state_of
from tabletop_envs.notation.writing import follow

__all__ = ["Engine", "Moves", "fingerprint", "follow", "state_of"]


def fingerprint(legal: Iterable[str]) -> str:
    """12 hexadecimal digits that stand for a list of moves (the order does not matter)."""
    return hashlib.sha256("\n".join(sorted(legal)).encode("ascii")).hexdigest()[:12]
