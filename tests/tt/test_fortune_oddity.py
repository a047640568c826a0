"""Oddity Shop: storing, and taking before naming (card, Fortune 3.0, R8, R9, D18, D19, D28, Fort Ironweed of 9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.oracle.layouts import square_name
from tests.tt.fortune import Fortune, board, laid
from tests.tt.scenario import EMPTY, make_player, squares


def shop(*cubes: str, **more: Any) -> dict[str, Any]:
    """A town with one Oddity Shop on r0c0, which holds these cubes (0 or 1)."""
    return make_player(board(r0c0="Od"), stored={0: list(cubes)} if cubes else None, **more)


def takes(resource: str, player: int, *numbers: int) -> list[str]:
    return [f"take {resource} from player_{player} to {square_name(s)}" for s in numbers]


# Storing.


def test_storing_in_an_empty_shop(fortune: Fortune) -> None:
    """Card: a cube named by another may go on an empty shop, 1 cube per shop, on any of several."""
    town = "Od Od Od " + "Co " * 12 + "."
    table = fortune.placing(make_player(town, stored={1: ["glass"]}))
    assert table.legal(0) == [f"place wood {squares(s)}" for s in (0, 2, 15)]
    table.play(0, "place wood r0c2")
    assert table.stored(0) == {"r0c1": ["glass"], "r0c2": ["wood"]}
    assert (table.town(0)[15], table.coins(0)) == (".", [0])


def test_r9_a_full_shop(fortune: Fortune) -> None:
    """R9, H20: it holds 1; full, the cube has to be placed; not on the own naming either."""
    assert fortune.placing(shop("glass")).legal(0) == [f"place wood {squares(s)}" for s in range(1, 16)]
    assert fortune.placing(shop(), own=True).legal(0) == [f"place wood {squares(s)}" for s in range(1, 16)]


def test_r9_emptied_by_another_it_is_used_again(fortune: Fortune) -> None:
    """R9: after another Master Builder has taken the cube."""
    table = fortune.taking(EMPTY, shop("glass")).play(0, *takes("glass", 1, 5)).play(0, "name wood")
    assert "place wood r0c0" in table.legal(1)


# Taking.


def test_h20_taking_before_naming(fortune: Fortune) -> None:
    """H20; 3.0: the new Master Builder may take the cube, places it, gains 1 coin, then names and places as usual."""
    table = fortune.table(shop("glass"), shop("wood"), EMPTY, builder=1).all_done()
    assert (table.fact("phase"), table.fact("builder"), table.to_move()) == ("taking", 2, 2)
    every = [move for player, cube in ((0, "glass"), (1, "wood")) for move in takes(cube, player, *range(16))]
    assert table.legal(2) == sorted([*every, "take nothing"])
    assert table.legal(0) == table.legal(1) == []
    table.play(2, "take glass from player_0 to r3c3")
    assert (table.coins(0, 1, 2), table.stored(0), table.stored(1)) == ([0, 0, 1], {}, {"r0c0": ["wood"]})
    assert (table.town(2)[15], table.fact("phase")) == ("glass", "naming")
    assert table.legal(2) == [f"name {resource}" for resource in sorted(ALL_RESOURCES)]
    table.play(2, "name brick")
    assert table.legal(2) == [f"place brick {squares(s)}" for s in range(15)]


def test_taking_is_optional(fortune: Fortune) -> None:
    """3.0: the Master Builder may take one."""
    table = fortune.taking(EMPTY, shop("glass")).play(0, "take nothing")
    assert (table.coins(0), table.stored(1), table.fact("phase")) == ([0], {"r0c0": ["glass"]}, "naming")


@pytest.mark.parametrize("shops", [(shop("wood"), shop()), (EMPTY, shop()), (shop("wood"), EMPTY)])
def test_h20_never_from_the_own_shop(fortune: Fortune, shops: tuple[Any, Any]) -> None:
    """H20, R8: only another player's shop that holds a cube; else nothing is asked."""
    table = fortune.table(*shops, builder=1, cards=["oddity_shop"]).all_done()
    assert (table.fact("phase"), table.fact("builder")) == ("naming", 0)


def test_r8_also_of_a_complete_town(fortune: Fortune) -> None:
    """R8: from any other player, also one whose town is complete; that player gains nothing."""
    done = make_player("Od " + "Co " * 15, stored={0: ["wood"]}, completed_round=3)
    table = fortune.taking(EMPTY, EMPTY, done).play(0, "take wood from player_2 to r0c0")
    assert (table.coins(0, 2), table.stored(2)) == ([1, 0], {})


@pytest.mark.parametrize(("spare", "asked"), [(1, False), (2, True), (3, True)])
def test_r8_two_empty_squares_are_needed(fortune: Fortune, spare: int, asked: bool) -> None:
    """R8: one for this cube, one for the cube about to be named."""
    town = "Co " * (16 - spare) + ". " * spare
    table = fortune.table(town, shop("wood"), builder=1).all_done()
    assert table.fact("phase") == ("taking" if asked else "naming")


