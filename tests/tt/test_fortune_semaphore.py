"""Southern Semaphore's extra cube (Fortune 3.2, R21, D27)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.layouts import square_name
from tests.tt.fortune import Fortune, board
from tests.tt.scenario import Table, make_player


def semaphore(fortune: Fortune, *, own: bool = False, named: str = "wood", **more: Any) -> Table:
    """The Semaphore in the corner, about to deal with wood; marks by square, the rest for the player."""
    marks = {key: more.pop(key) for key in list(more) if len(key) == 4 and key[0] == "r"}
    config = {key: more.pop(key) for key in ("cavern",) if key in more}
    return fortune.placing(make_player(board(r0c0="SS", **marks), **more), own=own, named=named, **config)


def extras(*numbers: int) -> list[str]:
    return sorted(["extra none", *(f"extra {square_name(s)}" for s in numbers)])


def test_r21_a_second_cube_and_a_coin(fortune: Fortune) -> None:
    """R21: after the first cube one more of the named kind on an empty square; it brings 1 coin."""
    table = semaphore(fortune).play(0, "place wood r0c1")
    assert (table.legal(0), table.coins(0)) == (extras(*range(2, 16)), [0])
    table.play(0, "extra r3c3")
    assert [table.town(0)[s] for s in (1, 15)] == ["wood", "wood"]
    assert (table.coins(0), table.legal(0)) == ([1], [])


def test_r21_it_is_optional(fortune: Fortune) -> None:
    """3.2: if its owner wants it; without the cube no coin."""
    table = semaphore(fortune).play(0, "place wood r0c1", "extra none")
    assert (table.coins(0), table.town(0).count("wood"), table.legal(0)) == ([0], 1, [])


def test_r21_not_on_the_own_naming(fortune: Fortune) -> None:
    """Card: another player has to name it."""
    table = semaphore(fortune, own=True).play(0, "place wood r0c1")
    assert table.legal(0) == []
    assert table.play(1, "place wood r0c0").coins(0) == [0]


def test_r21_a_swap_forfeits_it(fortune: Fortune) -> None:
    """R21, D27: whoever changes the first cube by a coin is not asked for the second."""
    table = semaphore(fortune, coins=2).play(0, "place glass r0c1")
    assert (table.legal(0), table.coins(0)) == ([], [1])
    table.play(1, "place wood r0c0").all_done()
    assert table.town(0).count("wood") == 0


def test_r21_a_swap_forfeits_the_extra_of_its_round_only(fortune: Fortune) -> None:
    """R21: the next time another player names, the extra cube is offered again."""
    table = semaphore(fortune, coins=1).play(0, "place glass r0c1").play(1, "place wood r0c0").all_done()
    table.play(0, "name brick").next_round().play(1, "name stone")
    table.play(0, "place stone r3c3")
    assert "extra r3c2" in table.legal(0)


def test_r21_the_coin_comes_too_late(fortune: Fortune) -> None:
    """R21: the coin gained cannot change a cube of this round: the extra cube is of the named kind."""
    table = semaphore(fortune)
    assert table.legal(0) == [f"place wood {square_name(s)}" for s in range(1, 16)]
    table.play(0, "place wood r0c1")
    assert {move.split()[0] for move in table.legal(0)} == {"extra"}


def test_r21_a_factory_does_not_forfeit_it(fortune: Fortune) -> None:
    """R21: Factory may change the first cube, free, also with coins in the chest; the extra one stays as named."""
    table = semaphore(fortune, coins=1, r3c3="Fc", stored={15: ["wood"]}).play(0, "place glass r0c1")
    assert table.legal(0) == extras(*range(2, 15))
    table.play(0, "extra r0c2")
    assert (table.town(0)[1:3], table.coins(0)) == (["glass", "wood"], [2])


@pytest.mark.parametrize(
    ("mark", "stored", "first", "free"),
    [
        ("Wh", [], "place wood r3c3", range(1, 15)),
        ("Wh", ["glass"], "place wood r3c3 swap glass r0c1", range(2, 15)),
        ("Od", [], "place wood r3c3", range(1, 15)),
        ("Mu", ["wood", "glass"], "exhibit r3c3", range(1, 15)),
        ("Co", [], "set aside", range(1, 15)),
    ],
)
def test_d27_after_every_other_way(fortune: Fortune, mark: str, stored: list[str], first: str, free: range) -> None:
    """D27: also after storing, exhibiting and setting aside."""
    table = semaphore(fortune, r3c3=mark, stored={15: stored} if stored else None, cavern=mark == "Co")
    coins = 1 if mark == "Mu" else 0
    table.play(0, first)
    assert (table.legal(0), table.coins(0)) == (extras(*free), [coins])
    table.play(0, "extra r1c1")
    assert (table.town(0)[5], table.coins(0)) == ("wood", [coins + 1])


def test_d27_not_without_an_empty_square(fortune: Fortune) -> None:
    """D27, D1: asked only with an empty square."""
    table = fortune.placing("SS " + "Co " * 14 + ".").play(0, "place wood r3c3")
    assert table.legal(0) == []


def test_r21_only_on_an_empty_square(fortune: Fortune) -> None:
    """R21: the extra cube goes to an empty square, not on a Warehouse or an Oddity Shop."""
    for mark in ("Wh", "Od"):
        assert semaphore(fortune, r3c3=mark).play(0, "place wood r0c1").legal(0) == extras(*range(2, 15))


def test_r21_a_full_chest(fortune: Fortune) -> None:
    """Section 4: the coin is lost, the cube is placed."""
    table = semaphore(fortune, coins=4).play(0, "place wood r0c1", "extra r0c2")
    assert (table.coins(0), table.town(0)[2]) == ([4], "wood")


def test_it_has_to_stand(fortune: Fortune) -> None:
    """Base section 4: an unbuilt monument does nothing."""
    here = make_player(board(r0c0="Co"), monument="southern_semaphore")
    assert fortune.placing(here).play(0, "place wood r3c3").legal(0) == []


def test_both_cubes_can_be_built_with(fortune: Fortune) -> None:
    """3.2, 3.3: the extra cube comes before construction."""
    table = semaphore(fortune, r0c1="S", r0c3="S", named="wood").play(0, "place wood r0c2", "extra r1c3")
    table.play(1, "place wood r0c0")
    assert "build well r1c3 using r0c3,r1c3" in table.legal(0)
