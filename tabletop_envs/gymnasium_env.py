"""The Gymnasium environment: one player acts, the others are played inside ``step``."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from tabletop_envs.arguments import read_action
from tabletop_envs.game import WAIT, Game, Rewards, State
from tabletop_envs.parallel import read_illegal
from tabletop_envs.pettingzoo_base import ROW
from tabletop_envs.render_modes import Screen, metadata
from tabletop_envs.single_agent_batch import Opponents, SingleAgentBatch
from tabletop_envs.views import View

Info = dict[str, Any]


class GameEnv(gymnasium.Env[Any, Any]):
    """A game as seen from one player.

    Observations are flat by default; the action mask is in ``info["action_mask"]``, int8, and comes as bool from
    :meth:`action_masks`. ``info["player"]`` is the learner's player; at the end ``info`` also has ``scores`` and
    ``winners`` of all players. The reward of a step is all that the player earned until its next turn.

    Args:
        game: The game with its options.
        opponents: Who plays the other players; see :class:`SingleAgentBatch`.
        player: The learner's player: a number, an agent's name, or ``"random"`` for a new one in every game.
        auto_play_forced: Whether a player with one legal action takes it automatically.
        rewards: ``"outcome"``, ``"margin"``, ``"score"``, ``None`` for the usual one, or a :class:`Rewards`.
        observation: ``"flat"``, ``"dict"`` for ``{"observation": ..., "action_mask": ...}``, or ``"candidates"`` for
            ``{"candidates": ..., "position": ..., "action_mask": ...}``: then actions are numbers of candidates, whose
            actions are ``info["actions"]``.
        illegal: ``"terminate"``: an illegal action ends the game, earns the lowest return and is told in
            ``info["illegal_action"]``; ``"raise"``: it raises.
        render_mode: ``"human"``, ``"ansi"``, ``"rgb_array"`` or ``None``.
    """

    metadata: dict[str, Any] = metadata()

    def __init__(
        self,
        game: Game,
        *,
        opponents: Opponents = "random",
        player: int | str = "random",
        auto_play_forced: bool = True,
        rewards: str | Rewards | None = None,
        observation: str = "flat",
        illegal: str = "terminate",
        render_mode: str | None = None,
    ) -> None:
        self._raises = read_illegal(illegal)
        self._view = View(game, observation)
        self._screen = Screen(render_mode)
        self.render_mode = render_mode
        self.metadata = metadata(name=game.name)
        self.game = game
        self.games = SingleAgentBatch(
            game, 1, opponents, player=player, auto_play_forced=auto_play_forced, rewards=rewards, recorded=True
        )
        self.observation_space: spaces.Space[Any] = self._view.space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(self._view.num_actions)
        self._agents = game.agents
        self._order = np.zeros(1, np.int64)
        self._running = False
        self._found = self._view.waiting()  # the learner's candidates, if they are shown

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Info]:
        """Starts a game and plays until it is the learner's turn.

        Args:
            seed: Fixes all chance; ``None`` goes on with the environment's own generator.
            options: What is fixed instead of drawn, or ``{"position": ...}``.

        Returns:
            The observation and the info.

        Raises:
            ValueError: If the value of a known key is bad.
        """
        self.games.reset(seed, options)
        super().reset(seed=None if seed is None else int(seed))
        return self._begun()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:
        """Takes an action and plays until the learner's next turn.

        Returns:
            Observation, reward, terminated, truncated (never) and info.

        Raises:
            IllegalActionError: If the action is not in the mask and ``illegal="raise"``; the game is as it was before.
            ValueError: If it is not an action at all.
            ResetNeeded: If no game is running, or an opponent failed in the last step.
        """
        if not self._running:
            raise ResetNeeded(f"{self.game.name}: no game is running; call reset() first")
        agent = self._agents[self.games.player[0]]
        number = read_action(action, self._view.num_actions, agent)
        if not self._legal[number]:
            error = self._error(number, f"{agent}: ")
            if self._raises:
                raise error
            return self._forfeit(error)
        self._order[0] = number if self._found is None else self._found.actions[0, number]
        self._running = False  # an opponent may fail, and then the learner gets no turn
        self.games.step(self._order, restart=False)
        self._running = not self.games.done[0]
        self._screen.follow(self.game, self.games.batch.games)
        if self._running:
            observation, info = self._present(self.games.observation[0])
            return observation, 0.0, False, False, info
        observation, info = self._present(self.games.final_observation[0])
        info["scores"] = self.games.final_scores[0].copy()
        info["winners"] = self.games.final_winners[0].copy()
        return observation, float(self.games.reward[0]), True, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, bool [actions], as MaskablePPO asks; ``info["action_mask"]`` is int8."""
        masks: npt.NDArray[np.bool_] = self._mask().astype(np.bool_)
        return masks

    def set_opponents(self, opponents: Opponents) -> None:
        """Chooses who plays the other players from now on, in a running game too; see :class:`SingleAgentBatch`.

        Raises:
            ValueError: If a name is unknown or a list has the wrong length; nothing changes then.
        """
        self.games.set_opponents(opponents)

    def save(self) -> State:
        """The state of the game, a copy; hidden things too."""
        return self.games.states()

    def load(self, state: State, player: int | str | None = None) -> tuple[Any, Info]:
        """Goes on from a state that ``save`` of any environment returned, up to the turn of the learner.

        Args:
            state: The state, a record array of shape ``(1,)``.
            player: The learner's player in it; ``None``: it stays where it is.

        Returns:
            What ``reset`` returns. The history starts here.

        Raises:
            ValueError: If it is not a state of this game, or gives the learner no turn before its end; the running game
                goes on then.
        """
        self.games.place(state, player)
        return self._begun()

    def record(self) -> dict[str, Any]:
        """The game since the last ``reset`` or ``load``, all players, in the text notation."""
        self.games.batch.require_begun()
        assert self.games.histories is not None
        history = self.games.histories[0]
        assert history is not None
        return history.record(self.game)

    def render(self) -> Any:
        """A picture of the whole table in the render mode chosen at construction."""
        self.games.batch.require_begun()
        return self._screen.render(self.game, self.games.batch.games)

    def _begun(self) -> tuple[Any, Info]:
        self._running = True
        self._screen.follow(self.game, self.games.batch.games)
        return self._present(self.games.observation[0])

    def _present(self, observation: npt.NDArray[Any]) -> tuple[Any, Info]:
        """What the learner sees and may do."""
        batch = self.games.batch
        if self._running:
            self._found = self._view.find(batch.games, ROW, batch.agent, batch.padded_mask)
        else:
            self._found = self._view.waiting()
        mask = self._mask()
        info = {**self._view.tell(mask, self._found, 0), "player": int(self.games.player[0])}
        return self._view.show(observation, mask, self._found, 0), info

    def _forfeit(self, error: ValueError) -> tuple[Any, float, bool, bool, Info]:
        self._running = False
        lowest = self.games.batch.rewards.bounds(self.game)[0]
        observation, info = self._present(self.games.batch.observe(self.games.player, ROW)[0])
        info["illegal_action"] = str(error)
        return observation, lowest, True, False, info

    @property
    def _legal(self) -> npt.NDArray[np.int8]:
        """The mask of the learner's choices while it has one, not to be handed out."""
        mask: npt.NDArray[np.int8] = (self.games.action_mask if self._found is None else self._found.mask)[0]
        return mask

    def _mask(self) -> npt.NDArray[np.int8]:
        if self._running:
            return self._legal.copy()
        mask = np.zeros(self._view.num_actions, np.int8)
        mask[WAIT] = 1
        return mask

    def _error(self, number: int, who: str) -> ValueError:
        if self._found is None:
            return self.games.batch.illegal(0, number, who)
        return self._found.illegal(number, 0, who)
