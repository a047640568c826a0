"""The rules of a game as its notation uses them: on one state, from Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import shown
from tabletop_envs.kernels import Kernels, kernels_of
from tabletop_envs.notation.states import valid_state_of
from tabletop_envs.spec import GameSpec, State
from tabletop_envs.states import copy_records

Mask = npt.NDArray[np.int8]
P = ParamSpec("P")
R = TypeVar("R")


class Engine:
    """The rules of one game, with whatever options a state was made.

    Args:
        game: The rules; ``game()`` must make some game of it.
        title: The game's name in error messages.
    """

    def __init__(self, game: type[GameSpec], title: str) -> None:
        self._game = game
        self._title = title

    def require_game(self, game: Any) -> None:
        """Refuses what is no game whose options a position could have to fit.

        Raises:
            TypeError: If it is none.
        """
        if not isinstance(game, self._game):
            raise TypeError(f"game: expected a game of {self._title}, as env.unwrapped.game is one, not {shown(game)}")

    @cached_property
    def _any(self) -> GameSpec:
        """Some game of this kind: tables and kernels are the same for all."""
        return self._game()

    @property
    def _tables(self) -> npt.NDArray[Any]:
        return self._any.tables

    @cached_property
    def _kernels(self) -> Kernels:
        """The compiled loops that the environments use too."""
        return kernels_of(self._any)

    def state_of(self, env_or_state: Any, row: int | None = None) -> State:
        """The state of an environment (of game ``row``, where there are several), or the state itself.

        Raises:
            TypeError: If it is neither.
            ValueError: If there is no such row, or an array holds what cannot occur in a game.
        """
        return valid_state_of(env_or_state, self._game.of, self._game.dtype, self._title, row)

    def checking(self, function: Callable[P, R]) -> Callable[P, R]:
        """A function whose first argument is a state, for states from anywhere; see :meth:`state_of`."""

        @wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            state, *rest = args
            return function(self.state_of(state), *rest, **kwargs)  # type: ignore[arg-type]

        return checked

    def num_actions(self, state: State) -> int:
        """How many actions the game has."""
        return self._any.num_actions

    def reset(self, state: State, seed: int) -> None:
        """Draws what the template leaves open and begins the game."""
        self._kernels.reset(self._tables, state, 0, np.uint64(seed))

    def next_player(self, state: State) -> int:
        """The player that moves next in the written order, -1 when the game is over."""
        return int(self._kernels.next_player(self._tables, state, 0))

    def may_answer(self, state: State, player: int) -> bool:
        """Whether the player may answer in the running step, whoever moves first in the written order."""
        return bool((int(self._kernels.to_act(self._tables, state, 0)) >> player) & 1)

    def mid_move(self, state: State, player: int) -> bool:
        """Whether the player is inside a move that takes several actions."""
        return bool(self._kernels.mid_move(self._tables, state, 0, player))

    def mask_of(self, state: State, player: int) -> Mask:
        """The action mask of a player."""
        mask = np.zeros(self.num_actions(state), np.int8)
        self._kernels.legal(self._tables, state, 0, player, mask)
        return mask

    def legal_actions(self, state: State, player: int) -> list[int]:
        """The numbers of a player's legal actions."""
        return [int(action) for action in np.flatnonzero(self.mask_of(state, player))]

    def step(self, state: State, player: int, action: int) -> None:
        """Carries out a legal action."""
        self._kernels.step(self._tables, state, 0, player, action)

    def after(self, state: State, player: int, action: int) -> State:
        """The state that a legal action leads to; the given one stays as it is."""
        following = copy_records(state)
        self.step(following, player, action)
        return following
