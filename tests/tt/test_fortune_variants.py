"""Fortune in solo, in Town Hall, with Fort Ironweed and for the last player (Fortune 8, D26, D28, D32)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.oracle.layouts import square_name
from tests.tt.fortune import FULL, Fortune, board, build, can_build, laid
from tests.tt.scenario import EMPTY, Table, make_player


def places(*resources: str, on: Any = range(16)) -> list[str]:
    return sorted(f"place {resource} {square_name(s)}" for resource in resources for s in on)


# Solo.


def solo(fortune: Fortune, town: str, **more: Any) -> Table:
    """Wood was chosen from the three cards shown."""
    table = fortune.table(make_player(town, **more), phase="placing", solo=True)
    assert table.legal(0) == ["choose brick", "choose wheat", "choose wood"]
    return table.play(0, "choose wood")


def test_solo_swap(fortune: Fortune) -> None:
    """Section 8: the choice counts as named by another player: the coin swap works on it."""
    assert solo(fortune, EMPTY).legal(0) == places("wood")
    table = solo(fortune, EMPTY, coins=1)
    assert table.legal(0) == places(*ALL_RESOURCES)
    assert table.play(0, "place glass r0c0").coins(0) == [0]


def test_solo_museum_promenade_and_factory(fortune: Fortune) -> None:
    """Section 8: Museum, The Petal Promenade and Factory work on the chosen card."""
    table = solo(fortune, board(r0c0="Mu"), stored={0: ["wood", "glass"]})
    assert table.legal(0) == ["exhibit r0c0", *places("wood", on=range(1, 16))]
    assert table.play(0, "exhibit r0c0").coins(0) == [1]
    table = solo(fortune, board(r0c0="PP"), coin_squares=["r3c3"])
    assert table.legal(0) == ["place wood r3c3"]
    assert table.play(0, "place wood r3c3").coins(0) == [1]
    table = solo(fortune, board(r0c0="Fc"), stored={0: ["wood"]})
    assert table.legal(0) == places(*ALL_RESOURCES, on=range(1, 16))
    assert table.play(0, "place glass r3c3").coins(0) == [0]


def test_solo_coin_for_two_constructions(fortune: Fortune) -> None:
    """3.4: also alone."""
    table = fortune.table(board(laid("well"), laid("well", "r1c0")), solo=True)
    build(build(table, 0, "well", "r0c0"), 0, "well", "r1c0").play(0, "done")
    assert table.coins(0) == [1]


@pytest.mark.parametrize("coins", [0, 1, 2])
def test_d26_solo_jeweler_from_cubes(fortune: Fortune, coins: int) -> None:
    """Section 8, D26: constructed only if its coin can be paid."""
    table = fortune.table(make_player(board(laid("jeweler")), coins=coins), cards=["jeweler"], solo=True)
    assert can_build(table, 0, "jeweler") == (coins > 0)
    if coins:
        assert build(table, 0, "jeweler", "r1c1").coins(0) == [coins - 1]


MEANS = [("grove_university", "r0c1"), ("architects_guild", "r1c1"), ("masons_guild", "r0c0")]


@pytest.mark.parametrize(("monument", "square"), MEANS)
@pytest.mark.parametrize("coins", [0, 1])
def test_d26_solo_jeweler_by_any_means(fortune: Fortune, monument: str, square: str, coins: int) -> None:
    """D26: it cannot come into the town in any way without a coin."""
    paid = monument == "masons_guild"
    here = make_player(board(laid(monument), r3c3="Fa"), monument=monument, coins=coins + paid)
    table = build(fortune.table(here, cards=["jeweler", "mine"], solo=True), 0, monument, square)
    if paid:
        table.play(0, "pay 1")
    assert any("jeweler" in move for move in table.legal(0)) == (coins > 0)


def test_d26_masons_guild_earns_the_coin(fortune: Fortune) -> None:
    """D26, R13: a Mine put first brings the coin for the Jeweler."""
    here = make_player(board(laid("masons_guild")), monument="masons_guild", coins=2)
    table = build(fortune.table(here, cards=["jeweler", "mine"], solo=True), 0, "masons_guild", "r0c0", "pay 2")
    assert not any("jeweler" in move for move in table.legal(0))
    table.play(0, "put mine r3c3", "put jeweler r3c2")
    assert (table.coins(0), table.legal(0)) == ([0], ["done"])


def test_d26_a_grotto_coin_counts(fortune: Fortune) -> None:
    """D26, R26: a Grotto coin on its square pays; only there."""
    here = make_player(board(laid("jeweler"), r3c3="CG"), coin_squares=["r1c1", "r2c2"])
    table = fortune.table(here, cards=["jeweler"], solo=True)
    assert [move.split()[2] for move in table.legal(0) if "jeweler" in move] == ["r1c1"]
    build(table, 0, "jeweler", "r1c1")
    assert (table.coins(0), table.coin_squares(0)) == ([0], ["r2c2"])


def test_solo_okaver(fortune: Fortune) -> None:
    """D21: the round's end asks Okaver's owner alone too."""
    table = fortune.table(make_player(board(r0c0="TO", r0c3="Fa"), coins=3, by_cubes=2), solo=True).play(0, "done")
    assert table.fact("phase") == "round_end"
    table.play(0, "put cottage r3c3")
    assert (table.town(0)[15], table.fact("phase")) == ("cottage", "placing")


# Town Hall.


def hall(fortune: Fortune, *players: Any, round_number: int = 1, **more: Any) -> Table:
    named = None if round_number % 3 == 0 else "wood"
    options: dict[str, Any] = {"phase": "placing", "round_number": round_number, "named": named, "builder": None} | more
    return fortune.table(*players, town_hall=True, **options)


def test_town_hall_drawn_cards(fortune: Fortune) -> None:
    """Section 8: everybody, also the first player, counts as not having named it: swap, Museum, extra cube,
    Promenade."""
    museum = make_player(board(r0c0="Mu"), stored={0: ["wood", "glass"]})
    players = (
        make_player(EMPTY, coins=1),
        museum,
        board(r0c0="SS"),
        make_player(board(r0c0="PP"), coin_squares=["r3c3"]),
    )
    for number in (1, 2):
        table = hall(fortune, *players, round_number=number)
        assert table.legal(0) == places(*ALL_RESOURCES)
        assert "exhibit r0c0" in table.legal(1)
        assert table.legal(3) == ["place wood r3c3"]
        assert "extra r3c3" in table.play(2, "place wood r0c1").legal(2)
        table.play(0, "place glass r0c0").play(1, "exhibit r0c0").play(3, "place wood r3c3").play(2, "extra r3c3")
        assert table.coins(0, 1, 2, 3) == [0, 1, 1, 1]


def test_town_hall_free_choice(fortune: Fortune) -> None:
    """Section 8: in the free-choice round it is one's own naming: no swap, no Museum, no extra cube, no coin square."""
    museum = make_player(board(r0c0="Mu"), stored={0: ["wood", "glass"]})
    players = (
        make_player(EMPTY, coins=1),
        museum,
        board(r0c0="SS"),
        make_player(board(r0c0="PP"), coin_squares=["r3c3"]),
    )
    table = hall(fortune, *players, round_number=3)
    for player in range(4):
        assert table.legal(player) == [f"choose {resource}" for resource in sorted(ALL_RESOURCES)]
        table.play(player, "choose wood")
    assert table.legal(0) == places("wood")
    assert table.legal(1) == table.legal(2) == places("wood", on=range(1, 16))
    assert table.legal(3) == places("wood", on=range(1, 15))
    assert table.play(2, "place wood r0c1").legal(2) == []


