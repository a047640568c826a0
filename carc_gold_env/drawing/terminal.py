"""Colours of a terminal of 256 colours, by letter."""

from __future__ import annotations

from itertools import groupby

_INKS = {"#": 173, "S": 33, ".": 71, "o": 188, "=": 188, "M": 203, "$": 220}
_ROADS = dict.fromkeys("-|/\\", 188)
_PLACES = dict.fromkeys("+r", 178)
_ALL = _INKS | _ROADS | _PLACES


def coloured(words: str) -> str:
    """A line of the board with every letter in its colour."""
    return "".join(
        f"\x1b[38;5;{ink}m{''.join(run)}\x1b[0m" if ink else "".join(run)
        for ink, run in groupby(words, lambda letter: _ALL.get(letter, 0))
    )
