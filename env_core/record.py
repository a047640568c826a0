"""What an environment remembers of the running game: how it began and what was chosen since."""

from __future__ import annotations

from typing import Any

from env_core.game import Game, State
from env_core.states import copy_records


class History:
    """The choices of one game in the order in which they were made; forced steps are not among them.

    Args:
        start: The state in which the game began, before any forced step.

    Attributes:
        actions: Seat and action of each choice.
    """

    def __init__(self, start: State) -> None:
        self.start = copy_records(start)
        self.actions: list[tuple[int, int]] = []

    def record(self, game: Game) -> dict[str, Any]:
        """The game so far in the text notation."""
        return game.record(copy_records(self.start), tuple(self.actions))
