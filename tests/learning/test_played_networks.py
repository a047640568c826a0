"""Networks that play without torch are those that were trained: in compiled code, and in ONNX."""

from __future__ import annotations

import io
import json
import pickle
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.agents import Judge, OnnxAgent, PPOAgent
from tabletop_envs.agents.model_file import ABOUT, Model, feature_hash, read_model
from tabletop_envs.agents.network import BLOCKED, CandidateNetwork, chosen_actions
from tabletop_envs.archive import pack
from tabletop_envs.candidates import Candidates
from tabletop_envs.learning.candidate_policy import rows_of
from tabletop_envs.learning.export import export, onnx_bytes
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.models import Network, arrays_of
from tabletop_envs.learning.opponents import load_agent
from tabletop_envs.learning.options import TrainOptions
from tabletop_envs.learning.policy import LeanPolicy
from tests.games.auction import Auction

GAME = CarcassonneGold()


def policy(network: Network) -> LeanPolicy:
    """A policy whose every weight says something."""
    torch.manual_seed(0)
    made = network.build()
    for name, value in made.state_dict().items():
        value.copy_(0.1 * torch.randn(value.shape) + (1.0 if name.endswith("scale") else 0.0))
    return made.requires_grad_(False)


def model_file(path: Path, about: dict[str, Any] | None = None, **options: Any) -> LeanPolicy:
    """Writes a model of Carcassonne for two players that nobody has trained; its policy."""
    chosen = TrainOptions(game="carcassonne", hidden_sizes=(16, 8), **options)
    network = Network.made(GAME, chosen)
    made = policy(network)
    texts = {"network.json": asdict(network), "options.json": asdict(chosen)}
    path.write_bytes(pack(texts | ({ABOUT: about} if about is not None else {}), arrays_of(made, "policy")))
    return made


