"""The points of Fortune's buildings, and base cards beside them (Fortune 6, 9, R1, R4, R16; Schoolhouse)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tt.fortune import Fortune, board
from tests.tt.scenario import EMPTY, make_player


@pytest.mark.parametrize(
    ("mark", "card", "each"),
    [
        ("Rc", "root_cellar", 0), ("Tb", "tithe_barn", 0), ("Mn", "mine", 0), ("St", "statue", 0),
        ("Gd", "gamblers_den", 2), ("Je", "jeweler", 4), ("Tz", "teahouse", 1), ("Mu", "museum", 0),
        ("Od", "oddity_shop", 2),
    ],
)  # fmt: skip
def test_points_of_each_building(fortune: Fortune, mark: str, card: str, each: int) -> None:
    """Cards: the same for every one, wherever it stands."""
    for number, town in ((1, board(r0c0=mark)), (3, board(r0c0=mark, r0c1=mark, r3c3=mark))):
        result = fortune.final(town)
        assert (result["by_card"], result["empty"]) == ({card: each * number}, number - 16)


@pytest.mark.parametrize(
    ("marks", "worth"),
    [
        ({"r0c0": "Cd"}, 7),
        ({"r0c0": "Cd", "r0c1": "Cd"}, 0),
        ({"r0c0": "Cd", "r1c0": "Cd", "r2c2": "Cd"}, 7),
        ({"r0c0": "Cd", "r1c1": "Cd"}, 14),  # diagonal
        ({"r0c0": "Cd", "r0c1": "CC"}, 7),  # section 9: the monument is no Cathedral
        ({"r0c0": "Cd", "r0c1": "Mn"}, 7),
        ({"r1c0": "Cd", "r1c1": "Cd", "r1c2": "Cd"}, 0),
    ],
)
def test_cathedrals_alone(fortune: Fortune, marks: dict[str, str], worth: int) -> None:
    """Card: 7 for each that has no other Cathedral beside it."""
    assert fortune.final(board(**marks))["by_card"]["cathedral"] == worth


@pytest.mark.parametrize(
    ("marks", "worth"),
    [
        ({"r0c0": "Pa", "r0c1": "Co", "r1c1": "Fa"}, 4),
        ({"r0c0": "Pa", "r0c1": "Co"}, 0),  # unfed
        ({"r0c0": "Pa", "r1c1": "Co", "r2c2": "Fa"}, 0),  # diagonal
        ({"r0c0": "Pa", "r0c1": "Co", "r1c0": "Co", "r1c1": "Fa"}, 4),
        ({"r0c0": "Pa", "r0c2": "Pa", "r0c1": "Co", "r1c1": "Fa"}, 8),
        ({"r0c0": "Pa", "r0c1": "BC", "r1c1": "Fa"}, 4),  # Barrett Castle, fed
        ({"r0c0": "Pa", "r0c1": "BC"}, 0),
        ({"r0c0": "Pa", "r0c1": "Pa", "r2c2": "Fa"}, 0),
    ],
)
def test_r1_parsonage_beside_a_fed_cottage(fortune: Fortune, marks: dict[str, str], worth: int) -> None:
    """R1: a fed Cottage, sharing an edge."""
    assert fortune.final(board(**marks))["by_card"]["parsonage"] == worth


def test_r1_parsonage_is_worth_the_same_whatever_was_lost(fortune: Fortune) -> None:
    """R2: the loss of the coins is the only penalty; the building scores."""
    result = fortune.final(board(r0c0="Pa", r0c1="Co", r1c1="Fa"), coins=0)
    assert (result["by_card"]["parsonage"], result["coins"]) == (4, 0)


# Schoolhouse.

SCHOOL = board(r0c0="Sc", r0c1="Co", r1c1="Fa")


@pytest.mark.parametrize(("own", "right", "worth"), [(0, 0, 4), (0, 1, 2), (1, 1, 4), (2, 1, 4), (3, 4, 2)])
def test_schoolhouse_and_the_right_neighbour(fortune: Fortune, own: int, right: int, worth: int) -> None:
    """Card: 2, and 2 more with at least as many coins as the player on the right; a tie counts."""
    players: list[Any] = [
        make_player(SCHOOL, coins=own),
        make_player(EMPTY, coins=4 - right),
        make_player(EMPTY, coins=right),
    ]
    first, _, _ = fortune.score(*players)
    assert first["by_card"]["schoolhouse"] == worth


@pytest.mark.parametrize(
    ("town", "worth"),
    [
        (board(r0c0="Sc", r0c1="Co"), 0),  # unfed
        (board(r0c0="Sc", r1c1="Co", r2c2="Fa"), 0),  # diagonal
        (board(r0c0="Sc", r0c1="BC", r1c1="Fa"), 4),
        (board(r0c0="Sc", r0c2="Sc", r0c1="Co", r1c1="Fa"), 8),
    ],
)
def test_schoolhouse_needs_a_fed_cottage(fortune: Fortune, town: str, worth: int) -> None:
    """R1, worked case 11: not beside a fed Cottage: 0, the bonus included; Barrett Castle, fed, is one."""
    first, _ = fortune.score(make_player(town, coins=2), EMPTY)
    assert first["by_card"]["schoolhouse"] == worth


def test_r4_coins_are_compared_after_feeding(fortune: Fortune) -> None:
    """R4: both players' coins after both have fed."""
    here = make_player(board(r0c0="Sc", r0c1="Co", r3c3="Tb"), coins=2)
    first, _ = fortune.score(here, make_player(EMPTY, coins=2))
    assert (first["coins_left"], first["by_card"]["schoolhouse"]) == (1, 2)
    there = make_player(board(r0c1="Co", r3c3="Tb"), coins=2)
    first, second = fortune.score(here, there)
    assert (first["coins_left"], second["coins_left"], first["by_card"]["schoolhouse"]) == (1, 1, 4)


