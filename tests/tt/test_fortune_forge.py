"""The Prism Forge (Fortune R12, R20, D25; Trading Post of 9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.layouts import square_name, square_number
from tests.tt.fortune import Fortune, board, build, can_build, laid
from tests.tt.scenario import Table, make_player, position
from tt_env import notation
from tt_env.actions import BUILD, FORGE
from tt_env.notation import engine

FARM = laid("farm")  # wheat on r0c0, r0c1, wood on r1c0, r1c1
WELL_TOO = {"r2c0": "S"}
FARM_SET, WELL_SET = "r0c0,r0c1,r1c0,r1c1", "r1c0,r2c0"


def forge(fortune: Fortune, *layouts: Any, cards: tuple[str, ...] = (), coins: int = 0, **marks: Any) -> Table:
    """A town with a built Prism Forge on r3c3 and these cubes."""
    stored = marks.pop("stored", None)
    config = {key: marks.pop(key) for key in list(marks) if key in ("parsonage", "solo", "named", "builder")}
    here = make_player(board(*layouts, r3c3="PF", **marks), coins=coins, stored=stored)
    return fortune.table(here, cards=cards, **config)


def forged(table: Table) -> list[str]:
    return [move for move in table.legal(0) if move.startswith("forge ")]


def test_two_layouts_that_share_a_cube(fortune: Fortune) -> None:
    """R20: two buildings of different types in either order, each on a square of its own layout, two squares."""
    table = forge(fortune, FARM, WELL_TOO)
    expected = set()
    for farm in FARM_SET.split(","):
        for well in WELL_SET.split(","):
            if farm != well:
                one, other = f"farm {farm} using {FARM_SET}", f"well {well} using {WELL_SET}"
                expected |= {f"forge {one} and {other}", f"forge {other} and {one}"}
    assert set(forged(table)) == expected
    assert len(expected) == 2 * (4 * 2 - 1)
    assert can_build(table, 0, "farm")
    assert can_build(table, 0, "well")


def test_all_cubes_of_both_leave(fortune: Fortune) -> None:
    """R20, R12: all cubes of both layouts are removed; both buildings count for the two-or-more coin."""
    table = forge(fortune, FARM, WELL_TOO, r2c1="G")
    table.play(0, f"forge farm r1c0 using {FARM_SET} and well r2c0 using {WELL_SET}")
    town = table.town(0)
    assert [town[s] for s in (0, 1, 4, 5, 8, 9)] == [".", ".", "farm", ".", "well", "glass"]
    assert table.coins(0) == [0]
    assert table.all_done().coins(0) == [1]


def test_r20_one_pair_a_round(fortune: Fortune) -> None:
    """R20: one pair per round; other constructions in the round are normal."""
    others = {"r0c2": "S", "r0c3": "W", "r1c3": "W", "r2c3": "G"}
    first = f"forge farm r0c0 using {FARM_SET} and well r2c0 using {WELL_SET}"
    table = forge(fortune, FARM, WELL_TOO, others, cards=("feast_hall",))
    assert "forge feast_hall r1c3 using r0c3,r1c3,r2c3 and well r0c2 using r0c2,r0c3" in forged(table)
    table.play(0, first)
    assert not forged(table)
    assert can_build(table, 0, "well")
    assert can_build(table, 0, "feast_hall")


def test_r20_again_in_the_next_round(fortune: Fortune) -> None:
    """R20: the pair is one of each round."""
    table = fortune.table(make_player(board(FARM, WELL_TOO, r3c3="PF"), forged=True), builder=1)
    assert not forged(table)
    table.all_done().play(0, "name wood").play(0, "place wood r3c0").play(1, "place wood r0c0")
    assert f"forge farm r0c0 using {FARM_SET} and well r2c0 using {WELL_SET}" in forged(table)


def test_r20_two_different_types(fortune: Fortune) -> None:
    """R20: two Wells that share a stone are one type."""
    assert not forged(forge(fortune, {"r0c0": "W", "r0c1": "S", "r0c2": "W"}))


def test_r20_the_cubes_have_to_be_shared(fortune: Fortune) -> None:
    """R20: layouts that lie side by side are built one by one."""
    table = forge(fortune, FARM, laid("well", "r2c2"))
    assert not forged(table)
    assert can_build(table, 0, "farm")


def test_r20_both_layouts_have_to_lie_there_before(fortune: Fortune) -> None:
    """R20: each valid on the board before anything is removed: a shared cube has one resource."""
    assert not forged(forge(fortune, FARM, {"r2c0": "G"}))


def test_it_works_only_when_built(fortune: Fortune) -> None:
    """Card: from the moment it is constructed, also in that round; an unbuilt one does nothing."""
    town = board(laid("prism_forge"), laid("gamblers_den", "r3c0"), r2c1="S")
    table = fortune.table(make_player(town, monument="prism_forge"), cards=["gamblers_den"])
    assert not forged(table)
    build(table, 0, "prism_forge", "r0c0")
    assert "forge gamblers_den r3c0 using r3c0,r3c1,r3c2 and well r2c1 using r2c1,r3c1" in forged(table)


@pytest.mark.parametrize(("order", "coins"), [(("mine", "gamblers_den"), 3), (("gamblers_den", "mine"), 1)])
def test_r20_the_first_is_resolved_before_the_second(fortune: Fortune, order: tuple[str, str], coins: int) -> None:
    """R20: resolve the first building fully, then the second: Mine, then Gamblers' Den with exactly 1 coin."""
    where = {"mine": "mine r2c1 using r1c1,r2c1", "gamblers_den": "gamblers_den r1c0 using r1c0,r1c1,r1c2"}
    table = forge(fortune, laid("gamblers_den", "r1c0"), r2c1="S", cards=("mine", "gamblers_den"))
    table.play(0, f"forge {where[order[0]]} and {where[order[1]]}")
    assert table.coins(0) == [coins]
    assert table.all_done().coins(0) == [coins + 1]


