"""Fortune's monuments: building them, their points (R5, R22, R23, H27 to H29)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tabletop_envs.errors import NotationError
from tabletop_envs.spec import Rewards
from tests.oracle.cards import FORTUNE_MONUMENTS, LAYOUTS
from tests.oracle.layouts import everywhere
from tests.tt.fortune import CUBE_MARKS, MARK_OF, Fortune, board, build, can_build, laid
from tests.tt.scenario import EMPTY, make_player, position
from tt_env import notation
from tt_env.cards import NUMBERS
from tt_env.game import TinyTowns
from tt_env.rules.coins import pay_for_change
from tt_env.state import DTYPE, MAX_CHANGES

MONUMENTS = sorted(FORTUNE_MONUMENTS)


@pytest.mark.parametrize("monument", MONUMENTS)
def test_a_monument_is_built_once_by_its_holder(fortune: Fortune, monument: str) -> None:
    """Base section 4: once, only by its holder; all rotations and mirror images lie somewhere in the town."""
    here = make_player(board(laid(monument)), monument=monument, coins=2)
    there = make_player(board(laid(monument)), monument="silva_forum", coins=2)
    table = fortune.table(here, there)
    moves = [move for move in table.legal(0) if move.startswith(f"build {monument}")]
    assert {move.split()[2] for move in moves} == set(laid(monument))
    assert not can_build(table, 1, monument)
    table.play(0, moves[0])
    while "done" not in table.legal(0):
        table.play(0, table.legal(0)[0])
    assert table.player(0)["monument_built"]
    for way in everywhere(monument):
        cells = [CUBE_MARKS.get(way.get(square, ""), ".") for square in range(16)]
        assert monument in fortune.can_construct(" ".join(cells), monument=monument, coins=2)


@pytest.mark.parametrize("monument", MONUMENTS)
def test_not_twice(fortune: Fortune, monument: str) -> None:
    """Base section 4: its layout lies there again, but the monument stands."""
    rows = LAYOUTS[monument].split("/")
    at = f"r{4 - len(rows)}c{4 - len(rows[0])}"
    info: dict[str, Any] = {"monument_info": {"coin_swaps_after_construction": 0}} if monument == "hollow_hill" else {}
    here = make_player(board(laid(monument, at), r0c0=MARK_OF[monument]), coins=2, **info)
    assert not can_build(fortune.table(here), 0, monument)


@pytest.mark.parametrize(
    ("monument", "worth"),
    [
        ("caterinas_grotto", 2), ("eraflage_vineyard", 0), ("estival_festival", 4), ("hollow_hill", 7),
        ("masons_guild", 3), ("petal_promenade", 3), ("prism_forge", 1), ("southern_semaphore", 1),
        ("shrine_of_the_windseed", 0), ("treasury_at_okaver", 0),
    ],
)  # fmt: skip
def test_what_a_monument_is_worth_by_itself(fortune: Fortune, monument: str, worth: int) -> None:
    """Cards: the fixed points; unbuilt nothing."""
    info: dict[str, Any] = {"monument_info": {"coin_swaps_after_construction": 0}} if monument == "hollow_hill" else {}
    assert fortune.final(board(r0c0=MARK_OF[monument]), **info)["by_card"] == {monument: worth}
    assert fortune.final(EMPTY, monument=monument)["by_card"] == {}


# Estival Festival.

FESTIVAL = board(laid("estival_festival"))


@pytest.mark.parametrize("coins", range(5))
def test_h27_the_festival_costs_two(fortune: Fortune, coins: int) -> None:
    """H27 (a); 5.1, 5.2: 2 coins are paid on top of the cubes; without them it cannot be constructed."""
    table = fortune.table(make_player(FESTIVAL, coins=coins, monument="estival_festival"))
    assert can_build(table, 0, "estival_festival") == (coins >= 2)
    assert ("estival_festival" in fortune.can_construct(FESTIVAL, coins=coins, monument="estival_festival")) == (
        coins >= 2
    )
    if coins >= 2:
        assert build(table, 0, "estival_festival", "r0c0").coins(0) == [coins - 2]


def test_the_festival_and_a_mine_of_the_same_round(fortune: Fortune) -> None:
    """3.3: a Mine built first brings the coin that was missing."""
    here = make_player(board(laid("estival_festival"), laid("mine", "r3c0")), coins=1, monument="estival_festival")
    table = fortune.table(here, cards=["mine"])
    assert not can_build(table, 0, "estival_festival")
    build(build(table, 0, "mine", "r3c0"), 0, "estival_festival", "r0c0")
    assert table.coins(0) == [0]
    assert table.all_done().coins(0) == [1]


def test_h27_coins_are_worth_two(fortune: Fortune) -> None:
    """H27 (b): 3 coins are 6 VP, in all 4 + 6 - 15."""
    result = fortune.final(board(r0c0="EF"), coins=3)
    assert (result["coins"], result["total"]) == (6, 4 + 6 - 15)


# Hollow Hill.


@pytest.mark.parametrize("swaps", [0, 1, 3, 5])
def test_r22_hollow_hill(fortune: Fortune, swaps: int) -> None:
    """R22: 7, less 2 for each coin paid for a change; the total may fall below 0."""
    info = {"coin_swaps_after_construction": swaps}
    assert fortune.final(board(r0c0="HH"), monument_info=info)["by_card"] == {"hollow_hill": 7 - 2 * swaps}


def hill(fortune: Fortune, move: str, **more: Any) -> int:
    """What Hollow Hill has counted after a move of the placement step."""
    marks = {key: more.pop(key) for key in list(more) if len(key) == 4 and key[0] == "r"}
    here = make_player(board(r0c0="HH", **marks), monument_info={"coin_swaps_after_construction": 1}, **more)
    table = fortune.placing(here).play(0, move)
    return int((table.player(0)["monument_info"] or {})["coin_swaps_after_construction"])


def test_r22_what_hollow_hill_counts(fortune: Fortune) -> None:
    """R22: coins for another resource; no other placement, and not a Factory's free change."""
    assert hill(fortune, "place glass r3c3", coins=2) == 2
    assert hill(fortune, "place wood r3c3", coins=2) == 1
    assert hill(fortune, "place glass r3c3", coins=2, r1c1="Fc", stored={5: ["wood"]}) == 1
    assert hill(fortune, "exhibit r1c1", coins=2, r1c1="Mu", stored={5: ["wood", "glass"]}) == 1


