"""The errors that environments raise, and how their messages quote what a caller gave."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from itertools import islice
from typing import Any

LONGEST = 80
"""The most characters of a value that a message quotes."""

_NAMED = 5  # values of a list that a message quotes
_LARGEST = 256  # bits of an integer that is written out; Python refuses to write those of many digits


class _Short(reprlib.Repr):
    """``repr`` that looks only at the beginning of large values, however deep or large they are."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 8
        self.maxdict = self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdeque = LONGEST // 2
        self.maxarray = self.maxlong = self.maxstring = self.maxother = LONGEST

    def repr_int(self, x: int, level: int) -> str:
        """An integer, or its size."""
        return repr(x) if x.bit_length() <= _LARGEST else f"<integer of {x.bit_length()} bits>"

    def repr_str(self, x: str, level: int) -> str:
        """The beginning of a text."""
        return repr(x[: self.maxstring])

    def repr_bytes(self, x: bytes, level: int) -> str:
        """The beginning of bytes."""
        return repr(x[: self.maxstring])

    repr_bytearray = repr_bytes

    def repr_instance(self, x: Any, level: int) -> str:
        """Any other value as it shows itself, or its type where it cannot."""
        try:
            return repr(x)
        except Exception:  # whatever a stranger's __repr__ raises
            return f"<{type(x).__name__}>"


_SHORT = _Short()


def one_line(text: str, longest: int = LONGEST) -> str:
    """A text on one line that every terminal can print, cut when it is long."""
    line = " ".join(text[: 2 * longest].split())
    line = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
    return line if len(line) <= longest and len(text) <= 2 * longest else f"{line[: longest - 3]}..."


def shown(value: Any) -> str:
    """A value as an error message quotes it: on one line, cut when it is long. Never fails, whatever the value is."""
    try:
        return one_line(_SHORT.repr(value))
    except Exception:  # a type that only pretends to be one of Python's own
        return one_line(f"<{type(value).__name__}>")


def explain(error: OSError | ValueError) -> str:
    """What went wrong with a file, in a few words: the path, cut when it is long, and the system's reason."""
    if isinstance(error, OSError) and error.strerror:
        return f"{shown_path(error.filename)}: {error.strerror}" if error.filename else error.strerror
    return shown_path(error)


def shown_path(path: object) -> str:
    """A path or a text as a message quotes it: on one line, without quotes, cut when it is long."""
    text = " ".join(str(path).split())
    return text if len(text) <= 200 and text.isprintable() else shown(text)


def listed(values: Iterable[Any]) -> str:
    """Some values as an error message quotes them, with how many more there are."""
    rest = iter(values)
    first = [shown(value) for value in islice(rest, _NAMED)]
    more = sum(1 for _ in rest)
    return ", ".join(first) + (f" and {more} more" if more else "")


class IllegalActionError(ValueError):
    """An action that the rules do not allow; the game is exactly as it was before.

    Attributes:
        action: The action's number.
        text: The action in words.
        reason: Why it is not allowed.
        legal: How many actions are legal instead.
    """

    def __init__(self, action: int, text: str, reason: str, legal: int, where: str = "") -> None:
        self.action = action
        self.text = text
        self.reason = reason
        self.legal = legal
        super().__init__(
            f"{where}illegal action {action} ({text}): {reason}; {legal} actions are legal, see the action mask"
        )


class NotationError(ValueError):
    """A position, record or move text that cannot be read; one line that names the place and what was allowed."""
