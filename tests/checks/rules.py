"""A game is what it declares."""

from __future__ import annotations

import copy
import pickle

import numpy as np

from tabletop_envs.aec import GameAEC
from tabletop_envs.batch import Batch
from tabletop_envs.game import WAIT, Game
from tabletop_envs.kernels import kernels_of
from tests.checks.common import choices, same


def check_facts(game: Game) -> None:
    """A game is what it declares: sizes, bounds, masks, texts, ends."""
    kernels, box = kernels_of(game), game.layout.box(game.observation_dtype)
    mask = np.zeros(game.num_actions, np.int8)
    for auto_play_forced in (True, False):
        env = GameAEC(game, auto_play_forced=auto_play_forced)
        for seed in range(2):
            env.reset(seed=seed)
            taken = 0
            for player, action in choices(env, np.random.default_rng(seed)):
                taken += 1
                state = env.save()
                asked = kernels.to_act(game.tables, state, 0)
                assert (asked >> player) & 1
                for k in range(game.num_players):
                    count = kernels.legal(game.tables, state, 0, k, mask)
                    assert count == mask.sum() >= 1
                    assert set(np.unique(mask)) <= {0, 1}
                    assert mask[WAIT] == (0 if (asked >> k) & 1 else 1)
                    assert (asked >> k) & 1 or count == 1
                    assert env.batch.observe(k)[0] in box
                text = game.action_text(env.batch.games, player, action)
                assert game.parse_action(env.batch.games, player, text) == action
                assert not auto_play_forced or env.infos[env.agent_selection]["action_mask"].sum() > 1
            assert 0 < taken <= game.max_decisions
            low, high = game.score_bounds
            assert (env.batch.scores >= low).all()
            assert (env.batch.scores <= high).all()
            assert env.batch.winners.any()
    assert sorted(game.options()) == sorted(copy.deepcopy(game).options())
    same(pickle.loads(pickle.dumps(game)).template, game.template)


def check_hidden(game: Game) -> None:
    """What is hidden from a player can be redrawn without changing what the player sees and may do."""
    kernels = kernels_of(game)
    env, mask = GameAEC(game), np.zeros((2, game.num_actions), np.int8)
    env.reset(seed=5)
    for step, _ in enumerate(choices(env, np.random.default_rng(5))):
        for player, agent in enumerate(game.agents):
            state, other, before = env.batch, Batch(game, 1), env.save()
            other.load(before)
            other.games[:] = env.resample_hidden(agent, step)  # as it is: no forced step is taken in it
            same(env.save(), before)
            assert np.isfinite(env.heuristic_value(agent))
            same(other.observe(player), state.observe(player))
            kernels.legal(game.tables, state.games, 0, player, mask[0])
            kernels.legal(game.tables, other.games, 0, player, mask[1])
            same(mask[0], mask[1])
            if step % 10 == 0:
                while (asked := kernels.to_act(game.tables, other.games, 0)) != 0:
                    # The other world is a game that can be played to its end.
                    who = int(asked).bit_length() - 1
                    kernels.legal(game.tables, other.games, 0, who, mask[1])
                    kernels.step(game.tables, other.games, 0, who, int(mask[1].argmax()))
