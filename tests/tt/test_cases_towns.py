"""Cases E: whole finished towns with totals written down by others (rules/tiny_towns_base.md 6), and section 13."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.tt.scenario import Rules, final, make_player, position


class Case(NamedTuple):
    name: str
    board: str
    total: int
    lines: str  # "Cottage 6, empty -1": what is not named is worth 0
    more: dict[str, Any] = {}  # noqa: RUF012


LINES = {
    "Almshouses": "almshouse", "Feast": "feast_hall", "Trading": "trading_post", "Sky": "the_sky_baths",
    "Grove": "grove_university", "Silva": "silva_forum", "Shrine": "shrine_of_the_elder_tree",
    "Mandras": "mandras_palace", "Caterina": "cathedral_of_caterina", "Barrett": "barrett_castle",
}  # fmt: skip

CASES = [
    Case("E-S1", "Mi Ma Tv Co Ab Ma Ma Ma Co W Ab Gh Co Tv Mi Ab", 26,
         "Millstone 2, Market 11, Cottage 6, Abbey 3, Tavern 5, empty -1"),
    Case("E-S2", "Cl S Al Cl Sh Cl Sh Th Al W Co Co G Al H Gr", 11,
         "Cloister 6, Shed 2, Theater 4, Cottage 6, Almshouse -3, empty -4"),
    Case("E-S3", "Fo Co W Or Ch Tl Fh Co Co Fh Tl Fh Fh Fo Fo Ch", 27,
         "Fountain 4, Cottage 6, Chapel 4, Tailor 6, Feast 8, empty -1", {"halls": 4}),
    Case("E-S4", "Fa Co We Co In Te Co Te Co Ba In In We Ba H Co", 26,
         "Cottage 12, Well 4, Inn 3, Temple 8, empty -1"),
    Case("E-M1", "We Ab We Co Ab Co Co Tv Ma Co Tp Co Ma Ma Ma Fa", 31,
         "Well 2, Abbey 3, Cottage 12, Market 11, Trading 1, Tavern 2"),
    Case("E-M2", "Tv Co Fa Ma Tv We Co Ma Tv Co We Ma Tv Tv Co Ma", 54,
         "Cottage 12, Market 16, Well 6, Tavern 20"),
    Case("E-M3", "Mi Th Ch Mi Co Co Bk In Co Gr Bk In Co In Co Co", 38,
         "Millstone 2, Theater 5, Chapel 5, Cottage 15, Bank 8, Inn 3"),
    Case("E-M4", "Mi Th Ch In Co Co . Th Co Gr Mi . Co In Co Co", 35,
         "Millstone 4, Theater 7, Chapel 5, Inn 6, Cottage 15, empty -2"),
    Case("E-M5", "Cl Cl Tl Cl Co Tl Tl Al Fo Tl Co Wh Fo Co Or Cl", 35,
         "Cloister 12, Tailor 16, Cottage 6, Fountain 4, Almshouse -1, Warehouse -2",
         {"stored": {11: ["wood", "glass"]}}),
    Case("E-M6", "Wh Cl Tl Cl . Fo Tl Al Fo Tl Co Wh Fo Co Or Cl", 20,
         "Cloister 6, Tailor 9, Fountain 4, Cottage 6, Almshouse -1, Warehouse -3, empty -1",
         {"stored": {0: ["wood"], 11: ["wood", "glass"]}}),
    Case("E-M7", "Co Fo Gh Fo Co Co Fo Co Co Fo Co Co Co Co Fo Co", 18, "Cottage 18"),
    Case("E-M8", "Co Fo Gh Fo Co Co Te Te Co Te Co Co Co Co Fo Co", 22, "Cottage 18, Temple 4"),
    Case("E-M10", "Co Fo Fa Fo Co Co Fo Co Co Te Co Te Fo Co Fo Co", 20, "Cottage 12, Temple 8"),
    Case("E-M11", "Cl Cl Tl Cl Co Tl Tl Al Fo Tl Co Wh Fo Co MM Cl", 38,
         "Cloister 12, Tailor 16, Cottage 9, Fountain 4, Almshouse -1, Warehouse -2",
         {"stored": {11: ["wood", "glass"]}}),
    Case("E-M12", "Cl . . Cl Co . Tl Al Fo CC Co . Fo Co Or Cl", 22,
         "Cloister 9, Cottage 6, Tailor 2, Fountain 4, Caterina 2, Almshouse -1"),
    Case("E-R1", "Cl Fa Bk In Ma Bk In Fa Bk Cl Co Ma Bk . . .", 26,
         "Cloister 2, Bank 16, Inn 6, Market 2, Cottage 3, empty -3", {"monument": "obelisk_of_the_crescent"}),
    Case("E-R2", "Gr Co Mi Ab Mi Co Bk Co Ab Gr GU Mi . Co . Bk", 26,
         "Cottage 9, Millstone 2, Abbey 6, Bank 8, Grove 3, empty -2"),
    Case("E-R3", "Co Fc OB Ba Co Cl Fc Co Fo Fc Tv Ba Fo Fc Tv Co", 9, "Fountain 4, Tavern 5"),
    Case("E-R4", "Cl Co Ba MM Ba Tv We Fc Tv Co Fc . Cl Cl Tv .", 19,
         "Cloister 6, Cottage 6, Tavern 9, empty -2"),
    Case("E-R5", "Cl Tv Tv Fc . Cl We . BC We . . . . . .", 1, "Cloister 2, Well 2, Tavern 5, empty -8"),
    Case("E-R6", "Te Te Tv Ma Or We Or Or Te Te Co Tv GU Bk . Ma", 18,
         "Market 4, Cottage 3, Grove 3, Bank 4, Tavern 5, empty -1"),
    Case("E-R7", "Tp MM Fh Cl Cl Cl Th Tp Tp Co Cl Gh . Fo Th .", 16,
         "Trading 3, Feast 2, Cloister 4, Theater 6, Cottage 3, empty -2", {"halls": 2}),
    Case("E-R8", "Co Fo Tp Fh Gh Cl Gh Fh Fo Th Cl Cl Gh Fo Cl Gh", 12,
         "Cottage 3, Trading 1, Feast 6, Theater 2", {"halls": 1}),
    Case("E-R9", "Al Bk Al Al Ma Ch Bk Sh Co Ma Bk Gr Co Ch Co Bk", 21,
         "Bank 16, Market 2, Chapel 2, Shed 1, Cottage 3, Almshouse -3"),
    Case("E-R10", "Gr Sh Al Bk Bk Sh Ma SF . Gr Bk . Al Bk Ma Gr", 28,
         "Shed 2, Bank 16, Market 4, Silva 3, Almshouse 5, empty -2"),
    Case("E-R11", "In In Co SB Gr Sh In Gr In Sh Gr Ma Ma . Ch .", 11,
         "Inn 3, Cottage 3, Sky 2, Shed 2, Market 2, Chapel 1, empty -2"),
    Case("E-R12", "Ma Bk Bk Cl SF Ma Ma Sh Sh Bk Co Bk Bk Sh Tv Tv", 37,
         "Market 5, Bank 20, Cloister 1, Silva 3, Shed 3, Tavern 5"),
    Case("E-R13", "SB Ma Or Or Sh Co Tp Tp Tv Sh Ma Tv Co Ma Ma Or", 22,
         "Sky 2, Market 8, Shed 2, Cottage 3, Trading 2, Tavern 5"),
    Case("E-R14", "Ma Or Ma Tv Or SE Or Tp Co . Tv . . Co . .", 19,
         "Market 4, Shrine 8, Trading 1, Cottage 6, Tavern 5, empty -5",
         {"monument_info": {"buildings_when_constructed": 8}}),
    Case("E-R15", "Fo Fo Co Ma Co Fh Co Co Fh Fo SF Gh Fh Tp . .", 26,
         "Fountain 4, Cottage 9, Market 1, Feast 9, Silva 4, Trading 1, empty -2", {"halls": 1}),
    Case("E-R16", "Co Tp Ab Ma Ma Co Ab Tp Ab Ma Ab Fh Fo Co Fo Ma", 10,
         "Trading 2, Market 6, Feast 2", {"halls": 3}),
    Case("E-R17", "Fc Fc Fc Fc Fc Th Co . . Fc Co Gh Fh . Ab .", 9,
         "Theater 2, Cottage 6, Feast 2, Abbey 3, empty -4", {"halls": 4}),
    Case("E-R18", "OW Al Th Or Fo Tp Co . Fo Fo . Al . Th . .", 14,
         "Theater 7, Fountain 6, Trading 1, Almshouse 5, empty -5"),
    Case("E-R19", "MP Al Ba Co Sh Tp Fa . . . Sh . . Fa . .", 5,
         "Mandras 4, Bakery 3, Cottage 3, Shed 2, Trading 1, Almshouse -1, empty -7"),
]  # fmt: skip

# Section 13: worked scoring checks. Letters stand for groups; capital M is the monument.
CHECKS = [
    Case("13-A", "Co We Co Tv Fa Co We Tv Ch Th Co Tv Tv . Fc Ch", 43,
         "Cottage 12, Well 6, Chapel 8, Tavern 14, Theater 4, empty -1"),
    Case("13-B", "Co Co . Co Co Fa Co Co Tv Tv . Th We . Ch Ch", 25,
         "Cottage 12, Chapel 8, Tavern 5, Theater 3, empty -3"),
    Case("13-C", "Co BC We Ch Fa . Tv Th Co Co Ch We Tv . . Fc", 33,
         "Cottage 9, Barrett 5, Well 2, Chapel 10, Tavern 5, Theater 5, empty -3"),
    Case("13-D", "Te Co . Co Co Fa Te Co Co Co BC Fo In . In Te", 20,
         "Barrett 5, Cottage 9, Temple 8, empty -2"),
    Case("13-E", "Co . Ab Co Gr Co Co Mi Ma Ma Bk Ma MP Co Fh Ma", 31,
         "Cottage 6, Millstone 2, Abbey 3, Feast 2, Market 11, Bank 4, Mandras 4, empty -1", {"halls": 1}),
    Case("13-F", "Co Co Sh Cl Co Tl Tl Co Gh Tl Tl Al Cl Al Al Cl", 36,
         "Cottage 9, Shed 1, Cloister 9, Almshouse -3, Tailor 20"),
    Case("13-G", "Co Wh Tv Wh Or We Co . . Co SF Ch Ba Co Wh Co", 9,
         "Cottage 6, Well 2, Chapel 2, Tavern 2, Warehouse -4, Silva 3, empty -2",
         {"stored": {1: ["wood", "glass", "glass"], 14: ["brick"]}}),
    Case("13-H", "Co Co . Co Co Co We We Ch Tv . MM Tv Tv . Co", 26,
         "Cottage 18, Well 2, Tavern 9, empty -3"),
    Case("13-I", "Co . . We . CC . . . . Tv . Fc . . Th", 6, "Tavern 2, Theater 2, Caterina 2"),
    Case("13-J", "Co We Co Tv We Co Tv Ba Ch . Wh Fa Co Co . Tv", 28,
         "Well 5, Cottage 12, Chapel 4, Tavern 9, Bakery 3, Warehouse -3, empty -2",
         {"stored": {10: ["wood", "glass", "glass"]}}),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES + CHECKS, ids=lambda case: case.name)
def test_finished_town(rules: Rules, case: Case) -> None:
    """Section 6 as a whole: the total and every line of it."""
    more = dict(case.more)
    halls = more.pop("halls", None)
    if halls is None:
        result = final(rules, case.board, **more)
    else:  # the right-hand neighbour, with so many Feast Halls, sits before
        rival = make_player(" ".join(["Fh"] * halls + ["."] * (16 - halls)))
        result = rules.score(position(rival, make_player(case.board, **more), cards=["feast_hall"]))[1]
    expected: dict[str, int] = {}
    for line in case.lines.split(", "):
        name, number = line.split()
        expected[LINES.get(name, name.lower())] = int(number)
    empty = expected.pop("empty", 0)
    assert {card: number for card, number in result["by_card"].items() if number} == expected
    assert (result["empty"], result["total"]) == (empty, case.total)


def test_e_s1_feeds_the_pair(rules: Rules) -> None:
    """E-S1: the Greenhouse feeds the group of two."""
    assert final(rules, CASES[0].board)["fed"] == ["r2c0", "r3c0"]


def test_e_r15_feeds_the_group_of_three(rules: Rules) -> None:
    """E-R15: the Greenhouse feeds the group of three."""
    case = next(case for case in CASES if case.name == "E-R15")
    rival = make_player("Fh . . . . . . . . . . . . . . .")
    assert rules.score(position(rival, make_player(case.board)))[1]["fed"] == ["r0c2", "r1c2", "r1c3"]
