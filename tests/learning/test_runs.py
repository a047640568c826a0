"""A run's folder: who may write to it, what survives damage, and one line for everything that goes wrong."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from sb3_contrib import MaskablePPO

from tabletop_envs.cli import main
from tabletop_envs.learning import durable, ppo
from tabletop_envs.learning.callbacks import Progress
from tabletop_envs.learning.durable import Busy, Lock
from tabletop_envs.learning.failures import Failure, Terminated, UserError
from tabletop_envs.learning.models import load_model
from tabletop_envs.learning.options import TrainOptions
from tabletop_envs.learning.runs import Run, RunFolder, checkpoints
from tests.learning.conftest import SMALL

QUICK = (
    "--num-envs",
    "8",
    "--n-steps",
    "8",
    "--batch-size",
    "32",
    "--epochs",
    "1",
    "--hidden-sizes",
    "16",
    "--quiet",
    "--evaluate-every=0",
)


def begun(folder: Path, **changes: Any) -> Run:
    options = {"game": "auction", "opponents": "self:0.5,random:0.5", **SMALL, "checkpoint_every": 64, **changes}
    return ppo.start(TrainOptions(**options), folder)


def finished(run: Run) -> Run:
    ppo.train(run, Progress(run.options.steps, quiet=True))
    return run


def resumed(folder: Path, steps: int | None = None) -> Run:
    return finished(ppo.resume(folder, "auction", steps))


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory, _auction: None) -> Path:
    """A finished run of four checkpoints, to be copied."""
    return finished(begun(tmp_path_factory.mktemp("whole") / "run", keep=4)).folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "run"))


def same_model(a: Path, b: Path) -> bool:
    first, second = (load_model(path / "model.zip").policy.state_dict() for path in (a, b))
    return all(torch.equal(value, second[name]) for name, value in first.items())


# -- the model and the newest checkpoint -----------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["missing", "older", "half", "foreign"])
@pytest.mark.parametrize("steps", [None, 320])
def test_the_model_becomes_that_of_the_last_checkpoint(
    damage: str, steps: int | None, folder: Path, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = folder / "model.zip"
    if damage == "missing":
        model.unlink()
    elif damage == "older":  # as if the process had been killed between the checkpoint and the model
        shutil.copy(checkpoints(folder)[0], model)
    elif damage == "half":
        model.write_bytes(model.read_bytes()[:1000])
    else:
        model.write_text("no model")
    command = ("train", "auction", "--resume", str(folder), "--quiet", *(("--steps", str(steps)) if steps else ()))
    assert main(command) == 0
    assert ("nothing is left to do" in capsys.readouterr().out) == (steps is None)
    if steps is None:
        assert same_model(folder, whole)
    newest = load_model(checkpoints(folder)[-1]).policy.state_dict()
    assert all(torch.equal(value, newest[name]) for name, value in load_model(model).policy.state_dict().items())
    with zipfile.ZipFile(model) as archive:
        assert archive.testzip() is None
        assert "data" in archive.namelist()  # for MaskablePPO


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-2000])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 8
    path.write_bytes(data)


def rewrite(path: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    """Changes the members of an archive, whose sums stay right."""
    with zipfile.ZipFile(path) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    change(content)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)


def lose(path: Path) -> None:
    rewrite(path, lambda content: content.pop("games/records.npy"))


def spoil_generator(name: str) -> Callable[[Path], None]:
    def change(content: dict[str, bytes]) -> None:
        member = f"generators/{name}.npy"
        content[member] = content[member][:128] + bytes(len(content[member]) - 128)  # the header of the array stays

    return lambda path: rewrite(path, change)


def told_of(key: str, value: Any) -> Callable[[Path], None]:
    def change(content: dict[str, bytes]) -> None:
        content["run.json"] = json.dumps({**json.loads(content["run.json"]), key: value}).encode()

    return lambda path: rewrite(path, change)


# With such a place numpy's generator would read behind its array; with such a rest Python's would fail at a draw.
IMPOSSIBLE = [
    *(spoil_generator(name) for name in ("torch", "agent-0")),
    *(told_of("numpy", ["MT19937", place, 0, 0.0]) for place in (-5, 625, 10**9, 1.5, "1")),
    told_of("numpy", ["MT19937", 1, 2, 0.0]),
    told_of("python", [3, "x"]),
    told_of("rates", [float("nan")]),
    told_of("step", -64),
    told_of("step", 64),
    told_of("step", 10**30),
    told_of("updates", -1),
]


@pytest.mark.parametrize("damage", [cut, empty, zeros, flip, lose, *IMPOSSIBLE])
def test_a_damaged_checkpoint_gives_way_to_the_one_before_it(
    damage: Callable[[Path], None], folder: Path, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newest = checkpoints(folder)[-1]
    damage(newest)
    damaged = newest.read_bytes()
    resumed(folder)
    told = capsys.readouterr().err
    assert f"{newest} cannot be resumed" in told
    assert "going on from 000000000192.zip and setting it aside" in told
    assert (newest.parent / f"damaged-{newest.name}").read_bytes() == damaged
    assert [path.name for path in checkpoints(folder)] == [path.name for path in checkpoints(whole)]
    assert newest.read_bytes() == (whole / "checkpoints" / newest.name).read_bytes()
    assert same_model(folder, whole)


@pytest.mark.parametrize("damage", [cut, empty, zeros, flip, Path.unlink], ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("needed", ["checkpoints/000000000256.zip", "snapshots/000000000192.npz"])
def test_whatever_the_newest_checkpoint_needs_may_be_damaged(
    needed: str, damage: Callable[[Path], None], folder: Path, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(folder / needed)
    resumed(folder)
    told = capsys.readouterr().err
    if damage is Path.unlink and needed.startswith("checkpoints"):
        assert told == ""  # nobody can know of it
    else:
        assert len(told.splitlines()) == 1
        assert "000000000256.zip cannot be resumed (" in told
        assert needed.startswith("checkpoints") or f"({needed}: " in told
        assert "going on from 000000000192.zip and setting it aside" in told
    assert [path.name for path in checkpoints(folder)] == [path.name for path in checkpoints(whole)]
    for path in (checkpoints(folder)[-1], folder / "snapshots" / "000000000192.npz"):
        assert path.read_bytes() == (whole / path.relative_to(folder)).read_bytes()
    assert same_model(folder, whole)


@pytest.mark.parametrize("damage", [cut, Path.unlink], ids=lambda damage: damage.__name__)
def test_a_snapshot_that_all_checkpoints_need_is_missed_at_once(damage: Callable[[Path], None], folder: Path) -> None:
    kept = checkpoints(folder)
    damage(folder / "snapshots" / "000000000000.npz")
    with pytest.raises(UserError, match=r"no checkpoint can be resumed; .*: snapshots/000000000000\.npz: "):
        ppo.resume(folder, "auction")
    assert checkpoints(folder) == kept


def test_no_checkpoint_that_can_be_resumed(folder: Path) -> None:
    kept = checkpoints(folder)
    for path in kept:
        flip(path)
    with pytest.raises(UserError, match=r"no checkpoint can be resumed; the newest, 000000000256\.zip: ") as refused:
        ppo.resume(folder, "auction")
    assert "\n" not in str(refused.value)
    assert checkpoints(folder) == kept  # nothing is set aside


def test_old_checkpoints_go_only_when_the_new_one_is_safe(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    kept = checkpoints(folder)
    run = ppo.resume(folder, "auction", 512)
    monkeypatch.setattr(durable, "write", full)
    with pytest.raises(OSError, match="No space"):
        finished(run)
    assert checkpoints(folder) == kept


# -- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", 3),
        ("hidden_sizes", [8]),
        ("game_options", {"x": 1}),
        ("seed", 1),
        ("rewards", "margin"),
        ("opponents", "random"),
        ("activation", "tanh"),
        ("learning_rate", 0.5),
        ("num_envs", 16),
        ("keep", 2),
    ],
)
def test_changed_options_are_refused(key: str, value: Any, folder: Path) -> None:
    path = folder / "options.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with pytest.raises(UserError, match=f"{key} is .* but the run was made with .*; put it back, or start a new run"):
        ppo.resume(folder, "auction")


NONSENSE = [
    "",
    "{",
    "[]",
    "[" * 100_000,
    '{"game": ' * 50_000,
    "7",
    "null",
    '{"game": "auction", "hidden_sizes": {"a": [[[1]]]}}',
    '{"game": "auction", "hidden_sizes": [[1]]}',
    '{"game": "auction", "hidden_sizes": [1.5]}',
    '{"game": "auction", "hidden_sizes": []}',
    '{"game": "auction", "players": "two"}',
    '{"game": "auction", "players": true}',
    '{"game": "auction", "players": null}',
    '{"game": "auction", "players": 1e400}',
    '{"game": "auction", "steps": 1.5}',
    '{"game": "auction", "steps": ' + "9" * 5000 + "}",
    '{"game": "auction", "opponents": 7}',
    '{"game": "auction", "opponents": ["self"]}',
    '{"game": "auction", "learning_rate": NaN}',
    '{"game": "auction", "learning_rate": -Infinity}',
    '{"game": "auction", "game_options": []}',
    '{"game": "auction", "game_options": {"a": {"b": {}}}}',
    '{"game": "auction", "start_from": {}}',
    '{"game": ["auction"]}',
    '{"game": {}}',
    '{"game": 7}',
    '{"game": "chess"}',
    '{"game": "auction", "%s": 1}' % ("x" * 5000),
    '{"game": "%s"}' % ("x" * 5000),
    "\0\xff",
]


@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_in_options_gets_one_line(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "options.json").write_text(text, encoding="latin-1")
    assert main(["train", "auction", "--resume", str(folder)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "options.json" in told
    assert len(told) < 500


NUMBERS = [name for name, field in TrainOptions.__dataclass_fields__.items() if field.metadata.get("low") is not None]


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_has_bounds(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    field = TrainOptions.__dataclass_fields__[name]
    assert field.metadata["low"] >= 0
    values = ["nan", "inf", "-inf", "-1", "1e30", "1e309", "9" * 6000, "x" * 6000, ""]
    for value in [*values, "1.5", "1e3"] if field.type == "int" else values:
        try:
            status: object = main(["train", "auction", f"--{name.replace('_', '-')}={value}"])
        except SystemExit as refused:  # argparse leaves by itself
            status = refused.code
        lines = [line for line in capsys.readouterr().err.strip().split("\n") if not line.startswith(("usage:", " "))]
        assert (status, len(lines)) == (2, 1), (value, lines)
        assert len(lines[0]) < 500
    nothing = [] if field.default is None else [None]  # where the default depends on the policy, None stands for it
    for number in (float("nan"), float("inf"), -1, True, "1", *nothing):
        with pytest.raises(UserError, match=f"--{name.replace('_', '-')}: "):
            TrainOptions(**{"game": "auction", name: number})


def test_zero_is_refused_where_it_means_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for flag in (
        "learning-rate",
        "clip-range",
        "steps",
        "num-envs",
        "n-steps",
        "batch-size",
        "epochs",
        "pool",
        "keep",
        "threads",
    ):
        assert main(["train", "auction", f"--{flag}", "0"]) == 2
        assert f"--{flag}: 0" in capsys.readouterr().err


# -- numbers that are not finite -------------------------------------------------------------------------------------


def poison_weights(run: Run) -> None:
    with torch.no_grad():
        next(run.model.policy.parameters()).view(-1)[3] = float("nan")


def overflow_answers(run: Run) -> None:
    """Weights that are finite and give answers that are not."""
    with torch.no_grad():
        for weight in run.model.policy.parameters():
            weight.fill_(1e30)


def poison_loss(run: Run) -> None:
    run.model.logger.record("train/loss", float("inf"))


@pytest.mark.parametrize("spoil", [poison_weights, overflow_answers, poison_loss])
@pytest.mark.parametrize("after", [1, 3, 4])
def test_a_diverged_network_is_never_saved(
    spoil: Callable[[Run], None], after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begun(tmp_path / "run")
    train, updates = MaskablePPO.train, []

    def spoilt(model: MaskablePPO) -> None:
        train(model)
        updates.append(1)
        if len(updates) == after:
            spoil(run)

    monkeypatch.setattr(MaskablePPO, "train", spoilt)
    with pytest.raises(Failure, match=r"diverged .* lower --learning-rate \(it is 0\.002\)") as failed:
        finished(run)
    good = after - 1
    assert f"of step {64 * good}, from which to begin with --start-from" in str(failed.value)
    assert int(checkpoints(run.folder)[-1].stem) == 64 * good
    network = load_model(run.folder / "model.zip")
    assert all(bool(torch.isfinite(weight).all()) for weight in network.policy.parameters())
    begun(tmp_path / "next", start_from=str(run.folder))  # what the message recommends


def test_the_highest_learning_rate_ends_in_one_line_or_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    status = main(["train", "auction", *QUICK, "--steps", "1024", "--learning-rate", "1", "--out", "run"])
    assert status in (0, 1)
    assert capsys.readouterr().err.count("\n") == status
    load_model(tmp_path / "run" / "model.zip")


# -- who may write ---------------------------------------------------------------------------------------------------


def test_a_run_is_written_by_one_process(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held = str(folder / "lock")
    code = f"from tabletop_envs.learning.durable import Lock; from pathlib import Path; l = Lock(Path({held!r}))"
    with subprocess.Popen(
        [sys.executable, "-c", f"{code}\nprint('held', flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        for command in (("--resume", str(folder)), ("--resume", str(folder), "--steps", "512")):
            assert main(["train", "auction", *command, "--quiet"]) == 2
            told = capsys.readouterr().err
            assert f"{folder} is being written by process {other.pid}; wait for it or stop it" in told
            assert told.count("\n") == 1
        other.kill()  # the lock goes with the process
        other.wait()
    resumed(folder, 320)
    resumed(folder, 384)  # and with the run


def test_a_lock_in_a_new_folder(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    held = Lock(tmp_path / "run" / "lock")
    with pytest.raises(UserError, match=f"is being written by process {os.getpid()}"):
        RunFolder.new(tmp_path / "run", numbered=False)
    held.close()
    RunFolder.new(tmp_path / "run", numbered=False).release()
    with pytest.raises(Busy):
        _ = Lock(tmp_path / "run" / "lock"), Lock(tmp_path / "run" / "lock")


def test_runs_that_start_together_take_different_folders(tmp_path: Path) -> None:
    taken: list[RunFolder] = []
    gate = threading.Barrier(16)

    def take() -> None:
        gate.wait()
        taken.append(RunFolder.new(tmp_path / "runs" / "auction-1", numbered=True))

    threads = [threading.Thread(target=take) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = sorted((folder.path.name for folder in taken), key=lambda name: int(name.partition("-")[2]))
    assert names == [f"auction-{k}" for k in range(1, 17)]


def test_a_run_without_a_checkpoint_starts_again(folder: Path, whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(folder / "checkpoints")
    (folder / "model.zip").unlink()
    with pytest.raises(UserError, match=rf"no checkpoint to resume from; start it again with --out {folder}"):
        ppo.resume(folder, "auction")
    finished(begun(folder, keep=4))  # as recommended
    assert "holds a run that ended before its first checkpoint; starting it again" in capsys.readouterr().err
    assert same_model(folder, whole)


def test_a_model_without_a_checkpoint_is_not_overwritten(folder: Path, tmp_path: Path) -> None:
    shutil.rmtree(folder / "checkpoints")
    before = (folder / "model.zip").read_bytes()
    with pytest.raises(UserError, match=rf"no checkpoint to resume from; begin a new run with --start-from {folder}"):
        ppo.resume(folder, "auction")
    with pytest.raises(UserError, match=rf"holds a model without a checkpoint.* --start-from {folder}"):
        begun(folder)
    assert (folder / "model.zip").read_bytes() == before
    begun(tmp_path / "next", start_from=str(folder))  # as recommended


def test_a_run_with_checkpoints_is_continued(folder: Path) -> None:
    with pytest.raises(UserError, match=rf"holds a run; choose another folder, or continue it with --resume {folder}"):
        begun(folder)
    resumed(folder, 320)  # as recommended


def test_a_foreign_folder_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(UserError, match=r"exists already and is not empty \(thesis\.txt\)"):
        begun(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_run_goes_on_without_the_models_it_plays_against(whole: Path, tmp_path: Path) -> None:
    model = shutil.copy(whole / "model.zip", tmp_path / "rival.zip")
    run = finished(begun(tmp_path / "run", opponents=f"{model}:1,self:1"))
    Path(model).unlink()
    assert resumed(run.folder, 320).model.num_timesteps == 320


# -- signals ---------------------------------------------------------------------------------------------------------


class Sending(Progress):
    """Sends signals to its own process while the second update is being prepared."""

    def __init__(self, *numbers: signal.Signals) -> None:
        super().__init__(256, quiet=True)
        self._numbers, self._steps = list(numbers), 0

    def _on_step(self) -> bool:
        self._steps += 1
        if self._steps >= 12 and self._numbers:
            signal.raise_signal(self._numbers.pop(0))
        return super()._on_step()


@pytest.mark.parametrize("times", [1, 3])
def test_sigterm_writes_a_checkpoint(times: int, tmp_path: Path, whole: Path) -> None:
    run = begun(tmp_path / "run", keep=4, checkpoint_every=100_000)
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated, match="terminated at step 128; go on with --resume"):
        ppo.train(run, Sending(*[signal.SIGTERM] * times))
    assert signal.getsignal(signal.SIGTERM) is before
    assert [path.name for path in checkpoints(run.folder)] == ["000000000000.zip", "000000000128.zip"]
    resumed(run.folder)
    assert same_model(run.folder, whole)


def test_the_second_ctrl_c_interrupts(tmp_path: Path, whole: Path) -> None:
    run = begun(tmp_path / "run", keep=4)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    try:
        with pytest.raises(KeyboardInterrupt):
            ppo.train(run, Sending(signal.SIGINT, signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)
    assert int(checkpoints(run.folder)[-1].stem) == 64
    resumed(run.folder)
    assert same_model(run.folder, whole)


def test_the_exit_status_after_sigterm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_envs.learning.callbacks.Progress", lambda *_: Sending(signal.SIGTERM))
    assert main(["train", "auction", *QUICK, "--steps", "256", "--out", str(tmp_path / "run")]) == 143


# -- full disks and places --------------------------------------------------------------------------------------------


def full(*_: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "there")


@pytest.mark.parametrize("part", ["os.fsync", "tensorboard.summary.writer.record_writer.RecordWriter.write"])
def test_a_full_disk_gets_one_line(
    part: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    kept = checkpoints(folder)
    with monkeypatch.context() as patched:
        patched.setattr(part, full)
        longer = ("--resume", str(folder), "--steps", "512", "--quiet")
        for place in (longer, ("--out", str(tmp_path / "new"), *QUICK)):
            capfd.readouterr()
            assert main(["train", "auction", *place]) in (1, 2)  # 2: --out cannot be made
            told = capfd.readouterr().err
            assert "there: No space left on device" in told
            assert told.count("\n") == 1
    assert set(kept) <= set(checkpoints(folder))
    resumed(folder, 512)


@pytest.mark.parametrize(
    "place",
    [
        "file/x",
        "file",
        "x" * 5_000,
        "a\0b",
        "\n" * 300,
        "/proc/x",
        pytest.param("file/" + "d/" * 1_200, id="deep"),
        "\udcff",
    ],
)
def test_strange_places_get_one_line(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    for command in (
        ("train", "auction", "--out", place, *QUICK),
        ("train", "auction", "--resume", place),
        ("train", "auction", "--start-from", place, *QUICK),
        ("train", "auction", "--opponents", f"{place}:1", *QUICK),
        ("evaluate", "auction", "--agent", place),
        ("evaluate", "auction", "--agent", f"{place}.zip"),
        ("evaluate", "auction", "--agent", "random", "--opponents", place),
        ("evaluate", "auction", "--agent", "random", "--games", "2", "--json", f"{place}/x"),
    ):
        try:
            status: object = main(command)
        except SystemExit as refused:
            status = refused.code
        told = capsys.readouterr().err
        lines = [line for line in told.strip().split("\n") if not line.startswith(("usage:", " "))]
        assert (status, len(lines)) in {(2, 1), (1, 1)}, (command[:3], told)
        assert len(lines[0]) < 700
    assert sorted(os.listdir()) == ["file"]
