"""The chest: its limit, what comes in, what coins are worth (Fortune 4, R18, R23, R27, R29)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tt.fortune import FULL, MARK_OF, Fortune, board, build, laid
from tests.tt.scenario import EMPTY, make_player

SLOTS = ("caterinas_grotto", "estival_festival", "petal_promenade", "shrine_of_the_windseed")
NO_SLOTS = (
    "eraflage_vineyard", "hollow_hill", "masons_guild", "prism_forge", "southern_semaphore", "treasury_at_okaver",
    "architects_guild", "barrett_castle", "statue_of_the_bondmaker",
)  # fmt: skip
INFO: dict[str, Any] = {"hollow_hill": {"coin_swaps_after_construction": 0}}
MINE = laid("mine", "r3c0")


def owner(monument: str, coins: int, *layouts: dict[str, str], **more: Any) -> dict[str, Any]:
    """A player whose monument stands in the corner."""
    marks = {square: more.pop(square) for square in list(more) if square.startswith("r")}
    info: dict[str, Any] = {"monument_info": INFO[monument]} if monument in INFO else {}
    return make_player(board(*layouts, r0c0=MARK_OF[monument], **marks), coins=coins, **info, **more)


def test_everybody_starts_without_coins(fortune: Fortune) -> None:
    """Section 2.1: each chest has 0 coins; nothing is gained without a reason."""
    table = fortune.table(EMPTY, EMPTY, EMPTY, phase="naming").play(0, "name wood").next_round()
    assert table.coins(0, 1, 2) == [0, 0, 0]


@pytest.mark.parametrize(("coins", "after"), [(0, 1), (3, 4), (4, 4)])
def test_a_chest_holds_four(fortune: Fortune, coins: int, after: int) -> None:
    """Section 4: the chest holds 4 coins; a gain above the limit is lost."""
    table = build(fortune.table(make_player(board(MINE), coins=coins), cards=["mine"]), 0, "mine", "r3c0")
    assert table.coins(0) == [after]


@pytest.mark.parametrize(
    ("coins", "buildings", "after"), [(4, ("mine",), 4), (3, ("mine", "farm"), 4), (2, ("mine", "farm"), 4)]
)
def test_h3_cap_of_four(fortune: Fortune, coins: int, buildings: tuple[str, ...], after: int) -> None:
    """H3 (a), (b): the Mine fills the chest and the round's coin is lost."""
    table = fortune.table(make_player(board(MINE, laid("farm")), coins=coins), cards=["mine"])
    for card in buildings:
        build(table, 0, card, "r3c0" if card == "mine" else "r1c0")
    assert table.all_done().coins(0) == [after]


def test_h3_spending_makes_room(fortune: Fortune) -> None:
    """H3 (c): 4 coins, one spent on a swap, then two constructions: 4 again."""
    table = fortune.placing(make_player(board(laid("well"), laid("well", "r1c0")), coins=4))
    table.play(0, "place glass r3c3").play(1, "place wood r0c0")
    assert table.coins(0) == [3]
    build(build(table, 0, "well", "r0c0"), 0, "well", "r1c0")
    assert table.all_done().coins(0) == [4]


@pytest.mark.parametrize("monument", SLOTS + NO_SLOTS)
def test_r23_coin_slots(fortune: Fortune, monument: str) -> None:
    """R23: an own constructed monument with a slot raises the limit to 5, no other one does."""
    table = build(fortune.table(owner(monument, 4, MINE), cards=["mine"]), 0, "mine", "r3c0")
    assert table.coins(0) == [5 if monument in SLOTS else 4]


@pytest.mark.parametrize("monument", SLOTS)
def test_r23_five_is_the_most(fortune: Fortune, monument: str) -> None:
    """Section 4: a player has one monument, so 5 is the most."""
    table = build(fortune.table(owner(monument, 5, MINE), cards=["mine"]), 0, "mine", "r3c0")
    assert table.coins(0) == [5]


@pytest.mark.parametrize("monument", SLOTS)
def test_r23_a_slot_of_an_unbuilt_or_foreign_monument(fortune: Fortune, monument: str) -> None:
    """R23: from the construction on, and for its owner."""
    for here, there in (
        (make_player(board(MINE), coins=4, monument=monument), EMPTY),
        (make_player(board(MINE), coins=4), owner(monument, 4)),
    ):
        table = build(fortune.table(here, there, cards=["mine"]), 0, "mine", "r3c0")
        assert table.coins(0) == [4]


def test_r23_already_for_gains_of_the_same_construction(fortune: Fortune) -> None:
    """R23: the Grotto's own slot takes one of the coins that it gains at once."""
    here = make_player(board(laid("caterinas_grotto"), r2c1="Co", r2c2="Co"), monument="caterinas_grotto", coins=4)
    table = build(fortune.table(here), 0, "caterinas_grotto", "r0c0")
    assert table.coins(0) == [5]


@pytest.mark.parametrize(("coins", "after"), [(0, 2), (2, 4), (3, 4), (4, 4)])
def test_gains_are_added_one_by_one(fortune: Fortune, coins: int, after: int) -> None:
    """Section 4: one by one up to the limit: a third Statue beside three Cottages brings 2."""
    here = make_player(
        board(laid("statue", "r3c0"), r0c0="St", r0c1="St", r1c0="Co", r1c1="Co", r1c2="Co"), coins=coins
    )
    table = build(fortune.table(here), 0, "statue", "r3c0")
    assert table.coins(0) == [after]


