"""Tiny Towns passes everything that a game of this package must pass, for every number of players and every option."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from env_core.game import Game
from tests.conformance import CHECKS
from tt_env.game import TinyTowns

PLAYERS = (1, 2, 3, 4, 5, 6)
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "no-monuments": {"monuments": False},
    "cavern": {"cavern": True},
    "town-hall": {"town_hall": True},
    "town-hall-cavern": {"town_hall": True, "cavern": True},
    "opaleye-optional": {"opaleye_optional": True},
    "first-game": {"cards": "first_game", "monuments": False},
    "some-cards": {"cards": ["warehouse", "shed"], "cavern": True},
}
GAMES = {
    f"{players}-{name}": {"num_players": players, **options}
    for players, (name, options) in product(PLAYERS, OPTIONS.items())
    if players > 1 or not options.get("town_hall")
}
EVERY_PLAYER_COUNT = [f"{players}-plain" for players in PLAYERS]
EVERY_OPTION = [f"3-{name}" for name in OPTIONS if name != "plain"]

# Starts another process in which all rules run as ordinary Python.
ONCE = ("check_both_ways",)


def named(check: Callable[[Game], None]) -> str:
    return check.__name__


@pytest.mark.bounds
@pytest.mark.parametrize("check", CHECKS, ids=named)
def test_two_players(check: Callable[[Game], None]) -> None:
    check(TinyTowns())


@pytest.mark.parametrize("name", [name for name in EVERY_PLAYER_COUNT + EVERY_OPTION if name != "2-plain"])
@pytest.mark.parametrize("check", [check for check in CHECKS if named(check) not in ONCE], ids=named)
def test_every_player_count_and_option(name: str, check: Callable[[Game], None]) -> None:
    check(TinyTowns(**GAMES[name]))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name not in EVERY_PLAYER_COUNT + EVERY_OPTION])
@pytest.mark.parametrize("check", [check for check in CHECKS if named(check) not in ONCE], ids=named)
def test_every_combination(name: str, check: Callable[[Game], None]) -> None:
    check(TinyTowns(**GAMES[name]))
