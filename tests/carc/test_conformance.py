"""Carcassonne passes everything that a game of this package must pass, for every number of players and option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.game import Game
from tests.conformance import CHECKS

GAMES: dict[str, dict[str, Any]] = {
    "two": {"num_players": 2},
    "three-first": {"num_players": 3, "farmer_scoring": 1, "small_city": True},
    "four-base": {"num_players": 4, "gold_mines": False},
    "five": {"num_players": 5, "farmers": False, "meeples": 3},
}
QUICK = ("check_facts", "check_hidden", "check_rewards", "check_rollout", "check_pettingzoo_aec", "check_agents")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_two_players(check: Callable[[Game], None]) -> None:
    check(CarcassonneGold(**GAMES["two"]))


OTHERS = [name for name in GAMES if name != "two"]
SOME = [check for check in CHECKS if check.__name__ in QUICK]
REST = [check for check in CHECKS if check.__name__ not in QUICK]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("check", SOME, ids=lambda check: check.__name__)
def test_other_options(name: str, check: Callable[[Game], None]) -> None:
    check(CarcassonneGold(**GAMES[name]))


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("check", REST, ids=lambda check: check.__name__)
def test_everything_else(name: str, check: Callable[[Game], None]) -> None:
    check(CarcassonneGold(**GAMES[name]))


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("check", [c for c in CHECKS if c.__name__ == "check_waiting"], ids=lambda c: c.__name__)
def test_in_both_modes(check: Callable[[Game], None]) -> None:
    check(CarcassonneGold(num_players=3))
