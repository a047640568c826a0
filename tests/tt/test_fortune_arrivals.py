"""A building by any means: its cost is due, it gives its benefit, it does not count (Fortune 5, 9, R12, R13, R30)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.cards import ALL_RESOURCES, BUILDINGS, LAYOUTS
from tests.tt.fortune import Fortune, board, build, laid
from tests.tt.scenario import Table, make_player

MEANS = ("cubes", "grove_university", "architects_guild", "masons_guild", "opaleyes_watch")
OWN_SQUARE = {"grove_university": "r0c1", "architects_guild": "r1c1", "masons_guild": "r0c0"}


def corner(card: str) -> dict[str, str]:
    """The cubes of a layout in the lower right corner, one of them on r3c3."""
    lines = LAYOUTS[card].split("/")
    return laid(card, f"r{4 - len(lines)}c{4 - len(lines[0])}")


def on_the_way(
    fortune: Fortune, how: str, card: str, coins: int, context: str = "", cards: tuple[str, ...] = (), **more: Any
) -> tuple[Table, str]:
    """A game in which the card is to come to r3c3 by some means, and the move; ``context``: r0c3 and r1c3."""
    marks = dict(zip(("r0c3", "r1c3"), context.split(), strict=False))
    more["cards"] = [card, *cards]
    if how == "cubes":
        table = fortune.table(make_player(board(corner(card), **marks), coins=coins), **more)
        return table, f"build {card} r3c3 using {','.join(sorted(corner(card)))}"
    if how == "opaleyes_watch":
        here = make_player(board(r0c0="OW", **marks), coins=coins, reserved=[card], watch_round=2)
        table = fortune.table(here, make_player(board(corner(card)), coins=4), **more)
        build(table, 1, card, "r3c3").play(0, "done")
        while "done" not in table.legal(1):
            table.play(1, "pay" if "pay" in table.legal(1) else table.legal(1)[0])
        return table.play(1, "done"), f"put {card} r3c3"
    if how == "architects_guild":  # for a building of another group
        marks["r3c3"] = "Tv" if BUILDINGS[card][0] == "farm" else "Fa"
    here = make_player(board(laid(how), **marks), coins=coins + (how == "masons_guild"), monument=how)
    table = build(fortune.table(here, **more), 0, how, OWN_SQUARE[how])
    if how == "masons_guild":
        table.play(0, "pay 1")
    return table, f"exchange r3c3 {card}" if how == "architects_guild" else f"put {card} r3c3"


def arrive(
    fortune: Fortune, how: str, card: str, coins: int, context: str = "", answers: tuple[str, ...] = (), **more: Any
) -> Table:
    """The card has come, what it asks is answered, and nothing else is exchanged."""
    table, move = on_the_way(fortune, how, card, coins, context, **more)
    table.play(0, move, *answers)
    return table.play(0, "exchange none") if "exchange none" in table.legal(0) else table


BENEFITS = [
    ("mine", "", 0, (), 1),
    ("root_cellar", "", 0, (), 1),
    ("statue", "St St", 0, (), 1),
    ("gamblers_den", "", 1, (), 3),
    ("gamblers_den", "", 2, (), 2),
    ("teahouse", "Co We", 0, ("count column",), 2),
    ("teahouse", "Co We", 0, ("count row",), 0),
    ("parsonage", "Co Co", 1, (), 0),
    ("parsonage", "Co Co", 2, (), 2),
    ("jeweler", "", 2, (), 1),
    ("jeweler", "", 0, (), 0),
    ("cathedral", "", 3, ("pay",), 0),
    ("cathedral", "", 3, ("decline",), 3),
    ("museum", "", 1, ("mark wood", "mark wood"), 1),
]


@pytest.mark.parametrize("how", MEANS)
@pytest.mark.parametrize(("card", "context", "coins", "answers", "after"), BENEFITS)
def test_cost_and_benefit_by_any_means(
    fortune: Fortune, how: str, card: str, context: str, coins: int, answers: tuple[str, ...], after: int
) -> None:
    """Section 5, R30: every means pays the cost and gives the benefit, and none counts for the two-or-more coin."""
    table = arrive(fortune, how, card, coins, context, answers)
    assert "done" in table.legal(0)
    assert table.coins(0) == [after]
    assert table.town(0)[15] == ("well" if "decline" in answers else card)
    before = table.coins(0, 1)
    owed = int(card == "jeweler" and coins == 0)
    table.all_done()
    assert table.coins(0, 1) == [before[0], min(before[1] + owed, 4)]


@pytest.mark.parametrize("how", MEANS)
def test_the_gray_card_of_a_declined_cathedral_gives_its_benefit(fortune: Fortune, how: str) -> None:
    """Section 5, R25: the gray building counts as constructed, by whatever means the Cathedral came."""
    table = arrive(fortune, how, "cathedral", 3, "", ("decline",), cards=("mine",))
    assert (table.town(0)[15], table.coins(0)) == ("mine", [4])
    table = arrive(fortune, how, "cathedral", 2, "St St", ("decline",), cards=("statue",))
    assert (table.town(0)[15], table.coins(0)) == ("statue", [3])


@pytest.mark.parametrize("how", MEANS[1:])
def test_an_oddity_shop_arrives_empty(fortune: Fortune, how: str) -> None:
    """Card: an Oddity Shop asks nothing when constructed."""
    table = arrive(fortune, how, "oddity_shop", 1, "")
    assert (table.stored(0), table.coins(0)) == ({}, [1])


@pytest.mark.parametrize("how", MEANS)
def test_r2_forbid_holds_for_every_means(fortune: Fortune, how: str) -> None:
    """R2: with the setting ``forbid`` a Parsonage does not come in without a coin for each Cottage."""
    table, move = on_the_way(fortune, how, "parsonage", 0, "Co", parsonage="forbid")
    assert move not in table.legal(0)
    table, move = on_the_way(fortune, how, "parsonage", 1, "Co", parsonage="forbid")
    assert table.play(0, move).coins(0) == [1]


@pytest.mark.parametrize(("others", "allowed"), [("", ["r3c3"]), ("Co", [])])
def test_r2_forbid_and_an_exchanged_cottage(fortune: Fortune, others: str, allowed: list[str]) -> None:
    """R2, R30: a Cottage that a Parsonage replaces is gone when its coins are checked, with every setting."""
    marks = {"r3c3": "Co", "r1c3": "Fa"} | ({"r0c3": others} if others else {})
    for setting, squares in (("forbid", allowed), ("at_least", sorted(marks))):
        here = make_player(board(laid("architects_guild"), **marks), monument="architects_guild")
        table = build(fortune.table(here, cards=["parsonage"], parsonage=setting), 0, "architects_guild", "r1c1")
        assert [move.split()[1] for move in table.legal(0) if move.endswith(" parsonage")] == squares


def test_r2_an_exchanged_cottage_is_not_shown_for(fortune: Fortune) -> None:
    """R2, R30: 1 coin is enough for a Parsonage that replaces one of two Cottages, none for the only one."""
    for marks, coins, after in (
        ({"r3c3": "Co", "r0c3": "Co"}, 1, 1),
        ({"r3c3": "Co", "r0c3": "Co", "r1c3": "Co"}, 1, 0),
        ({"r3c3": "Co"}, 0, 0),
    ):
        here = make_player(board(laid("architects_guild"), **marks), monument="architects_guild", coins=coins)
        table = build(fortune.table(here, cards=["parsonage"]), 0, "architects_guild", "r1c1")
        assert table.play(0, "exchange r3c3 parsonage").coins(0) == [after]


# Architect's Guild (R30).


def guild(fortune: Fortune, *cards: str, coins: int = 0, stored: Any = None, **marks: str) -> Table:
    """Architect's Guild just built."""
    here = make_player(
        board(laid("architects_guild"), **marks), monument="architects_guild", coins=coins, stored=stored
    )
    return build(fortune.table(here, cards=cards), 0, "architects_guild", "r1c1")


