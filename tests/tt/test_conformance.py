"""Tiny Towns passes everything that a game of this package must pass, for every number of players and every option."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tabletop_envs.game import Game
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
    "coins": {"coins": True},
    "fortune": {"fortune": True},
    "fortune-all": {"fortune": True, "max_fortune_buildings": 6, "parsonage": "exact", "cavern": True},
    "fortune-monuments": {"fortune": True, "max_fortune_buildings": 0, "opaleye_optional": True},
    "fortune-town-hall": {"fortune": True, "town_hall": True, "museum_keeps_exhibits": True, "cards": ["museum"]},
    "fortune-cards": {"fortune": True, "parsonage": "forbid", "cards": ["oddity_shop", "jeweler", "cathedral", "shed"]},
    "fortune-no-monuments": {"fortune": True, "monuments": False},
}
GAMES = {
    f"{players}-{name}": {"num_players": players, **options}
    for players, (name, options) in product(PLAYERS, OPTIONS.items())
    if players > 1 or not options.get("town_hall")
}
TWO = ("2-plain", "2-fortune")
"""Two players without and with Fortune: everything."""
MORE = ("1-plain", "1-fortune", "4-plain", "4-fortune")
"""One player, and several: everything but what takes long."""
EACH = [
    name
    for name in GAMES
    if name not in (*TWO, *MORE) and (name.startswith("3-") or name.partition("-")[2] in ("plain", "fortune"))
]
"""Every number of players, and every option with three: what is about the rules."""

# The first starts another process in which all rules run as ordinary Python; the others are about the environments, for
# which options make no difference, and take seconds.
ONCE = (
    "check_both_ways",
    "check_candidate_observations",
    "check_candidates_play_the_same_games",
    "check_candidates_as_gymnasium_has_them",
)


def named(check: Callable[[Game], None]) -> str:
    return check.__name__


@pytest.mark.bounds
@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize("check", CHECKS, ids=named)
def test_two_players(check: Callable[[Game], None], name: str) -> None:
    check(TinyTowns(**GAMES[name]))


@pytest.mark.parametrize("name", MORE)
@pytest.mark.parametrize("check", [check for check in CHECKS if named(check) not in ONCE], ids=named)
def test_one_and_four_players(name: str, check: Callable[[Game], None]) -> None:
    check(TinyTowns(**GAMES[name]))


def about_rules(check: Callable[[Game], None]) -> bool:
    """Whether a check is about what options change; the others are about the environments."""
    return check.__module__.rpartition(".")[2] in ("rules", "search", "candidates", "records")


@pytest.mark.parametrize("name", EACH)
@pytest.mark.parametrize("check", [c for c in CHECKS if about_rules(c) and named(c) not in ONCE], ids=named)
def test_every_player_count_and_option(name: str, check: Callable[[Game], None]) -> None:
    check(TinyTowns(**GAMES[name]))


REST = [
    pytest.param(name, check, id=f"{name}-{named(check)}")
    for name in GAMES
    for check in CHECKS
    # Environments need not know which options are combined: each number and each option is enough.
    if name not in (*TWO, *MORE) and named(check) not in ONCE and (name in EACH) != about_rules(check)
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "check"), REST)
def test_every_combination(name: str, check: Callable[[Game], None]) -> None:
    check(TinyTowns(**GAMES[name]))
