"""Records from outside with numbers that no game writes: refused before compiled code uses them as indices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tabletop_envs.errors import NotationError
from tests.tt.scenario import FIRST_GAME, make_player, position
from tt_env import notation, tiny_towns_v0
from tt_env.cards import NUMBERS
from tt_env.decisions import Pending
from tt_env.state import Phase

pytestmark = pytest.mark.nojit

STACKS = [
    [99],
    [Pending.EXTRA],
    [Pending.USING | 200 << 8],
    [Pending.USING | 1 << 8],
    [Pending.MARK | 16 << 8],
    [Pending.EXCHANGE | 2 << 8 | 17 << 16],
    [Pending.EXCHANGE | 2 << 8] * 8,
    [Pending.PUT | 127 << 8 | 9 << 16 | 1 << 24],
    [Pending.PUT | 127 << 8],
    [Pending.TAKE | 1 << 8 | 7 << 16],
    [Pending.FORGE_SECOND | 1 << 8 | 100 << 24],
    [Pending.FORGE_SECOND_USING],
    [-1],
]


def refused(env: Any, state: Any) -> None:
    before = env.save().tobytes()
    with pytest.raises(ValueError, match="damaged") as caught:
        env.load(state)
    assert "\n" not in str(caught.value)
    assert env.save().tobytes() == before


@pytest.mark.parametrize("options", [{}, {"coins": True}, {"fortune": True}, {"num_players": 1}], ids=str)
@pytest.mark.parametrize("stack", STACKS, ids=str)
def test_stacks_that_no_game_has(stack: list[int], options: dict[str, Any]) -> None:
    env = tiny_towns_v0.raw_env(**options)
    env.reset(seed=2)
    state = env.save()
    player = state["players"][0][0]
    player["pending"][: len(stack)] = stack
    player["depth"] = len(stack)
    state["waiting"] |= 1
    refused(env, state)


@pytest.mark.parametrize(
    ("field", "value"),
    [("coins", 7), ("monument", NUMBERS["well"]), ("dealt", 255), ("pending", Pending.OKAVER), ("built", 2)],
)
def test_players_that_no_game_has(field: str, value: int) -> None:
    env = tiny_towns_v0.raw_env(fortune=True)
    env.reset(seed=2)
    for part in ("players", "shown"):
        state = env.save()
        state[part][field][:, 1] = value
        refused(env, state)


def test_cards_that_are_not_in_the_game() -> None:
    env = tiny_towns_v0.raw_env(coins=True)
    env.reset(seed=2)
    for slot, card in ((1, NUMBERS["well"]), (2, NUMBERS["mine"])):
        state = env.save()
        state["row"][0, slot] = card
        refused(env, state)


def played(options: dict[str, Any], *phases: Phase, rounds: int = 4) -> Any:
    """An environment with a random game that has come to one of these phases after some rounds."""
    env, dice = tiny_towns_v0.raw_env(auto_play_forced=False, **options), np.random.default_rng(3)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        state = env.save()[0]
        if state["phase"] in phases and state["round"] >= rounds:
            break
        env.step(int(dice.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert env.save()[0]["phase"] in phases
    return env


PLACING, CONSTRUCTING, NAMING, OVER = Phase.PLACING, Phase.CONSTRUCTING, Phase.NAMING, Phase.OVER
TOWN_HALL, SOLO = {"town_hall": True, "monuments": False}, {"num_players": 1}


@pytest.mark.parametrize(
    ("options", "phase", "field", "value"),
    [
        (TOWN_HALL, PLACING, "deck_next", 144),
        (TOWN_HALL, PLACING, "deck_next", 12),
        (SOLO, PLACING, "deck_next", 9),
        (SOLO, CONSTRUCTING, "deck_next", 200),
        ({}, NAMING, "deck_next", 1),
        (TOWN_HALL, PLACING, "named", 0),
        ({}, PLACING, "named", 0),
        ({}, NAMING, "named", 3),
        ({}, NAMING, "unused", 255),
        (TOWN_HALL, PLACING, "unused", 1),
        ({}, NAMING, "waiting", 0),
        ({}, NAMING, "waiting", 3),
        ({}, PLACING, "waiting", 0),
        ({}, PLACING, "waiting", 4),
        ({}, CONSTRUCTING, "waiting", 128),
        ({}, OVER, "waiting", 1),
        ({}, PLACING, "asked_first", 3),
        ({}, PLACING, "asked_first", 255),
        ({}, NAMING, "asked_first", 1),
        ({}, NAMING, "asked_first", 2),
        ({}, OVER, "asked_first", 1),
        ({}, OVER, "winners", 0),
        ({}, PLACING, "winners", 1),
        ({}, CONSTRUCTING, "round", 0),
        ({}, CONSTRUCTING, "round", 201),
        ({}, NAMING, "phase", Phase.SETUP),
        ({}, NAMING, "phase", Phase.OVER),
        ({}, NAMING, "phase", Phase.TAKING),
        ({}, CONSTRUCTING, "phase", Phase.WATCH),
        ({"fortune": True}, CONSTRUCTING, "phase", Phase.ROUND_END),
        (TOWN_HALL, PLACING, "phase", Phase.NAMING),
        (TOWN_HALL, PLACING, "builder", 1),
        ({}, PLACING, "deck", 1),
    ],
    ids=str,
)
def test_games_that_no_game_is(options: dict[str, Any], phase: Phase, field: str, value: int) -> None:
    env = played(options, phase)
    state = env.save()
    state[field] = value
    refused(env, state)


@pytest.mark.parametrize(
    ("options", "phase", "field", "value"),
    [
        ({}, NAMING, "builder_turns", 200),
        ({}, NAMING, "builder_turns", 5),
        (TOWN_HALL, PLACING, "builder_turns", 1),
        ({}, CONSTRUCTING, "completed", 200),
        ({}, OVER, "completed", 0),
        ({}, NAMING, "watch_round", 1),
        ({}, NAMING, "reserved", 1),
        ({}, CONSTRUCTING, "monument_info", 1),
        ({}, CONSTRUCTING, "set_aside", 1),
        ({"cavern": True}, CONSTRUCTING, "set_aside", 3),
        ({}, CONSTRUCTING, "constructed", 128),
        ({}, NAMING, "constructed", 1),
        ({"coins": True}, PLACING, "by_cubes", 1),
        ({"coins": True}, CONSTRUCTING, "by_cubes", 16),
        ({"coins": True}, CONSTRUCTING, "unpaid", 1),
        ({"coins": True}, CONSTRUCTING, "coins", 5),
        ({}, CONSTRUCTING, "coins", 1),
        ({"coins": True}, CONSTRUCTING, "coin_squares", 1),
        ({"coins": True}, NAMING, "swapped", 1),
        ({"coins": True}, CONSTRUCTING, "forged", 1),
        ({}, PLACING, "named", 6),
        ({}, CONSTRUCTING, "score", 10),
        ({}, OVER, "score", 149),
        ({}, CONSTRUCTING, "stored", 1),
        ({}, CONSTRUCTING, "town", -1),
        ({}, CONSTRUCTING, "town", 0xD),
        ({}, CONSTRUCTING, "dealt", 27),
        ({}, CONSTRUCTING, "monument", 0),
        ({"monuments": False}, CONSTRUCTING, "monument", 27),
        ({}, CONSTRUCTING, "unused", 1),
        ({}, CONSTRUCTING, "depth", 1),
        ({}, CONSTRUCTING, "depth", 255),
    ],
    ids=str,
)
def test_players_that_no_phase_has(options: dict[str, Any], phase: Phase, field: str, value: int) -> None:
    env = played(options, phase)
    for parts in (("players",), ("shown",), ("players", "shown")):
        for place in range(2):
            state = env.save()
            for part in parts:
                state[part][field][:, place] = value
            refused(env, state)


def test_who_is_finished_is_never_asked() -> None:
    """A player with a complete town, and one who has dealt with the cube of this step."""
    env = played({"num_players": 3}, PLACING)
    while bin(int(env.save()[0]["waiting"])).count("1") == 3:
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    state = env.save()
    state["waiting"] = 7
    refused(env, state)
    state = env.save()
    last = int(state[0]["waiting"]).bit_length() - 1
    for part in ("players", "shown"):
        state[part]["completed"][:, last], state[part]["named"][:, last] = 1, 0
    refused(env, state)


def test_nobody_sits_behind_the_last_player() -> None:
    env = played({}, CONSTRUCTING)
    for part in ("players", "shown"):
        for field in env.save()[part].dtype.names:
            state = env.save()
            state[part][field][:, 4] = 1
            refused(env, state)


def test_monuments_are_dealt_once() -> None:
    env = played({}, CONSTRUCTING)
    state = env.save()
    for part in ("players", "shown"):
        state[part]["dealt"][:, 1], state[part]["monument"][:, 1] = (
            state[part]["dealt"][:, 0],
            state[part]["monument"][:, 0],
        )
    refused(env, state)


def test_the_damaged_state_of_a_batch_is_named() -> None:
    batch = tiny_towns_v0.batch(4)
    batch.reset(1)
    damaged = batch.games.copy()
    damaged["players"]["coins"][2, 1] = 3
    with pytest.raises(
        ValueError, match=r"load: state 2 is damaged: players\[1\].coins is 3; expected .*; take states"
    ):
        batch.load(damaged)


def test_a_position_cannot_ask_one_thing_many_times() -> None:
    owner = make_player("AG . . .  Co . . .  . . . .  . . . .") | {"pending": [{"decide": "exchange", "left": 1}] * 8}
    with pytest.raises(ValueError, match=r"(exchange, ){7}exchange; these are never pending like that"):
        notation.load(position(owner, make_player(), cards=FIRST_GAME, phase="constructing", round=2))


@pytest.mark.parametrize("fortune", [False, True])
def test_states_with_decisions_pending_are_taken(fortune: bool) -> None:
    dice = np.random.default_rng(1)
    env, other = (tiny_towns_v0.raw_env(fortune=fortune, auto_play_forced=False) for _ in range(2))
    other.reset(seed=0)
    taken = 0
    for seed in range(20):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            env.step(int(dice.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-12:])))
            state = env.save()
            other.load(state)
            taken += int(state["players"]["depth"].any())
    assert taken > 3


@pytest.mark.parametrize(
    "path", [("players", 0, "town", 1, 2), ("to_move",), ("config", "coins"), ("config",)], ids=str
)
def test_arrays_are_no_part_of_a_position(path: tuple[Any, ...]) -> None:
    env = tiny_towns_v0.raw_env(fortune=True)
    env.reset(seed=2)
    found = inner = notation.position(env)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = np.array([1, 2])
    with pytest.raises(NotationError) as caught:
        notation.load(found)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "move", [["a\nb", "done"], ["x" * 3000, "done"], ["player_0", "x" * 3000], ["player_0", "a\0\nb"]]
)
def test_refused_moves_are_one_short_line(move: list[str]) -> None:
    env = tiny_towns_v0.raw_env()
    env.reset(seed=2)
    for record in ({**env.record(), "moves": [move]}, {**env.record(), "game": np.array([1, 2])}):
        with pytest.raises(NotationError) as caught:
            notation.replay(record)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 700
