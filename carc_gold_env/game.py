"""Carcassonne with The Gold Mines as a game of the contract: the rulebook with its notation and drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carc_gold_env.ansi import board
from carc_gold_env.drawing import svg
from carc_gold_env.notation import load, write_record
from carc_gold_env.notation.action_text import action_text, parse_action
from carc_gold_env.notation.reasons import why_illegal
from carc_gold_env.options import CarcassonneOptions
from carc_gold_env.spec import CarcassonneGoldSpec
from tabletop_envs.constructors import with_options
from tabletop_envs.game import Game, State


@with_options(CarcassonneOptions)
class CarcassonneGold(CarcassonneGoldSpec, Game):
    """Carcassonne with The Gold Mines for 2 to 5 players.

    Args:
        **options: See :class:`carc_gold_env.options.CarcassonneOptions`.

    Raises:
        ValueError: If an option has a value that is not allowed.
    """

    title = "Carcassonne with The Gold Mines"

    def read_position(self, position: Mapping[str, Any]) -> State:
        """The state of a position in the notation."""
        return load(position, self)

    def action_text(self, state: State, player: int, action: int) -> str:
        """The action in words: ``E (0,-1)``."""
        return action_text(state, player, action)

    def parse_action(self, state: State, player: int, text: str) -> int:
        """The number of the action that a text names."""
        return parse_action(state, player, text)

    def why_illegal(self, state: State, player: int, action: int) -> str:
        """The rule that forbids the action now."""
        return why_illegal(state, player, action)

    def record(self, start: State, actions: Sequence[tuple[int, int]]) -> dict[str, Any]:
        """The record of a game, finished or not."""
        return write_record(start, actions)

    def svg(self, state: State, player: int | None = None) -> str:
        """A drawing of the board and the players, or of what a player may see."""
        return svg(state, player)

    def ansi(self, state: State, player: int | None = None) -> str:
        """The board and the players as text."""
        return board(state, player)
