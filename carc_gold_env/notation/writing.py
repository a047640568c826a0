"""Writing the record of a game from the actions that were taken."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from carc_gold_env.notation import engine
from carc_gold_env.notation.positions import position
from carc_gold_env.notation.records import result_of
from tabletop_envs import notation
from tabletop_envs.errors import NotationError
from tabletop_envs.spec import State
from tabletop_envs.states import clean_records


class _DoesNotFollowError(Exception):
    """An action is not legal where it would have to be taken."""


def write_record(start: State, actions: Iterable[tuple[int, int]]) -> dict[str, Any]:
    """The record of a game, finished or not.

    A state keeps its whole course, so a game that began at a position is written from its real beginning. What has
    been decided of a move that is not finished stands under ``begun``.

    Args:
        start: The state in which the actions begin.
        actions: ``(player, action)`` pairs in order. Of a finished game, all steps that had only one legal action may
            be missing.

    Raises:
        NotationError: If the actions cannot be taken from the start.
        TypeError: If the start is not a state of Carcassonne.
    """
    start = engine.state_of(start)
    taken = notation.read_actions(actions, int(start[0]["num_players"]))
    for forced_are_missing in (False, True):
        try:
            state = _play(start, deque(taken), forced_are_missing)
        except _DoesNotFollowError:
            continue
        result = result_of(state)
        return position(state) | ({"result": result} if result else {})
    raise NotationError("the actions do not follow from the start; each must be legal when its player is asked")


def _play(start: State, taken: deque[tuple[int, int]], forced_are_missing: bool) -> State:
    state = clean_records(start)
    while (player := engine.next_player(state)) >= 0:
        legal = engine.legal_actions(state, player)
        if forced_are_missing and len(legal) == 1:
            engine.step(state, player, legal[0])
            continue
        if not taken:
            return state
        who, action = taken.popleft()
        if who != player or action not in legal:
            raise _DoesNotFollowError
        engine.step(state, player, action)
    if taken:
        raise _DoesNotFollowError
    return state
