"""Random chance, towns and positions, for the base game and for Fortune."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle.cards import (
    ALL_RESOURCES,
    BASE_MONUMENTS,
    BUILDINGS,
    FORTUNE_BUILDINGS,
    GROUPS,
    MONUMENTS,
    SOLO_EXCLUDED,
    TOWN_HALL_EXCLUDED,
    by_group,
)
from tests.oracle.coins import CENTRE, COIN_SLOTS
from tests.oracle.layouts import ALL_SQUARES, everywhere, square_name
from tests.oracle.placing import takings
from tests.tt.scenario import oracle_game

CARD_SETS = [{group: by_group(group)[k % len(by_group(group))] for group in GROUPS} for k in range(4)]
"""Four rows in which every card of the base game comes up."""


def fortune_row(rng: random.Random, share: float = 0.6) -> dict[str, str]:
    """A row with about this share of cards of Fortune."""
    row = {}
    for group in GROUPS:
        new = [card for card in by_group(group, True) if card in FORTUNE_BUILDINGS]
        row[group] = rng.choice(new if new and rng.random() < share else by_group(group))
    return row


def excluded(config: Mapping[str, Any]) -> set[str]:
    """The cards that solo games and Town Hall leave out (section 9; Fortune section 8)."""
    if config["num_players"] == 1:
        return SOLO_EXCLUDED
    return TOWN_HALL_EXCLUDED if config["town_hall"] else set()


def fitting_cards(config: Mapping[str, Any], cards: Mapping[str, str]) -> dict[str, str]:
    """The row without the cards that such games leave out."""
    out = excluded(config)
    return {
        group: card
        if card not in out
        else next(c for c in reversed(by_group(group, card in FORTUNE_BUILDINGS)) if c not in out)
        for group, card in cards.items()
    }


def monument_pool(config: Mapping[str, Any]) -> list[str]:
    pool = MONUMENTS if config.get("fortune") else BASE_MONUMENTS
    return [m for m in pool if m not in excluded(config)]


def draw_chance(
    rng: random.Random, config: Mapping[str, Any], cards: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What chance decides in a game, as in a record."""
    n = config["num_players"]
    row = dict(cards or {group: rng.choice(by_group(group, config.get("fortune", False))) for group in GROUPS})
    dealt = rng.sample(monument_pool(config), 2 * n)
    chance: dict[str, Any] = {"cards": fitting_cards(config, row), "monuments": {}}
    if config["monuments"]:
        chance["monuments"] = {f"player_{k}": dealt[2 * k : 2 * k + 2] for k in range(n)}
    if n == 1:
        chance["deck"] = rng.sample(ALL_RESOURCES * 3, 15)
    elif config["town_hall"]:
        chance["deck"] = [r for _ in range(14) for r in rng.sample(ALL_RESOURCES * 3, 15)[:10]]
    else:
        chance["first_builder"] = f"player_{rng.randrange(n)}"
    return chance


# Towns ------------------------------------------------------------------------------------------------------------


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
        lay(rng, town, monument)
    return player_of(rng, town, monument, built)


def lay(rng: random.Random, town: list[str], card: str) -> None:
    """The cubes of a layout, somewhere."""
    for square, resource in rng.choice(everywhere(card)).items():
        town[square] = resource


def fortune_town(rng: random.Random, cards: Mapping[str, str], monument: str | None, built: bool) -> dict[str, Any]:
    """A town with room, some buildings, coins, and the layouts of several cards, two of them sharing cubes."""
    some = sorted(cards.values())
    town = [rng.choice(some) if rng.random() < 0.3 else "." for _ in ALL_SQUARES]
    for card in rng.sample(some, rng.randint(0, 3)):
        lay(rng, town, card)
    overlap(rng, town, rng.sample(some, 2))
    if built and monument:
        town[rng.randrange(16)] = monument
    elif monument:
        lay(rng, town, monument)
    found = player_of(rng, town, monument, built)
    return found | fortune_things(rng, town, monument if built else None)


def overlap(rng: random.Random, town: list[str], cards: Sequence[str]) -> None:
    """Lays two cards so that they share cubes, if a few tries find a way."""
    one, two = cards
    for _ in range(20):
        first, second = rng.choice(everywhere(one)), rng.choice(everywhere(two))
        shared = first.keys() & second.keys()
        if shared and all(first[s] == second[s] for s in shared):
            for square, resource in (first | second).items():
                town[square] = resource
            return


