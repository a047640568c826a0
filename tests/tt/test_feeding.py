"""Feeding at the end of the game (rules/tiny_towns_base.md 6.2, 11, D11)."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
import pytest

from tests.tt.positions import game, make_player, plans_of, score, uniqueness
from tt_env.town import COLUMNS, NEIGHBOURS, ROWS

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]

CASTLE = "barrett_castle"
MAUSOLEUM = "grand_mausoleum_of_the_rodina"


def fed(town: str, *cards: str, monument: str | None = None) -> list[int]:
    return score(game(make_player(town, monument), cards=cards)).fed


def test_nobody_is_fed_without_a_red_building() -> None:
    for red in ("farm", "granary", "greenhouse", "orchard"):
        assert fed("cc.m .... .... ....", red, monument=CASTLE) == []


def test_only_cottages_and_barrett_castle_are_fed() -> None:
    assert fed("fwot yk.. .m.. .cW.") == [13]
    assert fed("fwot yk.. .m.. .cW.", monument=CASTLE) == [9, 13]
    assert fed("fwot yk.. .m.. .cW.", monument="fort_ironweed") == [13]


# Farm.


def test_farm_feeds_four_anywhere() -> None:
    assert fed("f..c .... .... c..c") == [3, 12, 15]
    assert fed("f..c .... c..c cccc") == [3, 8, 11, 12]  # equal plans: the first squares in reading order
    assert fed("f..c .... c..c cccf") == [3, 8, 11, 12, 13, 14]
    assert fed("cccc cccc cc.. ..ff") == [0, 1, 2, 3, 4, 5, 6, 7]


def test_farm_feeds_barrett_castle_before_any_cottage() -> None:
    assert fed("cccc cc.. .... f..m", monument=CASTLE) == [0, 1, 2, 15]
    assert fed("cccc cc.. .... f..m", "chapel", monument=CASTLE) == [0, 1, 2, 15]


def test_barrett_castle_takes_one_place_of_a_farm() -> None:
    assert fed("ccc. .... .... f..m", monument=CASTLE) == [0, 1, 2, 15]


def test_farm_feeds_the_cottages_beside_a_temple() -> None:
    """One of five stays hungry; without the two beside the Temple its 4 points are lost."""
    assert fed(".c.c .o.. .c.c f..c", "temple") == [1, 3, 9, 11]
    assert fed("c.cc ...c .... focc", "temple") == [0, 2, 3, 7]  # here one only: no use
    assert fed("cccc .... ..oc f.co", "temple") == [0, 1, 11, 14]


def test_farm_weighs_barrett_castle_against_temples() -> None:
    """Two Temples need two Cottages each: 12 + 8 without the Castle, 9 + 5 + 4 with it."""
    got = score(game(make_player("co.. .c.. m... fcoc", CASTLE), cards=("temple",)))
    assert got.fed == [0, 5, 13, 15]
    assert got.by_group["monument"] == 0


# Granary.


def test_granary_feeds_the_eight_squares_around() -> None:
    assert fed("c.c. .f.c c.c. .c..", "granary") == [0, 2, 8, 10]
    assert fed("fcc. cc.. c... ...c", "granary") == [1, 4, 5]  # no wrapping round the edge
    assert fed("...c f... ...c ....", "granary") == []
    assert fed("cccc fccf .... ...m", "granary") == [0, 1, 2, 3, 5, 6]
    assert fed(".... .f.. ..m. ....", "granary", monument=CASTLE) == [10]


# Orchard.


def test_orchard_feeds_its_row_and_column() -> None:
    assert fed("cc.. cf.c ..c. .c..", "orchard") == [1, 4, 7, 13]
    assert fed("fwoc k... t... c..c", "orchard") == [3, 12]  # nothing blocks
    assert fed("f..c .... m... ...c", "orchard", monument=CASTLE) == [3, 8]
    assert fed("fc.. .f.. c..c ...c", "orchard") == [1, 8]


# Greenhouse.


def test_greenhouse_feeds_one_connected_group_anywhere() -> None:
    assert fed("f.cc ...c .... cc..", "greenhouse") == [2, 3, 7]
    assert fed("f..c ..c. .c.. cc..", "greenhouse") == [9, 12, 13]  # diagonals do not connect
    assert fed("...c c.cc .... f...", "greenhouse") == [3, 6, 7]  # no wrapping round the edge


def test_each_greenhouse_feeds_a_group() -> None:
    assert fed("ffcc ...c .... cc.c", "greenhouse") == [2, 3, 7, 12, 13]
    assert fed("ffcc f..c .... cc.c", "greenhouse") == [2, 3, 7, 12, 13, 15]
    assert fed("ffcc f..c f... cc.c", "greenhouse") == [2, 3, 7, 12, 13, 15]


def test_greenhouse_takes_the_first_of_equal_groups() -> None:
    assert fed("f..c c... .... ...c", "greenhouse") == [3]
    assert fed("f.cc c... c... ...c", "greenhouse") == [2, 3]
    assert fed("ff.c c.c. .... c..c", "greenhouse") == [3, 4]


def test_barrett_castle_belongs_to_a_group() -> None:
    assert fed("f.cm .... ccc. ....", "greenhouse", monument=CASTLE) == [8, 9, 10]
    assert fed("f.cm .... .cc. ....", "greenhouse", monument=CASTLE) == [2, 3]
    assert fed("f.cm .... .cc. ....", "greenhouse", monument="fort_ironweed") == [9, 10]
    assert fed("f..m .... .... ..c.", "greenhouse", monument=CASTLE) == [3]


def test_greenhouse_takes_a_smaller_group_that_is_worth_more() -> None:
    assert fed("cwfo ccoc cwcc ccoc", "greenhouse", "fountain", "temple") == [7, 10, 11, 15]


# The Mausoleum pays unfed Cottages, so only Chapels and Temples depend on the plan.


def test_with_the_mausoleum_feeding_goes_on_all_the_same() -> None:
    assert fed("cccc cc.. .... f..m", monument=MAUSOLEUM) == [0, 1, 2, 3]
    assert fed("f..c .... .... c.cm", "greenhouse", "abbey", monument=MAUSOLEUM) == [3]
    assert fed("f..c .... .... ccom", "greenhouse", "chapel", monument=MAUSOLEUM) == [12, 13]
    assert fed("cccc .... ..oc f.cm", "temple", monument=MAUSOLEUM) == [0, 1, 11, 14]


# Plans and uniqueness.


def test_all_best_plans_are_listed() -> None:
    games = game(make_player("f..c .... .... c.cc"), make_player("f... .c.. .ccc .cc."))
    assert plans_of(games, 0) == [[3, 12, 14, 15]]
    plans = plans_of(games, 1)
    assert sorted(plans) == [list(plan) for plan in combinations([5, 9, 10, 11, 13, 14], 4)]
    assert uniqueness(games, 0) == (True, True)
    assert uniqueness(games, 1) == (False, True)


def test_the_first_plan_in_reading_order_is_taken() -> None:
    games = game(make_player("c.c. .o.. c.c. f.cc"), cards=("temple",))
    assert score(games).fed == min(plans_of(games))


def test_towns_without_choice_have_one_plan() -> None:
    assert plans_of(game(make_player(".... .... .... ...."))) == [[]]
    assert plans_of(game(make_player("cc.. .... .... ....")), 0) == [[]]
    assert plans_of(game(make_player("cccc fccf .... ...m"), cards=("granary",))) == [[0, 1, 2, 3, 5, 6]]


def test_equal_plans_can_differ_by_card() -> None:
    """Three Cottages (9), or Barrett Castle and the Temple beside it (5 + 4)."""
    games = game(make_player("fom. .... .... ccc.", CASTLE), cards=("greenhouse", "temple"))
    assert sorted(plans_of(games)) == [[2], [12, 13, 14]]
    assert uniqueness(games) == (False, False)
    assert score(games).fed == [2]
    two_temples = game(make_player("fo.. cc.. .... .oc.", None), cards=("greenhouse", "temple"))
    assert uniqueness(two_temples)[1]


def test_plans_with_less_bonus_are_not_equal() -> None:
    """D11: with the bonus Barrett Castle and two Schoolhouses are worth more than a Cottage and its Parsonage."""
    games = game(make_player("c..m ctct ot.. focf", CASTLE, coins=1), cards=("greenhouse", "parsonage", "schoolhouse"))
    games["with_coins"] = 1
    assert plans_of(games) == [[0, 3, 4]]
    assert uniqueness(games) == (True, True)


def test_a_list_that_goes_on_comes_later() -> None:
    """D11 with a Root Cellar, the one card whose equal plans can hold each other."""
    games = game(make_player("cccc fmoo f.c. ctct", MAUSOLEUM, coins=2), cards=("root_cellar", "parsonage"))
    games["with_coins"] = 1
    plans = plans_of(games)
    assert [0, 1, 2, 3, 10, 14] in plans
    assert [0, 1, 2, 3, 10] in plans
    assert score(games).fed == min(plans) == [0, 1, 2, 3]  # column 1, then row 0


def test_the_greatest_number_of_plans_has_room() -> None:
    """2 Farms feed 8 of 14: 3003 plans."""
    games = game(make_player("cccc cccc cccc ccff"))
    assert len(plans_of(games)) == 3003
    assert score(games).fed == [0, 1, 2, 3, 4, 5, 6, 7]


# Against a search that knows only the words of the rules.


def neighbours(square: int) -> list[int]:
    return [other for other in range(16) if (int(NEIGHBOURS[square]) >> other) & 1]


def groups(squares: list[int]) -> list[list[int]]:
    rest, found = set(squares), []
    while rest:
        group, border = set(), [min(rest)]
        while border:
            square = border.pop()
            if square in rest:
                rest.discard(square)
                group.add(square)
                border += neighbours(square)
        found.append(sorted(group))
    return found


def all_plans(cells: str, red: str, hungry: list[int]) -> list[list[int]]:
    reds = [square for square in range(16) if cells[square] == "f"]
    if red == "farm":
        return [list(plan) for plan in combinations(hungry, min(len(hungry), 4 * len(reds)))]
    if red == "greenhouse":
        found = groups(hungry)
        return [sorted(chain(*chosen)) for chosen in combinations(found, min(len(found), len(reds)))]
    reached = 0
    for square in reds:
        y, x = divmod(square, 4)
        if red == "orchard":
            reached |= int(ROWS[square] | COLUMNS[square])
        else:
            reached |= sum(1 << s for s in range(16) if max(abs(s // 4 - y), abs(s % 4 - x)) == 1)
    return [[square for square in hungry if (reached >> square) & 1]]


def plan_points(cells: str, orange: str, monument: str | None, plan: list[int]) -> int:
    weight = {square: 2 if cells[square] == "m" else 1 for square in plan}
    points = sum(5 if cells[square] == "m" else 0 if monument == MAUSOLEUM else 3 for square in plan)
    for square in range(16):
        if cells[square] == "o" and orange == "chapel":
            points += sum(weight.values())
        if cells[square] == "o" and orange == "temple":
            points += 4 * (sum(weight.get(other, 0) for other in neighbours(square)) >= 2)
    return points


@pytest.mark.parametrize("red", ["farm", "granary", "greenhouse", "orchard"])
@pytest.mark.parametrize("orange", ["temple", "chapel", "abbey"])
def test_best_feeding_equals_a_plain_search(red: str, orange: str) -> None:
    rng = np.random.default_rng(20240)
    for _ in range(60):
        letters = rng.choice(list("cfo."), 16, p=[0.5, 0.12, 0.22, 0.16])
        monument = [None, CASTLE, MAUSOLEUM, "fort_ironweed"][rng.integers(4)]
        if monument:
            letters[rng.integers(16)] = "m"
        cells = "".join(letters)
        hungry = [s for s in range(16) if cells[s] == "c" or (cells[s] == "m" and monument == CASTLE)]
        plans = all_plans(cells, red, hungry)
        most = max(plan_points(cells, orange, monument, plan) for plan in plans)
        best = sorted(plan for plan in plans if plan_points(cells, orange, monument, plan) == most)
        games = game(make_player(cells, monument), cards=(red, orange))
        assert score(games).fed == best[0], cells
        assert sorted(plans_of(games)) == best, cells
        assert uniqueness(games)[0] == (len(best) == 1)
