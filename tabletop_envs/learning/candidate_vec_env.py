"""The batch of games that Stable-Baselines3 trains on, with candidates for observations and for actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tabletop_envs.agents import Agent
from tabletop_envs.candidates import Candidates
from tabletop_envs.game import Game, Rewards
from tabletop_envs.learning.candidate_policy import Shape, ranking_of, rows_of
from tabletop_envs.learning.sb3_vec_env import SB3VecEnv, Step


class CandidateVecEnv(SB3VecEnv):
    """As :class:`SB3VecEnv`, but the learner chooses among the candidates of its decisions.

    An observation is a row of numbers as :func:`rows_of` makes it, an action is a candidate's number.

    Args:
        game: The game with its options; it must declare candidates.
        num_games: N.
        opponents: Who plays the other players.
        rewards: A kind of reward.
        seed: Fixes all chance from the first reset on.
        player: The learner's player; drawn for every game if not given.
        shaped: Whether each reward also holds by how much the worth of the position (by :func:`ranking_of`, in the unit
            of ``rewards``) has changed since the last decision. Over a game the sum stays the same.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        opponents: Agent | str = "random",
        rewards: Rewards | str | None = None,
        seed: int | None = None,
        player: int | str = "random",
        shaped: bool = False,
    ) -> None:
        super().__init__(game, num_games, opponents, rewards, seed, player)
        shape = Shape.of(game)
        self.observation_space = spaces.Box(-np.inf, np.inf, (shape.size,), np.float32)
        self.action_space = spaces.Discrete(shape.candidates)
        self._shaped = shaped
        self._ranking = ranking_of(game)
        self._found = Candidates.empty(game, num_games)
        self._potential = np.zeros(num_games, np.float32)

    def reset(self) -> npt.NDArray[Any]:
        """Starts new games; see :meth:`SB3VecEnv.reset`."""
        shown = super().reset()
        self._potential[:] = 0
        return shown

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Keeps the learner's choices for :meth:`step_wait`."""
        super().step_async(self._found.take(actions))

    def step_wait(self) -> Step:
        """Takes the actions and plays until the learner is asked again in every game."""
        shown, rewards, done, infos = super().step_wait()
        if self._shaped:
            now = np.where(done, 0, self._position_worth()).astype(np.float32)
            rewards = rewards + now - self._potential
            self._potential = now
        for row in np.flatnonzero(done):
            # Games end by themselves and are never cut off: nobody asks what this last position is worth.
            infos[row]["terminal_observation"] = shown[row]
        return shown, rewards, done, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which candidates there are, [N, K]."""
        return self._found.mask.astype(np.bool_)

    @property
    def observation(self) -> npt.NDArray[Any]:
        """The candidates in each game as rows, as the last step or reset returned them."""
        return rows_of(self._found)

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Everything that decides how the games go on, in plain arrays."""
        return {**super().save(), "potential": self._potential.copy()}

    def save_shapes(self) -> dict[str, tuple[npt.DTypeLike, tuple[int, ...]]]:
        """Type and shape of each array that :meth:`save` returns."""
        return {**super().save_shapes(), "potential": (np.float32, (self.num_envs,))}

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`save` returned.

        Raises:
            ValueError: If it holds something else.
        """
        super().load(saved)
        self._potential[:] = saved["potential"]

    def _look(self) -> None:
        self._found = self.learner.batch.candidates()

    def _position_worth(self) -> npt.NDArray[np.float32]:
        """What the positions are worth by the ranking, in rewards."""
        rewards = self.learner.batch.rewards
        lead = self._found.position[:, : len(self._ranking)] @ self._ranking / np.float32(rewards.scale)
        # Of an outcome it is as good a guess as it can be: a lead that large wins.
        return np.clip(lead, -1, 1) if rewards.kind == "outcome" else lead
