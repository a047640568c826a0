"""Scenarios for the chapters of the rules and every row of the table of open points (section 9)."""

from __future__ import annotations

import pytest

from carc_gold_env.notation import legal_moves, replay, start_of
from carc_gold_env.rules.gold import gold_points
from tabletop_envs.errors import NotationError
from tests.carc.scenario import lay, play

# A city of two tiles north of the start tile, closed by an E.
CLOSE = lay("E", 0, -1, 180)


def test_setup_start_tile_belongs_to_nobody_and_is_no_turn() -> None:
    found = play(lay("E", 0, -1, 180, "city S"))
    assert found["scores"] == [4, 0]
    assert found["meeples_in_hand"] == [7, 7]


def test_second_ingot_is_compulsory() -> None:
    state = start_of({"players": 2, "draw": ["GM1"], "turns": []})
    assert all(" gold (0,0)" in move for move in legal_moves(state))


def test_second_ingot_must_be_named_where_there_is_a_choice() -> None:
    with pytest.raises(NotationError, match="GM2 is a gold tile; needed"):
        play(lay("U", 1, 0), lay("GM2", 1, -1, 90), draw=["U", "GM2"])


def test_second_ingot_not_onto_the_gold_tile_itself() -> None:
    with pytest.raises(NotationError, match="one of the tiles round it"):
        play(lay("GM8", 1, 0, gold=(1, 0)))


def test_second_ingot_may_go_on_a_tile_whose_features_are_all_complete() -> None:
    found = play(
        lay("A", 1, 0, 90),
        lay("A", -1, 0, 270),
        CLOSE,
        lay("GM2", 1, -1, 90, gold=(0, 0)),
    )
    assert [0, 0, 1] in found["ingots_on_tiles"]


def test_second_ingot_across_a_corner_and_onto_a_gold_tile() -> None:
    found = play(lay("GM8", 1, 0, gold=(0, 0)), lay("U", 2, 0), lay("GM1", 1, -1, 0, gold=(2, 0)))
    assert found["ingots_on_tiles"] == [[0, 0, 1], [1, -1, 1], [1, 0, 1], [2, 0, 1]]
    assert found["moves"][2]["gold_squares"] == 3
    found = play(lay("GM8", 1, 0, gold=(0, 0)), lay("GM1", 1, -1, 0, gold=(1, 0)))
    assert [1, 0, 2] in found["ingots_on_tiles"]


def test_completed_feature_without_meeples_keeps_its_ingots() -> None:
    found = play(lay("GM6", 0, -1, 180, gold=(0, 0)), lay("E", 1, -1, 270))
    assert (found["ingots"], found["scores"]) == ([0, 0], [0, 0])
    assert found["ingots_on_tiles"] == [[0, -1, 1], [0, 0, 1]]


def test_meeple_of_the_same_turn_counts_for_gold() -> None:
    found = play(lay("GM6", 0, -1, 180, gold=(0, 0)), lay("E", 1, -1, 270, "city W"))
    assert found["ingots"] == [0, 2]
    assert found["scores"] == [0, 6]


def test_active_player_without_a_claim_is_passed_over() -> None:
    """Players 0 and 1 tie in a city that player 2 completes: the odd ingot goes to player 0, who comes after player
    2."""
    found = play(
        lay("E", 0, 1, 180, "city S"),
        lay("E", -1, 1, 270),
        lay("B", 1, 1),
        lay("B", 2, 1),
        lay("E", -1, 2, 90, "city E"),
        lay("GM2", 0, 2, 0, gold=(0, 1)),
        players=3,
    )
    assert found["ingots"] == [1, 1, 0]
    assert found["scores"] == [6, 6, 0]


def test_ingots_after_the_last_turn_leave_the_game() -> None:
    found = play(lay("GM6", 0, -1, 180, "city S", gold=(0, 0)))
    assert found["ingots"] == [0, 0]
    assert found["final"] == [2, 0]


def test_gold_tile_that_is_discarded_puts_out_nothing() -> None:
    """All four sides of the board show city and field: GM4 and GM8, roads only, find no place."""
    found = play(
        lay("E", 0, -1, 180),
        lay("A", 1, 0, 90),
        lay("A", -1, 0, 270),
        lay("B", 0, 1),
        draw=["E", "A", "A", "GM8", "GM4", "B"],
    )
    assert found["discarded"] == ["GM8", "GM4"]
    assert found["ingots_on_tiles"] == []
    assert found["moves"][3]["scores"] == [0, 0]


def test_pile_that_ends_with_a_discard_ends_the_game_without_a_placement() -> None:
    turns = (lay("E", 0, -1, 180), lay("A", 1, 0, 90), lay("A", -1, 0, 270, "road E"))
    found = play(*turns, draw=["E", "A", "A", "X"])
    assert found["discarded"] == ["X"]
    assert found["scores"] == found["final"] == [3, 0]


def test_fields_and_unfinished_features_take_no_gold() -> None:
    found = play(lay("GM1", 0, 1, 0, "field NL", gold=(0, 0)), lay("U", 1, 0, 0, "road E"))
    assert found["ingots"] == [0, 0]
    assert found["ingots_on_tiles"] == [[0, 0, 1], [0, 1, 1]]


