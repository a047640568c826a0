"""The Treasury at Okaver (Fortune R12, R24, D20, D21, D22)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.oracle.layouts import square_name
from tests.tt.fortune import Fortune, board, build, laid
from tests.tt.scenario import EMPTY, make_player

NAMES = [f"name {resource}" for resource in sorted(ALL_RESOURCES)]


def okaver(*layouts: dict[str, str], coins: int = 3, **more: Any) -> dict[str, Any]:
    """The Treasury in the corner; marks by square, the rest for the player."""
    marks = {key: more.pop(key) for key in list(more) if len(key) == 4 and key[0] == "r"}
    return make_player(board(*layouts, r0c0="TO", **marks), coins=coins, **more)


def puts(*numbers: int) -> list[str]:
    return [f"put cottage {square_name(s)}" for s in numbers]


MINE = laid("mine", "r3c0")


@pytest.mark.parametrize(("coins", "asked"), [(0, False), (2, False), (3, True), (4, False)])
def test_r24_a_gain_that_fills_the_chest(fortune: Fortune, coins: int, asked: bool) -> None:
    """R24: from below 4 to 4; gaining while at 4 does nothing, nor does a third coin."""
    table = build(fortune.table(okaver(MINE, coins=coins), cards=["mine"]), 0, "mine", "r3c0")
    assert table.legal(0) == ([*puts(*range(1, 12), 13, 14, 15), "put none"] if asked else ["done"])


def test_r24_a_free_cottage_or_none(fortune: Fortune) -> None:
    """R24, R12: optional, on any empty square, at once; it does not count for the two-or-more coin."""
    for move, cottages in (("put cottage r1c1", 1), ("put none", 0)):
        table = build(fortune.table(okaver(MINE), cards=["mine"]), 0, "mine", "r3c0").play(0, move)
        assert table.town(0).count("cottage") == cottages
        assert (table.coins(0), table.legal(0)) == ([4], ["done"])


def test_r12_okavers_cottage_is_no_construction(fortune: Fortune) -> None:
    """R12: a Jeweler and a Cottage of Okaver bring no coin; a Jeweler and a Mine do."""
    town: dict[str, Any] = {"r0c2": "W", "r0c3": "S"}
    for cards, coins in ((("mine", "jeweler"), 4), (("jeweler",), 2)):
        table = fortune.table(okaver(laid("jeweler", "r1c1"), **town), cards=["mine", "jeweler"])
        for card in cards:
            build(table, 0, card, {"mine": "r0c2", "jeweler": "r2c2"}[card])
            if "put none" in table.legal(0):
                table.play(0, "put cottage r3c0")
        assert table.all_done().coins(0) == [coins]
    here = okaver(laid("jeweler", "r1c1"), r3c3="Mu", stored={15: ["wood", "glass"]})
    table = fortune.placing(here, cards=["jeweler"]).play(0, "exhibit r3c3", "put cottage r3c0")
    table.play(1, "place wood r0c0")
    build(table, 0, "jeweler", "r2c2").all_done()
    assert (table.coins(0), table.town(0).count("cottage"), table.fact("phase")) == ([3], 1, "naming")


def test_r24_each_time(fortune: Fortune) -> None:
    """R24: each time: 4 coins by a Mine, one for a Jeweler, 4 again by a second Mine."""
    here = okaver(MINE, laid("mine", "r0c2"), laid("jeweler", "r1c1"))
    table = fortune.table(here, cards=["mine", "jeweler"])
    build(table, 0, "mine", "r3c0", "put cottage r1c0")
    build(table, 0, "jeweler", "r2c2")
    assert table.coins(0) == [3]
    build(table, 0, "mine", "r0c2", "put cottage r2c0")
    assert table.town(0).count("cottage") == 2
    assert table.all_done().coins(0) == [4]


@pytest.mark.parametrize(("coins", "asked"), [(1, True), (2, True), (3, True), (0, False)])
def test_r24_several_coins_at_once(fortune: Fortune, coins: int, asked: bool) -> None:
    """R24, section 4: gains are added one by one; the one that fills the chest triggers, once."""
    here = okaver({"r3c0": "W", "r3c1": "S"}, coins=coins, r0c1="St", r0c2="St", r1c1="Co", r1c2="Co", r1c3="Co",
                  r2c1="Fa", r2c2="Fa", r2c3="Fa")  # fmt: skip
    table = build(fortune.table(here, cards=["statue"]), 0, "statue", "r3c0")
    assert ("put none" in table.legal(0)) == asked
    if asked:
        table.play(0, "put none")
    assert (table.coins(0), table.legal(0)) == ([min(coins + 3, 4)], ["done"])


def test_r24_an_empty_square_is_needed(fortune: Fortune) -> None:
    """R24, D1: without one it is not asked."""
    here = make_player("W Tp TO " + "Co " * 13, coins=3)
    table = fortune.table(here, cards=["mine"])
    table.play(0, "build mine r0c0 using r0c0,r0c1")
    assert (table.coins(0), table.legal(0)) == ([4], ["done"])


def test_r24_unbuilt_or_just_built(fortune: Fortune) -> None:
    """R24: not before it stands; already at 4 when it is constructed: nothing."""
    here = make_player(board(MINE), coins=3, monument="treasury_at_okaver")
    assert build(fortune.table(here, cards=["mine"]), 0, "mine", "r3c0").legal(0) == ["done"]
    here = make_player(board(laid("treasury_at_okaver")), coins=4, monument="treasury_at_okaver")
    assert build(fortune.table(here), 0, "treasury_at_okaver", "r0c0").legal(0) == ["done"]


def test_r24_by_a_museum_before_the_construct_step(fortune: Fortune) -> None:
    """R24: at once, in the placement step; then the player's part of the step is over."""
    table = fortune.placing(okaver(r3c3="Mu", stored={15: ["wood", "glass"]})).play(0, "exhibit r3c3")
    assert table.legal(0) == [*puts(*range(1, 15)), "put none"]
    table.play(0, "put cottage r0c1")
    assert (table.legal(0), table.fact("phase")) == ([], "placing")
    assert table.play(1, "place wood r0c0").town(0)[1] == "cottage"


