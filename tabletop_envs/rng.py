"""A small random generator whose whole state is one 64-bit number inside a game's record (splitmix64).

The sequence follows Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)


@jit
def mix(x: Any) -> Any:
    """Scrambles a 64-bit number (uint64 in, uint64 out)."""
    z = (x ^ (x >> np.uint64(30))) * _MIX1
    z = (z ^ (z >> np.uint64(27))) * _MIX2
    return z ^ (z >> np.uint64(31))


@jit
def combine(seed: Any, row: Any, episode: Any) -> Any:
    """The seed of the ``episode``-th game of row ``row`` of a batch that was reset with ``seed`` (all uint64)."""
    x = mix(seed + _STEP)
    x = mix(x ^ (row + _STEP))
    return mix(x ^ (episode + _STEP))


@jit
def below(rng: Any, n: Any) -> Any:
    """A uniform integer of ``0 .. n-1`` (int64); ``rng`` is a uint64 array of length 1 that moves on."""
    rng[0] = rng[0] + _STEP
    high = mix(rng[0]) >> np.uint64(32)
    return np.int64((high * np.uint64(n)) >> np.uint64(32))


@jit
def shuffle(rng: Any, values: Any) -> None:
    """Shuffles a one-dimensional array in place, every order equally likely (Fisher-Yates)."""
    for i in range(len(values) - 1, 0, -1):
        j = below(rng, i + 1)
        kept = values[i]
        values[i] = values[j]
        values[j] = kept
