"""Features kept up as tiles arrive equal features found again after every action (docs/rules/carcassonne_gold.md 3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from carc_gold_env.game import CarcassonneGold
from carc_gold_env.rules.features import join, owners
from carc_gold_env.rules.placing import lay
from carc_gold_env.tables import tables
from carc_gold_env.tiles import NUMBERS
from tabletop_envs.batch import Batch
from tabletop_envs.jit import jit
from tabletop_envs.states import clean_records
from tests.carc.rebuild import WHAT, differences

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "gold_mines": False},
    {"num_players": 4, "small_city": True},
    {"num_players": 5, "meeples": 3},
]


def play(game: CarcassonneGold, games: int, seed: int) -> int:
    """Plays random games to the end; returns how many states were looked at."""
    batch, running, looked = Batch(game, games), np.arange(games), 0
    batch.reset(seed)
    while len(running):
        assert differences(batch.games, running) == [""] * len(running)
        batch.advance(running, batch.sample(running))
        looked += len(running)
        over = running[batch.agent[running] < 0]
        assert differences(batch.games, over) == [""] * len(over)
        running = running[batch.agent[running] >= 0]
    return looked


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: f"{options['num_players']} players")
def test_features_after_every_action(options: dict[str, Any]) -> None:
    assert play(CarcassonneGold(**options), 2, seed=5) > 2 * 71


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: f"{options['num_players']} players")
def test_features_of_thousands_of_games(options: dict[str, Any], seed: int) -> None:
    """250 games each, 4,000 together."""
    assert play(CarcassonneGold(**options), 250, seed) > 250 * 71


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("field", "what"), [("open", "open ends"), ("span", "tiles"), ("shields", "shields"), ("size", "size")]
)
def test_a_planted_difference_is_found(field: str, what: str) -> None:
    """The comparison itself notices what it is there for."""
    batch = Batch(CarcassonneGold(), 1)
    batch.reset(1)
    batch.rollout(40)
    assert differences(batch.games, np.arange(1)) == [""]
    g = batch.games[0]
    head = next(s for s in range(int(g["segments"])) if g["feature"][s] == s and g["kind"][s] == 1)
    g[field][head] += 1
    assert differences(batch.games, np.arange(1)) == [what]
    g[field][head] -= 1
    g["feature"][head] = (head + 1) % int(g["segments"])
    assert differences(batch.games, np.arange(1)) == [WHAT[1]]


@jit
def _lay_and_join(t: Any, games: Any, junction: Any, road: Any) -> None:
    g = games[0]
    lay(t[0], g, junction, 0, 0, 0)
    lay(t[0], g, road, 0, -1, 1)  # goes on from the first arm
    join(t[0], g, 1, 2)
    join(t[0], g, 0, 1)


@pytest.mark.nojit
@pytest.mark.bounds
def test_tile_counts_once_with_three_segments() -> None:
    """No printed tile can show it, since a road that ends twice at a junction is complete: a tile of three segments."""
    state = clean_records(CarcassonneGold().template)
    _lay_and_join(tables(), state, np.int64(NUMBERS["X"]), np.int64(NUMBERS["U"]))
    g = state[0]
    head = int(g["feature"][0])
    assert {int(g["feature"][s]) for s in range(3)} == {head}
    assert (int(g["size"][head]), int(g["span"][head])) == (4, 2)


@jit
def _owners(games: Any, claims: Any) -> Any:
    return owners(games[0], claims)


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("players", range(2, 6))
def test_owners_of_all_numbers_of_meeples(players: int) -> None:
    """0 to 7 meeples of every player in one feature: who has the most, several when tied, nobody when it is empty."""
    state, rng = clean_records(CarcassonneGold(num_players=players).template), np.random.default_rng(players)
    for counts in [[0] * players, [7] * players, *rng.integers(0, 8, (300, players)).tolist()]:
        most = max(counts)
        expected = sum(1 << player for player, n in enumerate(counts) if n == most and n > 0)
        claims = sum(n << (4 * player) for player, n in enumerate(counts))
        assert _owners(state, np.int32(claims)) == expected
