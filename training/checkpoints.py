"""A run on disk: the model, its options, and checkpoints from which a run continues exactly.

::

    runs/tiny-towns-1/
        options.json            all options (options.TrainOptions)
        model.zip               the newest model, for MaskablePPO.load
        tensorboard/            the log
        snapshots/              past selves of the learner, if it plays against them
        checkpoints/000000400384/
            model.zip           the learner with its optimiser
            run.pkl             the running games, opponents and random generators

Checkpoints and models are pickles in part, as all files of Stable-Baselines3 are: load only what you trust.
"""

from __future__ import annotations

import pickle
import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from training.games import UserError
from training.snapshots import MODEL, SelfPlay
from training.vec_env import GameVecEnv

_RUN = "run.pkl"
_MOMENTARY = ("_last_obs", "_last_episode_starts", "ep_info_buffer", "ep_success_buffer")


def save_model(model: MaskablePPO, path: Path) -> None:
    """Writes a model without the state of the games that it was playing; never leaves half a file behind."""
    part = path.with_name("part-" + path.name)
    model.save(part, exclude=_MOMENTARY)
    part.replace(path)


def save_checkpoint(folder: Path, model: MaskablePPO, env: GameVecEnv, self_play: SelfPlay | None) -> Path:
    """Writes a checkpoint of the run in ``folder``; only valid between two rollouts."""
    place = folder / "checkpoints" / f"{model.num_timesteps:012d}"
    part = place.with_name("part-" + place.name)
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    model.save(part / MODEL)
    state = {
        "env": env,  # one pickle with the opponents, so that agents shared with ``self_play`` stay shared
        "self_play": self_play,
        "python": random.getstate(),
        "numpy": np.random.get_state(),  # noqa: NPY002 - what MaskablePPO shuffles with
        "torch": torch.get_rng_state(),
    }
    (part / _RUN).write_bytes(pickle.dumps(state))
    shutil.rmtree(place, ignore_errors=True)
    part.rename(place)
    return place


def checkpoints(folder: Path) -> list[Path]:
    """The checkpoints of the run in ``folder``, oldest first."""
    return sorted(path for path in (folder / "checkpoints").glob("[0-9]*") if (path / _RUN).is_file())


def load_checkpoint(folder: Path) -> tuple[MaskablePPO, GameVecEnv, SelfPlay | None]:
    """Continues the run in ``folder`` from its newest checkpoint: everything is as it was, generators included.

    Raises:
        UserError: If there is no checkpoint or it was written by another version.
    """
    found = checkpoints(folder)
    if not found:
        raise UserError(f"{folder}: no checkpoint to resume from")
    try:
        state: dict[str, Any] = pickle.loads((found[-1] / _RUN).read_bytes())
    except (pickle.UnpicklingError, AttributeError, ImportError, EOFError) as error:
        raise UserError(f"{found[-1]}: written by another version ({type(error).__name__}: {error})") from None
    env: GameVecEnv = state["env"]
    self_play: SelfPlay | None = state["self_play"]
    if self_play is not None:
        self_play.folder = folder / "snapshots"  # the run's folder may have moved
    model = MaskablePPO.load(found[-1] / MODEL, env=env, device="cpu", force_reset=False)
    random.setstate(state["python"])
    np.random.set_state(state["numpy"])  # noqa: NPY002
    torch.set_rng_state(state["torch"])
    return model, env, self_play