def test_r27_coins_never_run_out(fortune: Fortune) -> None:
    """Section 2, R27: the box has 30 coins, the supply has no end."""
    full = [owner(monument, 5) for monument in ("estival_festival", "shrine_of_the_windseed")]
    grotto = make_player(board(r0c0="CG"), coins=5, coin_squares=["r1c1", "r1c2", "r2c1", "r2c2"])
    promenade = make_player(board(r0c0="PP"), coins=5, coin_squares=["r1c1", "r1c2", "r2c1"])
    last = make_player(board(MINE), coins=3)
    table = fortune.table(last, *full, grotto, promenade, make_player(EMPTY, coins=4), cards=["mine"])
    assert sum(table.coins(*range(6))) + 7 > 30
    assert build(table, 0, "mine", "r3c0").coins(0) == [4]


# Coins on squares (R18).


def grotto(*layouts: dict[str, str], coins: int = 0, **more: Any) -> dict[str, Any]:
    """The Grotto in the corner, with its four coins still on the centre squares."""
    lying = more.pop("coin_squares", ["r1c1", "r1c2", "r2c1", "r2c2"])
    return owner("caterinas_grotto", coins, *layouts, coin_squares=lying, **more)


def test_r18_not_for_the_limit(fortune: Fortune) -> None:
    """R18: coins on squares take no room in the chest."""
    table = build(fortune.table(grotto(MINE, coins=4), cards=["mine"]), 0, "mine", "r3c0")
    assert table.coins(0) == [5]


def test_r18_not_for_gamblers_den(fortune: Fortune) -> None:
    """R18: a coin on a square is none of the owner's; Gamblers' Den asks for exactly 1 held."""
    for coins, after in ((0, 0), (1, 3)):
        here = grotto(laid("gamblers_den", "r3c0"), coins=coins, coin_squares=["r1c1"], r1c2="Co", r2c1="Co", r2c2="Co")
        table = build(fortune.table(here, cards=["gamblers_den"]), 0, "gamblers_den", "r3c0")
        assert table.coins(0) == [after]


def test_r18_not_for_parsonage(fortune: Fortune) -> None:
    """R18: coins on squares are not shown to a Parsonage."""
    here = grotto(laid("parsonage", "r2c0"), coins=1, r0c2="Co", r0c3="Co")
    table = build(fortune.table(here, cards=["parsonage"]), 0, "parsonage", "r3c0")
    assert table.coins(0) == [0]


def test_r18_nothing_at_the_end(fortune: Fortune) -> None:
    """6.2, R18: coins on squares are removed and score nothing."""
    (result,) = fortune.score(grotto(coins=2))
    assert (result["coins"], result["coins_left"], result["total"]) == (2, 2, 2 + 2 - 15)


def test_r18_a_coin_gained_with_a_full_chest_is_lost(fortune: Fortune) -> None:
    """R18: it leaves the square all the same."""
    table = fortune.table(grotto({"r1c1": "W", "r1c0": "S"}, coins=5))
    build(table, 0, "well", "r1c1")
    assert (table.coins(0), table.coin_squares(0)) == ([5], ["r1c2", "r2c1", "r2c2"])


# Complete towns (R29).


def test_r29_complete_towns_keep_their_coins(fortune: Fortune) -> None:
    """R29: they keep their coins, are asked nothing and gain nothing by the others' rounds."""
    table = fortune.table(EMPTY, make_player(FULL, coins=3, completed_round=4), EMPTY, phase="naming")
    table.play(0, "name wood").next_round()
    assert (table.coins(1), table.legal(1)) == ([3], [])


def test_r29_they_spend_in_feeding(fortune: Fortune) -> None:
    """R29: at the end they feed with coins as everybody does."""
    first, _ = fortune.score(make_player("Tb " + "We " * 14 + "Co", coins=2, completed_round=4), EMPTY)
    assert (first["fed"], first["coins_left"]) == (["r3c3"], 1)


# What a coin is worth.


@pytest.mark.parametrize(
    ("town", "more", "worth"),
    [
        (EMPTY, {}, 3),
        (board(r0c0="EF"), {}, 6),
        (EMPTY, {"monument": "estival_festival"}, 3),
        (board(r0c0="CG"), {}, 3),
    ],
)  # fmt: skip
def test_what_coins_left_are_worth(fortune: Fortune, town: str, more: dict[str, Any], worth: int) -> None:
    """Section 4: 1 VP for each coin left, 2 VP with a constructed Estival Festival."""
    result = fortune.final(town, coins=3, **more)
    assert (result["coins"], result["coins_left"]) == (worth, 3)


def test_coins_of_the_coin_rules_alone(fortune: Fortune) -> None:
    """2.5, section 4: with base cards only, two constructions bring a coin, and it is worth 1 VP."""
    here = board(laid("well"), laid("well", "r1c0"))
    table = fortune.table(here, fortune=False, coins=True)
    build(build(table, 0, "well", "r0c0"), 0, "well", "r1c0")
    assert table.all_done().coins(0) == [1]


def test_no_coins_without_the_coin_rules(fortune: Fortune) -> None:
    """2.5: the base game knows no coins."""
    table = fortune.table(board(laid("well"), laid("well", "r1c0")), fortune=False)
    build(build(table, 0, "well", "r0c0"), 0, "well", "r1c0")
    assert table.all_done().player(0).get("coins", 0) == 0
