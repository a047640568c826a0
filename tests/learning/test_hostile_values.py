"""What runs and matches are made with is refused in one short line of our own, as the user's mistake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tabletop_envs.learning import games, opponents
from tabletop_envs.learning.evaluate import compare
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.options import TrainOptions
from tests.hostile import HOSTILE, refused

GAME = games.make_game("tiny-towns", 2, {})
TEXTS = ("game", "rewards", "opponents", "start_from", "activation", "hidden_sizes")
FIELDS = ("players", "steps", "minutes", "seed", *TEXTS)
CALLS: dict[str, Callable[[Any], Any]] = {
    "game": games.game_class,
    "players": lambda value: games.make_game("tiny-towns", value, {}),
    "option": lambda value: games.make_game("tiny-towns", 2, {"cards": value}),
    "mix": opponents.read_mix,
    "agent": lambda value: opponents.load_agent(value, GAME, 0),
    "compared agent": lambda value: compare(value, "random", "tiny-towns", games=2),
    "compared opponents": lambda value: compare("random", value, "tiny-towns", games=2),
    "compared game": lambda value: compare("random", "random", value, games=2),
    "seed of a match": lambda value: compare("random", "random", "tiny-towns", games=2, seed=value),
    "options from a file": lambda value: TrainOptions.of(value, "options.json"),
    **{
        f"run's {name}": lambda value, name=name: TrainOptions(**{"game": "tiny-towns", name: value}) for name in FIELDS
    },
}


@pytest.mark.parametrize("name", CALLS)
def test_hostile_values_are_the_users_mistake(name: str) -> None:
    taken = [value for value, given in HOSTILE.items() if not refused(CALLS[name], given, (UserError,))]
    assert len(taken) < len(HOSTILE) / 4, taken


@pytest.mark.parametrize("name", [value for value, given in HOSTILE.items() if not isinstance(given, int)])
def test_numbers_of_games_are_numbers(name: str) -> None:
    assert refused(lambda value: compare("random", "random", "tiny-towns", games=value), HOSTILE[name], (UserError,)), (
        name
    )