def test_r30_one_exchange_after_the_other(fortune: Fortune) -> None:
    """R30: each pays and gives, one after the other: a Mine's coin pays for the Jeweler that comes second."""
    table = guild(fortune, "mine", "jeweler", r3c2="Fa", r3c3="Fa")
    assert table.play(0, "exchange r3c2 mine").coins(0) == [1]
    assert table.play(0, "exchange r3c3 jeweler").coins(0) == [0]
    assert table.all_done().coins(0, 1) == [0, 0]
    table = guild(fortune, "mine", "jeweler", r3c2="Fa", r3c3="Fa")
    table.play(0, "exchange r3c2 jeweler", "exchange r3c3 mine")
    assert table.all_done().coins(0, 1) == [1, 1]


def test_r30_what_the_old_building_gave_is_kept(fortune: Fortune) -> None:
    """Section 9: the coin of an exchanged Mine stays in the chest, and a new Mine gives another one."""
    table = guild(fortune, "mine", coins=1, r3c3="Mn").play(0, "exchange r3c3 farm")
    assert (table.coins(0), table.town(0)[15]) == ([1], "farm")


def test_r30_cubes_on_the_old_one_go(fortune: Fortune) -> None:
    """Section 9, R30: cubes on an exchanged Museum or Oddity Shop go to the supply."""
    table = guild(fortune, stored={14: ["wood", "glass"], 15: ["wood", "wood"]}, r3c2="Mu", r3c3="Mu")
    table.play(0, "exchange r3c2 well", "exchange none")
    assert table.stored(0) == {"r3c3": ["wood", "wood"]}
    table = guild(fortune, stored={15: ["wood"]}, r3c3="Od").play(0, "exchange r3c3 well")
    assert table.stored(0) == {}


