"""Carcassonne with The Gold Mines as a game of the contract: the rules with their notation and drawing."""

from __future__ import annotations

from collections.abc import Mapping
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

    action_text = staticmethod(action_text)
    parse_action = staticmethod(parse_action)
    why_illegal = staticmethod(why_illegal)
    record = staticmethod(write_record)
    svg = staticmethod(svg)
    ansi = staticmethod(board)
