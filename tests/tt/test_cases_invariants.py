"""Cases J: what can be reached by building, and properties of all boards (rules/tiny_towns_base.md 4, 6, 10)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.oracle.cards import (
    BASE_MONUMENTS,
    BUILDINGS,
    FORTUNE_BUILDINGS,
    FORTUNE_MONUMENTS,
    GROUPS,
    LAYOUTS,
    MONUMENTS,
    by_group,
)
from tests.oracle.layouts import everywhere, is_building, square_name
from tests.tt.random_towns import random_town
from tests.tt.scenario import EMPTY, EngineRules, Rules, final, make_player, position, read_board

FORTUNE_LAYOUTS = FORTUNE_BUILDINGS.keys() | FORTUNE_MONUMENTS
LETTER = {"wood": "W", "wheat": "H", "brick": "B", "glass": "G", "stone": "S"}


def last_built(town: list[str]) -> tuple[int, dict[int, str]] | None:
    """A building that can have been the last one: a way to lay its layout over squares that are free without it."""
    order = sorted(range(16), key=lambda s: town[s] == "trading_post")
    for square in order:
        if not is_building(town[square]):
            continue
        for way in everywhere(town[square]):
            others = [town[s] for s in way if s != square]
            free = all(content in (".", "trading_post") for content in others)
            on_layout = square in way or (town[square] == "shed" and any(town[s] == "." for s in way))
            if free and on_layout:
                return square, way
    return None


def construction_order(town: list[str]) -> list[tuple[int, dict[int, str]]]:
    """Buildings with their layouts, from the first to the last; shorter than the town if it cannot be reached."""
    town, order = list(town), []
    while (found := last_built(town)) is not None:
        order.append(found)
        town[found[0]] = "."
    return order[::-1]


J1 = "Ma Bk Bk Cl SF Ma Ma Sh Sh Bk Co Bk Bk Sh Tv Tv"
J3 = "Sh Tp Tp SE Tp In Sh Sh Tp In Tp In Gr Gr Ma Tp"
J4 = "Co Ch Fa Ch Ch Fa Co Ch Co Co We Co Co Ch . Co"


def test_j1_sixteen_buildings_without_a_trading_post() -> None:
    """J1: the last construction needs two squares and uses up one; such a town cannot come from cubes."""
    assert construction_order(read_board(J1)) == []


@pytest.mark.parametrize("board", [J3, J4], ids=["J3", "J4"])
def test_j3_j4_towns_that_can_be_reached(rules: Rules, board: str) -> None:
    """J3, J4: built step by step; each construction is among the legal ones."""
    target = read_board(board)
    order = construction_order(target)
    assert len(order) == sum(map(is_building, target))
    town = ["."] * 16
    monument = next((content for content in target if content in MONUMENTS), None)
    for square, way in order:
        for s, resource in way.items():
            if town[s] == ".":
                town[s] = resource
        built = monument is not None and monument in town
        info = {"monument_info": {"buildings_when_constructed": 1}} if built else {}
        here = make_player(EMPTY, monument=monument, **info)
        here |= {"town": [town[y : y + 4] for y in (0, 4, 8, 12)], "monument_built": built}
        found = rules.constructions(position(here, cards=sorted({c for c in target if c in BUILDINGS})))
        wanted = [f for f in found if f["card"] == target[square] and f["squares"] == [*map(square_name, sorted(way))]]
        assert square_name(square) in wanted[0]["targets"]
        for s in way:
            if town[s] != "trading_post":
                town[s] = "."
        town[square] = target[square]
    assert town == target


def test_j4_is_worth_58(rules: Rules) -> None:
    """J4: two Farms feed seven Cottages, five Chapels at 7, a Well 3, one empty square."""
    result = final(rules, J4)
    assert result["by_card"] == {"chapel": 35, "cottage": 21, "farm": 0, "well": 3}
    assert result["total"] == 58


def symmetries() -> list[Callable[[int, int], tuple[int, int]]]:
    """The 8 symmetries of the square."""
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda y, x: (y, x),
        lambda y, x: (x, 3 - y),
        lambda y, x: (3 - y, 3 - x),
        lambda y, x: (3 - x, y),
    ]
    return turns + [lambda y, x, turn=turn: turn(y, 3 - x) for turn in turns]  # type: ignore[misc]


def turned(p: dict[str, Any], move: Callable[[int, int], tuple[int, int]]) -> dict[str, Any]:
    """A player whose town is rotated or mirrored."""
    town = [["."] * 4 for _ in range(4)]
    stored = {}
    for y in range(4):
        for x in range(4):
            ny, nx = move(y, x)
            town[ny][nx] = p["town"][y][x]
            if f"r{y}c{x}" in p["stored"]:
                stored[f"r{ny}c{nx}"] = p["stored"][f"r{y}c{x}"]
    return {**p, "town": town, "stored": stored}


def random_boards(count: int) -> list[dict[str, Any]]:
    rng = random.Random("boards")
    found = []
    for _ in range(count):
        cards = {group: rng.choice(by_group(group)) for group in GROUPS}
        p = random_town(rng, cards, rng.choice(list(BASE_MONUMENTS)), rng.random() < 0.7)
        found.append({"cards": cards, "fortune": False, "players": [p]})
    return found


def test_j6_scores_do_not_change_under_symmetries() -> None:
    """J6: every score is the same for the 8 rotations and mirrorings of a town."""
    for where in random_boards(60):
        totals = {
            EngineRules().score({**where, "players": [turned(where["players"][0], move)]})[0]["total"]
            for move in symmetries()
        }
        assert len(totals) == 1, where


def test_j7_a_left_over_cube_changes_no_score() -> None:
    """J7: a square with a left-over cube is worth what an empty one is."""
    for where in random_boards(60):
        (p,) = where["players"]
        bare = {**p, "town": [[cell if is_building(cell) else "." for cell in line] for line in p["town"]]}
        full = {**p, "town": [[cell if is_building(cell) else "stone" for cell in line] for line in p["town"]]}
        scores = [EngineRules().score({**where, "players": [town]})[0] for town in (bare, full)]
        assert scores[0] == scores[1]


def orientations(layout: str) -> int:
    """How many different pictures a layout has."""
    cubes = {(y, x): c for y, line in enumerate(layout.split("/")) for x, c in enumerate(line) if c != "."}
    seen = set()
    for mirrored in (1, -1):
        turned_cubes = {(y, mirrored * x): c for (y, x), c in cubes.items()}
        for _ in range(4):
            turned_cubes = {(x, -y): c for (y, x), c in turned_cubes.items()}
            top, left = (min(square[k] for square in turned_cubes) for k in (0, 1))
            seen.add(frozenset(((y - top, x - left), c) for (y, x), c in turned_cubes.items()))
    return len(seen)


PICTURES = {
    "well fountain millstone shed": (4, 48),
    "almshouse feast_hall inn tavern": (4, 32),
    "cottage cathedral_of_caterina": (8, 72),
    "granary greenhouse": (8, 72),
    "archive_of_the_second_age mandras_palace grand_mausoleum_of_the_rodina the_starloom": (8, 72),
    "farm orchard": (4, 36),
    "abbey chapel cloister temple": (8, 48),
    "bakery market tailor theater": (4, 24),
    "bank trading_post": (8, 48),
    "factory": (8, 24),
    "warehouse": (4, 24),
    "opaleyes_watch": (8, 16),
    "architects_guild the_sky_baths": (8, 32),
    "barrett_castle statue_of_the_bondmaker silva_forum": (8, 24),
    "grove_university": (4, 24),
    "fort_ironweed obelisk_of_the_crescent shrine_of_the_elder_tree": (8, 48),
    "root_cellar": (8, 72),
    "tithe_barn": (4, 36),
    "mine statue": (4, 48),
    "cathedral parsonage museum estival_festival hollow_hill prism_forge": (8, 48),
    "gamblers_den schoolhouse": (4, 32),
    "jeweler teahouse": (4, 24),
    "oddity_shop caterinas_grotto treasury_at_okaver": (8, 24),
    "eraflage_vineyard petal_promenade": (4, 16),
    "masons_guild": (4, 36),
    "southern_semaphore": (8, 32),
    "shrine_of_the_windseed": (8, 72),
}


@pytest.mark.parametrize("names", PICTURES)
def test_j9_pictures_of_the_layouts(rules: Rules, names: str) -> None:
    """J9: each placement of a layout on the empty grid allows exactly that construction of the card."""
    pictures, placements = PICTURES[names]
    for card in names.split():
        ways = {tuple(sorted(way.items())) for way in everywhere(card)}
        assert (orientations(LAYOUTS[card]), len(ways)) == (pictures, placements)
        for way in sorted(ways):
            cells = ["."] * 16
            for square, resource in way:
                cells[square] = LETTER[resource]
            monument = card if card in MONUMENTS else None
            cards = [card] if card in BUILDINGS else []
            town = make_player(" ".join(cells), monument=monument, coins=2 if card == "estival_festival" else 0)
            found = rules.constructions(position(town, cards=cards, fortune=card in FORTUNE_LAYOUTS))
            mine = [f["squares"] for f in found if f["card"] == card]
            assert mine == [[square_name(square) for square, _ in way]]


def test_j9_every_card_has_its_pictures() -> None:
    """J9 covers all 40 cards, and the 22 of Fortune."""
    assert sorted(name for names in PICTURES for name in names.split()) == sorted(LAYOUTS)


def test_j10_placements_and_landing_squares(rules: Rules) -> None:
    """J10: (placement, landing square) pairs of the first game's cards: 960."""
    pairs = {}
    for card in ("cottage", "farm", "well", "chapel", "tavern", "theater", "factory"):
        pairs[card] = 0
        for way in {tuple(sorted(way.items())) for way in everywhere(card)}:
            cells = ["."] * 16
            for square, resource in way:
                cells[square] = LETTER[resource]
            found = rules.constructions(position(make_player(" ".join(cells))))
            pairs[card] += sum(len(f["targets"]) for f in found if f["card"] == card)
    assert pairs == {
        "cottage": 216, "farm": 144, "well": 96, "chapel": 192, "theater": 96, "tavern": 96, "factory": 120,
    }  # fmt: skip
    assert sum(pairs.values()) == 960


def test_j11_lower_bounds(rules: Rules) -> None:
    """J11: -16 without negative buildings; a lone Almshouse -16 too; a full Warehouse -3 instead of -1."""
    assert final(rules, EMPTY)["total"] == -16
    assert final(rules, "Al . . . . . . . . . . . . . . .")["total"] == -16
    full = final(rules, "Wh . . . . . . . . . . . . . . .", stored={0: ["wood", "wood", "wood"]})
    assert full["total"] == -18
