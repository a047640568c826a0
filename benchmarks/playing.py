"""Loops of random legal play through the usual interfaces, the same ones for every library that has them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from benchmarks.kernels import draw
from benchmarks.measure import Play

SEED = 1


class Dice:
    """Draws a random legal action from a mask."""

    def __init__(self) -> None:
        self._random = random.Random(SEED).random

    def __call__(self, mask: Any) -> int:
        legal = mask.nonzero()[0]
        return int(legal[int(self._random() * len(legal))])


def aec_games(env: Any) -> Play:
    """Whole games of a PettingZoo AEC environment; steps of players whose game is over do not count."""
    dice = Dice()
    env.reset(seed=SEED)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter(max_iter=1 << 30):
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            inside = isinstance(observation, dict) and "action_mask" in observation
            env.step(dice(observation["action_mask"] if inside else info["action_mask"]))
            steps += 1
        return steps

    return play


def parallel_games(env: Any) -> Play:
    """Whole games of a PettingZoo Parallel environment; agents that can only wait (action 0) do not count."""
    dice = Dice()
    env.reset(seed=SEED)

    def play() -> int:
        observations, _ = env.reset()
        steps = 0
        while env.agents:
            actions = {agent: dice(view["action_mask"]) for agent, view in observations.items()}
            steps += sum(action != 0 for action in actions.values())
            observations = env.step(actions)[0]
        return steps

    return play


def single_games(env: Any) -> Play:
    """Whole games of a Gymnasium environment; the opponents' steps do not count."""
    dice = Dice()
    env.reset(seed=SEED)

    def play() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, terminated, truncated, info = env.step(dice(info["action_mask"]))
            over = terminated or truncated
            steps += 1
        return steps

    return play


def vector_steps(env: Any, calls: int = 8) -> Play:
    """Steps of a Gymnasium vector environment with random legal actions; the opponents' steps do not count."""
    dice = np.full(1, SEED, np.uint64)
    actions = np.empty(env.num_envs, np.int64)
    masks = env.reset(seed=SEED)[1]["action_mask"]

    def play() -> int:
        nonlocal masks
        for _ in range(calls):
            draw(masks, dice, actions)
            masks = env.step(actions)[4]["action_mask"]
        return calls * len(actions)

    return play
