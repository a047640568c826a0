"""The agent that searches: what it tries, what it knows, and what it is told to do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.agents import Budget, GreedyAgent, LinearAgent, RandomAgent, RivalAgent, SearchAgent, make_agent
from tabletop_envs.agents.budget import MOST_WORLDS, parse_search
from tabletop_envs.agents.simulations import Simulations
from tabletop_envs.agents.weights import Weights
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game
from tabletop_envs.rng import combine
from tabletop_envs.states import copy_records
from tests.games.auction import Auction
from tests.games.nim import Nim
from tt_env.game import TinyTowns

GAMES = [
    CarcassonneGold(),
    CarcassonneGold(num_players=3, gold_mines=False),
    TinyTowns(),
    TinyTowns(num_players=3, fortune=True),
    TinyTowns(num_players=4, town_hall=True),
    TinyTowns(num_players=1),
]
TAKE_ALL = LinearAgent(Weights(Nim.name, {}, {"left_0": 1.0}))
"""Takes the last stones if it can; else it knows nothing and takes one."""


def heap(stones: int) -> Batch:
    batch = Batch(Nim(), 1)
    batch.reset(1)
    batch.games["stones"] = stones
    batch.refresh(np.arange(1))
    return batch


@pytest.mark.nojit
@pytest.mark.parametrize("budget", [Budget(1, 20, 3), Budget(5, 20, 3), Budget(5, 20, 3, milliseconds=0.01)], ids=str)
def test_finds_the_move_that_is_not_seen_one_move_ahead(budget: Budget) -> None:
    """Of 6 or 10 stones only two may be taken; who looks at the heap that is left takes one."""
    for stones in (6, 10):
        assert TAKE_ALL.choose(heap(stones), np.arange(1)) == [1]
        assert SearchAgent(TAKE_ALL, budget).choose(heap(stones), np.arange(1)) == [2]


@pytest.mark.nojit
def test_the_judge_keeps_its_opinion_where_it_counts_for_more() -> None:
    """Of 6 stones it would rather take one, by a thousandth of a point."""
    rather = LinearAgent(Weights(Nim.name, {}, {"left_0": 1.0, "left_5": 0.001}))
    for opinion, action in ((0.0, 2), (100.0, 2), (10_000.0, 1)):
        assert SearchAgent(rather, Budget(1, 20, 3, opinion=opinion)).choose(heap(6), np.arange(1)) == [action]


def test_a_shallow_search_sees_as_far_as_its_depth() -> None:
    """Games go on to the player's next decision; those that end before count as they ended."""
    batch, rows = heap(6), np.arange(1)
    tried, seeds = (np.zeros(3, np.int64), np.arange(1, 4)), np.zeros(1, np.uint64)
    simulations = Simulations(batch.game, TAKE_ALL, 6)
    for depth, worth in ((0, [0, 1, -1]), (1, [0, 1, -1]), (2, [-1, 1, -1]), (9, [-1, 1, -1])):
        values = simulations.values(batch, rows, seeds, (0, 2), tried, depth)
        assert values.T.tolist() == [worth, worth]


def one_by_one(batch: Batch, row: int, seed: int, number: int, action: int, depth: int) -> float:
    """What an action leads to in one world, step by step."""
    game, judge, player, only = batch.game, LinearAgent(), batch.agent[[row]], np.arange(1)
    world = copy_records(batch.games[[row]])
    source = np.uint64(combine(np.uint64(seed), np.uint64(number), np.uint64(0)))
    batch.kernels.resample_hidden(game.tables, world, 0, int(player[0]), source)
    other = Batch(game, 1)
    other.load(world)
    assert other.agent == player
    last = int(world[game.turn_field][0]) + depth
    other.advance(only, [action])
    while other.agent[0] >= 0:
        if other.agent == player and int(other.games[game.turn_field][0]) > last:
            found = other.candidates()
            return float((found.features[found.mask == 1] @ judge.vector(game)).max())
        other.advance(only, judge.choose(other, only))
    scores = other.scores[0].tolist()
    own = scores.pop(int(player[0]))
    return float(own - sum(scores) / max(1, len(scores)))