def test_r20_what_the_first_asks_comes_first(fortune: Fortune) -> None:
    """R20: a Cathedral is answered before the second building comes in, and its square is kept free (D25)."""
    cubes = {"r0c2": "G", "r1c0": "S", "r1c1": "G", "r1c2": "B", "r2c0": "W"}
    for answer, coins in (("pay", 1), ("decline", 4)):
        table = forge(fortune, cubes, cards=("cathedral", "mine"), coins=3)
        table.play(0, "forge cathedral r1c1 using r0c2,r1c0,r1c1,r1c2 and mine r2c0 using r1c0,r2c0")
        assert table.town(0)[8] == "."
        assert table.legal(0) == ["decline", "pay"]
        table.play(0, answer)
        assert table.town(0)[8] == "mine"
        assert table.coins(0) == [coins if answer == "pay" else 4]


def test_d25_the_square_of_the_second_is_taken(fortune: Fortune) -> None:
    """D25: a Shed from a declined Cathedral may not go to the square named for the second building."""
    cubes = {"r0c2": "G", "r1c0": "S", "r1c1": "G", "r1c2": "B", "r2c2": "B"}
    table = forge(fortune, cubes, cards=("cathedral", "shed"))
    move = "forge cathedral r1c1 using r0c2,r1c0,r1c1,r1c2 and tavern r2c2 using r0c2,r1c2,r2c2"
    table.play(0, move, "decline")
    assert table.legal(0) == [f"put shed {square_name(s)}" for s in range(15) if s != 10]
    table.play(0, "put shed r0c0")
    assert [table.town(0)[s] for s in (0, 5, 10)] == ["shed", ".", "tavern"]


def test_d25_a_shed_keeps_its_free_square(fortune: Fortune) -> None:
    """D25: any square that is empty once both sets of cubes are removed, but not the other building's."""
    table = forge(fortune, FARM, WELL_TOO, r2c1="G", cards=("shed",))
    pairs = [m.split() for m in forged(table) if m.startswith(f"forge farm r1c1 using {FARM_SET} and shed ")]
    assert [words[7] for words in pairs] == [square_name(s) for s in range(15) if s not in (5, 9)]
    pairs = [m.split() for m in forged(table) if m.endswith(f" and farm r1c1 using {FARM_SET}")]
    assert [words[2] for words in pairs] == [square_name(s) for s in range(15) if s not in (5, 9)]


# Trading Posts.


def test_d25_a_shared_post_is_no_shared_cube(fortune: Fortune) -> None:
    """Section 9, D25: shared cubes must be real ones; two layouts that share a Trading Post need no Forge."""
    table = forge(fortune, {"r0c0": "W", "r0c1": "Tp", "r0c2": "B", "r0c3": "B"}, cards=("trading_post",))
    assert can_build(table, 0, "well")
    assert can_build(table, 0, "tavern")
    assert not forged(table)


def test_d25_no_square_but_the_first_ones(fortune: Fortune) -> None:
    """D25: a construction for which the second building has no square but the first one's is not offered."""
    both = {"r1c1": "W", "r1c2": "Tp", "r0c1": "Tp", "r2c1": "Tp"}
    table = forge(fortune, both, cards=("trading_post", "feast_hall"))
    assert can_build(table, 0, "well")
    assert can_build(table, 0, "feast_hall")
    assert not forged(table)
    table = forge(fortune, both, r1c0="S", cards=("trading_post", "feast_hall"))
    hall, well = "feast_hall r1c1 using r0c1,r1c1,r2c1", "well r1c0 using r1c0,r1c1"
    assert forged(table) == [f"forge {hall} and {well}", f"forge {well} and {hall}"]


