"""What an environment remembers of the running game: how it began, what was chosen since, and so every step of it."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from tabletop_envs.batch import Batch
from tabletop_envs.game import Game, State
from tabletop_envs.states import as_bytes, copy_records

Step = tuple[int, int]
"""A player's number and its action."""

_ROW = np.zeros(1, np.int64)


class History:
    """The choices of one game in the order in which they were made; forced steps are not among them.

    Args:
        start: The state in which the game began, before any forced step.
        auto_play_forced: Whether the environment took forced steps by itself; if not, they are choices like any other.
        together: Whether all players that may answer did so at once, so that some may be ahead of others.

    Attributes:
        actions: Player and action of each choice.
    """

    def __init__(self, start: State, *, auto_play_forced: bool = True, together: bool = False) -> None:
        # As bytes: what copies or pickles records leaves the padding between their fields to chance.
        self._start, self._dtype = as_bytes(copy_records(start)), start.dtype
        self.actions: list[Step] = []
        self._auto_play_forced = auto_play_forced
        self._together = together

    @property
    def start(self) -> State:
        """A copy of the state in which the game began."""
        return self._start.copy().view(self._dtype).reshape(1)

    def record(self, game: Game) -> dict[str, Any]:
        """The game so far in the text notation."""
        return game.record(self.start, tuple(self.steps(game)))

    def steps(self, game: Game) -> list[Step]:
        """Every step that was taken, forced ones included and none ahead of the state.

        They are in the order in which players move one by one; steps ahead of that order stand at the end.
        """
        left: list[deque[int]] = [deque() for _ in range(game.num_players)]
        for player, choice in self.actions:
            left[player].append(choice)
        batch = Batch(game, 1, auto_play_forced=False)
        as_bytes(batch.games)[:] = self._start
        batch.refresh(_ROW)
        found: list[Step] = []
        while (player := int(batch.agent[0])) >= 0:
            action = self._next(batch.action_mask[0], left[player])
            if action is None:
                break
            batch.take(action, game.agents[player])
            found.append((player, action))
        return found + (self._steps_ahead(batch, left) if self._together else [])

    def _steps_ahead(self, batch: Batch, left: list[deque[int]]) -> list[Step]:
        """The steps of players that have answered while another one, which moves before them, has not."""
        tables, kernels = batch.game.tables, batch.kernels
        mask = np.zeros(batch.game.num_actions, np.int8)
        found: list[Step] = []
        for player, own in enumerate(left):
            while (kernels.to_act(tables, batch.games, 0) >> player) & 1:
                kernels.legal(tables, batch.games, 0, player, mask)
                action = self._next(mask, own)
                if action is None:
                    break
                kernels.step(tables, batch.games, 0, player, action)
                found.append((player, action))
        return found

    def _next(self, mask: Any, left: deque[int]) -> int | None:
        """A player's next step: the forced one, else its next choice; ``None`` if it has not made it yet."""
        if self._auto_play_forced and mask.sum() == 1:
            return int(mask.argmax())
        return left.popleft() if left else None
