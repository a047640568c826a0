"""Many games side by side: the engine's own interface, for search, own training loops and benchmarks."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from tabletop_envs import streams
from tabletop_envs.arguments import Ints, integer_within, read_actions, read_count, read_players, read_rows, read_seed
from tabletop_envs.candidates import Candidates
from tabletop_envs.errors import shown
from tabletop_envs.game import Game, Rewards, State
from tabletop_envs.kernels import NEXT_GAME, RANDOM, RESUME, kernels_of
from tabletop_envs.masks import first_illegal, padded
from tabletop_envs.states import as_bytes, checked_states, checked_template, copy_records, hold
from tabletop_envs.streams import STREAM

_MOST_STEPS = 2**63 - 1

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


class Snapshot(NamedTuple):
    """What a batch shows at one moment, in contiguous arrays that nothing changes any more."""

    agent: Ints
    observation: npt.NDArray[Any]
    action_mask: npt.NDArray[np.int8]
    done: npt.NDArray[np.bool_]
    returns: npt.NDArray[np.float32]


class Batch:
    """N games of the same kind, each of which starts the next game when it ends.

    The k-th game of row i after ``reset(s)`` depends on s, i and k alone. The arrays are the batch's own and change
    with every call, ``action_mask`` is a view of longer rows; whoever keeps them or hands them on without a copy
    (DLPack, ``jax.device_put``, ``torch.from_numpy``) takes those of :meth:`snapshot`. Every game has at
    least one decision; one that should be over before that takes one ``WAIT`` like any other step.

    Args:
        game: The game with its options.
        num_games: N.
        auto_play_forced: Whether a player with one legal action takes it automatically.
        rewards: ``"outcome"``, ``"margin"``, ``"score"``, ``None`` for the usual one, or a :class:`Rewards`.

    Attributes:
        games: The N records.
        agent: The player to move in each game, int64 [N]; -1 if the game is over.
        observation: What that player sees, [N, L].
        action_mask: What it may do, int8 [N, actions].
        legal_count: How many actions these are, int64 [N].
        done: Whether a game ended in the last step, bool [N]; the row shows the next game already.
        returns: The rewards of every player for the game that ended in the last step, else 0; float32 [N, players].
        scores: Its final scores, int32 [N, players].
        winners: Its winners, bool [N, players].
    """

    def __init__(
        self, game: Game, num_games: int, *, auto_play_forced: bool = True, rewards: str | Rewards | None = None
    ) -> None:
        if not isinstance(auto_play_forced, bool | np.bool_):
            raise ValueError(f"auto_play_forced={shown(auto_play_forced)} is unknown; allowed: True, False")
        self.game = game
        self.num_games = read_count("num_games", num_games)
        self.auto_play_forced = bool(auto_play_forced)
        self.rewards = Rewards.named(rewards, game.num_players, game.score_scale)
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
        self.games: State = hold(np.zeros(n, game.dtype))
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

    def reset(self, seed: int | None = None) -> None:
        """Starts a new game in every row.

        Args:
            seed: Fixes all chance from here on; ``None`` goes on with the rows' next games (the first time, with a
                seed from the system).
        """
        self.seed(seed)
        self.restart(self._rows)
        self.returns.fill(0)

    def step(self, actions: npt.ArrayLike) -> None:
        """Takes one action in every game; finished games start the next game at once.

        Args:
            actions: One legal action per game.

        Raises:
            IllegalActionError: If one of them is not legal; no game was stepped then.
            ValueError: If they are not actions, or not N.
            ResetNeeded: If no game has begun.
        """
        self._run(self._rows, self._checked(self._rows, actions), 1, restart=True)
        self._pay()

    def sample(self, rows: Ints | None = None) -> Ints:
        """One random legal action for each game (or each of ``rows``), from generators that the games never see."""
        self.require_begun()
        rows = self._picked(self._rows if rows is None else rows)
        actions = np.empty(len(rows), np.int64)
        streams.sample_actions(rows, self.streams, self.legal_count, self.padded_mask, actions)
        return actions

    def draw_shares(self, rows: Ints) -> npt.NDArray[np.float64]:
        """A uniform number of 0 to 1, without 1, for each of these games, from the generators of :meth:`sample`."""
        self.require_begun()
        rows = self._picked(rows)
        seeds = np.zeros(len(rows), np.uint64)
        streams.draw_seeds(rows, self.streams, seeds)
        return np.asarray((seeds >> np.uint64(11)) / 2.0**53, np.float64)

    def rollout(self, k: int) -> int:
        """Takes ``k`` random legal actions in every game, all in compiled code; the same as k times ``step(sample())``.

        Returns:
            The number of actions taken, N * k.
        """
        self.require_begun()
        steps = integer_within(k, 0, _MOST_STEPS)
        if steps is None:
            raise ValueError(f"rollout({shown(k)}): expected an integer from 0 to {_MOST_STEPS}")
        self._run(self._rows, self._random, steps, restart=True)
        self._pay()
        return self.num_games * steps

    def observe(self, players: npt.ArrayLike, rows: Ints | None = None) -> npt.NDArray[Any]:
        """What any player sees, whether it is its turn or not.

        Args:
            players: A player, or one for each row.
            rows: Which games; all if not given.

        Returns:
            A new array, [rows, L].
        """
        # Whoever writes into `games` directly may look at them at once.
        if not self._seeded and not as_bytes(self.games).any():
            self.require_begun()
        rows = self._picked(self._rows if rows is None else rows)
        out = np.empty((len(rows), self.observation.shape[1]), self.observation.dtype)
        viewers = read_players("observe", players, len(rows), self.game.num_players)
        self.kernels.observe(self.game.tables, self.games, rows, viewers, out)
        return out

    def candidates(self, rows: Ints | None = None) -> Candidates:
        """The legal actions of the players to move with the features of the positions that they lead to.

        Args:
            rows: Which games; all if not given.

        Returns:
            New arrays.

        Raises:
            ResetNeeded: If no game has begun.
            NotImplementedError: If the game declares no candidates.
        """
        self.require_begun()
        rows = self._picked(self._rows if rows is None else rows)
        return Candidates.of(self.game, self.games, rows, self.agent[rows], self.padded_mask[rows])

    def snapshot(self) -> Snapshot:
        """Copies of the arrays that an agent learns from, to be kept or handed on without another copy."""
        self.require_begun()
        return Snapshot(
            self.agent.copy(),
            self.observation.copy(),
            self.action_mask.copy(),
            self.done.copy(),
            self.returns.copy(),
        )

    def save(self) -> npt.NDArray[Any]:
        """Everything that decides how the batch goes on, one record a row; ``tobytes()`` makes bytes of it."""
        self.require_begun()
        saved = np.zeros(self.num_games, self.saved_dtype)
        saved["stream"] = self.streams
        as_bytes(saved)[:, STREAM.itemsize :] = as_bytes(self.games)
        return saved

    def load(self, saved: Any) -> None:
        """Goes on from what :meth:`save` returned, in an array or in bytes, or from plain records of the game.

        Plain records change the games only, not the rows' generators.

        Raises:
            ValueError: If it holds something else, games with other options or another number of games.
        """
        if isinstance(saved, bytes | bytearray | memoryview):
            width = self.saved_dtype.itemsize
            if len(saved) != self.num_games * width:
                raise ValueError(f"load: {len(saved)} bytes are not {self.num_games} games of {width} bytes")
            saved = np.frombuffer(saved, self.saved_dtype)
        whole = isinstance(saved, np.ndarray) and saved.dtype == self.saved_dtype
        try:
            games = checked_states(self.game, saved["game"] if whole else saved, self.num_games)
        except ValueError as error:
            raise ValueError(f"load: {error}") from None
        if whole:
            self.streams[:] = saved["stream"]
            self._seeded = True
        self.seed(None)
        as_bytes(self.games)[:] = as_bytes(games)
        self.refresh(self._rows)
        self.returns.fill(0)

    @property
    def saved_dtype(self) -> np.dtype[Any]:
        """The record of one row in what :meth:`save` returns."""
        return np.dtype([("stream", STREAM), ("game", self.game.dtype)])

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
        fresh = np.zeros_like(self.streams)
        streams.seed_streams(fresh, read_seed(seed))
        rows = self._picked(self._rows if rows is None or not self._seeded else rows)
        self.streams[rows] = fresh[rows]
        self._seeded = True

    def restart(self, rows: Ints, start: State | None = None) -> None:
        """Starts the next game of these rows.

        Args:
            rows: Which games.
            start: What a reset fixes, as :meth:`Game.prepare` returns it; nothing if not given.
        """
        rows = self._picked(rows)
        self._run(rows, np.full(len(rows), NEXT_GAME, np.int64), 1, restart=False, start=start)

    def deal(self, rows: Ints, start: State | None = None) -> None:
        """As :meth:`restart`, but forced steps stay untaken until :meth:`refresh` takes them."""
        rows = self._picked(rows)
        self._run(rows, np.full(len(rows), NEXT_GAME, np.int64), 1, restart=False, start=start, auto_play_forced=False)

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
        """Finds out who is to move in these games after ``games`` has been changed from outside."""
        rows = self._picked(rows)
        self._run(rows, np.full(len(rows), RESUME, np.int64), 1, restart=False)

    def draw_players(self, rows: Ints, out: Ints) -> None:
        """Draws a player for the running game of each of these rows into ``out[rows]``; s, i and k decide it."""
        streams.draw_players(self._picked(rows), self.streams, self.game.num_players, out)

    def final_returns(self, rows: Ints) -> npt.NDArray[np.float64]:
        """The rewards of every player in these games, which must be over, [rows, players]."""
        return self.rewards.returns(self.scores[rows], self.winners[rows])

    def illegal(self, row: int, action: int, where: str) -> ValueError:
        """The error for an action that the player to move in a game may not take."""
        if not 0 <= action < self.game.num_actions:
            return ValueError(f"{where}action {action} is out of range; actions are 0 to {self.game.num_actions - 1}")
        state, legal = self.games[row : row + 1], int(self.legal_count[row])
        return self.game.illegal(state, int(self.agent[row]), action, legal, where)

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
        """Rows in the one layout that the kernels are compiled for."""
        return self._rows if rows is self._rows else read_rows(rows, self.num_games)

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

    def _pay(self) -> None:
        self.returns.fill(0)
        ended = np.flatnonzero(self.done)
        if len(ended):
            self.returns[ended] = self.final_returns(ended)