@pytest.mark.parametrize(
    ("game", "steps", "depth"),
    [(GAMES[0], 20, 1), (GAMES[1], 40, 0), (GAMES[2], 40, 40), (GAMES[3], 20, 0), (GAMES[4], 20, 1), (GAMES[5], 10, 1)],
    ids=str,
)
def test_values_are_those_of_worlds_played_one_by_one(game: Game, steps: int, depth: int) -> None:
    batch, rows = Batch(game, 3), np.array([0, 2])
    batch.reset(4)
    for _ in range(steps):
        batch.step(batch.sample())
    found = batch.candidates(rows)
    tried = np.array([0, 0, 1]), np.concatenate([found.actions[0, :2], found.actions[1, :1]])
    simulations = Simulations(game, LinearAgent(), 16)
    before = batch.save()
    values = simulations.values(batch, rows, np.array([5, 6], np.uint64), (3, 2), tried, depth)
    assert batch.save().tobytes() == before.tobytes()
    for k, (decision, action) in enumerate(zip(*tried, strict=True)):
        slow = [one_by_one(batch, int(rows[decision]), 5 + int(decision), 3 + n, int(action), depth) for n in range(2)]
        np.testing.assert_allclose(values[k], slow, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_worlds_that_look_the_same_are_searched_alike(game: Game) -> None:
    """Whatever lies in decks, in hands and in the others' answers of the running step."""
    batch, other, rows = Batch(game, 4), Batch(game, 4), np.arange(4)
    batch.reset(2)
    other.reset(2)
    agents = [SearchAgent(LinearAgent(), Budget(worlds=2, depth=0, candidates=3)) for _ in range(2)]
    for step in range(24):
        if step % 6 == 0:
            worlds = copy_records(batch.games)
            for row in range(4):
                batch.kernels.resample_hidden(game.tables, worlds, row, int(batch.agent[row]), np.uint64(step))
            other.load(worlds)
            other.streams[:] = batch.streams
            assert (agents[0].choose(batch, rows) == agents[1].choose(other, rows)).all()
        batch.step(batch.sample())


@pytest.mark.parametrize("game", GAMES[1:4:2], ids=str)
def test_a_game_goes_the_same_way_however_many_are_played_beside_it(game: Game) -> None:
    agent = SearchAgent(LinearAgent(), Budget(worlds=3, depth=0, candidates=4))
    few, many = Batch(game, 1), Batch(game, 5)
    few.reset(3)
    many.reset(3)
    for _ in range(8):
        few.step(agent.choose(few, np.arange(1)))
        many.step(agent.choose(many, np.arange(5)))
        assert few.games.tobytes() == many.games[:1].tobytes()


def test_where_a_game_is_over_it_waits() -> None:
    batch, rows = heap(2), np.arange(1)
    batch.advance(rows, [2])
    assert SearchAgent(TAKE_ALL).choose(batch, rows) == [0]


def test_names() -> None:
    assert parse_search("") == (Budget(), "")
    assert parse_search("worlds=3, depth=2,candidates=4,opinion=0.5") == (Budget(3, 2, 4, opinion=0.5), "")
    assert parse_search("ms=2.5,judge=a=b,c") == (Budget(MOST_WORLDS, milliseconds=2.5), "a=b,c")
    assert parse_search("ms=2.5,worlds=6") == (Budget(6, milliseconds=2.5), "")
    assert repr(make_agent("search:worlds=2,judge=rival")) == repr(SearchAgent(RivalAgent(), Budget(worlds=2)))
    assert repr(make_agent("search")) == repr(SearchAgent(LinearAgent(), Budget()))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("worlds=0", "search: worlds=0 is out of range; allowed: integers from 1 to 10000"),
        ("worlds=99999999999999999999", "out of range"),
        ("candidates=1", "search: candidates=1 is out of range; allowed: integers from 2 to 1000"),
        ("depth=1001", "search: depth=1001 is out of range"),
        ("ms=0", r"search: ms=0.0 is out of range; allowed: numbers from 0.01 to 1000000"),
        ("ms=nan", "out of range"),
        ("opinion=-1", r"search: opinion=-1.0 is out of range; allowed: numbers from 0.0 to 1000000"),
        ("depth=-1", "'depth=-1' is not of the form worlds=6,depth=0,candidates=6,opinion=0,ms=10,judge=NAME"),
        ("depth=1,depth=2", "not of the form"),
        ("depth", "not of the form"),
        ("time=3", "not of the form"),
        ("judge=", "not of the form"),
        ("depth=1,,worlds=2", "not of the form"),
        ("judge=greedy", r"search: GreedyAgent\(\) judges no candidates; choose linear, rival or a trained network"),
        ("judge=search:depth=1", "judges no candidates"),
        ("judge=nobody", "no agent 'nobody'"),
    ],
)
def test_bad_names(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        make_agent(f"search:{name}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [True, 2.5, "2", None])
def test_bad_numbers(value: Any) -> None:
    for name in ("worlds", "depth", "candidates"):
        with pytest.raises(ValueError, match=rf"{name}=.* is out of range"):
            Budget(**{name: value})
    if value in (True, "2"):
        with pytest.raises(ValueError, match=r"ms=.* is out of range"):
            Budget(milliseconds=value)
    if value is None:
        with pytest.raises(ValueError, match=r"opinion=None is out of range"):
            Budget(opinion=value)


def test_what_cannot_be_searched() -> None:
    for stranger in (GreedyAgent(), RandomAgent(), None):
        with pytest.raises(ValueError, match="judges no candidates"):
            SearchAgent(stranger)  # type: ignore[arg-type]
    with pytest.raises(NotImplementedError, match="auction_v0 declares no candidates"):
        SearchAgent(LinearAgent()).check(Auction(num_players=2))
    with pytest.raises(ValueError, match="nim_v0 comes with no weights"):
        SearchAgent(LinearAgent()).choose(heap(6), np.arange(1))
