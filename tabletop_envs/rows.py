"""N games, the arrays that show them, and the one compiled call that moves them on."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from tabletop_envs.errors import IllegalActionError, shown
from tabletop_envs.game import Game, Rewards, State
from tabletop_envs.kernels import ANEW, RANDOM, RESUME, STREAM, draw_players, kernels_of, seed_streams
from tabletop_envs.masks import ascending, first_illegal, padded
from tabletop_envs.reset_arguments import as_array, read_actions, read_count, read_seed
from tabletop_envs.states import checked_template, copy_records

Ints = npt.NDArray[np.int64]

_ARRAYS = (
    "games",
    "streams",
    "agent",
    "legal_count",
    "padded_mask",
    "observation",
    "done",
    "returns",
    "scores",
    "winners",
)


class Rows:
    """What plays some of the games of a batch at a time; :class:`tabletop_envs.batch.Batch` is the whole of it.

    Rows are given as arrays of different indices, best int64 and ascending.
    """

    def __init__(
        self, game: Game, num_games: int, *, auto_play_forced: bool = True, rewards: str | Rewards | None = None
    ) -> None:
        if not isinstance(auto_play_forced, bool | np.bool_):
            raise ValueError(f"auto_play_forced={shown(auto_play_forced)} is unknown; allowed: True, False")
        self.game = game
        self.num_games = read_count("num_games", num_games)
        self.auto_play_forced = bool(auto_play_forced)
        self.rewards = rewards_of(game, rewards)
        self._seeded = False
        self._build()

    def _build(self) -> None:
        game, n = self.game, self.num_games
        self.kernels = kernels_of(game)
        self._tables = game.tables
        self._template = checked_template(game, game.template)
        self._rows: Ints = np.arange(n, dtype=np.int64)
        self._first: Ints = self._rows[:1].copy()
        self._order: Ints = np.zeros(1, np.int64)
        self._random: Ints = np.full(n, RANDOM, np.int64)
        self.games: State = np.zeros(n, game.dtype)
        self.streams: npt.NDArray[Any] = np.zeros(n, STREAM)
        self.agent: Ints = np.full(n, -1, np.int64)
        self.legal_count: Ints = np.ones(n, np.int64)
        self.padded_mask: npt.NDArray[np.int8] = np.zeros((n, padded(game.num_actions)), np.int8)
        self.padded_mask[:, 0] = 1
        self.action_mask: npt.NDArray[np.int8] = self.padded_mask[:, : game.num_actions]
        self.observation: npt.NDArray[Any] = np.zeros((n, game.layout.size), game.observation_dtype)
        self.done: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.returns: npt.NDArray[np.float32] = np.zeros((n, game.num_players), np.float32)
        self.scores: npt.NDArray[np.int32] = np.zeros((n, game.num_players), np.int32)
        self.winners: npt.NDArray[np.bool_] = np.zeros((n, game.num_players), np.bool_)
        self._told = (
            game.num_actions,
            self.streams,
            self.agent,
            self.legal_count,
            self.padded_mask,
            self.observation,
            self.done,
            self.scores,
            self.winners,
        )

    @property
    def begun(self) -> bool:
        """Whether a game has begun, or could."""
        return self._seeded

    def seed(self, seed: int | None, rows: Ints | None = None) -> None:
        """Sets where chance comes from without starting any game; ``None`` changes nothing after the first time.

        Args:
            seed: Where it comes from.
            rows: For which games; all if not given. The first seed is for all of them.
        """
        if seed is None and self._seeded:
            return
        sown = np.zeros_like(self.streams)
        seed_streams(sown, read_seed(seed))
        rows = self._rows if rows is None or not self._seeded else self._picked(rows)
        self.streams[rows] = sown[rows]
        self._seeded = True

    def restart(self, rows: Ints, start: State | None = None) -> None:
        """Starts the next game of these rows.

        Args:
            rows: Which games.
            start: What a reset fixes, as :meth:`Game.prepare` returns it; nothing if not given.
        """
        rows = self._picked(rows)
        self._run(rows, np.full(len(rows), ANEW, np.int64), 1, restart=False, start=start)

    def deal(self, rows: Ints, start: State | None = None) -> None:
        """As :meth:`restart`, but forced steps stay untaken until :meth:`refresh` takes them."""
        rows = self._picked(rows)
        self._run(rows, np.full(len(rows), ANEW, np.int64), 1, restart=False, start=start, auto_play_forced=False)

    def advance(self, rows: Ints, actions: npt.ArrayLike) -> None:
        """Takes one action in each of these games and leaves those that end at their end (``agent`` -1).

        ``done``, ``scores`` and ``winners`` tell, ``returns`` is not touched.

        Raises:
            IllegalActionError: If an action is not legal; no game was stepped then.
        """
        rows = self._picked(rows)
        self._run(rows, self._checked(rows, actions), 1, restart=False)

    def take(self, action: int, who: str) -> None:
        """One action in the first game, the quick way of environments that play a single one.

        Raises:
            IllegalActionError: If the action, which must be in range, is not legal; the message begins with ``who``.
        """
        if not self.padded_mask[0, action]:
            raise self.illegal(0, action, f"{who}: ")
        self._order[0] = action
        self._run(self._first, self._order, 1, restart=False)

    def refresh(self, rows: Ints) -> None:
        """Finds out who is asked in these games after ``games`` has been changed from outside."""
        rows = self._picked(rows)
        self._run(rows, np.full(len(rows), RESUME, np.int64), 1, restart=False)

    def draw_players(self, rows: Ints, out: Ints) -> None:
        """Draws a player for the running game of each of these rows into ``out[rows]``; s, i and k decide it."""
        draw_players(self._picked(rows), self.streams, self.game.num_players, out)

    def final_returns(self, rows: Ints) -> npt.NDArray[np.float64]:
        """The rewards of every player in these games, which must be over, [rows, players]."""
        return self.rewards.returns(self.scores[rows], self.winners[rows])

    def _run(
        self,
        rows: Ints,
        orders: Ints,
        steps: int,
        restart: bool,
        start: State | None = None,
        auto_play_forced: bool | None = None,
    ) -> None:
        self.kernels.run(
            self._tables,
            self.games,
            self._template if start is None else checked_template(self.game, start),
            rows,
            orders,
            steps,
            restart,
            self.auto_play_forced if auto_play_forced is None else auto_play_forced,
            *self._told,
        )

    def _picked(self, rows: npt.ArrayLike) -> Ints:
        """Rows in the one layout that the kernels are compiled for, all of them different and in the batch."""
        if rows is self._rows:
            return self._rows
        given = as_array(rows)
        if given.ndim == 1 and (given.dtype.kind in "iu" or not given.size):
            picked: Ints = np.ascontiguousarray(given, np.int64)
            if ascending(picked, self.num_games) or ascending(np.sort(picked), self.num_games):
                return picked
        raise ValueError(f"rows: expected distinct integers of 0 .. {self.num_games - 1}, not {shown(rows)}")

    def require_begun(self) -> None:
        """Refuses what makes no sense before the first game.

        Raises:
            ResetNeeded: If no game has begun.
        """
        if not self._seeded:
            raise ResetNeeded(f"{self.game.name}: no game has begun; call reset() first")

    def _checked(self, rows: Ints, actions: npt.ArrayLike) -> Ints:
        self.require_begun()
        orders: Ints = read_actions(actions, len(rows))
        j = first_illegal(self.padded_mask, rows, orders, self.game.num_actions)
        if j >= 0:
            raise self.illegal(int(rows[j]), int(orders[j]), f"game {rows[j]}: ")
        return orders

    def illegal(self, row: int, action: int, where: str) -> ValueError:
        """The error for an action that the player to move in a game may not take."""
        game, player = self.game, int(self.agent[row])
        if not 0 <= action < game.num_actions:
            return ValueError(f"{where}action {action} is out of range; actions are 0 .. {game.num_actions - 1}")
        state = self.games[row : row + 1]
        text = game.action_text(state, max(player, 0), action)
        reason = game.why_illegal(state, player, action) if player >= 0 else "the game is over"
        return IllegalActionError(action, text, reason, int(self.legal_count[row]), where)

    def keep(self) -> dict[str, Any]:
        """Copies of everything that changes, for :meth:`put_back`."""
        return {"seeded": self._seeded, "arrays": {name: copy_records(getattr(self, name)) for name in _ARRAYS}}

    def put_back(self, kept: dict[str, Any]) -> None:
        """Makes everything as it was when :meth:`keep` was called."""
        self._seeded = kept["seeded"]
        for name, array in kept["arrays"].items():
            getattr(self, name)[:] = array

    def __getstate__(self) -> dict[str, Any]:
        return {"options": (self.game, self.num_games, self.auto_play_forced, self.rewards), **self.keep()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.game, self.num_games, self.auto_play_forced, self.rewards = state["options"]
        self._build()
        self.put_back(state)


def rewards_of(game: Game, rewards: str | Rewards | None) -> Rewards:
    """The rewards that an environment's option names.

    Raises:
        ValueError: If there are none of that name, or not for this number of players.
    """
    return rewards if isinstance(rewards, Rewards) else Rewards.named(rewards, game.num_players, game.score_scale)
