"""The worked cases of chapter 7 and the rulings about gold, each on a real board."""

from __future__ import annotations

from typing import Any

import pytest

from carc_gold_env.notation import engine, start_of
from carc_gold_env.state import INGOTS, Phase
from tests.carc.scenario import Turn, lay, play

# An E at (0, 1) and one at (-1, 2) show their cities to (0, 2), where a GM2 joins and closes them.
EAST = lay("E", 0, 1, 180, "city S")
WEST = lay("E", -1, 2, 90, "city E")
CLOSING = lay("GM2", 0, 2, 0, gold=(0, 1))


def test_worked_case_1_one_owner_takes_all() -> None:
    found = play(
        lay("GM6", 0, -1, 180, "city S", gold=(0, 0)),
        lay("GM1", 0, 1, 0, gold=(0, 0)),
        lay("E", 1, -1, 270),
    )
    assert (found["scores"], found["ingots"]) == ([6, 0], [3, 0])
    assert found["ingots_on_tiles"] == [[0, 1, 1]]


def test_worked_case_2_the_active_owner_gets_the_odd_ingot() -> None:
    gold = lay("GM1", 1, 1, 0, gold=(0, 1))
    found = play(EAST, lay("E", -1, 1, 270), gold, WEST, lay("B", -2, 2), CLOSING)
    assert (found["scores"], found["ingots"]) == ([6, 6], [1, 2])
    assert found["ingots_on_tiles"] == [[1, 1, 1]]


def test_worked_case_3_the_first_owner_after_the_active_player_gets_it() -> None:
    gold = lay("GM1", 1, 1, 0, gold=(0, 1))
    found = play(EAST, lay("E", -1, 1, 270), gold, lay("U", 1, 0), WEST, CLOSING, players=3)
    assert (found["scores"], found["ingots"]) == ([6, 6, 0], [2, 1, 0])


def contested(gold: tuple[int, int], road: Any = "road W", fillers: tuple[Turn, ...] = ()) -> dict[str, Any]:
    """Player 1 finishes player 0's city and a road with a tile of both, which carries one ingot."""
    return play(
        EAST,
        lay("B", 1, 1),
        lay("B", -1, 1),
        lay("A", 1, 2, 90, road),
        lay("E", -1, 2, 90),
        lay("B", 1, 3),
        lay("A", 0, 3, 180),
        *fillers,
        lay("GM6", 0, 2, 0, gold=gold),
    )


def test_worked_case_4_one_pool_and_the_shared_tile_first() -> None:
    """With a pool for each feature, or with the road's own tile first, both would have one."""
    found = contested((1, 2))
    assert (found["scores"], found["ingots"]) == ([6, 3], [0, 2])


def test_tile_of_two_features_is_claimed_by_the_owners_of_both() -> None:
    """As case 4, but player 0 is active: the city's owner takes the shared one although the road claims it later."""
    found = contested((1, 2), fillers=(lay("B", -2, 2),))
    assert (found["scores"], found["ingots"]) == ([6, 3], [1, 1])


def test_worked_case_5_each_takes_what_only_he_can() -> None:
    found = contested((0, 1))
    assert (found["scores"], found["ingots"]) == ([6, 3], [1, 1])


def test_unowned_feature_leaves_its_ingots_beside_an_owned_one() -> None:
    """The road has no owner: of its tiles only the one that is the city's too gives its ingot."""
    found = contested((1, 2), road=None)
    assert (found["scores"], found["ingots"]) == ([6, 0], [1, 0])
    assert found["ingots_on_tiles"] == [[1, 2, 1]]