# Round end (D21).


def two_farms(**more: Any) -> dict[str, Any]:
    """Okaver's owner, who has constructed twice this round: the Treasury and a Farm."""
    return okaver(r0c1="Fa", by_cubes=2, **more)


def test_d21_the_coin_of_the_round_end(fortune: Fortune) -> None:
    """R24, D21: asked at the round's end, before the next naming; no construction follows."""
    table = fortune.table(two_farms(r1c0="W", r1c1="S"), EMPTY).all_done()
    assert (table.fact("phase"), table.to_move(), table.fact("round")) == ("round_end", 0, 5)
    assert table.legal(0) == [*puts(2, 3, *range(6, 16)), "put none"]
    table.play(0, "put cottage r3c3")
    assert (table.fact("phase"), table.fact("round"), table.fact("builder")) == ("naming", 6, 1)
    assert (table.town(0)[15], table.coins(0), table.legal(1)) == ("cottage", [4], NAMES)


def test_d21_a_jewelers_coin(fortune: Fortune) -> None:
    """R24, D23: also by the coins owed by unpaid Jewelers, after those for constructions."""
    for coins, more, asked in ((3, {}, True), (2, {"by_cubes": 2, "r3c3": "Fa"}, True), (2, {}, False), (4, {}, False)):
        there = make_player(board(laid("jeweler")))
        table = fortune.table(okaver(coins=coins, **more), there, cards=["jeweler"])
        build(table, 1, "jeweler", "r1c1").all_done()
        assert table.fact("phase") == ("round_end" if asked else "naming")
        assert table.coins(0) == [min(coins + 1 + bool(more), 4)]


def test_d21_on_the_last_empty_square(fortune: Fortune) -> None:
    """D21: asked before complete towns drop out; a Cottage on the last square completes the town in this round."""
    for move, completed in (("put cottage r3c3", 5), ("put none", None)):
        here = make_player("TO " + "Fa " * 14 + ".", coins=3, by_cubes=2)
        table = fortune.table(here, EMPTY, builder=1).all_done().play(0, move)
        assert table.completed(0) == completed
        assert table.fact("builder") == (1 if completed else 0)


def test_r24_complete_towns_do_not_use_it(fortune: Fortune) -> None:
    """R24, R29: a Jeweler's coin fills the chest of a complete town: nothing is asked."""
    for spare in ("Fa", "."):  # the latter is made up: no town is complete with an empty square while others play
        done = make_player("TO " + "Fa " * 14 + spare, coins=3, completed_round=3)
        table = fortune.table(board(laid("jeweler")), done, cards=["jeweler"])
        assert build(table, 0, "jeweler", "r1c1").all_done().coins(1) == [4]
        assert table.fact("phase") == "naming"


def test_d21_the_town_that_is_full_this_round(fortune: Fortune) -> None:
    """R12, R24: the round's coin comes to a town that is full too, without a square for a Cottage."""
    here = make_player("W Tp W TO " + "Co " * 12, coins=3)
    table = fortune.table(here, EMPTY)
    table.play(0, "build well r0c0 using r0c0,r0c1", "build well r0c2 using r0c1,r0c2").all_done()
    assert (table.coins(0), table.completed(0), table.fact("phase")) == ([4], 5, "naming")


# Before naming (D20).


@pytest.mark.parametrize(("spare", "asked"), [(2, False), (3, True)])
def test_d20_a_square_is_kept_for_the_named_cube(fortune: Fortune, spare: int, asked: bool) -> None:
    """D20, R8: the Cottage is offered only if an empty square then remains for the cube about to be named."""
    here = make_player("TO " + "Fa " * (15 - spare) + ". " * spare, coins=3)
    there = make_player(board(r0c0="Od"), stored={0: ["wood"]})
    table = fortune.taking(here, there).play(0, "take wood from player_1 to r3c3")
    assert table.coins(0) == [4]
    assert table.legal(0) == ([*puts(13, 14), "put none"] if asked else NAMES)
    if asked:
        table.play(0, "put cottage r3c1")
        assert table.legal(0) == NAMES
        assert table.play(0, "name wood").legal(0) == ["place wood r3c2"]


