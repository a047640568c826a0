"""Playing the games of a tournament, a fixed number of deals at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents import Agent
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game, State
from tabletop_envs.learning.seeds import derive
from tabletop_envs.states import copy_records

DEALS = 32
"""Deals that are played side by side. They are the unit of work, so that what is played never depends on how many
processes share it."""

Step = tuple[int, int]


class Played(NamedTuple):
    """Finished games of one table.

    Attributes:
        scores: The final scores, int32 [deals, players].
        winners: Who won, bool [deals, players].
        starts: The states in which the games began.
        steps: Player and action of every decision of each game; forced steps are not among them.
    """

    scores: npt.NDArray[np.int32]
    winners: npt.NDArray[np.bool_]
    starts: State
    steps: list[list[Step]]


def chunks(deals: int) -> list[tuple[int, int]]:
    """The numbers of all chunks of so many deals, each with how many deals it has."""
    return [(first // DEALS, min(DEALS, deals - first)) for first in range(0, deals, DEALS)]


def play_chunk(game: Game, table: Sequence[Agent], seed: int, chunk: int, deals: int) -> Played:
    """Plays the first deals of a chunk to their end.

    A deal follows from the seed, its chunk and its place there. Each player has luck of its own, from which its agent
    draws: what one agent draws changes nothing for the others.

    Args:
        game: The game with its options.
        table: The agent of each player.
        seed: Fixes the deals and all luck.
        chunk: Which deals.
        deals: How many, at most ``DEALS``.
    """
    batch, starts = deal_chunk(game, seed, chunk, deals)
    rows = np.arange(deals)
    luck = [_luck(seed, chunk, player)[:deals] for player in range(game.num_players)]
    steps: list[list[Step]] = [[] for _ in rows]
    live = rows
    while len(live):
        for player, agent in enumerate(table):
            # Players come one after the other: whoever has moved waits for the next round of this loop.
            waiting = live[batch.agent[live] == player]
            if not len(waiting):
                continue
            batch.streams["dice"][waiting, 0] = luck[player][waiting]
            actions = agent.choose(batch, waiting)
            luck[player][waiting] = batch.streams["dice"][waiting, 0]
            for row, action in zip(waiting.tolist(), np.asarray(actions).tolist(), strict=True):
                steps[row].append((player, action))
            batch.advance(waiting, actions)
        live = live[batch.agent[live] >= 0]
    return Played(batch.scores.copy(), batch.winners.copy(), starts, steps)


def deal_chunk(game: Game, seed: int, chunk: int, deals: int) -> tuple[Batch, State]:
    """The first deals of a chunk, ready to be played, and the states in which they begin."""
    batch = Batch(game, deals)
    rows = np.arange(deals)
    batch.seed(derive(seed, 0, chunk))
    batch.deal(rows)
    starts = copy_records(batch.games)
    batch.refresh(rows)
    return batch, starts


def _luck(seed: int, chunk: int, player: int) -> npt.NDArray[np.uint64]:
    """What a player's draws begin with in each deal of a chunk."""
    return np.random.default_rng([seed, 1, chunk, player]).integers(2**64, size=DEALS, dtype=np.uint64)


def table_of(line_up: Sequence[int], turn: int) -> list[int]:
    """Who plays each player when a line-up has moved on by ``turn`` seats."""
    return [line_up[(player + turn) % len(line_up)] for player in range(len(line_up))]
