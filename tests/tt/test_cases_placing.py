"""Cases B1 to B13: the placement step, black buildings, Cavern (rules/tiny_towns_base.md 3, 7 and the cards)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.tt.scenario import Rules, Table, make_player, position, squares


def placing(rules: Rules, board: str, named: str, *, own: bool = False, cards: Any = (), **more: Any) -> Table:
    """Player 0 has to place the resource that player 1 named (or player 0 itself)."""
    options = {key: more.pop(key) for key in ("cavern",) if key in more}
    return rules.table(
        make_player(board, **more),
        make_player(),
        cards=cards,
        phase="placing",
        named=named,
        builder=0 if own else 1,
        **options,
    )


def test_b1_placement_is_forced(rules: Rules) -> None:
    """B1; section 3.2: everybody must put the cube on an empty square of the own town; there is no pass."""
    board = """Co W  Fa .
               We S  .  Tv
               Th Ch Bk Tv
               .  Co We Co"""
    table = placing(rules, board, "brick", stored={10: ["wood"]})
    assert table.legal(0) == [f"place brick {squares(s)}" for s in (3, 6, 12)]


FACTORY = """Fc .  .  .
             W  S  Co Co
             Tv Tv Ch Ch
             Th Fa We Co"""


def test_b2_factory_when_another_player_names(rules: Rules) -> None:
    """B2; Factory: any of the other four resources instead of the named one."""
    table = placing(rules, FACTORY, "wood", stored={0: ["wood"]})
    assert table.legal(0) == sorted(f"place {r} {squares(s)}" for r in ALL_RESOURCES for s in (1, 2, 3))
    table.play(1, "place wood r0c0").play(0, "place glass r0c2")
    assert table.town(0)[:4] == ["factory", ".", "glass", "."]
    assert table.stored(0) == {"r0c0": ["wood"]}


def test_b2_factory_of_another_resource_does_nothing(rules: Rules) -> None:
    """Factory: only the resource on the building can be substituted."""
    table = placing(rules, FACTORY, "brick", stored={0: ["wood"]})
    assert table.legal(0) == [f"place brick {squares(s)}" for s in (1, 2, 3)]


def test_b3_factory_when_you_name_it_yourself(rules: Rules) -> None:
    """B3; section 3.2: only when somebody else named the resource."""
    table = placing(rules, FACTORY, "wood", own=True, stored={0: ["wood"]})
    assert table.legal(0) == [f"place wood {squares(s)}" for s in (1, 2, 3)]


def test_b4_factory_finished_this_round(rules: Rules) -> None:
    """B4; section 3: placing comes before constructing, so a new Factory waits for the next naming."""
    board = """W . . .
               B S S B
               . . . .
               . . . ."""
    table = rules.table(make_player(board), make_player(), phase="constructing", builder=1)
    table.play(0, f"build factory r0c0 using {squares(0, 4, 5, 6, 7)}")
    assert table.legal(0) == [f"mark {r}" for r in sorted(ALL_RESOURCES)]
    table.play(0, "mark wood")
    assert table.stored(0) == {"r0c0": ["wood"]}
    table.all_done().play(0, "name brick").all_place().all_done()
    table.play(1, "name wood")
    assert len(table.legal(0)) == 5 * 14


def test_b5_two_factories_with_the_same_mark(rules: Rules) -> None:
    """B5; section 11, Factory: two may show the same resource, without advantage."""
    board = """Fc .  .  W
                B  S  S  B
                .  .  .  .
                .  .  .  ."""
    table = rules.table(make_player(board, stored={0: ["wood"]}), make_player(), phase="constructing", builder=1)
    table.play(0, f"build factory r1c0 using {squares(3, 4, 5, 6, 7)}")
    assert table.legal(0) == [f"mark {r}" for r in sorted(ALL_RESOURCES)]
    table.play(0, "mark wood").all_done().play(0, "name brick").all_place().all_done().play(1, "name wood")
    assert len(table.legal(0)) == 5 * 13


def test_b6_bank_marks_and_the_ban_on_naming(rules: Rules) -> None:
    """B6; Bank: another resource than on the own Banks; the owner may not name those; others may."""
    board = """Bk Bk H H
               .  B  G W
               .  .  . .
               .  .  . ."""
    banks = {0: ["wood"], 1: ["glass"]}
    naming = rules.table(make_player(board, stored=banks), make_player(), phase="naming", builder=0)
    assert naming.legal(0) == ["name brick", "name stone", "name wheat"]
    table = rules.table(make_player(board, stored=banks), make_player(), phase="constructing", builder=1)
    table.play(0, f"build bank r0c2 using {squares(2, 3, 5, 6, 7)}")
    assert table.legal(0) == ["mark brick", "mark stone", "mark wheat"]
    table.play(0, "mark brick").all_done()
    assert table.legal(0) == ["name stone", "name wheat"]
    table.play(0, "name wheat").all_place().all_done()
    assert len(table.legal(1)) == 5
    table.play(1, "name wood")
    assert all(move.startswith("place wood") for move in table.legal(0))


WAREHOUSE = """Wh .  .  .
               W  S  Co Co
               Tv Tv Ch Ch
               Th Fa We ."""


def test_b7_warehouse_with_two_stored(rules: Rules) -> None:
    """B7; Warehouse: store, or exchange with a cube that lies there, instead of placing."""
    table = placing(rules, WAREHOUSE, "stone", stored={0: ["wheat", "glass"]})
    free = (1, 2, 3, 15)
    expected = [f"place stone {squares(s)}" for s in free] + ["place stone r0c0"]
    expected += [f"place stone r0c0 swap {q} {squares(s)}" for q in ("wheat", "glass") for s in free]
    assert table.legal(0) == sorted(expected)
    assert len(expected) == 13


def test_b7_storing_and_swapping(rules: Rules) -> None:
    """Section 11, Warehouse: the number on it never goes down."""
    table = placing(rules, WAREHOUSE, "stone", stored={0: ["wheat", "glass"]})
    table.play(1, "place stone r0c0").play(0, "place stone r0c0 swap wheat r3c3")
    assert sorted(table.stored(0)["r0c0"]) == ["glass", "stone"]
    assert table.town(0)[15] == "wheat"
    table = placing(rules, WAREHOUSE, "stone", stored={0: ["wheat", "glass"]})
    table.play(1, "place stone r0c0").play(0, "place stone r0c0")
    assert sorted(table.stored(0)["r0c0"]) == ["glass", "stone", "wheat"]
    assert table.town(0).count(".") == 4


def test_b7_a_full_warehouse_can_only_exchange(rules: Rules) -> None:
    """Warehouse: holds 3; an exchange is possible when it is full."""
    table = placing(rules, WAREHOUSE, "stone", stored={0: ["wheat", "glass", "glass"]})
    free = (1, 2, 3, 15)
    expected = [f"place stone {squares(s)}" for s in free]
    expected += [f"place stone r0c0 swap {q} {squares(s)}" for q in ("wheat", "glass") for s in free]
    assert table.legal(0) == sorted(expected)


def test_d2_exchanging_for_the_same_resource(rules: Rules) -> None:
    """D2: the named cube may be exchanged for a stored one of the same resource."""
    table = placing(rules, WAREHOUSE, "stone", stored={0: ["stone"]})
    assert "place stone r0c0 swap stone r0c1" in table.legal(0)
    table.play(1, "place stone r0c0").play(0, "place stone r0c0 swap stone r0c1")
    assert (table.stored(0), table.town(0)[1]) == ({"r0c0": ["stone"]}, "stone")


def test_two_warehouses_one_action(rules: Rules) -> None:
    """Section 11, Warehouse: one action per round; with several Warehouses choose one."""
    board = "Wh Wh . . . . . . . . . . . . . ."
    table = placing(rules, board, "stone", stored={0: ["glass"], 1: ["wood", "wood", "wood"]})
    stores = [m for m in table.legal(0) if m in ("place stone r0c0", "place stone r0c1")]
    assert stores == ["place stone r0c0"]
    swaps = {" ".join(m.split()[2:5]) for m in table.legal(0) if "swap" in m}
    assert swaps == {"r0c0 swap glass", "r0c1 swap wood"}
    table.play(1, "place stone r0c0").play(0, "place stone r0c1 swap wood r3c3")
    assert table.fact("phase") == "constructing"


def test_stored_cubes_are_no_building_material(rules: Rules) -> None:
    """Section 11, Warehouse: stored cubes cannot be used in layouts; neither can a Factory's or a Bank's."""
    for mark in ("Wh", "Fc", "Bk"):
        here = position(make_player(f"{mark} S . . . . . . . . . . . . . .", stored={0: ["wood"]}))
        assert rules.constructions(here) == []


def test_placed_cubes_are_never_moved(rules: Rules) -> None:
    """Section 3: a cube leaves a town only by being used for a construction."""
    table = placing(rules, "W S . . . . . . . . . . . . . .", "glass")
    table.play(1, "place glass r0c0").play(0, "place glass r3c3")
    assert table.town(0) == ["wood", "stone", *["."] * 13, "glass"]
    assert {m.split()[0] for m in table.legal(0)} == {"build", "done"}


def test_b9_warehouse_on_your_own_naming(rules: Rules) -> None:
    """B9; section 3.2: only when another player names."""
    table = placing(rules, WAREHOUSE, "stone", own=True, stored={0: ["wheat"]})
    assert table.legal(0) == [f"place stone {squares(s)}" for s in (1, 2, 3, 15)]


@pytest.mark.parametrize(
    ("own", "used", "count"), [(False, 0, 15), (True, 0, 14), (False, 2, 14), (False, 1, 15)], ids="abcd"
)
def test_b11_cavern_rule(rules: Rules, own: bool, used: int, count: int) -> None:
    """B11; section 7: up to 2 cubes named by other players, never the own naming."""
    board = "W S . . . . . . . . . . . . . ."
    table = placing(rules, board, "glass", own=own, cavern=True, set_aside=used)
    assert len(table.legal(0)) == count
    assert ("set aside" in table.legal(0)) == (count == 15)


def test_b11_a_cube_set_aside_is_gone(rules: Rules) -> None:
    """Section 7: no points, no penalty, no later use; it counts as the placement, constructing is still allowed."""
    table = placing(rules, "W S . . . . . . . . . . . . . .", "glass", cavern=True)
    table.play(1, "place glass r0c0").play(0, "set aside")
    assert table.town(0).count(".") == 14
    assert table.stored(0) == {}
    assert table.player(0)["set_aside"] == 1
    assert "build well r0c0 using r0c0,r0c1" in table.legal(0)


def test_b11_no_cavern_rule_by_default(rules: Rules) -> None:
    """Section 7: the rule is optional."""
    assert "set aside" not in placing(rules, "W S . . . . . . . . . . . . . .", "glass").legal(0)


def test_b13_a_cube_on_a_cottage_is_no_material(rules: Rules) -> None:
    """B13; Statue of the Bondmaker: cubes on Cottages can never be used; the square is not empty at the end."""
    board = """.  . . .
               Co S . .
               .  . . .
               .  . . BM"""
    here = position(make_player(board, stored={4: ["wood"]}))
    assert rules.constructions(here) == []
    assert rules.score(here)[0]["empty"] == -14
