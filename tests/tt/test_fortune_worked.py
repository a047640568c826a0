"""The 25 worked cases of the Fortune rules (section 12), with every number in them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.oracle.layouts import square_name
from tests.tt.fortune import Fortune, board, build, can_build, laid
from tests.tt.scenario import EMPTY, make_player

WELLS = board(*(laid("well", f"r{y}c0") for y in range(3)), r3c3="W")


@pytest.mark.parametrize(("wells", "coins"), [(2, 1), (3, 1)])
def test_worked_1_wells_of_one_round(fortune: Fortune, wells: int, coins: int) -> None:
    """1: two Wells by cubes: +1 at the round's end; three: still +1."""
    table = fortune.table(WELLS)
    for y in range(wells):
        build(table, 0, "well", f"r{y}c0")
    assert table.coins(0) == [0]
    assert table.all_done().coins(0) == [coins]


def test_worked_1_one_well_and_an_okaver_cottage(fortune: Fortune) -> None:
    """1: one Well and one Okaver Cottage: 0. The chest is filled in the placement step, then emptied by a Jeweler."""
    here = make_player(board(laid("jeweler"), r3c3="Mu", r3c2="TO"), coins=3, stored={15: ["wood", "glass"]})
    table = fortune.placing(here, cards=["jeweler"]).play(0, "exhibit r3c3", "put cottage r2c0")
    table.play(1, "place wood r0c0")
    build(table, 0, "jeweler", "r1c1")
    assert table.coins(0) == [3]
    assert table.all_done().coins(0) == [3]


@pytest.mark.parametrize(("marks", "after"), [({}, 4), ({"r3c3": "EF"}, 5)])
def test_worked_2_a_full_chest(fortune: Fortune, marks: dict[str, str], after: int) -> None:
    """2: 4 coins, two constructions: stays 4 without a slot; with a slot monument 5."""
    table = fortune.table(make_player(board(laid("well"), laid("well", "r1c0"), **marks), coins=4))
    build(build(table, 0, "well", "r0c0"), 0, "well", "r1c0")
    assert table.all_done().coins(0) == [after]


def test_worked_3_swaps(fortune: Fortune) -> None:
    """3: Master Builder with coins: refused. Another player with 1 coin, wood named: may place glass, has 0 coins."""
    table = fortune.placing(make_player(EMPTY, coins=1), make_player(EMPTY, coins=4))
    assert table.legal(1) == [f"place wood {square_name(s)}" for s in range(16)]
    assert "place glass r2c2" in table.legal(0)
    table.play(0, "place glass r2c2")
    assert (table.town(0)[10], table.coins(0)) == ("glass", [0])


@pytest.mark.parametrize(
    ("order", "coins"), [(("mine", "gamblers_den"), [1, 3, 4]), (("gamblers_den", "mine"), [0, 1, 2])]
)
def test_worked_4_mine_and_gamblers_den(fortune: Fortune, order: tuple[str, str], coins: list[int]) -> None:
    """4: 0 coins; Mine, then Gamblers' Den: 1, 3, round end 4. In the other order: 0, 1, round end 2."""
    table = fortune.table(board(laid("mine"), laid("gamblers_den", "r2c0")), cards=["mine", "gamblers_den"])
    seen = [build(table, 0, card, {"mine": "r0c0"}.get(card, "r2c0")).coins(0)[0] for card in order]
    assert [*seen, *table.all_done().coins(0)] == coins


@pytest.mark.parametrize(("coins", "after", "others"), [(2, 1, 0), (0, 0, 1)])
def test_worked_5_jeweler(fortune: Fortune, coins: int, after: int, others: int) -> None:
    """5: with 2 coins 1 left, nobody gains; with 0, both others +1 at round end, also one with a complete town."""
    done = make_player("Co " * 16, completed_round=3)
    table = fortune.table(make_player(board(laid("jeweler")), coins=coins), EMPTY, done, cards=["jeweler"])
    build(table, 0, "jeweler", "r1c1")
    assert table.coins(0, 1, 2) == [after, 0, 0]
    assert table.all_done().coins(0, 1, 2) == [after, others, others]


