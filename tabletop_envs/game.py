"""The contract of a game: its spec, words and pictures. Every adapter is written against this page and spec.py.

A new game subclasses :class:`GameSpec` with its facts and :class:`RuleFunctions`, and :class:`Game` with its notation
and drawing, which use the spec alone; nothing in ``tabletop_envs`` changes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tabletop_envs.errors import IllegalActionError
from tabletop_envs.spec import WAIT, Field, GameSpec, Layout, Rewards, RuleFunctions, State

__all__ = ["WAIT", "Field", "Game", "GameSpec", "Layout", "Rewards", "RuleFunctions", "State"]


class Game(GameSpec):
    """A game with its options chosen: the spec, and what people read and see of it."""

    title: ClassVar[str]
    """Its name in print."""

    @abstractmethod
    def read_position(self, position: Mapping[str, Any]) -> State:
        """The state of a position (the value of ``reset(options={"position": ...})``).

        Raises:
            NotationError: If the position is malformed or does not fit the game's options.
        """

    @abstractmethod
    def action_text(self, state: State, player: int, action: int) -> str:
        """The action in words, as seen by the player in this state; never fails for ``0 <= action < num_actions``."""

    @abstractmethod
    def parse_action(self, state: State, player: int, text: str) -> int:
        """The number of the action that ``text`` names in this state; inverse of :meth:`action_text`.

        Raises:
            NotationError: If the text names no action.
        """

    @abstractmethod
    def why_illegal(self, state: State, player: int, action: int) -> str:
        """One clause that says why the rules do not allow the action now."""

    def illegal(self, state: State, player: int, action: int, legal: int, where: str) -> IllegalActionError:
        """The error for an action that a player may not take.

        Args:
            state: The state, which stays as it is.
            player: The player; -1 if the game is over.
            action: An action of the action space.
            legal: How many actions are legal instead.
            where: What the message begins with.
        """
        text = self.action_text(state, max(player, 0), action)
        reason = self.why_illegal(state, player, action) if player >= 0 else "the game is over"
        return IllegalActionError(action, text, reason, legal, where)

    @abstractmethod
    def record(self, start: State, actions: Sequence[tuple[int, int]]) -> dict[str, Any]:
        """The record (text notation) of a game, finished or not.

        Args:
            start: The state right after the reset.
            actions: ``(player, action)`` pairs: every step that was taken, forced ones included, and no more than
                these; each player's own order matters.
        """

    def read_record(self, record: Mapping[str, Any]) -> tuple[State, list[tuple[int, int]]]:
        """The start and the steps of a record, forced ones included; inverse of :meth:`record`.

        Games that read no records need not have it; entries to a ladder are made of them.

        Raises:
            NotationError: If the record is malformed or a move is not legal; one line.
            NotImplementedError: If the game reads no records.
        """
        raise NotImplementedError(f"{self.name} reads no records")

    @abstractmethod
    def svg(self, state: State, player: int | None = None) -> str:
        """A drawing of the state: all of it, or what ``player`` may see."""

    @abstractmethod
    def ansi(self, state: State, player: int | None = None) -> str:
        """The state as text for a terminal: all of it, or what ``player`` may see."""