def test_r22_building_costs_and_earlier_swaps_do_not_count(fortune: Fortune) -> None:
    """R22: nor coins for building costs or feeding, nor those spent before its construction."""
    here = make_player(board(laid("hollow_hill"), laid("jeweler", "r2c1")), coins=4, monument="hollow_hill")
    table = fortune.placing(here, cards=["jeweler"]).play(0, "place glass r0c3").play(1, "place wood r0c0")
    build(build(table, 0, "hollow_hill", "r0c0"), 0, "jeweler", "r3c2")
    assert table.player(0)["monument_info"] == {"coin_swaps_after_construction": 0}
    info = {"coin_swaps_after_construction": 0}
    result = fortune.final(board(r0c0="HH", r3c3="Tb", r2c0="Co"), coins=2, monument_info=info)
    assert (result["by_card"]["hollow_hill"], result["coins_left"]) == (7, 1)


def test_no_hill_falls_below_the_score_bounds() -> None:
    """15 full Warehouses beside a Hollow Hill that has counted all that a town can pay for; rewards stay in bounds."""
    stored = {square: ["wood"] * 3 for square in range(1, 16)}
    here = make_player("HH " + "Wh " * 15, stored=stored, monument_info={"coin_swaps_after_construction": MAX_CHANGES})
    config = {"monuments": True, "fortune": True}
    where = position(here, make_player("Co " * 16), cards=["warehouse"], fortune=True, config=config, round=200)
    for player in where["players"]:
        player["completed_round"] = 200
    state = notation.load(where)
    game = TinyTowns.of(state)
    low, high = game.score_bounds
    assert int(state[0]["players"][0]["score"]) == 7 - 2 * MAX_CHANGES - 45 == low
    for kind in Rewards.KINDS:
        rewards = Rewards(kind, game.score_scale)
        assert rewards.bounds(game)[0] <= rewards.returns(np.array([low, high]), np.array([False, True]))[0]
    where["players"][0]["monument_info"]["coin_swaps_after_construction"] += 1
    with pytest.raises(NotationError, match=f"0 to {MAX_CHANGES}"):
        notation.load(where)


def test_a_hill_counts_no_further_than_a_town_can_pay_for() -> None:
    """Only a made-up position comes there."""
    state = np.zeros(1, DTYPE)
    player = state["players"][0][0]
    player["built"], player["monument"], player["coins"] = 1, NUMBERS["hollow_hill"], 2
    player["monument_info"] = MAX_CHANGES - 1
    for _ in range(2):
        pay_for_change(player)
        assert player["monument_info"] == MAX_CHANGES


# Shrine of the Windseed.


@pytest.mark.parametrize(
    ("marks", "coins", "after"),
    [
        ("", 0, 1),  # the Shrine itself is one of its type
        ("Co Co", 0, 2),
        ("Co Co", 4, 5),  # H28: its own slot, one lost
        ("Co Fa Fa Fa", 0, 3),
        ("Co Fa We Ch", 0, 1),
        ("Co Co Co Co Co Co Co", 0, 5),
        ("W W W W", 0, 1),
    ],
)
def test_h28_windseed(fortune: Fortune, marks: str, coins: int, after: int) -> None:
    """H28, R23, worked case 23: a coin for each building of the most frequent type, the Shrine counts as one."""
    others = dict(zip(("r3c0", "r3c1", "r3c2", "r3c3", "r2c3", "r1c3", "r0c3"), marks.split(), strict=False))
    here = make_player(board(laid("shrine_of_the_windseed"), **others), monument="shrine_of_the_windseed", coins=coins)
    table = build(fortune.table(here), 0, "shrine_of_the_windseed", "r0c0")
    assert table.coins(0) == [after]


