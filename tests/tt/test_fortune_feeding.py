"""Feeding with coins at the end of the game (Fortune 6, 7, R5, R14, R15, R17; H6, H7, H9)."""

from __future__ import annotations

import pytest

from tests.tt.fortune import Fortune, board
from tests.tt.scenario import EMPTY, make_player

# Root Cellar.

H6 = """Co Co .  .
        .  Co .  .
        .  Co .  .
        .  .  .  Rc"""


@pytest.mark.parametrize(
    ("coins", "fed", "left", "total"),
    [
        (0, [], 0, -11),
        (1, ["r0c1", "r1c1", "r2c1"], 0, 9 - 11),
        (2, ["r0c0", "r0c1", "r1c1", "r2c1"], 0, 12 - 11),
        (4, ["r0c0", "r0c1", "r1c1", "r2c1"], 2, 12 - 11 + 2),
    ],
)
def test_h6_root_cellar(fortune: Fortune, coins: int, fed: list[str], left: int, total: int) -> None:
    """H6; section 7: 1 coin for a row or column, all in it are fed; free choice of lines, no choice to stop."""
    result = fortune.final(H6, coins=coins)
    assert (result["fed"], result["coins_left"], result["total"]) == (fed, left, total)


def test_h7_forced_feeding_can_hurt(fortune: Fortune) -> None:
    """H7, R15: with the Grand Mausoleum 1 coin must still be spent: 6 + 1 - 12; keeping both would be better."""
    result = fortune.final("MM . . . . Co Co . . . . . . . . Rc", coins=2)
    assert (result["coins_left"], result["total"], result["fed"]) == (1, 6 + 1 - 12, ["r1c1", "r1c2"])


@pytest.mark.parametrize("monument", ["MM", "EF"])
def test_r15_no_exceptions(fortune: Fortune, monument: str) -> None:
    """R15: not for Estival Festival, where the coin would be worth as much as it feeds, nor for the Mausoleum."""
    for card, coins, left in (("Rc", 1, 0), ("Tb", 1, 0), ("Rc", 3, 2), ("Tb", 3, 2)):
        result = fortune.final(board(r0c0=monument, r1c1="Co", r3c3=card), coins=coins)
        assert (result["fed"], result["coins_left"]) == (["r1c1"], left)


def test_r15_not_for_schoolhouse(fortune: Fortune) -> None:
    """R15, R4: coins are spent though they would win a Schoolhouse's bonus."""
    here = make_player(board(r0c0="Sc", r0c1="Co", r3c3="Tb", r2c0="Co"), coins=1)
    first, second = fortune.score(here, make_player(EMPTY, coins=1))
    assert (first["coins_left"], first["by_card"]["schoolhouse"]) == (0, 2)
    assert second["coins_left"] == 1


@pytest.mark.parametrize(("coins", "left"), [(1, 0), (2, 0), (3, 1), (4, 2)])
def test_r14_a_line_feeds_something_new(fortune: Fortune, coins: int, left: int) -> None:
    """R14: no coin is paid in vain: when all are fed, the rest stays; 2 lines are needed here."""
    result = fortune.final(board(r0c0="Co", r1c1="Co", r3c3="Rc"), coins=coins)
    assert (len(result["fed"]), result["coins_left"]) == (min(coins, 2), left)


def test_r14_lines_may_overlap(fortune: Fortune) -> None:
    """R14, section 7: a second line through a fed building is allowed if it feeds something new."""
    result = fortune.final(board(r0c0="Co", r0c1="Co", r1c0="Co", r3c3="Rc"), coins=2)
    assert (len(result["fed"]), result["coins_left"]) == (3, 0)


def test_r14_more_root_cellars_do_not_change_the_price(fortune: Fortune) -> None:
    """R14: two Root Cellars feed one line a coin."""
    result = fortune.final(board(r0c0="Co", r1c1="Co", r2c2="Co", r3c3="Rc", r3c0="Rc"), coins=2)
    assert (len(result["fed"]), result["coins_left"]) == (2, 0)


def test_the_line_need_not_hold_the_cellar(fortune: Fortune) -> None:
    """Card: any row or column of the own town; without a Root Cellar coins feed nobody."""
    assert fortune.final(board(r0c0="Co", r3c3="Rc"), coins=1)["fed"] == ["r0c0"]
    result = fortune.final(board(r0c0="Co"), coins=1, cards=["root_cellar"])
    assert (result["fed"], result["coins_left"]) == ([], 1)
    result = fortune.final(board(r0c0="Co"), coins=1, cards=["tithe_barn"])
    assert (result["fed"], result["coins_left"]) == ([], 1)


