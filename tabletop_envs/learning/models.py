"""Models as training writes and reads them; :mod:`tabletop_envs.agents.model_file` says what such a file is.

A model's file is one that ``MaskablePPO.load`` reads, with ``network.json``, ``options.json`` and ``policy/NAME.npy``
added. Checkpoints hold the same three, so both can play.
"""

from __future__ import annotations

import io
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gymnasium.spaces import Box, Discrete
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from tabletop_envs.agents.model_file import CANDIDATES, NETWORK, NetworkShape, read_model, sizes_of
from tabletop_envs.archive import Archive, ArchiveError, pack
from tabletop_envs.errors import shown_path
from tabletop_envs.game import Game
from tabletop_envs.learning.candidate_policy import CandidatePolicy, Shape
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.options import FILE, TrainOptions
from tabletop_envs.learning.policy import LeanPolicy, ScaledFeatures

_MOMENTARY = ("_last_obs", "_last_episode_starts", "ep_info_buffer", "ep_success_buffer")


@dataclass(frozen=True)
class Network(NetworkShape):
    """The shape of a policy, and how torch builds it."""

    @classmethod
    def made(cls, game: Game, options: TrainOptions) -> Network:
        """The network that a run with these options trains."""
        sizes, hidden = sizes_of(game, options.policy), options.hidden_sizes
        return cls(game.name, game.num_players, options.policy, *sizes, hidden, options.activation)

    @property
    def shape(self) -> Shape:
        """Of the observations, where the policy chooses among candidates."""
        return Shape(self.actions, self.inputs, self.position)

    @property
    def policy_class(self) -> type[LeanPolicy]:
        """What ``MaskablePPO`` is given."""
        return CandidatePolicy if self.policy == CANDIDATES else LeanPolicy

    def policy_kwargs(self) -> dict[str, Any]:
        """What the policy is built with, beside the spaces."""
        activation = {"relu": nn.ReLU, "tanh": nn.Tanh}[self.activation]
        if self.policy == CANDIDATES:
            return {"shape": tuple(self.shape), "hidden": self.net, "activation": activation}
        return {
            "net_arch": list(self.net),
            "activation_fn": activation,
            "features_extractor_class": ScaledFeatures,
        }

    def build(self) -> LeanPolicy:
        """A policy of this shape; its weights wait to be loaded."""
        size = self.shape.size if self.policy == CANDIDATES else self.inputs
        inputs = Box(0.0, 1.0, (size,), np.float32)
        return self.policy_class(inputs, Discrete(self.actions), lambda _: 0.0, **self.policy_kwargs())


@dataclass(frozen=True)
class Trained:
    """A model as it was read: its shape, its weights, and the options of its run."""

    network: Network
    policy: LeanPolicy
    options: TrainOptions


def arrays_of(module: nn.Module, prefix: str) -> dict[str, npt.NDArray[Any]]:
    """The weights of a network by name."""
    return {f"{prefix}/{name}": value.numpy() for name, value in module.state_dict().items()}


def fill(module: nn.Module, archive: Archive, prefix: str) -> None:
    """Gives a network the weights that :func:`arrays_of` named.

    Raises:
        ArchiveError: If one is missing, damaged, of another shape, or not finite.
    """
    weights = {}
    for name, own in module.state_dict().items():
        array = archive.array(f"{prefix}/{name}", np.float32, tuple(own.shape))
        if not np.isfinite(array).all():
            raise ArchiveError(f"{prefix}/{name} has weights that are not finite")
        weights[name] = torch.from_numpy(array)
    module.load_state_dict(weights)


def described(model: MaskablePPO, network: Network, options: TrainOptions) -> tuple[dict[str, Any], dict[str, Any]]:
    """What models and checkpoints have in common: texts and arrays for :func:`pack`."""
    texts = {NETWORK: asdict(network), FILE: asdict(options)}
    return texts, arrays_of(model.policy, "policy")


def model_bytes(model: MaskablePPO, network: Network, options: TrainOptions) -> bytes:
    """The file of a model, without the state of the games that it was playing."""
    base = io.BytesIO()
    model.save(base, exclude=_MOMENTARY)
    return pack(*described(model, network, options), base.getvalue())


def same_weights(path: Path, policy: MaskableActorCriticPolicy, options: TrainOptions) -> bool:
    """Whether a model's file is there, whole, and holds these weights and options."""
    try:
        archive = Archive(path)
        archive.check()
        same = all(
            np.array_equal(archive.array(name, np.float32, value.shape), value)
            for name, value in arrays_of(policy, "policy").items()
        )
        return same and options.difference(TrainOptions.of(archive.text(FILE), FILE)) is None
    except (ArchiveError, OSError, UserError):
        return False


def load_model(path: Path) -> Trained:
    """Reads a model or a checkpoint for training, without running code from it.

    Raises:
        UserError: If there is no such file, or it is not a model.
    """
    try:
        model = read_model(path)
    except ValueError as error:
        raise UserError(str(error)) from None
    network = Network(**vars(model.shape))
    policy = network.build()
    policy.load_state_dict({name: torch.from_numpy(array) for name, array in model.arrays.items()})
    return Trained(network, policy, TrainOptions.of(model.options, shown_path(path)))


def save_arrays(module: nn.Module) -> bytes:
    """The file of a network alone, such as a snapshot."""
    return pack({}, arrays_of(module, "actor"))


def load_arrays(module: nn.Module, path: Path) -> None:
    """Gives a network what :func:`save_arrays` wrote.

    Raises:
        ArchiveError: If the file is missing, damaged, or of another shape.
    """
    try:
        fill(module, Archive(path), "actor")
    except (ArchiveError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ArchiveError(f"{path.parent.name}/{path.name}: {reason}") from None
