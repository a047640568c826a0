"""Scenarios of features: several joined at once, tiles touched twice, what ends a road and what cuts a field."""

from __future__ import annotations

import pytest

from carc_gold_env.notation import replay
from tabletop_envs.errors import NotationError
from tests.carc.scenario import lay, play

# Four cities round (0, -1): those of the start tile, of two E beside it and of one above.
FOUR = [
    lay("U", 1, 0),
    lay("U", -1, 0),
    lay("E", 1, -1, 270, "city W"),
    lay("B", 1, -2),
    lay("E", -1, -1, 90, "city E"),
    lay("E", 0, -2, 180, "city S"),
    lay("C", 0, -1),
]


def test_one_tile_joins_four_cities() -> None:
    """Five tiles and a shield; the majority of two over one counts after joining, and all meeples return."""
    found = play(*FOUR)
    assert found["scores"] == [12, 0]
    assert found["meeples_in_hand"] == [7, 7]


def test_majority_is_counted_over_all_that_was_joined() -> None:
    """The same with one knight each: a tie, in full for both."""
    alone = [dict(turn) for turn in FOUR]
    del alone[4]["meeple"]
    assert play(*alone)["scores"] == [12, 12]


def test_no_meeple_where_one_of_the_joined_features_has_one() -> None:
    """The tile joins an empty city and one with the player's own knight: own ones count too."""
    turns = [lay("E", 1, -1, 270, "city W"), lay("B", 1, -2)]
    with pytest.raises(NotationError, match="a meeple stands in this feature already"):
        play(lay("U", 1, 0), lay("U", -1, 0), *turns, lay("N", 0, -1, 180, "city S"))


def test_own_feature_takes_no_second_meeple() -> None:
    turns = [lay("U", 1, 0, 0, "road E"), lay("E", 0, -1, 180)]
    with pytest.raises(NotationError, match="a meeple stands in this feature already"):
        play(*turns, lay("U", 2, 0, 0, "road E"))


@pytest.mark.parametrize("segment", ["city N", "city W"])
def test_either_of_two_segments_of_one_city_is_the_same(segment: str) -> None:
    """The last tile touches the city twice: four tiles, each counted once, whichever segment the knight takes."""
    found = play(
        lay("N", 0, 1, 270),
        lay("N", -1, 1, 180),
        lay("N", -1, 2, 90),
        lay("I", 0, 2, 0, segment),
    )
    assert found["moves"][-1]["meeple_options"] == 3
    assert found["scores"] == [0, 8]
    assert found["meeples_in_hand"] == [7, 7]


def test_tie_on_an_unfinished_road_pays_both_in_the_end() -> None:
    found = play(
        lay("U", 1, 0, 0, "road E"),
        lay("B", 1, 1),
        lay("B", 2, 1),
        lay("B", 3, 1),
        lay("E", 0, -1, 180),
        lay("U", 3, 0, 0, "road W"),
        lay("U", 2, 0),
    )
    assert (found["scores"], found["final"]) == ([0, 0], [4, 4])


def test_unfinished_city_counts_tiles_and_shields_once() -> None:
    found = play(lay("M", 0, -1, 180, "city S"))
    assert (found["scores"], found["final"]) == ([0, 0], [3, 0])


def test_monastery_in_a_hole_is_complete_at_once() -> None:
    turns = [
        lay("U", -1, 0),
        lay("U", 1, 0),
        lay("E", -1, 1, 270),
        lay("E", 1, 1, 90),
        lay("E", -1, 2, 270),
        lay("GM1", 1, 2, 0, gold=(1, 1)),
        lay("E", 0, 2, 180),
    ]
    found = play(*turns, lay("B", 0, 1, 0, "monastery"))
    assert (found["scores"], found["ingots"], found["meeples_in_hand"]) == ([0, 9], [0, 2], [7, 7])
    found = play(*turns, lay("B", 0, 1))
    assert (found["scores"], found["ingots"], found["final"]) == ([0, 0], [0, 0], [0, 0])


@pytest.mark.parametrize(
    ("tile", "options"),
    [("X", 4 + 4), ("W", 3 + 3), ("GM8", 2 + 4), ("GM5", 2 + 3), ("GM4", 2 + 3 + 1), ("U", 1 + 2), ("A", 1 + 1 + 1)],
)
def test_roads_and_fields_of_a_tile_are_separate_features(tile: str, options: int) -> None:
    """A junction ends its roads, a bridge ends neither, and the grass is cut by both."""
    gold = (0, 0) if tile.startswith("GM") else None
    rotation = {"W": 180, "A": 90}.get(tile, 0)
    found = play(lay(tile, 1, 0, rotation, gold=gold))
    assert found["moves"][0]["meeple_options"] == options


def test_grass_goes_round_the_end_of_a_road_at_a_monastery() -> None:
    """Both banks of the road below belong to the field of the farmer; below a junction only one does."""
    below = lay("U", 0, 2, 90)
    assert play(lay("A", 0, 1, 0, "field SL"), below)["moves"][1]["meeple_options"] == 1
    assert play(lay("W", 0, 1, 0, "field SL"), below)["moves"][1]["meeple_options"] == 2


def test_grass_ends_where_a_road_runs_into_a_city() -> None:
    """The road from the city cuts the grass: the other bank is free, as is the road."""
    found = play(lay("S", 0, -1, 180, "field NL"), lay("U", 0, -2, 90))
    assert found["moves"][1]["meeple_options"] == 2


def test_farmer_stays_when_everything_round_it_is_complete() -> None:
    found = play(lay("E", 0, -1, 180, "field EL"), lay("A", 1, 0, 90), lay("A", -1, 0, 270))
    assert (found["scores"], found["meeples_in_hand"], found["final"]) == ([0, 0], [6, 7], [3, 0])


def test_some_but_not_all_share_a_win() -> None:
    moves = [
        {"player": 0, "tile": "E", "x": 0, "y": 1, "rotation": 180, "meeple": ["city", 0]},
        {"player": 1, "tile": "E", "x": 1, "y": 1, "rotation": 90, "meeple": ["city", 0]},
        {"player": 2, "tile": "U", "x": 1, "y": 0, "rotation": 0},
    ]
    record = {
        "game": "carcassonne_gold_v0",
        "config": {"num_players": 3},
        "chance": {"tiles": ["E", "E", "U"]},
        "moves": moves,
    }
    assert replay(record)["result"] == {
        "final": [1, 1, 0],
        "ingots": [0, 0, 0],
        "winners": ["player_0", "player_1"],
    }


def test_discarded_tile_stays_out_when_it_would_fit_later() -> None:
    """X finds no road open and leaves; the next tile opens one, and the tile after it is drawn from the draw pile."""
    turns = [lay("E", 0, -1, 180), lay("A", 1, 0, 90), lay("A", -1, 0, 270), lay("V", 0, 1, 0), lay("U", 0, 2, 90)]
    found = play(*turns, draw=["E", "A", "A", "X", "V", "U"])
    assert found["discarded"] == ["X"]
    assert len(found["moves"]) == 5
