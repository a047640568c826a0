"""Copies, reset without a seed, pictures."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from tabletop_envs.aec import GameAEC, wrap
from tabletop_envs.game import Game
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.parallel import GameParallel
from tests.checks.common import choices, play, same


def check_copies(game: Game) -> None:
    """Copies by deepcopy, pickle and bytes go on exactly as the original does, and leave it alone."""
    for make in (lambda: GameAEC(game), lambda: wrap(GameAEC(game))):
        env = make()
        env.reset(seed=3)
        for step, _ in enumerate(choices(env.unwrapped, np.random.default_rng(3))):
            if step == 4:
                break
        fresh = GameAEC(game)
        fresh.load(np.frombuffer(env.unwrapped.save().tobytes(), game.dtype))
        ends = []
        for twin in (copy.deepcopy(env).unwrapped, pickle.loads(pickle.dumps(env)).unwrapped, fresh, env.unwrapped):
            played = list(choices(twin, np.random.default_rng(9)))
            ends.append((played, twin.save().tobytes(), twin.rewards))
        for end in ends:
            assert end == ends[0]
    env.unwrapped.record()
    parallel = GameParallel(game)
    parallel.reset(seed=3)
    same(copy.deepcopy(parallel).save(), parallel.save())
    same(pickle.loads(pickle.dumps(parallel)).save(), parallel.save())


def check_unseeded(game: Game) -> None:
    """``reset()`` without a seed goes on with the environment's own generator, not with the same game."""
    for make in (GameAEC, GameParallel, GameEnv):
        states = []
        for _ in range(2):
            env = make(game)
            env.reset(seed=11)
            for _ in range(3):
                env.reset()
                states.append(env.games.batch.games.tobytes() if make is GameEnv else env.save().tobytes())
        assert states[:3] == states[3:]


def check_rendering(game: Game) -> None:
    """Every render mode shows every position, the last one included."""
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray), ("human", type(None))):
        if mode == "rgb_array":
            pytest.importorskip("resvg_py")
        for env in (GameAEC(game, render_mode=mode), GameParallel(game, render_mode=mode)):
            with pytest.raises(ResetNeeded):
                env.render()
        env = GameAEC(game, render_mode=mode)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            play(env, 67)
            picture = env.render()
        assert isinstance(picture, kind)
        if mode == "human":
            assert printed.getvalue().strip().endswith(game.ansi(env.save()).strip())
        if mode == "rgb_array":
            assert picture.dtype == np.uint8
            assert picture.ndim == 3
            assert picture.shape[2] == 3
