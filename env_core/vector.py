"""The Gymnasium VectorEnv: many games in one batch, one learner's seat in each."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces, vector
from gymnasium.error import ResetNeeded
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from env_core.game import WAIT, Game, Rewards
from env_core.learner import LearnerBatch, Opponents
from env_core.screen import Screen, metadata
from env_core.starting import read_count

Info = dict[str, Any]

SAME_STEP: Any = vector.AutoresetMode.SAME_STEP if hasattr(vector, "AutoresetMode") else "SameStep"
"""The autoreset mode in ``metadata``; Gymnasium 1.0 has no name for it."""


class GameVectorEnv(VectorEnv[npt.NDArray[Any], Any, npt.NDArray[Any]]):
    """N games as seen from one seat each; a game that ends is followed by the next one in the same step.

    Observations are flat; the masks are in ``info["action_mask"]``, int8 [N, actions], and come from
    :meth:`action_masks`. Where a game ended, ``info["final_obs"]`` and ``info["final_info"]`` tell about it, as
    Gymnasium's own vector environments do in mode ``SAME_STEP``. Illegal actions raise.

    Args:
        game: The game with its options.
        num_envs: N.
        opponents: Who plays the other seats; see :class:`LearnerBatch`.
        seat: The learner's seat: a number, an agent's name, or ``"random"`` for a new one in every game.
        auto_forced: Whether a seat with one legal action takes it unasked.
        rewards: ``"outcome"``, ``"margin"``, ``"score"``, ``None`` for the usual one, or a :class:`Rewards`.
        render_mode: ``"human"``, ``"ansi"``, ``"rgb_array"`` or ``None``.
    """

    metadata: dict[str, Any] = metadata(autoreset_mode=SAME_STEP)

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        *,
        opponents: Opponents = "random",
        seat: int | str = "random",
        auto_forced: bool = True,
        rewards: str | Rewards | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._screen = Screen(render_mode)
        self.render_mode = render_mode
        self.metadata = metadata(name=game.name, autoreset_mode=SAME_STEP)
        self.game = game
        self.num_envs = num_envs = read_count("num_envs", num_envs)
        self.games = LearnerBatch(game, num_envs, opponents, seat=seat, auto_forced=auto_forced, rewards=rewards)
        self.single_observation_space: spaces.Space[Any] = game.layout.box(game.observation_dtype)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(game.num_actions)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._running = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Info]:
        """Starts a new game in every row.

        Args:
            seed: Fixes all chance of all games; ``None`` goes on with the rows' next games.
            options: What is fixed instead of drawn in these games, but not in those that follow them.

        Returns:
            The observations and the info.

        Raises:
            ValueError: If the value of a known key is bad, or the seed is no whole number: one seeds all games.
        """
        self.games.reset(seed, options)
        super().reset(seed=None if seed is None else int(seed))
        self._running = True
        self._screen.follow(self.game, self.games.batch.games[:1])
        return self.games.observation.copy(), self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Any, npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """Takes one action in every game.

        Returns:
            Observations, rewards, terminations, truncations (never) and the info.

        Raises:
            IllegalActionError: If an action is not legal; no game was stepped then.
            ResetNeeded: If ``reset`` was never called.
        """
        if not self._running:
            raise ResetNeeded(f"{self.game.name}: no game is running; call reset() first")
        self.games.step(actions)
        self._screen.follow(self.game, self.games.batch.games[:1])
        ended = self.games.done.copy()
        info = self._info()
        if ended.any():
            self._tell_ends(info, ended)
        return self.games.observation.copy(), self.games.reward.copy(), ended, np.zeros_like(ended), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, bool [N, actions]."""
        return self.games.action_mask.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """A picture of every table in the render mode chosen at construction."""
        self.games.batch.require_begun()
        games = self.games.batch.games
        frames = tuple(self._screen.render(self.game, games[i : i + 1]) for i in range(self.num_envs))
        return None if self.render_mode in (None, "human") else frames

    def _info(self) -> Info:
        return self._flagged(
            np.ones(self.num_envs, np.bool_), action_mask=self.games.action_mask.copy(), seat=self.games.seat.copy()
        )

    def _tell_ends(self, info: Info, ended: npt.NDArray[np.bool_]) -> None:
        """Adds what Gymnasium's vector environments tell about games that ended."""
        observations = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            observations[i] = self.games.final_observation[i].copy()
        masks = np.zeros_like(self.games.action_mask)
        masks[ended, WAIT] = 1
        result = {
            "action_mask": masks,
            "seat": np.where(ended, self.games.final_seat, 0),
            "scores": np.where(ended[:, None], self.games.final_scores, 0),
            "winners": self.games.final_winners & ended[:, None],
        }
        info.update(self._flagged(ended, final_obs=observations, final_info=self._flagged(ended, **result)))

    @staticmethod
    def _flagged(which: npt.NDArray[np.bool_], **values: Any) -> Info:
        """The values with an array ``_name`` beside each that says which rows have one."""
        return {**values, **{f"_{name}": which.copy() for name in values}}
