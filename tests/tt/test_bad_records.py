"""Every field of a record, missing and wrong: one line that says where, what, and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.checks.bad_records import Path, Wrong, refused, refuses_odd_actions, with_value, without
from tests.tt.vectors import Line, lines, start_of_game
from tt_env.game import TinyTowns
from tt_env.notation import decisions, final_state, replay

READERS = [replay, final_state, lambda record: list(decisions(record))]


def beginning(name: str) -> Line:
    """The first moves of a game of the vectors, without its result."""
    (line,) = (line for line in lines("games") if line["id"] == name)
    return {key: line[key] for key in ("game", "config", "chance")} | {
        "moves": [move[:2] for move in line["moves"][:4]]
    }


TWO, TOWN_HALL, SOLO = beginning("g0007"), beginning("g0046"), beginning("g0052")
NAMED = TWO["moves"][2][1]
"""What player_1 does in move 2."""

WRONG: list[Wrong] = [
    (("game",), "game: ", "'tiny_towns_v0'", [None, 7, "chess"]),
    (("config",), "config: ", "num_players, monuments, cavern", [None, 2, []]),
    (("config", "num_players"), "config.num_players: ", "from 1 to 6", [None, 0, 7, True, 2.0, "2"]),
    *(
        (("config", key), f"config.{key}: ", "true, false", [None, 1, "yes", []])
        for key in ("fortune", "coins", "monuments", "cavern", "town_hall", "opaleye_optional", "museum_keeps_exhibits")
    ),
    (("config", "max_fortune_buildings"), "config.max_fortune_buildings: ", "from 0 to 6", [None, -1, 7, True, "4"]),
    (("config", "parsonage"), "config.parsonage: ", "at_least, exact, forbid", [None, 0, "never"]),
    (("chance",), "chance: ", "cards, monuments, first_builder, deck", [None, 7, []]),
    (("chance", "cards"), "chance.cards: ", "cottage, farm, well", [None, 7, "first_game", [], {}]),
    (("chance", "cards", "farm"), "chance.cards: unknown card ", "granary", [None, 7, "castle", "well", []]),
    (("chance", "monuments"), "chance.monuments", "", [None, 7, "x", [], {}, ["silva_forum"]]),
    (("chance", "monuments", "player_0"), "chance.monuments['player_0']", "one id or a pair of ids", [None, 7, [], {}]),
    (("chance", "monuments", "player_0"), "chance.monuments['player_0']: unknown monument ", "silva_forum", ["well"]),
    (("chance", "monuments", "player_0"), "chance.monuments: silva_forum given twice", "", [["silva_forum"] * 2]),
    (("chance", "monuments", "player_2"), "chance.monuments: no agent ", "player_0, player_1", ["silva_forum"]),
    (("chance", "first_builder"), "chance.first_builder: missing", "", [None]),
    (("chance", "first_builder"), "chance.first_builder=", "player_0, player_1", [0, 7, "player_2", "", [], {}, False]),
    (("chance", "deck"), "chance.deck=", "a list of wood, wheat", [7, "wood", {}, False]),
    (("chance", "deck"), "chance.deck: only solo and Town Hall", "", [["wood"]]),
    (("moves",), "moves: ", "", [None, 7, "done", {}]),
    (("moves", 2), "moves[2]: ", "[player, move] or [player, move, number, fingerprint]",
     [None, 7, NAMED, [], {}, ["player_1"], ["player_1", NAMED, 5], ["player_1", NAMED, 5, "0" * 12, 0],
      [1, NAMED], [None, NAMED], ["player_1", None], ["player_1", 7], ["player_1", [NAMED]]]),
    (("moves", 2), "moves[2][2]: ", "from 1 to ", [["player_1", NAMED, n, "0" * 12] for n in (0, -1, True, "5", 2.0)]),
    (("moves", 2), "moves[2][3]: ", "12 hexadecimal digits",
     [["player_1", NAMED, 5, value] for value in (None, 7, "0" * 11, "G" * 12, "A" * 12, "\u0660" * 12)]),
    (("moves", 2, 0), "move 2 (player_0, ", "it is player_1's turn", ["player_0"]),
    (("moves", 2, 0), "move 2 (", "it is player_1's turn", ["player_2", "player_9", "", "1", "Player_1", "x" * 10**5]),
    (("moves", 2, 1), "move 2 (player_1, ", "allowed first words: keep, take, name", ["", "fly", "Name wood", " done"]),
    (("moves", 2, 1), "move 2 (player_1, ", "is not a resource; allowed: wood, wheat", ["name gold", "name w\u00f6od"]),
    (("moves", 2, 1), "move 2 (player_1, ", "allowed: name RESOURCE", ["name", "name wood now", "name  wood"]),
    (("moves", 2, 1), "move 2 (player_1, ", "must name a resource first", ["done", "place wood r0c0"]),
    (("moves", 0, 1), "move 0 (player_0, ", "allowed now: keep ", ["keep silva_forum", "keep the_starloom"]),
    (("moves", 0, 1), "move 0 (player_0, ", "is not a monument; allowed: ", ["keep well"]),
    (("begun",), "begun: ", "", [7, "done", {}]),
    (("begun",), "begun[0]: expected [player, action]", "", [[7], [["player_0"]], [["player_0", 7]], [[0, "done"]]]),
    (("begun",), "begun[0] (player_1, 'done'): nothing is asked of this player; ", "allowed: player_0",
     [[["player_1", "done"]]]),
    (("begun",), "begun[0] (player_0, 'fly'): ", "allowed now: place ", [[["player_0", "fly"]]]),
]  # fmt: skip

OTHERS: list[tuple[Line, Wrong]] = [
    (SOLO, (("chance", "deck"), "chance.deck: solo needs all 15", "", [None, [], ["wood"]])),
    (SOLO, (("chance", "deck"), "chance.deck: unknown resource ", "wood, wheat", [["gold"] * 15])),
    (SOLO, (("chance", "deck"), "chance.deck: more than 3 wood", "", [["wood"] * 15])),
    (SOLO, (("chance", "deck"), "chance.deck=", "a list of wood, wheat", [7, "wood", {}])),
    (TOWN_HALL, (("chance", "deck"), "move 2 (player_0, ", "chance.deck gives 0 cards, and 1 are turned", [None, []])),
    (TOWN_HALL, (("chance", "first_builder"), "chance.first_builder", "", [0, "player_9", []])),
]


@pytest.mark.parametrize(("path", "begins", "allowed", "values"), WRONG, ids=lambda case: str(case)[:40])
def test_a_wrong_value(path: Path, begins: str, allowed: str, values: list[Any]) -> None:
    for value in values:
        refused(READERS, with_value(TWO, path, value), begins, allowed)


@pytest.mark.parametrize(("record", "wrong"), OTHERS, ids=lambda case: str(case)[:40])
def test_a_wrong_value_in_a_game_of_another_kind(record: Line, wrong: Wrong) -> None:
    path, begins, allowed, values = wrong
    for value in values:
        refused(READERS, with_value(record, path, value), begins, allowed)


@pytest.mark.parametrize(
    ("path", "begins"),
    [
        (("game",), "record: the key 'game' is missing; needed: game, moves"),
        (("config",), "record: the key 'config' is missing; needed: config, chance"),
        (("chance",), "record: the key 'chance' is missing; needed: config, chance"),
        (("moves",), "record: the key 'moves' is missing; needed: game, moves"),
        (("config", "num_players"), "config: the key 'num_players' is missing; needed: num_players"),
        (("chance", "cards"), "chance: the key 'cards' is missing; needed: cards"),
        (("chance", "cards", "well"), "chance.cards: the key 'well' is missing; needed: cottage, farm, well"),
        (("chance", "monuments"), "chance.monuments: nothing for player_0; needed: two ids, or the one kept"),
        (("chance", "monuments", "player_1"), "chance.monuments: nothing for player_1; needed: two ids"),
        (("chance", "first_builder"), "chance.first_builder: missing; needed where there is a Master Builder"),
    ],
)
def test_a_missing_key(path: Path, begins: str) -> None:
    refused(READERS, without(TWO, path), begins)


@pytest.mark.parametrize(
    ("path", "begins"),
    [
        ((), "record: unknown key 'colour'; allowed: game, version, seed, id, config, chance, position, moves, begun"),
        (("config",), "config: unknown key 'colour'; allowed: num_players, monuments, cavern"),
        (("chance",), "chance: unknown key 'colour'; allowed: cards, monuments, first_builder, deck"),
        (("chance", "cards"), "chance.cards: unknown key 'colour'; allowed: cottage, farm, well"),
    ],
)
def test_an_unknown_key(path: Path, begins: str) -> None:
    refused(READERS, with_value(TWO, (*path, "colour"), "red"), begins)


@pytest.mark.parametrize("players", [1, 2, 6])
def test_odd_actions(players: int) -> None:
    game = TinyTowns(num_players=players)
    refuses_odd_actions(game, start_of_game(game, 1))