def test_worked_6_cathedral(fortune: Fortune) -> None:
    """6: 3 coins, paid: 0 left, it stands. Declined with Mine: Mine stands, 4 coins; 1 construction."""
    here = make_player(board(laid("cathedral")), coins=3)
    table = build(fortune.table(here, cards=["cathedral", "mine"]), 0, "cathedral", "r1c1", "pay")
    assert (table.town(0)[5], table.coins(0)) == ("cathedral", [0])
    table = build(fortune.table(here, cards=["cathedral", "mine"]), 0, "cathedral", "r1c1", "decline")
    assert (table.town(0)[5], table.coins(0)) == ("mine", [4])
    poor = make_player(board(laid("cathedral")), coins=0)
    table = build(fortune.table(poor, cards=["cathedral", "mine"]), 0, "cathedral", "r1c1", "decline")
    assert table.all_done().coins(0) == [1]


def test_worked_7_three_cathedrals(fortune: Fortune) -> None:
    """7: two side by side and one apart: 0 + 0 + 7."""
    assert fortune.final(board(r0c0="Cd", r0c1="Cd", r3c3="Cd"))["by_card"] == {"cathedral": 7}


@pytest.mark.parametrize(("marks", "coins"), [({}, 1), ({"r2c0": "Co", "r2c1": "Co", "r2c2": "Co"}, 2)])
def test_worked_8_third_statue(fortune: Fortune, marks: dict[str, str], coins: int) -> None:
    """8: third Statue, no other type with 3: +1; with 3 Cottages in town: +2."""
    table = fortune.table(board(laid("statue"), r0c3="St", r1c3="St", **marks))
    assert build(table, 0, "statue", "r0c0").coins(0) == [coins]


@pytest.mark.parametrize(
    ("third", "answers", "coins"), [("We", (), 2), ("Tz", ("count row",), 1), ("Tz", ("count column",), 2)]
)
def test_worked_9_teahouse(fortune: Fortune, third: str, answers: tuple[str, ...], coins: int) -> None:
    """9: Cottage, Cottage, Well in its row, Farm, Chapel in its column: 2 and 2; a Teahouse for the Well: row 1."""
    town = f"""Co H  Co {third}
               W  G  W  .
               .  Fa .  .
               .  Ch .  ."""
    table = build(fortune.table(town, cards=["teahouse"]), 0, "teahouse", "r0c1", *answers)
    assert (table.coins(0), table.legal(0)) == ([coins], ["done"])


@pytest.mark.parametrize(("cottages", "coins", "after"), [(2, 2, 2), (2, 3, 3), (2, 1, 0), (0, 0, 0), (0, 2, 2)])
def test_worked_10_parsonage(fortune: Fortune, cottages: int, coins: int, after: int) -> None:
    """10: 2 Cottages: with 2 or 3 coins nothing; with 1 all are lost; no Cottages: nothing happens."""
    marks = dict.fromkeys(("r3c0", "r3c1")[:cottages], "Co")
    table = fortune.table(make_player(board(laid("parsonage"), **marks), coins=coins), cards=["parsonage"])
    assert build(table, 0, "parsonage", "r1c1").coins(0) == [after]


@pytest.mark.parametrize(("red", "points"), [("Fa", 4), (".", 0)])
def test_worked_11_schoolhouse(fortune: Fortune, red: str, points: int) -> None:
    """11: next to a fed Cottage, both players 0 coins: 4 VP. Next to an unfed Cottage: 0 VP."""
    first, _ = fortune.score(board(r0c0="Sc", r0c1="Co", r3c3=red), EMPTY)
    assert first["by_card"]["schoolhouse"] == points


@pytest.mark.parametrize(("coins", "fed", "left"), [(2, 4, 0), (1, 3, 0), (4, 4, 2)])
def test_worked_12_tithe_barn(fortune: Fortune, coins: int, fed: int, left: int) -> None:
    """12: 1 neighbour and 3 others. 2 coins: all fed, 0 left. 1: neighbour and 2 others. 4: all fed, 2 left."""
    result = fortune.final(board(r0c0="Tb", r0c1="Co", r2c0="Co", r2c2="Co", r3c3="Co"), coins=coins)
    assert (len(result["fed"]), result["coins_left"]) == (fed, left)
    assert "r0c1" in result["fed"]


@pytest.mark.parametrize(
    ("coins", "fed", "left"),
    [(1, ["r0c0", "r0c1"], 0), (2, ["r0c0", "r0c1", "r3c2"], 0), (3, ["r0c0", "r0c1", "r3c2"], 1)],
)
def test_worked_13_root_cellar(fortune: Fortune, coins: int, fed: list[str], left: int) -> None:
    """13: Cottages at 0,0, 0,1 and 3,2. 1 coin: row 0 feeds two. 3 coins: rows 0 and 3 for 2 coins, 1 left."""
    result = fortune.final(board(r0c0="Co", r0c1="Co", r3c2="Co", r2c3="Rc"), coins=coins)
    assert (result["fed"], result["coins_left"]) == (fed, left)


