"""Pictures of a game: what they show, and what they keep to themselves."""

from __future__ import annotations

import functools
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import carc_gold_env
from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.actions import NO_MEEPLE
from carc_gold_env.ansi import board
from carc_gold_env.drawing import pieces, shapes, tile
from carc_gold_env.drawing.board import gold_place, taken
from carc_gold_env.drawing.game import svg
from carc_gold_env.drawing.view import Laid, look
from carc_gold_env.notation import load
from carc_gold_env.state import Kind, Phase
from carc_gold_env.tables import canonical_rotation, segments_of
from carc_gold_env.tiles import START, TILES, draw_pile, turn_side
from tabletop_envs.game import State
from tabletop_envs.rendering import svg as draw
from tabletop_envs.rendering import to_rgb

NAMES = {"svg", "title", "defs", "g", "use", "rect", "circle", "ellipse", "path", "text"}
EVERY = [(number, rotation) for number in range(1, len(TILES) + 1) for rotation in range(4)]


@functools.cache
def course(players: int, gold_mines: bool = True) -> tuple[State, ...]:
    """A random game in which meeples are put whenever they may be: each phase early and late, and the end."""
    env = carcassonne_gold_v0.raw_env(num_players=players, gold_mines=gold_mines, auto_play_forced=False)
    env.reset(seed=players)
    random = np.random.default_rng(players)
    found: dict[tuple[int, bool], State] = {}
    while not env.terminations[env.agent_selection]:
        state = env.save()
        found.setdefault((int(state[0]["phase"]), bool(state[0]["tiles"] > 40)), state)
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(random.choice(legal[legal != NO_MEEPLE] if len(legal) > 1 else legal)))
    return (*found.values(), env.save())


STATES = [(players, gold) for players in range(2, 6) for gold in ((True, False) if players == 2 else (True,))]


def line(direction: tuple[int, int], length: int) -> State:
    """A board of straight roads, laid in one direction."""
    straight = 0 if direction[1] == 0 else 90
    moves = []
    tiles = [*["U"] * 8, *["D"] * 3] if not straight else ["U"] * 8
    for k in range(min(length, len(tiles))):
        x, y = direction[0] * (k + 1), direction[1] * (k + 1)
        moves.append({"player": k % 2, "tile": tiles[k], "x": x, "y": y, "rotation": straight})
    config = {"num_players": 2, "gold_mines": False, "farmers": True, "small_city": False}
    chance = {"tiles": tiles[:length]}
    return load({"game": "carcassonne_gold_v0", "config": config, "chance": chance, "moves": moves})


def spread(state: State, dx: int, dy: int) -> State:
    """The same board with its last tile far away: for drawing alone."""
    far = state.copy()
    last = int(far[0]["tiles"]) - 1
    far[0]["x"][last], far[0]["y"][last] = dx, dy
    far[0]["phase"] = Phase.OVER
    return far


def texts(drawing: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(drawing).iter() if element.tag.endswith("}text")]


def titles(drawing: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(drawing).iter() if element.tag.endswith("}title")]


def check_clean(drawing: str) -> None:
    root = ElementTree.fromstring(drawing)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= NAMES
    assert not [key for element in root.iter() for key in element.attrib if key.startswith("on")]
    ids = re.findall(r' id="([^"]+)"', drawing)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', drawing)) <= set(ids)
    assert "nan" not in drawing


@pytest.mark.parametrize(("players", "gold"), STATES)
def test_every_moment_is_a_clean_drawing(players: int, gold: bool) -> None:
    phases = set()
    for state in course(players, gold):
        phases.add(int(state[0]["phase"]))
        for player in (None, players - 1):
            drawing = svg(state, player)
            check_clean(drawing)
            assert drawing == svg(state.copy(), player)
            assert (f"as player_{player} sees it" in texts(drawing)) == (player is not None)
    assert phases == set(Phase) - (set() if gold else {Phase.INGOT})


@pytest.mark.parametrize(("players", "gold"), STATES)
def test_the_order_of_the_pile_does_not_show(players: int, gold: bool) -> None:
    for state in course(players, gold):
        other = state.copy()
        drawn, size = int(state[0]["drawn"]), int(state[0]["draw_pile_size"])
        other[0]["draw_pile"][drawn:size] = other[0]["draw_pile"][drawn:size][::-1].copy()
        for player in (None, 0, players - 1):
            assert svg(state, player) == svg(other, player)
            assert board(state, player) == board(other, player)


