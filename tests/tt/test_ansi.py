"""The table as text for a terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tt.tables import fortune_table, table
from tt_env.ansi import board
from tt_env.cards import ALL_CARDS, FIRST_GAME, GROUPS, NUMBERS, PILES
from tt_env.state import Phase

TABLES = pytest.mark.parametrize("lay", [table, fortune_table], ids=["base", "fortune"])


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("players", range(1, 7))
@TABLES
def test_a_board_fits_a_terminal_and_is_plain_text(lay: Any, players: int, phase: Phase) -> None:
    for player in (None, *range(players)):
        text = board(lay(players, phase, cavern=1), player)
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= 80
        assert text.endswith("\n")
        assert "\x1b" not in text


@pytest.mark.parametrize("players", range(1, 7))
@TABLES
def test_colours_change_no_letter(lay: Any, players: int) -> None:
    state = lay(players)
    coloured = board(state, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == board(state)


@pytest.mark.parametrize("phase", [Phase.WATCH, Phase.ROUND_END])
def test_a_long_first_line_is_broken(phase: Phase) -> None:
    lines = board(fortune_table(3, phase, named=5, round=12), 2).splitlines()
    assert lines[0].endswith("named stone (S)")
    assert lines[1] == "as player_2 sees it"
    assert max(map(len, lines)) <= 80


def test_a_board_in_full() -> None:
    state = table(2, builder=1)
    state["row"][0] = [NUMBERS[FIRST_GAME[group]] for group in GROUPS[:7]]
    state["players"]["stored"][0, 1] = 0
    assert board(state, 1) == (
        "Tiny Towns   round 9   placing   named wheat (H)   as player_1 sees it\n"
        "to move: player_1 places wheat\n"
        "\n"
        "Cottage      .H   3 if fed              Farm         HH   feeds 4 anywhere\n"
        "             BG                                      WW\n"
        "Well         WS   1 per Cottage next    Chapel       ..G  1 per fed Cottage\n"
        "                  to it                              SGS\n"
        "Tavern       BBG  by number: 2, 5, 9,   Theater      .S.  1 per other type in\n"
        "                  14, 20                             WGW  row and column\n"
        "Factory      W... swaps the named cube  W wood, H wheat, B brick, G glass, S\n"
        "             BSSB it shows              stone\n"
        "\n"
        "  player_0                 > player_1, Master Builder\n"
        "     c0   c1   c2   c3          c0   c1   c2   c3\n"
        "  r0 Cott Chap Tave Chap     r0 Cott Cott H    Cott\n"
        "  r1 Farm Well W    .        r1 .    S    Well Well\n"
        "  r2 .    G    MON. Fact     r2 Fact Tave Fact .\n"
        "  r3 Thea Cott Chap Cott     r3 Tave Tave .    Cott\n"
        "  on r2c3: W H G             1 x Master Builder\n"
        "  0 x Master Builder\n"
        "\n"
        "Monuments\n"
        "  player_0: Silva Forum (built), ..H. / BBSW: 1, +1 per building of the largest\n"
        "    group\n"
        "  player_1: Grand Mausoleum of the Rodina (not built), WW / BS: 3 per unfed\n"
        "    Cottage\n"
    )


def test_a_board_of_fortune_in_full() -> None:
    assert board(fortune_table(3, Phase.CONSTRUCTING, waiting=0b100), 2) == (
        "Tiny Towns   round 9   constructing   named wheat (H)   as player_2 sees it\n"
        "to move: player_2 constructs\n"
        "\n"
        "Cottage      .H   3 if fed              Tithe Barn   HS   feeds next to it; 1\n"
        "             BG                                      SW   coin feeds 2 more\n"
        "Mine         WS   gain a coin           Parsonage    ..G  4 by a fed Cottage;\n"
        "                                                     SHS  a coin per Cottage\n"
        "Gamblers'    BWG  2; gain 2 coins if    Jeweler      .S.  4; pay a coin, or\n"
        "Den               you hold 1                         BGB  all others gain 1\n"
        "Oddity Shop  W... 2; others may take    W wood, H wheat, B brick, G glass, S\n"
        "             GHHB its cube              stone\n"
        "\n"
        "  player_0, Master Builder   player_1                 > player_2\n"
        "     c0   c1   c2   c3          c0   c1   c2   c3          c0   c1   c2   c3\n"
        "  r0 Cott Pars Gamb Pars     r0 Cott Cott H    Cott     r0 Cott .    .    Mine\n"
        "  r1 Tith Mine W    .        r1 .    S    Mine Mine     r1 .    H    .    .\n"
        "  r2 .    G    MON. Oddi     r2 Oddi Gamb Oddi .        r2 W    W    Gamb B\n"
        "  r3 Jewe Cott Pars Cott     r3 Gamb MON. .    Cott     r3 Pars Oddi MON. Jewe\n"
        "  on r2c3: W                 on r2c0: H                 on r3c1: B\n"
        "  3 of 5 coins               4 of 5 coins               1 of 4 coins\n"
        "  coins on r1c2 r2c1         coins on r1c0 r3c2         2 coins on Hollow Hill\n"
        "  0 x Master Builder         1 x Master Builder         2 x Master Builder\n"
        "\n"
        "Monuments\n"
        "  player_0: Caterina's Grotto (built), SGWS / B..H: 2; coins on the centre\n"
        "    squares\n"
        "  player_1: The Petal Promenade (built), HBWH: 3; coins on 3 empty squares\n"
        "  player_2: Hollow Hill (built), HW. / BSH: 7, -2 per coin paid for a change\n"
    )


def test_headlines_of_neighbours_stay_apart() -> None:
    for players in (2, 3):
        text = board(table(players, Phase.PLACING, waiting=(1 << players) - 1, builder=0))
        headline = next(line for line in text.splitlines() if "Master Builder" in line and "player_1" in line)
        assert headline.startswith("> player_0, Master Builder > player_1")


def test_names_of_a_group_begin_differently() -> None:
    for group in GROUPS[:7]:
        names = [card.name[:4] for card in ALL_CARDS if card.id in PILES[group]]
        assert len(names) == len(set(names))
