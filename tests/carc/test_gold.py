"""Giving out ingots: one pool, round from the active player, contested tiles first (7)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from carc_gold_env.rules.gold import give_out
from carc_gold_env.rules.scoring import finish
from carc_gold_env.state import DTYPE
from carc_gold_env.tables import tables
from tabletop_envs.game import State
from tabletop_envs.jit import jit
from tests.carc.scenario import lay, play


@jit
def _give_out(games: Any) -> None:
    give_out(games[0])


def pool(players: int, active: int, tiles: list[tuple[int, int, int, set[int]]]) -> State:
    """A state with claimed tiles: x, y, ingots, claimants."""
    state = np.zeros(1, DTYPE)
    g = state[0]
    g["num_players"], g["player"], g["tiles"] = players, active, len(tiles)
    for slot, (x, y, ingots, claimants) in enumerate(tiles):
        g["x"][slot], g["y"][slot], g["lies"][slot] = x, y, ingots
        g["claim"][slot] = sum(1 << player for player in claimants)
        g["lying"] += ingots
    return state


def expected(players: int, active: int, tiles: list[tuple[int, int, int, set[int]]]) -> list[int]:
    """The same by lists, as the rules tell it."""
    order = [[ingots, claimants] for _, _, ingots, claimants in sorted(tiles, key=lambda t: (-len(t[3]), t[1], t[0]))]
    found, player = [0] * players, active
    while any(ingots and claimants for ingots, claimants in order):
        for tile in order:
            if tile[0] and player in tile[1]:
                tile[0] -= 1
                found[player] += 1
                break
        player = (player + 1) % players
    return found


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("seed", range(200))
def test_pool(seed: int) -> None:
    rng = random.Random(seed)
    players = rng.randint(2, 5)
    squares = rng.sample([(x, y) for x in range(-4, 5) for y in range(-4, 5)], rng.randint(1, 9))
    tiles = [
        (x, y, rng.choice((0, 1, 1, 2, 3)), set(rng.sample(range(players), rng.randint(0, min(3, players)))))
        for x, y in squares
    ]
    active = rng.randrange(players)
    state = pool(players, active, tiles)
    lying = int(state[0]["lying"])
    _give_out(state)
    g = state[0]
    assert g["ingots"][:players].tolist() == expected(players, active, tiles)
    assert int(g["lying"]) == lying - g["ingots"].sum() == g["lies"].sum()
    assert not g["claim"].any()
    unclaimed = [ingots for _, _, ingots, claimants in tiles if not claimants]
    assert g["lies"].sum() == sum(unclaimed)


def test_order_of_tiles() -> None:
    """Player 0 takes the contested tile first; of two equally contested ones the northern, then the western one."""
    state = pool(2, 0, [(0, 0, 1, {0}), (5, 0, 1, {0, 1})])
    _give_out(state)
    assert state[0]["ingots"][:2].tolist() == [2, 0]
    # With three players it matters which of two tiles is taken first.
    north, south = (0, -1, 1, {0, 1}), (0, 1, 1, {0, 2})
    state = pool(3, 0, [south, north])
    _give_out(state)
    assert state[0]["ingots"][:3].tolist() == [1, 0, 1]
    west, east = (-1, 0, 1, {0, 2}), (1, 0, 1, {0, 1})
    state = pool(3, 0, [east, west])
    _give_out(state)
    assert state[0]["ingots"][:3].tolist() == [1, 1, 0]


def test_monastery_claims_nine_tiles() -> None:
    """The monk takes the ingots of his own tile and of a tile across the corner."""
    found = play(
        lay("U", -1, 0),
        lay("GM1", 0, 1, 0, "monastery", gold=(-1, 0)),
        lay("U", 1, 0),
        lay("E", -1, 1, 270),
        lay("U", 0, 2, 90),
        lay("V", 1, 1),
        lay("E", -1, 2, 270),
        lay("U", 1, 2, 90),
    )
    assert found["scores"] == [0, 9]
    assert found["ingots"] == [0, 2]
    assert found["ingots_on_tiles"] == []


@jit
def _finish(t: Any, games: Any) -> None:
    finish(t[0], games[0])


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("scores", "ingots", "final", "winners"),
    [
        ([5, 4, 0], [0, 1, 0], [5, 5, 0], 0b011),  # equal points share the win, whoever has the gold
        ([8, 0, 7], [0, 4, 1], [8, 8, 8], 0b111),
        ([30, 0, 3], [3, 9, 10], [33, 27, 43], 0b100),
    ],
)
def test_gold_counts_for_the_winner_but_breaks_no_tie(
    scores: list[int], ingots: list[int], final: list[int], winners: int
) -> None:
    state = pool(3, 0, [])
    g = state[0]
    g["score"][:3], g["ingots"][:3] = scores, ingots
    _finish(tables(), state)
    assert (g["final"][:3].tolist(), int(g["winners"])) == (final, winners)
