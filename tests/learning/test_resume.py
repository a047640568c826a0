from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from tabletop_envs.learning import ppo
from tabletop_envs.learning.callbacks import Progress
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.options import TrainOptions
from tabletop_envs.learning.runs import Run, checkpoints
from tests.learning.conftest import SMALL

OPPONENTS = "self:0.6,greedy:0.2,random:0.2"


def weights(run: Run) -> list[torch.Tensor]:
    optimiser = run.model.policy.optimizer.state_dict()["state"]
    return [
        *run.model.policy.state_dict().values(),
        *(value for entry in optimiser.values() for value in entry.values()),
    ]


def trained(folder: Path, **changes: Any) -> Run:
    run = ppo.start(TrainOptions(**{"game": "auction", "opponents": OPPONENTS, **SMALL, **changes}), folder)
    ppo.train(run, Progress(run.options.steps, quiet=True))
    return run


def stopped_early(monkeypatch: pytest.MonkeyPatch, folder: Path, after: int, **changes: Any) -> None:
    """Trains as :func:`trained` does but is interrupted after ``after`` rollouts, as by Ctrl-C."""
    run = ppo.start(TrainOptions(**{"game": "auction", "opponents": OPPONENTS, **SMALL, **changes}), folder)
    rollouts = []

    class Interrupt(Progress):
        def _on_rollout_end(self) -> None:
            super()._on_rollout_end()
            rollouts.append(self)
            if len(rollouts) == after:
                import signal

                signal.raise_signal(signal.SIGINT)

    ppo.train(run, Interrupt(run.options.steps, quiet=True))
    assert run.model.num_timesteps == after * 64 < run.options.steps


@pytest.mark.parametrize(("game", "players"), [("auction", 2), ("auction", 3), ("carcassonne", 2)])
def test_a_resumed_run_ends_with_the_same_model(
    game: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = trained(tmp_path / "whole", game=game, players=players)
    stopped_early(monkeypatch, tmp_path / "first", 2, game=game, players=players)
    assert "stopping after this update" in capsys.readouterr().err
    shutil.move(tmp_path / "first", tmp_path / "moved")  # runs may be moved
    resumed = ppo.resume(tmp_path / "moved", game)
    assert resumed.model.num_timesteps == 128
    ppo.train(resumed, Progress(resumed.options.steps, quiet=True))
    assert resumed.model.num_timesteps == whole.model.num_timesteps == 256
    assert all(torch.equal(a, b) for a, b in zip(weights(whole), weights(resumed), strict=True))
    assert whole.self_play is not None
    assert resumed.self_play is not None
    assert whole.self_play.steps == resumed.self_play.steps
    assert whole.env.learner.batch.save().tobytes() == resumed.env.learner.batch.save().tobytes()


def test_the_same_options_give_the_same_model_and_another_seed_another(tmp_path: Path) -> None:
    first, second, third = (trained(tmp_path / str(k), seed=k // 2) for k in range(3))
    assert all(torch.equal(a, b) for a, b in zip(weights(first), weights(second), strict=True))
    assert not all(torch.equal(a, b) for a, b in zip(weights(first), weights(third), strict=True))


def test_a_finished_run_goes_on_with_more_steps(tmp_path: Path) -> None:
    run = trained(tmp_path / "run")
    longer = ppo.resume(run.folder, "auction", steps=320)
    ppo.train(longer, Progress(320, quiet=True))
    assert longer.model.num_timesteps == 320
    assert TrainOptions.read(run.folder).steps == 320


def test_a_run_begins_with_the_weights_of_another(tmp_path: Path, run_folder: Path) -> None:
    options = TrainOptions(game="auction", start_from=str(run_folder), opponents="self", **SMALL)
    run = ppo.start(options, tmp_path / "run")
    trained = ppo.resume(run_folder, "auction").model.policy.state_dict()
    assert all(torch.equal(value, trained[name]) for name, value in run.model.policy.state_dict().items())
    assert run.self_play is not None
    assert torch.equal(next(run.self_play.newest.actor.parameters()), trained["mlp_extractor.policy_net.0.weight"])
    with pytest.raises(UserError, match="another shape"):
        ppo.start(options.__class__(**{**vars(options), "hidden_sizes": (8,)}), tmp_path / "other")


def test_checkpoints_come_when_due_and_old_ones_go(tmp_path: Path) -> None:
    run = trained(tmp_path / "run", checkpoint_every=64, keep=2, pool=2)
    assert [path.name for path in checkpoints(run.folder)] == ["000000000192.zip", "000000000256.zip"]
    assert (run.folder / "model.zip").is_file()
    needed = {int(path.stem) for path in (run.folder / "snapshots").iterdir()}
    assert run.self_play is not None
    assert set(run.self_play.steps) <= needed


def test_the_learning_rate_falls_over_the_time_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()  # a second passes whenever somebody looks at the clock
    monkeypatch.setattr("tabletop_envs.learning.callbacks.time", SimpleNamespace(monotonic=lambda: float(next(ticks))))
    run = trained(tmp_path / "run", minutes=1, steps=1_000_000, final_rate=0.1)
    assert 128 < run.model.num_timesteps < 64 * 60
    (rate,) = {group["lr"] for group in run.model.policy.optimizer.param_groups}
    assert 0.1 < rate / run.options.learning_rate < 0.4
    run = trained(tmp_path / "other", minutes=1_000, final_rate=0.1)  # steps run out first
    (rate,) = {group["lr"] for group in run.model.policy.optimizer.param_groups}
    assert rate / run.options.learning_rate == pytest.approx(0.1)


def test_a_time_limit_ends_the_run(tmp_path: Path) -> None:
    run = trained(tmp_path / "run", minutes=1e-9)
    assert run.model.num_timesteps == 0
    assert (run.folder / "model.zip").is_file()


def test_options_are_written_beside_the_model(tmp_path: Path) -> None:
    run = trained(tmp_path / "run", steps=64)
    data = json.loads((run.folder / "options.json").read_text())
    assert data["opponents"] == OPPONENTS
    assert data["hidden_sizes"] == [16]
    assert TrainOptions.read(run.folder) == run.options
    assert list((run.folder / "tensorboard").iterdir())


def test_runs_that_cannot_be_resumed(run_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"options\.json"):
        ppo.resume(tmp_path, "auction")
    with pytest.raises(UserError, match="is a run on auction, not tiny-towns"):
        ppo.resume(run_folder, "tiny-towns")
    shutil.copy(run_folder / "options.json", tmp_path)
    with pytest.raises(UserError, match="no checkpoint"):
        ppo.resume(tmp_path, "auction")
    (tmp_path / "options.json").write_text("{")
    with pytest.raises(UserError, match="no valid JSON"):
        ppo.resume(tmp_path, "auction")
    (tmp_path / "options.json").write_text('{"some": 1}')
    with pytest.raises(UserError, match="not the options of a training run"):
        ppo.resume(tmp_path, "auction")
