"""Cases A1 to A22: patterns, overlap, and where the building goes (rules/tiny_towns_base.md 4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tt.scenario import Rules, make_player, numbers, position, squares


def built(rules: Rules, card: str, board: str, **more: Any) -> dict[tuple[int, ...], list[int]]:
    """The ways to build one card: squares used -> squares it may go on, all by number."""
    cards = more.pop("cards", (card,))
    found = rules.constructions(position(make_player(board, **more), cards=[c for c in cards if c]))
    return {tuple(numbers(f["squares"])): numbers(f["targets"]) for f in found if f["card"] == card}


def test_a1_cottage_has_three_landing_squares(rules: Rules) -> None:
    """A1; section 4.4: on one of the squares just cleared."""
    board = """. . . .
               . G B .
               . H . .
               . . . ."""
    assert built(rules, "cottage", board) == {(5, 6, 9): [5, 6, 9]}
    table = rules.table(make_player(board), make_player(), phase="constructing")
    assert table.legal(0) == [f"build cottage {squares(s)} using {squares(5, 6, 9)}" for s in (5, 6, 9)] + ["done"]
    table.play(0, f"build cottage r1c2 using {squares(5, 6, 9)}")
    assert [table.town(0)[s] for s in (5, 6, 9)] == [".", "cottage", "."]


def test_a2_the_elbow_must_be_the_right_cube(rules: Rules) -> None:
    """A2; section 4.2: turning and mirroring keep glass at the elbow."""
    assert not built(rules, "cottage", ". G . . H B . . . . . . . . . .")


def test_a4_market_among_other_pieces(rules: Rules) -> None:
    """A4; section 4: only the used cubes leave, the rest is untouched."""
    board = """W  We .  .
               .  Co .  .
               .  S  G  S
               .  .  W  ."""
    assert built(rules, "market", board) == {(9, 10, 11, 14): [9, 10, 11, 14]}
    table = rules.table(make_player(board), make_player(), cards=["market"], phase="constructing")
    table.play(0, f"build market r2c3 using {squares(9, 10, 11, 14)}")
    assert table.town(0) == ["wood", "well", ".", ".", ".", "cottage", *"." * 5, "market", *"." * 4]


def test_a5_a_card_that_is_not_in_play(rules: Rules) -> None:
    """A5; section 4.1: only the seven public cards and the own monument."""
    board = """S  G  S  .
               .  H  .  .
               We .  .  .
               .  .  .  ."""
    assert built(rules, "tailor", board)
    assert not built(rules, "tailor", board, cards=("market",))
    assert not built(rules, "market", board, cards=("market",))
    table = rules.table(make_player(board), make_player(), cards=["theater"], phase="constructing")
    assert table.legal(0) == ["done"]


def test_a6_three_wells_share_one_stone(rules: Rules) -> None:
    """A6; section 4: a cube serves one construction only."""
    board = """. W . .
               W S W .
               . . . .
               . . . ."""
    assert built(rules, "well", board) == {(1, 5): [1, 5], (4, 5): [4, 5], (5, 6): [5, 6]}
    for used in ((1, 5), (4, 5), (5, 6)):
        table = rules.table(make_player(board), make_player(), phase="constructing")
        assert len(table.legal(0)) == 6 + 1
        table.play(0, f"build well r1c1 using {squares(*used)}")
        assert table.legal(0) == ["done"]


def test_a7_two_overlapping_farms(rules: Rules) -> None:
    """A7; section 4: a cube is never counted twice."""
    board = """H H H .
               W W W .
               . . . .
               . . . ."""
    ways = built(rules, "farm", board)
    assert ways == {(0, 1, 4, 5): [0, 1, 4, 5], (1, 2, 5, 6): [1, 2, 5, 6]}
    table = rules.table(make_player(board), make_player(), phase="constructing")
    table.play(0, f"build farm r0c1 using {squares(0, 1, 4, 5)}")
    assert table.town(0)[:8] == [".", "farm", "wheat", ".", ".", ".", "wood", "."]
    assert table.legal(0) == ["done"]


def test_a8_four_cottages_round_one_glass(rules: Rules) -> None:
    """A8: every corner of wheat and brick around the glass is a match; only one can be taken."""
    board = """. B . .
               H G H .
               . B . .
               . . . ."""
    ways = built(rules, "cottage", board)
    assert sorted(ways) == [(1, 4, 5), (1, 5, 6), (4, 5, 9), (5, 6, 9)]
    assert sum(map(len, ways.values())) == 12
    table = rules.table(make_player(board), make_player(), phase="constructing")
    table.play(0, f"build cottage r0c1 using {squares(1, 4, 5)}")
    assert table.legal(0) == ["done"]


def test_a9_empty_cells_of_a_layout_may_hold_anything(rules: Rules) -> None:
    """A9; section 4: extra cubes around it are irrelevant."""
    board = """G H S .
               B G B .
               W . . .
               . . . ."""
    assert list(built(rules, "bakery", board)) == [(1, 4, 5, 6)]
    table = rules.table(make_player(board), make_player(), cards=["bakery"], phase="constructing")
    table.play(0, f"build bakery r0c1 using {squares(1, 4, 5, 6)}")
    assert [table.town(0)[s] for s in (0, 1, 2, 8)] == ["glass", "bakery", "stone", "wood"]


def test_a11_no_wrap_around_at_the_edge(rules: Rules) -> None:
    """A11: squares 3 and 4 follow each other in reading order, not on the board."""
    board = """. . B G
               B . . .
               . . . W
               S . . ."""
    assert rules.constructions(position(make_player(board))) == []


def test_a12_shed_landing_squares(rules: Rules) -> None:
    """A12; section 4.4: a Shed goes on any square that is empty afterwards, a Well only on a cleared one."""
    board = """W  S  Co .
               Tv Tv .  Co
               G  Fa Th Ch
               .  Co Bk Bk"""
    assert built(rules, "shed", board) == {(0, 1): [0, 1, 3, 6, 12]}
    assert built(rules, "well", board) == {(0, 1): [0, 1]}


@pytest.mark.parametrize("grey", ["Sh", "Co"])
def test_a13_build_order_opens_shed_squares(rules: Rules, grey: str) -> None:
    """A13; section 4: several constructions one after the other, in an order of the player's choice."""
    board = f"""W  S  Co Co
                B  B  G  Fa
                Th Ch Co {grey}
                Bk Tv Ch Co"""
    here = make_player(board, stored={12: ["wood"]})
    shed = f"using {squares(0, 1)}"
    first = rules.table(here, make_player(), cards=["shed"], phase="constructing").legal(0)
    assert [m for m in first if "shed" in m] == [f"build shed {squares(s)} {shed}" for s in (0, 1)]
    for target, open_squares in ((4, (0, 1, 5, 6)), (5, (0, 1, 4, 6)), (6, (0, 1, 4, 5))):
        table = rules.table(here, make_player(), cards=["shed"], phase="constructing")
        table.play(0, f"build tavern {squares(target)} using {squares(4, 5, 6)}")
        then = [m for m in table.legal(0) if "shed" in m]
        assert then == [f"build shed {squares(s)} {shed}" for s in open_squares]


