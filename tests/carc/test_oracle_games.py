"""Random games in the engine and in the oracle: masks, features, scores, ingots, the end."""

from __future__ import annotations

import random

import pytest

from tests.carc.both import play_game, random_options


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("seed", range(3))
def test_game(seed: int) -> None:
    rng = random.Random(seed)
    play_game(rng, {**random_options(rng), "num_players": 2 + seed, "gold_mines": True, "meeples": 7})


@pytest.mark.parametrize("seed", range(100, 112))
def test_game_with_any_options(seed: int) -> None:
    rng = random.Random(seed)
    play_game(rng, random_options(rng), every=4)


@pytest.mark.parametrize("seed", range(200, 204))
def test_long_thin_land(seed: int) -> None:
    """Tiles go as far out as they can, so that many squares lie outside the window."""
    rng = random.Random(seed)
    direction = [(1, 0), (0, -1), (-1, -1), (1, 1)][seed % 4]

    def far(square: tuple[int, int]) -> float:
        return 4.0 ** min(square[0] * direction[0] + square[1] * direction[1], 60)

    state = play_game(rng, random_options(rng) | {"gold_mines": True}, every=10, weights=far)
    xs, ys = (state[0][key][: int(state[0]["tiles"])].astype(int) for key in ("x", "y"))
    assert max(abs(xs).max(), abs(ys).max()) > 12


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1040))
def test_many_games(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(5):
        play_game(rng, random_options(rng), every=2)
