"""Moves as text: which are legal, and the actions that carry them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tabletop_envs.arguments import read_action
from tabletop_envs.errors import NotationError, shown
from tabletop_envs.notation.engine import Engine
from tabletop_envs.notation.states import valid_state_of
from tabletop_envs.parsing import one_of
from tabletop_envs.spec import WAIT, GameSpec, State

_EXAMPLES = 3  # legal actions that an error names


class Moves:
    """The moves of a game, each one whole decision of a player.

    Args:
        engine: The rules.
        all_moves: ``all_moves(state, player)``: every legal move of a player with the actions that carry it out.
        actions_of: ``actions_of(state, player, move)``: the actions that carry out a move, given as its text.
    """

    def __init__(
        self,
        engine: Engine,
        all_moves: Callable[[State, int], Iterator[tuple[str, list[int]]]],
        actions_of: Callable[[State, int, str], list[int]],
    ) -> None:
        self._engine = engine
        self._all_moves = all_moves
        self._actions_of = actions_of

    def legal_moves(self, env_or_state: Any, player: int | str | None = None, *, row: int | None = None) -> list[str]:
        """All legal moves of a player, sorted as plain strings; none if the player has nothing to decide.

        Args:
            env_or_state: An environment or batch of any kind, wrapped or not, or a state (a record array of shape
                ``(1,)``).
            player: The player or its name; ``None``: the player to move.
            row: Which game of a vector environment or batch.
        """
        state = self._engine.state_of(env_or_state, row)
        number = self._engine.next_player(state) if player is None else _player(state, player)
        return self.sorted(state, number) if number >= 0 else []

    def sorted(self, state: State, player: int) -> list[str]:
        """All legal moves of a player, sorted as plain strings."""
        return sorted(text for text, _ in self._all_moves(state, player))

    def move_actions(self, env_or_state: Any, player: int | str, move: str) -> list[int]:
        """The actions that carry out a move, one after the other.

        Args:
            env_or_state: As for :func:`legal_moves`, of a single game; it stays as it is.
            player: The player that makes the move, or its name.
            move: The text of the move.

        Raises:
            NotationError: If the text is not a move or the move is not legal; the reason in one line.
        """
        state = self._engine.state_of(env_or_state)
        return self._actions_of(state, _player(state, player), move)


def _player(state: State, player: int | str) -> int:
    return player_of(player, int(state[0]["num_players"]))


def player_of(player: int | str, players: int) -> int:
    """A player's number from its name or number.

    Raises:
        NotationError: If there is no such player.
    """
    names = [f"player_{number}" for number in range(players)]
    if isinstance(player, str) and player in names:
        return names.index(player)
    whole = isinstance(player, int | np.integer) and not isinstance(player, bool)
    if not whole or not 0 <= int(player) < players:
        raise NotationError(f"no player {shown(player)}; allowed: {one_of(names)}")
    return int(player)


def decision_of(game: GameSpec, state: Any, player: int | str, action: int = WAIT) -> tuple[State, int, int]:
    """A state, a player and an action of the action space, as the texts of single actions take them.

    Args:
        game: The game that it is about.
        state: A state, or an environment of one game.
        player: The player or its name.
        action: The action, legal or not.

    Raises:
        TypeError: If it is no state of such a game.
        ValueError: If an array holds what cannot occur in this game, or the game has no such player or action.
    """
    found = valid_state_of(state, lambda _: game, game.dtype, game.name)
    GameSpec.check_state(game, found)
    return found, player_of(player, game.num_players), read_action(action, game.num_actions, game.name)


def parse_action(
    engine: Engine, text_of: Callable[[State, int, int], str], state: State, player: int, text: str
) -> int:
    """The number of the action that a text names, the inverse of ``text_of(state, player, action)``.

    Raises:
        NotationError: If the text names no action.
    """
    action: int
    legal = engine.legal_actions(state, player)
    for action in (*legal, *range(engine.num_actions(state))) if isinstance(text, str) else ():
        if text_of(state, player, action) == text:
            return action
    examples = [text_of(state, player, action) for action in legal[:_EXAMPLES]]
    rest = f" and {len(legal) - _EXAMPLES} more" if len(legal) > _EXAMPLES else ""
    raise NotationError(f"{shown(text)} names no action; allowed now: {one_of(examples)}{rest}")
