"""Cases D2 to D17 and every building's points (rules/tiny_towns_base.md 6, 10, 11 and the cards)."""

from __future__ import annotations

import pytest

from tests.tt.scenario import Rules, final, make_player, position


def points(rules: Rules, card: str, board: str, **more: object) -> int:
    return final(rules, board, **more)["by_card"][card]


def alone(*marks: str, on: tuple[int, ...]) -> str:
    """A board that is empty except for these marks on these squares."""
    cells = ["."] * 16
    for mark, square in zip(marks, on, strict=True):
        cells[square] = mark
    return " ".join(cells)


# Blue.


def test_cottage_scores_three_if_fed(rules: Rules) -> None:
    """Cottage: 3 if fed, otherwise 0."""
    assert points(rules, "cottage", alone("Co", "Gr", on=(0, 1))) == 3
    assert points(rules, "cottage", alone("Co", "Gr", on=(0, 2))) == 0


@pytest.mark.parametrize("mark", ["Fa", "Gr", "Gh", "Or"])
def test_red_buildings_never_score(rules: Rules, mark: str) -> None:
    """Section 11: red buildings never score."""
    assert list(final(rules, alone(mark, on=(5,)))["by_card"].values()) == [0]


# Grey.


def test_well_counts_adjacent_cottages(rules: Rules) -> None:
    """Well: 1 per adjacent Cottage, fed or not; two Wells may count the same one; diagonals do not count."""
    board = """Co We Co .
               Co Co .  .
               We .  .  .
               .  .  .  ."""
    assert points(rules, "well", board) == 3 + 1


def test_well_counts_barrett_castle_twice(rules: Rules) -> None:
    """Section 11, Well: Barrett Castle counts 2, fed or not."""
    assert points(rules, "well", alone("We", "BC", on=(5, 6))) == 2
    assert points(rules, "well", alone("We", "BC", on=(5, 10))) == 0


def test_d2_fountains_in_pairs_and_alone(rules: Rules) -> None:
    """D2; Fountain: 2 if adjacent to a grey building; two separate pairs both count."""
    board = """Fo Fo .  .
               .  .  .  Fo
               .  .  .  .
               .  .  Fo Fo"""
    result = final(rules, board)
    assert result["by_card"] == {"fountain": 8}
    assert result["total"] == -3


def test_fountain_is_yes_or_no(rules: Rules) -> None:
    """Section 11: never more than 2 each; diagonals do not count."""
    assert points(rules, "fountain", alone("Fo", "Fo", "Fo", on=(0, 1, 2))) == 6
    assert points(rules, "fountain", alone("Fo", "Fo", on=(0, 5))) == 0


@pytest.mark.parametrize(
    ("marks", "worth"),
    [(("Fa",), 2), (("Ba",), 2), (("Fa", "Ba"), 2), (("Co",), 0), (("Ch",), 0), (("Tv",), 0), (("Fc",), 0)],
)
def test_d3_millstone(rules: Rules, marks: tuple[str, ...], worth: int) -> None:
    """D3; Millstone: 2 for a red or yellow neighbour, paid once; no other colour counts."""
    board = alone("Mi", *marks, on=(5, 1, 6)[: 1 + len(marks)])
    assert points(rules, "millstone", board) == worth


def test_millstone_diagonal(rules: Rules) -> None:
    """Section 11: diagonals do not count, nor does another Millstone."""
    assert points(rules, "millstone", alone("Mi", "Fa", on=(5, 0))) == 0
    assert points(rules, "millstone", alone("Mi", "Mi", on=(5, 6))) == 0


def test_shed_scores_one(rules: Rules) -> None:
    """Shed: a flat 1."""
    assert points(rules, "shed", alone("Sh", "Sh", on=(5, 9))) == 2


# Orange.


@pytest.mark.parametrize(
    ("mark", "worth"),
    [("Co", 3), ("Fa", 3), ("We", 3), ("Ab", 6), ("W", 3), ("MP", 3), ("Fc", 0), ("Tv", 0), ("Th", 0)],
)
def test_d4_abbey(rules: Rules, mark: str, worth: int) -> None:
    """Abbey: 3 if no black, green or yellow neighbour; everything else is harmless."""
    assert points(rules, "abbey", alone("Ab", mark, on=(5, 6))) == worth
    assert points(rules, "abbey", alone("Ab", mark, on=(5, 10))) == (6 if mark == "Ab" else 3)


def test_chapel_counts_fed_cottages(rules: Rules) -> None:
    """Section 11, Chapel: 3 fed and 1 unfed Cottage make each Chapel worth 3."""
    board = """Co Co Ch .
               Co Gr Ch .
               .  .  .  .
               .  .  .  Co"""
    assert points(rules, "chapel", board) == 6


