"""The candidates of Tiny Towns: their features are what a second, plain computation finds, however the board lies."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tabletop_envs.batch import Batch
from tabletop_envs.kernels import kernels_of
from tests.tt.slow_features import NAMES, slow_features
from tt_env.actions import BUILD, EXHIBIT, NAME, NUM_ACTIONS, PLACE, USING
from tt_env.game import TinyTowns
from tt_env.heuristics.candidates import MAX_CANDIDATES, NAMES_NEXT, NEXT_LEAD, PRIOR
from tt_env.heuristics.features import COUNTS, EARLY_NEXT, EXPECTED, PLAYER_FEATURES, SIZE
from tt_env.state import Phase

OPTIONS: dict[str, dict[str, Any]] = {
    "2-plain": {},
    "1-shed": {"num_players": 1, "cards": ["trading_post", "shed"]},
    "3-fortune": {"num_players": 3, "fortune": True, "max_fortune_buildings": 6},
    "4-town-hall": {"num_players": 4, "town_hall": True, "cavern": True},
}
SPATIAL = [(PLACE, 10), (BUILD, 8), (EXHIBIT, 1)]
"""Blocks of actions that count squares, and how many times 16 they are long."""


def hand_of(g: Any, player: int) -> int:
    s = g["players"][player]
    if s["depth"]:
        entry = int(s["pending"][s["depth"] - 1])
        return (entry >> 8) & 255 if entry & 255 in (2, 13) else 0
    return int(s["named"]) if g["phase"] == Phase.PLACING and (int(g["waiting"]) >> player) & 1 else 0


def expected_features(world: npt.NDArray[Any], player: int, named: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The features of a position, ``named`` being the resource about to be named, but for who names next."""
    g, n = world[0], int(world[0]["num_players"])
    rows, gains = zip(*(slow_features(world, p, p == player, named or hand_of(g, p)) for p in range(n)), strict=True)
    own, others = np.array(rows[player]), np.array([rows[p] for p in range(n) if p != player])
    lead = own - others.mean(axis=0) if n > 1 else own
    prior = own[-1] - others[:, -1].max() if n > 1 else own[-1]
    return np.array([*lead, *own, prior]), np.array(gains)


def compare(found: npt.NDArray[Any], world: npt.NDArray[Any], player: int, named: int = 0) -> None:
    """Holds a row of features to the second computation."""
    g, n = world[0], int(world[0]["num_players"])
    expected, gains = expected_features(world, player, named)
    np.testing.assert_allclose([*found[: 2 * SIZE], found[PRIOR]], expected, rtol=1e-5, atol=1e-5)
    lead = gains[player] - (np.delete(gains, player, 0).mean(axis=0) if n > 1 else 0)
    if n == 1:
        next_lead = max(lead[int(resource) - 1] for resource in g["deck"][:3])
    elif g["town_hall"]:
        next_lead = lead.mean()
    else:
        next_lead = lead.max() if found[NAMES_NEXT] else lead.min()
    np.testing.assert_allclose(found[NEXT_LEAD], next_lead, rtol=1e-5, atol=1e-5)


def visit(name: str, states: int) -> None:
    """Compares positions of random and of greedy play, and the candidates of namings."""
    game = TinyTowns(**OPTIONS[name])
    batch, kernels = Batch(game, 1), kernels_of(game)
    batch.reset(5)
    rng = np.random.default_rng(5)
    for _ in range(states):
        player, world = int(batch.agent[0]), batch.games.copy()
        found = batch.candidates()
        kernels.resample_hidden(game.tables, world, 0, player, np.uint64(rng.integers(1 << 40)))
        compare(found.position[0], world, player)
        if world[0]["phase"] == Phase.NAMING:
            k = int(rng.integers(found.mask[0].sum()))
            compare(found.features[0, k], world, player, int(found.actions[0, k]) - NAME + 1)
        best = found.actions[0, found.features[0, : found.mask[0].sum(), PRIOR].argmax()]
        batch.step(np.array([best]) if rng.random() < 0.5 else batch.sample())


@pytest.mark.parametrize("name", OPTIONS)
def test_features_are_those_of_a_second_computation(name: str) -> None:
    visit(name, 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTIONS)
def test_features_are_those_of_a_second_computation_in_many_states(name: str) -> None:
    visit(name, 800)


def turned(mirror: bool, turns: int) -> npt.NDArray[np.int64]:
    """Where each square goes when the board is mirrored and turned."""
    board = np.arange(16).reshape(4, 4)
    board = np.rot90(board[:, ::-1] if mirror else board, turns)
    return np.argsort(board.ravel())