# Eraflage Vineyard.


@pytest.mark.parametrize(
    ("town", "worth"),
    [
        ("Fa . . . Co EV We . . . . . . We . .", 5),  # H29: two types, a type seen twice counts once
        (". . . . Co EV We . . . . . . We . .", -4),  # unfed
        (". . . . . EV . . . . . . . . . .", 0),
        ("Fa . . . . EV . . . . . . . . . .", 9),
        ("Fa . . . . EV W S . G . . . . . .", 9),  # cubes are no types
        ("Fa We Ch . Th EV Tv Bk . Co . . . . . .", 9 - 10),  # five in its lines; the Farm, Chapel are none of them
        ("Co We Ch Co Co EV Co Co Co Co Co Co Co Fa Co Co", 9 - 6),
    ],
)
def test_r5_h29_eraflage_vineyard(fortune: Fortune, town: str, worth: int) -> None:
    """R5, H29: 9 if fed, -2 for each type in row and column together, fed or not; it does not count itself."""
    assert fortune.final(town)["by_card"]["eraflage_vineyard"] == worth


def test_h29_totals(fortune: Fortune) -> None:
    """H29: 5 + 3 - 11 with the Farm; without it -4, and -12 for the empty squares."""
    town = "Fa . . . Co EV We . . . . . . We . ."
    result = fortune.final(town)
    assert result["by_card"] == {"farm": 0, "cottage": 3, "eraflage_vineyard": 5, "well": 0}
    assert result["total"] == -3
    assert fortune.final(town.replace("Fa", "."))["total"] == -4 - 12


def test_r5_it_takes_up_feeding_like_one_cottage(fortune: Fortune) -> None:
    """R5: one of a Farm's four; the best plan leaves a Cottage hungry, not the Vineyard."""
    result = fortune.final("Fa . . . . EV . . Co . Co . Co . Co .")
    assert "r1c1" in result["fed"]
    assert len(result["fed"]) == 4
    assert result["by_card"] == {"farm": 0, "cottage": 9, "eraflage_vineyard": 9}


@pytest.mark.parametrize(
    ("marks", "fed"),
    [
        ({"r0c0": "Gr", "r1c1": "EV"}, True),
        ({"r0c0": "Gr", "r2c2": "EV"}, False),
        ({"r0c0": "Or", "r0c3": "EV"}, True),
        ({"r0c0": "Or", "r1c1": "EV"}, False),
        ({"r0c0": "Gh", "r2c2": "EV"}, True),
    ],
)
def test_r5_every_red_building_feeds_it(fortune: Fortune, marks: dict[str, str], fed: bool) -> None:
    """R5: fed like a Cottage by the own red buildings, a Greenhouse's group included."""
    result = fortune.final(board(**marks))
    assert result["by_card"]["eraflage_vineyard"] == (9 if fed else 0) - 2 * (marks.get("r0c3") == "EV")
    assert bool(result["fed"]) == fed


def test_r5_it_is_one_of_a_greenhouse_group(fortune: Fortune) -> None:
    """R5: in a Greenhouse's group the Vineyard connects Cottages."""
    result = fortune.final(board(r0c0="Gh", r2c1="Co", r2c2="EV", r2c3="Co", r0c3="Co"))
    assert result["fed"] == ["r2c1", "r2c2", "r2c3"]


@pytest.mark.parametrize(
    ("town", "card", "worth"),
    [
        (". We . . Fa EV . . . . . . . . . .", "well", 0),
        (". Ch . . Fa EV . . . . . . . . . .", "chapel", 0),
        (". Te . . Fa EV Te . . . . . . . . .", "temple", 0),
        (". Sc . . Fa EV . . . . . . . . . .", "schoolhouse", 0),
        (". Pa . . Fa EV . . . . . . . . . .", "parsonage", 0),
    ],
)
def test_r5_it_is_no_cottage_for_other_cards(fortune: Fortune, town: str, card: str, worth: int) -> None:
    """R5: fed or not, it is no Cottage for other cards."""
    assert fortune.final(town)["by_card"][card] == worth


# The Treasury at Okaver's points.


@pytest.mark.parametrize(
    ("town", "worth"),
    [
        (". Co . . Co TO Co . . Co . . . . . .", 4),
        ("Co . Co . . TO . . Co . Co . . . . .", 0),
        (". Co . . We TO Fa . . W . . . . . .", 1),
    ],
)
def test_okaver_points(fortune: Fortune, town: str, worth: int) -> None:
    """Card: 1 VP for each Cottage that shares an edge, fed or not."""
    assert fortune.final(town)["by_card"]["treasury_at_okaver"] == worth
