"""The points of every building and every monument (rules/tiny_towns_base.md 10, 11)."""

from __future__ import annotations

import pytest

from tests.tt.positions import game, group_points, make_player, score

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]


# Blue and red.


def test_cottage_scores_three_if_fed() -> None:
    assert group_points("cottage", "cf.. .... .... ....") == 3
    assert group_points("cottage", "c... .... .... ....") == 0
    assert group_points("cottage", "ccc. .cf. .... ..cc") == 12  # a Farm feeds four of six


def test_unfed_cottages_are_no_empty_squares() -> None:
    assert score(game(make_player("cc.. .... .... ...."))).empty == -14


@pytest.mark.parametrize("red", ["farm", "granary", "greenhouse", "orchard"])
def test_red_buildings_never_score(red: str) -> None:
    assert group_points("farm", "ffcf .... .... ....", red) == 0


# Grey.


def test_well_counts_adjacent_cottages_fed_or_not() -> None:
    assert group_points("well", ".c.. cwc. .c.. ....") == 4
    assert group_points("well", "c.c. .w.. c.c. ....") == 0  # diagonals do not count
    assert group_points("well", ".... ...w c... ....") == 0  # no wrapping round the edge
    assert group_points("well", "wcw. .... .... ....") == 2  # two Wells may count the same Cottage
    assert group_points("well", "w... c... .... f...") == group_points("well", "w... c... .... ....") == 1


def test_well_counts_barrett_castle_as_two_cottages_fed_or_not() -> None:
    assert group_points("well", "wm.. .... .... ....", monument="barrett_castle") == 2
    assert group_points("well", "wmf. c... .... ....", monument="barrett_castle") == 3
    assert group_points("well", "w.m. .... .... ....", monument="barrett_castle") == 0
    assert group_points("well", "wm.. .... .... ....", monument="fort_ironweed") == 0


def test_fountain_needs_another_fountain_beside_it() -> None:
    assert group_points("well", "ww.. .... .... ....", "fountain") == 4
    assert group_points("well", "www. .w.. .... ....", "fountain") == 8  # never more than 2 each
    assert group_points("well", "w... .w.. ..w. ....", "fountain") == 0
    assert group_points("well", "...w w... .... ....", "fountain") == 0
    assert group_points("well", "ww.. .... .... ww.w", "fountain") == 8


def test_millstone_needs_red_or_yellow_beside_it() -> None:
    assert group_points("well", "wf.. .... .... ....", "millstone") == 2
    assert group_points("well", "wy.. .... .... ....", "millstone", "bakery") == 2
    assert group_points("well", "wf.. y... .... ....", "millstone") == 2  # both pay once
    assert group_points("well", "f.y. .w.. y.f. ....", "millstone") == 0
    assert group_points("well", ".o.. cwt. .k.. ....", "millstone") == 0
    assert group_points("well", ".m.. .w.. .... ....", "millstone", monument="barrett_castle") == 0


def test_shed_scores_one() -> None:
    assert group_points("well", "w..w .... .w.. ....", "shed") == 3


# Orange.


@pytest.mark.parametrize("neighbour", "kty")
def test_abbey_is_spoilt_by_black_green_and_yellow(neighbour: str) -> None:
    assert group_points("chapel", f".{neighbour}.. .o.. .... ....", "abbey") == 0
    assert group_points("chapel", f"{neighbour}... .o.. .... ....", "abbey") == 3
    assert group_points("chapel", f".... ...o {neighbour}... ....", "abbey") == 3


def test_abbey_bears_all_other_neighbours() -> None:
    assert group_points("chapel", ".c.. fow. .o.. ....", "abbey") == 6
    assert group_points("chapel", ".m.. Wo.. .G.. ....", "abbey", monument="fort_ironweed") == 3


def test_chapel_counts_all_fed_cottages() -> None:
    assert group_points("chapel", "o.cc .... c... .o.f") == 6
    assert group_points("chapel", "oocc cc.. c... .o.f") == 12  # three Chapels, four of five Cottages fed
    assert group_points("chapel", "o.cc .... c... ....") == 0


def test_chapel_counts_barrett_castle_as_two_if_fed() -> None:
    assert group_points("chapel", "o.cm .... .... .o.f", monument="barrett_castle") == 6
    assert group_points("chapel", "o.cm .... .... ....", monument="barrett_castle") == 0
    assert group_points("chapel", "o.cm .... .... ...f", monument="fort_ironweed") == 1


