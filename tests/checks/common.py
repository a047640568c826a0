"""What the checks share."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from tabletop_envs.aec import GameAEC
from tabletop_envs.batch import Batch

ROW = np.zeros(1, np.int64)
ARRAYS = (
    "games",
    "streams",
    "agent",
    "observation",
    "action_mask",
    "legal_count",
    "done",
    "returns",
    "scores",
    "winners",
)


def same(a: Any, b: Any) -> None:
    """Asserts that two arrays, dicts, lists or numbers are equal, types of arrays included."""
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            same(a[key], b[key])
    elif isinstance(a, np.ndarray):
        assert a.dtype == b.dtype
        assert a.tobytes() == b.tobytes()
    else:
        assert a == b


def same_batches(a: Batch, b: Batch) -> None:
    """Asserts that two batches stand alike, generators included."""
    for name in ARRAYS:
        same(getattr(a, name), getattr(b, name))


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keeps what the checkers of others print and warn about to themselves."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def choices(env: GameAEC, rng: np.random.Generator) -> Iterator[tuple[int, int]]:
    """Plays a running AEC game to its end at random and yields player and action before each step."""
    while env.agents and not env.terminations[env.agent_selection]:
        agent = env.agent_selection
        action = int(rng.choice(np.flatnonzero(env.infos[agent]["action_mask"])))
        yield env.game.player(agent), action
        env.step(action)


def play(env: GameAEC, seed: int) -> list[tuple[int, int]]:
    """A whole random AEC game; returns players and actions."""
    env.reset(seed=seed)
    return list(choices(env, np.random.default_rng(seed)))