def test_posts_stay(fortune: Fortune) -> None:
    """Section 9, Trading Post: it works as wild in both layouts and stays."""
    table = forge(fortune, {"r0c0": "B", "r0c1": "B", "r0c2": "Tp", "r1c2": "H"}, cards=("trading_post",))
    table.play(0, "forge tavern r0c0 using r0c0,r0c1,r0c2 and cottage r1c2 using r0c1,r0c2,r1c2")
    assert [table.town(0)[s] for s in (0, 1, 2, 6)] == ["tavern", ".", "trading_post", "cottage"]
    assert table.all_done().coins(0) == [1]


# Conditions checked for both.


def test_d25_a_bank_needs_a_free_resource(fortune: Fortune) -> None:
    """D25: a sixth Bank is not forged."""
    bank = laid("bank")  # wheat r0c0, r0c1, wood r1c0, glass r1c1, brick r1c2
    cubes = {**bank, "r2c0": "S"}
    marks: dict[str, Any] = {"r0c3": "Bk", "r1c3": "Bk", "r2c3": "Bk", "r3c0": "Bk", "r3c1": "Bk"}
    stored = dict(zip((3, 7, 11, 12, 13), (["wood"], ["wheat"], ["brick"], ["glass"], ["stone"]), strict=True))
    assert not forged(forge(fortune, cubes, **marks, stored=stored))
    del marks["r3c1"], stored[13]
    assert {move.split()[1] for move in forged(forge(fortune, cubes, **marks, stored=stored))} >= {"bank", "well"}


@pytest.mark.parametrize("first", ["mine", "parsonage"])
def test_d25_conditions_are_checked_before(fortune: Fortune, first: str) -> None:
    """D25, R2: a Parsonage that is forbidden for want of a coin is not forged, though a Mine first would bring it."""
    cubes = {**laid("parsonage"), "r2c0": "W"}  # glass r0c2, stone r1c0, wheat r1c1, stone r1c2
    for coins, offered in ((0, False), (1, True)):
        table = forge(fortune, cubes, r2c3="Co", cards=("mine", "parsonage"), coins=coins, parsonage="forbid")
        assert any(move.startswith(f"forge {first} ") for move in forged(table)) == offered


def test_d25_a_solo_jeweler(fortune: Fortune) -> None:
    """D25, D26: the coin of a solo Jeweler is checked before anything is removed."""
    cubes = {**laid("jeweler"), "r0c2": "W"}  # stone r0c1, brick r1c0, glass r1c1, brick r1c2
    for coins, offered in ((0, False), (1, True)):
        table = forge(fortune, cubes, cards=("mine", "jeweler"), coins=coins, solo=True)
        assert bool(forged(table)) == offered


# In single actions, where a move of two buildings is made in several.

POSTS = {"r1c1": "W", "r1c2": "Tp", "r0c1": "Tp", "r2c1": "Tp"}
DEAD_ENDS: dict[str, tuple[dict[str, str], list[tuple[str, str]]]] = {
    "two of a type": ({"r0c0": "W", "r0c1": "S", "r0c2": "W"}, []),
    "one square for both": (POSTS, []),
    "one square for the second": (POSTS | {"r1c0": "S"}, [("well", "r1c0"), ("feast_hall", "r1c1")]),
}


@pytest.mark.parametrize(("cubes", "firsts"), DEAD_ENDS.values(), ids=DEAD_ENDS)
def test_d25_no_first_building_without_a_second(cubes: dict[str, str], firsts: list[tuple[str, str]]) -> None:
    """D25: the action mask offers the Forge, and a first building on a square, only where a second one follows."""
    cards = ["trading_post", "feast_hall"]
    where = position(
        make_player(board(cubes, r3c3="PF")), make_player(), cards=cards, fortune=True, phase="constructing"
    )
    state = notation.load(where)
    assert (FORGE in engine.legal_actions(state, 0)) == bool(firsts)
    if firsts:
        state = engine.after(state, 0, FORGE)
        slots = list(where["cards"].values())
        expected = [BUILD + 16 * slots.index(card) + square_number(square) for card, square in firsts]
        assert engine.legal_actions(state, 0) == sorted(expected)
        for action in expected:
            assert engine.legal_actions(engine.after(state, 0, action), 0)
