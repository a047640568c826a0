"""Carcassonne with The Gold Mines as a game of the contract: the rules with their notation and drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carc_gold_env.ansi import board
from carc_gold_env.drawing import svg
from carc_gold_env.notation import load, read_record, write_record
from carc_gold_env.notation.action_text import action_text, parse_action
from carc_gold_env.notation.engine import ENGINE
from carc_gold_env.notation.reasons import why_illegal
from carc_gold_env.options import CarcassonneOptions
from carc_gold_env.spec import CarcassonneGoldSpec
from tabletop_envs.constructors import with_options
from tabletop_envs.game import Game, State
from tabletop_envs.notation.moves import decision_of


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
        """The action in words."""
        return action_text(*decision_of(self, state, player, action))

    def parse_action(self, state: State, player: int, text: str) -> int:
        """The number of the action that a text names."""
        found, number, _ = decision_of(self, state, player)
        return parse_action(found, number, text)

    def why_illegal(self, state: State, player: int, action: int) -> str:
        """The rule that forbids the action now."""
        return why_illegal(*decision_of(self, state, player, action))

    record = staticmethod(write_record)
    read_record = staticmethod(read_record)
    svg = staticmethod(svg)
    ansi = staticmethod(ENGINE.checking(board))
