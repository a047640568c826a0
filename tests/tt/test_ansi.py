"""The table as text for a terminal."""

from __future__ import annotations

import re

import pytest

from tests.tt.tables import table
from tt_env.ansi import board
from tt_env.cards import ALL_CARDS, FIRST_GAME, GROUPS, NUMBERS, PILES
from tt_env.state import Phase


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("players", range(1, 7))
def test_a_board_fits_a_terminal_and_is_plain_text(players: int, phase: Phase) -> None:
    for seat in (None, *range(players)):
        text = board(table(players, phase, cavern=1), seat)
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= 80
        assert text.endswith("\n")
        assert "\x1b" not in text


@pytest.mark.parametrize("players", range(1, 7))
def test_colours_change_no_letter(players: int) -> None:
    state = table(players)
    coloured = board(state, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == board(state)


def test_a_board_in_full() -> None:
    state = table(2, builder=1)
    state["row"][0] = [NUMBERS[FIRST_GAME[group]] for group in GROUPS[:7]]
    state["seats"]["stored"][0, 1] = 0
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
        "  player_0                > player_1, Master Builder\n"
        "     c0   c1   c2   c3         c0   c1   c2   c3\n"
        "  r0 Cott Chap Tave Chap    r0 Cott Cott H    Cott\n"
        "  r1 Farm Well W    .       r1 .    S    Well Well\n"
        "  r2 .    G    MON. Fact    r2 Fact Tave Fact .\n"
        "  r3 Thea Cott Chap Cott    r3 Tave Tave .    Cott\n"
        "  on r2c3: W H G            1 x Master Builder\n"
        "  0 x Master Builder\n"
        "\n"
        "Monuments\n"
        "  player_0: Silva Forum (built), ..H. / BBSW: 1, +1 per building of the largest\n"
        "    group\n"
        "  player_1: Grand Mausoleum of the Rodina (not built), WW / BS: 3 per unfed\n"
        "    Cottage\n"
    )


def test_names_of_a_group_begin_differently() -> None:
    for group in GROUPS[:7]:
        names = [card.name[:4] for card in ALL_CARDS if card.id in PILES[group]]
        assert len(names) == len(set(names))