def test_chapel_and_barrett_castle(rules: Rules) -> None:
    """Chapel: a fed Barrett Castle counts as 2 fed Cottages, an unfed one as none."""
    assert points(rules, "chapel", alone("Ch", "BC", "Gr", "Co", on=(0, 5, 10, 6))) == 3
    assert points(rules, "chapel", alone("Ch", "BC", "Gr", on=(0, 5, 15))) == 0


def test_chapel_and_the_mausoleum(rules: Rules) -> None:
    """Chapel: Cottages paid by the Grand Mausoleum are still unfed and do not count."""
    assert points(rules, "chapel", alone("Ch", "MM", "Co", on=(0, 5, 10))) == 0


def test_d5_cloisters_off_the_corner(rules: Rules) -> None:
    """D5; Cloister: every one scores the number in corners, even one that is not in a corner."""
    board = """Cl .  .  Cl
               .  Cl .  .
               .  .  .  .
               .  .  .  ."""
    result = final(rules, board)
    assert result["by_card"] == {"cloister": 6}
    assert result["total"] == -7
    assert points(rules, "cloister", alone(*["Cl"] * 5, on=(0, 3, 12, 15, 5))) == 20


def test_temple_needs_two_fed_cottages(rules: Rules) -> None:
    """Temple: 4 with at least two adjacent fed Cottages, otherwise 0; one Cottage may serve several."""
    board = """Te Co Te .
               Co Gr Co .
               .  .  .  .
               .  .  .  ."""
    assert points(rules, "temple", board) == 8
    assert points(rules, "temple", alone("Te", "Co", "Gr", on=(0, 1, 5))) == 0
    assert points(rules, "temple", alone("Te", "Co", "Co", "Gr", on=(0, 1, 4, 15))) == 0


def test_temple_and_barrett_castle(rules: Rules) -> None:
    """Temple: a fed Barrett Castle alone satisfies it."""
    assert points(rules, "temple", alone("Te", "BC", "Gr", on=(0, 1, 5))) == 4
    assert points(rules, "temple", alone("Te", "BC", on=(0, 1))) == 0


# Green.


@pytest.mark.parametrize(("count", "worth"), list(enumerate([-1, 5, -3, 15, -5, 26, 26, 26], 1)))
def test_d12_almshouse_ladder(rules: Rules, count: int, worth: int) -> None:
    """D12; Almshouse: one value for the group; 26 also with 7 or more."""
    result = final(rules, " ".join(["Al"] * count + ["."] * (16 - count)))
    assert result["by_card"] == {"almshouse": worth}
    assert result["total"] == worth - (16 - count)


@pytest.mark.parametrize(("count", "worth"), list(enumerate([2, 5, 9, 14, 20, 20, 20], 1)))
def test_d13_tavern_ladder(rules: Rules, count: int, worth: int) -> None:
    """D13; Tavern: one value for the group; no more than 20."""
    result = final(rules, " ".join(["Tv"] * count + ["."] * (16 - count)))
    assert result["by_card"] == {"tavern": worth}
    assert result["total"] == worth - (16 - count)


def halls(*counts: int) -> list[str]:
    return [" ".join(["Fh"] * n + ["."] * (16 - n)) for n in counts]


@pytest.mark.parametrize(
    ("counts", "worth"),
    [((2, 1), [6, 2]), ((2, 2), [4, 4]), ((1, 2, 3), [2, 6, 9]), ((0, 1, 0, 2), [None, 3, None, 6])],
)
def test_feast_hall_looks_at_the_right_neighbour(
    rules: Rules, counts: tuple[int, ...], worth: list[int | None]
) -> None:
    """Feast Hall: 2, or 3 with strictly more than the player before; the first player's right neighbour is the last."""
    results = rules.score(position(*map(make_player, halls(*counts)), cards=["feast_hall"]))
    assert [r["by_card"].get("feast_hall") for r in results] == worth


def test_inn_alone_in_row_and_column(rules: Rules) -> None:
    """Inn: judged one by one; two in a line spoil each other, a third may score."""
    board = """In .  .  In
               .  In .  .
               .  .  .  .
               .  .  .  ."""
    assert points(rules, "inn", board) == 3
    assert points(rules, "inn", alone("In", "In", on=(0, 12))) == 0
    assert points(rules, "inn", alone("In", "In", "In", "In", on=(0, 5, 10, 15))) == 12


# Yellow.


def test_d7_bakery(rules: Rules) -> None:
    """D7; Bakery: 3 once for a red or black neighbour; a diagonal one does not count."""
    board = """Fa Ba Bk .
               .  .  .  .
               Ba .  .  .
               .  Fa .  ."""
    assert points(rules, "bakery", board, stored={2: ["wood"]}) == 3