def turn_players(games: npt.NDArray[Any], to: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """The record with every town turned; nobody may have a decision to answer."""
    games = games.copy()
    for players in (games["players"], games["shown"]):
        towns, coins, stored = players["town"].copy(), players["coin_squares"].copy(), players["stored"].copy()
        players["town"], players["coin_squares"] = 0, 0
        for square, new in enumerate(to.tolist()):
            players["town"] |= ((towns >> (4 * square)) & 15) << (4 * new)
            players["coin_squares"] |= (((coins >> square) & 1) << new).astype(np.uint16)
            players["stored"][..., new] = stored[..., square]
    return games


def turn_action(action: int, to: npt.NDArray[np.int64]) -> int:
    for start, blocks in SPATIAL:
        if start <= action < start + 16 * blocks:
            return int(action - (action - start) % 16 + to[(action - start) % 16])
    return action


@pytest.mark.parametrize("name", OPTIONS)
def test_turned_boards_have_the_same_features(name: str) -> None:
    game = TinyTowns(**OPTIONS[name])
    batch, other = Batch(game, 12), Batch(game, 12)
    rng, compared = np.random.default_rng(3), 0
    batch.reset(3)
    other.reset(3)
    for step in range(60):
        if step % 2:
            to = turned(bool(rng.integers(2)), int(rng.integers(4)))
            rows = np.flatnonzero((batch.games["players"]["depth"] == 0).all(axis=1))
            if len(rows):
                worlds = batch.games.copy()
                worlds[rows] = turn_players(batch.games[rows], to)
                other.load(worlds)
                found, again = batch.candidates(rows), other.candidates(rows)
                for j in range(len(rows)):
                    n = int(found.mask[j].sum())
                    places = np.argsort([turn_action(int(a), to) for a in found.actions[j, :n]])
                    np.testing.assert_allclose(again.features[j, :n], found.features[j, places], rtol=1e-5, atol=1e-5)
                    np.testing.assert_allclose(again.position[j], found.position[j], rtol=1e-5, atol=1e-5)
                    compared += n
        found = batch.candidates()
        best = found.actions[np.arange(12), np.where(found.mask == 1, found.features[..., PRIOR], -1e9).argmax(axis=1)]
        batch.step(np.where(rng.random(12) < 0.6, best, batch.sample()))
    assert compared > 1000


@pytest.mark.parametrize("name", [name for name in OPTIONS if not name.startswith("1")])
def test_turned_players_have_the_same_features(name: str) -> None:
    """Everybody sits one place further on; the Master Builder too."""
    game = TinyTowns(**OPTIONS[name])
    n, count = game.num_players, 12
    batch, other = Batch(game, count), Batch(game, count)
    batch.reset(4)
    other.reset(4)
    for step in range(60):
        rows = np.flatnonzero(batch.games["phase"] != Phase.SETUP)
        if step % 2 and len(rows):
            worlds = batch.games.copy()
            for field in ("players", "shown"):
                worlds[field][rows, :n] = np.roll(batch.games[field][rows, :n], 1, axis=1)
            worlds["builder"][rows] = (worlds["builder"][rows] + (not game.options()["town_hall"])) % n
            waiting = worlds["waiting"][rows].astype(np.int64)
            worlds["waiting"][rows] = ((waiting << 1) | (waiting >> (n - 1))) & ((1 << n) - 1)
            other.load(worlds)
            rows = rows[other.agent[rows] == (batch.agent[rows] + 1) % n]
            found, again = batch.candidates(rows), other.candidates(rows)
            np.testing.assert_array_equal(again.actions, found.actions)
            np.testing.assert_allclose(again.features, found.features, rtol=1e-5, atol=1e-5)
            np.testing.assert_allclose(again.position, found.position, rtol=1e-5, atol=1e-5)
        batch.step(batch.sample())


def test_never_are_more_actions_legal_than_candidates_shown() -> None:
    """Whatever the decision: eight buildings on each square and `done`; five cubes on each square and the Cavern."""
    assert MAX_CANDIDATES == 8 * 16 + 1
    assert USING - BUILD == 8 * 16
    assert NUM_ACTIONS - USING <= MAX_CANDIDATES


def test_the_features_are_named_in_their_order() -> None:
    assert [feature.name for feature in PLAYER_FEATURES] == NAMES
    assert (NAMES[EARLY_NEXT], NAMES[COUNTS], NAMES[EXPECTED]) == ("early_next_mean", "cottages_early", "expected")
    assert len(set(NAMES)) == SIZE
