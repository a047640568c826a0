"""Changing the resource for a coin (Fortune 3.2, 4, R6, R7, D30; Factory, Warehouse and Bank of section 9)."""

from __future__ import annotations

import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.tt.fortune import FULL, Fortune, board
from tests.tt.scenario import EMPTY, make_player, squares

SWAP = """Co W  Fa .
          We S  .  Tv
          Th Ch Bk Tv
          .  Co We Co"""
BANKED = {10: ["brick"]}
FREE = (3, 6, 12)


def places(*resources: str, on: tuple[int, ...] = FREE) -> list[str]:
    return sorted(f"place {resource} {squares(s)}" for resource in resources for s in on)


@pytest.mark.parametrize(
    ("own", "coins", "resources"), [(False, 1, ALL_RESOURCES), (True, 1, ("wood",)), (False, 0, ("wood",))]
)
def test_h4_the_legal_set(fortune: Fortune, own: bool, coins: int, resources: tuple[str, ...]) -> None:
    """H4; 3.2: with a coin 3 + 3 * 4 moves; the Master Builder, and who has no coin, places what was named."""
    table = fortune.placing(make_player(SWAP, coins=coins, stored=BANKED), own=own)
    assert table.legal(0) == places(*resources)


def test_h5_the_last_player_never_swaps(fortune: Fortune) -> None:
    """H5; section 8: the last player names for himself."""
    table = fortune.table(
        make_player(SWAP, coins=3, stored=BANKED), make_player(FULL, completed_round=3), phase="naming"
    )
    assert table.play(0, "name wood").legal(0) == places("wood")


def test_a_swap_costs_one_coin(fortune: Fortune) -> None:
    """Section 4: 1 coin to the supply; the named resource costs nothing."""
    table = fortune.placing(make_player(EMPTY, coins=3)).play(0, "place glass r0c0")
    assert (table.town(0)[0], table.coins(0, 1)) == ("glass", [2, 0])
    table = fortune.placing(make_player(EMPTY, coins=3)).play(0, "place wood r0c0")
    assert (table.town(0)[0], table.coins(0)) == ("wood", [3])


def test_one_cube_a_round(fortune: Fortune) -> None:
    """Section 4: at most one cube per round; the rest of the coins waits for the next round."""
    table = fortune.placing(make_player(EMPTY, coins=3)).play(0, "place glass r0c0")
    assert table.legal(0) == []
    assert table.play(1, "place wood r0c0").legal(0) == ["done"]
    table.all_done().play(0, "name wood")
    assert table.legal(0) == places("wood", on=tuple(range(1, 16)))
    table.all_place().all_done().play(1, "name wood")
    assert table.legal(0) == places(*ALL_RESOURCES, on=tuple(range(2, 16)))


def test_any_number_of_players_swap(fortune: Fortune) -> None:
    """Section 4: never the Master Builder, any number of the others; it changes nothing for others."""
    players = [make_player(EMPTY, coins=1) for _ in range(4)]
    table = fortune.placing(*players)
    for player, resource in ((0, "glass"), (2, "brick"), (3, "glass")):
        assert len(table.legal(player)) == 80
        table.play(player, f"place {resource} r0c0")
    assert table.legal(1) == places("wood", on=tuple(range(16)))
    table.play(1, "place wood r0c0")
    assert [table.town(player)[0] for player in range(4)] == ["glass", "wood", "brick", "glass"]
    assert table.coins(0, 1, 2, 3) == [0, 1, 0, 0]


def test_no_swap_without_the_coin_rules(fortune: Fortune) -> None:
    """Section 2.5: the coin rules may be used alone with base cards; without them there is no swap."""
    table = fortune.placing(make_player(EMPTY, coins=1), fortune=False, coins=True)
    assert table.legal(0) == places(*ALL_RESOURCES, on=tuple(range(16)))
    assert fortune.placing(EMPTY, fortune=False).legal(0) == places("wood", on=tuple(range(16)))