@pytest.mark.parametrize(("mark", "worth"), [("Fa", 3), ("Fc", 3), ("Co", 0), ("We", 0), ("Ch", 0), ("Tv", 0)])
def test_bakery_neighbours(rules: Rules, mark: str, worth: int) -> None:
    """Bakery: red or black, edge neighbours only."""
    assert points(rules, "bakery", alone("Ba", mark, on=(5, 6))) == worth


def test_d8_market_plus_sign(rules: Rules) -> None:
    """D8; ruling 3; Market: row or column, the better one, itself included, never both."""
    board = """.  Ma .  .
               Ma Ma Ma .
               .  Ma .  .
               .  .  .  ."""
    result = final(rules, board)
    assert result["by_card"] == {"market": 15}
    assert result["total"] == 4
    assert points(rules, "market", alone("Ma", on=(6,))) == 1
    assert points(rules, "market", alone(*["Ma"] * 4, on=(4, 5, 6, 7))) == 16


def test_tailor_counts_the_centre(rules: Rules) -> None:
    """Tailor: 1 plus the yellow buildings on the 4 centre squares, itself included, wherever it stands."""
    assert points(rules, "tailor", alone("Tl", on=(0,))) == 1
    assert points(rules, "tailor", alone("Tl", on=(5,))) == 2
    assert points(rules, "tailor", alone("Tl", "Tl", "Tl", on=(0, 6, 9))) == 9
    assert points(rules, "tailor", alone(*["Tl"] * 4, on=(5, 6, 9, 10))) == 20


def test_d11_theater_repeats_and_cubes(rules: Rules) -> None:
    """D11; Theater: a type counts once however often; other Theaters and cubes are nothing."""
    board = """.  Co .  W
               Co Th Th Co
               S  .  G  .
               .  .  .  ."""
    assert points(rules, "theater", board) == 2


def test_theater_six_types(rules: Rules) -> None:
    """Theater: 6 squares are looked at, so at most 6; row and column together."""
    board = """.  Co .  .
               Fa Th We Ch
               .  Tv .  .
               .  Fc .  ."""
    assert points(rules, "theater", board) == 6


def test_theater_and_monuments(rules: Rules) -> None:
    """Section 11, Theater: a monument is one type, except Barrett Castle, which is Cottages."""
    assert points(rules, "theater", alone("Th", "MP", "Co", on=(0, 1, 2))) == 2
    assert points(rules, "theater", alone("Th", "BC", "Co", on=(0, 1, 2))) == 1
    assert points(rules, "theater", alone("Th", "BC", on=(0, 1))) == 1


# Black.


@pytest.mark.parametrize(
    ("board", "stored", "by_card", "total"),
    [
        ("Bk Bk . . . . . . . . . . . . . .", {0: ["wood"], 1: ["glass"]}, {"bank": 8}, -6),
        ("Tp . . . . . . . . . . . . . . .", {}, {"trading_post": 1}, -14),
        ("Fc . . . . . . . . . . . . . . .", {0: ["wood"]}, {"factory": 0}, -15),
        (
            "Wh Wh . . . . . . . . . . . . . .",
            {0: ["wood", "wood", "glass"], 1: ["stone", "brick"]},
            {"warehouse": -5},
            -19,
        ),
        ("Wh . . . . . . . . . . . . . . .", {}, {"warehouse": 0}, -15),
    ],
    ids=["banks", "trading post", "factory", "warehouses", "empty warehouse"],
)
def test_d16_black_buildings(
    rules: Rules, board: str, stored: dict[int, list[str]], by_card: dict[str, int], total: int
) -> None:
    """D16: Bank 4, Trading Post 1, Factory 0, Warehouse -1 per stored cube."""
    result = final(rules, board, stored=stored)
    assert result["by_card"] == by_card
    assert result["total"] == total


# Squares.


def test_d17_left_over_cubes_are_empty_squares(rules: Rules) -> None:
    """D17; section 6.1, 6.4 and 6.5: -1 for every square without a building; the total may be negative."""
    result = final(rules, "W S B G H W S B G H W S B G H W")
    assert (result["total"], result["empty"], result["by_card"]) == (-16, -16, {})


def test_a_cube_on_a_cottage_costs_nothing(rules: Rules) -> None:
    """Section 6.1: cubes on Cottages are removed without penalty; the Cottage scores as usual."""
    result = final(rules, "Co Gr . . . . . . . . . . . . . BM", stored={0: ["wood"]})
    assert result["by_card"] == {"cottage": 3, "granary": 0, "statue_of_the_bondmaker": 0}
    assert result["empty"] == -13
