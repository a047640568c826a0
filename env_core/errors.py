"""The errors that environments raise."""

from __future__ import annotations

from typing import Any


def shown(value: Any) -> str:
    """A value as an error message quotes it: on one line, cut when it is long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else f"{text[:77]}..."


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
