"""The product against the oracle: whole games, positions, boards. Fortune's are in test_oracle_fortune.py."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.oracle.cards import BASE_MONUMENTS, GROUPS, by_group
from tests.oracle.layouts import everywhere
from tests.tt.both import compare_boards, play_position, play_record
from tests.tt.random_towns import CARD_SETS, draw_chance, has_room, player_of, random_position, random_town
from tests.tt.scenario import EngineRules, OracleRules


def configs() -> list[dict[str, Any]]:
    """Every number of players with every option at least once."""
    found = []
    for n in range(1, 7):
        for town_hall in (False, True) if n > 1 else (False,):
            for cavern in (False, True):
                found.append(
                    {
                        "num_players": n,
                        "monuments": (n + town_hall + 2 * cavern) % 3 > 0,
                        "cavern": cavern,
                        "town_hall": town_hall,
                        "opaleye_optional": (n + cavern) % 2 == 0,
                    }
                )
    return found


def named(config: dict[str, Any]) -> str:
    return f"{config['num_players']}p" + "".join(f"-{k}" for k, v in config.items() if v is True)


CONFIGS = configs()


@pytest.mark.parametrize("config", CONFIGS, ids=named)
def test_random_games(config: dict[str, Any]) -> None:
    """At every decision the same player moves, with the same legal moves; at the end the same result and record."""
    number = CONFIGS.index(config)
    play_random_game(config, number, number)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("config", CONFIGS, ids=named)
def test_many_random_games(config: dict[str, Any], seed: int) -> None:
    """The same, much longer."""
    play_random_game(config, 1000 + 100 * CONFIGS.index(config) + seed, seed + CONFIGS.index(config))


def play_random_game(config: dict[str, Any], seed: int, card_set: int) -> None:
    rng = random.Random(seed)
    play_record(rng, config, draw_chance(rng, config, CARD_SETS[card_set % 4]))


def test_every_card_comes_up() -> None:
    """The card sets of the games above hold all 25 buildings."""
    cards = {card for row in CARD_SETS for card in row.values()}
    assert cards == {card for group in GROUPS for card in by_group(group)}


@pytest.mark.parametrize("monument", sorted(BASE_MONUMENTS))
def test_games_with_a_monument_built(monument: str) -> None:
    """A game in which the monument stands from early on, so that all that it does comes up."""
    play_position(monument_position(monument, 7), 7)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("monument", sorted(BASE_MONUMENTS))
def test_many_games_with_a_monument_built(monument: str, seed: int) -> None:
    play_position(monument_position(monument, seed), seed)


def monument_position(monument: str, seed: int) -> dict[str, Any]:
    """Player 0 has nothing but the cubes of its monument, the others are in the middle of the game."""
    rng = random.Random(f"{monument} {seed}")
    optional = seed % 2 == 0
    config = {"num_players": 3, "monuments": True, "cavern": False, "town_hall": False, "opaleye_optional": optional}
    cards = CARD_SETS[seed % 4]
    cells = ["."] * 16
    for square, resource in rng.choice(everywhere(monument)).items():
        cells[square] = resource
    others = rng.sample([m for m in BASE_MONUMENTS if m != monument], 2)
    where = random_position(rng, config, cards)
    where["players"] = [player_of(rng, cells, monument, False), *(open_town(rng, cards, held) for held in others)]
    where["builder"] = "player_0"
    return where


def open_town(rng: random.Random, cards: dict[str, str], held: str) -> dict[str, Any]:
    """A town with an empty square and an unbuilt monument."""
    while True:
        town = random_town(rng, cards, held, False)
        if has_room(town):
            return town


@pytest.mark.parametrize("seed", range(30))
def test_random_positions(seed: int) -> None:
    """Games that go on from random tables, with Banks, Warehouses and monuments in numbers that play rarely reaches."""
    play_random_position(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 600))
def test_many_random_positions(seed: int) -> None:
    play_random_position(seed)


def play_random_position(seed: int) -> None:
    rng = random.Random(seed)
    play_position(random_position(rng, CONFIGS[seed % len(CONFIGS)], CARD_SETS[seed // 2 % 4]), seed)


def boards(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Random positions: cards and 1 to 4 players."""
    rng = random.Random(seed)
    for _ in range(count):
        cards = {group: rng.choice(by_group(group)) for group in GROUPS}
        monuments = rng.sample(list(BASE_MONUMENTS), rng.randint(1, 4))
        players = [random_town(rng, cards, m, rng.random() < 0.6) for m in monuments]
        for p in players:
            p["completed_round"] = rng.randint(5, 8)
        yield {"cards": cards, "fortune": False, "players": players}


def test_scores_and_constructions_of_random_boards() -> None:
    """Scores with breakdown and feeding, and all constructions, of boards that need not be reachable."""
    compare_boards(boards(1, 300))


@pytest.mark.parametrize("red", ["farm", "greenhouse"])
def test_feeding_beside_temples(red: str) -> None:
    """Towns of Cottages, Temples and a red card: the plans that are equally good, and which of them is taken (D11)."""
    rng = random.Random(red)
    cards = {"cottage": "cottage", "farm": red, "chapel": "temple"}
    for _ in range(80):
        town = [rng.choice(["cottage", "cottage", "temple", "."]) for _ in range(16)]
        for square in rng.sample(range(16), rng.randint(1, 2)):
            town[square] = red
        where = {"cards": CARD_SETS[0] | cards, "fortune": False, "players": [player_of(rng, town, None, False)]}
        assert EngineRules().score(where) == OracleRules().score(where), town


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 42))
def test_scores_and_constructions_of_many_random_boards(seed: int) -> None:
    compare_boards(boards(seed, 500))
