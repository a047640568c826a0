"""The verb ``resample_hidden``: imagined worlds depend on nothing but what has been seen and the seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from carc_gold_env import carcassonne_gold_v0
from tabletop_envs.states import copy_records
from tests.statistics import hits_beyond_chance, surprise

CONFIGS = [
    *({"num_players": n} for n in range(2, 6)),
    {"num_players": 2, "gold_mines": False},
    {"num_players": 3, "farmers": False, "small_city": True},
    {"num_players": 2, "farmer_scoring": 1, "meeples": 3},
]


def imagined(env: Any, state: Any, seed: int, player: int = 0) -> Any:
    world = copy_records(state)
    env.batch.kernels.resample_hidden(env.game.tables, world, 0, player, np.uint64(seed))
    return world


def twin(state: Any, rng: np.random.Generator) -> Any:
    """The same course with another order of the tiles to come."""
    world = copy_records(state)
    g = world[0]
    rest = g["draw_pile"][int(g["drawn"]) : int(g["draw_pile_size"])]
    rest[:] = rng.permutation(rest)
    return world


def check(config: dict[str, Any], seed: int, resample_hidden: Any = imagined, options: Any = None) -> int:
    """Plays a game of random moves and compares worlds that look the same on the way; returns the tiles discarded."""
    rng = np.random.default_rng(seed)
    env = carcassonne_gold_v0.raw_env(auto_play_forced=False, **config)
    env.reset(seed=seed, options=options)
    while not all(env.terminations.values()):
        if rng.random() < 0.2:
            state = env.save()
            other, player = twin(state, rng), int(rng.integers(config["num_players"]))
            worlds = [resample_hidden(env, real, seed, player) for real in (state, other)]
            assert worlds[0].tobytes() == worlds[1].tobytes()
            env.game.check_state(worlds[0])
            drawn = int(state[0]["drawn"])
            assert worlds[0][0]["draw_pile"][:drawn].tolist() == state[0]["draw_pile"][:drawn].tolist()
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    g = env.save()[0]
    return int(g["drawn"]) - (int(g["tiles"]) - 1)


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_worlds_that_look_the_same_are_imagined_the_same(config: dict[str, Any]) -> None:
    """Whatever the real order of the tiles to come is."""
    check(config, 3)


def test_tiles_that_left_the_game_stay_known() -> None:
    """A tile without a place is laid aside openly: it is known, and does not come back."""
    # The start tile's road soon ends at the monasteries A; then roads alone (X, GM4, GM8) have no place.
    tiles = ["E", "A", "A", "X", "GM8", "GM4", "V", "U", "B", "E", "D", "N", "K"]
    discarded = [check({"num_players": 2}, seed, options={"tiles": tiles}) for seed in range(60)]
    assert sum(discarded) > 5


def real_order_is_mixed(real: Any, world: Any) -> None:
    """All tiles are moved, by the same steps whatever they are."""
    rest = slice(int(real["drawn"]), int(real["draw_pile_size"]))
    world["draw_pile"][rest] = real["draw_pile"][rest][::-1]


def next_tile_stays(real: Any, world: Any) -> None:
    at = int(real["drawn"])
    if at < int(real["draw_pile_size"]):
        world["draw_pile"][at] = real["draw_pile"][at]


def last_tile_stays(real: Any, world: Any) -> None:
    at = int(real["draw_pile_size"]) - 1
    if at >= int(real["drawn"]):
        world["draw_pile"][at] = real["draw_pile"][at]


@pytest.mark.parametrize("leak", [real_order_is_mixed, next_tile_stays, last_tile_stays])
def test_a_leak_is_found(leak: Any) -> None:
    """What shows in an imagined world of the real one is found by the comparison above."""

    def leaky(env: Any, state: Any, seed: int, player: int) -> Any:
        world = imagined(env, state, seed, player)
        leak(state[0], world[0])
        return world

    with pytest.raises(AssertionError):
        check({"num_players": 2}, 0, leaky)


def test_tiles_to_come_are_drawn_fairly() -> None:
    """One game, many seeds: every type as often as there are tiles of it, in the first, a middle and the last place."""
    env = carcassonne_gold_v0.raw_env()
    env.reset(seed=5)
    for _ in range(60):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    state = env.save()
    drawn, size = int(state[0]["drawn"]), int(state[0]["draw_pile_size"])
    assert 10 < drawn < size - 20
    left = np.bincount(state[0]["draw_pile"][drawn:size], minlength=33)
    orders = np.array([imagined(env, state, seed)[0]["draw_pile"] for seed in range(4000)])
    for place in (drawn, drawn + 1, (drawn + size) // 2, size - 1):
        assert surprise(np.bincount(orders[:, place], minlength=33), left) < 5


@pytest.mark.parametrize("seed", [0, 1])
def test_the_same_seed_tells_nothing_about_the_next_tiles(seed: int) -> None:
    """Many games, one seed: the imagined next tile is the real one as often as by chance."""
    batch = carcassonne_gold_v0.batch(3000)
    batch.reset(1)
    batch.rollout(50)
    real = copy_records(batch.games)
    for i in range(len(real)):
        batch.kernels.resample_hidden(batch.game.tables, batch.games, i, 0, np.uint64(seed))
    rows = np.arange(len(real))
    for k in range(3):
        at = real["drawn"].astype(int) + k
        tiles = batch.games["draw_pile"][rows, at]
        chances = real["left"][rows, tiles] / real["left"].sum(axis=1)
        hits = tiles == real["draw_pile"][rows, at]
        assert abs(hits_beyond_chance(hits, chances)) < 4.5
