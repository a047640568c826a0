"""Records from outside with numbers that no game writes: refused before compiled code uses them as indices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from env_core.errors import NotationError
from tests.tt.scenario import FIRST_GAME, player, position
from tt_env import notation, tiny_towns_v0
from tt_env.cards import NUMBERS
from tt_env.state import Pending

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
    seat = state["seats"][0][0]
    seat["pending"][: len(stack)] = stack
    seat["depth"] = len(stack)
    state["waiting"] |= 1
    refused(env, state)


@pytest.mark.parametrize(
    ("field", "value"),
    [("coins", 7), ("monument", NUMBERS["well"]), ("dealt", 255), ("pending", Pending.OKAVER), ("built", 2)],
)
def test_seats_that_no_game_has(field: str, value: int) -> None:
    env = tiny_towns_v0.raw_env(fortune=True)
    env.reset(seed=2)
    for part in ("seats", "shown"):
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


def test_a_position_cannot_ask_one_thing_many_times() -> None:
    owner = player("AG . . .  Co . . .  . . . .  . . . .") | {"pending": [{"decide": "exchange", "left": 1}] * 8}
    with pytest.raises(ValueError, match="'exchange' is never pending 8 times"):
        notation.load(position(owner, player(), cards=FIRST_GAME, phase="constructing", round=2))


@pytest.mark.parametrize("fortune", [False, True])
def test_states_with_decisions_pending_are_taken(fortune: bool) -> None:
    dice = np.random.default_rng(1)
    env, other = (tiny_towns_v0.raw_env(fortune=fortune, auto_forced=False) for _ in range(2))
    other.reset(seed=0)
    taken = 0
    for seed in range(20):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            env.step(int(dice.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-12:])))
            state = env.save()
            other.load(state)
            taken += int(state["seats"]["depth"].any())
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