def test_r8_one_cube_a_turn(fortune: Fortune) -> None:
    """R8: at most 1 cube per Master Builder turn, and no construction between taking and naming."""
    table = fortune.taking(board(r0c0="W"), shop("stone"), shop("wood")).play(0, "take stone from player_1 to r0c1")
    assert table.fact("phase") == "naming"
    assert table.legal(0) == [f"name {resource}" for resource in sorted(ALL_RESOURCES)]
    table.play(0, "name glass").all_place()
    assert "build well r0c0 using r0c0,r0c1" in table.legal(0)


def test_r8_a_full_chest_does_not_keep_from_taking(fortune: Fortune) -> None:
    """Section 4: the coin is lost, the cube is taken."""
    table = fortune.taking(make_player(EMPTY, coins=4), shop("wood")).play(0, "take wood from player_1 to r0c0")
    assert (table.coins(0), table.town(0)[0]) == ([4], "wood")


def test_d18_the_first_shop_in_reading_order(fortune: Fortune) -> None:
    """D18: equal cubes are one move; it takes the one that comes first."""
    there = make_player(board(r0c1="Od", r2c0="Od", r3c3="Od"), stored={1: ["glass"], 8: ["wood"], 15: ["wood"]})
    table = fortune.taking(EMPTY, there)
    assert len(table.legal(0)) == 2 * 16 + 1
    table.play(0, "take wood from player_1 to r0c0")
    assert table.stored(1) == {"r0c1": ["glass"], "r3c3": ["wood"]}


# Promenade (R8, D19) and Fort Ironweed (9, D28).


def promenade(spare: str, *coins: str) -> dict[str, Any]:
    """The Petal Promenade with coins on these squares; all squares are built on but those and the spare ones."""
    cells = {f"r{s // 4}c{s % 4}": "Co" for s in range(16)} | {"r0c0": "PP"}
    for square in (*spare.split(), *coins):
        cells[square] = "."
    return make_player(" ".join(cells.values()), coin_squares=list(coins))


def test_r8_a_square_without_promenade_coin(fortune: Fortune) -> None:
    """R8: the cube goes on a square without coin if there is one, and gains no Promenade coin."""
    table = fortune.taking(promenade("r3c3 r3c2", "r1c1", "r1c2"), shop("wood"))
    assert table.legal(0) == ["take nothing", *takes("wood", 1, 14, 15)]
    table.play(0, "take wood from player_1 to r3c3")
    assert (table.coins(0), table.coin_squares(0)) == ([1], ["r1c1", "r1c2"])


def test_d19_only_squares_with_coins(fortune: Fortune) -> None:
    """D19: then it goes on one of them, whose coin goes back to the supply; the coin for taking is gained."""
    table = fortune.taking(promenade("", "r1c1", "r1c2"), shop("wood"))
    assert table.legal(0) == ["take nothing", *takes("wood", 1, 5, 6)]
    table.play(0, "take wood from player_1 to r1c2")
    assert (table.coins(0), table.coin_squares(0)) == ([1], ["r1c1"])


def test_fort_ironweed_cannot_take(fortune: Fortune) -> None:
    """Section 9, Fort Ironweed: never Master Builder, so never asked."""
    table = fortune.table(EMPTY, board(r0c0="FI"), shop("wood"), builder=0).all_done()
    assert (table.fact("phase"), table.fact("builder")) == ("naming", 2)
    assert fortune.table(EMPTY, EMPTY, shop("wood"), builder=0).all_done().to_move() == 1


def test_d28_fort_ironweed_as_the_last_player(fortune: Fortune) -> None:
    """D28: as last player Master Builder, and may take from shops of complete towns."""
    done = make_player("Od " + "Co " * 15, stored={0: ["wood"]}, completed_round=3)
    table = fortune.table(board(r0c0="FI"), done, builder=0).all_done()
    assert (table.fact("phase"), table.fact("builder")) == ("taking", 0)
    assert table.play(0, "take wood from player_1 to r3c3").coins(0) == [1]


def test_oddity_shops_at_the_end(fortune: Fortune) -> None:
    """Card, R8: 2 VP each; cubes left cost nothing."""
    result = fortune.final(board(r0c0="Od", r0c1="Od"), stored={0: ["wood"]})
    assert (result["by_card"], result["total"]) == ({"oddity_shop": 4}, 4 - 14)


def test_cubes_in_a_shop_are_no_material(fortune: Fortune) -> None:
    """Card: the owner can never take the cube back, nor build with it."""
    table = fortune.table(make_player(board(laid("farm", "r2c0"), r0c0="Od", r0c1="S"), stored={0: ["wood"]}))
    assert not any("well" in move or move.startswith("take") for move in table.legal(0))