def test_worked_14_museum(fortune: Fortune) -> None:
    """14: wood and glass; another names wood: nothing placed, +1, glass remains. A second Museum with wood: no more."""
    here = make_player(board(r0c0="Mu", r0c1="Mu"), stored={0: ["wood", "glass"], 1: ["wood", "brick"]})
    table = fortune.placing(here).play(0, "exhibit r0c0")
    assert (table.coins(0), table.stored(0)) == ([1], {"r0c0": ["glass"], "r0c1": ["wood", "brick"]})
    assert table.town(0).count("wood") == 0
    assert table.legal(0) == []
    assert table.play(1, "place wood r0c0").all_done().coins(0) == [1]


def test_worked_15_oddity_shop(fortune: Fortune) -> None:
    """15: P1 stores the wood P0 named; P1 cannot take from the own shop; P2 takes it, places it, +1, names."""
    table = fortune.table(EMPTY, board(r0c0="Od"), EMPTY, phase="naming").play(0, "name wood")
    table.play(0, "place wood r0c0").play(1, "place wood r0c0").play(2, "place wood r0c0").all_done()
    assert (table.fact("phase"), table.fact("builder"), table.stored(1)) == ("naming", 1, {"r0c0": ["wood"]})
    table.play(1, "name glass").next_round()
    assert (table.fact("phase"), table.to_move()) == ("taking", 2)
    table.play(2, "take wood from player_1 to r3c3")
    assert (table.town(2)[15], table.coins(1, 2), table.stored(1)) == ("wood", [0, 1], {})
    assert table.legal(2) == [f"name {resource}" for resource in sorted(ALL_RESOURCES)]


def test_worked_16_grotto(fortune: Fortune) -> None:
    """16: on a centre square, another one built on: +2 at once, coins on the other two. A Well later: +1; a cube: 0."""
    here = make_player(board(laid("caterinas_grotto", "r2c0"), r1c1="Fa", r1c2="W"), monument="caterinas_grotto")
    table = build(fortune.table(here, builder=1), 0, "caterinas_grotto", "r2c1")
    assert (table.coins(0), table.coin_squares(0)) == ([2], ["r1c2", "r2c2"])
    table.all_done().play(0, "name stone").play(0, "place stone r2c2").play(1, "place stone r0c0")
    assert (table.coins(0), table.coin_squares(0)) == ([2], ["r1c2", "r2c2"])
    table.play(0, "build well r2c2 using r1c2,r2c2")
    assert (table.coins(0), table.coin_squares(0)) == ([3], ["r1c2"])


def test_worked_17_promenade(fortune: Fortune) -> None:
    """17: another names wood; its owner pays 1 coin, places glass on a coin square, gains that coin."""
    here = make_player(board(r0c0="PP"), coin_squares=["r1c1", "r2c2", "r3c3"], coins=1)
    table = fortune.placing(here).play(0, "place glass r2c2")
    assert (table.town(0)[10], table.coins(0), table.coin_squares(0)) == ("glass", [1], ["r1c1", "r3c3"])


def test_worked_18_estival_festival(fortune: Fortune) -> None:
    """18: with 3 leftover coins: 4 + 6 VP. With 1 coin it cannot be constructed."""
    result = fortune.final(board(r0c0="EF"), coins=3)
    assert (result["by_card"]["estival_festival"], result["coins"]) == (4, 6)
    here = make_player(board(laid("estival_festival")), coins=1, monument="estival_festival")
    assert not can_build(fortune.table(here), 0, "estival_festival")