def test_r18_coins_on_squares_are_not_compared(fortune: Fortune) -> None:
    """R18: coins on squares are nobody's for Schoolhouse either."""
    lying = make_player(board(r0c0="CG"), coin_squares=["r1c1", "r1c2", "r2c1", "r2c2"], coins=1)
    first, _ = fortune.score(make_player(SCHOOL, coins=1), lying)
    assert first["by_card"]["schoolhouse"] == 4


# Order of the end (6).


def test_coins_are_no_tie_breaker(fortune: Fortune) -> None:
    """6.7: ties by the base rule: same total, fewer turns as Master Builder wins, whoever has more coins."""
    full = "We " * 14
    rich = make_player(full + "We We", coins=2, completed_round=9, builder_turns=4)
    poor = make_player(full + "Gd We", coins=0, completed_round=9, builder_turns=3)
    where = fortune.table(rich, poor, phase="over", round_number=9)
    assert [where.player(player)["score"] for player in (0, 1)] == [2, 2]
    assert where.winners() == [1]
    rich["builder_turns"] = 2
    assert fortune.table(rich, poor, phase="over", round_number=9).winners() == [0]


def test_leftovers_are_removed(fortune: Fortune) -> None:
    """6.2, 6.5: cubes and coins on squares leave; a square with either is an empty one."""
    result = fortune.final(board(r0c0="CG", r1c1="W", r3c3="G"), coin_squares=["r1c1", "r1c2", "r2c1", "r2c2"])
    assert (result["empty"], result["coins"], result["total"]) == (-15, 0, 2 - 15)


def test_the_total_is_the_sum(fortune: Fortune) -> None:
    """6.4 to 6.6: buildings, empty squares and coins add up."""
    result = fortune.final(board(r0c0="EF", r0c1="Je", r0c2="Gd", r1c1="Cd"), coins=5)
    assert result["by_card"] == {"estival_festival": 4, "jeweler": 4, "gamblers_den": 2, "cathedral": 7}
    assert (result["empty"], result["coins"], result["total"]) == (-12, 10, 17 - 12 + 10)


# Base cards beside Fortune's (9).


@pytest.mark.parametrize(
    ("marks", "card", "worth"),
    [
        ({"r0c0": "Ba", "r0c1": "Rc"}, "bakery", 3),
        ({"r0c0": "Ba", "r0c1": "Tb"}, "bakery", 3),
        ({"r0c0": "Ba", "r0c1": "Mu"}, "bakery", 3),
        ({"r0c0": "Ba", "r0c1": "Od"}, "bakery", 3),
        ({"r0c0": "Ba", "r0c1": "Gd", "r1c0": "Mn"}, "bakery", 0),
        ({"r0c0": "Mi", "r0c1": "Rc"}, "millstone", 2),
        ({"r0c0": "Mi", "r0c1": "Je"}, "millstone", 2),
        ({"r0c0": "Mi", "r0c1": "Tz"}, "millstone", 2),
        ({"r0c0": "Mi", "r0c1": "Cd", "r1c0": "Od"}, "millstone", 0),
        ({"r0c0": "Ab", "r0c1": "Mu"}, "abbey", 0),
        ({"r0c0": "Ab", "r0c1": "Gd"}, "abbey", 0),
        ({"r0c0": "Ab", "r0c1": "Tz"}, "abbey", 0),
        ({"r0c0": "Ab", "r0c1": "Mn", "r1c0": "Rc"}, "abbey", 3),
    ],
)  # fmt: skip
def test_fortune_cards_have_the_colour_of_their_group(
    fortune: Fortune, marks: dict[str, str], card: str, worth: int
) -> None:
    """Section 9: Bakery, Millstone, Abbey and others that name colours."""
    assert fortune.final(board(**marks))["by_card"][card] == worth


