"""Where the time of a batch step goes: the same random play, taken apart into one pass over all games for each part."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.games import GAMES
from benchmarks.kernels import ask_all, deal_ended, mask_all, observe_chosen, pick, step_all
from benchmarks.measure import Effort, measure
from benchmarks.ours import rollouts
from benchmarks.playing import SEED
from tabletop_envs.rule_functions import bound

SIZE = 1024
WARM = 300
"""Passes before measuring, after which the games are everywhere between their beginning and their end."""


@dataclass
class Part:
    """A part of a step.

    Attributes:
        name: What it is.
        nanoseconds: CPU time spent in it.
        calls: How often it was done.
    """

    name: str
    nanoseconds: int = 0
    calls: int = 0


@dataclass(frozen=True)
class Profile:
    """What was measured.

    Attributes:
        whole: Nanoseconds of a step of ``rollout`` in one piece.
        steps: Steps through the mask that the parts add up to.
        parts: The parts.
    """

    whole: float
    steps: int
    parts: list[Part]


class TakenApart:
    """Random play with a clock on every part. Forced steps (one legal action) are taken like all others, unseen.

    Args:
        batch: The games, made with ``auto_play_forced=False``.
    """

    def __init__(self, batch: Any) -> None:
        game = batch.game
        self._tables, self._games, self._start = game.tables, batch.games, game.template.copy()
        self._actions = game.num_actions
        self._agents, self._counts, self._chosen = batch.agent, batch.legal_count, batch.sample()
        self._masks, self._observations = batch.padded_mask, batch.observation
        self._dice = np.full(1, SEED, np.uint64)
        self._seed = SEED
        self._ask, self._deal, self._mask = (bound(kernel, game) for kernel in (ask_all, deal_ended, mask_all))
        self._see, self._step = bound(observe_chosen, game), bound(step_all, game)
        names = ("finding the player to move", "new deal", "mask", "drawing an action", "observation", "rules")
        self.parts = {name: Part(name) for name in names}

    def go(self) -> int:
        """One action in every game; returns in how many there was something to choose."""
        tables, games, agents, counts = self._tables, self._games, self._agents, self._counts
        n = len(games)
        self._clock("finding the player to move", n, lambda: self._ask(tables, games, agents))
        self._seed += n
        self._clock("new deal", None, lambda: self._deal(tables, games, self._start, agents, self._seed))
        self._clock("mask", n, lambda: self._mask(tables, games, agents, self._actions, self._masks, counts))
        self._clock("drawing an action", n, lambda: pick(counts, self._masks, self._dice, self._chosen))
        seen = self._clock("observation", None, lambda: self._see(tables, games, agents, counts, self._observations))
        self._clock("rules", n, lambda: self._step(tables, games, agents, self._chosen))
        return seen

    def _clock(self, name: str, calls: int | None, call: Callable[[], Any]) -> int:
        part, start = self.parts[name], time.process_time_ns()
        done = call()
        part.nanoseconds += time.process_time_ns() - start
        made = int(done) if calls is None else calls
        part.calls += made
        return made

    def forget(self) -> None:
        """Sets all clocks to zero."""
        for part in self.parts.values():
            part.nanoseconds = part.calls = 0


def profile(name: str, effort: Effort) -> Profile:
    """Takes the steps of random play apart, and measures them in one piece beside."""
    entry = GAMES[name]
    batch = entry.batch(SIZE, auto_play_forced=False)
    batch.reset(SEED)
    apart = TakenApart(batch)
    for _ in range(WARM):
        apart.go()
    apart.forget()
    steps, start = 0, time.process_time()
    while time.process_time() - start < effort.seconds * effort.repeats:
        steps += apart.go()
    whole = measure({"whole": rollouts(entry, SIZE)}, effort)[0]
    return Profile(1e9 / whole.median, steps, list(apart.parts.values()))
