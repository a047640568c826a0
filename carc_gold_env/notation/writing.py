"""Writing the record of a game from the actions that were taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from carc_gold_env.notation import engine
from carc_gold_env.notation.positions import position
from carc_gold_env.notation.records import result_of
from tabletop_envs.notation import follow
from tabletop_envs.spec import State


def write_record(start: State, actions: Iterable[tuple[int, int]]) -> dict[str, Any]:
    """The record of a game, finished or not.

    A state keeps its whole history, so a game that began at a position is written from its real beginning. What has
    been decided of a move that is not finished stands under ``begun``.

    Args:
        start: The state in which the actions begin.
        actions: ``(player, action)`` pairs in order. Of a finished game, all steps that had only one legal action may
            be missing.

    Raises:
        NotationError: If the actions cannot be taken from the start.
        TypeError: If the start is not a state of Carcassonne.
    """
    state = follow(engine.ENGINE, engine.state_of(start), actions).state
    result = result_of(state)
    return position(state) | ({"result": result} if result else {})