# Tithe Barn.

H9 = """Co Co .  .
        .  Co .  .
        .  .  .  .
        .  .  .  Tb"""


@pytest.mark.parametrize(
    ("coins", "fed", "left", "total"),
    [(4, 3, 2, 9 + 2 - 12), (1, 2, 0, 6 - 12), (0, 0, 0, -12), (2, 3, 0, 9 - 12), (3, 3, 1, 9 + 1 - 12)],
)
def test_h9_tithe_barn(fortune: Fortune, coins: int, fed: int, left: int, total: int) -> None:
    """H9; section 7: f = min(u, 2c) are fed, ceil(f/2) coins are paid."""
    result = fortune.final(H9, coins=coins)
    assert (len(result["fed"]), result["coins_left"], result["total"]) == (fed, left, total)


def test_neighbours_of_all_tithe_barns_are_free(fortune: Fortune) -> None:
    """Section 7: orthogonal neighbours of all Tithe Barns, not diagonal ones, cost nothing."""
    result = fortune.final(board(r0c0="Tb", r0c1="Co", r1c1="Co", r3c3="Tb", r3c2="Co"), coins=0)
    assert result["fed"] == ["r0c1", "r3c2"]
    result = fortune.final(board(r0c0="Tb", r0c1="Co", r1c1="Co", r3c3="Tb", r3c2="Co"), coins=1)
    assert (len(result["fed"]), result["coins_left"]) == (3, 0)


def test_r14_tithe_barns_pool_their_paid_buildings(fortune: Fortune) -> None:
    """R14: counted together before rounding up: 2 barns, 4 paid buildings, 2 coins."""
    town = board(r0c0="Tb", r3c3="Tb", r0c2="Co", r0c3="Co", r2c0="Co", r3c0="Co")
    result = fortune.final(town, coins=4)
    assert (len(result["fed"]), result["coins_left"]) == (4, 2)


@pytest.mark.parametrize(("cottages", "coins", "left"), [(1, 1, 0), (2, 1, 0), (3, 2, 0), (3, 4, 2), (5, 4, 1)])
def test_a_lone_last_one_costs_a_coin_too(fortune: Fortune, cottages: int, coins: int, left: int) -> None:
    """Card: k paid buildings cost ceil(k/2)."""
    squares = ("r0c0", "r0c1", "r0c2", "r0c3", "r1c0")[:cottages]
    result = fortune.final(board(r3c3="Tb", **dict.fromkeys(squares, "Co")), coins=coins)
    assert (len(result["fed"]), result["coins_left"]) == (cottages, left)


# What can be fed, and the choice.


@pytest.mark.parametrize("red", ["Rc", "Tb"])
def test_castle_and_vineyard_are_one_building(fortune: Fortune, red: str) -> None:
    """Section 7, R5; section 9, Barrett Castle: 1 building for price and capacity."""
    for monument, worth in (("BC", 5), ("EV", 9)):
        result = fortune.final(board(r0c0=monument, r1c1="Co", r3c3=red), coins=1)
        assert result["coins_left"] == 0
        assert result["fed"] == (["r0c0"] if red == "Rc" else ["r0c0", "r1c1"])
        card = {"BC": "barrett_castle", "EV": "eraflage_vineyard"}[monument]
        assert result["by_card"][card] == worth


def test_the_best_plan_is_taken(fortune: Fortune) -> None:
    """Section 7: the legal plan with the highest own total: Temples, Chapel and Parsonage count."""
    result = fortune.final(board(r0c0="Co", r0c2="Co", r0c1="Te", r3c0="Co", r3c3="Tb"), coins=1)
    assert (result["fed"], result["by_card"]["temple"]) == (["r0c0", "r0c2"], 4)
    result = fortune.final(board(r0c0="Co", r1c1="Co", r1c2="Pa", r3c3="Rc"), coins=1)
    assert (result["fed"], result["by_card"]["parsonage"]) == (["r1c1"], 4)
    result, _ = fortune.score(make_player(board(r0c0="Co", r1c1="Co", r1c2="Sc", r3c3="Rc"), coins=1), EMPTY)
    assert (result["fed"], result["by_card"]["schoolhouse"]) == (["r1c1"], 4)


