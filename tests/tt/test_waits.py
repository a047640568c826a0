"""Whether who is asked, and how often, tells anything about hidden monuments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.tt.random_towns import monument_pool
from tests.tt.scenario import make_player, position
from tt_env import tiny_towns_v0
from tt_env.actions import DONE
from tt_env.cards import CARDS, LETTERS, NUMBERS
from tt_env.state import Phase
from tt_env.tables import orientations

CONFIGS = [
    {"num_players": 2},
    {"num_players": 3, "fortune": True},
    {"num_players": 4, "cavern": True},
    {"num_players": 2, "town_hall": True, "fortune": True},
]


def two_worlds(make: Any, seed: int, auto_play_forced: bool, config: dict[str, Any]) -> tuple[Any, Any]:
    """Two games after the choice of monuments that differ in those of all players but the first."""
    start = tiny_towns_v0.raw_env(auto_play_forced=False, **config)
    start.reset(seed=seed)
    while start.save()[0]["phase"] == Phase.SETUP:
        start.step(int(start.infos[start.agent_selection]["action_mask"].argmax()))
    state = start.save()
    others = start.save()
    pool = [NUMBERS[card] for card in monument_pool({"town_hall": False, **config})]
    cards = [card for card in pool if card not in state[0]["players"]["dealt"]]
    cards = np.random.default_rng(seed).permutation(cards).tolist()
    for k in range(1, config["num_players"]):
        for field in ("players", "shown"):
            others[0][field][k]["dealt"] = cards[2 * k - 2 : 2 * k]
            others[0][field][k]["monument"] = cards[2 * k - 2]
    worlds = tuple(make(auto_play_forced=auto_play_forced, **config) for _ in range(2))
    for world, begun in zip(worlds, (state, others), strict=True):
        world.load(begun)
    return worlds


def masks(env: Any) -> list[Any]:
    return [env.observe(agent)["action_mask"] for agent in env.possible_agents]


def asked(env: Any) -> Any:
    """Whom an environment asks now: AEC one, Parallel a set."""
    return env.agent_selection if hasattr(env, "agent_selection") else [not mask[0] for mask in masks(env)]


def play(worlds: tuple[Any, Any], rng: np.random.Generator) -> Iterator[tuple[Any, Any]]:
    """Plays both games by the same choices, of those that are legal in both; yields who is asked in each."""
    aec = hasattr(worlds[0], "agent_selection")
    while worlds[0].agents and not (aec and all(worlds[0].terminations.values())):
        yield asked(worlds[0]), asked(worlds[1])
        both = [a & b for a, b in zip(masks(worlds[0]), masks(worlds[1]), strict=True)]
        choices = {
            agent: int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0
            for agent, mask in zip(worlds[0].possible_agents, both, strict=True)
        }
        for world in worlds:
            world.step(choices[world.agent_selection] if aec else choices)


MAKERS = [
    pytest.param(lambda **o: tiny_towns_v0.parallel_env(illegal="raise", **o), id="parallel"),
    pytest.param(tiny_towns_v0.raw_env, id="aec"),
]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_without_forced_steps_waits_tell_nothing(make: Any, config: dict[str, Any]) -> None:
    """``auto_play_forced=False``: the same choices bring the same questions in the same order, whatever monuments
    are."""
    for seed in range(2):
        worlds = two_worlds(make, seed, False, config)
        for one, other in play(worlds, np.random.default_rng(seed)):
            assert one == other
            looks = [world.observe("player_0") for world in worlds]
            assert (looks[0]["observation"] == looks[1]["observation"]).all()
            assert (looks[0]["action_mask"] == looks[1]["action_mask"]).all()
        assert not worlds[1].agents or all(worlds[1].terminations.values())


def town_of(card: str) -> str:
    """A town whose cubes show the layout of a card and nothing else."""
    letters = {resource: letter for letter, resource in LETTERS.items()}
    board = [["."] * 4 for _ in range(4)]
    for y, x, resource in next(cubes for cubes in orientations(CARDS[card]) if max(y for y, _, _ in cubes) < 4):
        board[y][x] = letters[resource]
    return " ".join(" ".join(line) for line in board)


def questions_of_a_round(make: Any, monument: str, auto_play_forced: bool) -> list[Any]:
    """Who is asked in a round in which the neighbour's cubes show Mandras Palace, by the neighbour's monument."""
    neighbour = make_player(town_of("mandras_palace"), monument=monument)
    more = {"phase": "naming", "round": 9, "builder": "player_0", "named": None}
    mine = make_player(monument="the_starloom")
    where = position(mine, neighbour, config={"monuments": True}, **more)
    env = make(num_players=2, auto_play_forced=auto_play_forced)
    env.reset(seed=1, options={"position": where})
    questions = []
    while env.save()[0]["round"] == 9:
        questions.append(asked(env))
        choices = {
            agent: DONE if mask[DONE] else int(mask.argmax())
            for agent, mask in zip(env.possible_agents, masks(env), strict=True)
        }
        env.step(choices[env.agent_selection] if hasattr(env, "agent_selection") else choices)
    return questions


@pytest.mark.parametrize("make", MAKERS)
def test_with_forced_steps_waits_tell_who_could_build_a_monument(make: Any) -> None:
    """The documented price of ``auto_play_forced=True``: one more question exactly where the hidden monument fits."""
    fits, other = (questions_of_a_round(make, monument, True) for monument in ("mandras_palace", "silva_forum"))
    assert fits[:-1] == other
    assert fits[-1] in ("player_1", [False, True])
    fits, other = (questions_of_a_round(make, monument, False) for monument in ("mandras_palace", "silva_forum"))
    assert fits == other
