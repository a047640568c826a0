"""Coins on squares: Caterina's Grotto and The Petal Promenade (Fortune 5.3, R18, R19, R23, D17 and the cards)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.oracle.layouts import square_name
from tests.tt.fortune import Fortune, board, build, laid
from tests.tt.scenario import EMPTY, make_player, squares

CENTRE = ["r1c1", "r1c2", "r2c1", "r2c2"]

# Caterina's Grotto.


@pytest.mark.parametrize(
    ("at", "on", "marks", "coins", "lying"),
    [
        ("r2c0", "r2c0", {}, 0, CENTRE),  # beside the centre, where cubes of its layout lay
        ("r2c0", "r2c1", {}, 1, ["r1c1", "r1c2", "r2c2"]),  # the monument itself
        ("r2c0", "r2c0", {"r1c1": "Co", "r1c2": "Fa"}, 2, ["r2c1", "r2c2"]),
        ("r2c0", "r2c1", {"r1c1": "Co", "r1c2": "W"}, 2, ["r1c2", "r2c2"]),  # a coin lies with a cube
    ],
)
def test_what_the_grotto_lays(
    fortune: Fortune, at: str, on: str, marks: dict[str, str], coins: int, lying: list[str]
) -> None:
    """Card: a coin for each centre square; gained at once under a building, the monument included, else laid."""
    here = make_player(board(laid("caterinas_grotto", at), **marks), monument="caterinas_grotto")
    table = build(fortune.table(here), 0, "caterinas_grotto", on)
    assert (table.coins(0), table.coin_squares(0)) == ([coins], lying)


def grotto(*layouts: dict[str, str], **more: Any) -> dict[str, Any]:
    """The Grotto in the corner; marks by square, the rest for the player."""
    marks = {key: more.pop(key) for key in list(more) if len(key) == 4 and key[0] == "r"}
    return make_player(board(*layouts, r0c0="CG", **marks), **{"coin_squares": CENTRE} | more)


def test_a_cube_gains_no_grotto_coin(fortune: Fortune) -> None:
    """Card: only a building does; the coin stays with the cube."""
    table = fortune.placing(grotto()).play(0, "place wood r1c1")
    assert (table.coins(0), table.coin_squares(0)) == ([0], CENTRE)


def test_a_building_gains_the_grotto_coin(fortune: Fortune) -> None:
    """5.3: the coin on the building's square, once; coins on the other squares of its layout stay."""
    table = build(fortune.table(grotto({"r1c1": "W", "r1c2": "S"})), 0, "well", "r1c1")
    assert (table.coins(0), table.coin_squares(0)) == ([1], ["r1c2", "r2c1", "r2c2"])
    table = build(fortune.table(grotto({"r1c1": "W", "r1c0": "S"})), 0, "well", "r1c0")
    assert (table.coins(0), table.coin_squares(0)) == ([0], CENTRE)


def test_a_shed_chooses_its_coin(fortune: Fortune) -> None:
    """Section 9, Shed: free choice of square also decides whether a Grotto coin is gained."""
    for square, coins in (("r2c2", 1), ("r3c3", 0)):
        table = fortune.table(grotto(laid("shed", "r3c0")), cards=["shed"])
        assert build(table, 0, "shed", square).coins(0) == [coins]


def test_the_grotto_is_laid_once(fortune: Fortune) -> None:
    """Card: when constructed; a square whose coin was gained has none."""
    table = fortune.table(grotto({"r1c1": "W", "r1c0": "S"}, coin_squares=["r2c2"]))
    assert build(table, 0, "well", "r1c1").coins(0) == [0]


# The Petal Promenade.


@pytest.mark.parametrize("spare", [0, 1, 2, 3, 12])
def test_d17_laying_the_coins_of_the_promenade(fortune: Fortune, spare: int) -> None:
    """D17, R19: one by one on 3 different empty squares of the owner's choice; with fewer empty squares on all."""
    cells = ["Tp", "B", "Tp", "Tp"] + ["Co"] * (12 - spare) + ["."] * spare
    table = fortune.table(make_player(" ".join(cells), monument="petal_promenade"))
    build(table, 0, "petal_promenade", "r0c1")
    free = list(range(16 - spare, 16))
    chosen: list[int] = []
    for _ in range(min(spare, 3)):
        assert table.legal(0) == [f"coin {square_name(s)}" for s in free if s not in chosen]
        chosen.append(free[-1 - len(chosen)])
        table.play(0, f"coin {square_name(chosen[-1])}")
    assert "done" in table.legal(0)
    assert table.coin_squares(0) == sorted(square_name(s) for s in chosen)
    assert table.coins(0) == [0]


def test_d17_squares_just_cleared_are_empty(fortune: Fortune) -> None:
    """D17: the coins are laid after the cubes have left and the monument stands; cubes keep coins off."""
    here = make_player(board(laid("petal_promenade"), r3c3="W"), monument="petal_promenade")
    table = build(fortune.table(here), 0, "petal_promenade", "r0c1")
    assert table.legal(0) == [f"coin {square_name(s)}" for s in range(15) if s != 1]


def promenade(*coins: str, stored: Any = None, chest: int = 0, **marks: str) -> dict[str, Any]:
    """The Promenade in the corner with coins on these squares."""
    return make_player(board(r0c0="PP", **marks), coin_squares=list(coins), coins=chest, stored=stored)


def places(*resources: str, on: list[str]) -> list[str]:
    return sorted(f"place {resource} {square}" for resource in resources for square in on)


