"""The small games pass everything that a game of this package must pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tabletop_envs.game import Game
from tests.conformance import CHECKS
from tests.games.auction import Auction
from tests.games.nim import Nim
from tests.games.tictactoe import TicTacToe

GAMES = {"tictactoe": TicTacToe(), **{f"auction-{n}": Auction(num_players=n) for n in (1, 2, 3, 6)}}


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_conformance(name: str, check: Callable[[Game], None]) -> None:
    check(GAMES[name])


@pytest.mark.nojit
@pytest.mark.parametrize(
    "check", [check for check in CHECKS if "candidate" in check.__name__], ids=lambda c: c.__name__
)
def test_candidates_of_a_small_game(check: Callable[[Game], None]) -> None:
    check(Nim())
