"""The contract of a game: its rulebook, words and pictures. Every adapter is written against this page and rulebook.py.

A new game subclasses :class:`Rulebook` with its facts and :class:`Verbs`, and :class:`Game` with its notation and
drawing, which themselves know the rulebook only; nothing in ``env_core`` or ``training`` changes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from env_core.rulebook import WAIT, Field, Layout, Rewards, Rulebook, State, Verbs

__all__ = ["WAIT", "Field", "Game", "Layout", "Rewards", "Rulebook", "State", "Verbs"]


class Game(Rulebook):
    """A game with its options chosen: the rulebook, and what people read and see of it."""

    @abstractmethod
    def read_position(self, position: Mapping[str, Any]) -> State:
        """The state of a position (the value of ``reset(options={"position": ...})``).

        Raises:
            NotationError: If the position is malformed or does not fit the game's options.
        """

    @abstractmethod
    def action_text(self, state: State, seat: int, action: int) -> str:
        """The action in words, as seen by the seat in this state; never fails for ``0 <= action < num_actions``."""

    @abstractmethod
    def parse_action(self, state: State, seat: int, text: str) -> int:
        """The number of the action that ``text`` names in this state; inverse of :meth:`action_text`.

        Raises:
            NotationError: If the text names no action.
        """

    @abstractmethod
    def why_illegal(self, state: State, seat: int, action: int) -> str:
        """One clause that says why the rules do not allow the action now."""

    @abstractmethod
    def record(self, start: State, actions: Sequence[tuple[int, int]]) -> dict[str, Any]:
        """The record (text notation) of a game, finished or not.

        Args:
            start: The state right after the reset.
            actions: ``(seat, action)`` pairs: every step that was taken, forced ones included, and no more than
                these; each seat's own order matters.
        """

    @abstractmethod
    def svg(self, state: State, seat: int | None = None) -> str:
        """A drawing of the state: all of it, or what ``seat`` may see."""

    @abstractmethod
    def ansi(self, state: State, seat: int | None = None) -> str:
        """The state as text for a terminal: all of it, or what ``seat`` may see."""
