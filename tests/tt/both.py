"""Whole games of the product and the oracle side by side: every decision's legal moves, and the result."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle import Game
from tests.oracle.cards import ALL_RESOURCES, BASE_MONUMENTS, BUILDINGS, GROUPS, MONUMENTS, SOLO_EXCLUDED, by_group
from tests.oracle.layouts import ALL_SQUARES, everywhere, square_name
from tests.tt.scenario import seat_number
from tt_env import notation, tiny_towns_v0

CARD_SETS = [{group: by_group(group)[k % len(by_group(group))] for group in GROUPS} for k in range(4)]
"""Four rows in which every card comes up."""


def solo_cards(cards: Mapping[str, str]) -> dict[str, str]:
    """The row without the cards that solo games leave out (section 9)."""
    return {
        group: card if card not in SOLO_EXCLUDED else next(c for c in by_group(group) if c not in SOLO_EXCLUDED)
        for group, card in cards.items()
    }


def draw_chance(
    rng: random.Random, config: Mapping[str, Any], cards: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What chance decides in a game, as in a record."""
    n = config["num_players"]
    row = dict(cards or {group: rng.choice(by_group(group)) for group in GROUPS})
    pool = [m for m in BASE_MONUMENTS if n > 1 or m not in SOLO_EXCLUDED]
    dealt = rng.sample(pool, 2 * n)
    chance: dict[str, Any] = {"cards": row if n > 1 else solo_cards(row), "monuments": {}}
    if config["monuments"]:
        chance["monuments"] = {f"player_{k}": dealt[2 * k : 2 * k + 2] for k in range(n)}
    if n == 1:
        chance["deck"] = rng.sample(ALL_RESOURCES * 3, 15)
    elif config["town_hall"]:
        chance["deck"] = [r for _ in range(14) for r in rng.sample(ALL_RESOURCES * 3, 15)[:10]]
    else:
        chance["first_builder"] = f"player_{rng.randrange(n)}"
    return chance


def env_options(config: Mapping[str, Any]) -> dict[str, Any]:
    """The config of a record as options of the environment."""
    return {key: value for key, value in config.items() if key not in ("fortune", "coins")}


def choose(rng: random.Random, game: Game, moves: Sequence[str]) -> str:
    """A lively player: builds when it can, monuments first, and lays cubes where its monument needs them."""
    seat = game.to_move()
    assert seat is not None
    town, monument = game.players[seat].squares, game.players[seat].monument
    builds = [move for move in moves if move.startswith("build")]
    first = [move for move in builds if monument and move.split()[1] == monument]
    if first and rng.random() < 0.9:
        return rng.choice(first)
    if builds and rng.random() < 0.6:
        return rng.choice(builds)
    others = [move for move in moves if not move.startswith("build")]
    if monument and not game.players[seat].built and rng.random() < 0.7:
        ways = [w for w in everywhere(monument) if all(town[s] in (".", r) for s, r in w.items())]
        if ways:
            missing = min(({s: r for s, r in w.items() if town[s] == "."} for w in ways), key=len)
            wanted = {f"place {r} {square_name(s)}" for s, r in missing.items()}
            wanted |= {f"{verb} {r}" for r in missing.values() for verb in ("name", "choose")}
            if wanted & set(others):
                return rng.choice(sorted(wanted & set(others)))
    special = [m for m in others if len(m.split()) > 3 or m == "set aside"]
    return rng.choice(special if special and rng.random() < 0.3 else others)


def start(config: Mapping[str, Any], chance: Mapping[str, Any]) -> tuple[Any, Game]:
    """The raw AEC environment, asking forced moves too, and the oracle, at the same beginning."""
    env = tiny_towns_v0.raw_env(auto_forced=False, **env_options(config))
    options = {key: value for key, value in chance.items() if value}
    env.reset(seed=1, options=options)
    return env, Game(config, chance)


def play_together(rng: random.Random, env: Any, game: Game) -> list[list[str]]:
    """Plays to the end; at every decision the legal moves of all seats have to be the same. Returns the moves."""
    moves: list[list[str]] = []
    while not game.over:
        seat = game.to_move()
        assert env.agent_selection == f"player_{seat}", moves[-3:]
        state = env.save()
        legal = game.legal_moves()
        assert notation.legal_moves(state) == legal, (env.agent_selection, moves[-5:])
        if rng.random() < 0.1:
            for other in range(len(game.players)):
                assert notation.legal_moves(state, other) == game.legal_moves(other), (other, moves[-5:])
        move = choose(rng, game, legal)
        for action in notation.move_actions(state, seat_number(env.agent_selection), move):
            env.step(action)
        game.apply(move)
        moves.append([f"player_{seat}", move])
    assert all(env.terminations.values())
    return moves


