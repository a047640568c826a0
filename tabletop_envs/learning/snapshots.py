"""Networks as agents, and frozen snapshots of a learner for self-play."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from tabletop_envs.archive import ArchiveError
from tabletop_envs.batch import Batch
from tabletop_envs.learning import durable
from tabletop_envs.learning.candidate_policy import CandidatePolicy, rows_of
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.models import load_arrays, save_arrays
from tabletop_envs.learning.policy import masked_log_softmax, pick


class Actor(nn.Module, ABC):
    """The part of a policy that chooses actions, as a frozen copy without the optimiser; :meth:`of` makes it."""

    @staticmethod
    def of(policy: MaskableActorCriticPolicy) -> Actor:
        """The actor of a policy over candidates or over the flat observation."""
        actor = CandidateActor(policy) if isinstance(policy, CandidatePolicy) else FlatActor(policy)
        actor.requires_grad_(False)
        actor.eval()
        return actor

    @abstractmethod
    def judge(self, batch: Batch, rows: npt.NDArray[np.int64]) -> tuple[Tensor, npt.NDArray[np.int64] | None]:
        """The log-probabilities of what the players to move may do, and which actions these are.

        Returns:
            Log-probabilities [rows, n], and the n actions of each row; ``None``: they are numbered as the game does.
        """


class CandidateActor(Actor):
    """An actor that chooses among candidates."""

    def __init__(self, policy: CandidatePolicy) -> None:
        super().__init__()
        self.net = copy.deepcopy(policy.net)

    def forward(self, observations: Tensor) -> Tensor:
        """The logits of the candidates."""
        logits: Tensor = self.net(observations)[0]
        return logits

    def judge(self, batch: Batch, rows: npt.NDArray[np.int64]) -> tuple[Tensor, npt.NDArray[np.int64] | None]:
        """See :meth:`Actor.judge`."""
        found = batch.candidates(rows)
        return torch.log_softmax(self(torch.from_numpy(rows_of(found))), dim=-1), found.actions


class FlatActor(Actor):
    """An actor that sees the flat observation."""

    def __init__(self, policy: MaskableActorCriticPolicy) -> None:
        super().__init__()
        parts = (policy.pi_features_extractor, policy.mlp_extractor.policy_net, policy.action_net)
        self.net = nn.Sequential(*(copy.deepcopy(part) for part in parts))

    def forward(self, observations: Tensor) -> Tensor:
        """The logits of all actions."""
        logits: Tensor = self.net(observations.float())
        return logits

    def judge(self, batch: Batch, rows: npt.NDArray[np.int64]) -> tuple[Tensor, npt.NDArray[np.int64] | None]:
        """See :meth:`Actor.judge`."""
        logits = self(torch.from_numpy(batch.observation[rows]))
        return masked_log_softmax(logits, batch.action_mask[rows]), None


class NetAgent:
    """An agent that plays by an :class:`Actor`, with one forward pass for all games that wait for it.

    Args:
        actor: The network.
        seed: Fixes the draws.
        deterministic: Take the likeliest action instead of drawing one by its probability.
    """

    def __init__(self, actor: Actor, seed: int = 0, deterministic: bool = False) -> None:
        self.actor = actor
        self.deterministic = deterministic
        self._generator = torch.Generator().manual_seed(seed)

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """An action for the player to move in each of the games ``rows``."""
        with torch.inference_mode():
            log_probs, actions = self.actor.judge(batch, rows)
            chosen = np.asarray(pick(log_probs, self.deterministic, self._generator).numpy(), np.int64)
        return chosen if actions is None else actions[np.arange(len(rows)), chosen]

    @property
    def generator(self) -> npt.NDArray[np.uint8]:
        """The state of the generator of its draws."""
        return self._generator.get_state().numpy()

    @generator.setter
    def generator(self, state: npt.NDArray[np.uint8]) -> None:
        self._generator.set_state(torch.from_numpy(state))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_generator": self.generator}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._generator = torch.Generator()
        self.generator = state["_generator"]


class SelfPlay:
    """The learner's past selves as opponents: the newest snapshot, and an older one that changes.

    The older one is drawn again from all that are kept with every rollout, so that two forward passes serve all games
    and yet all snapshots are met. Snapshots lie in files named by the step at which they were taken.

    Args:
        actor: A network of the learner's shape.
        folder: Where the files lie.
        limit: How many are kept; the first one (a near-random player) stays, then the oldest go first.
        seed: Fixes all draws.
    """

    def __init__(self, actor: Actor, folder: Path, limit: int, seed: int) -> None:
        self.folder = folder
        self.steps: list[int] = []
        self.newest = NetAgent(actor, seed)
        self.older = NetAgent(copy.deepcopy(actor), seed + 1)
        self._limit = limit
        self._dropped: list[tuple[int, int]] = []
        self._rng = np.random.default_rng(seed)

    def add(self, step: int, actor: Actor) -> None:
        """Takes a snapshot: ``actor`` becomes the newest opponent."""
        durable.make_folder(self.folder)
        durable.write(self._path(step), save_arrays(actor))
        self.steps.append(step)
        while len(self.steps) > self._limit:
            gone = self.steps.pop(1 if self._limit > 1 else 0)
            self._dropped.append((step, gone))
        self.newest.actor = actor

    def draw(self) -> None:
        """Draws the older opponent again, all snapshots equally likely.

        Raises:
            UserError: If the snapshot was damaged or deleted while the run went on.
        """
        step = int(self._rng.choice(self.steps))
        try:
            load_arrays(self.older.actor, self._path(step))
        except ArchiveError as error:
            raise UserError(f"the run cannot go on: {error}") from None

    def prune(self, oldest: int) -> None:
        """Deletes the files of snapshots that had been dropped by step ``oldest``; no later checkpoint needs them."""
        for dropped_at, step in self._dropped:
            if dropped_at <= oldest:
                self._path(step).unlink(missing_ok=True)
        self._dropped = [(at, step) for at, step in self._dropped if at > oldest]

    def save(self) -> dict[str, Any]:
        """What decides how it goes on, beside the snapshots' files and the two agents' generators; as JSON."""
        return {"steps": self.steps, "dropped": self._dropped, "draws": self._rng.bit_generator.state}

    def load(self, saved: dict[str, Any]) -> None:
        """Goes on from what :meth:`save` returned; the snapshots' files must be there.

        Raises:
            ValueError: If it is something else, or a snapshot is missing or damaged.
        """
        steps, dropped = [int(step) for step in saved["steps"]], [(int(at), int(step)) for at, step in saved["dropped"]]
        self._rng.bit_generator.state = saved["draws"]
        self.steps, self._dropped = steps, dropped
        # All of them, for each may be drawn; the last one is the newest.
        for step in steps:
            load_arrays(self.newest.actor, self._path(step))

    def _path(self, step: int) -> Path:
        return self.folder / f"{step:012d}.npz"