def test_the_promenade_forces_the_cube(fortune: Fortune) -> None:
    """Card, R19: a cube named by another goes on one of the coin squares and gains that coin."""
    table = fortune.placing(promenade("r1c1", "r3c3"))
    assert table.legal(0) == places("wood", on=["r1c1", "r3c3"])
    table.play(0, "place wood r3c3")
    assert (table.coins(0), table.coin_squares(0), table.town(0)[15]) == ([1], ["r1c1"], "wood")


@pytest.mark.parametrize(("chest", "after"), [(1, 1), (4, 4), (5, 5)])
def test_pay_first_then_gain(fortune: Fortune, chest: int, after: int) -> None:
    """Worked case 17, R19: a swap goes on a coin square too: pay 1, then gain that coin."""
    table = fortune.placing(promenade("r1c1", "r3c3", chest=chest))
    assert table.legal(0) == places(*ALL_RESOURCES, on=["r1c1", "r3c3"])
    assert table.play(0, "place glass r1c1").coins(0) == [after]


def test_the_coin_on_the_square_cannot_pay(fortune: Fortune) -> None:
    """Card: with an empty chest the coin on the square is no coin for the swap."""
    assert fortune.placing(promenade("r1c1")).legal(0) == places("wood", on=["r1c1"])


def test_a_promenade_coin_and_a_full_chest(fortune: Fortune) -> None:
    """R18, R23: the fifth coin fits, the next one is lost."""
    for chest, after in ((4, 5), (5, 5)):
        table = fortune.placing(promenade("r1c1", chest=chest)).play(0, "place wood r1c1")
        assert (table.coins(0), table.coin_squares(0)) == ([after], [])


@pytest.mark.parametrize(
    ("mark", "stored", "extra"),
    [
        ("Wh", ["glass"], ["place wood r3c3"] + [f"place wood r3c3 swap glass {squares(s)}" for s in range(1, 15)]),
        ("Mu", ["wood", "glass"], ["exhibit r3c3"]),
        ("Od", [], ["place wood r3c3"]),
        ("Co", [], ["set aside"]),
    ],
)
def test_r19_no_other_way_while_coins_are_left(
    fortune: Fortune, mark: str, stored: list[str], extra: list[str]
) -> None:
    """R19: "must" leaves no Warehouse, Museum, Oddity Shop or Cavern; when the coins are gone, they work again."""
    more: dict[str, Any] = {"cavern": mark == "Co"}
    here: dict[str, Any] = {"r3c3": mark, "stored": {15: stored} if stored else None}
    assert fortune.placing(promenade("r1c1", **here), **more).legal(0) == ["place wood r1c1"]
    free = [square_name(s) for s in range(1, 15)]
    assert fortune.placing(promenade(**here), **more).legal(0) == sorted(places("wood", on=free) + extra)


def test_r19_a_factory_changes_the_cube_on_a_coin_square(fortune: Fortune) -> None:
    """R19, R7: a Factory's free change is a cube placed; it goes on a coin square and gains the coin."""
    table = fortune.placing(promenade("r1c1", r3c3="Fc", stored={15: ["wood"]}))
    assert table.legal(0) == places(*ALL_RESOURCES, on=["r1c1"])
    assert table.play(0, "place glass r1c1").coins(0) == [1]


def test_r19_the_own_naming_avoids_the_coins(fortune: Fortune) -> None:
    """Card: a resource you name yourself may not go on them unless no other square is empty."""
    table = fortune.placing(promenade("r1c1", "r3c3"), own=True)
    assert table.legal(0) == places("wood", on=[square_name(s) for s in range(1, 15) if s != 5])
    assert table.play(0, "place wood r0c1").coin_squares(0) == ["r1c1", "r3c3"]


def test_r19_the_own_naming_with_only_coin_squares(fortune: Fortune) -> None:
    """R19: place it, the coin goes back to the supply."""
    here = make_player("PP " + "Co " * 13 + ". .", coin_squares=["r3c2", "r3c3"])
    table = fortune.placing(here, own=True)
    assert table.legal(0) == places("wood", on=["r3c2", "r3c3"])
    table.play(0, "place wood r3c2")
    assert (table.coins(0), table.coin_squares(0)) == ([0], ["r3c3"])


def test_r19_a_building_sends_the_coin_back(fortune: Fortune) -> None:
    """5.3, R19: a Shed on a coin square: the coin goes back to the supply."""
    here = make_player(board(laid("shed", "r3c0"), r0c0="PP"), coin_squares=["r1c1"])
    table = build(fortune.table(here, cards=["shed"]), 0, "shed", "r1c1")
    assert (table.coins(0), table.coin_squares(0)) == ([0], [])
    here = make_player(board(laid("cathedral"), r3c3="PP"), coin_squares=["r3c0"])
    table = build(fortune.table(here, cards=["shed", "cathedral"]), 0, "cathedral", "r1c0", "decline", "put shed r3c0")
    assert (table.coins(0), table.coin_squares(0)) == ([0], [])


def test_r18_promenade_coins_at_the_end(fortune: Fortune) -> None:
    """6.2, R18: coins left on squares score nothing; the squares are empty ones."""
    result = fortune.final(board(r0c0="PP"), coin_squares=["r1c1", "r1c2", "r3c3"], coins=1)
    assert (result["by_card"], result["coins"], result["empty"]) == ({"petal_promenade": 3}, 1, -15)


def test_the_others_are_free(fortune: Fortune) -> None:
    """Card: it binds its owner only."""
    table = fortune.placing(EMPTY, EMPTY, promenade("r1c1"))
    assert len(table.legal(0)) == len(table.legal(1)) == 16
    assert table.legal(2) == ["place wood r1c1"]
