"""What Fortune's buildings do to the chest when constructed (Fortune 5, R2, R16, R17, D16 and the cards)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tt.fortune import Fortune, board, build, can_build, laid
from tests.tt.scenario import EMPTY, Table, player

# Mine and Root Cellar.


def test_mine_and_root_cellar_gain_one(fortune: Fortune) -> None:
    """Cards: Mine and Root Cellar bring 1 coin when constructed, every one of them."""
    here = board(laid("root_cellar"), laid("mine", "r0c2"), laid("mine", "r2c2"), r3c0="Rc")
    table = fortune.table(here, cards=["root_cellar", "mine"])
    assert build(table, 0, "root_cellar", "r0c0").coins(0) == [1]
    assert build(table, 0, "mine", "r0c2").coins(0) == [2]
    assert build(table, 0, "mine", "r2c2").coins(0) == [3]
    assert (table.coins(1), table.all_done().coins(0)) == ([0], [4])


# Statue.


@pytest.mark.parametrize(
    ("others", "coins"),
    [
        ("St St Co Co Co", 2),  # H15
        ("St St Co Co .", 1),
        ("St . Co Co Co", 1),
        ("St . Co Co .", 0),
        ("St St St . .", 1),
        ("Fa Fa Fa Fa .", 1),
        ("Fa Fa Ch Ch Th", 0),
        ("Tp Tp Tp . .", 1),
        (". . . . .", 0),
    ],
)
def test_h15_statue_counts_itself(fortune: Fortune, others: str, coins: int) -> None:
    """H15, worked case 8: a coin for each type of 3 or more, the new Statue included; 4 of a type are no more."""
    cards = ["statue", "trading_post"]
    table = build(fortune.table(f"W S . {others} . . . . . . . .", cards=cards), 0, "statue", "r0c0")
    assert table.coins(0) == [coins]


@pytest.mark.parametrize(("others", "coins"), [("BC Co", 1), ("BC .", 0), ("BC Co Co", 1)])
def test_r17_statue_counts_barrett_castle_twice(fortune: Fortune, others: str, coins: int) -> None:
    """R17: Barrett Castle counts as 2 Cottages for Statue."""
    town = f"W S . . {others} " + ". " * (12 - len(others.split()))
    assert build(fortune.table(town, cards=["statue"]), 0, "statue", "r0c0").coins(0) == [coins]


# Gamblers' Den.


@pytest.mark.parametrize(("coins", "after"), [(0, 0), (1, 3), (2, 2), (3, 3), (4, 4)])
def test_gamblers_den_wants_exactly_one(fortune: Fortune, coins: int, after: int) -> None:
    """Card: with exactly 1 coin gain 2, which is not spent; else nothing happens."""
    table = fortune.table(player(board(laid("gamblers_den")), coins=coins), cards=["gamblers_den"])
    assert build(table, 0, "gamblers_den", "r0c0").coins(0) == [after]


# Teahouse.

TEAHOUSE = laid("teahouse", "r2c1")


def teahouse(fortune: Fortune, coins: int = 0, **marks: str) -> Table:
    """A Teahouse just built on r2c2 (column r0c2, r1c2, r3c2, row r2c0, r2c1, r2c3)."""
    cubes = {"r2c2": "G", "r2c1": "W", "r2c3": "W", "r1c2": "H"} if marks.pop("up", "") else {}
    cubes = cubes or {"r2c2": "G", "r1c2": "W", "r3c2": "W", "r2c1": "H"}
    table = fortune.table(player(board(cubes, **marks), coins=coins), cards=["teahouse"])
    return build(table, 0, "teahouse", "r2c2")


def test_h16_the_better_line_or_the_other(fortune: Fortune) -> None:
    """H16, D16: row or column, not both; the owner may also take the line with fewer types."""
    town = """.  H  .  .
              W  G  W  .
              .  Tv .  .
              .  Fa .  ."""
    rows = [line.split() for line in town.splitlines()]
    rows[1][3] = "Co"
    table = fortune.table(" ".join(" ".join(row) for row in rows), cards=["teahouse"])
    build(table, 0, "teahouse", "r1c1")
    assert table.legal(0) == ["count column", "count row"]
    assert fortune_copy(table, "count column") == [2]
    assert fortune_copy(table, "count row") == [1]


def fortune_copy(table: Table, move: str) -> list[int]:
    """The coins of seat 0 after a move of the same position."""
    raise NotImplementedError
