"""Models as files: read without running code, and refused in one line if anything about them is strange."""

from __future__ import annotations

import io
import json
import shutil
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from tabletop_envs.archive import Archive, ArchiveError
from tabletop_envs.batch import Batch
from tabletop_envs.cli import main
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.models import load_model
from tabletop_envs.learning.opponents import load_agent, made_for
from tests.games.auction import Auction

Members = dict[str, bytes]


class Evil:
    """Unpickling it leaves a trace."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Path.touch, (self.trace,)


def members(path: Path) -> Members:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(path: Path, content: Members, compression: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two members of one name
        for name, data in content.items():
            archive.writestr(name, data)
    return path


def test_a_model_plays_wherever_it_lies_and_stays_one_of_maskable_ppo(run_folder: Path, tmp_path: Path) -> None:
    moved = shutil.copy(run_folder / "model.zip", tmp_path / "moved.zip")
    batch = Batch(Auction(), 40)
    batch.reset(4)
    rows = np.arange(40)
    ours = load_agent(str(moved), Auction(), 0, deterministic=True).choose(batch, rows)
    theirs = MaskablePPO.load(moved, device="cpu").predict(
        batch.observation, action_masks=batch.action_mask, deterministic=True
    )[0]
    assert ours.tolist() == theirs.tolist()
    newest = sorted((run_folder / "checkpoints").iterdir())[-1]  # plays as well
    assert load_agent(str(newest), Auction(), 0, deterministic=True).choose(batch, rows).tolist() == ours.tolist()


def pickled(trace: Path) -> bytes:
    import pickle

    return pickle.dumps(Evil(trace))


def poisoned(run_folder: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A model in all of whose pickles lies code, and the trace that the code would leave."""
    import base64

    trace, content = tmp_path / "trace", members(run_folder / "model.zip")
    code = pickled(trace)
    data = json.loads(content["data"])
    for value in data.values():
        if isinstance(value, dict) and ":serialized:" in value:
            value[":serialized:"] = base64.b64encode(code).decode()
    content["data"] = json.dumps(data).encode()
    for name in content:
        if name.endswith(".pth"):
            weights = io.BytesIO()
            torch.save({"x": Evil(trace)}, weights)
            content[name] = weights.getvalue()
    return write(tmp_path / "evil.zip", content), trace