def test_chapel_does_not_count_cottages_that_the_mausoleum_pays() -> None:
    assert group_points("chapel", "o.cc .... c... ...m", monument="grand_mausoleum_of_the_rodina") == 0
    assert group_points("chapel", "o.cc c..c c.f. ...m", monument="grand_mausoleum_of_the_rodina") == 4


def test_cloister_counts_cloisters_in_corners() -> None:
    assert group_points("chapel", "o..o .... .o.. ....", "cloister") == 6
    assert group_points("chapel", "o..o oo.. .... o..o", "cloister") == 24  # 4 at most for each of the 6
    assert group_points("chapel", ".o.. .... .... ....", "cloister") == 0


def test_temple_needs_two_fed_cottages_beside_it() -> None:
    assert group_points("chapel", "coc. .... .... ...f", "temple") == 4
    assert group_points("chapel", "coc. .c.. .... ...f", "temple") == 4  # three are as good as two
    assert group_points("chapel", "co.. .... .... ...f", "temple") == 0
    assert group_points("chapel", "coc. .... .... ....", "temple") == 0  # not fed
    assert group_points("chapel", "c.c. .o.. c.c. ...f", "temple") == 0  # diagonals
    assert group_points("chapel", "co.. oc.. .... ...f", "temple") == 8  # the same Cottages serve both
    assert group_points("chapel", "...c o..c c... ...f", "temple") == 0


def test_temple_counts_barrett_castle_as_two_if_fed() -> None:
    assert group_points("chapel", "mo.. .... .... ...f", "temple", monument="barrett_castle") == 4
    assert group_points("chapel", "mo.. .... .... ....", "temple", monument="barrett_castle") == 0
    assert group_points("chapel", "mo.. .... .... ...f", "temple", monument="fort_ironweed") == 0


def test_temple_does_not_count_cottages_that_the_mausoleum_pays() -> None:
    assert group_points("chapel", "coc. .... .... ...m", "temple", monument="grand_mausoleum_of_the_rodina") == 0


# Green.


GREENS = ["t" * n + "." * (8 - n) for n in range(9)]


@pytest.mark.parametrize(("n", "points"), list(enumerate([0, 2, 5, 9, 14, 20, 20, 20])))
def test_taverns_score_as_a_set(n: int, points: int) -> None:
    town = f"{GREENS[n]}........"
    assert group_points("tavern", town) == points
    assert group_points("tavern", town[::-1]) == points  # positions do not matter


@pytest.mark.parametrize(("n", "points"), list(enumerate([0, -1, 5, -3, 15, -5, 26, 26])))
def test_almshouses_score_as_a_set(n: int, points: int) -> None:
    assert group_points("tavern", f"{GREENS[n]}........", "almshouse") == points


@pytest.mark.parametrize(("own", "right", "points"), [(1, 0, 3), (1, 1, 2), (2, 1, 6), (2, 2, 4), (2, 3, 4), (0, 0, 0)])
def test_feast_hall_compares_with_the_right_neighbour(own: int, right: int, points: int) -> None:
    towns = [f"{GREENS[n]}........" for n in (own, right)]
    games = game(*map(make_player, towns), cards=("feast_hall",))
    assert score(games, 0).by_group["tavern"] == points


def test_feast_hall_looks_at_the_player_before_in_turn_order() -> None:
    towns = [f"{GREENS[n]}........" for n in (2, 1, 3)]
    games = game(*map(make_player, towns), cards=("feast_hall",))
    # player 0 looks at player 2, player 1 at player 0, player 2 at player 1
    assert [score(games, number).by_group["tavern"] for number in range(3)] == [4, 2, 9]


def test_feast_hall_alone_has_a_neighbour_with_none() -> None:
    assert group_points("tavern", "t... .... .... ....", "feast_hall") == 3


def test_feast_hall_counts_no_cubes_and_only_green() -> None:
    games = game(make_player("t... .... .... ...."), make_player("yyyy kkkk GGGG wwoo"), cards=("feast_hall",))
    assert score(games).by_group["tavern"] == 3


def test_inn_must_be_alone_in_its_row_and_column() -> None:
    assert group_points("tavern", "t... .t.. ..t. ...t", "inn") == 12
    assert group_points("tavern", "t..t .... .t.. ....", "inn") == 3  # judged one by one
    assert group_points("tavern", "t... .... .... t...", "inn") == 0
    assert group_points("tavern", "tcwo c... w... o...", "inn") == 3  # other types do not matter


