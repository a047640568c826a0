"""States given from outside: those of the game are taken, all others are refused with a line that says what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.game import CarcassonneGold
from carc_gold_env.options import OPTIONS
from carc_gold_env.state import DTYPE, Phase
from tabletop_envs.batch import Batch
from tabletop_envs.game import State
from tabletop_envs.states import clean_records


def states(options: dict[str, Any], every: int = 1, games: int = 8) -> list[State]:
    """States from the beginning to the end of random games, in every phase."""
    batch = Batch(CarcassonneGold(**options), games, auto_play_forced=False)
    batch.reset(5)
    found, step, rows = [], 0, np.arange(games)
    while len(rows):
        if step % every == 0:
            found.append(batch.games.copy())
        batch.advance(rows, batch.sample(rows))
        rows, step = rows[batch.agent[rows] >= 0], step + 1
    return [*found, batch.games.copy()]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"num_players": 5, "meeples": 1},
        {"num_players": 3, "gold_mines": False, "small_city": True},
        {"num_players": 4, "farmers": False},
    ],
    ids=str,
)
def test_every_state_of_a_game_is_taken(options: dict[str, Any]) -> None:
    game, phases = CarcassonneGold(**options), set()
    for records in states(options):
        game.check_state(records)
        phases |= set(records["phase"].tolist())
    assert phases == set(Phase) - (set() if options.get("gold_mines", True) else {Phase.INGOT})


@pytest.mark.nojit
@pytest.mark.bounds
def test_states_are_taken_in_both_modes() -> None:
    for records in states({"num_players": 3}, every=40, games=2):
        CarcassonneGold(num_players=3).check_state(records)


def test_a_given_pile_and_another_world_are_taken() -> None:
    env = carcassonne_gold_v0.raw_env(num_players=3)
    env.reset(seed=1, options={"tiles": ["GM1", "V", "B", "U", "V"]})
    while not all(env.terminations.values()):
        world = env.save()
        env.batch.kernels.resample_hidden(env.game.tables, world, 0, 1, np.uint64(3))
        env.load(world)
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"gold_mines": False}, "gold_mines=0, this game has 1"),
        ({"farmers": False}, "farmers=0, this game has 1"),
        ({"farmer_scoring": 1}, "farmer_scoring=1, this game has 3"),
        ({"small_city": True}, "small_city=1, this game has 0"),
        ({"meeples": 3}, "meeples=3, this game has 7"),
        ({"num_players": 4}, "num_players=4, this game has 2"),
    ],
    ids=str,
)
def test_states_of_other_options_are_refused(options: dict[str, Any], field: str) -> None:
    other = carcassonne_gold_v0.raw_env(**options)
    other.reset(seed=1)
    env, batch = carcassonne_gold_v0.raw_env(), carcassonne_gold_v0.batch(2)
    env.reset(seed=2)
    batch.reset(2)
    before, saved = env.save().tobytes(), batch.save()
    with pytest.raises(ValueError, match=field) as refused:
        env.load(other.save())
    assert "\n" not in str(refused.value)
    assert CarcassonneGold.of(other.save()).options() == other.game.options()
    with pytest.raises(ValueError, match=f"load: .*{field}"):
        batch.load(np.concatenate([env.save(), other.save()]))
    assert env.save().tobytes() == before
    assert batch.save().tobytes() == saved.tobytes()


@pytest.mark.parametrize("field", [name for name in DTYPE.names or () if name != "num_players"])
def test_a_change_anywhere_is_refused(field: str) -> None:
    """In every field, in the middle of a game."""
    env = carcassonne_gold_v0.raw_env()
    env.reset(seed=2)
    for _ in range(60):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    before = env.save()
    for change in (1, 77, 255):
        damaged = before.copy()
        damaged[field].view(f"u{damaged.dtype[field].base.itemsize}").flat[0] ^= change
        with pytest.raises(ValueError, match=r"damaged|was made with") as refused:
            env.load(damaged)
        assert "\n" not in str(refused.value)
    assert env.save().tobytes() == before.tobytes()


@pytest.mark.bounds
def test_garbage_is_refused() -> None:
    game, dice = CarcassonneGold(), np.random.default_rng(7)
    some = [clean_records(records) for records in states({}, every=25, games=1)]
    own = game.template[0]
    for _ in range(300):
        record = np.frombuffer(dice.bytes(DTYPE.itemsize), DTYPE).copy()
        if dice.random() < 0.8:  # a state with garbage in one field
            field = str(dice.choice(DTYPE.names or ()))
            garbage, record = record[field].copy(), some[dice.integers(len(some))].copy()
            record[field] = garbage
        for field in OPTIONS:
            record[field] = own[field]
        clean = clean_records(record)
        if any(clean.tobytes() == state.tobytes() for state in some):
            continue
        with pytest.raises(ValueError, match="damaged"):
            game.check_state(clean)


def damage(**values: Any) -> Callable[[State], State]:
    def changed(state: State) -> State:
        for name, value in values.items():
            state[name] = value
        return state

    return changed


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda state: np.zeros_like(state), "num_players=0"),
        (damage(score=9), "score is not what its moves lead to; take states from save()"),
        (damage(phase=9), "phase is not what"),
        (damage(draw_pile_size=200), "its moves are not allowed"),
        (damage(draw_pile=1), "its moves are not allowed"),
        (lambda state: state[:0], "shape"),
        (lambda state: np.repeat(state, 2), "shape"),
        (lambda state: state.view(np.uint8), "uint8"),
        (lambda state: state.tobytes(), "expected a state of carcassonne_gold_v0"),
        (lambda state: None, "expected a state of carcassonne_gold_v0"),
    ],
)
def test_messages(change: Callable[[State], Any], message: str) -> None:
    env = carcassonne_gold_v0.raw_env()
    env.reset(seed=2)
    before = env.save()
    with pytest.raises(ValueError, match="(?s)" + message) as refused:
        env.load(change(before.copy()))
    assert "\n" not in str(refused.value)
    assert env.save().tobytes() == before.tobytes()


def test_the_damaged_state_of_a_batch_is_named() -> None:
    batch = carcassonne_gold_v0.batch(4)
    batch.reset(1)
    damaged = batch.games.copy()
    damaged["ingots"][2] = 3
    with pytest.raises(ValueError, match="load: state 2 is damaged: ingots"):
        batch.load(damaged)
