"""Candidates against every completion of every action, each tried on a copy of its own."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

import numpy as np
import pytest

from carc_gold_env import actions as a
from carc_gold_env.game import CarcassonneGold
from carc_gold_env.heuristics.candidates import NEAR
from carc_gold_env.heuristics.chances import new_chances, write_chances
from carc_gold_env.heuristics.features import SIZE
from carc_gold_env.heuristics.players import player_features
from carc_gold_env.rules import legal, meeples, rounds, scoring
from carc_gold_env.state import MAX_PLAYERS, Phase
from carc_gold_env.tables import tables
from tabletop_envs.batch import Batch
from tabletop_envs.jit import jit
from tests.carc.slow_features import slow_prior
from tests.carc.test_candidate_features import OPTIONS, assembled, lively, named

NOTHING = -1


@jit
def follow(t: Any, games: Any, player: Any, action: Any, mask: Any) -> Any:
    """Takes an action that does not end the turn, and writes what may follow; False if it ends the turn."""
    if games[0]["phase"] == Phase.MEEPLE:
        return False
    rounds.step(t[0], games[0], player, action)
    legal.legal(t[0], games[0], player, mask)
    return True


@jit
def end(t: Any, games: Any, action: Any, features: Any) -> None:
    """The last action of a turn, without the next tile."""
    if action != a.NO_MEEPLE:
        meeples.put_meeple(t[0], games[0], action - a.MEEPLE)
    scoring.score_turn(t[0], games[0])
    chances = new_chances()
    write_chances(t[0], games[0], chances)
    player_features(t[0], games[0], chances, features)


def completions(game: Any, player: int, action: int) -> list[Any]:
    """The features of all players after each turn that begins with an action."""
    state, mask = game.copy(), np.zeros(a.NUM_ACTIONS, np.int8)
    if not follow(tables(), state, player, action, mask):
        features = np.zeros((MAX_PLAYERS, SIZE))
        end(tables(), state, action, features)
        return [features[: int(state[0]["num_players"])]]
    return [rows for following in np.flatnonzero(mask) for rows in completions(state, player, int(following))]


def first(rows: Any, others: Any, player: int) -> int:
    """The documented order: ``prior``, the player's own features, those of all together, the larger the better."""
    for x, y in (
        ([slow_prior(rows.tolist(), player)], [slow_prior(others.tolist(), player)]),
        (rows[player], others[player]),
        (rows.sum(axis=0), others.sum(axis=0)),
    ):
        apart = np.asarray(y) - np.asarray(x)
        if (abs(apart) > NEAR).any():
            return int(np.sign(apart[(abs(apart) > NEAR).argmax()]))
    return 0


def compare(batch: Batch, row: int) -> int:
    player, left = int(batch.agent[row]), int(batch.games[row]["left"].sum())
    found, tried = batch.candidates(np.array([row])), 0
    for k, action in enumerate(np.flatnonzero(batch.action_mask[row])):
        every = completions(batch.games[row : row + 1], player, int(action))
        best = min(every, key=cmp_to_key(lambda x, y: first(x, y, player)))
        assert not named(found.features[0, k], np.asarray(assembled(best.tolist(), player, left)))
        tried += len(every)
    return tried


def play(options: dict[str, Any], seed: int, enough: int) -> None:
    rng = np.random.default_rng(seed)
    batch, tried = Batch(CarcassonneGold(**options), 6), 0
    batch.reset(seed)
    while tried < enough:
        batch.step(lively(batch, rng))
        for row in np.flatnonzero(rng.random(6) < 0.1):
            tried += compare(batch, int(row))


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_completions(options: dict[str, Any]) -> None:
    play(options, 4, 30_000)