# Yellow.


def test_bakery_needs_red_or_black_beside_it() -> None:
    assert group_points("theater", "yf.. .... .... ....", "bakery") == 3
    assert group_points("theater", "yk.. .... .... ....", "bakery", "bank") == 3
    assert group_points("theater", "fyk. .f.. .... ....", "bakery") == 3  # once
    assert group_points("theater", "f.k. .y.. k.f. ....", "bakery") == 0
    assert group_points("theater", ".c.. oyw. .t.. ...y", "bakery") == 0
    assert group_points("theater", ".... yf.y k... ....", "bakery") == 3  # no wrapping round the edge


def test_market_counts_the_better_of_row_and_column() -> None:
    assert group_points("theater", "y... .... .... ....", "market") == 1
    assert group_points("theater", "yyyy .... .... ....", "market") == 16
    assert group_points("theater", "yy.. y... y... ....", "market") == 3 + 2 + 3 + 3
    assert group_points("theater", "y..y .... .... y...", "market") == 6  # anywhere in the line, row or column alone
    assert group_points("theater", "y... .y.. .... ....", "market") == 2


def test_tailor_counts_tailors_in_the_centre() -> None:
    assert group_points("theater", "y... .... .... ....", "tailor") == 1
    assert group_points("theater", ".... .y.. .... ....", "tailor") == 2
    assert group_points("theater", "y... .yy. .yy. ....", "tailor") == 25
    assert group_points("theater", "y..y .... .y.. ....", "tailor") == 6
    assert group_points("theater", ".yy. y..y y..y .yy.", "tailor") == 8


def test_theater_counts_other_types_in_row_and_column_together() -> None:
    assert group_points("theater", "ycfw o... t... k...") == 6
    assert group_points("theater", "ycco o... .... c...") == 2  # a type in both lines counts once
    assert group_points("theater", "yy.. y... .... ....") == 0  # its own type never counts
    assert group_points("theater", "y... .cfw .otk ....") == 0
    assert group_points("theater", "yWHB G... S... ....") == 0  # cubes are nothing
    assert group_points("theater", ".c.. fy.. .... .w.k") == 3
    assert group_points("theater", "c... .... ...y k...") == 0


def test_theater_counts_monuments_as_one_type() -> None:
    assert group_points("theater", "ycm. .... .... ....", monument="fort_ironweed") == 2


def test_theater_takes_barrett_castle_for_a_cottage() -> None:
    assert group_points("theater", "ycm. .... .... ....", monument="barrett_castle") == 1
    assert group_points("theater", "y.m. .... .... ....", monument="barrett_castle") == 1


# Black.


def test_bank_scores_four() -> None:
    assert group_points("factory", "kk.. .... .... ....", "bank", stored={0: "W", 1: "H"}) == 8


def test_factory_scores_nothing() -> None:
    assert group_points("factory", "kk.. .... .... ....", "factory", stored={0: "W", 1: "H"}) == 0


def test_trading_post_scores_one() -> None:
    assert group_points("factory", "kk.. .... k... ....", "trading_post") == 3


def test_warehouse_costs_one_for_each_stored_cube() -> None:
    assert group_points("factory", "kk.. .... .... ...k", "warehouse", stored={0: "WHB", 15: "GS"}) == -5
    assert group_points("factory", "kk.. .... .... ....", "warehouse") == 0


def test_only_cubes_on_warehouses_cost() -> None:
    bondmaker = make_player("ck.m .... .... ....", "statue_of_the_bondmaker", stored={0: "W", 1: "HH"})
    assert score(game(bondmaker, cards=("warehouse",))).by_group["factory"] == -2


# Monuments.


@pytest.mark.parametrize(
    ("monument", "points"),
    [
        ("architects_guild", 1),
        ("cathedral_of_caterina", 2),
        ("fort_ironweed", 7),
        ("grand_mausoleum_of_the_rodina", 0),
        ("grove_university", 3),
        ("obelisk_of_the_crescent", 0),
        ("opaleyes_watch", 0),
        ("statue_of_the_bondmaker", 0),
    ],
)
def test_monuments_of_fixed_value(monument: str, points: int) -> None:
    assert group_points("monument", "cfwo tykm .... ....", monument=monument) == points
    assert group_points("monument", "cfwo tyk. .... ....", monument=monument) == 0  # not built


