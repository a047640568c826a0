"""A round with coins: what is counted for the coin of two or more constructions (Fortune 3, R10, R12, D23)."""

from __future__ import annotations

import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.tt.fortune import Fortune, board, build, laid
from tests.tt.scenario import EMPTY, make_player, squares

WELLS = board(*(laid("well", f"r{y}c0") for y in range(4)))
WELL = board(laid("well"))


def test_a_round_with_coins(fortune: Fortune) -> None:
    """Section 3: name, place or change for a coin, construct, the coin for two constructions, the hammer goes on."""
    here = make_player(board(laid("well"), laid("farm", "r2c0")), coins=1)
    table = fortune.table(here, EMPTY, EMPTY, phase="naming", builder=1, round_number=7)
    assert table.legal(1) == [f"name {resource}" for resource in sorted(ALL_RESOURCES)]
    table.play(1, "name brick").play(0, "place glass r0c3")
    table.play(1, "place brick r0c0").play(2, "place brick r0c0")
    assert table.coins(0, 1, 2) == [0, 0, 0]
    build(build(table, 0, "well", "r0c0"), 0, "farm", "r3c1")
    assert table.coins(0) == [0]
    table.all_done()
    assert table.coins(0, 1, 2) == [1, 0, 0]
    assert (table.fact("phase"), table.fact("round"), table.fact("builder")) == ("naming", 8, 2)


@pytest.mark.parametrize(("constructions", "coins"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1)])
def test_two_or_more_constructions_bring_exactly_one_coin(fortune: Fortune, constructions: int, coins: int) -> None:
    """3.4: two or more by removing cubes: one coin; three or more bring no second one."""
    table = fortune.table(WELLS)
    for y in range(constructions):
        build(table, 0, "well", f"r{y}c0")
    assert table.all_done().coins(0, 1) == [coins, 0]


def test_the_coin_comes_after_all_construction(fortune: Fortune) -> None:
    """3.4: it is handed out after all construction and effects, so no construction of the round can use it."""
    here = board(laid("well"), laid("well", "r1c0"), laid("jeweler", "r2c0"))
    table = fortune.table(here, EMPTY, cards=["jeweler"])
    build(build(table, 0, "well", "r0c0"), 0, "well", "r1c0")
    build(table, 0, "jeweler", "r3c1")
    assert table.coins(0, 1) == [0, 0]
    assert table.all_done().coins(0, 1) == [1, 1]


def test_constructions_are_counted_round_by_round(fortune: Fortune) -> None:
    """3.4: who this round constructed two or more; one in each of two rounds brings nothing."""
    table = build(fortune.table(WELLS, EMPTY, builder=1), 0, "well", "r0c0").all_done()
    table.play(0, "name wood").play(0, "place wood r3c3").play(1, "place wood r0c0")
    build(table, 0, "well", "r1c0")
    assert table.all_done().coins(0) == [0]


def test_everybody_is_counted_for_himself(fortune: Fortune) -> None:
    """3.4, D23: every player with two or more gains one, whoever is Master Builder."""
    table = fortune.table(WELLS, WELLS, WELLS, builder=1)
    for player, number in enumerate((2, 1, 3)):
        for y in range(number):
            build(table, player, "well", f"r{y}c0")
    assert table.all_done().coins(0, 1, 2) == [1, 0, 1]


def test_each_building_is_resolved_before_the_next(fortune: Fortune) -> None:
    """3.3: any number of buildings, one at a time, in the player's own order, each resolved before the next."""
    here = board(laid("mine"), laid("museum", "r1c0"), laid("gamblers_den", "r3c1"))
    table = fortune.table(here, cards=["mine", "museum", "gamblers_den"])
    build(table, 0, "museum", "r1c0")
    assert table.legal(0) == [f"mark {resource}" for resource in sorted(ALL_RESOURCES)]
    table.play(0, "mark wood", "mark wood")
    assert build(table, 0, "mine", "r0c0").coins(0) == [1]
    assert build(table, 0, "gamblers_den", "r3c1").coins(0) == [3]


# What counts (R12).


def test_r12_the_monument_itself_counts(fortune: Fortune) -> None:
    """R12: the monument's own construction counts 1."""
    table = fortune.table(make_player(board(laid("silva_forum"), laid("well", "r3c0")), monument="silva_forum"))
    build(build(table, 0, "silva_forum", "r1c0"), 0, "well", "r3c0")
    assert table.all_done().coins(0) == [1]


def test_r12_a_declined_cathedral_counts_once(fortune: Fortune) -> None:
    """R12, D32: a Cathedral exchanged for its gray building is 1 construction in all."""
    table = fortune.table(board(laid("cathedral")), cards=["cathedral"])
    build(table, 0, "cathedral", "r1c0", "decline")
    assert table.town(0)[4] == "well"
    assert table.all_done().coins(0) == [0]
    table = fortune.table(board(laid("cathedral"), laid("well", "r3c0")), cards=["cathedral"])
    build(build(table, 0, "cathedral", "r1c0", "decline"), 0, "well", "r3c0")
    assert table.all_done().coins(0) == [1]


