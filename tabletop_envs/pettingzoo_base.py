"""One game with all its players: what the AEC and the Parallel environment have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from tabletop_envs.arguments import read_action, read_options, read_seed
from tabletop_envs.batch import Batch
from tabletop_envs.game import WAIT, Game, Rewards, State
from tabletop_envs.history import History
from tabletop_envs.masks import padded
from tabletop_envs.render_modes import Screen, metadata
from tabletop_envs.states import as_bytes, checked_state, copy_records
from tabletop_envs.views import View

ROW = np.zeros(1, np.int64)
"""The one row of a batch of one game."""


class PettingZooBase:
    """A game on the table: its record, history, spaces and pictures.

    Args:
        game: The game with its options.
        auto_play_forced: Whether a player with one legal action takes it automatically.
        rewards: As for :class:`Batch`.
        observation: ``"dict"``, ``"flat"`` or ``"candidates"``; see :class:`View`.
        render_mode: ``"human"``, ``"ansi"``, ``"rgb_array"`` or ``None``.

    Attributes:
        state_space: The space of :meth:`state`.
        game: The game.
        batch: The game's record as a batch of one.
        history: The choices so far.
        together: Whether all players that may answer do so at once.
    """

    together: ClassVar[bool] = False

    def __init__(
        self,
        game: Game,
        *,
        auto_play_forced: bool = True,
        rewards: str | Rewards | None = None,
        observation: str = "dict",
        render_mode: str | None = None,
    ) -> None:
        self._view = View(game, observation)
        self.screen = Screen(render_mode)
        self.render_mode = render_mode
        self.metadata = metadata(name=game.name)
        self.game = game
        self.batch = Batch(game, 1, auto_play_forced=auto_play_forced, rewards=rewards)
        self.history: History | None = None
        self._everybody = np.arange(game.num_players, dtype=np.int64)
        self._same_row = np.zeros(game.num_players, np.int64)
        self._waiting = np.zeros((1, padded(game.num_actions)), np.int8)
        self._waiting[0, WAIT] = 1
        self.possible_agents = game.agents
        self.agents: list[str] = []
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: self._view.space() for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self._view.num_actions) for agent in self.possible_agents
        }
        high = np.tile(game.layout.box(game.observation_dtype).high, game.num_players)
        self.state_space: spaces.Space[Any] = spaces.Box(np.zeros_like(high), high, dtype=game.observation_dtype)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What ``agent`` sees, in the form that was chosen."""
        return self.observation_spaces[self.possible_agents[self.game.player(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What ``agent`` may choose from; the mask says what is legal."""
        return self.action_spaces[self.possible_agents[self.game.player(agent)]]

    @property
    def lowest_return(self) -> float:
        """The minimum return of a player."""
        return self.batch.rewards.bounds(self.game)[0]

    def state(self) -> npt.NDArray[Any]:
        """What all players see together, for a central critic: their flat observations one behind the other.

        Player by player from ``player_0`` on, each from its own point of view, so that
        ``state().reshape(num_players, -1)[k]`` is the observation of ``player_k``. It holds the hidden cards and the
        choices of the running simultaneous step of everybody, but nothing that no player knows, such as the order of
        a deck: it is for training, and nothing for an agent that plays.
        """
        self._running()
        game = self.game
        out = np.empty((game.num_players, game.layout.size), game.observation_dtype)
        self.batch.kernels.observe(game.tables, self.batch.games, self._same_row, self._everybody, out)
        return out.reshape(-1)

    def save(self) -> State:
        """The state of the game, a copy."""
        self._running()
        return copy_records(self.batch.games)

    def resample_hidden(self, agent: str, seed: int) -> State:
        """A state that looks the same to ``agent``: all that it may not know is drawn again from ``seed``.

        An honest search steps such states, never what :meth:`save` returns, which holds the real decks and hands. It
        depends on nothing but what the agent may know and on the seed. Agents that decide at the same time have to
        decide again there; ``agent`` moves first, if it has to decide.
        """
        self._running()
        state = copy_records(self.batch.games)
        self.batch.kernels.resample_hidden(self.game.tables, state, 0, self.game.player(agent), read_seed(seed))
        return state

    def heuristic_value(self, agent: str) -> float:
        """The game's own guess of the final score of ``agent``, in points, from what it may know."""
        self._running()
        return float(self.batch.kernels.heuristic_value(self.game.tables, self.batch.games, 0, self.game.player(agent)))

    def record(self) -> dict[str, Any]:
        """The game since the last ``reset`` or ``load`` in the text notation: exactly what was played, no step more.

        Forced steps are in it once they have been taken, by the environment itself or, with ``auto_play_forced=False``,
        by ``step``.
        """
        return self._running().record(self.game)

    def render(self) -> Any:
        """A picture of the whole table in the render mode chosen at construction."""
        self._running()
        return self.screen.render(self.game, self.batch.games)

    def close(self) -> None:
        """Nothing is held open."""

    def _running(self) -> History:
        if self.history is None:
            raise ResetNeeded(f"{self.game.name}: no game has begun; call reset() first")
        return self.history

    def _open(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Starts a game as ``reset`` demands; nothing changes if an option is bad."""
        start = read_options(self.game, options)
        if start.is_position:
            checked_state(self.game, start.state)
        self.batch.seed(seed)
        if start.is_position:
            assert start.state is not None
            self._place(start.state)
            return
        self.batch.deal(ROW, start.state)
        self._settle()

    def _place(self, state: State) -> None:
        clean = checked_state(self.game, state)
        self.batch.seed(None)
        as_bytes(self.batch.games)[:] = as_bytes(clean)
        self._settle()

    def _settle(self) -> None:
        self.history = History(self.batch.games, auto_play_forced=self.batch.auto_play_forced, together=self.together)
        self.batch.refresh(ROW)
        self._follow()

    def _follow(self) -> None:
        """Prints the game in render mode ``human``."""
        if self.render_mode == "human":
            self.screen.follow(self.game, self.batch.games)

    def _final_rewards(self) -> dict[str, float]:
        returns = self.batch.final_returns(ROW)[0]
        return {agent: float(value) for agent, value in zip(self.possible_agents, returns, strict=True)}

    def _number(self, agent: str, action: Any) -> int:
        """The action as a plain number of the action space."""
        return read_action(action, self._view.num_actions, agent)

    def _waiting_mask(self) -> npt.NDArray[np.int8]:
        return self._waiting[0, : self._view.num_actions].copy()