def test_archive_counts_types_in_the_town() -> None:
    archive = {"monument": "archive_of_the_second_age"}
    assert group_points("monument", "m... .... .... ....", **archive) == 0
    assert group_points("monument", "mccf .... .... ...c", **archive) == 2
    assert group_points("monument", "mcfw otyk WHBG S...", **archive) == 7


def test_barrett_castle_scores_five_if_fed() -> None:
    assert group_points("monument", "m..f .... .... ....", monument="barrett_castle") == 5
    assert group_points("monument", "m... .... .... ....", monument="barrett_castle") == 0
    assert group_points("cottage", "m..f .... .... ....", monument="barrett_castle") == 0  # no 3 for a Cottage


def test_cathedral_of_caterina_makes_empty_squares_free() -> None:
    assert score(game(make_player("m..W .... c... ....", "cathedral_of_caterina"))).empty == 0
    assert score(game(make_player("...W .... c... ....", "cathedral_of_caterina"))).empty == -15  # not built
    assert score(game(make_player("m..W .... c... ....", "fort_ironweed"))).empty == -14


def test_cathedral_of_caterina_does_not_cancel_stored_cubes() -> None:
    cathedral = make_player("m..k .... .... ....", "cathedral_of_caterina", stored={3: "WW"})
    assert score(game(cathedral, cards=("warehouse",))).total == 2 - 2


def test_grand_mausoleum_makes_every_cottage_worth_three() -> None:
    mausoleum = {"monument": "grand_mausoleum_of_the_rodina"}
    assert group_points("cottage", "cc.m .... .... c...", **mausoleum) == 9
    assert group_points("cottage", "cc.m c..c cc.f c...", **mausoleum) == 21
    assert group_points("cottage", "cc.. .... .... c...", **mausoleum) == 0  # not built


def test_mandras_palace_counts_adjacent_types() -> None:
    mandras = {"monument": "mandras_palace"}
    assert group_points("monument", ".c.. fmw. .o.. ....", **mandras) == 8
    assert group_points("monument", ".c.. cmc. .c.. ....", **mandras) == 2
    assert group_points("monument", "c.f. .m.. w.o. ....", **mandras) == 0
    assert group_points("monument", "...m cW.. .... ....", **mandras) == 0


@pytest.mark.parametrize(("buildings", "points"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 8), (7, 8), (16, 8)])
def test_shrine_counts_buildings_when_constructed(buildings: int, points: int) -> None:
    shrine = make_player("mcc. .... .... ....", "shrine_of_the_elder_tree", monument_info=buildings)
    assert score(game(shrine)).by_group["monument"] == points


def test_silva_forum_counts_the_largest_group_of_one_type() -> None:
    silva = {"monument": "silva_forum"}
    assert group_points("monument", "m... .... .... ....", **silva) == 2  # the Forum itself
    assert group_points("monument", "mcfw .... .... ....", **silva) == 2
    assert group_points("monument", "mcc. .c.. f... ffff", **silva) == 6
    assert group_points("monument", "m..c c..c .... ....", **silva) == 3
    assert group_points("monument", "m..c c... .c.. ..c.", **silva) == 2  # diagonals and edges do not connect
    assert group_points("monument", "mWWW .WWW k... kk..", **silva) == 4


def test_sky_baths_count_missing_types() -> None:
    baths = {"monument": "the_sky_baths"}
    assert group_points("monument", "m... .... .... ....", **baths) == 14
    assert group_points("monument", "mcc. f... .... ....", **baths) == 10
    assert group_points("monument", "mcfw otyk .... ....", **baths) == 0


@pytest.mark.parametrize(
    ("rounds", "points"),
    [
        ([9, 10, 11, 12, 13], [6, 3, 2, 0, 0]),
        ([9, 9, 11, 11], [6, 6, 2, 2]),  # two tied for 1st: the next is 3rd
        ([13, 12, 12, 12], [0, 6, 6, 6]),
        ([12, 12, 12, 13], [6, 6, 6, 0]),
        ([9, 8, 9, 9, 10], [3, 6, 3, 3, 0]),
        ([20], [6]),
        ([0, 14, 0], [3, 6, 3]),  # towns still unfinished will be later than any finished one
    ],
)
def test_starloom_scores_by_the_order_of_completion(rounds: list[int], points: list[int]) -> None:
    games = game(*[make_player("m... .... .... ....", "the_starloom", completed=number) for number in rounds])
    assert [score(games, number).by_group["monument"] for number in range(len(rounds))] == points
