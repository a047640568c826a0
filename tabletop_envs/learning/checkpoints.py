"""Checkpoints: everything that decides how a run goes on, in one file without pickles.

A checkpoint is written between two rollouts and holds the weights and the optimiser, the running games, the state of
every generator, and the options of the run. It can play as well: ``--agent`` takes it like a model.

Opponents that are networks keep their generators in it. Agents of the user's own that remember something between two
games start afresh.
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from tabletop_envs.archive import Archive, ArchiveError, pack
from tabletop_envs.errors import shown
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.models import Network, described, fill
from tabletop_envs.learning.options import FILE, TrainOptions
from tabletop_envs.learning.runs import Run
from tabletop_envs.learning.snapshots import NetAgent

_RUN = "run.json"
_FORMAT = 2
_MOMENTS = ("step", "exp_avg", "exp_avg_sq")
_TWISTER = 624

Arrays = dict[str, npt.NDArray[Any]]


def checkpoint_bytes(run: Run) -> bytes:
    """The file of a checkpoint; only valid between two rollouts."""
    model = run.model
    texts, arrays = described(model, Network.made(run.env.game, run.options), run.options)
    version, python, gauss = random.getstate()
    name, twister, place, has_gauss, cached = np.random.get_state()  # noqa: NPY002 - what MaskablePPO shuffles with
    texts[_RUN] = {
        "format": _FORMAT,
        "step": model.num_timesteps,
        "updates": model._n_updates,
        "rates": [group["lr"] for group in model.policy.optimizer.param_groups],
        "python": [version, gauss],
        "numpy": [name, int(place), int(has_gauss), float(cached)],
        "self_play": None if run.self_play is None else run.self_play.save(),
        "best": run.best.save(),
    }
    arrays["generators/python"] = np.array(python, np.uint32)
    arrays["generators/numpy"] = twister
    arrays["generators/torch"] = torch.get_rng_state().numpy()
    for k, agent in enumerate(_net_agents(run)):
        arrays[f"generators/agent-{k}"] = agent.generator
    for k, state in model.policy.optimizer.state_dict()["state"].items():
        arrays |= {f"optimizer/{k}/{part}": state[part].numpy() for part in _MOMENTS}
    arrays |= {f"games/{part}": array for part, array in run.env.save().items()}
    arrays["games/starts"] = np.asarray(model._last_episode_starts, np.bool_)
    return pack(texts, arrays)


def options_of(archive: Archive) -> TrainOptions:
    """The options of the run that a checkpoint belongs to.

    Raises:
        ArchiveError: If it holds none.
    """
    try:
        return TrainOptions.of(archive.text(FILE), FILE)
    except UserError as error:
        raise ArchiveError(str(error)) from None


def restore(run: Run, archive: Archive) -> None:
    """Brings a run that was built from its options to where a checkpoint was written, generators included.

    Raises:
        ArchiveError: If the checkpoint is damaged, of another version or of another run; the run is useless then.
    """
    try:
        _restore(run, archive)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, RuntimeError) as error:  # the last: torch's
        if isinstance(error, ArchiveError):
            raise
        raise ArchiveError(f"it holds what no run has written ({type(error).__name__}: {error})") from None


def _restore(run: Run, archive: Archive) -> None:
    model, saved = run.model, archive.text(_RUN)
    if not isinstance(saved, dict) or saved.get("format") != _FORMAT:
        raise ArchiveError(f"{_RUN} is not of format {_FORMAT}; another version wrote it")
    if Network.read(archive) != Network.made(run.env.game, run.options):
        raise ArchiveError("its network is not that of the run")
    fill(model.policy, archive, "policy")
    _restore_optimizer(model.policy.optimizer, archive, saved["rates"])
    games, shapes = run.env, run.env.save_shapes()
    games.load({part: archive.array(f"games/{part}", *kind) for part, kind in shapes.items()})
    model._last_obs = games.observation
    model._last_episode_starts = archive.array("games/starts", np.bool_, (games.num_envs,))
    model.num_timesteps, model._n_updates = _number(saved, "step"), _number(saved, "updates")
    if run.self_play is not None:
        run.self_play.load(saved["self_play"])
    run.best.load(saved["best"])
    for k, agent in enumerate(_net_agents(run)):
        agent.generator = archive.array(f"generators/agent-{k}", np.uint8, agent.generator.shape)
    _restore_generators(archive, saved)


def _restore_optimizer(optimizer: torch.optim.Optimizer, archive: Archive, rates: list[float]) -> None:
    state: dict[str, Any] = optimizer.state_dict()
    weights = [weight for group in optimizer.param_groups for weight in group["params"]]
    if f"optimizer/0/{_MOMENTS[0]}.npy" in archive:  # none before the first update
        for k, weight in enumerate(weights):
            shapes = {part: () if part == "step" else tuple(weight.shape) for part in _MOMENTS}
            found = {part: archive.array(f"optimizer/{k}/{part}", np.float32, shapes[part]) for part in _MOMENTS}
            if not all(np.isfinite(array).all() for array in found.values()):
                raise ArchiveError(f"optimizer/{k} has numbers that are not finite")
            state["state"][k] = {part: torch.from_numpy(array) for part, array in found.items()}
    for group, rate in zip(state["param_groups"], rates, strict=True):
        if not math.isfinite(rate):
            raise ArchiveError(f"{_RUN}: the rate {rate} is not finite")
        group["lr"] = float(rate)
    optimizer.load_state_dict(state)


def _restore_generators(archive: Archive, saved: dict[str, Any]) -> None:
    (version, gauss), (name, place, has_gauss, cached) = saved["python"], saved["numpy"]
    # Python and numpy would take other values too, and fail at a later draw or read behind their arrays.
    if not (gauss is None or type(gauss) is float):
        raise ArchiveError(f"{_RUN}: python's generator keeps {shown(gauss)}; expected null or a number")
    if type(place) is not int or not 0 <= place <= _TWISTER or has_gauss not in (0, 1):
        raise ArchiveError(
            f"{_RUN}: numpy's generator stands at {shown(place)}, {shown(has_gauss)}; expected 0 to 624, 0 or 1"
        )
    python = archive.array("generators/python", np.uint32, (_TWISTER + 1,))
    random.setstate((version, tuple(python.tolist()), gauss))
    np.random.set_state(  # noqa: NPY002
        (name, archive.array("generators/numpy", np.uint32, (_TWISTER,)), place, has_gauss, cached)
    )
    torch.set_rng_state(torch.from_numpy(archive.array("generators/torch", np.uint8, torch.get_rng_state().shape)))


def _number(saved: dict[str, Any], key: str) -> int:
    value = saved[key]
    if type(value) is not int or value < 0:
        raise ArchiveError(f"{_RUN}: {key} is {shown(value)}; expected an integer of at least 0")
    return value


def _net_agents(run: Run) -> list[NetAgent]:
    return [agent for agent in run.mix.agents if isinstance(agent, NetAgent)]
