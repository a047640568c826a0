"""Models on disk: the network's shape as JSON and its weights as plain arrays, read without running code.

A model's file is one that ``MaskablePPO.load`` reads, with ``network.json``, ``options.json`` and ``policy/NAME.npy``
added. Only what was added is read here: the rest of the file is a pickle in part, and whoever loads a pickle runs what
its writer put into it. Checkpoints hold the same three, so both can play.
"""

from __future__ import annotations

import io
import itertools
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gymnasium.spaces import Box, Discrete
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.archive import Archive, ArchiveError, pack
from tabletop_envs.learning.candidate_policy import CandidatePolicy, Shape
from tabletop_envs.learning.durable import explain, shown_path
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.options import ACTIVATIONS, CANDIDATES, FILE, POLICIES, TrainOptions
from tabletop_envs.learning.policy import LeanPolicy, ScaledFeatures

_NETWORK = "network.json"
_MOMENTARY = ("_last_obs", "_last_episode_starts", "ep_info_buffer", "ep_success_buffer")
_MOST = 1_000_000  # numbers in an observation, actions, units of a layer


@dataclass(frozen=True)
class Network:
    """The shape of a policy, and the game that it plays.

    Attributes:
        game: The game's name, such as ``tiny_towns_v0``.
        players: Its number of players.
        policy: ``candidates`` or ``flat``, a key of :data:`POLICIES`.
        inputs: Numbers in an observation; that describe a candidate.
        actions: Numbers of actions; the most candidates.
        position: Numbers that describe the position beside the candidates.
        net: Hidden layers.
        activation: What is between them.
    """

    game: str
    players: int
    policy: str
    inputs: int
    actions: int
    position: int
    net: tuple[int, ...]
    activation: str

    @classmethod
    def of(cls, game: Game, options: TrainOptions) -> Network:
        """The network that a run with these options trains."""
        sizes, hidden = sizes_of(game, options.policy), options.hidden_sizes
        return cls(game.name, game.num_players, options.policy, *sizes, hidden, options.activation)

    @classmethod
    def read(cls, archive: Archive) -> Network:
        """The shape that a file says its weights have.

        Raises:
            ArchiveError: If it is none.
        """
        data = archive.text(_NETWORK)
        names = {item.name for item in fields(cls)}
        if not isinstance(data, dict) or set(data) != names:
            raise ArchiveError(f"{_NETWORK}: expected an object with the keys {', '.join(sorted(names))}")
        sizes = [data[name] for name in ("players", "inputs", "actions")]
        if data["policy"] not in list(POLICIES):
            raise ArchiveError(f"{_NETWORK}: policy is {shown(data['policy'])}; expected {' or '.join(POLICIES)}")
        if (data["policy"] == CANDIDATES) != (data["position"] != 0):
            raise ArchiveError(f"{_NETWORK}: position is {shown(data['position'])}, which the policy cannot have")
        sizes.append(data["position"] or 1)
        net = data["net"]
        if not isinstance(net, list) or not 1 <= len(net) <= 64:
            raise ArchiveError(f"{_NETWORK}: net is {shown(net)}; expected 1 to 64 layers")
        if not all(type(size) is int and 1 <= size <= _MOST for size in (*sizes, *net)):
            raise ArchiveError(f"{_NETWORK}: sizes are {shown([*sizes, *net])}; expected integers of 1 to {_MOST:,}")
        if not isinstance(data["game"], str) or data["activation"] not in list(ACTIVATIONS):
            raise ArchiveError(f"{_NETWORK}: {shown(data)} names no game or no activation ({', '.join(ACTIVATIONS)})")
        return cls(**{**data, "net": tuple(net)})

    @property
    def num_weights(self) -> int:
        """How many numbers the policy has, its value net and the scales of its inputs included."""
        if self.policy == CANDIDATES:
            judge, critic = (_weights((size, *self.net, 1)) for size in (2 * self.inputs, self._critic_inputs))
            return 1 + 5 * self.inputs + 2 * self.position + judge + critic
        return self.inputs + 2 * _weights((self.inputs, *self.net)) + (self.net[-1] + 1) * (self.actions + 1)

    @property
    def _critic_inputs(self) -> int:
        return 2 * self.inputs + self.position

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


def sizes_of(game: Game, policy: str) -> tuple[int, int, int]:
    """The inputs, the actions and the position's numbers of a network for a game."""
    if policy == CANDIDATES:
        candidates, features, position = Shape.of(game)
        return features, candidates, position
    return game.layout.size, game.num_actions, 0


def _weights(sizes: tuple[int, ...]) -> int:
    return sum((a + 1) * b for a, b in itertools.pairwise(sizes))


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
    texts = {_NETWORK: asdict(network), FILE: asdict(options)}
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


def open_model(path: Path) -> Archive:
    """A model's file or a checkpoint, opened.

    Raises:
        UserError: If there is no such file, or it is none of the two.
    """
    try:
        if not path.is_file():
            raise UserError(f"no model at {shown_path(path)}; expected a .zip file written by training")
        archive = Archive(path)
    except (ArchiveError, OSError) as error:
        raise UserError(f"{shown_path(path)} is not a model: {_reason(error)}") from None
    if _NETWORK not in archive:
        raise UserError(
            f"{shown_path(path)} is not a model that can be read without running code from it: it has no {_NETWORK}; "
            "expected a .zip file written by this version of training"
        )
    return archive


def load_model(path: Path) -> Trained:
    """Reads a model or a checkpoint for playing, without running code from it.

    Raises:
        UserError: If there is no such file, or it is not a model.
    """
    archive = open_model(path)
    try:
        network = Network.read(archive)
        if 4 * network.num_weights > archive.size:
            raise ArchiveError(f"{_NETWORK} speaks of {network.num_weights:,} weights, more than the file holds")
        policy = network.build()
        fill(policy, archive, "policy")
        return Trained(network, policy, TrainOptions.of(archive.text(FILE), FILE))
    except (ArchiveError, UserError) as error:
        raise UserError(f"{shown_path(path)} is not a model: {_reason(error)}") from None


def trained_with(path: Path) -> TrainOptions:
    """The options of a model's run.

    Raises:
        UserError: If there is no such file, or it is not a model.
    """
    archive = open_model(path)
    try:
        return TrainOptions.of(archive.text(FILE), FILE)
    except (ArchiveError, UserError) as error:
        raise UserError(f"{shown_path(path)} is not a model: {error}") from None


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


def _reason(error: Exception) -> str:
    return explain(error) if isinstance(error, OSError) else str(error)
