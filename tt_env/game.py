"""Tiny Towns as a game of the contract: the rules with their notation and drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_envs.constructors import with_options
from tabletop_envs.game import Game, State
from tabletop_envs.notation.moves import decision_of
from tt_env.ansi import board
from tt_env.drawing import svg
from tt_env.notation import load, read_record, write_record
from tt_env.notation.action_text import action_text, parse_action, why_illegal
from tt_env.notation.engine import ENGINE
from tt_env.options import TinyTownsOptions
from tt_env.spec import TinyTownsSpec


@with_options(TinyTownsOptions)
class TinyTowns(TinyTownsSpec, Game):
    """Tiny Towns for 1 to 6 players.

    Args:
        **options: See :class:`tt_env.options.TinyTownsOptions`.

    Raises:
        ValueError: If an option has a value that is not allowed.
    """

    title = "Tiny Towns"

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
