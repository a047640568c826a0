"""A policy over candidates: one small network judges every legal action by where it leads.

An observation is one row: the features of all candidates, then those of the position, then the number of candidates
(:func:`rows_of`). The network sees each candidate beside the mean of its decision, so the number of candidates does not
matter, nor does their order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from stable_baselines3.common.type_aliases import PyTorchObs, Schedule
from torch import Tensor, nn

from tabletop_envs.agents.judge import prior_only
from tabletop_envs.agents.linear import LinearAgent
from tabletop_envs.agents.network import FARTHEST, STEP
from tabletop_envs.batch import Batch
from tabletop_envs.candidates import Candidates
from tabletop_envs.game import Game
from tabletop_envs.learning.policy import BLOCKED, LeanPolicy, pick

_NARROWEST = 1e-3
"""A feature that differs by less within decisions has not been seen to differ."""
# Those of the compiled network, which plays what is learnt here.
_FARTHEST, _STEP = float(FARTHEST), float(STEP)


class Shape(NamedTuple):
    """What an observation of candidates is made of.

    Attributes:
        candidates: K, the most candidates of a decision.
        features: F, numbers that describe a candidate.
        position: P, numbers that describe the position.
    """

    candidates: int
    features: int
    position: int

    @classmethod
    def of(cls, game: Game) -> Shape:
        """The shape of a game's observations."""
        return cls(game.max_candidates, len(game.candidate_features), len(game.position_features))

    @property
    def size(self) -> int:
        """The length of a row."""
        return self.candidates * self.features + self.position + 1


def rows_of(found: Candidates) -> npt.NDArray[np.float32]:
    """Candidates as rows of numbers, [N, ``Shape.size``]."""
    n = len(found.mask)
    count = found.mask.sum(axis=1, dtype=np.float32)
    return np.concatenate([found.features.reshape(n, -1), found.position, count[:, None]], axis=1)


