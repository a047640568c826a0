"""Many games side by side: the engine's own face, for search, own training loops and benchmarks."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.candidates import TRIALS, Candidates, list_candidates
from tabletop_envs.errors import shown
from tabletop_envs.kernels import STREAM, sample_actions
from tabletop_envs.reset_arguments import as_array, whole_number
from tabletop_envs.rows import Ints, Rows
from tabletop_envs.rule_functions import bound
from tabletop_envs.states import as_bytes, checked_states

_MOST_STEPS = 2**63 - 1


class Snapshot(NamedTuple):
    """What a batch shows at one moment, in contiguous arrays that nothing changes any more."""

    agent: Ints
    observation: npt.NDArray[Any]
    action_mask: npt.NDArray[np.int8]
    done: npt.NDArray[np.bool_]
    returns: npt.NDArray[np.float32]


class Batch(Rows):
    """N games of the same kind, each of which starts the next game when it ends.

    The k-th game of row i after ``reset(s)`` depends on s, i and k alone. The arrays are the batch's own and change
    with every call, ``action_mask`` is a view of longer rows; whoever keeps them or hands them on without a copy
    (DLPack, ``jax.device_put``, ``torch.from_numpy``) takes those of :meth:`snapshot`. Every game asks somebody at
    least once; one that should be over before that takes one ``WAIT`` like any other step.

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
        rows = self._rows if rows is None else self._picked(rows)
        actions = np.empty(len(rows), np.int64)
        sample_actions(rows, self.streams, self.legal_count, self.padded_mask, actions)
        return actions

    def rollout(self, k: int) -> int:
        """Takes ``k`` random legal actions in every game, all in compiled code; the same as k times ``step(sample())``.

        Returns:
            The number of actions taken, N * k.
        """
        self.require_begun()
        steps = whole_number(k, 0, _MOST_STEPS)
        if steps is None:
            raise ValueError(
                f"rollout({shown(k)}): expected a number of steps, 0 .. {_MOST_STEPS}, none of them negative"
            )
        self._run(self._rows, self._random, steps, restart=True)
        self._pay()
        return self.num_games * steps

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

    def observe(self, whose: npt.ArrayLike, rows: Ints | None = None) -> npt.NDArray[Any]:
        """What any player sees, whether it is its turn or not.

        Args:
            whose: A player, or one for each row.
            rows: Which games; all if not given.

        Returns:
            A new array, [rows, L].
        """
        # Whoever writes into `games` directly may look at them at once.
        if not self._seeded and not as_bytes(self.games).any():
            self.require_begun()
        rows = self._rows if rows is None else self._picked(rows)
        given = as_array(whose)
        if given.shape not in ((), rows.shape) or (given.dtype.kind not in "iu" and given.size):
            raise ValueError(f"observe: expected a player, or one for each of {len(rows)} games, not {shown(whose)}")
        looking: Ints = np.ascontiguousarray(np.broadcast_to(given.astype(np.int64), rows.shape))
        if looking.size and (looking.min() < 0 or looking.max() >= self.game.num_players):
            raise ValueError(f"observe: players are 0 .. {self.game.num_players - 1}")
        out = np.empty((len(rows), self.observation.shape[1]), self.observation.dtype)
        self.kernels.look(self.game.tables, self.games, rows, looking, out)
        return out

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

    def _pay(self) -> None:
        self.returns.fill(0)
        ended = np.flatnonzero(self.done)
        if len(ended):
            self.returns[ended] = self.final_returns(ended)

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
        rows = self._rows if rows is None else self._picked(rows)
        game, found = self.game, Candidates.empty(self.game, len(rows))
        trial = np.zeros(1 + TRIALS, game.dtype)
        bound(list_candidates, game)(
            game.tables, self.games, rows, self.agent, self.padded_mask, game.num_actions, trial, *found
        )
        return found
