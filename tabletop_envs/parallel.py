"""The PettingZoo Parallel environment: all players answer at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from pettingzoo import ParallelEnv

from tabletop_envs.candidates import Candidates
from tabletop_envs.errors import IllegalActionError, listed, shown
from tabletop_envs.game import WAIT, Game, Rewards, State
from tabletop_envs.kernels import NONE
from tabletop_envs.masks import padded
from tabletop_envs.pettingzoo_base import ROW, PettingZooBase
from tabletop_envs.states import copy_records

Observations = dict[str, Any]
Infos = dict[str, dict[str, Any]]
ILLEGAL = ("terminate", "raise")


def read_illegal(illegal: str) -> bool:
    """Whether an illegal action raises (``"raise"``) instead of ending the game (``"terminate"``).

    Raises:
        ValueError: If it is neither.
    """
    if not isinstance(illegal, str) or illegal not in ILLEGAL:
        raise ValueError(f"illegal={shown(illegal)} is unknown; allowed: {', '.join(map(repr, ILLEGAL))}")
    return illegal == "raise"


class GameParallel(PettingZooBase, ParallelEnv[str, Any, Any]):
    """A game in PettingZoo's Parallel interface: every step takes an action of every agent.

    An agent with nothing to decide has the one action ``0`` (wait). The same choices make the same game as in the AEC
    environment. ``infos[agent]["action_mask"]`` is the mask, which a Dict observation also holds. Where players with
    one legal action are not asked (``auto_play_forced``), a wait tells that somebody else has a choice, be it a hidden
    one.

    Args:
        game: The game with its options.
        auto_play_forced: Whether a player with one legal action takes it automatically.
        rewards: ``"outcome"``, ``"margin"``, ``"score"``, ``None`` for the usual one, or a :class:`Rewards`.
        observation: ``"dict"``: ``{"observation": ..., "action_mask": ...}``; ``"flat"``: the observation alone;
            ``"candidates"``: ``{"candidates": ..., "position": ..., "action_mask": ...}``, and actions are numbers of
            candidates, whose actions are ``infos[agent]["actions"]``.
        illegal: ``"terminate"``: an illegal action ends the game for all, costs the offender the lowest return and is
            told in ``info["illegal_action"]``; ``"raise"``: it raises.
        render_mode: ``"human"``, ``"ansi"``, ``"rgb_array"`` or ``None``.
    """

    together = True

    def __init__(
        self,
        game: Game,
        *,
        auto_play_forced: bool = True,
        rewards: str | Rewards | None = None,
        observation: str = "dict",
        illegal: str = "terminate",
        render_mode: str | None = None,
    ) -> None:
        self._raises = read_illegal(illegal)
        PettingZooBase.__init__(
            self,
            game,
            auto_play_forced=auto_play_forced,
            rewards=rewards,
            observation=observation,
            render_mode=render_mode,
        )
        players = game.num_players
        self.metadata["is_parallelizable"] = True
        self._masks = np.zeros((players, padded(game.num_actions)), np.int8)
        self._observations = np.zeros((players, game.layout.size), game.observation_dtype)
        self._nobody = np.full(players, -1, np.int64)
        self._found: Candidates | None = None  # of all players, if they are shown

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Starts a game; see :meth:`GameAEC.reset`."""
        self._open(seed, options)
        return self._present()

    def load(self, state: State) -> tuple[Observations, Infos]:
        """Goes on from a state that :meth:`save` returned; the history starts there.

        Returns:
            What ``reset`` returns.

        Raises:
            ValueError: If it is not a state of this game.
        """
        self._place(state)
        return self._present()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Takes one action of every agent.

        Args:
            actions: One for each agent; ``0`` for those that have nothing to decide.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent.

        Raises:
            IllegalActionError: If an action is not in the mask and ``illegal="raise"``; the game is as it was before.
            ValueError: If an agent's action is missing or no action at all, or an agent does not exist.
            ResetNeeded: If no game is running.
        """
        if not self.agents:
            raise ResetNeeded(f"{self.game.name}: no game is running; call reset() first")
        orders = self._read(actions)
        offence = self._offence(orders)
        if offence is not None:
            return self._forfeit(*offence)
        if self._found is not None:
            orders = self._found.take(orders)
        history = self._running()
        for player, action in enumerate(orders.tolist()):
            if action != WAIT:
                history.actions.append((player, action))
        running = self._together(orders)
        self._follow()
        observations, infos = self._views(running=bool(running))
        if running:
            return observations, self._each(0.0), self._each(False), self._each(False), infos
        self.batch.refresh(ROW)
        rewards = self._final_rewards()
        outcome = observations, rewards, self._each(True), self._each(False), infos
        self.agents = []
        return outcome

    def observe(self, agent: str) -> Any:
        """What an agent sees and may do, at any moment and without side effects.

        Raises:
            KeyError: If there is no such agent.
        """
        self._running()
        player = self.game.player(agent)
        return self._view.show(self._observations[player], self._mask(player), self._found, player)

    def _present(self) -> tuple[Observations, Infos]:
        self.agents = list(self.possible_agents)
        self._together(np.full(self.game.num_players, NONE, np.int64))
        return self._views()

    def _together(self, orders: Any) -> int:
        return self.batch.kernels.together(
            self.game.tables,
            self.batch.games,
            orders,
            self.batch.auto_play_forced,
            self.game.num_actions,
            self._masks,
            self._observations,
        )

    def _read(self, actions: Mapping[str, Any]) -> Any:
        if not isinstance(actions, Mapping):
            raise ValueError(
                f"actions: expected a dict with one of each of {', '.join(self.agents)}, not {shown(actions)}"
            )
        missing = [agent for agent in self.agents if agent not in actions]
        unknown = [agent for agent in actions if not isinstance(agent, str) or agent not in self.agents]
        if missing or unknown:
            raise ValueError(
                f"actions: expected one of each of {', '.join(self.agents)}; "
                f"missing: {', '.join(missing) or 'none'}; unknown: {listed(unknown) or 'none'}"
            )
        return np.array([self._number(agent, actions[agent]) for agent in self.agents], np.int64)

    def _offence(self, orders: Any) -> tuple[str, IllegalActionError] | None:
        """The first agent that may not do what it chose, with the error."""
        for player, action in enumerate(orders.tolist()):
            legal = self._legal(player)
            if not legal[action]:
                agent, state = self.possible_agents[player], copy_records(self.batch.games)
                if self._found is not None:
                    return agent, self._found.illegal(action, player, f"{agent}: ")
                return agent, self.game.illegal(state, player, action, int(legal.sum()), f"{agent}: ")
        return None

    def _forfeit(
        self, agent: str, error: IllegalActionError
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Ends the game at the offender's cost; the record stays as it is."""
        if self._raises:
            raise error
        for row in self._masks:
            row[:] = 0
            row[WAIT] = 1
        observations, infos = self._views(running=False)
        infos[agent]["illegal_action"] = str(error)
        rewards = self._each(0.0)
        rewards[agent] = self.lowest_return
        outcome = observations, rewards, self._each(True), self._each(False), infos
        self.agents = []
        return outcome

    def _each(self, value: Any) -> dict[str, Any]:
        return dict.fromkeys(self.possible_agents, value)

    def _legal(self, player: int) -> npt.NDArray[np.int8]:
        """The mask of a player's choices, not to be handed out."""
        masks = self._masks if self._found is None else self._found.mask
        legal: npt.NDArray[np.int8] = masks[player, : self._view.num_actions]
        return legal

    def _mask(self, player: int) -> npt.NDArray[np.int8]:
        return self._legal(player).copy()

    def _views(self, running: bool = True) -> tuple[Observations, Infos]:
        players = self._everybody if running else self._nobody
        self._found = self._view.find(self.batch.games, self._same_row, players, self._masks)
        observations, infos = {}, {}
        for player, agent in enumerate(self.possible_agents):
            mask = self._mask(player)
            observations[agent] = self._view.show(self._observations[player], mask, self._found, player)
            infos[agent] = self._view.tell(mask, self._found, player)
        return observations, infos