class CandidateNet(nn.Module):
    """Judges the candidates of decisions, and what the decisions are worth.

    Within a decision every feature is taken less its mean and divided by how far candidates of a decision usually are
    apart in it. A candidate's logit is the sum of what it is worth by a fixed ranking (:func:`ranking_of`) times
    ``beta``, of a weighted sum, and of what a network makes of the candidate and of the mean; all but the first are 0
    at the beginning.

    Args:
        shape: Of the observations.
        hidden: Layers of the network of the candidates and of that of the value.
        activation: What is between them.
        prior: What a point of the ranking is worth in the logits at the beginning; 0: nothing, ever.
    """

    def __init__(
        self, shape: Shape, hidden: tuple[int, ...], activation: type[nn.Module] = nn.ReLU, prior: float = 1.0
    ) -> None:
        super().__init__()
        self.shape = shape
        self.center: Tensor
        self.scale: Tensor
        self.register_buffer("center", torch.zeros(shape.features))
        self.register_buffer("scale", torch.ones(shape.features))
        self.ranking: Tensor
        self.register_buffer("ranking", torch.zeros(shape.features))
        self.ranking[-1] = 1.0
        self.within: Tensor
        self.register_buffer("within", torch.ones(shape.features))
        self.position_center: Tensor
        self.position_scale: Tensor
        self.register_buffer("position_center", torch.zeros(shape.position))
        self.register_buffer("position_scale", torch.ones(shape.position))
        self.beta = nn.Parameter(torch.tensor(float(prior)), requires_grad=prior != 0.0)
        self.linear = nn.Linear(shape.features, 1, bias=False)
        self.judge = _layers(2 * shape.features, hidden, activation)
        self.critic = _layers(2 * shape.features + shape.position, hidden, activation)
        last = self.judge[-1]
        assert isinstance(last, nn.Linear)
        for weights in (self.linear.weight, last.weight, last.bias):
            nn.init.zeros_(weights)

    def learn_scales(self, rows: Tensor, ranking: Tensor, prior: float) -> None:
        """Fixes the ranking, and what is taken for a usual feature from some observations.

        Args:
            rows: The observations.
            ranking: What a point of each feature is worth, [F].
            prior: The usual spread of the logits that come from the ranking at the beginning.
        """
        self.ranking.copy_(ranking)
        features, mask, position = self.parts(rows)
        seen = features[mask]
        self.center.copy_(seen.mean(0))
        self.scale.copy_(seen.std(0).clamp_min(0.1))
        self.position_center.copy_(position.mean(0))
        self.position_scale.copy_(position.std(0).clamp_min(0.1))
        mean = (features * mask[:, :, None]).sum(1, keepdim=True) / mask.sum(1)[:, None, None]
        within = (features - mean)[mask].square().mean(0).sqrt()
        self.within.copy_(torch.where(within < _NARROWEST, 1.0, within))
        worth = features @ self.ranking
        spreads = torch.stack([row[there].std(unbiased=False) for row, there in zip(worth, mask, strict=True)])
        self.beta.data.fill_(prior / float(spreads.mean().clamp_min(_NARROWEST)))

    def parts(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The features [N, k, F], the mask [N, k] and the positions [N, P]; k is the most that is needed."""
        k, f, p = self.shape
        count = rows[:, -1].long()
        most = int(count.max())
        features = rows[:, : most * f].reshape(len(rows), most, f)
        mask = torch.arange(most)[None] < count[:, None]
        return features, mask, rows[:, k * f : k * f + p]

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """The logits [N, k] of the candidates and the values [N] of the decisions."""
        features, mask, position = self.parts(rows)
        present = mask[:, :, None]
        count = mask.sum(1)[:, None]
        mean = (features * present).sum(1) / count
        apart = (features - mean[:, None]) * present
        seen = (apart / self.within).clamp(-_FARTHEST, _FARTHEST)
        usual = ((mean - self.center) / self.scale).clamp(-_FARTHEST, _FARTHEST)
        # One row for each candidate there is: decisions differ much in how many they have.
        at = mask.nonzero(as_tuple=True)
        flat = torch.cat([seen[at], usual[at[0]]], 1)
        judged = _STEP * (self.linear(flat[:, : self.shape.features]) + self.judge(flat))
        logits = torch.full(mask.shape, BLOCKED)
        logits = logits.index_put(at, judged.squeeze(1) + self.beta * (apart @ self.ranking)[at])
        best = features[torch.arange(len(rows)), logits.argmax(1)]
        chosen = ((best - self.center) / self.scale).clamp(-_FARTHEST, _FARTHEST)
        where = ((position - self.position_center) / self.position_scale).clamp(-_FARTHEST, _FARTHEST)
        values = self.critic(torch.cat([chosen, usual, where], 1)).squeeze(1)
        return logits, values


def _layers(inputs: int, hidden: tuple[int, ...], activation: type[nn.Module]) -> nn.Sequential:
    layers: list[nn.Module] = []
    for size in hidden:
        layers += [nn.Linear(inputs, size), activation()]
        inputs = size
    return nn.Sequential(*layers, nn.Linear(inputs, 1))


class CandidatePolicy(LeanPolicy):
    """The policy of ``MaskablePPO`` over candidates; actions are their numbers, masks are in the observations.

    Args:
        shape: Of the observations.
        hidden: As for :class:`CandidateNet`.
        activation: As for :class:`CandidateNet`.
        prior: As for :class:`CandidateNet`.
    """

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Schedule,
        shape: tuple[int, int, int],
        hidden: tuple[int, ...] = (64, 32),
        activation: type[nn.Module] = nn.ReLU,
        prior: float = 1.0,
        **kwargs: Any,
    ) -> None:
        self._made_of = Shape(*shape), tuple(hidden), activation, prior
        super().__init__(observation_space, action_space, lr_schedule, net_arch=[], **kwargs)

    def _build(self, lr_schedule: Schedule) -> None:
        self.net = CandidateNet(*self._made_of)
        learnt = [weights for weights in self.parameters() if weights.requires_grad]
        self.optimizer = self.optimizer_class(learnt, lr=lr_schedule(1), **self.optimizer_kwargs)  # type: ignore[call-arg]

    def judge(self, obs: Tensor, action_masks: Any = None) -> tuple[Tensor, Tensor]:
        """The log-probabilities of the candidates and the values; the masks are in the observations."""
        logits, values = self.net(obs)
        return torch.log_softmax(logits, dim=-1), values[:, None]

    def predict_values(self, obs: PyTorchObs) -> Tensor:
        """What decisions are worth, [N, 1]."""
        assert isinstance(obs, Tensor)
        return self.judge(obs)[1]

    def _predict(
        self, observation: PyTorchObs, deterministic: bool = False, action_masks: npt.NDArray[Any] | None = None
    ) -> Tensor:
        assert isinstance(observation, Tensor)
        return pick(self.judge(observation)[0], deterministic)


def ranking_of(game: Game) -> npt.NDArray[np.float32]:
    """What a point of each feature is worth to the agent ``linear``; without its weights to the game itself, [F]."""
    if game.linear_weights is not None:
        return np.asarray(LinearAgent().vector(game), np.float32)
    return np.asarray(prior_only(game), np.float32)


def begin(net: CandidateNet, game: Game, seed: int, prior: float) -> None:
    """Gives a new network the scales of a game's features, and a ranking of candidates to begin with.

    Args:
        net: The network.
        game: The game with its options.
        seed: Of the few games that are played to see the features.
        prior: How firmly the policy begins with the ranking: the usual spread of its logits.
    """
    net.learn_scales(torch.from_numpy(sample_rows(game, seed)), torch.from_numpy(ranking_of(game)), prior)


def sample_rows(game: Game, seed: int) -> npt.NDArray[np.float32]:
    """Observations of a few games that are played by the game's own ranking with noise, to learn scales from."""
    rng = np.random.default_rng(seed)
    batch = Batch(game, 8)  # some hundred decisions: enough for scales, and every run waits for them
    batch.reset(seed)
    rows = []
    for step in range(min(game.max_decisions, 400)):
        found = batch.candidates()
        if step % 10 == 0:
            rows.append(rows_of(found))
        worth = found.features[:, :, -1] + rng.gumbel(size=found.mask.shape)
        batch.step(found.take(found.best(worth)))
    return np.concatenate(rows)