@pytest.mark.parametrize("number", range(1, len(TILES) + 1))
def test_every_tile_in_every_rotation(number: int) -> None:
    drawings = []
    for rotation in range(4):
        whole = draw.document(
            100,
            100,
            "tile",
            [*pieces.definitions(5), tile.definition(number, rotation)],
            draw.use(tile.name(number, rotation)),
        )
        check_clean(whole)
        drawings.append(re.sub(r"d[0-9a-f]{8}-|r\d\b", "", whole))
    assert len(set(drawings)) == 4 or TILES[number - 1].id in ("B", "C", "X")


def ends(path: str) -> set[tuple[float, float]]:
    numbers = [float(value) for value in re.findall(r"-?[\d.]+", path)]
    return {(numbers[0], numbers[1]), (numbers[-2], numbers[-1])}


BORDER = {"N": (50.0, 0.0), "E": (100.0, 50.0), "S": (50.0, 100.0), "W": (0.0, 50.0)}


@pytest.mark.parametrize(("number", "rotation"), EVERY)
def test_roads_reach_the_middles_of_their_sides_and_no_other(number: int, rotation: int) -> None:
    kind = TILES[number - 1]
    for road, way in zip(kind.roads, shapes.ways(kind), strict=True):
        reached = ends(shapes.turned_path(way.course, rotation)) & set(BORDER.values())
        assert reached == {BORDER[turn_side(side, rotation)] for side in road.sides.split()}


@pytest.mark.parametrize(("number", "rotation"), EVERY)
def test_cities_fill_their_sides_and_no_other(number: int, rotation: int) -> None:
    kind = TILES[number - 1]
    corners = {
        "N": ((0, 0), (100, 0)),
        "E": ((100, 0), (100, 100)),
        "S": ((100, 100), (0, 100)),
        "W": ((0, 100), (0, 0)),
    }
    assert len(shapes.outlines(kind)) == len(kind.cities)
    for city, outline in zip(kind.cities, shapes.outlines(kind), strict=True):
        edge = shapes.turned_path(outline.edge, rotation)
        found = re.findall(r"([MLC])([^MLCZ]+)", edge)
        at, straight = (0.0, 0.0), set()
        first = tuple(map(float, found[0][1].split()[:2]))
        for letter, values in [*found, ("L", f"{first[0]} {first[1]}")]:
            numbers = [float(value) for value in values.split()]
            to = (numbers[-2], numbers[-1])
            if letter == "L" and to != at:
                straight.add(frozenset((at, to)))
            at = to
        assert straight == {frozenset(corners[turn_side(side, rotation)]) for side in city.sides.split()}


@pytest.mark.parametrize(("number", "rotation"), EVERY)
def test_every_segment_has_a_place_for_a_meeple_of_its_own(number: int, rotation: int) -> None:
    places = shapes.anchors(number, rotation)
    segments = segments_of(TILES[number - 1])
    assert len(places) == len(segments)
    assert all(5 <= x <= 95 and 5 <= y <= 95 for x, y in places)
    assert min([np.hypot(a[0] - b[0], a[1] - b[1]) for a in places for b in places if a != b], default=99) > 12
    assert [shapes.lying(number, k) for k in range(len(segments))] == [kind == Kind.FIELD for kind, _ in segments]


@pytest.mark.parametrize(("number", "rotation"), EVERY)
def test_shields_meeples_and_ingots_do_not_hide_each_other(number: int, rotation: int) -> None:
    kind = TILES[number - 1]
    hung = [shapes.around(place, pieces.SHIELD) for place in shapes.shields(kind, rotation)]
    assert len(hung) == sum(city.shields > 0 for city in kind.cities)
    for local, place in enumerate(shapes.anchors(number, rotation)):
        meeple = shapes.around(place, pieces.meeple_box(1.35, shapes.lying(number, local)))
        assert not any(shapes.overlap(meeple, shield) for shield in hung)
        for count in (1, 2, 3, 9):
            laid = Laid(number, rotation, (0, 0), count, ((0, local),))
            left, top, right, bottom = gold = shapes.around(gold_place(laid), pieces.ingots_box(count, 1.75))
            assert 0 <= left < right <= 100
            assert 0 <= top < bottom <= 100
            assert not any(shapes.overlap(gold, shield) for shield in hung)
            if count == 1:
                assert sum(shapes.overlap(gold, box) for box in taken(laid)) == 0