def test_h2_free_buildings_do_not_count(fortune: Fortune) -> None:
    """H2, R12: Grove University's building was not made by removing cubes."""
    table = fortune.table(make_player(board(laid("grove_university")), monument="grove_university"))
    build(table, 0, "grove_university", "r0c1", "put well r3c3")
    assert table.town(0)[15] == "well"
    assert table.all_done().coins(0) == [0]


def test_r12_exchanged_buildings_do_not_count(fortune: Fortune) -> None:
    """R12: Architect's Guild counts once, however many buildings it brings in."""
    here = make_player(board(laid("architects_guild"), r3c2="Fa", r3c3="Fa"), monument="architects_guild")
    table = build(fortune.table(here), 0, "architects_guild", "r1c1", "exchange r3c2 well", "exchange r3c3 well")
    assert [table.town(0)[s] for s in (14, 15)] == ["well", "well"]
    assert table.all_done().coins(0) == [0]


def watch(town: str, reserved: tuple[str, ...] = ("well",)) -> dict[str, object]:
    """A town of the Watch's owner, who may have cubes for more."""
    return make_player(town, reserved=list(reserved), watch_round=2)


def test_r12_the_answer_of_a_watch_does_not_count(fortune: Fortune) -> None:
    """R12: one construction and a building off Opaleye's Watch bring no coin."""
    table = fortune.table(watch(board(laid("farm"), r3c3="OW")), WELL, cards=["farm"])
    build(table, 0, "farm", "r1c0").play(0, "done")
    build(table, 1, "well", "r0c0").play(1, "done").play(0, "put well r3c0").all_done()
    assert table.coins(0, 1) == [0, 0]


def test_r12_constructions_after_an_answer_count(fortune: Fortune) -> None:
    """3.4, R12: the coin comes after all construction, also what the Watch's owner constructs in the end."""
    table = fortune.table(watch(board(laid("farm"), laid("well", "r2c0"), r3c3="OW")), WELL)
    build(table, 0, "farm", "r1c0").play(0, "done")
    build(table, 1, "well", "r0c0").play(1, "done").play(0, "put well r3c0")
    build(table, 0, "well", "r2c1")
    assert table.coins(0) == [0]
    assert table.play(0, "done").coins(0, 1) == [1, 0]


def test_r12_also_in_the_round_of_completion(fortune: Fortune) -> None:
    """R12, R29, 3.6: the coin is paid in the round in which the town becomes complete, and kept."""
    here = "W Tp W " + "Co " * 13
    table = fortune.table(here, EMPTY)
    table.play(0, f"build well r0c0 using {squares(0, 1)}", f"build well r0c2 using {squares(1, 2)}").all_done()
    assert table.completed(0) == 5
    assert table.coins(0) == [1]
    assert table.fact("builder") == 1


def test_trading_posts_and_the_coin(fortune: Fortune) -> None:
    """Section 9, Trading Post: wild also in Fortune's layouts, it stays, and the construction counts."""
    here = board(r0c0="W", r0c1="Tp", r1c1="W", r2c0="S", r2c1="Tp")
    table = fortune.table(here, cards=["mine"])
    table.play(0, "build mine r0c0 using r0c0,r0c1", "build mine r2c0 using r2c0,r2c1")
    assert [table.town(0)[s] for s in (0, 1, 8, 9)] == ["mine", "trading_post", "mine", "trading_post"]
    assert table.coins(0) == [2]
    assert table.all_done().coins(0) == [3]


def test_a_layout_of_posts_alone_is_none(fortune: Fortune) -> None:
    """Section 9, Trading Post: at least one cube has to be removed."""
    assert fortune.can_construct(board(r0c0="Tp", r0c1="Tp"), cards=["mine"]) == []
    assert fortune.can_construct(board(r0c0="Tp", r0c1="S"), cards=["mine"]) == ["mine"]


# Storing and exhibiting (R10).


def test_r10_who_stores_or_exhibits_may_construct(fortune: Fortune) -> None:
    """R10: storing the cube or returning an exhibit is the placement; constructing follows as always."""
    for mark, card, stored, move in (
        ("Wh", "warehouse", None, "place wood r3c3"),
        ("Od", "oddity_shop", None, "place wood r3c3"),
        ("Mu", "museum", {15: ["wood", "glass"]}, "exhibit r3c3"),
    ):
        here = make_player(board(laid("well"), r3c3=mark), stored=stored)
        table = fortune.placing(here, cards=[card]).play(0, move).play(1, "place wood r0c0")
        assert table.legal(0) == ["build well r0c0 using r0c0,r0c1", "build well r0c1 using r0c0,r0c1", "done"]
