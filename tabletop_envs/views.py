"""How environments show what a player sees: the choices of the option ``observation``."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tabletop_envs.errors import shown
from tabletop_envs.spec import GameSpec

OBSERVATIONS = ("dict", "flat")
"""What the option ``observation`` allows."""


class View:
    """The form of an environment's observations; the action mask is in the infos whatever it is.

    Args:
        game: The game with its options.
        observation: ``"dict"``: ``{"observation": ..., "action_mask": ...}``, as PettingZoo's games have it;
            ``"flat"``: the observation alone, for libraries that cannot take a Dict.

    Raises:
        ValueError: If there is no such form.
    """

    def __init__(self, game: GameSpec, observation: str) -> None:
        if not isinstance(observation, str) or observation not in OBSERVATIONS:
            allowed = ", ".join(map(repr, OBSERVATIONS))
            raise ValueError(f"observation={shown(observation)} is unknown; allowed: {allowed}")
        self.form = observation
        self._game = game

    def space(self) -> spaces.Space[Any]:
        """A new space of the observations of one player."""
        game = self._game
        box = game.layout.box(game.observation_dtype)
        if self.form == "flat":
            return box
        return spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8)})

    def show(self, observation: npt.NDArray[Any], mask: npt.NDArray[np.int8]) -> Any:
        """What an environment returns; works for one player and for many rows at once."""
        return observation if self.form == "flat" else {"observation": observation, "action_mask": mask}