def same_result(given: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """The result of a record and the oracle's; where by-card numbers are not unique only totals count (D11)."""
    assert {**given, "breakdown": None} == {**expected, "breakdown": None}
    for mine, other in zip(given["breakdown"], expected["breakdown"], strict=True):
        keys = other.keys() - ({"by_card", "fed"} if "by_card_is_unique" in other else set())
        assert {key: mine[key] for key in keys} == {key: other[key] for key in keys}


def random_town(rng: random.Random, cards: Mapping[str, str], monument: str | None, built: bool) -> dict[str, Any]:
    """A town in the middle of a game, as one player of a position; need not be reachable."""
    density = rng.choice((0.2, 0.5, 0.8))
    some = rng.sample(sorted(cards.values()), rng.randint(1, 7))
    town = [rng.choice(some) if rng.random() < density else rng.choice([".", ".", *ALL_RESOURCES]) for _ in ALL_SQUARES]
    if rng.random() < 0.8:
        town[rng.randrange(16)] = "."
    if built and monument:
        town[rng.randrange(16)] = monument
    elif monument and rng.random() < 0.5:
        for square, resource in rng.choice(everywhere(monument)).items():
            town[square] = resource
    return player_of(rng, town, monument, built)


def player_of(rng: random.Random, town: list[str], monument: str | None, built: bool) -> dict[str, Any]:
    """The player of a town, with cubes on its buildings; Banks beyond the fifth become Cottages."""
    stored: dict[str, list[str]] = {}
    marks = list(rng.sample(ALL_RESOURCES, 5))
    for square, content in enumerate(town):
        cubes: list[str] = []
        if content == "bank" and not marks:
            town[square] = content = "cottage"
        if content == "bank":
            cubes = [marks.pop()]
        if content == "factory":
            cubes = [rng.choice(ALL_RESOURCES)]
        if content == "warehouse":
            cubes = [rng.choice(ALL_RESOURCES) for _ in range(rng.randint(0, 3))]
        if content == "cottage" and built and monument == "statue_of_the_bondmaker" and rng.random() < 0.5:
            cubes = [rng.choice(ALL_RESOURCES)]
        if cubes:
            stored[square_name(square)] = sorted(cubes, key=ALL_RESOURCES.index)
    found: dict[str, Any] = {
        "town": [town[y : y + 4] for y in (0, 4, 8, 12)],
        "monument": monument,
        "monument_built": built,
        "stored": stored,
    }
    if built and monument == "shrine_of_the_elder_tree":
        standing = sum(content in BUILDINGS or content in MONUMENTS for content in town)
        found["monument_info"] = {"buildings_when_constructed": rng.randint(1, standing)}
    return found


def random_position(rng: random.Random, config: Mapping[str, Any], cards: Mapping[str, str]) -> dict[str, Any]:
    """A position at the beginning of a round (its naming; Town Hall and solo: its placing) with random towns."""
    n = config["num_players"]
    nameless = n == 1 or config["town_hall"]
    cards = cards if n > 1 else solo_cards(cards)
    number = rng.randint(4, 9)
    players = random_players(rng, config, cards, number)
    found: dict[str, Any] = {
        "cards": dict(cards),
        "fortune": False,
        "players": players,
        "config": {**env_options(config), "monuments": True},
        "phase": "placing" if nameless else "naming",
        "round": number,
        "builder": None if nameless else first_able(players),
        "named": None,
    }
    if nameless:
        found["deck"] = draw_chance(rng, config)["deck"]
        found["deck_next"] = 0 if n == 1 else number - number // 3  # two of three rounds
        if n > 1 and number % 3:
            found["named"] = found["deck"][found["deck_next"] - 1]
    return found


def random_players(
    rng: random.Random, config: Mapping[str, Any], cards: Mapping[str, str], number: int
) -> list[dict[str, Any]]:
    """The players of a random position in a round; at least one is still in the game."""
    n = config["num_players"]
    monuments = rng.sample([m for m in BASE_MONUMENTS if n > 1 or m not in SOLO_EXCLUDED], n)
    players = []
    for monument in monuments:
        town = random_town(rng, cards, monument, rng.random() < 0.5)
        if not has_room(town) or rng.random() < 0.1:
            town["completed_round"] = rng.randint(1, number - 1)
        if town["monument_built"] and monument == "opaleyes_watch":
            town |= {"watch_round": 2, "reserved": rng.sample(sorted(cards.values()), rng.randint(1, 3))}
        if config.get("cavern"):
            town["set_aside"] = rng.randint(0, 2)
        if n > 1 and not config["town_hall"]:
            town["builder_turns"] = rng.randint(0, 4)
        players.append(town)
    if any("completed_round" not in p for p in players):
        return players
    return random_players(rng, config, cards, number)


def has_room(p: Mapping[str, Any]) -> bool:
    """Whether a town has an empty square."""
    return any("." in line for line in p["town"])


def first_able(players: Sequence[Mapping[str, Any]]) -> str:
    """Somebody in the game who has a resource to name."""
    open_seats = [k for k, p in enumerate(players) if "completed_round" not in p]
    return f"player_{next((k for k in open_seats if not five_banks(players[k])), open_seats[0])}"


def five_banks(p: Mapping[str, Any]) -> bool:
    return sum(content == "bank" for line in p["town"] for content in line) == 5
