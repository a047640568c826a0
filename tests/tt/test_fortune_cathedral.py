"""Paying for a Cathedral or declining it, and the order inside one construction (Fortune 5, R25, R26, D29)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.layouts import square_name
from tests.tt.fortune import Fortune, board, build, laid
from tests.tt.scenario import Table, make_player

CATHEDRAL = laid("cathedral", "r1c0")  # glass on r1c2, stone, glass and brick on r2c0 to r2c2


def cathedral(
    fortune: Fortune, coins: int, square: str = "r2c1", *cards: str, layouts: tuple[Any, ...] = (), **more: Any
) -> Table:
    """A Cathedral just put on a square; marks by square, ``coin_squares`` and such for the player."""
    marks = {key: more.pop(key) for key in list(more) if len(key) == 4 and key[0] == "r"}
    here = make_player(board(CATHEDRAL, *layouts, **marks), coins=coins, **more)
    return build(fortune.table(here, cards=["cathedral", *cards]), 0, "cathedral", square)


@pytest.mark.parametrize("coins", range(5))
def test_r25_the_choice_is_free(fortune: Fortune, coins: int) -> None:
    """R25: with 3 coins pay or decline; with fewer only decline is possible, and it is asked all the same."""
    table = cathedral(fortune, coins)
    assert table.legal(0) == (["decline", "pay"] if coins >= 3 else ["decline"])
    assert table.coins(0) == [coins]
    if coins >= 3:
        table.play(0, "pay")
        assert (table.town(0)[9], table.coins(0)) == ("cathedral", [coins - 3])
    table = cathedral(fortune, coins).play(0, "decline")
    assert (table.town(0)[9], table.coins(0)) == ("well", [coins])
    assert table.legal(0) == ["done"]


@pytest.mark.parametrize(
    ("gray", "coins"), [("well", 3), ("fountain", 3), ("millstone", 3), ("mine", 4), ("statue", 3)]
)
def test_r25_the_gray_building_goes_to_the_same_square(fortune: Fortune, gray: str, coins: int) -> None:
    """R25: the gray building of this game, on the Cathedral's square, with its own benefit."""
    for square, number in (("r1c2", 6), ("r2c0", 8), ("r2c1", 9), ("r2c2", 10)):
        table = cathedral(fortune, 3, square, gray).play(0, "decline")
        town = table.town(0)
        assert (town[number], town.count(gray), town.count("cathedral")) == (gray, 1, 0)
        assert town.count(".") == 15
        assert table.coins(0) == [coins]


def test_d29_a_shed_goes_to_any_empty_square(fortune: Fortune) -> None:
    """R25, D29; section 9: a Shed may go elsewhere, its own square is one of the empty ones."""
    table = cathedral(fortune, 3, "r2c1", "shed", r0c0="Co", r3c3="W").play(0, "decline")
    assert table.legal(0) == [f"put shed {square_name(s)}" for s in range(1, 15)]
    table.play(0, "put shed r2c1")
    assert (table.town(0)[9], table.coins(0), table.legal(0)) == ("shed", [3], ["done"])
    table = cathedral(fortune, 3, "r2c1", "shed").play(0, "decline", "put shed r0c3")
    assert [table.town(0)[s] for s in (3, 9)] == ["shed", "."]


def test_d29_obelisk_frees_the_cathedral_only(fortune: Fortune) -> None:
    """D29: with an Obelisk the Cathedral may go anywhere; another gray building follows to that square."""
    table = cathedral(fortune, 3, "r3c3", "mine", r0c0="OB").play(0, "decline")
    assert (table.town(0)[15], table.coins(0), table.legal(0)) == ("mine", [4], ["done"])


GROTTO: dict[str, Any] = {"r0c0": "CG"}


@pytest.mark.parametrize(
    ("answer", "gray", "coins"), [("pay", "well", 0), ("decline", "well", 3), ("decline", "mine", 4)]
)
def test_r26_a_grotto_coin_helps_to_pay(fortune: Fortune, answer: str, gray: str, coins: int) -> None:
    """R26, D29: the coin on the square comes before the card's text, once: 2 coins and the one below make 3."""
    table = cathedral(fortune, 2, "r1c2", gray, coin_squares=["r1c2", "r2c1"], **GROTTO)
    assert (table.coins(0), table.coin_squares(0)) == ([3], ["r2c1"])
    assert table.legal(0) == ["decline", "pay"]
    assert table.play(0, answer).coins(0) == [coins]
    assert table.coin_squares(0) == ["r2c1"]


def test_d29_a_shed_gains_another_grotto_coin(fortune: Fortune) -> None:
    """D29: a Shed that moves to another coin square gains that coin too; on the own square there is none left."""
    for square, coins, left in (("r2c1", 2, []), ("r1c2", 1, ["r2c1"]), ("r3c3", 1, ["r2c1"])):
        table = cathedral(fortune, 0, "r1c2", "shed", coin_squares=["r1c2", "r2c1"], **GROTTO)
        table.play(0, "decline", f"put shed {square}")
        assert (table.coins(0), table.coin_squares(0)) == ([coins], left)


def test_r26_a_grotto_coin_pays_for_a_jeweler(fortune: Fortune) -> None:
    """R26: a Jeweler on a coin square is paid with that coin; beside it, it is not."""
    for square, gift in (("r1c1", 0), ("r1c0", 1)):
        here = make_player(board(laid("jeweler"), r3c3="CG"), coin_squares=["r1c1", "r2c2"])
        table = build(fortune.table(here, cards=["jeweler"]), 0, "jeweler", square)
        assert table.coins(0) == [0]
        assert table.all_done().coins(0, 1) == [0, gift]


def test_r26_a_grotto_coin_shown_to_a_parsonage_and_a_den(fortune: Fortune) -> None:
    """R26, 5.3, 5.4: the coin on the square is held when the card's text is carried out."""
    here = make_player(board(laid("parsonage"), r3c3="CG", r0c0="Co", r0c1="Co"), coins=1, coin_squares=["r1c1"])
    assert build(fortune.table(here, cards=["parsonage"]), 0, "parsonage", "r1c1").coins(0) == [2]
    here = make_player(board(laid("gamblers_den", "r1c0"), r3c3="CG"), coin_squares=["r1c1"])
    assert build(fortune.table(here, cards=["gamblers_den"]), 0, "gamblers_den", "r1c1").coins(0) == [3]


def test_r2_forbid_and_a_grotto_coin(fortune: Fortune) -> None:
    """R2, R26: where a short Parsonage is forbidden, the coin on its square counts as for a solo Jeweler (D26)."""
    for coins, squares in ((0, set()), (1, {"r1c1"}), (2, {"r0c2", "r1c0", "r1c1", "r1c2"})):
        here = make_player(
            board(laid("parsonage"), r3c3="CG", r0c0="Co", r0c1="Co"), coins=coins, coin_squares=["r1c1"]
        )
        table = fortune.table(here, cards=["parsonage"], parsonage="forbid")
        assert {move.split()[2] for move in table.legal(0) if "parsonage" in move} == squares


def test_two_cathedrals_one_after_the_other(fortune: Fortune) -> None:
    """5, 3.3: each Cathedral is answered before the next building; 4 coins pay for one of them."""
    table = cathedral(fortune, 4, "r2c0", layouts=({"r0c1": "G", "r0c0": "S", "r0c2": "B"},), r1c3="G")
    assert table.legal(0) == ["decline", "pay"]
    table.play(0, "pay")
    assert table.coins(0) == [1]
    assert not any(move.startswith("build cathedral") for move in table.legal(0))