def test_town_hall_coins_of_the_round_end(fortune: Fortune) -> None:
    """Section 8, D23: the coins of the round's end are handed out as ever."""
    two = board(laid("well"), laid("well", "r1c0"))
    players = (two, board(laid("jeweler")), EMPTY)
    table = hall(fortune, *players, phase="constructing", cards=["jeweler"])
    build(build(table, 0, "well", "r0c0"), 0, "well", "r1c0")
    build(table, 1, "jeweler", "r1c1").all_done()
    assert (table.coins(0, 1, 2), table.fact("phase")) == ([2, 0, 1], "placing")


def test_d32_town_hall_has_no_master_builder(fortune: Fortune) -> None:
    """D32: in no round, so nobody takes from an Oddity Shop."""
    shop = make_player(board(r0c0="Od"), stored={0: ["wood"]})
    for number in (1, 2, 3):
        table = hall(fortune, EMPTY, shop, phase="constructing", round_number=number).all_done()
        assert table.fact("phase") == "placing"
        assert [table.player(player).get("builder_turns", 0) for player in (0, 1)] == [0, 0]


# Fort Ironweed, and the last player.


def test_fort_ironweed_may_always_swap(fortune: Fortune) -> None:
    """Section 8: its owner is never Master Builder, so round after round the swap is open."""
    fort = make_player(board(r0c0="FI"), coins=2)
    table = fortune.table(EMPTY, fort, EMPTY, phase="naming")
    for builder in (0, 2):
        assert table.play(builder, "name wood").to_move() == builder
        free = [s for s in range(16) if table.town(1)[s] == "."]
        assert table.legal(1) == places(*ALL_RESOURCES, on=free)
        table.play(1, f"place glass {square_name(free[0])}").next_round()
    assert table.coins(1) == [0]


def test_fort_ironweed_as_the_last_player(fortune: Fortune) -> None:
    """Section 8: unless last player."""
    table = fortune.table(make_player(board(r0c0="FI"), coins=2), make_player(FULL, completed_round=3), phase="naming")
    assert table.play(0, "name wood").legal(0) == places("wood", on=range(1, 16))


@pytest.mark.parametrize(
    ("mark", "stored"),
    [("Fc", ["wood"]), ("Mu", ["wood", "glass"]), ("Od", []), ("Wh", []), ("SS", []), ("FI", [])],
)
def test_the_last_player_names_for_himself(fortune: Fortune, mark: str, stored: list[str]) -> None:
    """Section 8: swap, Museum, Factory and the like no longer apply."""
    here = make_player(board(r0c0=mark), coins=3, stored={0: stored} if stored else None)
    done = make_player("Fa " * 16, completed_round=3)
    table = fortune.table(here, done, phase="naming", cavern=True).play(0, "name wood")
    assert table.legal(0) == places("wood", on=range(1, 16))
    table.play(0, "place wood r0c1")
    assert table.legal(0) == ["done"]


def test_the_last_player_and_the_promenade(fortune: Fortune) -> None:
    """Section 8, R19: named by himself, the cube avoids the coin squares."""
    here = make_player(board(r0c0="PP"), coin_squares=["r1c1"])
    table = fortune.table(here, make_player(FULL, completed_round=3), phase="naming").play(0, "name wood")
    assert table.legal(0) == places("wood", on=[s for s in range(1, 16) if s != 5])
