"""Games that go on from imagined worlds: what the actions of a decision lead to when a judge plays all players."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.judge import Judge
from tabletop_envs.arguments import Ints
from tabletop_envs.batch import Batch
from tabletop_envs.candidates import require_candidates
from tabletop_envs.game import Game
from tabletop_envs.rng import combine
from tabletop_envs.rule_functions import bound, resample_hidden
from tabletop_envs.spec import GameSpec
from tabletop_envs.states import as_bytes


def imagine(tables: Any, games: Any, rows: Any, players: Any, seeds: Any, first: Any, worlds: Any) -> None:
    """Writes worlds that look the same to the players as their games, the k-th of each row from its seed and k alone.

    Args:
        tables: The game's tables.
        games: The records of all games.
        rows: Which of them.
        players: For each of the rows, to whom the worlds look the same.
        seeds: For each of the rows, uint64.
        first: The number of the first world.
        worlds: [rows, worlds] records.
    """
    for j in range(len(rows)):
        for k in range(worlds.shape[1]):
            worlds[j, k] = games[rows[j]]
            resample_hidden(tables[0], worlds[j, k], players[j], combine(seeds[j], np.uint64(first + k), np.uint64(0)))


def require_turns(game: GameSpec) -> None:
    """Refuses a game that cannot be searched.

    Raises:
        NotImplementedError: If it declares no candidates, or no turns.
    """
    require_candidates(game)
    if not game.turn_field:
        raise NotImplementedError(
            f"{game.name} declares no turns; a search needs its `turn_field` (see tabletop_envs.spec.GameSpec)"
        )


class Simulations:
    """Plays imagined games side by side.

    Args:
        game: The game with its options.
        judge: Plays all players, and values the decisions at which the games are left.
        size: How many games at most.
    """

    def __init__(self, game: Game, judge: Judge, size: int) -> None:
        self.game, self.judge, self.size = game, judge, size
        self.judged = 0
        """How many candidates have been judged."""
        self._batch = Batch(game, size)
        self._batch.seed(0)  # of chance that no game sees

    def values(
        self,
        batch: Batch,
        rows: Ints,
        seeds: npt.NDArray[np.uint64],
        number: tuple[int, int],
        tried: tuple[Ints, Ints],
        depth: int,
    ) -> npt.NDArray[np.float64]:
        """What actions lead to in imagined worlds, the same worlds for all actions of a decision.

        Args:
            batch: The games.
            rows: Those in which a player decides.
            seeds: Where the worlds of each row come from.
            number: The number of the first world, and how many there are.
            tried: For each action that is tried, the place of its game in ``rows``, and the action.
            depth: How many turns each game goes on after that in which the player decides; then on to the player's
                next decision, which the judge values.

        Returns:
            Points by which the player will end ahead, [tried, worlds].
        """
        game, sims = self.game, self._batch
        first, count = number
        decision, actions = tried
        worlds = np.zeros((len(rows), count), game.dtype)
        bound(imagine, game)(game.tables, batch.games, rows, batch.agent[rows], seeds, first, worlds)
        live: Ints = np.arange(len(actions) * count)
        as_bytes(sims.games)[live] = as_bytes(worlds[decision].reshape(-1))
        player = np.repeat(batch.agent[rows[decision]], count)
        last = self._turns(live) + depth
        values = np.empty(len(live))
        sims.refresh(live)
        # Who imagines a world is asked first in it.
        sims.advance(live, np.repeat(actions, count))
        while len(live):
            over = sims.agent[live] < 0
            values[live[over]] = self._leads(live[over], player)
            live = live[~over]
            found = sims.candidates(live)
            self.judged += int(found.mask.sum())
            worth, value = self.judge.judge(game, found)
            left = (self._turns(live) > last[live]) & (sims.agent[live] == player[live])
            values[live[left]] = value[left]
            live, actions = live[~left], found.take(found.best(worth))[~left]
            sims.advance(live, actions)
        return values.reshape(-1, count)

    def _turns(self, rows: Ints) -> Ints:
        """The number of the running turn of each game."""
        return self._batch.games[self.game.turn_field][rows].astype(np.int64)

    def _leads(self, rows: Ints, player: Ints) -> npt.NDArray[np.float64]:
        """How games ended: a player's score less the mean of the others'; alone, its score."""
        scores = self._batch.scores[rows].astype(np.float64)
        own = scores[np.arange(len(rows)), player[rows]]
        others = self.game.num_players - 1
        return own - (scores.sum(axis=1) - own) / others if others else own