def test_a15_obelisk_any_empty_square_for_later_buildings(rules: Rules) -> None:
    """A15; section 4.4 and the card: cubes still block; the Obelisk itself must land on its own pattern."""
    board = """.  .  Fa .
               .  G  B  .
               .  H  W  .
               S  .  .  OB"""
    free = [0, 1, 3, 4, 5, 6, 7, 8, 9, 11, 13, 14]
    assert built(rules, "cottage", board) == {(5, 6, 9): free}
    unbuilt = """H . . .
                 B G B .
                 . . . .
                 . . . ."""
    ways = built(rules, "obelisk_of_the_crescent", unbuilt, monument="obelisk_of_the_crescent", cards=())
    assert ways == {(0, 4, 5, 6): [0, 4, 5, 6]}


def test_a16_trading_post_as_a_wild_square(rules: Rules) -> None:
    """A16; section 4.2, 4.3 and the card: the post stands in for a cube and is neither removed nor replaced."""
    board = """. .  . .
               . Tp . .
               H G  . .
               . .  . ."""
    assert built(rules, "cottage", board) == {(5, 8, 9): [8, 9]}
    table = rules.table(make_player(board), make_player(), phase="constructing")
    table.play(0, f"build cottage r2c0 using {squares(5, 8, 9)}")
    assert [table.town(0)[s] for s in (5, 8, 9)] == ["trading_post", "cottage", "."]