def test_worked_19_hollow_hill(fortune: Fortune) -> None:
    """19: 2 swaps before and 3 after construction: 7 - 6 = 1 VP."""
    here = make_player(board(laid("hollow_hill"), r3c0="W", r3c1="S"), coins=4, monument="hollow_hill")
    table = fortune.table(here, EMPTY, phase="naming", builder=1, cards=["mine"])
    for swap in range(5):
        free = [s for s in range(16) if table.town(0)[s] == "."]
        table.play(1, "name wood").play(0, f"place glass {square_name(free[-1])}").all_place()
        if swap == 1:
            build(table, 0, "hollow_hill", "r0c0")
        if swap == 3:
            build(table, 0, "mine", "r3c0")
        table.all_done().play(0, "name brick").all_place().all_done()
    assert table.coins(0) == [0]
    info = table.player(0)["monument_info"]
    assert info == {"coin_swaps_after_construction": 3}
    assert fortune.final(board(r0c0="HH"), monument_info=info)["by_card"] == {"hollow_hill": 1}


def test_worked_20_masons_guild(fortune: Fortune) -> None:
    """20: 2 coins, pay 2: Mine (now 1), Jeweler (now 0). Only the Guild counts for the two-or-more coin."""
    here = make_player(board(laid("masons_guild")), monument="masons_guild", coins=2)
    table = build(fortune.table(here, cards=["mine", "jeweler"]), 0, "masons_guild", "r0c0", "pay 2")
    assert table.coins(0) == [0]
    assert table.play(0, "put mine r3c3").coins(0) == [1]
    assert table.play(0, "put jeweler r3c2").coins(0) == [0]
    assert table.all_done().coins(0, 1) == [0, 0]


def test_worked_21_prism_forge(fortune: Fortune) -> None:
    """21: Farm and Well share the wood at 1,0: all cubes of both are removed, two buildings stand, +1 at round end."""
    table = fortune.table(board(laid("farm"), {"r2c0": "S"}, r3c3="PF"))
    table.play(0, "forge farm r0c0 using r0c0,r0c1,r1c0,r1c1 and well r2c0 using r1c0,r2c0")
    assert [(s, content) for s, content in enumerate(table.town(0)) if content != "."] == [
        (0, "farm"), (8, "well"), (15, "prism_forge"),
    ]  # fmt: skip
    assert (table.coins(0), table.all_done().coins(0)) == ([0], [1])


def test_worked_22_southern_semaphore(fortune: Fortune) -> None:
    """22: another names wood: two wood cubes, +1 coin. If the first was changed by a coin: no second cube."""
    table = fortune.placing(board(r0c0="SS")).play(0, "place wood r0c1", "extra r0c2")
    assert (table.town(0)[1:3], table.coins(0)) == (["wood", "wood"], [1])
    table = fortune.placing(make_player(board(r0c0="SS"), coins=1)).play(0, "place glass r0c1")
    assert (table.legal(0), table.coins(0)) == ([], [0])


@pytest.mark.parametrize(("marks", "coins"), [({"r3c0": "Co", "r3c1": "Co", "r3c2": "Co", "r3c3": "Fa"}, 3), ({}, 1)])
def test_worked_23_windseed(fortune: Fortune, marks: dict[str, str], coins: int) -> None:
    """23: with 3 Cottages and 1 Farm: +3. As first building of the town: +1."""
    here = make_player(board(laid("shrine_of_the_windseed"), **marks), monument="shrine_of_the_windseed")
    assert build(fortune.table(here), 0, "shrine_of_the_windseed", "r0c0").coins(0) == [coins]


def test_worked_24_okaver(fortune: Fortune) -> None:
    """24: 3 coins, gain 1: a free Cottage may be placed. Spend 1, gain 1 later: again."""
    here = make_player(board(laid("mine"), laid("mine", "r1c0"), r3c3="TO"), coins=3)
    table = build(fortune.table(here, EMPTY, cards=["mine"], builder=0), 0, "mine", "r0c0", "put cottage r3c2")
    table.all_done().play(1, "name wood").play(0, "place glass r3c0").play(1, "place wood r0c0")
    assert table.coins(0) == [3]
    build(table, 0, "mine", "r1c0", "put cottage r3c1")
    assert (table.town(0)[12:], table.coins(0)) == (["glass", "cottage", "cottage", "treasury_at_okaver"], [4])


@pytest.mark.parametrize(("red", "points"), [("Fa", 5), (".", -4)])
def test_worked_25_eraflage_vineyard(fortune: Fortune, red: str, points: int) -> None:
    """25: fed, Cottage and Well in its row, another Well in its column: 9 - 4 = 5. Unfed: -4."""
    more: dict[str, Any] = {"r1c0": "Co", "r1c2": "We", "r3c1": "We", "r0c0": red}
    assert fortune.final(board(r1c1="EV", **more))["by_card"]["eraflage_vineyard"] == points
