"""Batches: many games at once, their copies and their generators."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from tabletop_envs.aec import GameAEC
from tabletop_envs.agents import make_agent
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game
from tabletop_envs.jit import DISABLED
from tabletop_envs.single_agent_batch import SingleAgentBatch
from tabletop_envs.states import clean_records
from tests.checks.common import ARRAYS, ROW, same, same_batches


def check_rollout(game: Game) -> None:
    """``rollout(k)`` is k times ``step(sample())``; games end and start the next game on the way."""
    for auto_play_forced in (True, False):
        a, b = (Batch(game, 3, auto_play_forced=auto_play_forced) for _ in range(2))
        a.reset(17)
        b.reset(17)
        ended = 0
        for k in (1, 2, 7, game.max_decisions, 1):
            assert a.rollout(k) == 3 * k
            for _ in range(k):
                b.step(b.sample())
                ended += int(b.done.sum())
                assert (b.returns[~b.done] == 0).all()
            same_batches(a, b)
        assert ended >= 3
        assert (a.streams["episode"] > 1).all()


def check_independence(game: Game) -> None:
    """The k-th game of a row depends on the seed, the row and k alone, not on the number of rows."""
    small, large = Batch(game, 2), Batch(game, 5)
    for batch in (small, large):
        batch.reset(23)
        batch.rollout(game.max_decisions + 3)
    for name in ARRAYS:
        same(getattr(small, name), getattr(large, name)[:2])
    one, aec = Batch(game, 1), GameAEC(game)
    one.reset(29)
    for _ in range(3):
        aec.reset(seed=29 if not aec.agents else None)
        same(aec.save(), one.games)
        one.restart(ROW)


def check_batch_copies(game: Game) -> None:
    """Saved, pickled and copied batches go on identically, generators and counters included."""
    batch = Batch(game, 3)
    batch.reset(31)
    batch.rollout(5)
    saved, copies = batch.save(), [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for content in (saved, saved.tobytes(), bytearray(saved.tobytes())):
        copies.append(Batch(game, 3))
        copies[-1].load(content)
    for other in (*copies, batch):
        other.rollout(game.max_decisions)
    for other in copies:
        same(other.save(), batch.save())
        same_batches(other, batch)
    batch.load(saved["game"].copy())
    same(batch.games, clean_records(saved["game"]))
    learner = SingleAgentBatch(game, 2)
    learner.reset(31)
    twins = [copy.deepcopy(learner), pickle.loads(pickle.dumps(learner)), learner]
    for twin in twins:
        for _ in range(5):
            twin.step(twin.batch.sample())
    for twin in twins[:2]:
        same_batches(twin.batch, learner.batch)
        same(twin.player, learner.player)
    with pytest.raises(ValueError, match="load"):
        batch.load(saved[:2])
    with pytest.raises(ValueError, match="load"):
        batch.load(b"too short")


def check_learner(game: Game) -> None:
    """Over many games against others, what the learner earned is what its player was due, losses included."""
    for opponents in ("random", [make_agent("random") for _ in range(game.num_players - 1)]):
        learner = SingleAgentBatch(game, 4, opponents)
        learner.reset(37)
        earned, games, players = np.zeros(4), 0, set()
        while games < 12:
            assert (learner.batch.agent == learner.player).all()
            learner.step(learner.batch.sample())
            earned += learner.reward
            for i in np.flatnonzero(learner.done):
                due = learner.batch.rewards.returns(learner.final_scores[i : i + 1], learner.final_winners[i : i + 1])
                assert earned[i] == pytest.approx(due[0, learner.final_player[i]])
                assert learner.final_observation[i] in game.layout.box(game.observation_dtype)
                players.add(int(learner.final_player[i]))
                earned[i] = 0
                games += 1
        assert game.num_players == 1 or len(players) > 1


_ROLLOUT = """
import pickle, sys
from tabletop_envs.batch import Batch
batch = Batch(pickle.loads(bytes.fromhex(sys.argv[1])), 2)
batch.reset(71)
batch.rollout(30)
print((batch.save().tobytes() + batch.observation.tobytes() + batch.action_mask.tobytes()).hex())
"""


def check_both_ways(game: Game) -> None:
    """With the JIT off the same games are played, byte for byte."""
    if DISABLED:
        pytest.skip("the JIT is off")
    ends = []
    for flag in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": flag, "PYTHONPATH": os.getcwd()}
        command = [sys.executable, "-c", _ROLLOUT, pickle.dumps(game).hex()]
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        ends.append(result.stdout)
    assert ends[0] == ends[1]