@pytest.mark.parametrize(("coins", "left"), [(2, 1), (3, 2)])
def test_among_equals_the_one_that_leaves_more_coins(fortune: Fortune, coins: int, left: int) -> None:
    """Section 7: with the Mausoleum all plans give the same points but for the coins; a row saves some."""
    for marks in ({"r3c0": "MM"}, {}):
        result = fortune.final(board(r0c0="Co", r0c1="Co", r0c2="Co", r3c3="Rc", **marks), coins=coins)
        assert (result["fed"], result["coins_left"]) == (["r0c0", "r0c1", "r0c2"], left)


@pytest.mark.parametrize(("rival", "fed"), [(0, ["r3c1"]), (1, ["r0c0"])])
def test_d11_equal_plans_and_the_bonus(fortune: Fortune, rival: int, fed: list[str]) -> None:
    """D11: 5 for the Castle, 3 + 2 beside the Schoolhouse: the bonus decides if there is one, else reading order."""
    here = make_player(board(r0c0="BC", r3c1="Co", r3c2="Sc", r2c3="Rc"), coins=1)
    first, _ = fortune.score(here, make_player(EMPTY, coins=rival))
    assert first["fed"] == fed


def test_schoolhouse_is_left_out_of_the_choice(fortune: Fortune) -> None:
    """Section 7, R4: the plan does not look at Schoolhouse's bonus: two Cottages and no coin beat one and a coin."""
    here = make_player(board(r0c0="Sc", r0c1="Co", r1c0="Co", r3c3="Rc"), coins=2)
    first, _ = fortune.score(here, make_player(EMPTY, coins=1))
    assert (first["fed"], first["coins_left"], first["by_card"]["schoolhouse"]) == (["r0c1", "r1c0"], 0, 2)


@pytest.mark.parametrize(
    ("schools", "fed"),
    [
        ({"r0c1": "Sc", "r1c0": "Sc"}, ["r0c0"]),  # 3 + 2 + 2 against 3 + 3
        ({"r0c1": "Sc"}, ["r3c1", "r3c2"]),  # 3 + 2 against 3 + 3; with the bonus it would be 7
    ],
)
@pytest.mark.parametrize("rival", [0, 4])
def test_a_schoolhouse_counts_in_the_choice_without_its_bonus(
    fortune: Fortune, schools: dict[str, str], fed: list[str], rival: int
) -> None:
    """Section 7: its 2 VP are part of the own total, its bonus is not, whatever the right neighbour has left."""
    here = make_player(board(r0c0="Co", r3c1="Co", r3c2="Co", r2c3="Rc", **schools), coins=1)
    first, _ = fortune.score(here, make_player(EMPTY, coins=rival))
    assert first["fed"] == fed


@pytest.mark.parametrize("red", ["Fa", "Gr", "Or", "Gh"])
def test_base_red_cards_cost_nothing(fortune: Fortune, red: str) -> None:
    """Section 7: with a base red card no coins are spent on feeding."""
    result = fortune.final(board(r0c0=red, r0c1="Co", r2c2="Co", r1c3="Co"), coins=3)
    assert (result["coins_left"], result["coins"]) == (3, 3)
    assert "r0c1" in result["fed"]


def test_feeding_comes_at_the_end_only(fortune: Fortune) -> None:
    """Section 4, 6.1: the last round's coins come first, then they feed; all towns at once."""
    here = make_player("Rc W Tp W Co " + "We " * 11)
    table = fortune.table(here, make_player("Rc Co " + "We " * 14, coins=2, completed_round=4), builder=0)
    table.play(0, "build well r0c1 using r0c1,r0c2", "build well r0c3 using r0c2,r0c3").all_done()
    assert (table.fact("phase"), table.completed(0)) == ("over", 5)
    assert table.coins(0, 1) == [1, 2]
    # The round's coin has fed the Cottage (3); two Wells beside it (2), the Trading Post (1).
    assert table.player(0)["score"] == 3 + 2 + 1


@pytest.mark.parametrize("red", ["Rc", "Tb"])
def test_unfed_buildings_stay_and_count(fortune: Fortune, red: str) -> None:
    """Base section 11: an unfed Cottage is worth 0 and still counts for a Well."""
    result = fortune.final(board(r0c0="Co", r0c1="We", r3c3=red), coins=0)
    assert (result["fed"], result["by_card"]["cottage"], result["by_card"]["well"]) == ([], 0, 1)
