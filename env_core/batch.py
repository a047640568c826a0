"""Many games side by side: the engine's own face, for search, own training loops and benchmarks."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from env_core.errors import IllegalActionError
from env_core.game import Game, Rewards, State
from env_core.kernels import ANEW, RANDOM, RESUME, STREAM, draw_seats, kernels_of, sow, throw
from env_core.masks import first_illegal, padded
from env_core.starting import read_seed
from env_core.states import as_bytes, checked_state, clean_records, copy_records

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


class Batch:
    """N games of the same kind, each of which starts anew when it ends.

    The k-th game of row i after ``reset(s)`` depends on s, i and k alone. The arrays are the batch's own and change
    with every call; whoever keeps them copies them. Every game asks somebody at least once; one that should be over
    before that takes one ``WAIT`` like any other step.

    Args:
        game: The game with its options.
        num_games: N.
        auto_forced: Whether a seat with one legal action takes it unasked.
        rewards: ``"outcome"``, ``"margin"``, ``"score"``, ``None`` for the usual one, or a :class:`Rewards`.

    Attributes:
        games: The N records.
        agent: The seat to move in each game, int64 [N]; -1 if the game is over.
        observation: What that seat sees, [N, L].
        action_mask: What it may do, int8 [N, actions].
        legal_count: How many actions these are, int64 [N].
        done: Whether a game ended in the last step, bool [N]; the row shows the next game already.
        returns: The rewards of every seat for the game that ended in the last step, else 0; float32 [N, players].
        scores: Its final scores, int32 [N, players].
        winners: Its winners, bool [N, players].
    """

    def __init__(
        self, game: Game, num_games: int, *, auto_forced: bool = True, rewards: str | Rewards | None = None
    ) -> None:
        if num_games < 1:
            raise ValueError(f"num_games={num_games} is too small; a batch has at least one game")
        self.game = game
        self.num_games = num_games
        self.auto_forced = bool(auto_forced)
        self.rewards = rewards_of(game, rewards)
        self._seeded = False
        self._build()

    def _build(self) -> None:
        game, n = self.game, self.num_games
        self.kernels = kernels_of(game)
        self._tables = game.tables
        self._template = checked_state(game, game.template)
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

    # -- the plain face ------------------------------------------------------------------------------------------

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
        """Takes one action in every game; finished games start anew at once.

        Args:
            actions: One legal action per game.

        Raises:
            IllegalActionError: If one of them is not legal; no game was stepped then.
        """
        self._run(self._rows, self._checked(self._rows, actions), 1, restart=True)
        self._pay()

    def sample(self, rows: Ints | None = None) -> Ints:
        """One random legal action for each game (or each of ``rows``), from generators that the games never see."""
        rows = self._rows if rows is None else _indices(rows)
        actions = np.empty(len(rows), np.int64)
        throw(rows, self.streams, self.legal_count, self.padded_mask, actions)
        return actions

    def rollout(self, k: int) -> int:
        """Takes ``k`` random legal actions in every game, all in compiled code; the same as k times ``step(sample())``.

        Returns:
            The number of actions taken, N * k.
        """
        if k < 0:
            raise ValueError(f"rollout({k}): the number of steps cannot be negative")
        self._run(self._rows, self._random, k, restart=True)
        self._pay()
        return self.num_games * k

    def observe(self, whose: npt.ArrayLike, rows: Ints | None = None) -> npt.NDArray[Any]:
        """What any seat sees, whether it is its turn or not.

        Args:
            whose: A seat, or one for each row.
            rows: Which games; all if not given.

        Returns:
            A new array, [rows, L].
        """
        rows = self._rows if rows is None else _indices(rows)
        looking = np.ascontiguousarray(np.broadcast_to(np.asarray(whose, np.int64), rows.shape))
        if looking.size and (looking.min() < 0 or looking.max() >= self.game.num_players):
            raise ValueError(f"observe: seats are 0 .. {self.game.num_players - 1}")
        out = np.empty((len(rows), self.observation.shape[1]), self.observation.dtype)
        self.kernels.look(self.game.tables, self.games, rows, looking, out)
        return out

    def save(self) -> npt.NDArray[Any]:
        """Everything that decides how the batch goes on, one record a row; ``tobytes()`` makes bytes of it."""
        saved = np.zeros(self.num_games, self.saved_dtype)
        saved["stream"] = self.streams
        as_bytes(saved)[:, STREAM.itemsize :] = as_bytes(self.games)
        return saved

    def load(self, saved: Any) -> None:
        """Goes on from what :meth:`save` returned, in an array or in bytes, or from plain records of the game.

        Plain records change the games only, not the rows' generators.

        Raises:
            ValueError: If it holds something else or another number of games.
        """
        if isinstance(saved, bytes | bytearray | memoryview):
            width = self.saved_dtype.itemsize
            if len(saved) != self.num_games * width:
                raise ValueError(f"load: {len(saved)} bytes are not {self.num_games} games of {width} bytes")
            saved = np.frombuffer(saved, self.saved_dtype)
        dtype, shape = getattr(saved, "dtype", None), getattr(saved, "shape", None)
        if dtype not in (self.saved_dtype, self.game.dtype) or shape != (self.num_games,):
            raise ValueError(f"load: wants {self.num_games} records of {self.game.name}, not {dtype} of shape {shape}")
        if dtype == self.saved_dtype:
            self.streams[:] = saved["stream"]
            self._seeded = True
            saved = saved["game"]
        as_bytes(self.games)[:] = as_bytes(clean_records(saved))
        self.refresh(self._rows)
        self.returns.fill(0)

    @property
    def saved_dtype(self) -> np.dtype[Any]:
        """The record of one row in what :meth:`save` returns."""
        return np.dtype([("stream", STREAM), ("game", self.game.dtype)])

    # -- for who plays some of the rows only ----------------------------------------------------------------------

    def seed(self, seed: int | None) -> None:
        """Sets where chance comes from without starting any game; ``None`` changes nothing after the first time."""
        if seed is not None or not self._seeded:
            sow(self.streams, read_seed(seed))
            self._seeded = True

    def restart(self, rows: Ints, start: State | None = None) -> None:
        """Starts the next game of these rows.

        Args:
            rows: Which games.
            start: What a reset fixes, as :meth:`Game.prepare` returns it; nothing if not given.
        """
        rows = _indices(rows)
        self._run(rows, np.full(len(rows), ANEW, np.int64), 1, restart=False, start=start)

    def deal(self, rows: Ints, start: State | None = None) -> None:
        """As :meth:`restart`, but forced steps stay untaken until :meth:`refresh` takes them."""
        rows = _indices(rows)
        self._run(rows, np.full(len(rows), ANEW, np.int64), 1, restart=False, start=start, auto_forced=False)

    def advance(self, rows: Ints, actions: npt.ArrayLike) -> None:
        """Takes one action in each of these games and leaves those that end at their end (``agent`` -1).

        ``done``, ``scores`` and ``winners`` tell, ``returns`` is not touched.

        Raises:
            IllegalActionError: If an action is not legal; no game was stepped then.
        """
        rows = _indices(rows)
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
        rows = _indices(rows)
        self._run(rows, np.full(len(rows), RESUME, np.int64), 1, restart=False)

    def draw_seats(self, rows: Ints, out: Ints) -> None:
        """Draws a seat for the running game of each of these rows into ``out[rows]``; s, i and k decide it."""
        draw_seats(_indices(rows), self.streams, self.game.num_players, out)

    def final_returns(self, rows: Ints) -> npt.NDArray[np.float64]:
        """The rewards of every seat in these games, which must be over, [rows, players]."""
        return self.rewards.returns(self.scores[rows], self.winners[rows])

    # -- inside --------------------------------------------------------------------------------------------------

    def _run(
        self,
        rows: Ints,
        orders: Ints,
        steps: int,
        restart: bool,
        start: State | None = None,
        auto_forced: bool | None = None,
    ) -> None:
        self.kernels.run(
            self._tables,
            self.games,
            self._template if start is None else checked_state(self.game, start),
            rows,
            orders,
            steps,
            restart,
            self.auto_forced if auto_forced is None else auto_forced,
            *self._told,
        )

    def _pay(self) -> None:
        self.returns.fill(0)
        ended = np.flatnonzero(self.done)
        if len(ended):
            self.returns[ended] = self.final_returns(ended)

    def _checked(self, rows: Ints, actions: npt.ArrayLike) -> Ints:
        given = np.asarray(actions)
        if given.shape != rows.shape or given.dtype.kind not in "iu":
            raise ValueError(f"actions: wants {len(rows)} whole numbers, not {given.dtype} of shape {given.shape}")
        orders: Ints = np.ascontiguousarray(given, np.int64)
        j = first_illegal(self.padded_mask, rows, orders, self.game.num_actions)
        if j >= 0:
            raise self.illegal(int(rows[j]), int(orders[j]), f"game {rows[j]}: ")
        return orders

    def illegal(self, row: int, action: int, where: str) -> ValueError:
        """The error for an action that the seat to move in a game may not take."""
        game, seat = self.game, int(self.agent[row])
        if not 0 <= action < game.num_actions:
            return ValueError(f"{where}action {action} is out of range; actions are 0 .. {game.num_actions - 1}")
        state = self.games[row : row + 1]
        if seat < 0:
            return IllegalActionError(action, "", "the game is over", 0, where)
        text, reason = game.action_text(state, seat, action), game.why_illegal(state, seat, action)
        return IllegalActionError(action, text, reason, int(self.legal_count[row]), where)

    def __getstate__(self) -> dict[str, Any]:
        arrays = {name: copy_records(getattr(self, name)) for name in _ARRAYS}
        return {
            "options": (self.game, self.num_games, self.auto_forced, self.rewards, self._seeded),
            "arrays": arrays,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.game, self.num_games, self.auto_forced, self.rewards, self._seeded = state["options"]
        self._build()
        for name, array in state["arrays"].items():
            getattr(self, name)[:] = array


def rewards_of(game: Game, rewards: str | Rewards | None) -> Rewards:
    """The rewards that an environment's option names.

    Raises:
        ValueError: If there are none of that name, or not for this number of players.
    """
    return rewards if isinstance(rewards, Rewards) else Rewards.named(rewards, game.num_players, game.score_scale)


def _indices(rows: Ints) -> Ints:
    """Rows in the one layout that the kernels are compiled for."""
    return np.ascontiguousarray(rows, np.int64)
