"""Cases C1 to C13: feeding (rules/tiny_towns_base.md 6.2 and 11)."""

from __future__ import annotations

from tests.tt.scenario import Rules, final


def test_c1_farm_must_pick_four_of_five(rules: Rules) -> None:
    """C1; the best total: the two Cottages that fill the Temple come first."""
    board = """.  Co .  Co
               .  Te .  .
               .  Co .  Co
               Fa .  .  Co"""
    result = final(rules, board)
    assert result["by_card"] == {"cottage": 12, "farm": 0, "temple": 4}
    assert result["total"] == 7
    assert {"r0c1", "r2c1"} <= set(result["fed"])
    assert len(result["fed"]) == 4
    assert result["fed"] == ["r0c1", "r0c3", "r2c1", "r2c3"]  # D11
    assert not result["fed_is_unique"]


def test_c6_granary_reaches_diagonals_only_next_door(rules: Rules) -> None:
    """C6: the eight squares around."""
    board = """Co .  Co .
               .  Gr .  Co
               Co .  Co .
               .  Co .  ."""
    result = final(rules, board)
    assert result["fed"] == ["r0c0", "r0c2", "r2c0", "r2c2"]
    assert result["total"] == 3


def test_c7_granary_in_the_corner(rules: Rules) -> None:
    """C7: a corner has three neighbours; nothing wraps to the other side."""
    board = """Gr Co Co .
               Co Co .  .
               Co .  .  .
               .  .  .  ."""
    result = final(rules, board)
    assert result["fed"] == ["r0c1", "r1c0", "r1c1"]
    assert result["total"] == -1


def test_c8_orchard(rules: Rules) -> None:
    """C8: row and column over their whole length, nothing blocks."""
    board = """Co Co .  .
               Co Or .  Co
               .  .  Co .
               .  Co .  ."""
    result = final(rules, board)
    assert result["fed"] == ["r0c1", "r1c0", "r1c3", "r3c1"]
    assert result["total"] == 3


def test_c9_greenhouse_feeds_one_group(rules: Rules) -> None:
    """C9: one Greenhouse, one group connected by edges, anywhere in the town."""
    board = """Gh .  Co Co
               .  .  .  Co
               .  .  .  .
               Co Co .  ."""
    result = final(rules, board)
    assert result["fed"] == ["r0c2", "r0c3", "r1c3"]
    assert result["total"] == -1
    assert result["fed_is_unique"]


def test_c11_the_smaller_group_is_better(rules: Rules) -> None:
    """C11: groups are compared by the total, not by size."""
    board = """Co Fo Gh Te
               Co Co Te Co
               Co Fo Co Co
               Co Co Te Co"""
    result = final(rules, board)
    assert result["fed"] == ["r1c3", "r2c2", "r2c3", "r3c3"]
    assert result["by_card"] == {"cottage": 12, "fountain": 0, "greenhouse": 0, "temple": 8}
    assert result["total"] == 20


UNFED = """{orange} Co {orange} .
           Co We Co .
           .  Co .  .
           .  .  .  ."""


def test_c13_unfed_cottages_well_and_chapel(rules: Rules) -> None:
    """C13: a Well treats fed and unfed alike, a Chapel asks for fed ones."""
    result = final(rules, UNFED.format(orange="Ch"))
    assert result["by_card"] == {"chapel": 0, "cottage": 0, "well": 4}
    assert result["total"] == 4 - 9


def test_c13_unfed_cottages_well_and_temple(rules: Rules) -> None:
    """C13: a Temple asks for fed ones too."""
    result = final(rules, UNFED.format(orange="Te"))
    assert result["by_card"] == {"cottage": 0, "temple": 0, "well": 4}
    assert result["total"] == 4 - 9


# Beyond the cases: the clauses of sections 6.2 and 11.


def test_feeding_is_no_choice_to_refuse_with_the_mausoleum(rules: Rules) -> None:
    """Section 6.2: feed as many as possible, also where it makes no difference; D11 for which ones."""
    result = final(rules, "Co Co Co Co Co Fa . . . . . . . . . MM")
    assert result["fed"] == ["r0c0", "r0c1", "r0c2", "r0c3"]
    assert result["by_card"]["cottage"] == 15


