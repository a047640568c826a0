"""Candidates: the legal actions of a decision with the features of the positions that they lead to.

What a network or a search needs in order to choose among actions without learning the rules first: for each legal
action a few dozen numbers, each with a name and a unit. They follow from what the player may know alone: all that is
hidden is drawn again, always in the same way, before anything is tried.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.rule_functions import candidates, position, resample_hidden
from tabletop_envs.spec import WAIT, GameSpec

TRIALS = 5
"""Records that a game's ``candidates`` may use to try actions in."""
_WORLD = np.uint64(0xCA2D1DA7E5)


class Candidates(NamedTuple):
    """The candidates of N decisions; row j belongs to the j-th game that was asked for.

    Attributes:
        actions: int64 [N, K], the legal actions in ascending order, then ``WAIT``.
        mask: int8 [N, K], 1 where there is a candidate. No row is empty.
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

    def best(self, worth: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """The candidate of each decision that is worth the most, the first of equals; ``worth`` is [N, K]."""
        best: npt.NDArray[np.int64] = np.where(self.mask == 1, worth, -np.inf).argmax(axis=1)
        return best

    def take(self, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The actions of the candidates that are chosen, one of each decision."""
        actions: npt.NDArray[np.int64] = self.actions[np.arange(len(chosen)), chosen]
        return actions


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
    agent: Any,
    masks: Any,
    num_actions: Any,
    trial: Any,
    actions: Any,
    mask: Any,
    features: Any,
    positions: Any,
) -> None:
    """Writes the candidates of the players to move; the arrays are those of :class:`Candidates`, all zero.

    Args:
        tables: The game's tables.
        games: The records of all games.
        rows: Which of them.
        agent: The players to move, by game; -1 where a game is over.
        masks: Their action masks, by game.
        num_actions: The number of actions; rows of ``masks`` are padded.
        trial: ``1 + TRIALS`` records, overwritten.
        actions: As in :class:`Candidates`, like the following.
        mask: Where there are candidates.
        features: Of the candidates.
        positions: Of the positions before the decisions.
    """
    t = tables[0]
    for j in range(len(rows)):
        i = rows[j]
        player = agent[i]
        if player < 0:
            actions[j, 0] = WAIT
            mask[j, 0] = 1
            continue
        # Always the same seed: equal knowledge makes equal features.
        trial[0] = games[i]
        resample_hidden(t, trial[0], player, _WORLD)
        count = candidates(t, trial[0], player, masks[i, :num_actions], trial[1:], actions[j], features[j])
        mask[j, :count] = 1
        position(t, trial[0], player, positions[j])
