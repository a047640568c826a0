"""What Fortune's buildings do to the chest when constructed (Fortune 5, R2, R16, R17, D16 and the cards)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tt.fortune import Fortune, board, build, can_build, laid
from tests.tt.scenario import EMPTY, Table, make_player

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
    table = fortune.table(make_player(board(laid("gamblers_den")), coins=coins), cards=["gamblers_den"])
    assert build(table, 0, "gamblers_den", "r0c0").coins(0) == [after]


# Teahouse.

TEAHOUSE = {"r1c1": "H", "r1c2": "G", "r0c2": "W", "r2c2": "W"}
COLUMN, ROW = ("r0c1", "r2c1", "r3c1"), ("r1c0", "r1c3")


def teahouse(fortune: Fortune, column: str = "", row: str = "", coins: int = 0, **marks: str) -> Table:
    """A Teahouse just built on r1c1, with these marks in its column and row."""
    marks |= dict(zip(COLUMN, column.split(), strict=False)) | dict(zip(ROW, row.split(), strict=False))
    here = make_player(board(TEAHOUSE, **marks), coins=coins)
    return build(fortune.table(here, cards=["teahouse"]), 0, "teahouse", "r1c1")


@pytest.mark.parametrize(("answer", "coins"), [("count column", 3), ("count row", 2)])
def test_h16_teahouse_counts_one_line(fortune: Fortune, answer: str, coins: int) -> None:
    """H16, D16: the row or the column, not both; the owner may take the line with fewer types."""
    table = teahouse(fortune, "Co Tv Fa", "We Co")
    assert table.legal(0) == ["count column", "count row"]
    assert table.play(0, answer).coins(0) == [coins]


@pytest.mark.parametrize(
    ("column", "row", "coins"),
    [
        ("Co Co Co", "We", 1),  # a type seen twice counts once
        ("W . S", "G B", 0),  # cubes and empty squares are no types
        ("Co Fa Co", "We Ch", 2),
        ("Tz Co .", "We", 1),  # another Teahouse is no type
        ("Tz Tz Tz", "Tz Tz", 0),
        ("SB Co .", "We Ch", 2),  # a monument is a type
        ("BC Co .", "Co", 1),  # Barrett Castle is a Cottage
    ],
)
def test_d16_not_asked_where_the_lines_are_equal(fortune: Fortune, column: str, row: str, coins: int) -> None:
    """D16, R16: asked only when the lines hold different numbers of types; which count and which do not."""
    table = teahouse(fortune, column, row)
    assert "done" in table.legal(0)
    assert table.coins(0) == [coins]


@pytest.mark.parametrize(
    ("column", "best"),
    [("Tz Co Co", 1), ("SB Co .", 2), ("BC Co Fa", 2), ("BC Fa .", 2), ("Tz SB Co", 2), ("Tp Tp Co", 2)],
)
def test_r16_types_of_a_line(fortune: Fortune, column: str, best: int) -> None:
    """R16: Teahouse is never a type, a monument is one, Barrett Castle is a Cottage; a Trading Post is a type."""
    table = teahouse(fortune, column)
    assert table.legal(0) == ["count column", "count row"]
    assert table.play(0, "count column").coins(0) == [best]
    assert teahouse(fortune, column).play(0, "count row").coins(0) == [0]


def test_teahouse_looks_at_its_lines_only(fortune: Fortune) -> None:
    """Card: types elsewhere in the town do not count; the square is that of the Teahouse."""
    assert teahouse(fortune, "Co", "Fa", r0c0="We", r3c3="Ch", r2c0="Tv").coins(0) == [1]


def test_teahouse_and_the_chest(fortune: Fortune) -> None:
    """Card, D16: coins over the limit are lost; Gamblers' Den may want the smaller line."""
    assert teahouse(fortune, "Co Tv Fa", coins=2).play(0, "count column").coins(0) == [4]
    table = teahouse(fortune, "Co . Fa", "We", r2c3="B", r3c2="W")
    table = table.play(0, "count row")
    assert table.coins(0) == [1]


def test_d16_gamblers_den_wants_exactly_one(fortune: Fortune) -> None:
    """D16: the line with fewer coins, then Gamblers' Den with exactly 1."""
    here = board(TEAHOUSE, r0c1="Co", r2c1="Fa", r1c0="We", r3c1="B", r3c2="W", r3c3="G")
    for answer, coins in (("count row", 3), ("count column", 2)):
        table = build(fortune.table(here, cards=["teahouse", "gamblers_den"]), 0, "teahouse", "r1c1", answer)
        assert build(table, 0, "gamblers_den", "r3c1").coins(0) == [coins]


# Parsonage.

PARSONAGE = laid("parsonage", "r2c0")


def parsonage(fortune: Fortune, coins: int, *cottages: str, setting: str = "at_least", **marks: str) -> Table:
    """A game in which a Parsonage may be built on r3c1; Cottages and Barrett Castle on these squares."""
    marks |= dict.fromkeys(cottages, "Co")
    here = make_player(board(PARSONAGE, **marks), coins=coins)
    return fortune.table(here, cards=["parsonage"], parsonage=setting)


@pytest.mark.parametrize(
    ("setting", "after"),
    [("at_least", [0, 0, 2, 3, 4]), ("exact", [0, 0, 2, 0, 0]), ("forbid", [None, None, 2, 3, 4])],
)
def test_h10_parsonage_and_two_cottages(fortune: Fortune, setting: str, after: list[int | None]) -> None:
    """H10, R1, R2, D32: one coin for each Cottage is shown, not spent; who is short loses all. All three settings."""
    for coins, expected in enumerate(after):
        table = parsonage(fortune, coins, "r0c0", "r0c1", setting=setting)
        assert can_build(table, 0, "parsonage") == (expected is not None)
        if expected is not None:
            assert build(table, 0, "parsonage", "r3c1").coins(0) == [expected]


