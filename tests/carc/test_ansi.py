"""The board as text for a terminal."""

from __future__ import annotations

import re

import pytest

from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.ansi import _bands, board
from carc_gold_env.drawing.letters import CITY, FIELD, HEIGHT, SHIELD, WIDTH, letters, spot
from carc_gold_env.drawing.view import look
from carc_gold_env.notation import load
from carc_gold_env.state import Kind, Phase
from carc_gold_env.tables import canonical_rotation, segments_of
from carc_gold_env.tiles import NUMBERS, TILES, turn_side
from tabletop_envs.game import State
from tests.carc.test_drawing import EVERY, STATES, course, spread

MIDDLES = {"N": (0, 2), "E": (1, 4), "S": (2, 2), "W": (1, 0)}


def small_board() -> State:
    config = {"num_players": 2, "gold_mines": True, "farmers": True, "small_city": False}
    moves = [
        {"player": 0, "tile": "E", "x": 0, "y": 1, "rotation": 180, "meeple": ["field", 0]},
        {"player": 1, "tile": "GM5", "x": 1, "y": 0, "rotation": 0, "gold": [0, 0], "meeple": ["road", 0]},
    ]
    return load(
        {"game": "carcassonne_gold_v0", "config": config, "chance": {"tiles": ["E", "GM5", "N"]}, "moves": moves}
    )


@pytest.mark.parametrize(("players", "gold"), STATES)
def test_a_board_fits_a_terminal_and_is_plain_text(players: int, gold: bool) -> None:
    for state in course(players, gold):
        for player in (None, *range(players)):
            text = board(state, player)
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= 100
            assert text.endswith("\n")
            assert "\x1b" not in text
        coloured = board(state, colour=True)
        assert "\x1b[" in coloured
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == board(state)


@pytest.mark.parametrize(("number", "rotation"), EVERY)
def test_letters_show_what_is_on_each_side(number: int, rotation: int) -> None:
    tile, rows = TILES[number - 1], letters(number, rotation)
    assert [len(row) for row in rows] == [WIDTH] * HEIGHT
    for edge, side in zip(tile.edges, "NESW", strict=True):
        turned = turn_side(side, rotation)
        row, column = MIDDLES[turned]
        road = "|" if turned in "NS" else "-"
        assert rows[row][column] == {"C": CITY, "R": road, "F": FIELD}[edge]
    shown = "".join(rows)
    assert (SHIELD in shown) == any(city.shields for city in tile.cities)
    assert ("M" in shown) == tile.monastery
    assert ("=" in shown) == tile.bridge
    assert ("o" in shown) == any(road.end == "junction" for road in tile.roads)


def test_tiles_that_differ_have_different_letters() -> None:
    seen: dict[tuple[str, ...], tuple[str, int]] = {}
    for number, rotation in EVERY:
        if canonical_rotation(number, rotation) == rotation:
            tile = TILES[number - 1]
            other = seen.setdefault(letters(number, rotation), (tile.id, rotation))
            assert other == (tile.id, rotation) or {other[0], tile.id} == {"P", "GM6"}


@pytest.mark.parametrize(("number", "rotation"), EVERY)
def test_a_meeple_takes_a_letter_of_its_segment(number: int, rotation: int) -> None:
    rows = letters(number, rotation)
    spots = []
    for local, (kind, _) in enumerate(segments_of(TILES[number - 1])):
        row, column = spot(number, rotation, local)
        wanted = {Kind.CITY: CITY + SHIELD, Kind.ROAD: "|-", Kind.FIELD: FIELD, Kind.MONASTERY: "M"}[kind]
        assert rows[row][column] in wanted
        spots.append((row, column))
    assert len(set(spots)) == len(spots)


def test_a_board_in_full() -> None:
    assert board(small_board(), 1) == (
        "Carcassonne   3 tiles laid   0 in the draw pile   14 ingots in the bank   as player_1 sees it\n"
        "to move: player_0 places a tile\n"
        "\n"
        "       -1    0     1     2\n"
        "           +   +\n"
        " -1        r23\n"
        "           +   +\n"
        "           .###. ..1..\n"
        "  0        ----- -/./-\n"
        "           ....$ ..|.$\n"
        "     +   + .0...\n"
        "  1  r03   .....\n"
        "     +   + .###.\n"
        "           +   +\n"
        "  2        r01\n"
        "           +   +\n"
        "       -1    0     1     2\n"
        "\n"
        "# city, S city with a shield, . field, - | / \\ road, o junction, = bridge, M monastery, $ ingots, a\n"
        "  digit: the meeple of that player\n"
        "\n"
        "> player_0: 0 points, 6 meeples in hand, 0 ingots\n"
        "    on the board: (0,1) field 0 (NL NR EL ER WL WR)\n"
        "  player_1: 0 points, 6 meeples in hand, 0 ingots\n"
        "    on the board: (1,0) road 0 (N W)\n"
        "\n"
        "tile in hand: N; on the board r and the digits of the rotations mark where it fits\n"
        "  0 = r0      1 = r90     2 = r180    3 = r270\n"
        "  ####.       .####       .....       .....\n"
        "  ###..       ..###       ..###       ###..\n"
        "  .....       .....       .####       ####.\n"
        "\n"
        "ingots on tiles: (0,0):1, (1,0):1\n"
    )


def test_a_wide_land_is_written_in_bands() -> None:
    for dx in (79, -79):
        text = board(spread(course(2)[-1], dx, 0))
        assert max(map(len, text.splitlines())) <= 100
        assert "columns" in text


@pytest.mark.parametrize(("width", "widths"), [(1, [1]), (15, [15]), (16, [8, 8]), (31, [10, 10, 11])])
def test_a_land_that_does_not_fit_is_split_evenly(width: int, widths: list[int]) -> None:
    bands = _bands(-9, width - 10)
    assert [len(band) for band in bands] == widths
    assert [x for band in bands for x in band] == list(range(-9, width - 9))


def test_one_is_no_plural() -> None:
    env = carcassonne_gold_v0.raw_env(num_players=2, auto_play_forced=False)
    env.reset(seed=0)
    text = board(env.save())
    assert "   1 tile laid   " in text
    assert "player_0: 0 points, 7 meeples in hand, 0 ingots" in text


def test_every_tile_of_a_high_land_is_there() -> None:
    state = spread(course(2)[-1], 0, -79)
    assert f"{-79:>3}  " in board(state)


def test_what_a_phase_asks() -> None:
    words = {
        Phase.SQUARE: "tile in hand: ",
        Phase.ROTATION: "tile in hand: ",
        Phase.INGOT: "the second ingot may go to ",
        Phase.MEEPLE: "a meeple may go on ",
        Phase.OVER: "game over: ",
    }
    for state in course(2):
        assert words[Phase(int(state[0]["phase"]))] in " ".join(board(state).split())
        assert ("to move: " in board(state)) != look(state).over


def test_bends_straights_and_bridges() -> None:
    assert letters(NUMBERS["V"], 0) == (".....", "-\\...", "..|..")
    assert letters(NUMBERS["V"], 2) == ("..|..", "...\\-", ".....")
    assert letters(NUMBERS["GM4"], 1) == ("..|..", "-/M/-", "..|..")
    assert letters(NUMBERS["GM7"], 0) == ("..|..", "##=##", "..|..")
    assert letters(NUMBERS["I"], 0) == (".###.", "#....", ".....")
    assert letters(NUMBERS["N"], 0) == ("####.", "###..", ".....")
