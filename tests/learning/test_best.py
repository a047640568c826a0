"""The best step of a run: chosen in games that are the same every time, kept whole, and nothing of the run's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from tabletop_envs.agents.files import find_model
from tabletop_envs.learning import ppo
from tabletop_envs.learning.best import Best
from tabletop_envs.learning.callbacks import Progress
from tabletop_envs.learning.evaluate import Evaluation
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.models import load_model
from tabletop_envs.learning.options import TrainOptions
from tabletop_envs.learning.runs import Run
from tests.games.nim import Nim
from tests.learning.conftest import SMALL

EVALUATED = {"evaluate_every": 64, "evaluate_games": 20, "checkpoint_every": 10**6, "keep": 10}


def trained(folder: Path, **changes: Any) -> Run:
    run = ppo.start(TrainOptions(**{"game": "auction", "opponents": "random", **SMALL, **changes}), folder)
    ppo.train(run, Progress(run.options.steps, quiet=True))
    return run


def weights(path: Path) -> list[torch.Tensor]:
    return list(load_model(path).policy.state_dict().values())


@pytest.mark.parametrize("players", [1, 2])
def test_the_best_step_is_kept_and_evaluating_changes_nothing(players: int, tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    run = trained(tmp_path / "run", players=players, **EVALUATED)
    facts = json.loads((tmp_path / "run" / "best.json").read_text())
    assert facts == json.loads(json.dumps(run.best.to_json()))
    assert facts["opponents"] == ("nobody" if players == 1 else "greedy")
    assert run.best.evaluated == 256
    best = f"{facts['step']:012d}.zip"
    for a, b in zip(weights(run.held.best), weights(run.folder / "checkpoints" / best), strict=True):
        assert torch.equal(a, b)
    log = EventAccumulator(str(tmp_path / "run" / "tensorboard"))
    log.Reload()
    curve = log.Scalars("evaluation/win_rate" if players > 1 else "evaluation/score")
    assert [point.step for point in curve] == [0, 64, 128, 192, 256]
    reached = facts["win_rate" if players > 1 else "score"]
    assert max(point.value for point in curve) == pytest.approx(reached)
    # Another time, the same policy reaches the same.
    again = Best(run.options, run.env.game)
    assert again.evaluate(facts["step"], load_model(run.held.best).policy) == run.best.result
    assert find_model(str(run.folder), run.env.game) == run.held.best

    plain = trained(tmp_path / "plain", players=players)
    assert not plain.held.best.exists()
    assert find_model(str(plain.folder), plain.env.game) == plain.held.model
    for a, b in zip(weights(plain.held.model), weights(run.held.model), strict=True):
        assert torch.equal(a, b)


def test_what_comes_first_of_equals_is_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = iter([(0.5, 1.0), (0.6, 0.0), (0.6, 0.0), (0.6, 2.0), (0.4, 9.0)])

    def reached(game: Any, agent: Any, opponents: Any, games: int, seed: int, names: tuple[str, str]) -> Evaluation:
        rate, margin = next(rates)
        return Evaluation("nim", 2, *names, games, 1, seed, rate, 0, 1, (rate, rate), 0, 0, 0, margin, 0)

    monkeypatch.setattr("tabletop_envs.learning.best.evaluate", reached)
    monkeypatch.setattr("tabletop_envs.learning.best.Actor.of", lambda policy: policy)
    best = Best(TrainOptions("auction", evaluate_every=100), Nim())
    policy: Any = None
    for step, expected in ((0, 0), (130, 130), (200, 130), (310, 310), (400, 310)):
        assert best.is_due(step)
        best.evaluate(step, policy)
        assert not best.is_due(step, at_the_end=True)
        assert best.step == expected
    assert not best.is_due(499)
    assert best.is_due(499, at_the_end=True)
    twin = Best(TrainOptions("auction"), Nim())
    twin.load(json.loads(json.dumps(best.save())))
    assert (twin.step, twin.evaluated, twin.result) == (310, 400, best.result)
    for name, value in (("win_rate", "1"), ("win_rate", float("nan")), ("step", 1.5), ("agent", 1), ("games", None)):
        with pytest.raises(ValueError, match="is no figure of an evaluation"):
            twin.load({"evaluated": 400, "best": {**json.loads(json.dumps(best.to_json())), name: value}})
    assert best.text() == ("best step: 310 of 400, 60.0 % of 100 games against greedy (95 % interval 0.0 to 100.0)")


def test_a_yardstick_that_a_game_lacks_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--evaluate-against: 'nobody' is unknown; allowed: random, greedy,"):
        TrainOptions("auction", evaluate_against="nobody")
    with pytest.raises(UserError, match="--evaluate-against linear: "):
        trained(tmp_path / "run", evaluate_against="linear")
    assert not (tmp_path / "run").exists()