# Opaleye's Watch (D22).


def watch(*reserved: str, built: int = 2, **marks: str) -> dict[str, Any]:
    return make_player(board(r0c0="OW", **marks), reserved=list(reserved), watch_round=built)


def test_d22_a_cottage_of_the_construct_step(fortune: Fortune) -> None:
    """Card: a Cottage gained this way can set off a neighbour's Opaleye's Watch."""
    table = fortune.table(okaver(MINE), watch("cottage", "farm"), cards=["mine"])
    build(table, 0, "mine", "r3c0", "put cottage r3c3").all_done()
    assert (table.fact("phase"), table.legal(1)) == ("watch", puts(*range(1, 16)))


def test_d22_a_cottage_before_the_construct_step(fortune: Fortune) -> None:
    """D22: by a Museum's or an Oddity Shop's coin: answered with that round's answers."""
    here = okaver(r3c3="Mu", stored={15: ["wood", "glass"]})
    table = fortune.placing(here, watch("cottage", "farm")).play(0, "exhibit r3c3", "put cottage r0c1")
    table.play(1, "place wood r1c1").all_done()
    assert (table.fact("phase"), table.to_move()) == ("watch", 1)
    assert table.play(1, "put cottage r3c3").legal(1) == ["done"]
    shop = make_player(board(r0c0="Od"), stored={0: ["wood"]})
    table = fortune.taking(okaver(), watch("cottage", "farm"), shop)
    table.play(0, "take wood from player_2 to r3c3", "put cottage r0c1", "name brick").all_place().all_done()
    assert (table.fact("phase"), table.to_move()) == ("watch", 1)


@pytest.mark.parametrize("built", [2, 5])
def test_d22_a_cottage_of_the_round_end(fortune: Fortune, built: int) -> None:
    """D22: answered at once, without going on constructing, even in the round in which the Watch was built."""
    there = watch("cottage", "farm", built=built, r1c0="W", r1c1="S")
    table = fortune.table(two_farms(), there, EMPTY).all_done().play(0, "put cottage r3c3")
    assert (table.fact("phase"), table.to_move()) == ("round_end", 1)
    assert table.legal(1) == puts(1, 2, 3, *range(6, 16))
    table.play(1, "put cottage r2c2")
    assert (table.fact("phase"), table.fact("round"), table.player(1)["reserved"]) == ("naming", 6, ["farm"])


def test_d22_nothing_to_answer(fortune: Fortune) -> None:
    """D22: not without a Cottage on the Watch, not for a refused one, not from a player that is no neighbour."""
    for move, players in (
        ("put cottage r3c3", (two_farms(), watch("well", "farm"), EMPTY, EMPTY)),
        ("put none", (two_farms(), watch("cottage", "farm"), EMPTY, EMPTY)),
        ("put cottage r3c3", (two_farms(), EMPTY, watch("cottage", "farm"), EMPTY)),
    ):
        assert fortune.table(*players).all_done().play(0, move).fact("phase") == "naming"


def test_d22_answered_once(fortune: Fortune) -> None:
    """D22: what was constructed earlier in the round was answered before; the round's end asks for the Cottage only."""
    there = watch("cottage", "farm")
    table = fortune.table(okaver(laid("farm", "r2c2"), by_cubes=1), there)
    build(table, 0, "farm", "r2c2").all_done()
    assert table.legal(1) == [f"put farm {square_name(s)}" for s in range(1, 16)]
    table.play(1, "put farm r3c3", "done")
    assert (table.fact("phase"), table.to_move()) == ("round_end", 0)
    table.play(0, "put cottage r0c3")
    assert table.legal(1) == puts(*range(1, 15))
    assert table.play(1, "put cottage r1c1").fact("phase") == "naming"


def test_d22_a_watch_of_this_round_answers_the_cottage_only(fortune: Fortune) -> None:
    """D22, D4: built this round, it answers the Cottage of the round's end, not what was constructed before."""
    table = fortune.table(okaver(laid("farm", "r2c2"), by_cubes=1), watch("cottage", "farm", built=5))
    build(table, 0, "farm", "r2c2").all_done()
    assert (table.fact("phase"), table.to_move()) == ("round_end", 0)
    table.play(0, "put cottage r0c3")
    assert table.legal(1) == puts(*range(1, 16))
    assert table.play(1, "put cottage r1c1").fact("phase") == "naming"
    assert table.player(1)["reserved"] == ["farm"]


def test_the_others_are_not_asked(fortune: Fortune) -> None:
    """Card: only its owner; another player's full chest means nothing."""
    table = fortune.table(make_player(board(MINE), coins=3), okaver(coins=4), cards=["mine"])
    assert build(table, 0, "mine", "r3c0").legal(0) == ["done"]