def test_no_code_in_a_model_is_run(
    run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evil, trace = poisoned(run_folder, tmp_path)
    monkeypatch.chdir(tmp_path)
    few = (
        "--num-envs=4",
        "--quiet",
        "--n-steps=8",
        "--batch-size=16",
        "--hidden-sizes=16",
        "--steps=32",
        "--evaluate-every=0",
    )
    for command in (
        ("evaluate", "auction", "--agent", str(evil), "--games", "2"),
        ("evaluate", "auction", "--agent", "random", "--opponents", str(evil), "--games", "2"),
        ("train", "auction", "--opponents", f"{evil}:1,self:1", "--out", "against", *few),
        ("train", "auction", "--start-from", str(evil), "--out", "from", *few),
        ("train", "auction", "--resume", "against", "--steps", "64", "--quiet"),
    ):
        assert main(command) == 0, capsys.readouterr().err
    assert not trace.exists()
    with pytest.raises(Exception, match=r"\w"):
        MaskablePPO.load(evil)
    assert trace.exists()  # the code was there and would have run


def test_no_code_in_an_array_is_run(run_folder: Path, tmp_path: Path) -> None:
    trace, content = tmp_path / "trace", members(run_folder / "model.zip")
    array = io.BytesIO()
    np.save(array, np.array([Evil(trace)], dtype=object), allow_pickle=True)
    for name in list(content):
        if name.endswith(".npy"):
            evil = write(tmp_path / "evil.zip", {**content, name: array.getvalue()})
            with pytest.raises(UserError, match="is not a model"):
                load_model(evil)
    assert not trace.exists()


def with_network(**changes: Any) -> Callable[[Members], Members]:
    def change(content: Members) -> Members:
        return {**content, "network.json": json.dumps({**json.loads(content["network.json"]), **changes}).encode()}

    return change


def with_option(name: str, value: Any) -> Callable[[Members], Members]:
    """Another option; the message that shows the options is that of a network for three players."""

    def change(content: Members) -> Members:
        options = json.dumps({**json.loads(content["options.json"]), name: value}).encode()
        return {**with_network(players=3)(content), "options.json": options}

    return change


def with_array(array: np.ndarray, name: str = "policy/action_net.bias.npy") -> Callable[[Members], Members]:
    data = io.BytesIO()
    np.save(data, array)
    return lambda content: {**content, name: data.getvalue()}


def claims(shape: str) -> bytes:
    """An array that says it is larger than it is."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: {}, "has no network.json"),
        (lambda c: {k: v for k, v in c.items() if k != "network.json"}, "has no network.json"),
        (lambda c: {k: v for k, v in c.items() if k != "options.json"}, "has no options.json"),
        (lambda c: {k: v for k, v in c.items() if "action_net" not in k}, "has no policy/action_net"),
        (lambda c: {**c, "network.json": b"["}, "not valid JSON"),
        (lambda c: {**c, "network.json": b"[" * 100_000}, "not valid JSON"),
        (lambda c: {**c, "network.json": b"\xff\x00"}, "not valid JSON"),
        (lambda c: {**c, "network.json": b"7"}, "expected an object with the keys"),
        (lambda c: {**c, "network.json": b" " * (1 << 21)}, "expected at most 1048576"),
        (lambda c: {**c, "options.json": b"{}"}, "not the options of a training run"),
        (lambda c: {**c, "options.json": b'{"game": ["chess"]}'}, "not the options of a training run"),
        (lambda c: {**c, "options.json": b"[" * 9_999}, "not valid JSON"),
        (with_option("game_options", {"\x1b[31m\n": ["\x1b[31m\n" * 5_000]}), "does not fit auction_v0 with 2 players"),
        (with_network(net=[]), "expected 1 to 64 layers"),
        (with_network(net=[10**6] * 64), "more than the file holds"),
        (with_network(net=[-1]), "expected integers"),
        (with_network(net=[True]), "expected integers"),
        (with_network(net="16"), "expected 1 to 64 layers"),
        (with_network(net=[8]), "expected float32 of shape"),
        (with_network(inputs=10**9), "expected integers"),
        (with_network(actions=6), "expected float32 of shape"),
        (with_network(activation=["relu"]), "activation"),
        (with_network(game=7), "names no game"),
        (with_network(more=1), "expected an object with the keys"),
        (with_network(players=3), "does not fit auction_v0 with 2 players"),
        (with_network(game="chess_v6"), "trained on chess_v6"),
        (with_array(np.zeros(3, np.float32)), "expected float32 of shape"),
        (with_array(np.zeros(7, np.float64)), "expected float32 of shape"),
        (with_array(np.full(7, np.nan, np.float32)), "not finite"),
        (with_array(np.full(7, np.inf, np.float32)), "not finite"),
        (lambda c: {**c, "policy/action_net.bias.npy": b"no array"}, "is not an array"),
        (lambda c: {**c, "policy/action_net.bias.npy": b""}, "is not an array"),
        (lambda c: {**c, "policy/action_net.bias.npy": claims("(7,)")}, "has 0 bytes; expected 28"),
        (lambda c: {**c, "policy/action_net.bias.npy": claims("(9999999999999,)")}, "expected float32 of shape"),
        (lambda c: {**c, "policy/action_net.bias.npy": claims("(" * 99)}, "is not an array"),
        (lambda c: {**c, "policy/action_net.bias.npy": bytes(1 << 20)}, "expected at most"),
    ],
)
def test_strange_models_get_one_line(
    change: Callable[[Members], Members], message: str, run_folder: Path, tmp_path: Path
) -> None:
    path = write(tmp_path / "strange.zip", change(members(run_folder / "model.zip")))
    with pytest.raises(UserError, match=message) as refused:
        load_agent(str(path), Auction(), 0)
    assert str(path) in str(refused.value)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 800
    try:
        made_for(str(path), Auction)
    except UserError as refusal:
        assert str(refusal).startswith(str(path))


def test_a_zip_bomb_is_not_unpacked(run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = members(run_folder / "model.zip")
    packed = write(tmp_path / "packed.zip", {**content, "more": bytes(1 << 26)}, zipfile.ZIP_DEFLATED)
    with monkeypatch.context() as patched:
        patched.setattr(zipfile.ZipFile, "testzip", lambda _: pytest.fail("unpacked"))
        with pytest.raises(ArchiveError, match="compressed"):
            Archive(packed).check()
        overlapping = Archive(run_folder / "model.zip")
        overlapping._zip.filelist *= 3
        with pytest.raises(ArchiveError, match="overlapping"):
            overlapping.check()
    bomb = {**content, "policy/action_net.bias.npy": bytes(1 << 26), "network.json": content["network.json"]}
    with pytest.raises(UserError, match="is compressed"):
        load_model(write(tmp_path / "bomb.zip", bomb, zipfile.ZIP_DEFLATED))


def test_names_in_a_model_lead_nowhere(run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    content = members(run_folder / "model.zip")
    load_model(write(tmp_path / "here" / "a.zip", {**content, "../out": b"x", str(tmp_path / "out"): b"x"}))
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.zip", "here"]


def test_files_that_are_no_models(run_folder: Path, tmp_path: Path) -> None:
    whole = (run_folder / "model.zip").read_bytes()
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "text.zip").write_text("no zip")
    (tmp_path / "empty.zip").touch()
    (tmp_path / "half.zip").write_bytes(whole[: len(whole) // 2])
    flipped = bytearray(whole)
    flipped[whole.index(b"policy/action_net.bias.npy") + 170] ^= 1  # in its numbers
    (tmp_path / "flipped.zip").write_bytes(flipped)
    for name in ("text.zip", "empty.zip", "half.zip", "flipped.zip", "folder.zip/model.zip", "none.zip"):
        with pytest.raises(UserError, match=r"is not a model|no model at") as refused:
            load_agent(str(tmp_path / name), Auction(), 0)
        assert "\n" not in str(refused.value)
    for name in ("x" * 5_000, "x" * 5_000 + ".zip", "a\0b", "a\0b.zip", "a\nb", "a\nb.zip", "../" * 3_000 + "x.zip"):
        with pytest.raises(UserError) as refused:
            load_agent(name, Auction(), 0)
        assert len(str(refused.value)) < 400
        assert "\n" not in str(refused.value)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a fifo")
def test_a_model_is_an_ordinary_file(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe.zip")
    with pytest.raises(UserError, match="no model at"):
        load_model(tmp_path / "pipe.zip")
