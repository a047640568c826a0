"""The Gymnasium VectorEnv: many games in one batch, one learner's player in each."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from tabletop_envs.arguments import Ints, read_actions, read_count
from tabletop_envs.autoreset import AutoresetMode, read_autoreset_mode, read_reset_mask
from tabletop_envs.errors import shown
from tabletop_envs.game import WAIT, Game, Rewards, State
from tabletop_envs.parallel import read_illegal
from tabletop_envs.render_modes import Screen, metadata
from tabletop_envs.single_agent_batch import Opponents, SingleAgentBatch
from tabletop_envs.views import View

Bools = npt.NDArray[np.bool_]
Info = dict[str, Any]
Step = tuple[Any, npt.NDArray[np.float32], Bools, Bools, Info]


class GameVectorEnv(VectorEnv[Any, Any, npt.NDArray[Any]]):
    """N games as seen from one player each.

    Observations are flat by default; the masks are in ``info["action_mask"]``, int8 [N, actions], and come as bool from
    :meth:`action_masks`. ``info["player"]`` is the learner's player. A row whose game is over has the one action ``0``.

    Args:
        game: The game with its options.
        num_envs: N.
        opponents: Who plays the other players; see :class:`SingleAgentBatch`.
        player: The learner's player: a number, an agent's name, or ``"random"`` for a new one in every game.
        auto_play_forced: Whether a player with one legal action takes it automatically.
        rewards: ``"outcome"``, ``"margin"``, ``"score"``, ``None`` for the usual one, or a :class:`Rewards`.
        observation: ``"flat"``, ``"dict"`` for ``{"observation": ..., "action_mask": ...}``, or ``"candidates"`` for
            ``{"candidates": ..., "position": ..., "action_mask": ...}``: then actions are numbers of candidates, whose
            actions are ``info["actions"]``, [N, K].
        illegal: ``"raise"``: an illegal action raises and no game is stepped; ``"terminate"``: it ends the game of its
            row alone, earns the lowest return and is told in ``info["illegal_action"]``.
        autoreset_mode: What follows on the end of a row's game, as in Gymnasium's own vector environments, by the
            mode or its value. ``"SameStep"``: the next game at once; ``info["final_obs"]`` and ``info["final_info"]``
            tell about the end. ``"NextStep"``: the next game in the next step, which ignores the row's action and
            earns nothing. ``"Disabled"``: nothing; ``reset(options={"reset_mask": ended})`` must follow.
        render_mode: ``"human"``, ``"ansi"``, ``"rgb_array"`` or ``None``.

    Attributes:
        autoreset_mode: The mode, also in ``metadata``.
    """

    metadata: dict[str, Any] = metadata(autoreset_mode=AutoresetMode.SAME_STEP)

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        *,
        opponents: Opponents = "random",
        player: int | str = "random",
        auto_play_forced: bool = True,
        rewards: str | Rewards | None = None,
        observation: str = "flat",
        illegal: str = "raise",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
    ) -> None:
        self._raises = read_illegal(illegal)
        self.autoreset_mode = read_autoreset_mode(autoreset_mode)
        self._view = View(game, observation)
        self._screen = Screen(render_mode)
        self.render_mode = render_mode
        self.metadata = metadata(name=game.name, autoreset_mode=self.autoreset_mode)
        self.game = game
        self.num_envs = num_envs = read_count("num_envs", num_envs)
        self.games = SingleAgentBatch(
            game, num_envs, opponents, player=player, auto_play_forced=auto_play_forced, rewards=rewards
        )
        self.single_observation_space: spaces.Space[Any] = self._view.space()
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(self._view.num_actions)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._running = False
        self._found = self._view.waiting(num_envs)  # the learner's candidates, if they are shown
        self._rows: Ints = np.arange(num_envs, dtype=np.int64)
        self._over: Bools = np.zeros(num_envs, np.bool_)  # rows that stay at their end until they are reset

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Info]:
        """Starts a new game in every row, or in those that ``options["reset_mask"]`` chooses.

        Args:
            seed: Fixes all chance of all games; ``None`` goes on with the rows' next games.
            options: What is fixed instead of drawn in these games, but not in those that follow them. With
                ``"reset_mask"``, a boolean array [N], all else holds for its rows alone; the others stay as they are.

        Returns:
            The observations and the info of all rows.

        Raises:
            ValueError: If the value of a known key is bad, or the seed is not an integer: one seeds all games.
            TypeError: If the reset mask is not a boolean array.
            ResetNeeded: If it leaves rows out in which no game has begun.
        """
        rows, others = read_reset_mask(options, self.num_envs)
        if rows is not None and len(rows) < self.num_envs:
            self._require_running()
        self.games.reset(seed, others, rows)
        super().reset(seed=None if seed is None else int(seed))
        return self._begun(slice(None) if rows is None else rows)

    def step(self, actions: npt.ArrayLike) -> Step:
        """Takes one action in every game.

        Args:
            actions: One for each row; those of rows that begin their next game in this step are ignored.

        Returns:
            Observations, rewards, terminations, truncations (never) and the info.

        Raises:
            IllegalActionError: If an action is not legal and ``illegal="raise"``; no game was stepped then.
            ValueError: If they are not actions, or not N.
            ResetNeeded: If ``reset`` was never called, or must follow on the end of a game or on a step in which an
                opponent failed.
        """
        self._require_running()
        over = np.flatnonzero(self._over)
        if len(over) and self.autoreset_mode is AutoresetMode.DISABLED:
            raise ResetNeeded(
                f"{self.game.name}: the games of rows {shown(over.tolist())} are over; call "
                'reset(options={"reset_mask": ...}) for them first'
            )
        playing = np.flatnonzero(~self._over) if len(over) else self._rows
        orders = self._read(actions, playing)
        errors = self._errors(orders, playing)
        # Nothing has changed so far. The order of what follows makes no difference: each game has its own chance.
        self._running = False  # an opponent may fail, and then the learner gets no turn
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        if len(over):
            self.games.restart(over)
        stepped = np.setdiff1d(playing, list(errors)) if errors else playing
        chosen = orders[stepped] if self._found is None else self._found.take(orders[stepped], stepped)
        self.games.step(chosen, stepped, restart=same_step)
        if errors:
            forfeited = np.array(sorted(errors), np.int64)
            self.games.forfeit(forfeited)
            if same_step:
                self.games.restart(forfeited)
        self._running = True
        ended = self.games.done.copy()
        self._over = np.zeros_like(ended) if same_step else ended
        observations, info = self._present()
        if ended.any():
            results = self._results(ended, errors)
            info.update(self._ends(ended, results) if same_step else results)
        return observations, self.games.reward.copy(), ended.copy(), np.zeros_like(ended), info

    def action_masks(self) -> Bools:
        """Which actions are legal now, bool [N, actions], as MaskablePPO asks; the infos have them as int8."""
        return self._masks().astype(np.bool_)

    def set_opponents(self, opponents: Opponents) -> None:
        """Chooses who plays the other players from now on, in running games too; see :class:`SingleAgentBatch`.

        Raises:
            ValueError: If a name is unknown or a list has the wrong length; nothing changes then.
        """
        self.games.set_opponents(opponents)

    def save(self) -> State:
        """The states of all games, one record a row, a copy; hidden things too.

        A game that an illegal action ended is not over in its record and goes on where that is loaded.
        """
        return self.games.states()

    def load(self, states: State, player: int | str | None = None) -> tuple[Any, Info]:
        """Goes on from states that :meth:`save` returned; the others play until it is the learner's turn.

        Args:
            states: The records, [N].
            player: The learner's player in all of them; ``None``: it stays where it was in each row.

        Returns:
            What ``reset`` returns. Games that are over already stay at their end, of which the info tells what ``step``
            does; the mode decides what follows, as if they had ended here.

        Raises:
            ValueError: If they are not states of this game, or one of them gives the learner no turn before its end
                (with ``"SameStep"``, in which no game stays at its end, or is over); the running games go on then.
        """
        self.games.place(states, player, ended=self.autoreset_mode is not AutoresetMode.SAME_STEP)
        self._running = True
        self._over = self.games.done.copy()
        observations, info = self._present()
        info.update(self._results(self._over, {}))
        return observations, info

    def render(self) -> tuple[Any, ...] | None:
        """A picture of every table in the render mode chosen at construction."""
        self.games.batch.require_begun()
        games = self.games.batch.games
        frames = tuple(self._screen.render(self.game, games[i : i + 1]) for i in range(self.num_envs))
        return None if self.render_mode in (None, "human") else frames

    def _require_running(self) -> None:
        if not self._running:
            raise ResetNeeded(f"{self.game.name}: no game is running; call reset() first")

    def _begun(self, rows: Any) -> tuple[Any, Info]:
        self._running = True
        self._over[rows] = False
        return self._present()

    def _present(self) -> tuple[Any, Info]:
        """What all rows see and may do."""
        self._screen.follow(self.game, self.games.batch.games[:1])
        observations, batch, asked = self.games.observation, self.games.batch, self.games.batch.agent
        if self._over.any():
            observations = np.where(self._over[:, None], self.games.final_observation, observations)
            asked = np.where(self._over, -1, asked)
        self._found = self._view.find(batch.games, self._rows, asked, batch.padded_mask)
        masks = self._masks()
        everywhere = np.ones(self.num_envs, np.bool_)
        info = self._flagged(everywhere, **self._view.tell(masks, self._found), player=self.games.player.copy())
        return self._view.show(observations, masks, self._found), info

    def _read(self, actions: npt.ArrayLike, rows: Ints) -> Ints:
        """One action for each game; those of ``rows`` are numbers of the action space, legal or not."""
        given, most = read_actions(actions, self.num_envs), self._view.num_actions - 1
        beyond = rows[(given[rows] < 0) | (given[rows] > most)]
        if len(beyond):
            row = beyond[0]
            raise ValueError(f"game {row}: action {given[row]} is out of range; actions are 0 to {most}")
        return given

    @property
    def _legal(self) -> npt.NDArray[np.int8]:
        """The masks of the learner's choices where it has one, not to be handed out."""
        return self.games.action_mask if self._found is None else self._found.mask

    def _errors(self, orders: Ints, playing: Ints) -> dict[int, ValueError]:
        """The rows whose actions end their games, with the reasons."""
        games, errors = self.games, {}
        legal = self._legal[playing, orders[playing]]
        for row in [] if legal.all() else playing[legal == 0].tolist():
            who = f"game {row}: " if self._raises else f"{self.game.agents[games.player[row]]}: "
            number = int(orders[row])
            found = self._found
            errors[row] = games.batch.illegal(row, number, who) if found is None else found.illegal(number, row, who)
            if self._raises:
                raise errors[row]
        return errors

    def _masks(self) -> npt.NDArray[np.int8]:
        masks = self._legal.copy()
        if self._over.any():
            masks[self._over] = 0
            masks[self._over, WAIT] = 1
        return masks

    def _results(self, ended: Bools, errors: dict[int, ValueError]) -> Info:
        """What a single environment tells about the end of its game."""
        finished, forfeited, results = ended.copy(), np.zeros_like(ended), Info()
        finished[list(errors)] = False
        forfeited[list(errors)] = True
        if finished.any():
            scores = np.where(finished[:, None], self.games.final_scores, 0)
            results.update(self._flagged(finished, scores=scores, winners=self.games.final_winners & finished[:, None]))
        if errors:
            texts = np.full(self.num_envs, None, dtype=object)
            for row, error in errors.items():
                texts[row] = str(error)
            results.update(self._flagged(forfeited, illegal_action=texts))
        return results

    def _ends(self, ended: Bools, results: Info) -> Info:
        """What Gymnasium's vector environments tell about games that were followed by the next ones at once."""
        masks, nothing = np.zeros_like(self._legal), self._view.waiting(self.num_envs)
        masks[ended, WAIT] = 1
        observations = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            observations[i] = self._view.show(self.games.final_observation[i], masks[i].copy(), nothing, i)
        players = np.where(ended, self.games.final_player, 0)
        final_info = {**self._flagged(ended, **self._view.tell(masks, nothing), player=players), **results}
        return self._flagged(ended, final_obs=observations, final_info=final_info)

    @staticmethod
    def _flagged(which: Bools, **values: Any) -> Info:
        """The values with an array ``_name`` beside each that says which rows have one."""
        return {**values, **{f"_{name}": which.copy() for name in values}}