def test_worked_case_6_ingots_of_an_empty_city_go_with_a_road_later() -> None:
    turns = [
        lay("GM7", 0, -1, 90, gold=(0, 0)),
        lay("E", 0, -2, 180),
        lay("A", 1, 0, 90, "road W"),
        lay("A", -1, 0, 270),
    ]
    found = play(*turns[:2])
    assert (found["ingots"], found["ingots_on_tiles"]) == ([0, 0], [[0, -1, 1], [0, 0, 1]])
    found = play(*turns)
    assert (found["ingots"], found["ingots_on_tiles"]) == ([1, 0], [[0, -1, 1]])


def test_worked_case_7_monastery_takes_what_lies_under_a_knight_of_another() -> None:
    """Player 1 lays the last tile, across the corner, and has a knight on one of the nine tiles."""
    found = play(
        lay("B", 0, 1, 0, "monastery"),
        lay("U", -1, 0),
        lay("U", 1, 0),
        lay("E", -1, 1, 270, "city W"),
        lay("E", 1, 1, 90),
        lay("GM1", -1, 2, 0, gold=(-1, 1)),
        lay("V", 0, 2),
        lay("B", 1, 2),
    )
    assert (found["scores"], found["ingots"]) == ([9, 0], [2, 0])
    assert found["meeples_in_hand"] == [7, 6]


def test_owner_through_two_features_takes_one_ingot_a_round() -> None:
    """Player 0 owns the monastery and ties in the city; all three ingots lie on tiles of both: 1, 0, 1."""
    found = play(
        lay("B", 0, 1, 0, "monastery"),
        lay("U", -1, 0),
        lay("U", 1, 0),
        lay("E", -1, 1, 270),
        lay("E", 1, 1, 90),
        lay("E", 1, 2, 270, "city W"),
        lay("E", -1, 2, 270),
        lay("GM1", 1, 3, 0, gold=(1, 2)),
        lay("E", 0, 3, 0, "city N"),
        lay("GM2", 0, 2, 180, gold=(1, 2)),
    )
    assert found["scores"] == [15, 6]
    assert found["ingots"] == [1, 2]


def test_only_features_completed_in_this_turn_take_gold() -> None:
    """An ingot put onto a tile of a city scored earlier is not paid for that city; a road takes it later."""
    turns = [
        lay("E", 0, -1, 180, "city S"),
        lay("GM1", 0, 1, 0, gold=(0, 0)),
        lay("A", 1, 0, 90),
        lay("A", -1, 0, 270, "road E"),
    ]
    found = play(*turns[:3])
    assert (found["scores"], found["ingots"]) == ([4, 0], [0, 0])
    found = play(*turns)
    assert (found["scores"], found["ingots"]) == ([4, 3], [0, 1])
    assert found["ingots_on_tiles"] == [[0, 1, 1]]


def test_farmers_and_losers_claim_nothing() -> None:
    """Player 1 has a farmer round the completed city and a knight in it, and is active: the only ingot is player
    0's."""
    turns: list[Turn] = [
        EAST,
        lay("B", 1, 1, 0, "field NL"),
        lay("B", -1, 1),
        lay("E", 1, 2, 270, "city W"),
        lay("E", -1, 2, 90, "city E"),
        lay("GM1", 2, 2, 0, gold=(1, 2)),
        lay("B", -2, 2),
        lay("R", 0, 2),
    ]
    found = play(*turns)
    assert (found["scores"], found["ingots"]) == ([8, 0], [1, 0])
    assert found["meeples_in_hand"] == [7, 6]


@pytest.mark.nojit
def test_the_bank_is_just_enough_for_all_gold_tiles() -> None:
    """16 ingots, none of them left: the bank cannot run short with the printed tiles."""
    gold = [f"GM{k}" for k in range(1, 9)]
    state = start_of({"players": 2, "draw": gold, "turns": []})
    while (player := engine.next_player(state)) >= 0:
        engine.step(state, player, engine.legal_actions(state, player)[-1])
    g = state[0]
    assert g["phase"] == Phase.OVER
    assert int(g["tiles"]) == 9
    assert int(g["lies"].sum() + g["ingots"].sum()) == INGOTS
