"""Where the rows of a batch get their chance from: their games, random actions and the learner's players."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tabletop_envs.masks import nth
from tabletop_envs.rng import below, combine, mix

STREAM = np.dtype([("seed", np.uint64), ("episode", np.int64), ("dice", np.uint64, (1,))])
"""Where a row's chance comes from: its ``episode``-th game follows from ``seed`` and the row's number; ``dice`` is a
generator for choosing actions, which no game ever sees."""

_DICE = np.uint64(0xD1CE)
_PLAYER = np.uint64(0x5EA7)


@jit
def seed_streams(streams: Any, seed: Any) -> None:
    """Sets the rows' sources of chance to the beginning of ``seed`` (uint64)."""
    for i in range(len(streams)):
        stream = streams[i]
        stream["seed"] = seed
        stream["episode"] = 0
        stream["dice"][0] = mix(combine(seed, np.uint64(i), np.uint64(0)) ^ _DICE)


@jit
def sample_actions(rows: Any, streams: Any, count: Any, masks: Any, out: Any) -> None:
    """A random legal action of each row, drawn exactly as ``run`` draws ``RANDOM``."""
    for j in range(len(rows)):
        i = rows[j]
        out[j] = nth(masks[i], below(streams[i]["dice"], count[i]))


@jit
def draw_seeds(rows: Any, streams: Any, out: Any) -> None:
    """A seed for each row's agent, from the generator of random actions, written to ``out[j]`` (uint64)."""
    for j in range(len(rows)):
        dice = streams[rows[j]]["dice"]
        below(dice, 2)
        out[j] = mix(dice[0])


@jit
def draw_players(rows: Any, streams: Any, players: Any, out: Any) -> None:
    """A uniform player for the running game of each row, written to ``out[rows[j]]``."""
    for j in range(len(rows)):
        i = rows[j]
        game = combine(streams[i]["seed"], np.uint64(i), np.uint64(streams[i]["episode"]))
        out[i] = np.int64((mix(game ^ _PLAYER) >> np.uint64(33)) % np.uint64(players))
