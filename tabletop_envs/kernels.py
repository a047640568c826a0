"""The compiled loops behind every environment.

Two of them hold the rules and so take long to compile: :func:`run` plays players one after the other, for one game or
many; :func:`together` answers for all players at once. Everything a step needs happens in one call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tabletop_envs.masks import nth, only
from tabletop_envs.rng import below, combine
from tabletop_envs.rule_functions import (
    bound,
    heuristic_value,
    legal,
    mid_move,
    next_player,
    observe,
    resample_hidden,
    reset,
    scores,
    step,
    to_act,
    winners,
)
from tabletop_envs.spec import WAIT, GameSpec

# What can be ordered of a game in place of an action.
NEXT_GAME = -1  # start the row's next game
RESUME = -2  # only find out who is to act, after the record has been changed from outside
RANDOM = -3  # a random legal action
NONE = -4  # nothing (of one player, in `together`)


def run(
    tables: Any,
    games: Any,
    start: Any,
    rows: Any,
    orders: Any,
    steps: Any,
    restart: Any,
    auto_play_forced: Any,
    num_actions: Any,
    streams: Any,
    agent: Any,
    count: Any,
    masks: Any,
    observations: Any,
    done: Any,
    final_scores: Any,
    won: Any,
) -> None:
    """Carries out ``orders[j]`` in game ``rows[j]``, ``steps`` times, and tells who acts next and what it sees.

    Args:
        tables: The game's tables.
        games: The records of all games.
        start: The record from which a new game starts.
        rows: Which games to play.
        orders: An action or one of the orders above for each of them.
        steps: How often.
        restart: Whether a game that ends is followed by the next one at once.
        auto_play_forced: Whether players with one legal action take it automatically.
        num_actions: The number of actions; rows of ``masks`` are padded.
        streams: The rows' sources of chance.
        agent: The player to move, -1 when the game is over.
        count: How many actions are legal for it.
        masks: Its action mask; ``WAIT`` alone when the game is over.
        observations: Its observation (player 0's when the game is over).
        done: Whether a game ended in the last step.
        final_scores: The scores of that game, else 0.
        won: Its winners, else False.
    """
    t = tables[0]
    for j in range(len(rows)):
        i = rows[j]
        g = games[i]
        stream = streams[i]
        mask = masks[i, :num_actions]
        for _ in range(steps):
            if done[i]:
                done[i] = False
                final_scores[i, :] = 0
                won[i, :] = False
            order = orders[j]
            if order == RANDOM:
                order = nth(masks[i], below(stream["dice"], count[i]))
            # The WAIT of a game that was over before anybody had to act does nothing.
            if order >= 0 and agent[i] >= 0:
                step(t, g, agent[i], order)
            deal = order == NEXT_GAME
            while True:
                if deal:
                    games[i] = start[0]
                    reset(t, g, combine(stream["seed"], np.uint64(i), np.uint64(stream["episode"])))
                    stream["episode"] += 1
                    deal = False
                player = np.int64(next_player(t, g))
                if player >= 0:
                    count[i] = legal(t, g, player, mask)
                    if count[i] > 1 or not auto_play_forced:
                        break
                    step(t, g, player, nth(masks[i], 0))
                else:
                    # The next game may be over at once as well; it is reported by the next step.
                    if not done[i]:
                        done[i] = True
                        scores(t, g, final_scores[i])
                        winner_mask = np.int64(winners(t, g))
                        for k in range(won.shape[1]):
                            won[i, k] = (winner_mask >> k) & 1 != 0
                        deal = restart
                    if not deal:
                        count[i] = 1
                        only(mask, WAIT)
                        break
            agent[i] = player
            observe(t, g, max(player, np.int64(0)), observations[i])


def together(
    tables: Any,
    games: Any,
    orders: Any,
    auto_play_forced: Any,
    num_actions: Any,
    masks: Any,
    observations: Any,
) -> int:
    """Carries out one action of every player that may answer, then the forced ones of all players.

    Args:
        tables: The game's tables.
        games: The record, an array of length 1.
        orders: An action of each player, or ``NONE``; what a player that may not answer orders is ignored.
        auto_play_forced: Whether players with one legal action take it automatically.
        num_actions: The number of actions; rows of ``masks`` are padded.
        masks: The action mask of each player.
        observations: The observation of each player.

    Returns:
        The players that may answer next as a bit mask; 0 when the game is over.
    """
    t = tables[0]
    g = games[0]
    may_act = np.int64(to_act(t, g))
    for player in range(len(orders)):
        if (may_act >> player) & 1 and orders[player] != NONE:
            step(t, g, player, orders[player])
    settled = False
    while not settled:
        settled = True
        for player in range(len(orders)):
            choices = legal(t, g, player, masks[player, :num_actions])
            if choices == 1 and auto_play_forced and (np.int64(to_act(t, g)) >> player) & 1:
                step(t, g, player, nth(masks[player], 0))
                settled = False
    for player in range(len(orders)):
        observe(t, g, player, observations[player])
    return to_act(t, g)


class Single:
    """The rule functions one by one, each on a game of an array: for whoever follows a game action by action.

    Inside, their names are those of the module: the game's own functions.
    """

    @staticmethod
    def reset(tables: Any, games: Any, i: Any, seed: Any) -> None:
        """Draws what game ``i``, a copy of a template, leaves open, and begins it; ``seed`` is uint64."""
        reset(tables[0], games[i], seed)

    @staticmethod
    def observe(tables: Any, games: Any, rows: Any, players: Any, out: Any) -> None:
        """What player ``players[j]`` of game ``rows[j]`` sees, into row j of ``out``."""
        for j in range(len(rows)):
            observe(tables[0], games[rows[j]], players[j], out[j])

    @staticmethod
    def legal(tables: Any, games: Any, i: Any, player: Any, mask: Any) -> int:
        """What a player of game ``i`` may do; returns how many actions that are."""
        return legal(tables[0], games[i], player, mask)

    @staticmethod
    def to_act(tables: Any, games: Any, i: Any) -> int:
        """The players of game ``i`` that may answer now, as a bit mask."""
        return to_act(tables[0], games[i])

    @staticmethod
    def next_player(tables: Any, games: Any, i: Any) -> int:
        """The player of game ``i`` that moves next when players move one by one, -1 when it is over."""
        return next_player(tables[0], games[i])

    @staticmethod
    def mid_move(tables: Any, games: Any, i: Any, player: Any) -> bool:
        """Whether a player of game ``i`` is inside a move that takes several actions."""
        return mid_move(tables[0], games[i], player)

    @staticmethod
    def step(tables: Any, games: Any, i: Any, player: Any, action: Any) -> None:
        """One step of one player of game ``i``; no forced step follows."""
        step(tables[0], games[i], player, action)

    @staticmethod
    def resample_hidden(tables: Any, games: Any, i: Any, player: Any, seed: Any) -> None:
        """Turns game ``i`` into another world that looks the same to ``player``; ``seed`` is uint64."""
        resample_hidden(tables[0], games[i], player, seed)

    @staticmethod
    def heuristic_value(tables: Any, games: Any, i: Any, player: Any) -> float:
        """The game's own guess of a player's final score in game ``i``."""
        return heuristic_value(tables[0], games[i], player)


class Kernels(NamedTuple):
    """The loops of this module with the rule functions of one game; each is compiled on its first call."""

    run: Callable[..., None]
    together: Callable[..., int]
    reset: Callable[..., None]
    observe: Callable[..., None]
    legal: Callable[..., int]
    to_act: Callable[..., int]
    next_player: Callable[..., int]
    mid_move: Callable[..., bool]
    step: Callable[..., None]
    resample_hidden: Callable[..., None]
    heuristic_value: Callable[..., float]


def kernels_of(game: GameSpec) -> Kernels:
    """The loops for a game; the same ones for all its options."""
    single = (getattr(Single, name) for name in Kernels._fields[2:])
    return Kernels(*(bound(kernel, game) for kernel in (run, together, *single)))
