"""Pictures and text of a table: what they show."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import tt_env
from tabletop_envs.rendering import to_rgb
from tests.tt.tables import all_titles, fortune_table, table, texts
from tt_env.ansi import board
from tt_env.cards import ALL_CARDS, FORTUNE, GROUPS, NUMBERS, Card
from tt_env.decisions import Pending
from tt_env.drawing import cards
from tt_env.drawing.game import svg
from tt_env.drawing.view import look
from tt_env.solo_ranks import rank
from tt_env.state import Phase

TABLES = pytest.mark.parametrize("lay", [table, fortune_table], ids=["base", "fortune"])


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("players", range(1, 7))
@TABLES
def test_every_table_is_a_clean_drawing(lay: Any, players: int, phase: Phase) -> None:
    for player in (None, *range(players)):
        drawing = svg(lay(players, phase, cavern=1), player)
        root = ElementTree.fromstring(drawing)
        names = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert names <= {"svg", "title", "defs", "g", "use", "rect", "circle", "path", "text"}
        assert not [key for element in root.iter() for key in element.attrib if key.startswith("on")]
        ids = re.findall(r' id="([^"]+)"', drawing)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', drawing)) <= set(ids)
        assert drawing == svg(lay(players, phase, cavern=1), player)


@pytest.mark.parametrize("players", range(1, 7))
@TABLES
def test_nothing_is_drawn_outside(lay: Any, players: int) -> None:
    root = ElementTree.fromstring(svg(lay(players)))
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    for group in root.findall("{http://www.w3.org/2000/svg}g"):
        x, y = map(float, re.findall(r"[\d.]+", group.get("transform") or "")[:2])
        frame = group.find("{http://www.w3.org/2000/svg}rect")
        if frame is None:
            continue
        assert x + float(frame.get("width") or 0) <= width
        assert y + float(frame.get("height") or 0) <= height


@pytest.mark.skipif(importlib.util.find_spec("resvg_py") is None, reason="the extra render is not installed")
@pytest.mark.parametrize("players", range(1, 7))
@TABLES
def test_pixels_of_a_table(lay: Any, players: int) -> None:
    picture = to_rgb(svg(lay(players)))
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (1056, 3)


def test_every_square_says_what_is_on_it() -> None:
    titles = all_titles(svg(table(2)))
    assert "r0c0: Cottage" in titles
    assert "r1c2: wood cube" in titles
    assert "r1c3: empty" in titles
    assert "r2c2: Silva Forum" in titles
    assert "r2c3: Warehouse with wood, wheat, glass" in titles


def test_every_card_has_a_caption_and_a_place() -> None:
    assert all(card.caption and 0 < len(card.short) <= 12 for card in ALL_CARDS)


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.id)
def test_every_card_is_drawn_with_name_layout_and_rules(card: Card) -> None:
    state = fortune_table(1) if card.id in FORTUNE else table(1)
    if card.group == "monument":
        state["players"]["monument"][0, 0] = NUMBERS[card.id]
    else:
        state["row"][0, GROUPS.index(card.group)] = NUMBERS[card.id]
    drawing = svg(state)
    assert any(title.startswith(card.name) and title.endswith(card.text) for title in all_titles(drawing))
    assert card.name in " ".join(texts(drawing))
    assert card.caption in " ".join(texts(drawing))
    assert cards.layout(card, 0, 0, 10).count("<use") == sum(len(row) - row.count(".") for row in card.layout)
    words = " ".join(board(state).split())
    assert card.name.split()[0] in words
    assert all(row in words for row in card.layout)


def test_round_phase_and_named_resource() -> None:
    words = texts(svg(table(3, builder=1)))
    assert {"Round 9", "Placing", "player_1 named wheat", "2\u00d7 Master Builder"} <= set(words)
    first_line = board(table(3, builder=1)).splitlines()[0]
    assert first_line == "Tiny Towns   round 9   placing   named wheat (H)"


def test_the_end() -> None:
    state = table(3, Phase.OVER, winners=0b101)
    state["players"]["score"][0, :3] = 31, -4, 31
    words = texts(svg(state))
    assert {"31 VP, winner", "-4 VP", "player_0 and player_2 share the win", "Game over"} <= set(words)
    assert "player_0: 31 VP, winner" in board(state)
    assert "player_1: -4 VP" in board(state)


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (60, "Master Architect"),
        (38, "Master Architect"),
        (37, "Town Planner"),
        (31, "Engineer"),
        (24, "Carpenter"),
        (10, "Builder's Apprentice"),
        (9, "Aspiring Architect"),
        (-9, "Aspiring Architect"),
    ],
)
def test_solo_ranks(score: int, name: str) -> None:
    assert rank(score) == name
    state = table(1, Phase.OVER)
    state["players"]["score"][0, 0] = score
    assert f"rank: {name}" in board(state)


def test_solo_shows_the_display_and_the_part_of_the_pile_that_has_been_seen() -> None:
    state = table(1, deck_next=2)
    seen = look(state, 0)
    assert seen.display == (1, 3, 5)
    assert seen.pile == (0,) * 10 + (2, 2)
    assert "shown: W B S" in board(state, 0)
    assert {"wood", "brick", "stone"} <= set(texts(svg(state, 0)))
    assert look(table(1, deck_next=13), 0).pile == (2, 4, 4, 1, 5, 3, 3, 1, 5, 4, 2, 2)


@pytest.mark.parametrize(
    ("turned", "seen"), [(0, ()), (3, (1, 3, 5)), (10, (1, 3, 5, 2, 2, 4, 4, 1, 5, 3)), (11, (3,))]
)
def test_town_hall_shows_the_cards_turned_up_in_this_pass(turned: int, seen: tuple[int, ...]) -> None:
    assert look(table(3, town_hall=1, deck_next=turned), 1).turned_up == seen


def test_town_hall_and_solo_have_no_master_builder() -> None:
    for state in (table(2, town_hall=1), table(1)):
        assert not [player for player in look(state).players if player.builder]
        assert "Master Builder" not in board(state)


def test_setup_shows_both_monuments_to_their_owner_alone() -> None:
    state = table(3, Phase.SETUP, round=0)
    state["players"]["monument"] = 0
    state["shown"] = state["players"]
    assert [len(player.dealt) for player in look(state, 1).players] == [0, 2, 0]
    assert [len(player.dealt) for player in look(state).players] == [2, 2, 2]
    assert texts(svg(state, 1)).count("dealt") == 2
    assert texts(svg(state, 1)).count("secret monument") == 2


def test_opaleyes_watch_and_cavern() -> None:
    state = table(4, cavern=1)
    state["players"]["reserved"][0, 3] = 0b1010010
    state["players"]["set_aside"][0, 3] = 1
    titles = all_titles(svg(state))
    assert "On Opaleye's Watch: Orchard, Almshouse, Warehouse" in titles
    assert "1 of 2 cubes set aside (Cavern rule)" in titles
    assert "set aside 1 of 2" in board(state)
    assert "Orchard, Almshouse," in " ".join(board(state).split())


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Pending.USING | 2 << 8 | 6 << 16, "chooses squares for Shed on r1c2"),
        (Pending.USING | 7 << 8, "chooses squares for Forum on r0c0"),
        (Pending.SWAP | 4 << 8, "places the glass from a Warehouse"),
        (Pending.MARK | 15 << 8, "puts a cube on the building on r3c3"),
        (Pending.EXCHANGE | 2 << 8, "may exchange a building"),
        (Pending.RESERVE | 3 << 8, "sets aside 3 buildings on Opaleye's Watch"),
        (Pending.RESERVE | 1 << 8, "sets aside 1 building on Opaleye's Watch"),
        (Pending.PUT | 3 << 8, "puts a building from the supply"),
        (Pending.PUT | 3 << 8 | 1 << 16, "puts a building from Opaleye's Watch"),
    ],
)
def test_what_a_player_decides(entry: int, words: str) -> None:
    state = table(2, Phase.CONSTRUCTING)
    state["players"]["pending"][0, 0, 0] = entry
    state["players"]["depth"][0, 0] = 1
    assert look(state, 0).players[0].decides == words
    assert words in texts(svg(state, 0))
    assert words in " ".join(board(state, 0).split())


@pytest.mark.parametrize(
    ("phase", "fields", "words"),
    [
        (Phase.NAMING, {}, "names a resource"),
        (Phase.PLACING, {}, "places wheat"),
        (Phase.PLACING, {"named": 0}, "chooses a resource"),
        (Phase.CONSTRUCTING, {}, "constructs"),
        (Phase.TAKING, {}, "may take a cube from an Oddity Shop"),
    ],
)
def test_what_a_step_asks(phase: Phase, fields: dict[str, int], words: str) -> None:
    assert look(table(2, phase, **fields), 0).players[0].decides == words


def test_who_is_to_move_stands_in_the_order_of_asking() -> None:
    assert [player.number for player in look(table(4, builder=2)).to_move] == [2, 3, 0, 1]


@pytest.mark.parametrize("player", [-1, 3, 6])
def test_a_player_that_does_not_exist_is_refused(player: int) -> None:
    for draw in (svg, board):
        with pytest.raises(ValueError, match=r"allowed: None, 0 to 2"):
            draw(table(3), player)


def test_importing_the_game_imports_no_rasteriser() -> None:
    code = "import sys, tt_env, tt_env.drawing; sys.exit('resvg_py' in sys.modules or 'PIL' in sys.modules)"
    home = Path(tt_env.__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=home, check=False).returncode == 0