# Only to an empty square (R6).


def test_r6_not_to_a_warehouse(fortune: Fortune) -> None:
    """R6; section 9: a Warehouse takes only the named resource; its exchange is offered for that one too."""
    table = fortune.placing(make_player("Wh " + "Co " * 14 + ".", coins=1, stored={0: ["glass"]}))
    swap = ["place wood r0c0", "place wood r0c0 swap glass r3c3"]
    assert table.legal(0) == sorted(places(*ALL_RESOURCES, on=(15,)) + swap)
    table.play(0, "place wood r0c0")
    assert (table.stored(0), table.coins(0)) == ({"r0c0": ["wood", "glass"]}, [1])


def test_r6_not_to_an_oddity_shop(fortune: Fortune) -> None:
    """R6: an Oddity Shop takes only the named resource."""
    table = fortune.placing(make_player("Od " + "Co " * 14 + ".", coins=1))
    assert table.legal(0) == sorted([*places(*ALL_RESOURCES, on=(15,)), "place wood r0c0"])


def test_r6_not_out_of_a_museum(fortune: Fortune) -> None:
    """R6: an exhibit is returned for the named resource only."""
    table = fortune.placing(make_player("Mu " + "Fa " * 14 + ".", coins=1, stored={0: ["glass", "brick"]}))
    assert table.legal(0) == places(*ALL_RESOURCES, on=(15,))


@pytest.mark.parametrize(("board_of", "stored"), [("BM Co ", None), ("BM Co Fc ", {2: ["wood"]})])
def test_r6_not_on_a_bondmaker_cottage(fortune: Fortune, board_of: str, stored: dict[int, list[str]] | None) -> None:
    """R6; section 9, Statue of the Bondmaker: only the named resource goes on a Cottage."""
    town = board_of + "Fa " * (15 - len(board_of.split())) + "."
    table = fortune.placing(make_player(town, coins=1, stored=stored))
    assert table.legal(0) == sorted([*places(*ALL_RESOURCES, on=(15,)), "place wood r0c1"])


# Factory (R7, D30) and Bank.


def test_r7_a_factory_makes_the_change_free(fortune: Fortune) -> None:
    """R7, D30: no coin is charged when a Factory shows the named resource; every change is free and offered once."""
    table = fortune.placing(make_player(board(r0c0="Fc"), coins=2, stored={0: ["wood"]}))
    assert table.legal(0) == places(*ALL_RESOURCES, on=tuple(range(1, 16)))
    assert table.play(0, "place glass r3c3").coins(0) == [2]


def test_r7_another_factory_does_not_help(fortune: Fortune) -> None:
    """R7: a Factory of another resource changes nothing; the coin does."""
    table = fortune.placing(make_player(board(r0c0="Fc"), coins=2, stored={0: ["glass"]}))
    assert table.legal(0) == places(*ALL_RESOURCES, on=tuple(range(1, 16)))
    assert table.play(0, "place glass r3c3").coins(0) == [1]


def test_h31_a_bank_forbids_naming_only(fortune: Fortune) -> None:
    """H31; section 9, Bank: you may swap by coin to a banked resource."""
    here = make_player(board(r0c0="Bk"), coins=1, stored={0: ["wood"]})
    table = fortune.placing(here, named="glass")
    assert table.legal(0) == places(*ALL_RESOURCES, on=tuple(range(1, 16)))
    assert table.play(0, "place wood r3c3").coins(0) == [0]


def test_a_swap_and_the_cavern_rule(fortune: Fortune) -> None:
    """3.2: the Cavern rule is a way of its own; the cube set aside is the named one and costs nothing."""
    table = fortune.placing(make_player("Co " * 15 + ".", coins=1), cavern=True)
    assert table.legal(0) == sorted([*places(*ALL_RESOURCES, on=(15,)), "set aside"])
    assert table.play(0, "set aside").coins(0) == [1]