def test_d15_the_set_of_squares_says_everything(rules: Rules) -> None:
    """D15: every cube among the squares used is removed, every Trading Post among them stays; a set is one move."""
    board = """W  Tp S .
               .  .  . .
               .  .  . .
               .  .  . ."""
    assert built(rules, "well", board) == {(0, 1): [0], (1, 2): [2]}
    # Wheat, stone, glass with a post in the middle reads in both directions: the same set, one way.
    assert built(rules, "inn", "H Tp G . . . . . . . . . . . . .") == {(0, 1, 2): [0, 2]}
    assert built(rules, "inn", "Tp S Tp . . . . . . . . . . . . .") == {(0, 1, 2): [1]}
    table = rules.table(make_player(board), make_player(), phase="constructing")
    table.play(0, "build well r0c2 using r0c1,r0c2")
    assert table.town(0)[:3] == ["wood", "trading_post", "well"]


def test_which_cubes_are_used_is_the_players_choice(rules: Rules) -> None:
    """Section 4.2: several sets of squares for one card on one square are different moves with different results."""
    board = """. W . .
               W S . .
               . . . .
               . . . ."""
    table = rules.table(make_player(board), make_player(), phase="constructing")
    moves = [f"build well r1c1 using {squares(*used)}" for used in ((1, 5), (4, 5))]
    assert [m for m in table.legal(0) if m.startswith("build well r1c1")] == moves
    table.play(0, moves[1])
    assert [table.town(0)[s] for s in (1, 4, 5)] == ["wood", ".", "well"]


@pytest.mark.parametrize("card", ["well", "shed"])
def test_a19_a_layout_of_posts_alone(rules: Rules, card: str) -> None:
    """A19; section 11, Trading Post: at least one real cube must be used, also for a Shed."""
    board = "Tp Tp . . . . . . . . . . . . . ."
    assert not built(rules, card, board)


def test_a19_a_layout_of_posts_alone_with_the_obelisk(rules: Rules) -> None:
    """A19; the Obelisk does not help either."""
    assert not built(rules, "well", "Tp Tp . . . . . . . . . . . . . OB")


def test_a20_the_sixteenth_building(rules: Rules) -> None:
    """A20; sections 4 and 5: with a post the last cube alone can become a building."""
    board = """Co Co Tv Tv
               Fa Ch Ch Th
               Th Co We We
               Co Tv Tp ."""
    table = rules.table(make_player(board), make_player(), phase="placing", named="wood", builder=1)
    table.play(1, "place wood r0c0").play(0, "place wood r3c3")
    table.play(0, "build well r3c3 using r3c2,r3c3")
    assert "." not in table.town(0)
    table.all_done()
    assert table.player(0)["completed_round"] == table.fact("round") - 1
    assert rules.score(position(make_player(board[:-1] + "We")))[0]["empty"] == 0


def test_a21_waiting_with_a_finished_pattern(rules: Rules) -> None:
    """A21; section 4: nobody is forced to construct, and a finished pattern may wait any number of rounds."""
    table = rules.table(make_player("W S . . . . . . . . . . . . . ."), make_player(), phase="constructing", builder=0)
    for round_number in range(3):
        assert "build well r0c0 using r0c0,r0c1" in table.legal(0), round_number
        table.all_done()
        table.play(1 - round_number % 2, "name glass").all_place()
    table.play(0, "build well r0c0 using r0c0,r0c1")


def test_a22_no_construction_between_naming_and_placing(rules: Rules) -> None:
    """A22; section 3.3: construction is possible only after the round's cube has been dealt with."""
    board = """Co W  Fa .
               We S  .  Tv
               Th Ch Bk Tv
               .  Co We Co"""
    table = rules.table(
        make_player(board, stored={10: ["wood"]}), make_player(), phase="placing", named="glass", builder=1
    )
    assert table.legal(0) == [f"place glass {squares(s)}" for s in (3, 6, 12)]
    table.play(1, "place glass r0c0").play(0, "place glass r0c3")
    assert "build well r0c1 using r0c1,r1c1" in table.legal(0)
