"""Positions in which something that chance hardly ever brings is about to happen to player 0."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.layouts import everywhere, square_name
from tests.tt.random_towns import fortune_row, fortune_things, overlap, player_of, random_position, share_turns


@dataclass
class Start:
    """What player 0 has: a monument, cards that must be in play, what lies in its town."""

    monument: str
    built: bool = True
    row: dict[str, str] = field(default_factory=dict)
    standing: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()  # layouts of these cards
    sharing: tuple[str, ...] = ()  # layouts that share cubes, two by two
    coins: tuple[int, ...] = (0, 1, 2, 3, 4)
    room: int = 16  # empty squares at most
    coins_everywhere: bool = False  # on all empty squares
    alone: bool = False  # the others' towns are complete
    phase: str = "constructing"
    players: tuple[int, ...] = (2, 3, 4)
    parsonage: tuple[str, ...] = ("at_least", "exact", "forbid")  # the option
    neighbour: str | None = None  # a monument built beside it
    new_watch: bool = False  # the neighbour's Watch was built in this round
    liked: tuple[str, ...] = ()  # how the moves begin that bring it about


SHOP = {"factory": "oddity_shop"}
STARTS = {
    "shed on a coin of the promenade": Start(
        "petal_promenade",
        row={"well": "shed"},
        laid=("shed", "shed"),
        coins_everywhere=True,
        room=3,
        liked=("build shed",),
    ),
    "cathedral declined to a shed on the promenade": Start(
        "petal_promenade",
        row={"well": "shed", "chapel": "cathedral"},
        laid=("cathedral",),
        room=4,
        liked=("build cathedral", "decline"),
    ),
    "cathedral declined on a coin of the grotto": Start(
        "caterinas_grotto",
        row={"well": "shed", "chapel": "cathedral"},
        laid=("cathedral", "shed"),
        liked=("build cathedral", "decline"),
    ),
    "forge with a shed": Start(
        "prism_forge", row={"well": "shed", "tavern": "almshouse"}, sharing=("shed", "almshouse")
    ),
    "forge with a cathedral that becomes a shed": Start(
        "prism_forge",
        row={"well": "shed", "chapel": "cathedral"},
        sharing=("cathedral", "shed"),
        coins=(0, 3),
        liked=("forge cathedral", "decline"),
    ),
    "forge with a cathedral and a museum": Start(
        "prism_forge",
        row={"chapel": "cathedral", "factory": "museum"},
        sharing=("cathedral", "museum"),
        coins=(2, 4),
        liked=("forge",),
    ),
    "forge with a trading post": Start(
        "prism_forge",
        row={"factory": "trading_post", "well": "mine"},
        standing=("trading_post",) * 3,
        sharing=("cottage", "mine"),
    ),
    "forge in a full town": Start("prism_forge", row={"well": "statue"}, sharing=("cottage", "statue"), room=0),
    "two pairs to forge": Start(
        "prism_forge",
        row={"well": "mine", "tavern": "gamblers_den"},
        sharing=("mine", "gamblers_den", "mine", "gamblers_den"),
        liked=("forge",),
    ),
    "four constructions": Start(
        "silva_forum", row={"well": "fountain"}, laid=("fountain",) * 4, coins=(0, 1, 2), liked=("build fountain",)
    ),
    "forge a bank": Start("prism_forge", row={"factory": "bank"}, standing=("bank",) * 4, sharing=("bank", "cottage")),
    "forge a jeweler alone": Start(
        "prism_forge",
        row={"theater": "jeweler", "chapel": "cathedral"},
        sharing=("jeweler", "cathedral"),
        players=(1,),
        liked=("forge cathedral", "pay"),
    ),
    "forge a cottage and a parsonage": Start(
        "prism_forge",
        row={"chapel": "parsonage"},
        standing=("cottage",),
        sharing=("cottage", "parsonage"),
        coins=(1, 2),
    ),
    "forge a jeweler and a parsonage": Start(
        "prism_forge",
        row={"chapel": "parsonage", "theater": "jeweler"},
        standing=("cottage", "cottage"),
        sharing=("jeweler", "parsonage"),
        coins=(1, 2, 3),
    ),
    "two jewelers unpaid": Start(
        "treasury_at_okaver",
        row={"theater": "jeweler"},
        laid=("jeweler", "jeweler"),
        coins=(0,),
        players=(3, 4),
        liked=("build jeweler",),
    ),
    "a jeweler unpaid beside okaver": Start(
        "silva_forum",
        row={"theater": "jeweler"},
        laid=("jeweler",),
        coins=(0,),
        neighbour="treasury_at_okaver",
        liked=("build jeweler", "put cottage"),
    ),
    "jeweler on a coin of the grotto alone": Start(
        "caterinas_grotto",
        row={"theater": "jeweler"},
        laid=("jeweler",),
        coins=(0,),
        players=(1,),
        liked=("build jeweler",),
    ),
    "taking onto coins of the promenade": Start(
        "petal_promenade", row=SHOP, coins_everywhere=True, room=3, phase="taking", liked=("take wood", "take glass")
    ),
    "taking before okaver": Start(
        "treasury_at_okaver",
        row=SHOP,
        coins=(3,),
        room=2,
        phase="taking",
        liked=("take wood", "take glass", "put cottage"),
    ),
    "taking as fort ironweed, the last one": Start(
        "fort_ironweed", row=SHOP, alone=True, phase="taking", liked=("take wood", "take glass")
    ),
    "guild of masons with coins": Start(
        "masons_guild",
        built=False,
        row={"theater": "jeweler", "chapel": "cathedral"},
        laid=("masons_guild",),
        coins=(2, 3, 4),
        liked=("build masons_guild", "pay 2", "pay 3", "pay 4"),
    ),
    "guild of masons with little room": Start(
        "masons_guild",
        built=False,
        row={"chapel": "cathedral", "well": "shed"},
        laid=("masons_guild",),
        coins=(4,),
        room=0,
        liked=("build masons_guild", "pay 4", "pay 3"),
    ),
    "exchanges into cathedrals": Start(
        "architects_guild",
        built=False,
        row={"chapel": "cathedral", "well": "shed"},
        standing=("cottage", "cottage"),
        laid=("architects_guild",),
        liked=("build architects_guild", "exchange", "decline"),
    ),
    "exchange of a cottage for a parsonage": Start(
        "architects_guild",
        built=False,
        row={"chapel": "parsonage"},
        standing=("cottage",) * 4,
        laid=("architects_guild",),
        coins=(3,),
        parsonage=("forbid",),
        liked=("build architects_guild", "exchange"),
    ),
    "cathedral beside a watch": Start(
        "treasury_at_okaver",
        row={"chapel": "cathedral", "well": "mine"},
        laid=("cathedral",),
        coins=(0, 3),
        neighbour="opaleyes_watch",
        liked=("build cathedral", "decline"),
    ),
    "okaver filled at the end beside a watch": Start(
        "treasury_at_okaver",
        row={"well": "fountain"},
        laid=("fountain", "fountain"),
        coins=(3,),
        neighbour="opaleyes_watch",
        liked=("build fountain", "put cottage"),
    ),
    "okaver filled at the end beside a new watch": Start(
        "treasury_at_okaver",
        row={"well": "fountain"},
        laid=("fountain", "fountain"),
        coins=(3,),
        neighbour="opaleyes_watch",
        new_watch=True,
        liked=("build fountain", "put cottage"),
    ),
    "festival with coins": Start(
        "estival_festival", built=False, laid=("estival_festival",), coins=(1, 2, 3, 4), liked=("build estival",)
    ),
    "hollow hill with coins": Start("hollow_hill", coins=(3, 4), phase="naming"),
    "semaphore with a museum": Start(
        "southern_semaphore", row={"factory": "museum"}, standing=("museum", "museum"), phase="naming", players=(2, 3)
    ),
}


def directed_position(name: str, seed: int) -> dict[str, Any]:
    """A position with such a player 0 among other towns."""
    start = STARTS[name]
    rng = random.Random(f"{name} {seed}")
    config = {
        "num_players": rng.choice(start.players),
        "monuments": True,
        "cavern": False,
        "town_hall": False,
        "opaleye_optional": rng.random() < 0.4,
        "fortune": True,
        "coins": True,
        "max_fortune_buildings": 6,
        "parsonage": rng.choice(start.parsonage),
        "museum_keeps_exhibits": rng.random() < 0.3,
    }
    row = fortune_row(rng) | start.row
    held = [start.monument, *([start.neighbour] if start.neighbour else [])]
    while True:
        where = random_position(rng, config, row, held, built=1.0)
        players = sorted(where["players"], key=lambda p: held.index(p["monument"]) if p["monument"] in held else 9)
        if start.phase != "taking" or any("oddity_shop" in line for p in players[1:] for line in p["town"]):
            break
    where["players"] = [players[0] | player_in(rng, start, row), *players[1:]]
    where["players"][0].pop("completed_round", None)
    if start.alone:
        for p in where["players"][1:]:
            p["completed_round"] = where["players"][1].get("completed_round", 1)
    stock_shops(rng, where["players"][1:])
    if start.neighbour == "opaleyes_watch":
        watch = where["players"][1]
        watch["reserved"] = ["cottage", row["chapel"], row["well"]]
        watch["watch_round"] = where["round"] if start.new_watch else 2
    solo = config["num_players"] == 1
    if not solo:
        share_turns(rng, where["players"], 0, where["round"])
    phase = "placing" if solo and start.phase == "taking" else start.phase
    named = "wood" if phase == "constructing" and not solo else None
    return where | {"phase": phase, "named": named, "builder": None if solo else "player_0"}


def stock_shops(rng: random.Random, players: list[dict[str, Any]]) -> None:
    """A cube in every Oddity Shop."""
    for p in players:
        for square in range(16):
            if p["town"][square // 4][square % 4] == "oddity_shop":
                p["stored"][square_name(square)] = [rng.choice(["wood", "glass"])]


def player_in(rng: random.Random, start: Start, row: Mapping[str, str]) -> dict[str, Any]:
    """Tries until everything has found its place."""
    while (town := lay_out(rng, start)) is None:
        pass
    if start.built:
        free = [s for s in range(16) if town[s] == "."]
        town[rng.choice(free)] = start.monument
    free = [s for s in range(16) if town[s] == "."]
    rng.shuffle(free)
    for square in free[start.room :]:
        town[square] = rng.choice(["cottage", row["tavern"]])
    p = player_of(rng, town, start.monument, start.built)
    p |= fortune_things(rng, town, start.monument if start.built else None) | {"coins": rng.choice(start.coins)}
    if start.coins_everywhere:
        p["coin_squares"] = sorted(square_name(s) for s in range(16) if town[s] == ".")[:3]
    return p


def lay_out(rng: random.Random, start: Start) -> list[str] | None:
    """Layouts side by side, two that share cubes, and what stands; None if they do not fit."""
    town = ["."] * 16
    groups = [dict(rng.choice(everywhere(card))) for card in start.laid]
    for k in range(0, len(start.sharing), 2):
        pair = ["."] * 16
        overlap(rng, pair, start.sharing[k : k + 2])
        groups.append({s: pair[s] for s in range(16) if pair[s] != "."})
    for group in groups:
        if any(town[s] != "." for s in group):
            return None
        for square, resource in group.items():
            town[square] = resource
    for card in start.standing:
        free = [s for s in range(16) if town[s] == "."]
        if not free:
            return None
        town[rng.choice(free)] = card
    return town if "." in town else None
