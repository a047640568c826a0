"""The native vector environment below Gymnasium's own vector wrappers, in every mode that they take."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import vector as wrappers

from tabletop_envs.autoreset import AutoresetMode
from tabletop_envs.vector_env import GameVectorEnv
from tests.games.auction import Auction
from tests.games.tictactoe import TicTacToe

SAME, NEXT, DISABLED = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED
ALL = (SAME, NEXT, DISABLED)
WITHOUT_FINAL = (NEXT, DISABLED)
"""Gymnasium's wrappers of observations refuse ``SAME_STEP`` by themselves."""

CASES: dict[str, tuple[tuple[AutoresetMode, ...], dict[str, Any]]] = {
    "RecordEpisodeStatistics": (ALL, {}),
    "DictInfoToList": (ALL, {}),
    "NormalizeReward": (ALL, {}),
    "ClipReward": (ALL, {"min_reward": -0.5, "max_reward": 0.5}),
    "TransformReward": (ALL, {"func": lambda reward: 2 * reward}),
    "VectorizeTransformReward": (ALL, {"wrapper": gymnasium.wrappers.TransformReward, "func": lambda reward: -reward}),
    "TransformAction": (ALL, {"func": lambda actions: np.asarray(actions)}),
    "VectorizeTransformAction": (
        ALL,
        {
            "wrapper": gymnasium.wrappers.TransformAction,
            "func": lambda action: action,
            "action_space": gymnasium.spaces.Discrete(10),
        },
    ),
    "DtypeObservation": (WITHOUT_FINAL, {"dtype": np.float32}),
    "FlattenObservation": (WITHOUT_FINAL, {}),
    "ReshapeObservation": (WITHOUT_FINAL, {"shape": (2, 9)}),
    "RescaleObservation": (WITHOUT_FINAL, {"min_obs": np.float32(0), "max_obs": np.float32(1)}),
    "VectorizeTransformObservation": (
        WITHOUT_FINAL,
        {
            "wrapper": gymnasium.wrappers.TransformObservation,
            "func": lambda row: row[:9],
            "observation_space": gymnasium.spaces.Box(0, 1, (9,), np.uint8),
        },
    ),
    "TransformObservation": (WITHOUT_FINAL, {"func": lambda rows: rows}),
    "NormalizeObservation": ((NEXT,), {}),
    "FilterObservation": (WITHOUT_FINAL, {"filter_keys": ["action_mask"]}),
    "NumpyToTorch": (WITHOUT_FINAL, {}),
}
# Not here: wrappers of pictures (GrayscaleObservation, ResizeObservation, RecordVideo, HumanRendering), of Box actions
# (ClipAction, RescaleAction) and of JAX.


@pytest.mark.skipif("ArrayConversion" not in wrappers.__all__, reason="wrappers of before Gymnasium 1.2")
@pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", CASES)
def test_wrapper(name: str, mode: AutoresetMode) -> None:
    modes, arguments = CASES[name]
    if name == "NumpyToTorch":
        pytest.importorskip("array_api_compat")
        pytest.importorskip("torch").set_num_threads(1)
    form = "dict" if name == "FilterObservation" else "flat"
    base = GameVectorEnv(TicTacToe(), 3, autoreset_mode=mode, observation=form)
    make = getattr(wrappers, name)
    if name == "NumpyToTorch" and mode is SAME:
        pytest.skip("it cannot convert final_obs of Gymnasium's own vector environments either")
    if mode not in modes:
        with pytest.raises(ValueError, match="autoreset_mode"):
            make(base, **arguments)
        return
    env = make(base, **arguments)
    _, info = env.reset(seed=3)
    ends = 0
    for _ in range(40):
        actions = base.action_masks().argmax(axis=1)
        observations, rewards, terminations, _, info = env.step(actions)
        over = np.asarray(terminations)
        ends += int(over.sum())
        if name == "DictInfoToList":
            assert [row["action_mask"].shape for row in info] == [(10,)] * 3
            assert [("scores" in row or "final_obs" in row) for row in info] == over.tolist()
        if name == "RecordEpisodeStatistics" and over.any():
            assert info["_episode"].tolist() == over.tolist()
            assert info["episode"]["r"][over].tolist() == rewards[over].tolist()
            assert set(info["episode"]["l"][over]) <= {2, 3, 4, 5}
        if name not in ("NormalizeObservation", "NumpyToTorch"):
            assert observations in env.observation_space
        if mode is DISABLED and over.any():
            env.reset(options={"reset_mask": over})
    assert ends > 9


@pytest.mark.parametrize("mode", [*ALL, *(mode.value for mode in ALL)], ids=str)
def test_mode_is_chosen_by_itself_or_its_value(mode: Any) -> None:
    env = GameVectorEnv(Auction(), 2, autoreset_mode=mode)
    assert env.autoreset_mode is env.metadata["autoreset_mode"]
    assert mode in (env.autoreset_mode, env.autoreset_mode.value)


@pytest.mark.parametrize("bad", ["same_step", "SAME_STEP", 1, None, np.array(["NextStep"]), "x" * 10_000])
def test_an_unknown_mode_is_refused(bad: Any) -> None:
    with pytest.raises(ValueError, match=r"autoreset_mode=.* allowed: 'NextStep', 'SameStep', 'Disabled'") as refused:
        GameVectorEnv(Auction(), 2, autoreset_mode=bad)
    assert len(str(refused.value)) < 250


def test_actions_of_rows_that_begin_their_next_game_are_ignored() -> None:
    env = GameVectorEnv(TicTacToe(), 2, autoreset_mode="NextStep", opponents="greedy")
    _, info = env.reset(seed=1)
    over = np.zeros(2, np.bool_)
    for _ in range(20):
        actions = info["action_mask"].argmax(axis=1)
        actions[over] = 99
        _, _, over, _, info = env.step(actions)