def test_r30_a_new_museum_is_stocked(fortune: Fortune) -> None:
    """R30: before the second exchange the first building is fully resolved."""
    table = guild(fortune, "museum", r3c2="Fa", r3c3="Fa").play(0, "exchange r3c2 museum")
    assert table.legal(0) == [f"mark {resource}" for resource in sorted(ALL_RESOURCES)]
    table.play(0, "mark wood", "mark glass")
    assert table.stored(0) == {"r3c2": ["wood", "glass"]}
    assert "exchange r3c3 museum" in table.legal(0)


def test_r30_no_monuments(fortune: Fortune) -> None:
    """R30: it replaces no monument and brings in none: seven cards, less the building's own type."""
    table = guild(fortune, "mine", "cathedral", r3c3="Fa")
    others = ("cathedral", "cottage", "factory", "mine", "tavern", "theater")
    assert table.legal(0) == ["exchange none", *(f"exchange r3c3 {card}" for card in others)]


def test_d29_a_declined_cathedral_may_be_the_exchanged_card(fortune: Fortune) -> None:
    """D29: with Architect's Guild the gray building may be the card that was exchanged."""
    table = guild(fortune, "mine", "cathedral", r3c3="Mn").play(0, "exchange r3c3 cathedral")
    assert table.legal(0) == ["decline"]
    table.play(0, "decline")
    assert (table.town(0)[15], table.coins(0)) == ("mine", [1])


# Opaleye's Watch and Grove University (section 9).


def test_setting_aside_on_the_watch_costs_nothing(fortune: Fortune) -> None:
    """Section 9: cost and benefit come when a building is moved to the town, not when it is set aside."""
    here = make_player(board(laid("opaleyes_watch")), monument="opaleyes_watch", coins=2)
    table = fortune.table(here, cards=["mine", "jeweler", "cathedral"])
    square = next(move.split()[2] for move in table.legal(0) if move.startswith("build opaleyes"))
    build(table, 0, "opaleyes_watch", square, "reserve mine", "reserve jeweler", "reserve cathedral")
    assert "done" in table.legal(0)
    assert table.coins(0) == [2]
    assert sorted(table.player(0)["reserved"]) == ["cathedral", "jeweler", "mine"]


def test_d32_free_buildings_are_never_declined(fortune: Fortune) -> None:
    """D32: Grove University's building is put, also one that costs something: no move refuses it."""
    here = make_player(board(laid("grove_university")), monument="grove_university")
    table = build(fortune.table(here, cards=["jeweler", "cathedral"]), 0, "grove_university", "r0c1")
    assert {move.split()[0] for move in table.legal(0)} == {"put"}


def test_d32_a_watch_may_refuse_where_that_is_set(fortune: Fortune) -> None:
    """D32: refusing is a setting of the Watch; a Jeweler that stays on the card costs nothing."""
    for optional, move, coins, gift in ((False, "put jeweler r3c3", 0, 1), (True, "put none", 0, 0)):
        here = make_player(board(r0c0="OW"), reserved=["jeweler"], watch_round=2)
        there = make_player(board(corner("jeweler")), coins=1)
        table = fortune.table(here, there, cards=["jeweler"], opaleye_optional=optional)
        build(table, 1, "jeweler", "r3c3").play(1, "done").play(0, "done")
        assert ("put none" in table.legal(0)) == optional
        assert table.play(0, move).all_done().coins(0, 1) == [coins, gift]


def test_r25_a_watch_answers_the_building_that_remains(fortune: Fortune) -> None:
    """R25: a paid Cathedral sets off a Watch's Cathedral, a declined one the gray building's."""
    for answer, remains, other in (("pay", "cathedral", "mine"), ("decline", "mine", "cathedral")):
        here = make_player(board(r0c0="OW"), reserved=["cathedral", "mine"], watch_round=2)
        there = make_player(board(corner("cathedral")), coins=3)
        table = fortune.table(here, there, cards=["mine", "cathedral"])
        build(table, 1, "cathedral", "r3c3", answer).play(1, "done").play(0, "done")
        assert {move.split()[1] for move in table.legal(0)} == {remains}
        table.play(0, f"put {remains} r3c3")
        assert table.player(0)["reserved"] == [other]


def test_r31_the_watch_has_its_turn_after_all(fortune: Fortune) -> None:
    """R31, section 5.5: coin effects touch the own chest only, so the neighbours build in any order; then the Watch."""
    here = make_player(board(r0c0="OW"), reserved=["mine"], watch_round=2)
    for order in ((1, 2, 0), (2, 0, 1)):
        table = fortune.table(here, board(corner("mine")), board(corner("mine")), cards=["mine"])
        for player in order:
            if player:
                build(table, player, "mine", "r3c3")
            table.play(player, "done")
        assert table.coins(0, 1, 2) == [0, 1, 1]
        table.play(0, "put mine r3c3", "done")
        assert table.coins(0, 1, 2) == [1, 1, 1]
