"""The public functions and ids of both games: the same options, refused in the same words."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.utils import BaseParallelWrapper, turn_based_aec_to_parallel

from carc_gold_env import carcassonne_gold_v0
from tabletop_envs.autoreset import AutoresetMode
from tabletop_envs.parallel import GameParallel
from tabletop_envs.states import clean_records
from tt_env import tiny_towns_v0

MODULES = (tiny_towns_v0, carcassonne_gold_v0)
IDS = ("tt_env/TinyTowns-v0", "carc_gold_env/CarcassonneGold-v0")


def makers() -> list[Any]:
    """Everything that makes an environment by keyword arguments."""
    found = []
    for module, name in zip(MODULES, IDS, strict=True):
        for function in module.__all__:
            make = getattr(module, function)
            found.append(pytest.param(make, id=f"{module.__name__}.{function}"))
        found.append(pytest.param(lambda name=name, **options: gymnasium.make(name, **options), id=f"make {name}"))
        found.append(pytest.param(lambda name=name, **o: gymnasium.make_vec(name, 2, **o), id=f"make_vec {name}"))
    return found


@pytest.mark.parametrize("make", makers())
def test_an_unknown_option_is_refused_in_pythons_words(make: Callable[..., Any]) -> None:
    """TorchRL's ``GymEnv`` adds options of its own and reads Python's own words before it tries without them."""
    arguments = {"num_games": 2} if getattr(make, "__name__", "") == "batch" else {}
    for name in ("frameskip", "pixels_only", "x" * 10_000):
        with pytest.raises(TypeError, match="got an unexpected keyword argument") as caught:
            make(**arguments, **{name: 4})
        message = str(caught.value)
        assert f"unexpected keyword argument {name[:60]!r}"[:-1] in message
        assert "options are num_players, " in message
        assert len(message.partition(" was raised from")[0]) < 700
        assert "\n" not in message.partition(" was raised from")[0]


def environments(module: Any, name: str) -> list[tuple[str, Any, int]]:
    """Every kind of environment, wrapped and bare, with a game begun, and how many games it has."""
    aec, parallel = module.raw_env(), GameParallel(module.raw_env().game)
    for env in (aec, parallel):
        env.reset(seed=1)
    single, many = gymnasium.make(name, player=0), gymnasium.make_vec(name, 3, player=0)
    found = [
        ("raw", aec, 1),
        ("wrapped", module.env(), 1),
        ("parallel", parallel, 1),
        ("BaseParallelWrapper", BaseParallelWrapper(parallel), 1),
        ("as parallel", turn_based_aec_to_parallel(module.env()), 1),
        ("single", module.gymnasium_env(player=0), 1),
        ("make", single, 1),
        ("TimeLimit", gymnasium.wrappers.TimeLimit(single, 99), 1),
        ("vector", module.vector_env(3, player=0), 3),
        ("make_vec", many, 3),
        ("RecordEpisodeStatistics", gymnasium.wrappers.vector.RecordEpisodeStatistics(many), 3),
        ("batch", module.batch(3), 3),
        ("batch of one", module.batch(1), 1),
    ]
    for kind, env, _ in found:
        if "batch" in kind:
            env.reset(1)
        elif kind not in ("raw", "parallel"):
            env.reset(seed=1)
    return found


@pytest.mark.parametrize(("module", "name"), list(zip(MODULES, IDS, strict=True)), ids=IDS)
def test_legal_moves_of_every_kind_of_environment(module: Any, name: str) -> None:
    notation = importlib.import_module(module.__name__.partition(".")[0]).notation
    for kind, env, games in environments(module, name):
        base = getattr(env, "unwrapped", env)
        states = base.save()
        if kind.startswith("batch"):
            states = states["game"]
        for row in range(games):
            state = clean_records(states[row : row + 1])
            moves = notation.legal_moves(state)
            assert moves, kind
            assert notation.legal_moves(env, row=row) == moves, kind
            assert notation.legal_moves(env, 0, row=row) == notation.legal_moves(state, "player_0"), kind
            assert notation.position(env, row=row) == notation.position(state), kind
        if games == 1:
            assert notation.legal_moves(env) == moves
        else:
            with pytest.raises(TypeError, match="choose one of 3 with row="):
                notation.legal_moves(env)
        for bad in (games, -1, 0.0, "0", True):
            with pytest.raises(ValueError, match=rf"row=.* is not a game; allowed: 0 to {games - 1}"):
                notation.legal_moves(env, row=bad)
    assert len(base.agent) == 1
    for bad in (None, 7, "env", object(), gymnasium.make("CartPole-v1"), np.zeros(1), gymnasium.make(other(name))):
        if hasattr(bad, "reset"):
            bad.reset(seed=1)
        with pytest.raises(TypeError, match="expected"):
            notation.legal_moves(bad)


@pytest.mark.parametrize(("module", "name"), list(zip(MODULES, IDS, strict=True)), ids=IDS)
def test_a_gymnasium_game_is_written_down(module: Any, name: str) -> None:
    """Through wrappers too; the record replays to the same end."""
    notation = importlib.import_module(module.__name__.partition(".")[0]).notation
    env = gymnasium.make(name, opponents="greedy")
    env.action_space.seed(3)
    _, info = env.reset(seed=3)
    over = False
    while not over:
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    record = env.unwrapped.record()
    assert notation.replay(record)["result"] == record["result"]
    assert record["result"]["scores" if "scores" in record["result"] else "final"] == info["scores"].tolist()


def other(name: str) -> str:
    return IDS[1 - IDS.index(name)]


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled", *AutoresetMode], ids=str)
def test_make_vec_takes_the_options_of_the_vector_environment(name: str, mode: Any) -> None:
    env = gymnasium.make_vec(
        name,
        num_envs=2,
        vectorization_mode="vector_entry_point",
        vector_kwargs={},
        autoreset_mode=mode,
        illegal="terminate",
        observation="dict",
    )
    env.reset(seed=1)
    assert env.metadata["autoreset_mode"] in AutoresetMode
    _, rewards, terminations, _, _ = env.step(np.zeros(2, np.int64))
    assert terminations.all()
    assert (rewards < 0).all()
    assert env.spec.kwargs["autoreset_mode"] is mode
