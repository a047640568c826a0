"""A batch of games as the vector environment that Stable-Baselines3 trains on."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from tabletop_envs.agents import Agent, Mix, make_agents
from tabletop_envs.errors import shown
from tabletop_envs.game import Game, Rewards, State
from tabletop_envs.learning.statistics import margins, win_shares
from tabletop_envs.single_agent_batch import SingleAgentBatch

Step = tuple[npt.NDArray[Any], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]

_NOTHING: dict[str, Any] = {}
"""The info of a game that goes on, shared by all of them."""


class SB3VecEnv(VecEnv):
    """N games with one learner's player each; the other players are played inside ``step``.

    The reward of a step is all that the learner's player earned until its next turn. A game that ends is followed
    by the next one at once. Its last info holds ``terminal_observation``, ``episode`` (``r`` return, ``l`` decisions,
    ``t`` seconds since construction) and ``game`` (share of the win, score, margin, who the opponents were).

    Args:
        game: The game with its options.
        num_games: N.
        opponents: Who plays the other players: an agent, an agent's name or a mix of names.
        rewards: A kind of reward, ``None`` for the game's usual one.
        seed: Fixes all chance from the first reset on; ``None`` asks the system.
        player: The learner's player; drawn for every game if not given.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        opponents: Agent | str = "random",
        rewards: Rewards | str | None = None,
        seed: int | None = None,
        player: int | str = "random",
    ) -> None:
        agent = make_agents(opponents)
        self.game = game
        self.learner = SingleAgentBatch(game, num_games, agent, player=player, rewards=rewards)
        super().__init__(num_games, game.layout.box(game.observation_dtype), spaces.Discrete(game.num_actions))
        if seed is not None:
            self.seed(seed)
        self._met = agent.met(num_games, game.num_players) if isinstance(agent, Mix) else None
        self._name = "" if self._met else str(opponents)
        self._actions: npt.NDArray[np.int64] = np.zeros(num_games, np.int64)
        self._lengths = np.zeros(num_games, np.int64)
        self._begin = time.monotonic()

    def reset(self) -> npt.NDArray[Any]:
        """Starts new games: with the seed and the options set before, else with the rows' next ones."""
        if any(options != self._options[0] for options in self._options):
            raise ValueError("set_options: all games of a batch take the same options")
        self.learner.reset(self._seeds[0], self._options[0] or None)
        self._lengths[:] = 0
        self._reset_seeds()
        self._reset_options()
        self._look()
        return self.observation

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Keeps the learner's actions for :meth:`step_wait`."""
        self._actions = actions

    def step_wait(self) -> Step:
        """Takes the actions and plays until the learner's next turn in every game."""
        learner = self.learner
        learner.step(self._actions)
        self._lengths += 1
        infos = [_NOTHING] * self.num_envs
        ended = np.flatnonzero(learner.done)
        if len(ended):
            for row, info in zip(ended, self._reports(ended), strict=True):
                infos[row] = info
            self._lengths[ended] = 0
        self._look()
        return self.observation, learner.reward.copy(), learner.done.copy(), infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the learner may do in each game, [N, actions]."""
        return self.learner.action_mask.astype(np.bool_)

    @property
    def observation(self) -> npt.NDArray[Any]:
        """What the learner sees in each game, [N, L], as the last step or reset returned it."""
        return self.learner.observation.copy()

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Everything that decides how the games go on, in plain arrays; the opponents keep their own."""
        return {**self.learner.save(), "lengths": self._lengths.copy()}

    def save_shapes(self) -> dict[str, tuple[npt.DTypeLike, tuple[int, ...]]]:
        """Type and shape of each array that :meth:`save` returns."""
        n, record = self.num_envs, self.learner.batch.saved_dtype.itemsize
        return {
            "records": (np.uint8, (n, record)),
            "players": (np.int64, (n,)),
            "decided": (np.bool_, (n,)),
            "lengths": (np.int64, (n,)),
        }

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`save` returned.

        Raises:
            ValueError: If it holds something else.
        """
        self.learner.load(saved)
        self._lengths[:] = saved["lengths"]
        self._reset_seeds()
        self._reset_options()
        self._look()

    def states(self) -> State:
        """The states of all games, one record a row, a copy."""
        return self.learner.states()

    def _look(self) -> None:
        """Finds what :attr:`observation` shows, if that is more than the games' own arrays."""

    def _reports(self, ended: npt.NDArray[np.int64]) -> list[dict[str, Any]]:
        learner = self.learner
        players = learner.final_player[ended]
        here = np.arange(len(ended))
        wins = win_shares(learner.final_winners[ended])[here, players]
        scores = learner.final_scores[ended]
        leads = margins(scores)[here, players]
        now = time.monotonic() - self._begin
        return [
            {
                "terminal_observation": learner.final_observation[row].copy(),
                "episode": {"r": float(learner.reward[row]), "l": int(self._lengths[row]), "t": now},
                "game": (float(wins[k]), int(scores[k, players[k]]), int(leads[k]), self._opponents(row, players[k])),
            }
            for k, row in enumerate(ended)
        ]

    def _opponents(self, row: Any, player: Any) -> str:
        """Who played against the learner on ``player``; several different ones are "mixed"."""
        if self._met is None:
            return self._name
        names = {name for k, name in enumerate(self._met[row]) if k != player}
        return "nobody" if not names else names.pop() if len(names) == 1 else "mixed"

    # -- the rest of the interface -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Nothing is held open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, once for each game.

        Raises:
            AttributeError: If there is no such attribute.
        """
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused: the games of a batch have no attributes of their own."""
        raise AttributeError(f"the games of a batch have no attribute {shown(attr_name)} that could be set one by one")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """The only method of a single game is ``action_masks``.

        Raises:
            AttributeError: If another one is asked for.
        """
        if method_name != "action_masks":
            raise AttributeError(f"the games of a batch have no method {shown(method_name)}; allowed: 'action_masks'")
        masks = self.action_masks()
        return list(masks if indices is None else masks[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped in anything."""
        return [False for _ in self._get_indices(indices)]

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Sets the seed of the next reset; all games follow from it."""
        self._seeds = [seed] * self.num_envs
        return self._seeds

    def _get_indices(self, indices: Any) -> Iterable[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else list(indices)