@pytest.mark.parametrize("setting", ["at_least", "exact", "forbid"])
@pytest.mark.parametrize("coins", [0, 1, 4])
def test_r2_parsonage_without_cottages(fortune: Fortune, setting: str, coins: int) -> None:
    """R2: with no Cottage nothing is checked; other buildings, a Parsonage too, are none."""
    table = parsonage(fortune, coins, setting=setting, r0c0="Pa", r0c1="Fa", r0c2="SB")
    assert build(table, 0, "parsonage", "r3c1").coins(0) == [coins]


def test_r2_one_set_of_coins_for_every_parsonage(fortune: Fortune) -> None:
    """R2, card: the coins are not spent, so a second Parsonage needs no second set."""
    here = make_player(board(PARSONAGE, laid("parsonage", "r0c1"), r0c0="Co", r2c3="Co"), coins=2)
    table = build(fortune.table(here, cards=["parsonage"]), 0, "parsonage", "r3c1")
    assert build(table, 0, "parsonage", "r1c1").coins(0) == [2]


@pytest.mark.parametrize(("coins", "after"), [(1, 0), (2, 0), (3, 3)])
def test_r17_parsonage_counts_barrett_castle_twice(fortune: Fortune, coins: int, after: int) -> None:
    """R17: Barrett Castle and a Cottage ask for 3 coins."""
    table = parsonage(fortune, coins, "r0c0", r0c1="BC")
    assert build(table, 0, "parsonage", "r3c1").coins(0) == [after]
    table = parsonage(fortune, coins, "r0c0", r0c1="BC", setting="forbid")
    assert can_build(table, 0, "parsonage") == (coins == 3)


# Jeweler.

JEWELER = laid("jeweler", "r2c0")


@pytest.mark.parametrize(("coins", "after"), [(1, 0), (2, 1), (4, 3)])
def test_jeweler_must_be_paid(fortune: Fortune, coins: int, after: int) -> None:
    """Section 5: 1 coin is paid if there is one, without a choice; then nobody gains."""
    table = build(fortune.table(make_player(board(JEWELER), coins=coins), cards=["jeweler"]), 0, "jeweler", "r3c1")
    assert "done" in table.legal(0)
    assert table.coins(0, 1) == [after, 0]
    assert table.all_done().coins(0, 1) == [after, 0]


@pytest.mark.parametrize(("order", "coins"), [(("mine", "jeweler"), [1, 0, 0]), (("jeweler", "mine"), [2, 1, 1])])
def test_h12_jeweler_and_mine(fortune: Fortune, order: tuple[str, str], coins: list[int]) -> None:
    """H12: payment is due if a coin is held at that moment; both orders are legal."""
    here = board(JEWELER, laid("mine"))
    table = fortune.table(here, EMPTY, EMPTY, cards=["jeweler", "mine"])
    for card in order:
        build(table, 0, card, {"mine": "r0c0", "jeweler": "r3c1"}[card])
    assert table.coins(1, 2) == [0, 0]
    assert table.all_done().coins(0, 1, 2) == coins


def test_h13_the_gift_comes_at_the_end_of_the_round(fortune: Fortune) -> None:
    """H13, R11; 3.5: at the round's end, up to the limit, for players with complete towns too."""
    done = make_player("Tp " * 16, coins=1, completed_round=3)
    table = fortune.table(board(JEWELER), make_player(EMPTY, coins=4), done, cards=["jeweler", "trading_post"])
    build(table, 0, "jeweler", "r3c1")
    assert table.coins(0, 1, 2) == [0, 4, 1]
    assert table.all_done().coins(0, 1, 2) == [0, 4, 2]


def test_every_unpaid_jeweler_is_a_coin_for_the_others(fortune: Fortune) -> None:
    """Card, D23: two unpaid Jewelers are 2 coins for each of the others; their owner gains by another's."""
    two = board(JEWELER, laid("jeweler", "r0c1"))
    table = fortune.table(two, board(JEWELER), EMPTY, cards=["jeweler"], builder=2)
    build(build(table, 0, "jeweler", "r3c1"), 0, "jeweler", "r1c1")
    build(table, 1, "jeweler", "r3c1")
    assert table.all_done().coins(0, 1, 2) == [2, 2, 3]


def test_a_gift_is_handed_out_once(fortune: Fortune) -> None:
    """3.5: the coins of a round are no coins of the next one."""
    table = build(fortune.table(board(JEWELER), cards=["jeweler"]), 0, "jeweler", "r3c1").all_done()
    assert table.coins(0, 1) == [0, 1]
    assert table.play(1, "name wood").next_round().coins(0, 1) == [0, 1]


# Buildings without a benefit.


@pytest.mark.parametrize("card", ["tithe_barn", "schoolhouse", "museum", "oddity_shop"])
def test_the_others_do_nothing_to_the_chest(fortune: Fortune, card: str) -> None:
    """Section 5: no cost and no coin for these when constructed."""
    more: dict[str, Any] = {"coins": 1}
    table = fortune.table(make_player(board(laid(card), r3c3="Co"), **more), cards=[card])
    square = next(move.split()[2] for move in table.legal(0) if move.startswith(f"build {card}"))
    build(table, 0, card, square)
    assert table.coins(0) == [1]
