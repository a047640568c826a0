"""Candidates: every legal action, features from open knowledge alone, the same whatever is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop_envs.batch import Batch
from tabletop_envs.candidates import Candidates
from tabletop_envs.game import Game, State
from tabletop_envs.kernels import kernels_of
from tabletop_envs.masks import padded
from tabletop_envs.states import copy_records
from tests.checks.common import ROW, same


def check_candidates(game: Game) -> None:
    """The legal actions in ascending order, and finite features; the batch is left as it was."""
    batch = Batch(game, 3)
    if game.rule_functions.candidates is None:
        batch.reset(1)
        with pytest.raises(NotImplementedError, match="declares no candidates"):
            batch.candidates()
        return
    batch.reset(1)
    for step in range(120):
        before = batch.save()
        if step % 4 == 0:
            found = batch.candidates()
            same(batch.save(), before)
            assert found.features.shape == (3, game.max_candidates, len(game.candidate_features))
            assert found.position.shape == (3, len(game.position_features))
            assert np.isfinite(found.features).all()
            assert np.isfinite(found.position).all()
            assert not found.features[found.mask == 0].any()
            for row in range(3):
                shown = found.actions[row][found.mask[row] == 1]
                same(shown, np.flatnonzero(batch.action_mask[row]))
            one = batch.candidates(np.array([1]))
            for part, all_of_it in zip(one, found, strict=True):
                same(part[0], all_of_it[1])
        batch.step(batch.sample())


def others_see_the_same(game: Game, state: State, seed: int) -> None:
    """All players of one game, whether they decide at the same time or wait, see no more than they may know."""
    kernels, masks = kernels_of(game), np.zeros((1, padded(game.num_actions)), np.int8)
    for player in range(game.num_players):
        world, players = copy_records(state), np.array([player])
        kernels.resample_hidden(game.tables, world, 0, player, np.uint64(seed))
        kernels.legal(game.tables, state, 0, player, masks[0, : game.num_actions])
        shown, again = (Candidates.of(game, games, ROW, players, masks) for games in (state, world))
        for a, b in zip(shown, again, strict=True):
            same(a, b)
        assert np.isfinite(shown.position).all()


def check_candidates_hide(game: Game) -> None:
    """In all worlds that look the same to the player to move, its candidates have the same features."""
    if game.rule_functions.candidates is None:
        return
    batch, other = Batch(game, 4), Batch(game, 4)
    kernels = kernels_of(game)
    batch.reset(2)
    other.reset(2)
    for step in range(160):
        if step % 8 == 0:
            worlds = batch.games.copy()
            for row in range(4):
                kernels.resample_hidden(game.tables, worlds, row, int(batch.agent[row]), np.uint64(step))
            other.load(worlds)
            same(other.agent, batch.agent)
            for a, b in zip(batch.candidates(), other.candidates(), strict=True):
                same(a, b)
            others_see_the_same(game, batch.games[:1], step)
        batch.step(batch.sample())
