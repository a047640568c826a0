"""The product against the oracle in Fortune: whole games, games from rich positions, and scores of boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.oracle.cards import BASE_MONUMENTS, FORTUNE_BUILDINGS, FORTUNE_MONUMENTS, GROUPS, by_group
from tests.oracle.feeding import FEEDABLE
from tests.tt.both import compare_boards, play_position, play_record, same_result
from tests.tt.directed import STARTS, directed_position
from tests.tt.random_towns import (
    coin_town,
    draw_chance,
    fortune_row,
    fortune_things,
    fortune_town,
    player_of,
    random_position,
)
from tests.tt.scenario import EngineRules, OracleRules

PARSONAGE = ("at_least", "exact", "forbid")
SETS = [
    {group: by_group(group, True)[(k + i) % len(by_group(group, True))] for i, group in enumerate(GROUPS)}
    for k in range(6)
]
"""Six rows in which every building comes up, two or so of each row being Fortune's."""


def option_sets(number: int) -> dict[str, Any]:
    """The options of Fortune, in turn: with its cards or with coins alone."""
    fortune = number % 5 != 0
    return {
        "fortune": fortune,
        "coins": True,
        "max_fortune_buildings": number % 7 if fortune else 4,
        "parsonage": PARSONAGE[number % 3],
        "museum_keeps_exhibits": number % 2 == 1,
    }


def configs() -> list[dict[str, Any]]:
    """Every number of players with every option."""
    found: list[dict[str, Any]] = []
    for n in range(1, 7):
        for town_hall in (False, True) if n > 1 else (False,):
            for cavern in (False, True):
                number = len(found) + 1
                plain = {
                    "num_players": n,
                    "monuments": number % 7 != 0,
                    "cavern": cavern,
                    "town_hall": town_hall,
                    "opaleye_optional": number % 3 == 0,
                }
                found.append(plain | option_sets(number))
    return found


CONFIGS = configs()
IDS = [f"{c['num_players']}p-{k}" for k, c in enumerate(CONFIGS)]


def play_game(config: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    row = None
    if config["fortune"]:
        row = SETS[seed % 6] if seed % 2 else fortune_row(rng)
    play_record(rng, config, draw_chance(rng, config, row))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("config", CONFIGS, ids=IDS)
def test_random_games(config: dict[str, Any], seed: int) -> None:
    """At every decision the same player moves, with the same legal moves; at the end the same result and record."""
    play_game(config, 2 * CONFIGS.index(config) + seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("config", CONFIGS, ids=IDS)
def test_many_random_games(config: dict[str, Any], seed: int) -> None:
    play_game(config, 1000 + 100 * CONFIGS.index(config) + seed)


def test_every_card_comes_up() -> None:
    """The rows of the games above hold all 37 buildings."""
    cards = {card for row in SETS for card in row.values()}
    assert cards == {card for group in GROUPS for card in by_group(group, True)}
    assert cards >= FORTUNE_BUILDINGS.keys()


def play_random_position(seed: int, *held: str) -> None:
    """A game from a position rich in coins, shops, layouts that share cubes, and monuments that stand."""
    rng = random.Random(f"{seed} {held}")
    config = {"num_players": rng.randint(max(len(held), 1), 6), "monuments": True, "cavern": rng.random() < 0.2}
    config |= {"town_hall": config["num_players"] > 1 and rng.random() < 0.15, "opaleye_optional": rng.random() < 0.4}
    config |= option_sets(rng.randrange(1000)) | {"fortune": True}
    if held:
        config |= {"num_players": max(config["num_players"], 2)}
    play_position(random_position(rng, config, fortune_row(rng), held, built=0.75), seed)


@pytest.mark.parametrize("seed", range(80))
def test_random_positions(seed: int) -> None:
    play_random_position(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 800))
def test_many_random_positions(seed: int) -> None:
    play_random_position(seed)


PAIRS = [(monument,) for monument in FORTUNE_MONUMENTS] + [
    ("treasury_at_okaver", "opaleyes_watch"),
    ("fort_ironweed",),
    ("architects_guild",),
    ("grove_university",),
    ("statue_of_the_bondmaker",),
    ("grand_mausoleum_of_the_rodina",),
    ("barrett_castle",),
]
"""Monuments that do something with coins or with Fortune's cards."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("held", PAIRS, ids="-".join)
def test_positions_with_a_monument(held: tuple[str, ...], seed: int) -> None:
    play_random_position(seed, *held)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize("held", PAIRS, ids="-".join)
def test_many_positions_with_a_monument(held: tuple[str, ...], seed: int) -> None:
    play_random_position(seed, *held)


def boards(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Random positions: cards of Fortune and 1 to 4 players with coins."""
    rng = random.Random(seed)
    pool = [*FORTUNE_MONUMENTS, *BASE_MONUMENTS]
    for _ in range(count):
        cards = fortune_row(rng)
        monuments = rng.sample(pool, rng.randint(1, 4))
        make = coin_town if rng.random() < 0.7 else fortune_town
        players = [make(rng, cards, m, rng.random() < 0.6) for m in monuments]
        for p in players:
            p["completed_round"] = rng.randint(5, 8)
        yield {"cards": cards, "fortune": True, "players": players}


def test_scores_and_constructions_of_random_boards() -> None:
    compare_boards(boards(1, 120))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
def test_scores_and_constructions_of_many_random_boards(seed: int) -> None:
    compare_boards(boards(seed, 500))


def compare_feeding(red: str, seed: int, count: int) -> None:
    """Towns of what can be fed and what looks at it: the plans that are legal, best, equal, and the one taken."""
    rng = random.Random(f"{red} {seed}")
    for _ in range(count):
        players = rng.randint(1, 2)
        row = fortune_row(rng) | {"farm": red, "chapel": rng.choice(["temple", "parsonage", "chapel"])}
        row |= {"tavern": rng.choice(["schoolhouse", "inn"])}
        entries = []
        for monument in rng.sample(
            ["barrett_castle", "eraflage_vineyard", "estival_festival", GRAND, "silva_forum"], players
        ):
            town = [rng.choice(["cottage", "cottage", row["chapel"], row["tavern"], "."]) for _ in range(16)]
            for square in rng.sample(range(16), rng.randint(1, 2)):
                town[square] = red
            town[rng.randrange(16)] = monument
            while sum(content in FEEDABLE for content in town) > 9:
                town[town.index("cottage")] = "."
            found = player_of(rng, town, monument, True) | fortune_things(rng, town, monument)
            entries.append(found | {"completed_round": 9})
        where = {"cards": row, "fortune": True, "players": entries}
        same_result({"breakdown": EngineRules().score(where)}, {"breakdown": OracleRules().score(where)})


GRAND = "grand_mausoleum_of_the_rodina"
REDS = by_group("farm", True)


@pytest.mark.parametrize("red", REDS)
def test_feeding(red: str) -> None:
    compare_feeding(red, 0, 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("red", REDS)
def test_much_feeding(red: str, seed: int) -> None:
    compare_feeding(red, seed, 100)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", STARTS)
def test_directed_starts(name: str, seed: int) -> None:
    """What chance hardly ever brings."""
    play_position(directed_position(name, seed), seed, STARTS[name].liked)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
@pytest.mark.parametrize("name", STARTS)
def test_many_directed_starts(name: str, seed: int) -> None:
    play_position(directed_position(name, seed), seed, STARTS[name].liked)
