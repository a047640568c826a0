"""Every field of a record and of a position, missing and wrong: one line that says where, what, and what is allowed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import decisions, load, replay, start_of
from tests.carc.test_hostile import BEGUN
from tests.carc.test_notation import RECORD
from tests.checks.bad_records import Path, Wrong, refused, refuses_odd_actions, with_value, without

MOVE: Path = ("moves", 2)
"""player_1 lays GM2 on (0,1) with r180, the second ingot on (0,0) and a meeple on its monastery."""

WRONG: list[Wrong] = [
    (("game",), "game: ", "'carcassonne_gold_v0'", [None, 7, "chess", "carcassonne_gold_v1"]),
    (("config",), "config: ", "num_players, gold_mines", [None, 2, []]),
    (("config", "num_players"), "config.num_players: ", "from 2 to 5", [None, 1, 6, True, 2.0, "2"]),
    (("config", "gold_mines"), "config.gold_mines: ", "true, false", [None, 1, "yes"]),
    (("config", "farmers"), "config.farmers: ", "true, false", [None, 0, "no"]),
    (("config", "small_city"), "config.small_city: ", "true, false", [None, 0, []]),
    (("config", "farmer_scoring"), "config.farmer_scoring: ", "from 1 to 3", [None, 0, 4, True, "3"]),
    (("config", "meeples"), "config.meeples: ", "from 0 to 7", [None, -1, 8, 7.0]),
    (("chance",), "chance: ", "tiles", [None, 7, ["E"]]),
    (("chance", "tiles"), "chance.tiles: ", "", [None, "E", {"E": 1}, ["E"] * 80]),
    (("chance", "tiles", 0), "chance.tiles: ", "A, B, C", [None, "Z", "e", 1, ["E"]]),
    (("chance", "tiles", 0), "chance.tiles: 2 tiles C", "the box has 1", ["C"]),
    (("moves",), "moves: ", "", [None, 7, "E", {}, [{}] * 80]),
    (MOVE, "moves[2]: ", "player, tile, x, y, rotation", [None, 7, "GM2", [], {}]),
    ((*MOVE, "player"), "moves[2].player: ", "0, 1, player_0, player_1", [None, 2, 4, -1, True, 1.0, "1", "player_2"]),
    ((*MOVE, "player"), "move 2 (player_0, GM2 (0,1) r180 gold (0,0) meeple monastery 0): ", "player_1's", [0]),
    ((*MOVE, "tile"), "moves[2].tile: ", "A, B, C", [None, 7, "Z", "gm2", ["GM2"]]),
    ((*MOVE, "tile"), "move 2 (player_1, A (0,1) r180 gold (0,0) meeple monastery 0): ", "allowed: GM2", ["A"]),
    ((*MOVE, "x"), "moves[2].x: ", "from -80 to 80", [None, 0.0, "0", True, 81]),
    ((*MOVE, "y"), "moves[2].y: ", "from -80 to 80", [None, 0.0, "0", True, -81]),
    ((*MOVE, "x"), "move 2 (player_1, GM2 (7,1) ", "touches no tile", [7]),
    ((*MOVE, "rotation"), "moves[2].rotation: ", "", [None, "180", 45, -90, 360, True]),
    ((*MOVE, "rotation"), "move 2 (player_1, GM2 (0,1) r90 ", "allowed: r180", [90]),
    ((*MOVE, "gold"), "moves[2].gold: ", "", [7, "N", [0], [0, 0, 0], {}]),
    ((*MOVE, "gold"), "moves[2].gold[1]: ", "from -80 to 80", [[0, None], [0, "0"], [0, 99]]),
    ((*MOVE, "gold"), "move 2 (player_1, GM2 (0,1) r180 gold (5,5) ", "allowed: (0,0)", [[5, 5]]),
    ((*MOVE, "gold"), "move 2 (player_1, GM2 (0,1) r180 gold (1,1) ", "allowed: (0,0)", [[1, 1]]),
    ((*MOVE, "meeple"), "move 2 (player_1, GM2 (0,1) r180 gold (0,0)): ", "city, road, field, monastery",
     [7, "monastery", [], {}, ["knight", 0], [None, 0], [["field"], 0]]),
    ((*MOVE, "meeple"), "move 2 (player_1, GM2 (0,1) r180 gold (0,0)): ", "a side of N",
     [["road"], ["road", -1], ["road", True], ["road", 0, 0], ["road", "NL"], ["road", None]]),
    ((*MOVE, "meeple"), "move 2 (player_1, GM2 (0,1) r180 gold (0,0)): ", "allowed: ",
     [["city", 1], ["road", 0], ["road", 9], ["road", "N"], ["field", 7], ["monastery", 1]]),
    (("moves", 0, "meeple"), "move 0 (player_0, E (0,-1) r180): ", "allowed: city 0, field 0",
     [["monastery"], ["monastery", 0], ["road", 0], ["road", "S"], ["city", 1], ["field", 1]]),
    (("moves", 0, "meeple"), "move 0 (player_0, E (0,-1) r180): ", "allowed: city S", [["city", "N"]]),
    (("moves", 1, "discard"), "moves[1].discard: ", "A, B, C", [None, 7, "Z"]),
    (("moves", 1, "discard"), "move 1 (discard E): ", "leaves the game is C", ["E"]),
    (("moves", 1), "move 1 (player_1, C (0,1) r0): C had no place and was discarded; ",
     "expected {'discard': 'C'} instead of this move", [{"player": 1, "tile": "C", "x": 0, "y": 1, "rotation": 0}]),
    (MOVE, "move 2 (player_1, C (0,1) r0): C had no place and was discarded; ", "the tile in hand is GM2",
     [{"player": 1, "tile": "C", "x": 0, "y": 1, "rotation": 0}]),
    (MOVE, "move 2 (discard GM2): ", "GM2 is in hand and has a place", [{"discard": "GM2"}]),
]  # fmt: skip

BEGUN_WRONG: list[Wrong] = [
    (("begun",), "begun: ", "x, y", [7, [], "E", {}]),
    (("begun", "x"), "begun.x: ", "from -80 to 80", [None, "0", True, 81]),
    (("begun", "y"), "begun.y: ", "from -80 to 80", [None, 1.0, -81]),
    (("begun", "x"), "begun: GM2 cannot be laid on (9,1)", "", [9]),
    (("begun", "rotation"), "begun.rotation: ", "", [None, "180", 45]),
    (("begun", "rotation"), "begun: GM2 does not fit (0,1) with r90; ", "allowed: r180", [90]),
    (("begun", "gold"), "begun.gold: ", "", [None, 7, [0]]),
    (("begun", "gold"), "begun: gold (5,5): ", "allowed: (0,0)", [[5, 5]]),
]

NEEDED: list[tuple[Path, str]] = [
    (("game",), "record: the key 'game' is missing; needed: game, config, chance, moves"),
    (("config",), "record: the key 'config' is missing"),
    (("chance",), "record: the key 'chance' is missing"),
    (("moves",), "record: the key 'moves' is missing"),
    (("config", "num_players"), "config: the key 'num_players' is missing; needed: num_players"),
    (("chance", "tiles"), "chance: the key 'tiles' is missing; needed: tiles"),
    *(
        ((*MOVE, key), f"moves[2]: the key {key!r} is missing; needed: player, tile, x, y, rotation")
        for key in ("player", "tile", "x", "y", "rotation")
    ),
    (("begun", "x"), "begun: the key 'x' is missing; needed: x, y"),
    (("begun", "y"), "begun: the key 'y' is missing; needed: x, y"),
]

OBJECTS: list[tuple[Path, str]] = [
    ((), "record: unknown key 'colour'; allowed: game, version, seed, id, config, chance, moves, begun, result"),
    (("config",), "config: unknown key 'colour'; allowed: num_players, gold_mines, "),
    (("chance",), "chance: unknown key 'colour'; allowed: tiles"),
    (("moves", 0), "moves[0]: unknown key 'colour'; allowed: player, tile, x, y, rotation, gold, meeple"),
    (("moves", 1), "moves[1]: unknown key 'colour'; allowed: discard"),
    (("begun",), "begun: unknown key 'colour'; allowed: x, y, rotation, gold"),
    (("result",), "result: unknown key 'colour'; allowed: final, ingots, winners"),
]


def refused_by_all(record: dict[str, Any], begins: str, allowed: str = "") -> None:
    readers: list[Callable[[Any], Any]] = [replay]
    if "result" not in record:  # a position's result is not compared
        readers.append(load)
        if "begun" not in record:
            readers.append(lambda game: list(decisions(game)))
    refused(readers, record, begins, allowed)


OPEN = {key: value for key, value in RECORD.items() if key != "result"}
OPEN["config"] = OPEN["config"] | {"farmer_scoring": 3, "meeples": 7}


@pytest.mark.parametrize(("path", "begins", "allowed", "values"), WRONG, ids=lambda case: str(case)[:40])
def test_a_wrong_value(path: Path, begins: str, allowed: str, values: list[Any]) -> None:
    for value in values:
        refused_by_all(with_value(OPEN, path, value), begins, allowed)


@pytest.mark.parametrize(("path", "begins", "allowed", "values"), BEGUN_WRONG, ids=lambda case: str(case)[:40])
def test_a_wrong_value_in_an_unfinished_move(path: Path, begins: str, allowed: str, values: list[Any]) -> None:
    for value in values:
        refused_by_all(with_value(BEGUN, path, value), begins, allowed)


@pytest.mark.parametrize(("path", "begins"), NEEDED, ids=lambda case: str(case)[:40])
def test_a_missing_key(path: Path, begins: str) -> None:
    refused_by_all(without(BEGUN if path[0] == "begun" else OPEN, path), begins)


@pytest.mark.parametrize(("path", "begins"), OBJECTS, ids=lambda case: str(case)[:40])
def test_an_unknown_key(path: Path, begins: str) -> None:
    record = BEGUN if path == ("begun",) else RECORD if path == ("result",) else OPEN
    refused_by_all(with_value(record, (*path, "colour"), "red"), begins)


def test_players_by_number_and_by_name() -> None:
    """Both are read; the number is written."""
    named = copy.deepcopy(RECORD)
    for move in named["moves"]:
        if "player" in move:
            move["player"] = f"player_{move['player']}"
    assert replay(named) == replay(RECORD)
    assert load(named).tobytes() == load(RECORD).tobytes()


SHORT: list[tuple[dict[str, Any], str]] = [
    ({"players": 6}, "players: 6; allowed: an integer from 2 to 5"),
    ({"players": "2"}, "players: '2'; allowed: an integer from 2 to 5"),
    ({"farmers": 1}, "farmers: 1; allowed: true, false"),
    ({"meeples": 8}, "meeples: 8; allowed: an integer from 0 to 7"),
    ({"num_players": 2}, "case: unknown key 'num_players'; allowed: "),
    ({"draw": ["Z"]}, "draw: unknown tile 'Z'; allowed: A, B"),
    ({"draw": 7}, "draw: 7 is not a list"),
    ({"turns": 7}, "turns: 7 is not a list"),
    ({"turns": [{"player": 2}]}, "turns[0]: the key 'tile' is missing; needed: player, tile"),
    ({"turns": [{"player": 2, "tile": "E", "x": 0, "y": -1, "rotation": 180}]}, "turns[0].player: expected one of 0"),
    (
        {"turns": [{"player": 0, "tile": "E", "x": 0, "y": -1, "rotation": 180, "meeple": ["road", 0]}]},
        "move 0 (player_0, E (0,-1) r180): meeple road 0: E has 0 of this kind; allowed: city 0, field 0",
    ),
    (
        {"draw": ["E", "C", "U"], "turns": [
            {"player": 0, "tile": "E", "x": 0, "y": -1, "rotation": 180},
            {"player": 1, "tile": "C", "x": 1, "y": 0, "rotation": 0},
        ]},
        "move 1 (player_1, C (1,0) r0): C had no place and was discarded; the tile in hand is U",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), SHORT, ids=lambda case: str(case)[:40])
def test_a_wrong_value_in_a_short_form(change: dict[str, Any], message: str) -> None:
    refused_by_all({"players": 2, "draw": ["E", "U"], "turns": [], **change}, message)


def test_short_forms_are_the_same_games() -> None:
    """What stands beside the moves in them is not read; discards need not be written where the draw pile is given."""
    config = {"num_players": 2, "gold_mines": True, "farmers": True, "small_city": False}
    record = {"game": RECORD["game"], "config": config, "chance": RECORD["chance"], "moves": RECORD["moves"]}
    turns = [move for move in RECORD["moves"] if "tile" in move]
    drawn = {"players": 2, "draw": RECORD["chance"]["tiles"], "turns": [{**turns[0], "scores": "none"}, *turns[1:]]}
    for short in (drawn, {"players": 2, "moves": RECORD["moves"]}):
        assert load(short).tobytes() == load(record).tobytes()
        assert replay(short) == {key: value for key, value in replay(record).items() if key != "result"}
        assert start_of(short).tobytes() == start_of(record).tobytes()


@pytest.mark.parametrize("players", [2, 5])
def test_odd_actions(players: int) -> None:
    refuses_odd_actions(
        CarcassonneGold(num_players=players), start_of({"players": players, "draw": ["E", "U"], "turns": []})
    )
