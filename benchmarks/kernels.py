"""Compiled loops that measure parts of the engine. Those that name rule functions are bound to a game before use."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tabletop_envs.masks import nth
from tabletop_envs.rng import below
from tabletop_envs.rule_functions import legal, next_player, observe, reset, step


@jit
def draw(masks: Any, dice: Any, actions: Any) -> None:
    """A random legal action for each row of ``masks``; ``dice`` is a uint64 array of length 1."""
    for i in range(len(masks)):
        row = masks[i]
        count = np.int64(0)
        for action in range(len(row)):
            count += np.int64(row[action])
        left = below(dice, count)
        for action in range(len(row)):
            left -= np.int64(row[action])
            if left < 0:
                actions[i] = action
                break


@jit
def copy_games(games: Any, times: Any) -> None:
    """Copies the first game over the others, ``times`` copies in all."""
    others = len(games) - 1
    for k in range(times):
        games[1 + k % others] = games[0]


@jit
def pick(counts: Any, masks: Any, dice: Any, actions: Any) -> None:
    """A random legal action for each padded row, as rollouts draw it."""
    for i in range(len(counts)):
        actions[i] = nth(masks[i], below(dice, counts[i]))


def ask_all(tables: Any, games: Any, agents: Any) -> None:
    """Finds the player to move in every game."""
    for i in range(len(games)):
        agents[i] = next_player(tables[0], games[i])


def deal_ended(tables: Any, games: Any, start: Any, agents: Any, seed: Any) -> int:
    """Starts the next games where games are over; returns how many."""
    ended = 0
    for i in range(len(games)):
        if agents[i] < 0:
            games[i] = start[0]
            reset(tables[0], games[i], np.uint64(seed + i))
            agents[i] = next_player(tables[0], games[i])
            ended += 1
    return ended


def mask_all(tables: Any, games: Any, agents: Any, num_actions: Any, masks: Any, counts: Any) -> None:
    """Writes the mask of every game."""
    for i in range(len(games)):
        counts[i] = legal(tables[0], games[i], agents[i], masks[i, :num_actions])


def observe_chosen(tables: Any, games: Any, agents: Any, counts: Any, observations: Any) -> int:
    """Writes the observation of every game in which there is something to choose; returns how many."""
    chosen = 0
    for i in range(len(games)):
        if counts[i] > 1:
            observe(tables[0], games[i], agents[i], observations[i])
            chosen += 1
    return chosen


def step_all(tables: Any, games: Any, agents: Any, actions: Any) -> None:
    """Takes an action in every game."""
    for i in range(len(games)):
        step(tables[0], games[i], agents[i], actions[i])


def whole_games(
    tables: Any, games: Any, start: Any, mask: Any, num_actions: Any, dice: Any, seed: Any, times: Any
) -> None:
    """Plays ``times`` games at random in the first record, from the deal to the last step; forced steps too."""
    t, g, row = tables[0], games[0], mask[:num_actions]
    for k in range(times):
        games[0] = start[0]
        reset(t, g, np.uint64(seed + k))
        player = np.int64(next_player(t, g))
        while player >= 0:
            step(t, g, player, nth(mask, below(dice, legal(t, g, player, row))))
            player = np.int64(next_player(t, g))


def play_until(
    tables: Any, games: Any, clock: Any, limit: Any, masks: Any, num_actions: Any, dice: Any, taken: Any, lengths: Any
) -> int:
    """Random steps in every game until its ``clock`` reaches the limit or it is over; returns how many, forced too.

    Row i of ``taken`` gets the players and actions of game i, ``lengths[i]`` of them.
    """
    t, total = tables[0], 0
    for i in range(len(games)):
        g, mask, n = games[i], masks[i, :num_actions], 0
        player = np.int64(next_player(t, g))
        while player >= 0 and clock[i] < limit:
            action = nth(masks[i], below(dice, legal(t, g, player, mask)))
            step(t, g, player, action)
            taken[i, n, 0], taken[i, n, 1] = player, action
            n += 1
            player = np.int64(next_player(t, g))
        lengths[i] = n
        total += n
    return total


def take_again(tables: Any, games: Any, taken: Any, lengths: Any) -> int:
    """The steps that :func:`play_until` wrote down, without masks; returns how many."""
    total = 0
    for i in range(len(games)):
        total += lengths[i]
        for k in range(lengths[i]):
            step(tables[0], games[i], taken[i, k, 0], taken[i, k, 1])
    return total
