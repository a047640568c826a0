"""The small auction game of the tests, found by its entry point as ``auction``, and one trained model for all tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from tabletop_envs.learning import ppo
from tabletop_envs.learning.callbacks import Progress
from tabletop_envs.learning.options import TrainOptions
from tests.games.auction import INSTALLED

SMALL = {
    "num_envs": 8,
    "n_steps": 8,
    "batch_size": 32,
    "epochs": 2,
    "hidden_sizes": (16,),
    "steps": 256,
    "snapshot_every": 64,
    "evaluate_every": 0,
}
"""Options that make a run of a second."""


@pytest.fixture(autouse=True, scope="session")
def _auction() -> Iterator[None]:
    torch.set_num_threads(1)
    sys.path.append(str(INSTALLED))
    yield
    sys.path.remove(str(INSTALLED))


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory, _auction: None) -> Path:
    """The folder of a finished run on the two-player auction."""
    options = TrainOptions(game="auction", opponents="self:0.5,greedy:0.3,random:0.2", **SMALL)
    run = ppo.start(options, tmp_path_factory.mktemp("runs") / "run")
    ppo.train(run, Progress(options.steps, quiet=True))
    return run.folder