@pytest.mark.parametrize(("version", "one", "two"), [(1, 4, 4), (2, 3, 3), (3, 3, 6)])
def test_versions_of_the_farmers_scoring(version: int, one: int, two: int) -> None:
    """A second field of the same player at the same completed city pays again in the third version only."""
    turns = [
        lay("GM7", 0, -1, 90, "field EL", gold=(0, 0)),
        lay("U", 1, 0),
        lay("U", 2, 0),
        lay("E", 0, -2, 180),
    ]
    assert play(*turns, lay("U", -1, 0), farmer_scoring=version)["final"] == [one, 0]
    assert play(*turns, lay("U", -1, 0, 0, "field NL"), farmer_scoring=version)["final"] == [two, 0]


@pytest.mark.parametrize(("version", "final"), [(1, [4, 0]), (2, [3, 3]), (3, [6, 3])])
def test_versions_with_two_players_at_one_city(version: int, final: list[int]) -> None:
    """Player 0 has two fields at the city, player 1 one: only the first version counts all farmers together."""
    found = play(
        lay("GM7", 0, -1, 90, "field EL", gold=(0, 0)),
        lay("U", 1, 0, 0, "field NL"),
        lay("E", 0, -2, 180, "field NL"),
        lay("U", 2, 0),
        farmer_scoring=version,
    )
    assert found["final"] == final


@pytest.mark.parametrize(("version", "final"), [(1, [4, 4]), (2, [3, 3]), (3, [3, 3])])
def test_versions_with_a_tie_at_one_city(version: int, final: list[int]) -> None:
    """One farmer each, in two fields at the same city: in every version both score in full."""
    turns = [lay("GM7", 0, -1, 90, "field EL", gold=(0, 0)), lay("U", 1, 0, 0, "field NL"), lay("E", 0, -2, 180)]
    assert play(*turns, farmer_scoring=version)["final"] == final


def test_without_farmers_no_field_is_offered() -> None:
    state = start_of({"players": 2, "draw": ["U"], "turns": [], "farmers": False})
    assert not any("field" in move for move in legal_moves(state))
    with pytest.raises(NotationError, match="without farmers"):
        play(lay("U", 1, 0, 0, "field NL"), farmers=False)


def test_corners_of_the_bridge_over_the_city_all_border_it() -> None:
    for half in ("EL", "ER", "WL", "WR"):
        found = play(lay("GM7", 0, -1, 90, f"field {half}", gold=(0, 0)), lay("E", 0, -2, 180))
        assert found["final"] == [3, 0]


def test_roads_on_the_bridge_are_not_joined() -> None:
    found = play(lay("GM8", 1, 0, 0, "road N", gold=(0, 0)), lay("A", 2, 0, 90, "road W"), lay("A", -1, 0, 270))
    assert found["scores"] == [0, 4]
    assert found["meeples_in_hand"] == [6, 7]


def test_two_tile_city_by_the_current_and_the_old_rule() -> None:
    city = lay("E", 0, -1, 180, "city S")
    assert play(city)["scores"] == [4, 0]
    assert play(city, small_city=True)["scores"] == [2, 0]
    three = [lay("GM6", 0, -1, 180, "city S", gold=(0, 0)), lay("E", 1, -1, 270)]
    assert play(*three, small_city=True)["scores"] == play(*three)["scores"] == [6, 0]


def test_road_that_leaves_and_enters_the_same_junction_counts_it_once() -> None:
    """Two arms of a junction meet in a loop of three curves: four tiles, the junction counted once."""
    turns = [lay("W", 1, 0, 0, "road E"), lay("V", 2, 0), lay("V", 2, 1, 90), lay("V", 1, 1, 180)]
    assert play(*turns[:3])["final"] == [3, 0]
    found = play(*turns)
    assert found["scores"] == [4, 0]
    assert found["meeples_in_hand"] == [7, 7]


def test_squares_may_be_enclosed() -> None:
    """Eight tiles round an empty square: the last one is laid although the middle stays empty."""
    ring = [lay("U", 1, 0), lay("V", 2, 0), lay("U", 2, 1, 90), lay("V", 2, 2, 90), lay("U", 1, 2)]
    found = play(*ring, lay("V", 0, 2, 180), lay("A", 0, 1))
    assert len(found["moves"]) == 7


def test_no_meeple_in_hand_no_meeple() -> None:
    with pytest.raises(NotationError, match="no meeple is in hand"):
        play(lay("U", 1, 0, 0, "road E"), meeples=0)


def test_occupied_feature_is_refused() -> None:
    with pytest.raises(NotationError, match="a meeple stands in this feature already"):
        play(lay("U", 1, 0, 0, "road E"), lay("U", 2, 0, 0, "road E"))


def test_rate_of_gold() -> None:
    points = [int(gold_points(n)) for n in range(17)]
    assert points == [0, 1, 2, 3, 8, 10, 12, 21, 24, 27, 40, 44, 48, 52, 56, 60, 64]


def test_winners_share_a_tie() -> None:
    record = {
        "game": "carcassonne_gold_v0",
        "config": {"num_players": 3},
        "chance": {"tiles": ["U"]},
        "moves": [{"player": 0, "tile": "U", "x": 1, "y": 0, "rotation": 0}],
    }
    assert replay(record)["result"]["winners"] == ["player_0", "player_1", "player_2"]