def decisions(n: int, seed: int = 0) -> Candidates:
    """Decisions of 1 to 24 candidates, of which no game has heard."""
    rng = np.random.default_rng(seed)
    k, f, p = GAME.max_candidates, len(GAME.candidate_features), len(GAME.position_features)
    mask = np.arange(k)[None] < rng.integers(1, 25, n)[:, None]
    features = np.where(mask[..., None], rng.normal(size=(n, k, f)) * rng.uniform(0, 9, f), 0)
    features[: n // 4, :, ::2] = np.where(mask[: n // 4, :, None], 3.0, 0)  # the same for all
    return Candidates(
        np.where(mask, np.arange(k), 0),
        mask.astype(np.int8),
        features.astype(np.float32),
        rng.normal(size=(n, p)).astype(np.float32),
    )


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_what_plays_is_what_was_trained(activation: str, tmp_path: Path) -> None:
    made, found = model_file(tmp_path / "a.zip", activation=activation), decisions(200)
    with torch.inference_mode():
        theirs, their_values = (part.numpy() for part in made.net(torch.from_numpy(rows_of(found))))
    model = read_model(tmp_path / "a.zip")
    network = CandidateNetwork(model.shape, model.arrays)
    logits, values = network(found)
    np.testing.assert_allclose(logits[:, : theirs.shape[1]], theirs, atol=2e-4, rtol=2e-5)
    np.testing.assert_allclose(values, their_values, atol=2e-5, rtol=2e-5)
    assert (logits[found.mask == 0] == BLOCKED).all()
    assert np.isfinite(values).all()
    # To the last digit it is the same in any company.
    for rows in (np.arange(3), np.arange(199, 0, -7)):
        some, worth = network(Candidates(*(part[rows] for part in found)))
        assert some.tobytes() == logits[rows].tobytes()
        assert worth.tobytes() == values[rows].tobytes()


@pytest.mark.parametrize("rewards", ["margin", "outcome", "score"])
@pytest.mark.parametrize("shaping", ["ranking", "none"])
def test_values_are_points_of_the_final_lead(rewards: str, shaping: str, tmp_path: Path) -> None:
    made, found = model_file(tmp_path / "a.zip", rewards=rewards, shaping=shaping), decisions(50)
    agent = PPOAgent(str(tmp_path / "a.zip"))
    assert isinstance(agent, Judge)
    with torch.inference_mode():
        value = made.net(torch.from_numpy(rows_of(found)))[1].numpy() * 100
    lead = found.position[:, : len(GAME.candidate_features)] @ made.net.ranking.numpy() * (shaping == "ranking")
    if rewards == "outcome":
        lead = np.clip(lead, -100, 100)
    np.testing.assert_allclose(agent.judge(GAME, found)[1], value + lead, atol=2e-3)


def test_draws_follow_the_probabilities() -> None:
    logits = np.log(np.array([[0.5, 0.3, 0.2, 1e-12]], np.float32))
    logits[0, 3] = BLOCKED
    shares = (np.arange(1000) + 0.5) / 1000
    drawn = chosen_actions(np.repeat(logits, 1000, axis=0), shares)
    assert np.bincount(drawn, minlength=4).tolist() == [500, 300, 200, 0]
    assert chosen_actions(logits[:, ::-1]).tolist() == [3]
    assert chosen_actions(np.repeat(logits, 2, axis=0), np.array([1e-10, 1 - 1e-10])).tolist() == [0, 2]


def test_published_models_say_with_which_features_they_were_made(tmp_path: Path) -> None:
    about = {"features": feature_hash(GAME), "version": "9.9"}
    model_file(tmp_path / "a.zip", about=about)
    PPOAgent(str(tmp_path / "a.zip")).check(GAME)
    model_file(tmp_path / "b.zip", about={**about, "features": "other"})
    with pytest.raises(ValueError, match=r"b\.zip was made for other features of .*, by version '9\.9'"):
        PPOAgent(str(tmp_path / "b.zip")).check(GAME)
    model_file(tmp_path / "c.zip", about={"precision": "float8"})
    with pytest.raises(ValueError, match=r"c\.zip is not a model: about\.json: expected an object with a precision"):
        PPOAgent(str(tmp_path / "c.zip")).check(GAME)


def test_a_model_that_was_written_again_is_read_again(tmp_path: Path) -> None:
    first, found = model_file(tmp_path / "a.zip"), decisions(5)
    before = PPOAgent(str(tmp_path / "a.zip")).judge(GAME, found)[0]
    content = (tmp_path / "a.zip").read_bytes()
    model_file(tmp_path / "a.zip", activation="tanh")
    assert (PPOAgent(str(tmp_path / "a.zip")).judge(GAME, found)[0] != before).any()
    assert isinstance(first, LeanPolicy)
    (tmp_path / "a.zip").write_bytes(content)


# -- ONNX --------------------------------------------------------------------------------------------------------------


def exported(folder: Path, **options: Any) -> tuple[Path, Model]:
    model_file(folder / "a.zip", **options)
    model = read_model(folder / "a.zip")
    export(model, GAME, folder / "a.onnx")
    return folder / "a.onnx", model


@pytest.mark.parametrize(
    "options",
    [{}, {"activation": "tanh", "rewards": "outcome"}, {"shaping": "none"}],
    ids=["usual", "outcome", "plain"],
)
def test_onnx_says_the_same(options: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    path, _ = exported(tmp_path, **options)
    agent, ours = load_agent(f"onnx:{path}", GAME), PPOAgent(str(tmp_path / "a.zip"))
    assert isinstance(agent, Judge)
    found = decisions(1_000)
    (logits, values), (expected, expected_values) = agent.judge(GAME, found), ours.judge(GAME, found)
    np.testing.assert_allclose(logits, expected, atol=1e-3, rtol=1e-4)
    np.testing.assert_allclose(values, expected_values, atol=2e-2)
    assert (logits[found.mask == 0] == BLOCKED).all()
    two = np.sort(expected, axis=1)
    clear = (two[:, -1] - two[:, -2]) > 1e-3  # closer ones are a matter of the last digits
    assert clear.mean() > 0.99
    assert (logits.argmax(axis=1) == expected.argmax(axis=1))[clear].all()
    assert pickle.loads(pickle.dumps(agent)).judge(GAME, found)[0].tobytes() == logits.tobytes()


def test_onnx_files_of_others_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    from onnx import TensorProto, helper

    path, model = exported(tmp_path)
    for other in (CarcassonneGold(num_players=3), CarcassonneGold(gold_mines=False)):
        with pytest.raises(UserError, match=r"a\.onnx does not fit.*made with: train carcassonne --players 2;"):
            load_agent(str(path), other)
    with pytest.raises(UserError, match="does not fit auction_v0"):
        load_agent(str(path), Auction())
    newer = replace(model, about={"features": "other", "version": "9"})
    (tmp_path / "newer.onnx").write_bytes(onnx_bytes(newer, GAME))
    with pytest.raises(UserError, match=r"newer\.onnx was made for other features"):
        load_agent(str(tmp_path / "newer.onnx"), GAME)
    (tmp_path / "text.onnx").write_text("no model")
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in "xy")
    foreign = helper.make_model(
        helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "foreign", [x], [y]),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    (tmp_path / "foreign.onnx").write_bytes(foreign.SerializeToString())
    (tmp_path / "half.onnx").write_bytes(path.read_bytes()[:1000])
    (tmp_path / "folder.onnx").mkdir()
    for name in ("text", "foreign", "half", "folder", "none", "a\0b", "x" * 5_000):
        with pytest.raises(UserError, match=r"cannot be played: .*expected a file written by `tab") as told:
            load_agent(str(tmp_path / f"{name}.onnx"), GAME)
        assert str(told.value).isprintable()
        assert len(str(told.value)) < 600


def test_only_policies_over_candidates_are_exported_and_judge(tmp_path: Path) -> None:
    model_file(tmp_path / "a.zip", policy="flat")
    with pytest.raises(UserError, match=r"a\.zip sees the flat observation; only policies over candidates"):
        onnx_bytes(read_model(tmp_path / "a.zip"), GAME)
    with pytest.raises(ValueError, match=r"a\.zip sees no candidates and cannot judge them"):
        PPOAgent(str(tmp_path / "a.zip")).judge(GAME, decisions(1))


def test_without_onnxruntime_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    with pytest.raises(ValueError, match=r'needs onnxruntime, not installed here: pip install "tabletop-envs\[onnx\]"'):
        OnnxAgent(str(tmp_path / "a.onnx"))


def test_metadata_are_json(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    path, model = exported(tmp_path)
    texts = {item.key: json.loads(item.value) for item in onnx.load(io.BytesIO(path.read_bytes())).metadata_props}
    assert texts["network.json"] == {**asdict(model.shape), "net": [16, 8]}
    assert texts["options.json"]["game"] == "carcassonne"
    assert texts["about.json"] == {"features": feature_hash(GAME)}
