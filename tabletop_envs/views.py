"""How environments show what a player sees and may do: the choices of the option ``observation``."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tabletop_envs.candidates import Candidates, require_candidates
from tabletop_envs.errors import shown
from tabletop_envs.spec import GameSpec

OBSERVATIONS = ("dict", "flat", "candidates")
"""What the option ``observation`` allows."""


class View:
    """The form of an environment's observations and actions; the action mask is in the infos whatever it is.

    Args:
        game: The game with its options.
        observation: ``"dict"``: ``{"observation": ..., "action_mask": ...}``, as PettingZoo's games have it;
            ``"flat"``: the observation alone, for libraries that cannot take a Dict; ``"candidates"``:
            ``{"candidates": ..., "position": ..., "action_mask": ...}``, and actions are numbers of candidates.

    Attributes:
        num_actions: How many actions an environment has: those of the game, or the most candidates.

    Raises:
        ValueError: If there is no such form.
        NotImplementedError: If it is candidates and the game declares none.
    """

    def __init__(self, game: GameSpec, observation: str) -> None:
        if not isinstance(observation, str) or observation not in OBSERVATIONS:
            allowed = ", ".join(map(repr, OBSERVATIONS))
            raise ValueError(f"observation={shown(observation)} is unknown; allowed: {allowed}")
        if observation == "candidates":
            require_candidates(game)
        self.form = observation
        self.num_actions = game.max_candidates if observation == "candidates" else game.num_actions
        self._game = game

    def space(self) -> spaces.Space[Any]:
        """A new space of the observations of one player."""
        game, mask = self._game, spaces.Box(0, 1, (self.num_actions,), np.int8)
        box = game.layout.box(game.observation_dtype)
        if self.form == "flat":
            return box
        if self.form == "dict":
            return spaces.Dict({"observation": box, "action_mask": mask})
        features, position = (self.num_actions, len(game.candidate_features)), (len(game.position_features),)
        return spaces.Dict(
            {
                "candidates": spaces.Box(-np.inf, np.inf, features, np.float32),
                "position": spaces.Box(-np.inf, np.inf, position, np.float32),
                "action_mask": mask,
            }
        )

    def find(self, games: Any, rows: Any, players: Any, masks: Any) -> Candidates | None:
        """The candidates of any players, as :meth:`Candidates.of` has them, if this form shows them."""
        return Candidates.of(self._game, games, rows, players, masks) if self.form == "candidates" else None

    def waiting(self, n: int = 1) -> Candidates | None:
        """What is left to n players whose game is over, if this form shows candidates."""
        return Candidates.waiting(self._game, n) if self.form == "candidates" else None

    def show(
        self,
        observation: npt.NDArray[Any],
        mask: npt.NDArray[np.int8],
        found: Candidates | None,
        row: Any = slice(None),
    ) -> Any:
        """What an environment returns; works for one player and for many rows at once.

        Args:
            observation: What the game shows, copied unless this form leaves it out.
            mask: The mask of the environment's actions, handed on as it is.
            found: The candidates, if this form shows them; handed on,
            row: those of one decision or of all.
        """
        if self.form == "flat":
            return observation.copy()
        if found is None:
            return {"observation": observation.copy(), "action_mask": mask}
        return {"candidates": found.features[row], "position": found.position[row], "action_mask": mask}

    def tell(self, mask: npt.NDArray[np.int8], found: Candidates | None, row: Any = slice(None)) -> dict[str, Any]:
        """What an info holds of what may be done: the mask as it is, and what actions candidates stand for."""
        told: dict[str, Any] = {"action_mask": mask}
        if found is not None:
            told["actions"] = found.actions[row].copy()
        return told
