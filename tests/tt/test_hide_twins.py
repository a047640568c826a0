"""An imagined world depends on nothing but what the player may know and on the seed: two real worlds that look the same
to a player give the same imagined worlds, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tabletop_envs.states import copy_records
from tests.tt.twins import pairs
from tt_env.state import Phase

CONFIGS = [
    *({"num_players": n} for n in range(1, 7)),
    *({"num_players": n, "fortune": True} for n in range(1, 7)),
    *({"num_players": n, "town_hall": True} for n in range(2, 7)),
    *({"num_players": n, "town_hall": True, "fortune": True, "cavern": True} for n in (2, 4, 6)),
    {"num_players": 1, "monuments": False, "cavern": True},
    {"num_players": 3, "monuments": False, "cavern": True},
    {"num_players": 4, "coins": True, "opaleye_optional": True},
    {"num_players": 2, "fortune": True, "parsonage": "exact", "museum_keeps_exhibits": True},
    {"num_players": 2, "fortune": True, "parsonage": "forbid", "max_fortune_buildings": 6},
]


def name(config: dict[str, Any]) -> str:
    return "-".join(f"{option}={value}" for option, value in config.items())


def look(pair: Any, state: Any) -> bytes:
    """What the player of a pair sees and may do in a state."""
    game, kernels = pair.env.game, pair.env.batch.kernels
    out = np.zeros((1, game.layout.size), game.observation_dtype)
    mask = np.zeros(game.num_actions, np.int8)
    kernels.observe(game.tables, state, np.zeros(1, np.int64), np.array([pair.player]), out)
    kernels.legal(game.tables, state, 0, pair.player, mask)
    return out.tobytes() + mask.tobytes()


def imagined(pair: Any, state: Any, seed: int) -> Any:
    world = copy_records(state)
    pair.env.batch.kernels.resample_hidden(pair.env.game.tables, world, 0, pair.player, np.uint64(seed))
    return world


def check(config: dict[str, Any], seed: int, resample_hidden: Any = imagined) -> set[str]:
    """Plays a game with pairs on the way; returns what differed in them."""
    differed: set[str] = set()
    for number, pair in enumerate(pairs(config, seed)):
        looks = look(pair, pair.real)
        assert look(pair, pair.twin) == looks
        worlds = [resample_hidden(pair, state, number) for state in (pair.real, pair.twin)]
        for field in worlds[0].dtype.names:
            assert worlds[0][field].tobytes() == worlds[1][field].tobytes(), (field, pair.player, pair.real[0]["phase"])
        assert worlds[0].tobytes() == worlds[1].tobytes()
        assert look(pair, worlds[0]) == looks
        differed |= set(differences(pair))
    return differed


def check_all(seeds: Any, config: dict[str, Any], resample_hidden: Any) -> None:
    for seed in seeds:
        check(config, seed, resample_hidden)


def differences(pair: Any) -> list[str]:
    real, twin = pair.real[0], pair.twin[0]
    fields = [field for field in ("rng", "deck", "waiting") if (real[field] != twin[field]).any()]
    fields += [field for field in ("dealt", "monument") if (real["players"][field] != twin["players"][field]).any()]
    if real["phase"] != Phase.OVER:
        fields += [field for field in ("town", "pending") if (real["players"][field] != twin["players"][field]).any()]
    return fields


@pytest.mark.parametrize("config", CONFIGS, ids=name)
def test_worlds_that_look_the_same_are_imagined_the_same(config: dict[str, Any]) -> None:
    """Hidden monuments, cards to come, other choices of the running step, the generator: none of them shows."""
    differed = check(config, 5)
    hidden = {"rng"}
    if config["num_players"] == 1 or config.get("town_hall"):
        hidden |= {"deck"}
    if config["num_players"] > 1:
        hidden |= {"waiting", "town"} | ({"dealt", "monument"} if config.get("monuments", True) else set())
    assert hidden <= differed


def next_card_stays(real: Any, world: Any, k: int) -> None:
    """The card to be turned up next."""
    at = int(real["deck_next"]) + (3 if real["num_players"] == 1 else 0)
    if at < (15 if real["num_players"] == 1 else 140):
        world["deck"][at] = real["deck"][at]


def real_deck_is_mixed(real: Any, world: Any, k: int) -> None:
    """All cards of solo's pile are moved, by the same steps whatever they are."""
    unseen = slice(3 + int(real["deck_next"]), 15)
    world["deck"][unseen] = real["deck"][unseen][::-1]


def later_pass_stays(real: Any, world: Any, k: int) -> None:
    world["deck"][130:] = real["deck"][130:]


def monument_stays(real: Any, world: Any, k: int) -> None:
    world["players"][k]["monument"] = real["players"][k]["monument"]


def shown_monument_stays(real: Any, world: Any, k: int) -> None:
    world["shown"][k]["monument"] = real["shown"][k]["monument"]


def returned_card_stays(real: Any, world: Any, k: int) -> None:
    if real["players"][k]["built"]:
        world["players"][k]["dealt"] = real["players"][k]["dealt"]


def place_of_the_kept_card_stays(real: Any, world: Any, k: int) -> None:
    s = real["players"][k]
    if s["monument"] and s["dealt"][1] == s["monument"]:
        world["players"][k]["dealt"] = world["players"][k]["dealt"][::-1].copy()


def generator_stays(real: Any, world: Any, k: int) -> None:
    world["rng"] = real["rng"]


def answers_stay(real: Any, world: Any, k: int) -> None:
    world["waiting"] = real["waiting"]


def town_stays(real: Any, world: Any, k: int) -> None:
    world["players"][k]["town"] = real["players"][k]["town"]


def pending_stays(real: Any, world: Any, k: int) -> None:
    world["players"][k]["pending"] = real["players"][k]["pending"]


ONE, TWO, HALL = {"num_players": 1}, {"num_players": 2}, {"num_players": 2, "town_hall": True}
BREAKS = [
    *((ONE, leak) for leak in (next_card_stays, real_deck_is_mixed, generator_stays)),
    *((HALL, leak) for leak in (next_card_stays, later_pass_stays, monument_stays)),
    *((TWO, leak) for leak in (monument_stays, shown_monument_stays, returned_card_stays)),
    *((TWO, leak) for leak in (place_of_the_kept_card_stays, answers_stay, town_stays)),
    ({"num_players": 4, "fortune": True}, pending_stays),
]


@pytest.mark.parametrize(("config", "leak"), BREAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_leak_is_found(config: dict[str, Any], leak: Any) -> None:
    """What shows in an imagined world of the real one, be it the least thing, is found by the comparison above."""

    def leaky(pair: Any, state: Any, seed: int) -> Any:
        world = imagined(pair, state, seed)
        leak(state[0], world[0], (pair.player + 1) % config["num_players"])
        return world

    with pytest.raises(AssertionError):
        check_all(range(5), config, leaky)


@pytest.mark.slow
@pytest.mark.parametrize("config", CONFIGS, ids=name)
def test_many_games(config: dict[str, Any]) -> None:
    for seed in range(40):
        check(config, seed)