def test_two_farms_feed_eight(rules: Rules) -> None:
    """Section 11, Farm: 4 each, anywhere in the own town."""
    assert final(rules, "Co Co Co Co Co Co Co Co Co Fa Fa . . . . .")["by_card"]["cottage"] == 24
    assert final(rules, "Co Co Co Co Co Co Co Co Co Fa . . . . . .")["by_card"]["cottage"] == 12


def test_two_greenhouses_feed_two_groups(rules: Rules) -> None:
    """Greenhouse: k Greenhouses can feed k different groups; one that does not touch them will do."""
    board = """Co .  Co Co
               .  Co .  .
               Gh .  .  Co
               Gh .  .  Co"""
    result = final(rules, board)
    assert result["fed"] == ["r0c2", "r0c3", "r2c3", "r3c3"]
    assert result["by_card"]["cottage"] == 12


def test_overlapping_granaries_feed_once(rules: Rules) -> None:
    """Section 6.2: one building can be fed only once, being reached twice has no extra effect."""
    result = final(rules, "Gr Co Gr . . . . . . . . . . . . .")
    assert result["fed"] == ["r0c1"]
    assert result["by_card"]["cottage"] == 3


def test_barrett_castle_takes_one_farm_slot(rules: Rules) -> None:
    """Ruling 5: one building with the feed symbol; the '2 Cottages' concern scoring."""
    result = final(rules, "Co Co Co Co BC Fa . . . . . . . . . .")
    assert result["fed"] == ["r0c0", "r0c1", "r0c2", "r1c0"]
    assert result["by_card"] == {"barrett_castle": 5, "cottage": 9, "farm": 0}


def test_barrett_castle_is_one_member_of_a_greenhouse_group(rules: Rules) -> None:
    """Card file, Greenhouse: Barrett Castle belongs to a group like a Cottage."""
    result = final(rules, "Co BC Co . . . . Co Gh . . . . . . Co")
    assert result["fed"] == ["r0c0", "r0c1", "r0c2"]


def test_granary_and_orchard_feed_barrett_castle(rules: Rules) -> None:
    """Section 11: what is feedable is Cottage and Barrett Castle, by every red card."""
    assert final(rules, "Gr . . . . BC . . . . . . . . . .")["by_card"]["barrett_castle"] == 5
    assert final(rules, "Gr . BC . . . . . . . . . . . . .")["by_card"]["barrett_castle"] == 0
    assert final(rules, "Or . . BC . . . . . . . . . . . .")["by_card"]["barrett_castle"] == 5
    assert final(rules, "Or . . . . BC . . . . . . . . . .")["by_card"]["barrett_castle"] == 0


def test_nothing_else_is_feedable(rules: Rules) -> None:
    """Section 11: Cottage and Barrett Castle only."""
    result = final(rules, "Fa We Ch Tv Th Fc . . . . . . . . . .")
    assert result["fed"] == []


def test_no_red_building_feeds_nothing(rules: Rules) -> None:
    """Section 11: unfed Cottages stay, fill their squares and score 0."""
    result = final(rules, "Co Co . . . . . . . . . . . . . .")
    assert (result["fed"], result["by_card"], result["empty"]) == ([], {"cottage": 0}, -14)


def test_d11_equal_plans_in_reading_order(rules: Rules) -> None:
    """D11: of equal feeding plans the one whose list of fed squares in reading order comes first."""
    assert final(rules, "Fa . Co Co . Co Co . . . Co . . . . Co")["fed"] == ["r0c2", "r0c3", "r1c1", "r1c2"]
    assert final(rules, "Gh . . Co . . . . Co . . . . . . .")["fed"] == ["r0c3"]


def test_d11_reading_order_among_plans_for_temples(rules: Rules) -> None:
    """D11: three plans fill two Temples; the one with the first squares comes first, not the one that ends first."""
    board = """Fa Co Te Co
               Co Co .  Te
               Te Te Co .
               Co .  Co Co"""
    result = final(rules, board)
    assert result["by_card"] == {"cottage": 12, "farm": 0, "temple": 8}
    assert result["fed"] == ["r0c1", "r0c3", "r1c0", "r3c0"]
    assert not result["fed_is_unique"]