def fortune_things(rng: random.Random, town: Sequence[str], monument: str | None) -> dict[str, Any]:
    """Coins in the chest and on squares, for a town with this monument built."""
    things: dict[str, Any] = {"coins": rng.randint(0, 5 if monument in COIN_SLOTS else 4)}
    if monument == "treasury_at_okaver" and rng.random() < 0.7:
        things["coins"] = 3  # the next one fills the chest
    if monument == "caterinas_grotto":
        bare = [s for s in CENTRE if town[s] == "." or town[s] in ALL_RESOURCES]
        things["coin_squares"] = [square_name(s) for s in bare if rng.random() < 0.7]
    if monument == "petal_promenade":
        empty = [s for s in ALL_SQUARES if town[s] == "."]
        things["coin_squares"] = [square_name(s) for s in sorted(rng.sample(empty, min(len(empty), rng.randint(0, 3))))]
    if monument == "hollow_hill":
        things["monument_info"] = {"coin_swaps_after_construction": rng.randint(0, 3)}
    return things


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
        most = {"warehouse": 3, "museum": 2, "oddity_shop": 1}.get(content, 0)
        if most:
            cubes = [rng.choice(ALL_RESOURCES) for _ in range(rng.randint(0, most))]
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


# Positions --------------------------------------------------------------------------------------------------------


def random_position(
    rng: random.Random,
    config: Mapping[str, Any],
    cards: Mapping[str, str],
    held: Sequence[str] = (),
    built: float = 0.5,
) -> dict[str, Any]:
    """A position at the beginning of a round (its taking or naming; Town Hall and solo: its placing) with random
    towns. ``held``: monuments that have to be there."""
    n = config["num_players"]
    nameless = n == 1 or config["town_hall"]
    cards = fitting_cards(config, cards)
    number = rng.randint(4, 9)
    players = random_players(rng, config, cards, number, held, built)
    while not nameless and not able(players):  # no round begins there (RULING 9)
        players = random_players(rng, config, cards, number, held, built)
    found: dict[str, Any] = {
        "cards": dict(cards),
        "fortune": config.get("coins", False),
        "players": players,
        "config": {**config, "monuments": True},
        "phase": "placing" if nameless else "naming",
        "round": number,
        "builder": None if nameless else f"player_{able(players)[0]}",
        "named": None,
    }
    if not nameless:
        share_turns(rng, players, able(players)[0], number)
    if nameless:
        found["deck"] = draw_chance(rng, config)["deck"]
        found["deck_next"] = 0 if n == 1 else number - number // 3  # two of three rounds
        if n > 1 and number % 3:
            found["named"] = found["deck"][found["deck_next"] - 1]
        return found
    if config.get("coins") and rng.random() < 0.3:
        return found | {"phase": "constructing", "named": rng.choice(ALL_RESOURCES)}
    game = oracle_game(found)
    return found | {"phase": "taking" if takings(game, game.builder) else "naming"}


def share_turns(rng: random.Random, players: Sequence[dict[str, Any]], builder: int, number: int) -> None:
    """Every round was a turn as Master Builder of some player, the running one of ``builder``."""
    turns = [*(rng.randrange(len(players)) for _ in range(number - 1)), builder]
    for player, entry in enumerate(players):
        entry["builder_turns"] = turns.count(player)


def random_players(
    rng: random.Random,
    config: Mapping[str, Any],
    cards: Mapping[str, str],
    number: int,
    held: Sequence[str],
    built: float,
) -> list[dict[str, Any]]:
    """The players of a random position in a round; at least one is still in the game."""
    n = config["num_players"]
    others = [m for m in monument_pool(config) if m not in held]
    monuments = [*held, *rng.sample(others, n - len(held))]
    rng.shuffle(monuments)
    players = []
    for monument in monuments:
        stands = rng.random() < built
        if config.get("coins"):
            town = (fortune_town if rng.random() < 0.7 else coin_town)(rng, cards, monument, stands)
        else:
            town = random_town(rng, cards, monument, stands)
        if not has_room(town) or rng.random() < 0.1:
            town["completed_round"] = rng.randint(1, number - 1)
        if town["monument_built"] and monument == "opaleyes_watch":
            reserved = {*rng.sample(sorted(cards.values()), 2), rng.choice(["cottage", cards["well"]])}
            town |= {"watch_round": 2, "reserved": sorted(reserved)}
        if config.get("cavern"):
            town["set_aside"] = rng.randint(0, 2)
        players.append(town)
    if any("completed_round" not in p for p in players):
        return players
    return random_players(rng, config, cards, number, held, built)


def coin_town(rng: random.Random, cards: Mapping[str, str], monument: str | None, built: bool) -> dict[str, Any]:
    """A random town with coins."""
    found = random_town(rng, cards, monument, built)
    town = [content for line in found["town"] for content in line]
    return found | fortune_things(rng, town, monument if built else None)


def has_room(p: Mapping[str, Any]) -> bool:
    """Whether a town has an empty square."""
    return any("." in line for line in p["town"])


def able(players: Sequence[Mapping[str, Any]]) -> list[int]:
    """The players that can be Master Builder: in the game, with a resource to name, Fort Ironweed last (D9)."""
    can = [k for k, p in enumerate(players) if "completed_round" not in p and not five_banks(p)]
    free = [k for k in can if not (players[k]["monument"] == "fort_ironweed" and players[k]["monument_built"])]
    return free or can


def five_banks(p: Mapping[str, Any]) -> bool:
    return sum(content == "bank" for line in p["town"] for content in line) == 5