def test_a_meeple_leaves_most_of_its_monastery_in_sight() -> None:
    for number, rotation in EVERY:
        kind = TILES[number - 1]
        if kind.monastery:
            church = shapes.around(shapes.monastery(kind, rotation), pieces.MONASTERY)
            meeple = shapes.around(shapes.anchors(number, rotation)[-1], pieces.meeple_box(1.35))
            assert shapes.overlap(church, meeple) < 0.5 * (church[2] - church[0]) * (church[3] - church[1])


def test_the_signs_of_the_land_are_explained() -> None:
    for gold in (True, False):
        words = texts(svg(course(2, gold)[0]))
        assert {"shield", "lies: a farmer"} <= set(words)
        assert ("gold tile: brings two ingots when it is laid" in words) == ("ingot on a tile" in words) == gold


def test_what_there_is_none_of_is_still_readable() -> None:
    root = ElementTree.fromstring(svg(course(2)[-1]))
    pale = [element for element in root.iter() if float(element.get("opacity", 1)) < 1]
    assert pale
    assert not [inner for element in pale for inner in element.iter() if inner.tag.endswith("}text")]


def test_what_lies_on_a_tile_is_told() -> None:
    config = {"num_players": 2, "gold_mines": True, "farmers": True, "small_city": False}
    moves = [
        {"player": 0, "tile": "E", "x": 0, "y": 1, "rotation": 180, "meeple": ["field", 0]},
        {"player": 1, "tile": "GM5", "x": 1, "y": 0, "rotation": 0, "gold": [0, 0], "meeple": ["road", 0]},
    ]
    state = load(
        {"game": "carcassonne_gold_v0", "config": config, "chance": {"tiles": ["E", "GM5", "N"]}, "moves": moves}
    )
    found = titles(svg(state))
    assert "E (0,1) r180, player_0 on field 0 (NL NR EL ER WL WR)" in found
    assert "GM5 (1,0) r0, player_1 on road 0 (N W), 1 ingot" in found
    assert "D (0,0) r0, 1 ingot" in found
    assert "N fits (0,-1): r180, r270" in found
    assert "player_1: 0 points, 6 meeples in hand, 0 ingots" in found
    assert "0 tiles N left" in found
    assert {"14 ingots in the bank", "Tile in hand: N", "player_0 places a tile"} <= set(texts(svg(state)))


def test_the_frames_are_the_legal_squares() -> None:
    for state in course(3):
        if state[0]["phase"] == Phase.SQUARE:
            env = carcassonne_gold_v0.raw_env(num_players=3, auto_play_forced=False)
            env.reset()
            env.load(state)
            legal = env.observe(env.agent_selection)["action_mask"].sum()
            assert sum(" fits (" in title for title in titles(svg(state))) == legal == len(look(state).places)


@pytest.mark.parametrize("players", range(2, 6))
def test_the_end(players: int) -> None:
    state = course(players)[-1].copy()
    state[0]["winners"], state[0]["final"][:2] = 3, (217, 217)
    words = texts(svg(state))
    assert {"player_0 and player_1 share the win", "217", "0 in the draw pile"} <= set(words)
    assert words.count("winner") == 2
    assert not [title for title in titles(svg(state)) if " fits " in title]


@pytest.mark.parametrize(("dx", "dy"), [(79, 0), (-79, 0), (0, 79), (0, -79), (40, -39)])
def test_a_large_land_is_fitted(dx: int, dy: int) -> None:
    state = spread(course(2)[-1], dx, dy)
    root = ElementTree.fromstring(svg(state))
    assert root.get("viewBox") == "0 0 1320 1120"
    assert str(dx) in texts(svg(state))
    left, top, right, bottom = look(state).bounds
    assert left <= dx <= right
    assert top <= dy <= bottom


@pytest.mark.parametrize("direction", [(1, 0), (-1, 0)])
def test_a_long_road(direction: tuple[int, int]) -> None:
    state = line(direction, 11)
    assert len(look(state).tiles) == 12
    check_clean(svg(state))
    assert max(map(len, board(state).splitlines())) <= 100


