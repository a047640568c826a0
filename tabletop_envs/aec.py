"""The PettingZoo AEC environment: players move one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from tabletop_envs.candidates import Candidates
from tabletop_envs.game import Game, Rewards, State
from tabletop_envs.pettingzoo_base import ROW, PettingZooBase


class GameAEC(PettingZooBase, AECEnv[str, Any, Any]):
    """A game in PettingZoo's AEC interface, without wrappers.

    ``infos[agent]["action_mask"]`` is the mask, a copy of what a Dict observation also holds. A player that is not
    selected has the one action ``0`` (wait). All players stay in ``agents`` until the game ends and are terminated
    together; each gets its reward then, once.

    Args:
        game: The game with its options.
        auto_play_forced: Whether a player with one legal action takes it automatically.
        rewards: ``"outcome"``, ``"margin"``, ``"score"``, ``None`` for the usual one, or a :class:`Rewards`.
        observation: ``"dict"``: ``{"observation": ..., "action_mask": ...}``; ``"flat"``: the observation alone, for
            libraries that cannot take a Dict; ``"candidates"``: ``{"candidates": ..., "position": ...,
            "action_mask": ...}``, and actions are numbers of candidates, whose actions are ``infos[agent]["actions"]``.
            The mask is in the infos of all.
        render_mode: ``"human"``, ``"ansi"``, ``"rgb_array"`` or ``None``.
    """

    def __init__(
        self,
        game: Game,
        *,
        auto_play_forced: bool = True,
        rewards: str | Rewards | None = None,
        observation: str = "dict",
        render_mode: str | None = None,
    ) -> None:
        PettingZooBase.__init__(
            self,
            game,
            auto_play_forced=auto_play_forced,
            rewards=rewards,
            observation=observation,
            render_mode=render_mode,
        )
        # PettingZoo's aec_to_parallel asks every player in a fixed order, which these games do not.
        self.metadata["is_parallelizable"] = False
        self._player = -1
        self._found: Candidates | None = None  # of the selected player, if they are shown
        self._nothing = self._view.waiting()

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Starts a game.

        Args:
            seed: Fixes all chance; ``None`` goes on with the environment's own generator.
            options: What is fixed instead of drawn, or ``{"position": ...}``.

        Raises:
            ValueError: If the value of a known key is bad; the running game goes on then.
        """
        self._open(seed, options)
        self._present()

    def load(self, state: State) -> None:
        """Goes on from a state that :meth:`save` returned; the history starts there.

        Through wrappers, call ``last()`` before the next ``step``: they remember the mask that they saw last.

        Raises:
            ValueError: If it is not a state of this game.
        """
        self._place(state)
        self._present()

    def step(self, action: Any, agent: str | None = None) -> None:
        """Takes an action of the selected agent, and ``None`` of agents whose game is over.

        Args:
            action: The action.
            agent: Whose action it is meant to be; ``None``: that of whoever is selected, as PettingZoo has it. Only
                environments without wrappers know this argument.

        Raises:
            IllegalActionError: If the action is not in the mask; the game is as it was before.
            ValueError: If it is not an action at all, or meant for another agent than the selected one.
            KeyError: If there is no such agent.
            ResetNeeded: If no game is running.
        """
        if not self.agents:
            raise ResetNeeded(f"{self.game.name}: no game is running; call reset() first")
        if agent is not None and self.game.player(agent) != self.game.player(self.agent_selection):
            raise ValueError(
                f"step: the action is meant for {agent}, but {self.agent_selection} is selected; "
                "step for env.agent_selection, or leave agent out"
            )
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = self._number(agent, action)
        if self._found is not None:
            number = self._found.read(number, 0, f"{agent}: ")
        self.batch.take(number, agent)
        self._running().actions.append((self._player, number))
        self.infos[agent] = self._view.tell(self._waiting_mask(), self._nothing, 0)
        self._cumulative_rewards[agent] = 0.0
        self._ask()
        self._follow()

    def observe(self, agent: str) -> Any:
        """What an agent sees, at any moment and without side effects.

        Raises:
            KeyError: If there is no such agent.
        """
        player = self.game.player(agent)
        self._running()
        # Wrappers end games on their own and move agent_selection; only `_player` says whose view the batch holds.
        over = self.terminations.get(agent, True)
        if player == self._player and not over:
            return self._view.show(self.batch.observation[0], self._mask(), self._found, 0)
        found = self._view.find(self.batch.games, ROW, np.array([-1 if over else player]), self._waiting)
        return self._view.show(self.batch.observe(player)[0], self._waiting_mask(), found, 0)

    def number(self, action: int) -> int:
        """What :meth:`step` takes for a legal action of the game: the same number, or that of its candidate."""
        return action if self._found is None else self._found.place(action)

    def _present(self) -> None:
        """Everything PettingZoo keeps per agent, for a game that begins."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._view.tell(self._waiting_mask(), self._nothing, 0) for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def _ask(self) -> None:
        """Selects the next agent, or ends the game."""
        self._player = int(self.batch.agent[0])
        if self._player >= 0:
            self.agent_selection = self.possible_agents[self._player]
            self._found = self._view.find(self.batch.games, ROW, self.batch.agent, self.batch.padded_mask)
            self.infos[self.agent_selection] = self._view.tell(self._mask(), self._found, 0)
            return
        self.rewards = self._final_rewards()
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _mask(self) -> npt.NDArray[np.int8]:
        """What the selected player may do, a copy."""
        mask: npt.NDArray[np.int8] = (self.batch.action_mask if self._found is None else self._found.mask)[0].copy()
        return mask


def wrap(raw: GameAEC) -> AECEnv[str, Any, Any]:
    """The environment as PettingZoo's own games have it: an illegal action ends the game and costs the lowest return.

    Args:
        raw: The bare environment; it stays reachable as ``unwrapped``.
    """
    env: AECEnv[str, Any, Any] = TerminateIllegalWrapper(raw, illegal_reward=raw.lowest_return)
    env = AssertOutOfBoundsWrapper(env)
    return OrderEnforcingWrapper(env)
