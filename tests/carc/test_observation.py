"""What a player sees: the named fields, the hidden order of the draw pile, the public interfaces."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

import carc_gold_env
from carc_gold_env import actions as a
from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import engine
from carc_gold_env.state import Phase
from carc_gold_env.tiles import NUMBERS, draw_pile
from tabletop_envs.batch import Batch
from tabletop_envs.states import clean_records, copy_records


def fields(game: CarcassonneGold, state: Any, player: int) -> dict[str, Any]:
    batch = Batch(game, 1)
    batch.games[:] = state
    row = batch.observe(player)[0]
    return {name: row[field.slice].reshape(field.shape) for name, field in game.layout.items()}


def start(game: CarcassonneGold, tiles: list[str]) -> Any:
    state = clean_records(game.prepare({"tiles": tiles}))
    engine.reset(state, 0)
    return state


def square(x: int, y: int) -> int:
    return a.SQUARE + 25 * (y + 12) + x + 12


def test_fields_of_a_short_game() -> None:
    game = CarcassonneGold()
    state = start(game, ["E", "GM2", "U", "V"])
    seen = fields(game, state, 0)
    assert seen["tiles"][12, 12] == 1 + 4 * (NUMBERS["D"] - 1)
    assert np.count_nonzero(seen["tiles"]) == 1
    assert seen["hand"].argmax() + 1 == NUMBERS["E"]
    assert seen["edges"].tolist() == [[0, 0, 1], [1, 0, 0], [1, 0, 0], [1, 0, 0]]
    assert seen["places"][11, 12] == 1 + 4  # closing the city with a meeple of the same turn
    assert seen["places"][13, 12] == 1 + 1  # a new city of one tile
    assert np.count_nonzero(seen["places"]) == 2
    assert seen["left"].sum() == seen["draw_pile"][0] == 3
    assert seen["to_move"].tolist() == [1, 0]
    engine.step(state, 0, square(0, -1))
    seen = fields(game, state, 0)
    assert seen["phase"].argmax() == Phase.MEEPLE
    assert seen["position"].tolist() == [12, 13]
    assert seen["meeple_worth"][a.MEEPLE + 3 - a.MEEPLE] == 1 + 4  # city S, complete
    assert np.count_nonzero(fields(game, state, 1)["meeple_worth"]) == 0
    engine.step(state, 0, a.MEEPLE + 3)
    seen = fields(game, state, 1)
    assert seen["scores"].tolist() == [0, 4]
    assert seen["hand"].argmax() + 1 == NUMBERS["GM2"]
    engine.step(state, 1, square(0, 1))
    seen = fields(game, state, 1)
    if seen["phase"].argmax() == Phase.ROTATION:
        assert np.count_nonzero(seen["rotations"]) > 1
        engine.step(state, 1, engine.legal_actions(state, 1)[0])
    assert fields(game, state, 1)["ingots"][13, 12] == 1
    engine.step(state, 1, engine.legal_actions(state, 1)[0])
    assert fields(game, state, 0)["ingots"].sum() == 2
    engine.step(state, 1, a.MEEPLE)
    seen = fields(game, state, 0)
    assert seen["meeples"][13, 12] == 1 + 17 * 1 + 0
    assert seen["meeples_in_hand"].tolist() == [7, 6]
    assert seen["standing"].tolist() == [0, 2]
    assert fields(game, state, 1)["meeples"][13, 12] == 1


@pytest.mark.parametrize("players", [2, 5])
def test_layout(players: int) -> None:
    layout = CarcassonneGold(num_players=players).layout
    assert layout.size == 2624 + 5 * players
    assert layout["tiles"].shape == layout["places"].shape == (25, 25)


@pytest.mark.nojit
def test_two_orders_that_agree_so_far_look_the_same() -> None:
    """All observations of two games are equal as long as the same tiles have been drawn."""
    game = CarcassonneGold(num_players=3)
    tiles = draw_pile(True)
    rng = np.random.default_rng(3)
    rng.shuffle(tiles)
    other = tiles[:30] + [str(tile) for tile in rng.permutation(tiles[30:])]
    states = [start(game, tiles), start(game, other)]
    while int(states[0][0]["drawn"]) < 30 and engine.next_player(states[0]) >= 0:
        player = engine.next_player(states[0])
        for looking in range(3):
            views = [fields(game, state, looking) for state in states]
            for name in views[0]:
                assert (views[0][name] == views[1][name]).all(), name
        action = int(rng.choice(engine.legal_actions(states[0], player)))
        for state in states:
            engine.step(state, player, action)


def test_hiding_keeps_what_is_known() -> None:
    game = CarcassonneGold()
    batch = Batch(game, 1)
    batch.reset(4)
    batch.rollout(40)
    before = copy_records(batch.games)
    batch.kernels.resample_hidden(game.tables, batch.games, 0, 0, np.uint64(9))
    drawn = int(before[0]["drawn"])
    assert batch.games[0]["draw_pile"][:drawn].tolist() == before[0]["draw_pile"][:drawn].tolist()
    rest = (before[0]["draw_pile"][drawn:], batch.games[0]["draw_pile"][drawn:])
    assert sorted(rest[0].tolist()) == sorted(rest[1].tolist())
    assert rest[0].tolist() != rest[1].tolist()
    batch.games["draw_pile"] = before["draw_pile"]
    assert batch.games.tobytes() == before.tobytes()


def test_shuffles_are_fair() -> None:
    """Every tile comes anywhere in the draw pile about as often as there are copies of it."""
    batch = carcassonne_gold_v0.batch(3000)
    batch.reset(1)
    firsts = np.bincount(batch.games["draw_pile"][:, 40], minlength=33)
    for tile, number in NUMBERS.items():
        expected = 3000 * draw_pile(True).count(tile) / 79
        assert abs(firsts[number] - expected) < 5 * np.sqrt(expected) + 1


def test_public_faces() -> None:
    assert carc_gold_env.__all__ == ["carcassonne_gold_v0", "notation"]
    assert not hasattr(carcassonne_gold_v0, "parallel_env")
    env = gymnasium.make("carc_gold_env/CarcassonneGold-v0", num_players=3)
    observation, info = env.reset(seed=1)
    assert observation.shape == (2639,)
    assert info["action_mask"].shape == (a.NUM_ACTIONS,)
    assert gymnasium.make_vec("carc_gold_env/CarcassonneGold-v0", num_envs=2).num_envs == 2
    assert pettingzoo.make("aec", "carc_gold_env/CarcassonneGold-v0").max_num_agents == 2


def test_greedy_beats_random() -> None:
    """Deck-paired: the same draw piles with players changed."""
    from tabletop_envs.agents import make_agent

    game, n = CarcassonneGold(), 40
    greedy, batch, rows = make_agent("greedy"), Batch(CarcassonneGold(), 40), np.arange(40)
    batch.reset(5)
    batch.games[n // 2 :] = batch.games[: n // 2]
    batch.refresh(rows)
    players = np.where(rows < n // 2, 0, 1)
    running = rows
    while len(running):
        actions = batch.sample(running)
        mine = batch.agent[running] == players[running]
        if mine.any():
            actions[mine] = greedy.choose(batch, running[mine])
        batch.advance(running, actions)
        running = rows[batch.agent >= 0]
    own, other = batch.games["final"][rows, players], batch.games["final"][rows, 1 - players]
    assert (own > other).mean() > 0.95
    assert game.score_bounds[1] > own.max()


def test_ingots_of_everybody_are_seen() -> None:
    """Collected ingots are open: every player sees them, the own ones first, then in turn order."""
    game = CarcassonneGold(num_players=3)
    state = start(game, ["U"])
    state[0]["ingots"][:3] = [1, 4, 9]
    assert [fields(game, state, player)["gold"].tolist() for player in range(3)] == [[1, 4, 9], [4, 9, 1], [9, 1, 4]]
