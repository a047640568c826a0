"""Masons' Guild (card, Fortune 5, R13, D24, H23)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.layouts import square_name
from tests.tt.fortune import Fortune, board, build, laid
from tests.tt.scenario import EMPTY, Table, make_player


def masons(fortune: Fortune, coins: int, *cards: str, town: str = "", **more: Any) -> Table:
    """Masons' Guild just built in the corner."""
    here = make_player(town or board(laid("masons_guild")), monument="masons_guild", coins=coins)
    return build(fortune.table(here, cards=cards, **more), 0, "masons_guild", "r0c0")


@pytest.mark.parametrize("coins", range(5))
def test_r13_how_much_may_be_paid(fortune: Fortune, coins: int) -> None:
    """R13: any number up to the coins held; without a coin nothing is asked."""
    table = masons(fortune, coins)
    assert table.legal(0) == ([f"pay {n}" for n in range(coins + 1)] if coins else ["done"])


@pytest.mark.parametrize(("town", "most"), [("G Tp . . Tp Tp", 2), ("G Tp Co . Tp Tp", 1), ("G Tp Co Co Tp Tp", 0)])
def test_r13_at_most_the_empty_squares(fortune: Fortune, town: str, most: int) -> None:
    """R13: n is at most the empty squares; in a full town nothing is asked."""
    given = town.split()
    cells = [*given[:4], *given[4:], *["Co"] * 10]
    table = masons(fortune, 4, town=" ".join(cells))
    assert table.legal(0) == ([f"pay {n}" for n in range(most + 1)] if most else ["done"])


def test_h23_all_coins_first(fortune: Fortune) -> None:
    """H23, R13: 2 are paid, then a Mine brings 1, which raises nothing; two equal types are refused."""
    table = masons(fortune, 2, "mine").play(0, "pay 2")
    assert table.coins(0) == [0]
    cards = ("chapel", "cottage", "factory", "farm", "mine", "tavern", "theater")
    free = [square_name(s) for s in range(1, 16)]
    assert table.legal(0) == [f"put {card} {square}" for card in cards for square in free]
    table.play(0, "put mine r3c3")
    assert table.coins(0) == [1]
    left = [card for card in cards if card != "mine"]
    assert table.legal(0) == [f"put {card} {square}" for card in left for square in free[:-1]]
    table.play(0, "put farm r3c2")
    assert (table.coins(0), table.legal(0)) == ([1], ["done"])
    assert table.all_done().coins(0) == [1]


def test_paying_nothing(fortune: Fortune) -> None:
    """Section 5: 0 or more: the demand can be refused."""
    table = masons(fortune, 2).play(0, "pay 0")
    assert (table.coins(0), table.legal(0)) == ([2], ["done"])


def test_r13_own_costs_on_top(fortune: Fortune) -> None:
    """R13: the buildings' own coin costs come on top: 1 for the Guild, 1 for the Jeweler, or the others gain."""
    for coins, after, gift in ((2, 0, 0), (1, 0, 1)):
        table = masons(fortune, coins, "jeweler").play(0, "pay 1", "put jeweler r3c3")
        assert table.coins(0) == [after]
        assert table.all_done().coins(0, 1) == [after, gift]
    table = masons(fortune, 4, "cathedral").play(0, "pay 1", "put cathedral r3c3")
    assert table.legal(0) == ["decline", "pay"]
    assert table.play(0, "pay").coins(0) == [0]


def test_r13_each_is_resolved_before_the_next(fortune: Fortune) -> None:
    """Card: constructed one after another, each fully resolved: a Museum is stocked before the next is put."""
    table = masons(fortune, 2, "museum").play(0, "pay 2", "put museum r3c3")
    assert {move.split()[0] for move in table.legal(0)} == {"mark"}
    table.play(0, "mark wood", "mark wood")
    assert {move.split()[0] for move in table.legal(0)} == {"put"}


def test_d24_all_of_them_are_put(fortune: Fortune) -> None:
    """D24: all n buildings are put: nothing else is offered between them."""
    table = masons(fortune, 3).play(0, "pay 3")
    for card in ("farm", "chapel", "well"):
        assert {move.split()[0] for move in table.legal(0)} == {"put"}
        table.play(0, next(move for move in table.legal(0) if move.split()[1] == card))
    assert table.legal(0) == ["done"]


def test_d24_what_a_declined_cathedral_becomes_does_not_count(fortune: Fortune) -> None:
    """D24: the cards named must differ; the Mine that a Cathedral turns into leaves a Mine to be named, and back."""
    table = masons(fortune, 2, "mine", "cathedral").play(0, "pay 2", "put cathedral r3c3", "decline")
    assert "put mine r3c2" in table.legal(0)
    assert not any("cathedral" in move for move in table.legal(0))
    table.play(0, "put mine r3c2")
    assert ([table.town(0)[s] for s in (14, 15)], table.coins(0)) == (["mine", "mine"], [2])
    table = masons(fortune, 2, "mine", "cathedral").play(0, "pay 2", "put mine r3c2", "put cathedral r3c3")
    assert table.legal(0) == ["decline"]
    assert table.play(0, "decline").coins(0) == [2]


def test_no_monuments_and_not_in_another_town(fortune: Fortune) -> None:
    """Card: buildings of different types, no monuments, on an empty square of the own town."""
    table = masons(fortune, 1).play(0, "pay 1")
    assert len({move.split()[1] for move in table.legal(0)}) == 7
    assert not any("guild" in move for move in table.legal(0))
    assert table.legal(1) == ["done"]


def test_a_shed_of_the_guild(fortune: Fortune) -> None:
    """Section 9: every building that is put goes on any empty square."""
    table = masons(fortune, 1, "shed", town=board(laid("masons_guild"), r3c3="W")).play(0, "pay 1")
    squares = {move.split()[2] for move in table.legal(0) if move.startswith("put shed")}
    assert squares == {move.split()[2] for move in table.legal(0) if move.startswith("put farm")}
    assert squares == {square_name(s) for s in range(1, 15)}


def test_the_guild_counts_once(fortune: Fortune) -> None:
    """R12: the Guild itself is one construction, its extra buildings are none; with a Well there are two."""
    table = fortune.table(
        make_player(board(laid("masons_guild"), laid("well", "r3c0")), monument="masons_guild", coins=1), EMPTY
    )
    build(table, 0, "masons_guild", "r0c0", "pay 1", "put farm r2c2")
    build(table, 0, "well", "r3c0")
    assert table.all_done().coins(0) == [1]
