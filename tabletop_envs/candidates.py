"""Candidates: the legal actions of a decision with the features of the positions that they lead to.

What a network or a search needs in order to choose among actions without learning the rules first: for each legal
action a few dozen numbers, each with a name and a unit. They follow from what the player may know alone: all that is
hidden is drawn again, always in the same way, before anything is tried.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import IllegalActionError
from tabletop_envs.rule_functions import bound, candidates, position, resample_hidden
from tabletop_envs.spec import WAIT, GameSpec

TRIALS = 5
"""Records that a game's ``candidates`` may use to try actions in."""
_WORLD = np.uint64(0xCA2D1DA7E5)


class Candidates(NamedTuple):
    """The candidates of N decisions; row j belongs to the j-th game that was asked for.

    A candidate is chosen by its place, 0 to K - 1. Who can only wait has the candidate ``WAIT``, whose features are 0.

    Attributes:
        actions: int64 [N, K], the legal actions in ascending order, then ``WAIT``.
        mask: int8 [N, K], 1 where there is a candidate: the first places. No row is empty.
        features: float32 [N, K, F], as the game's ``candidate_features`` name them; 0 where there is no candidate.
        position: float32 [N, P], the position before the decision, as ``position_features`` name it.
    """

    actions: npt.NDArray[np.int64]
    mask: npt.NDArray[np.int8]
    features: npt.NDArray[np.float32]
    position: npt.NDArray[np.float32]

    @classmethod
    def empty(cls, game: GameSpec, n: int) -> Candidates:
        """Arrays for n decisions.

        Raises:
            NotImplementedError: If the game declares no candidates.
        """
        require_candidates(game)
        k, f, p = game.max_candidates, len(game.candidate_features), len(game.position_features)
        return cls(
            np.zeros((n, k), np.int64),
            np.zeros((n, k), np.int8),
            np.zeros((n, k, f), np.float32),
            np.zeros((n, p), np.float32),
        )

    @classmethod
    def of(cls, game: GameSpec, games: Any, rows: Any, players: Any, masks: Any) -> Candidates:
        """The candidates of any players.

        Args:
            game: The game.
            games: The records of all games.
            rows: Which of them, int64 [N]; one may come more than once.
            players: Who decides in each, int64 [N]; -1: nobody, all of whose features are 0.
            masks: What that player may do, int8 [N, actions], padded (:func:`tabletop_envs.masks.padded`).

        Returns:
            New arrays.

        Raises:
            NotImplementedError: If the game declares no candidates.
        """
        found = cls.empty(game, len(rows))
        trial = np.zeros(1 + TRIALS, game.dtype)
        bound(list_candidates, game)(game.tables, games, rows, players, masks, game.num_actions, trial, *found)
        return found

    @classmethod
    def waiting(cls, game: GameSpec, n: int) -> Candidates:
        """What is left to n players whose game is over."""
        found = cls.empty(game, n)
        found.mask[:, 0] = 1
        return found

    def best(self, worth: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """The candidate of each decision that is worth the most, the first of equals; ``worth`` is [N, K]."""
        best: npt.NDArray[np.int64] = np.where(self.mask == 1, worth, -np.inf).argmax(axis=1)
        return best

    def take(self, chosen: npt.NDArray[np.int64], rows: Any = None) -> npt.NDArray[np.int64]:
        """The actions of the candidates that are chosen, one of each decision, or of each of ``rows``."""
        actions: npt.NDArray[np.int64] = self.actions[np.arange(len(chosen)) if rows is None else rows, chosen]
        return actions

    def place(self, action: int, row: int = 0) -> int:
        """The candidate of a decision that is a legal action of the game."""
        return int(np.flatnonzero(self.actions[row] == action)[0])

    def read(self, chosen: int, row: int, where: str) -> int:
        """The action that a candidate of a decision stands for.

        Raises:
            IllegalActionError: If there is no such candidate; the message begins with ``where``.
        """
        if not self.mask[row, chosen]:
            raise self.illegal(chosen, row, where)
        return int(self.actions[row, chosen])

    def illegal(self, chosen: int, row: int, where: str) -> IllegalActionError:
        """The error for a choice where a decision has no candidate; its message begins with ``where``."""
        count = int(self.mask[row].sum())
        return IllegalActionError(chosen, "no candidate", f"there are candidates 0 to {count - 1}", count, where)


def require_candidates(game: GameSpec) -> None:
    """Refuses a game without candidates.

    Raises:
        NotImplementedError: If the game declares none.
    """
    if game.rule_functions.candidates is None:
        raise NotImplementedError(
            f"{game.name} declares no candidates; its rule functions need `candidates` and `position` (see "
            "tabletop_envs.spec.RuleFunctions)"
        )


def list_candidates(
    tables: Any,
    games: Any,
    rows: Any,
    players: Any,
    masks: Any,
    num_actions: Any,
    trial: Any,
    actions: Any,
    mask: Any,
    features: Any,
    positions: Any,
) -> None:
    """Writes the candidates of players; the arrays are those of :class:`Candidates`, all zero.

    Args:
        tables: The game's tables.
        games: The records of all games.
        rows: Which of them.
        players: Who decides in each; -1: nobody.
        masks: Their action masks.
        num_actions: The number of actions; rows of ``masks`` are padded.
        trial: ``1 + TRIALS`` records, overwritten.
        actions: As in :class:`Candidates`, like the following.
        mask: Where there are candidates.
        features: Of the candidates.
        positions: Of the positions before the decisions.
    """
    t = tables[0]
    for j in range(len(rows)):
        player = players[j]
        waits = player < 0 or masks[j, WAIT] != 0
        if waits:
            actions[j, 0] = WAIT
            mask[j, 0] = 1
        if player < 0:
            continue
        # Always the same seed: equal knowledge makes equal features.
        trial[0] = games[rows[j]]
        resample_hidden(t, trial[0], player, _WORLD)
        if not waits:
            count = candidates(t, trial[0], player, masks[j, :num_actions], trial[1:], actions[j], features[j])
            mask[j, :count] = 1
        position(t, trial[0], player, positions[j])
