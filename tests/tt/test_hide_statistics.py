"""Imagined worlds by statistics: drawn fairly, and independent of the real one, also with one seed for all games."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.statistics import hits_beyond_chance, surprise
from tests.tt.random_towns import monument_pool
from tt_env import tiny_towns_v0
from tt_env.cards import NUMBERS

GAMES = 2000


def worlds(states: npt.NDArray[Any], env: Any, player: int, seeds: Any) -> npt.NDArray[Any]:
    """An imagined world for each state and its seed."""
    found = states.copy()
    for i, seed in enumerate(seeds):
        env.kernels.resample_hidden(env.game.tables, found, i, player, np.uint64(seed))
    return found


def games(steps: int, number: int = GAMES, **config: Any) -> Any:
    """A batch of games after some random steps."""
    env = tiny_towns_v0.batch(number, auto_play_forced=False, **config)
    env.reset(3)
    env.rollout(steps)
    return env


def one_game(steps: int, seed: int, **config: Any) -> Any:
    """The same game in every row."""
    env = games(steps, **config)
    env.games[:] = env.games[seed]
    return env


def unseen_of(g: Any) -> npt.NDArray[np.int64]:
    """How many cards of each resource may come next."""
    turned = int(g["deck_next"])
    seen = g["deck"][: 3 + turned] if g["num_players"] == 1 else g["deck"][turned - turned % 10 : turned]
    return np.asarray(3 - np.bincount(seen, minlength=6), np.int64)[1:]


def next_card(states: Any, k: int = 0) -> Any:
    """The card that comes after k others, of each state."""
    first = 3 if states["num_players"][0] == 1 else 0
    return states["deck"][np.arange(len(states)), first + states["deck_next"].astype(int) + k]


DECKS = [
    pytest.param({"num_players": 1, "monuments": False}, 9, id="solo"),
    pytest.param({"num_players": 2, "town_hall": True, "monuments": False}, 9, id="town hall"),
]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(("config", "steps"), DECKS)
def test_the_same_seed_tells_nothing_about_the_next_cards(config: dict[str, Any], steps: int, seed: int) -> None:
    """Many games, one seed: the imagined next card is the real one as often as by chance, likewise those behind it."""
    env = games(steps, **config)
    drawn = worlds(env.games, env, 0, [seed] * GAMES)
    for k in range(4):
        cards = next_card(drawn, k)
        chances = [unseen_of(g)[card - 1] / unseen_of(g).sum() for g, card in zip(env.games, cards, strict=True)]
        assert abs(hits_beyond_chance(cards == next_card(env.games, k), chances)) < 4.5


@pytest.mark.parametrize("game", [0, 1])
@pytest.mark.parametrize(("config", "steps"), DECKS)
def test_cards_to_come_are_drawn_fairly(config: dict[str, Any], steps: int, game: int) -> None:
    """One game, many seeds: every card that may come next comes as often as there are cards of it, in every place."""
    env = one_game(steps, game, **config)
    drawn = worlds(env.games, env, 0, range(GAMES))
    for k in range(4):
        assert surprise(np.bincount(next_card(drawn, k), minlength=6)[1:], unseen_of(env.games[0])) < 5
    pairs = next_card(drawn, 1).astype(int) * 6 + next_card(drawn, 2)
    left = unseen_of(env.games[0])
    weights = np.outer(left, left) - np.diag(left)
    assert surprise(np.bincount(pairs, minlength=36).reshape(6, 6)[1:, 1:].ravel(), weights.ravel()) < 5


@pytest.mark.parametrize("fortune", [False, True])
@pytest.mark.parametrize("steps", [0, 2])
def test_monuments_of_others_are_drawn_fairly(steps: int, fortune: bool) -> None:
    """Each that the player does not know is as likely, at each of the others, before and after the choice."""
    config = {"num_players": 2, "fortune": fortune, "town_hall": False}
    env = one_game(steps, 0, num_players=2, fortune=fortune)
    drawn = worlds(env.games, env, 0, range(GAMES))["players"][:, 1]
    pool = np.isin(np.arange(256), [NUMBERS[card] for card in monument_pool(config)])
    pool[env.games[0]["players"][0]["dealt"]] = False
    for k in range(2):
        assert surprise(np.bincount(drawn["dealt"][:, k], minlength=256), pool) < 5
    assert (drawn["dealt"][:, 0] != drawn["dealt"][:, 1]).all()
    if steps:
        assert (drawn["monument"] == drawn["dealt"][:, 0]).all()


def test_the_same_seed_tells_nothing_about_monuments() -> None:
    """Many games, one seed: the neighbour's imagined monument is the real one as often as by chance."""
    env = games(2, num_players=2)
    real = env.games["players"][:, 1]
    for seed in range(3):
        drawn = worlds(env.games, env, 0, [seed] * GAMES)["players"][:, 1]
        for k in range(2):
            assert abs(hits_beyond_chance(drawn["monument"] == real["dealt"][:, k], [1 / 13] * GAMES)) < 4.5