ALL_TYPES = {"r0c1": "Co", "r0c2": "Rc", "r0c3": "Mn", "r1c0": "Cd", "r2c0": "Gd", "r3c0": "Mu"}


@pytest.mark.parametrize(
    ("mark", "more", "worth"),
    [
        ("Th", {}, 6),
        ("AR", {"r3c3": "Tz"}, 7),
        ("SB", {"r3c3": "Tz"}, 0),
        ("MP", {}, 4),
        ("SF", {"r1c1": "Cd", "r2c1": "Cd"}, 4),
    ],
)
def test_a_fortune_building_is_the_type_of_its_group(
    fortune: Fortune, mark: str, more: dict[str, str], worth: int
) -> None:
    """Section 9: Theater, Archive, Sky Baths, Mandras Palace, Silva Forum."""
    result = fortune.final(board(r0c0=mark, **ALL_TYPES, **more))
    card = {"Th": "theater", "AR": "archive_of_the_second_age", "SB": "the_sky_baths", "MP": "mandras_palace"}
    assert result["by_card"][card.get(mark, "silva_forum")] == worth


@pytest.mark.parametrize(("coins", "chapel", "temple"), [(0, 0, 0), (1, 2, 4), (2, 3, 4)])
def test_chapel_and_temple_after_the_coins_were_spent(fortune: Fortune, coins: int, chapel: int, temple: int) -> None:
    """Section 9, Chapel and Temple: they count Cottages fed with coins."""
    cottages = {"r0c1": "Co", "r1c0": "Co", "r3c0": "Co"}
    result = fortune.final(board(r0c0="Ch", r3c3="Tb", **cottages), coins=coins)
    assert result["by_card"]["chapel"] == chapel
    result = fortune.final(board(r0c0="Te", r3c3="Tb", **cottages), coins=coins)
    assert result["by_card"]["temple"] == temple


@pytest.mark.parametrize("coins", [0, 1, 4])
def test_mausoleum_and_forced_feeding(fortune: Fortune, coins: int) -> None:
    """Section 9, Grand Mausoleum: unfed Cottages are worth 3, yet the coin is spent."""
    result = fortune.final(board(r0c0="MM", r1c1="Co", r3c3="Tb"), coins=coins)
    assert (result["by_card"]["cottage"], result["coins_left"]) == (3, max(coins - 1, 0))


def test_barrett_castle_counts_twice_for_points(fortune: Fortune) -> None:
    """Section 9, Barrett Castle: 2 Cottages for counting, 1 building for the price."""
    result = fortune.final(board(r0c0="BC", r0c1="We", r1c0="Ch", r3c3="Tb"), coins=1)
    assert (result["by_card"]["well"], result["by_card"]["chapel"], result["coins_left"]) == (2, 2, 0)


def test_shrine_of_the_elder_tree_and_starloom_are_unchanged(fortune: Fortune) -> None:
    """Section 9: the others are unchanged: Fortune's buildings are buildings like others."""
    info = {"buildings_when_constructed": 4}
    result = fortune.final(board(r0c0="SE", r0c1="Mn", r0c2="Gd", r0c3="Mu"), monument_info=info)
    assert result["by_card"]["shrine_of_the_elder_tree"] == 4
    first, _ = fortune.score(make_player("SL " + "Mn " * 15, completed_round=4), EMPTY)
    assert first["by_card"]["the_starloom"] == 6


def test_warehouse_still_loses(fortune: Fortune) -> None:
    """Section 9, Warehouse: its -1 per cube stays; coins are counted beside it."""
    result = fortune.final(board(r0c0="Wh"), stored={0: ["wood", "glass"]}, coins=2)
    assert (result["by_card"], result["coins"], result["total"]) == ({"warehouse": -2}, 2, -2 + 2 - 15)
