"""The test vectors, and games to take positions from."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tabletop_envs.game import State
from tabletop_envs.states import clean_records
from tt_env.actions import BUILD
from tt_env.game import TinyTowns
from tt_env.notation import engine, start_of
from tt_env.notation.moves import actions_of
from tt_env.options import OPTIONS

FOLDER = Path(__file__).parents[1] / "vectors" / "tiny_towns"

Line = dict[str, Any]


@cache
def lines(name: str) -> list[Line]:
    """The lines of a file."""
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def states_of(line: Line) -> Iterator[tuple[State, int, list[int]]]:
    """Every state of a game line, before each action, with the player that acts and what is left of its move."""
    state = start_of(line)
    for name, text, *_ in line["moves"]:
        player = int(name.removeprefix("player_"))
        actions = actions_of(state, player, text)
        for k, action in enumerate(actions):
            yield state, player, actions[k:]
            engine.step(state, player, action)


def random_options(rng: random.Random) -> dict[str, Any]:
    players = rng.randint(1, 6)
    fortune = rng.random() < 0.6
    return {
        "num_players": players,
        "monuments": rng.random() < 0.9,
        "cavern": rng.random() < 0.5,
        "town_hall": players > 1 and rng.random() < 0.3,
        "opaleye_optional": rng.random() < 0.5,
        "fortune": fortune,
        "coins": fortune or rng.random() < 0.5,
        "max_fortune_buildings": rng.randint(0, 6),
        "parsonage": rng.choice(OPTIONS["parsonage"].values),
        "museum_keeps_exhibits": rng.random() < 0.5,
    }


def start_of_game(game: TinyTowns, seed: int, **chance: Any) -> State:
    state = clean_records(game.prepare(chance))
    engine.reset(state, seed)
    return state


def random_play(state: State, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Plays a game to its end, players in any order, building more often than not; yields before each action."""
    players = int(state[0]["num_players"])
    while state[0]["waiting"]:
        player = rng.choice([k for k in range(players) if (int(state[0]["waiting"]) >> k) & 1])
        legal = engine.legal_actions(state, player)
        builds = [action for action in legal if action >= BUILD]
        action = rng.choice(builds if builds and rng.random() < 0.8 else legal)
        yield player, action
        engine.step(state, player, action)
