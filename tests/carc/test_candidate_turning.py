"""Players and boards turned: candidates keep their features."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import engine
from carc_gold_env.notation.moves import actions_of
from carc_gold_env.notation.script import read_script
from carc_gold_env.rules.features import PLAYER_BITS
from tabletop_envs.batch import Batch
from tests.carc.test_candidate_features import OPTIONS, lively
from tests.carc.test_turning import begin, turned_move
from tests.carc.vectors import Line, lines

# Contested ingots are taken in the order of y and x, which turning changes, see test_turning.py.
LINES = [line for line in lines("games") if line["players"] == 2 or not line["gold_mines"]]


def turned_players(games: Any, players: int) -> Any:
    """The same games with each player in the place of the next."""
    turned = games.copy()
    for name in ("score", "in_hand", "ingots", "stands"):
        turned[name][:, :players] = np.roll(games[name][:, :players], 1, axis=1)
    turned["player"] = (games["player"] + 1) % players
    claims = [(games["claims"] >> (PLAYER_BITS * player)) & 15 for player in range(players)]
    turned["claims"] = sum(mine << (PLAYER_BITS * ((player + 1) % players)) for player, mine in enumerate(claims))
    return turned


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_players_turned(options: dict[str, Any]) -> None:
    game, rng = CarcassonneGold(**options), np.random.default_rng(5)
    batch, other = Batch(game, 8), Batch(game, 8)
    batch.reset(5)
    other.reset(5)
    for step in range(160):
        batch.step(lively(batch, rng))
        if step % 8 == 0:
            other.games[:] = turned_players(batch.games, game.num_players)
            other.refresh(np.arange(8))
            assert (other.agent == (batch.agent + 1) % game.num_players).all()
            for a, b in zip(batch.candidates(), other.candidates(), strict=True):
                # The others are added up in another order.
                np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-5)


def same_rows(a: Any, b: Any) -> bool:
    """Whether two sets of feature rows are the same."""
    near = np.isclose(a[:, None], b[None], rtol=1e-6, atol=1e-5).all(axis=2)
    return len(a) == len(b) and bool(near.any(axis=0).all() and near.any(axis=1).all())


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_board_turned(line: Line) -> None:
    script = read_script(line)
    game = CarcassonneGold(**script.config)
    states = [begin(script, quarters) for quarters in range(4)]
    batch = Batch(game, 4, auto_play_forced=False)
    batch.reset(0)
    for player, move in script.moves:
        if isinstance(move, str):
            continue
        paths = [actions_of(states[q], player, turned_move(move, q)) for q in range(4)]
        assert len({len(path) for path in paths}) == 1
        for step in zip(*paths, strict=True):
            for quarters, state in enumerate(states):
                batch.games[quarters] = state[0]
            batch.refresh(np.arange(4))
            found = batch.candidates()
            shown = [found.features[q][found.mask[q] == 1] for q in range(4)]
            taken = [found.features[q][found.actions[q] == step[q]] for q in range(4)]
            for quarters in range(1, 4):
                assert same_rows(shown[0], shown[quarters])
                assert same_rows(taken[0], taken[quarters])
                assert same_rows(found.position[:1], found.position[[quarters]])
            for state, action in zip(states, step, strict=True):
                engine.step(state, player, action)