@pytest.mark.skipif(importlib.util.find_spec("resvg_py") is None, reason="the extra render is not installed")
@pytest.mark.parametrize("players", range(2, 6))
def test_pixels(players: int) -> None:
    picture = to_rgb(svg(course(players)[-1]))
    assert picture.dtype == np.uint8
    assert picture.shape == (896, 1056, 3)


@pytest.mark.parametrize("player", [-1, 3, 6])
def test_a_player_that_does_not_exist_is_refused(player: int) -> None:
    for show in (svg, board):
        with pytest.raises(ValueError, match=r"allowed: None, 0 to 2"):
            show(course(3)[0], player)


def test_the_strip_counts_the_pile() -> None:
    state = course(2, gold_mines=False)[0]
    found = [title for title in titles(svg(state)) if title.endswith(" left")]
    assert len(found) == 24
    assert sum(int(title.split()[0]) for title in found) == len(draw_pile(False)) - 1
    assert canonical_rotation(1, 0) == 0
    assert START in {title.split()[2] for title in found}


def test_importing_the_game_imports_no_rasteriser() -> None:
    code = (
        "import sys, carc_gold_env, carc_gold_env.drawing; sys.exit('resvg_py' in sys.modules or 'PIL' in sys.modules)"
    )
    home = Path(carc_gold_env.__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=home, check=False).returncode == 0


def with_discards(state: State, *types: int) -> State:
    """The same game, in which these tiles were drawn first, had no place and left it: for drawing alone."""
    other = state.copy()
    g, number = other[0], len(types)
    g["draw_pile"][number:] = g["draw_pile"][:-number].copy()
    g["draw_pile"][:number] = types
    g["drawn"] += number
    return other


@pytest.mark.parametrize("player", [None, 1])
def test_tiles_that_left_the_game_are_shown(player: int | None) -> None:
    """They are public: how many there are, and which (docs/rules/carcassonne_gold.md 5)."""
    config = {"num_players": 2, "gold_mines": True, "farmers": True, "small_city": False}
    moves = [{"player": 0, "tile": "E", "x": 0, "y": -1, "rotation": 180}, {"discard": "C"}]
    chance = {"tiles": ["E", "C", "U", "V"]}
    state = load({"game": "carcassonne_gold_v0", "config": config, "chance": chance, "moves": moves})
    assert look(state).discarded == tuple(int(kind.id == "C") for kind in TILES)
    drawing = svg(state, player)
    assert {"1 in the draw pile, 1 out of the game", "1 out"} <= set(texts(drawing))
    assert "0 tiles C left, 1 had no place and left the game" in titles(drawing)
    assert "out of the game, for they had no place: C:1\n" in board(state, player)


def test_the_picture_is_as_large_with_many_discards_as_with_none() -> None:
    state = course(5)[0]
    many = with_discards(state, *([4] * 8), *range(1, 29))
    assert sum(look(many).discarded) == 36
    assert look(many).left == look(state).left
    none, drawing = svg(state), svg(many)
    assert "out" not in " ".join(texts(none))
    assert texts(drawing).count("9 out") == 1
    assert texts(drawing).count("1 out") == 27 + 1  # and the sign's meaning
    sizes = [re.search(r'viewBox="[^"]+" width="[^"]+" height="[^"]+"', text) for text in (none, drawing)]
    assert sizes[0] is not None
    assert sizes[0][0] in drawing
    check_clean(drawing)
    assert "out of the game" not in board(state)


def test_the_chips_of_the_first_line_leave_room_for_who_looks() -> None:
    state = with_discards(course(5)[-1], *range(1, 20))
    state[0]["winners"] = 31
    root = ElementTree.fromstring(svg(state, 4))
    found = root.findall("{http://www.w3.org/2000/svg}g[@data-box]")[:4]
    places = [[float(text) for text in re.findall("[0-9.]+", g.get("transform", ""))] for g in found]
    widths = [float(g.get("data-box", "").split()[0]) for g in found]
    ends = [place[0] + width * place[2] for place, width in zip(places, widths, strict=True)]
    assert max(ends) < 1300 - draw.text_width("as player_4 sees it", 15)
