"""Final scoring as a whole: the worked checks, ties, vectors (rules/tiny_towns_base.md 6, 13)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tt.positions import Score, finish, game, make_player, score, uniqueness
from tt_env.cards import CARDS, GROUPS, LETTERS, RESOURCES

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]

VECTORS = Path(__file__).parents[1] / "vectors" / "tiny_towns"


# The worked checks of section 13.


def check(got: Score, total: int, empty: int = 0, **by_group: int) -> None:
    assert got.by_group == dict.fromkeys(GROUPS, 0) | by_group
    assert (got.empty, got.total) == (empty, total)


def test_worked_check_a() -> None:
    got = score(game(make_player("cwct fcwt oyct t.ko")))
    check(got, 43, -1, cottage=12, well=6, chapel=8, tavern=14, theater=4)


def test_worked_check_b() -> None:
    got = score(game(make_player("cc.c cfcc tt.y w.oo")))
    check(got, 25, -3, cottage=12, chapel=8, tavern=5, theater=3)


def test_worked_check_c() -> None:
    got = score(game(make_player("cmwo f.ty ccow t..k", "barrett_castle")))
    check(got, 33, -3, cottage=9, monument=5, well=2, chapel=10, tavern=5, theater=5)


def test_worked_check_d() -> None:
    got = score(game(make_player("oc.c cfoc ccmw t.to", "barrett_castle"), cards=("fountain", "temple", "inn")))
    check(got, 20, -2, cottage=9, monument=5, chapel=8)


def test_worked_check_e() -> None:
    cards = ("granary", "millstone", "abbey", "feast_hall", "market", "bank")
    right = make_player("t... .... .... ....")
    got = score(game(make_player("c.oc fccw yyky mcty", "mandras_palace"), right, cards=cards))
    check(got, 31, -1, cottage=6, well=2, chapel=3, tavern=2, theater=11, factory=4, monument=4)


def test_worked_check_f() -> None:
    got = score(
        game(make_player("ccwo cyyc fyyt otto"), cards=("greenhouse", "shed", "cloister", "almshouse", "tailor"))
    )
    check(got, 36, 0, cottage=9, well=1, chapel=9, tavern=-3, theater=20)


def test_worked_check_g() -> None:
    town = make_player("cktk fwc. .cmo yckc", "silva_forum", stored={1: "WHB", 14: "G"})
    got = score(game(town, cards=("orchard", "bakery", "warehouse")))
    check(got, 9, -2, cottage=6, well=2, chapel=2, tavern=2, factory=-4, monument=3)


def test_worked_check_h() -> None:
    got = score(game(make_player("cc.c ccww ot.m tt.c", "grand_mausoleum_of_the_rodina")))
    check(got, 26, -3, cottage=18, well=2, tavern=9)


def test_worked_check_i() -> None:
    got = score(game(make_player("c..w .m.. ..t. k..y", "cathedral_of_caterina")))
    check(got, 6, 0, tavern=2, theater=2, monument=2)


def test_worked_check_j() -> None:
    got = score(game(make_player("cwct wcty o.kf cc.t", stored={10: "WHB"}), cards=("bakery", "warehouse")))
    check(got, 28, -2, cottage=12, well=5, chapel=4, tavern=9, theater=3, factory=-3)


# Empty squares and left-over cubes.


def test_every_square_without_a_building_costs_one() -> None:
    check(score(game(make_player(".... .... .... ...."))), -16, -16)
    check(score(game(make_player("WSBG HWSB GHWS BGHW"))), -16, -16)
    check(score(game(make_player("kkkk kkkk kkkk kkkk"))), 0)


def test_every_player_has_its_own_score() -> None:
    games = game(
        make_player("tt.. .... .... ...."), make_player("ttt. .... .... ...."), make_player("W... .... .... ....")
    )
    assert finish(games)[0] == [5 - 14, 9 - 13, -16]


# Winners and ties.


def winners(*players: dict[str, Any], cards: tuple[str, ...] = ()) -> list[int]:
    return finish(game(*players, cards=cards))[1]


SHED = ("shed",)
FIVE_SHEDS = "wwww w... .... ...."
SIX_SHEDS = "wwww ww.. .... ...."


def test_the_highest_total_wins() -> None:
    assert winners(make_player(FIVE_SHEDS), make_player(SIX_SHEDS), make_player(FIVE_SHEDS), cards=SHED) == [1]
    assert winners(make_player(SIX_SHEDS, builder_turns=9), make_player(FIVE_SHEDS), cards=SHED) == [0]


def test_first_tie_break_fewest_turns_as_master_builder() -> None:
    assert winners(make_player(FIVE_SHEDS, builder_turns=3), make_player(FIVE_SHEDS, builder_turns=2), cards=SHED) == [
        1
    ]
    # it comes before the number of empty squares
    more_empty = make_player("kk.. .... .... ....", builder_turns=1)  # 8 - 14
    fewer_empty = make_player("wwww w... .... ....", builder_turns=2)  # 5 - 11
    assert winners(more_empty, fewer_empty, cards=("shed", "bank")) == [0]


def test_second_tie_break_fewest_empty_squares() -> None:
    more_empty = make_player("kk.. .... .... ....")
    fewer_empty = make_player("wwww w... .... ....")
    assert winners(more_empty, fewer_empty, cards=("shed", "bank")) == [1]
    assert winners(fewer_empty, more_empty, fewer_empty, cards=("shed", "bank")) == [0, 2]


def test_second_tie_break_comes_before_cottages() -> None:
    more_empty = make_player("kkcc .... .... ....")  # 8 - 12
    fewer_empty = make_player("wwww ww.. .... ....")  # 6 - 10
    assert winners(more_empty, fewer_empty, cards=("shed", "bank")) == [1]


def test_squares_count_as_empty_even_with_the_cathedral_of_caterina() -> None:
    """RULING 1: the Cathedral makes them free, not full."""
    cathedral = make_player("m... .... .... ....", "cathedral_of_caterina")  # 2
    sheds = make_player("wwww wwww w... ....")  # 9 - 7
    assert winners(cathedral, sheds, cards=SHED) == [1]


def test_cubes_do_not_fill_squares_in_the_tie_break() -> None:
    assert winners(make_player("kkWW WWWW WWWW WWWW"), make_player("wwww w... .... ...."), cards=("shed", "bank")) == [
        1
    ]


def test_third_tie_break_most_cottages() -> None:
    assert winners(
        make_player("ck.. .... .... ...."), make_player("cc.. .... .... ...."), make_player("kk.. .... .... ....")
    ) == [1]


def test_fed_and_unfed_cottages_count_alike_in_the_tie_break() -> None:
    """RULING 1."""
    one_fed = make_player("cfkk kk.. .... ....")  # 3 points, 6 buildings
    two_hungry, one_hungry = make_player("wwwc ck.. .... ...."), make_player("wwwc kk.. .... ....")  # the same
    cards = ("shed", "granary")
    assert winners(one_fed, two_hungry, cards=cards) == [1]
    assert winners(one_fed, one_hungry, cards=cards) == [0, 1]


def test_barrett_castle_is_no_cottage_in_the_tie_break() -> None:
    """RULING 1."""
    castle = make_player("mw.. .... .... ....", "barrett_castle")
    assert winners(castle, make_player("cw.. .... .... ...."), cards=SHED) == [1]
    assert winners(castle, make_player("kw.. .... .... ...."), cards=SHED) == [0, 1]


def test_a_full_tie_is_shared() -> None:
    assert winners(make_player(FIVE_SHEDS), make_player(FIVE_SHEDS), make_player("wwww .... .... ....")) == [0, 1]
    assert winners(*[make_player(FIVE_SHEDS, builder_turns=2)] * 6, cards=SHED) == [0, 1, 2, 3, 4, 5]


def test_a_tie_below_the_first_place_decides_nothing() -> None:
    assert winners(
        make_player(FIVE_SHEDS, builder_turns=1),
        make_player(FIVE_SHEDS),
        make_player(SIX_SHEDS, builder_turns=5),
        cards=SHED,
    ) == [2]


def test_a_single_player_always_wins() -> None:
    assert winners(make_player(".... .... .... ....")) == [0]


# Vectors.


def load(line: dict[str, Any]) -> Any:
    """A scoring line as a game."""
    players = []
    for player in line["players"]:
        letters = {".": "."} | dict(zip(RESOURCES, LETTERS, strict=True))
        letters |= {name: "cfwotykm"[GROUPS.index(card.group)] for name, card in CARDS.items()}
        town = "".join(letters[content] for row in player["town"] for content in row)
        stored = {
            4 * int(square[1]) + int(square[3]): "".join(letters[cube] for cube in cubes)
            for square, cubes in player["stored"].items()
        }
        info = player.get("monument_info", {}).get("buildings_when_constructed", 0)
        fields = {"completed": player["completed_round"], "monument_info": info}
        players.append(make_player(town, player["monument"], stored, **fields))
    return game(*players, cards=tuple(line["cards"].values()))


def lines(name: str) -> list[Any]:
    """The scoring lines of a file that need only cards of the base game and no coins."""
    found = []
    for text in (VECTORS / name).read_text().splitlines():
        line = json.loads(text)
        cards = [*line["cards"].values(), *(p["monument"] for p in line["players"] if p["monument"])]
        if all(card in CARDS for card in cards) and not line["fortune"]:
            found.append(pytest.param(line, id=line["id"]))
    return found


@pytest.mark.parametrize("line", [*lines("scoring.jsonl"), *lines("disputed.jsonl")])
def test_vectors(line: dict[str, Any]) -> None:
    games = load(line)
    for number, player in enumerate(line["players"]):
        expected, got = player["expected"], score(games, number)
        standing = {content for row in player["town"] for content in row if content in CARDS}
        assert {card: got.by_group[CARDS[card].group] for card in standing} == expected["by_card"]
        assert (got.total, got.empty) == (expected["total"], expected["empty"])
        fed = [f"r{square // 4}c{square % 4}" for square in got.fed]
        assert uniqueness(games, number) == (expected["fed_is_unique"], expected.get("by_card_is_unique", True))
        assert fed == expected["fed"] or not expected["fed_is_unique"]
