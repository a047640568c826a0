"""Trained networks in compiled code: the same arithmetic as the policies that ``tabletop_envs.learning`` trains.

What a network says of a decision does not depend on what else it is asked at the same time, not in the last digit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.model_file import CANDIDATES, Floats, NetworkShape
from tabletop_envs.candidates import Candidates
from tabletop_envs.jit import jit

BLOCKED = np.float32(-1e8)
"""The logit of an action that the mask forbids; its probability is exactly 0 in float32."""
FARTHEST = np.float32(8.0)
"""Spreads from the mean; more says nothing more."""
STEP = np.float32(3.0)
"""By how much what is learnt is made larger: a firm ranking has logits that small steps would hardly change."""

_ZERO = np.float32(0.0)


@jit
def add_product(values: Any, size: Any, packed: Any, at: Any, outputs: Any, out: Any) -> None:
    """Adds the first ``size`` values times a matrix [size, outputs], which begins at ``packed[at]``, to ``out``."""
    for r in range(size):
        value = values[r]
        if value != _ZERO:
            start = at + r * outputs
            for c in range(outputs):
                out[c] += value * packed[start + c]


@jit
def through(sizes: Any, packed: Any, tanh: Any, inner: Any) -> Any:
    """What a stack of layers makes of the sums that its first layer has: ``inner[0]`` in, the row of the sums out.

    Args:
        sizes: The inputs of the first layer, then the outputs of each.
        packed: The weights of each layer, [inputs, outputs], and its biases.
        tanh: The activation: tanh or ReLU.
        inner: Two rows, as long as the widest layer.
    """
    now, at = 0, (sizes[0] + 1) * sizes[1]
    for k in range(1, len(sizes) - 1):
        inputs, outputs = sizes[k], sizes[k + 1]
        source, target = inner[now], inner[1 - now]
        for r in range(inputs):
            source[r] = np.tanh(source[r]) if tanh else max(source[r], _ZERO)
        for c in range(outputs):
            target[c] = packed[at + inputs * outputs + c]
        add_product(source, inputs, packed, at, outputs, target)
        at += (inputs + 1) * outputs
        now = 1 - now
    return now


@jit
def clipped(value: Any) -> Any:
    """No farther from 0 than :data:`FARTHEST`."""
    return min(max(value, -FARTHEST), FARTHEST)


@jit
def judge_decisions(
    features: Any,
    mask: Any,
    position: Any,
    logits: Any,
    values: Any,
    beta: Any,
    scales: Any,
    position_scales: Any,
    judge_sizes: Any,
    judge: Any,
    critic_sizes: Any,
    critic: Any,
    tanh: Any,
) -> None:
    """Writes the logits of candidates, which are blocked already, and the values of the decisions.

    Args:
        features: Of the candidates, [N, K, F].
        mask: Where there are candidates, [N, K].
        position: Of the positions, [N, P].
        logits: [N, K].
        values: [N].
        beta: What a point of the ranking is worth.
        scales: The center, the scale, the spread within decisions, the ranking and the linear weights of each feature,
            [5, F].
        position_scales: The center and the scale of each feature of a position, [2, P].
        judge_sizes: As in :func:`through`.
        judge: As in :func:`through`.
        critic_sizes: As in :func:`through`.
        critic: As in :func:`through`.
        tanh: As in :func:`through`.
    """
    f, p = features.shape[2], position.shape[1]
    center, scale, within, ranking, linear = scales[0], scales[1], scales[2], scales[3], scales[4]
    hidden = judge_sizes[1]
    inner = np.empty((2, max(judge_sizes.max(), critic_sizes.max())), np.float32)
    mean, seen = np.empty(f, np.float32), np.empty(f, np.float32)
    sight = np.empty(2 * f + p, np.float32)
    common = np.empty(hidden, np.float32)
    for j in range(len(mask)):
        count = _ZERO
        mean[:] = _ZERO
        for k in range(mask.shape[1]):
            if mask[j, k] == 1:
                count += np.float32(1.0)
                for i in range(f):
                    mean[i] += features[j, k, i]
        for i in range(f):
            mean[i] /= count
            sight[f + i] = clipped((mean[i] - center[i]) / scale[i])
        # What all candidates of a decision have in common enters the first layer once.
        for c in range(hidden):
            common[c] = judge[2 * f * hidden + c]
        add_product(sight[f : 2 * f], f, judge, f * hidden, hidden, common)
        best = 0
        for k in range(mask.shape[1]):
            if mask[j, k] == 1:
                ranked, plain = _ZERO, _ZERO
                for i in range(f):
                    apart = features[j, k, i] - mean[i]
                    ranked += apart * ranking[i]
                    seen[i] = clipped(apart / within[i])
                    plain += seen[i] * linear[i]
                for c in range(hidden):
                    inner[0, c] = common[c]
                add_product(seen, f, judge, 0, hidden, inner[0])
                last = through(judge_sizes, judge, tanh, inner)
                logits[j, k] = STEP * (inner[last, 0] + plain) + beta * ranked
                if logits[j, k] > logits[j, best] or mask[j, best] == 0:
                    best = k
        for i in range(f):
            sight[i] = clipped((features[j, best, i] - center[i]) / scale[i])
        for i in range(p):
            sight[2 * f + i] = clipped((position[j, i] - position_scales[0, i]) / position_scales[1, i])
        for c in range(critic_sizes[1]):
            inner[0, c] = critic[critic_sizes[0] * critic_sizes[1] + c]
        add_product(sight, critic_sizes[0], critic, 0, critic_sizes[1], inner[0])
        values[j] = inner[through(critic_sizes, critic, tanh, inner), 0]


@jit
def judge_observations(observations: Any, logits: Any, scale: Any, sizes: Any, packed: Any, tanh: Any) -> None:
    """Writes the logits [N, actions] of a network that sees flat observations [N, L]."""
    seen = np.empty(sizes[0], np.float32)
    inner = np.empty((2, sizes.max()), np.float32)
    for j in range(len(observations)):
        for i in range(sizes[0]):
            seen[i] = np.float32(observations[j, i]) * scale[i]
        for c in range(sizes[1]):
            inner[0, c] = packed[sizes[0] * sizes[1] + c]
        add_product(seen, sizes[0], packed, 0, sizes[1], inner[0])
        last = through(sizes, packed, tanh, inner)
        for c in range(logits.shape[1]):
            logits[j, c] = inner[last, c]


Arrays = Mapping[str, Floats]


class CandidateNetwork:
    """Judges the candidates of decisions, and what the decisions are worth; as ``CandidateNet`` with these weights.

    Args:
        shape: The shape of the network.
        arrays: Its weights by name.
    """

    def __init__(self, shape: NetworkShape, arrays: Arrays) -> None:
        assert shape.policy == CANDIDATES
        net = {name.removeprefix("net."): array for name, array in arrays.items()}
        scales = np.stack([*(net[name] for name in ("center", "scale", "within", "ranking")), net["linear.weight"][0]])
        position_scales = np.stack([net["position_center"], net["position_scale"]])
        stacks = [*_packed(net, _names("judge", shape)), *_packed(net, _names("critic", shape))]
        beta, tanh = np.float32(net["beta"]), shape.activation == "tanh"
        self._weights: tuple[Any, ...] = (beta, scales, position_scales, *stacks, tanh)

    def __call__(self, found: Candidates) -> tuple[Floats, Floats]:
        """The logits [N, K] of the candidates, ``BLOCKED`` where there is none, and the values [N] of the decisions."""
        logits: Floats = np.full(found.mask.shape, BLOCKED, np.float32)
        values: Floats = np.empty(len(logits), np.float32)
        features, mask, position = map(np.ascontiguousarray, (found.features, found.mask, found.position))
        judge_decisions(features, mask, position, logits, values, *self._weights)
        return logits, values


class FlatNetwork:
    """Judges the actions of players from what they see, as the policy of a flat observation with these weights.

    Args:
        shape: The shape of the network.
        arrays: Its weights by name.
    """

    def __init__(self, shape: NetworkShape, arrays: Arrays) -> None:
        assert shape.policy != CANDIDATES
        names = _names("mlp_extractor.policy_net", shape)[:-1]
        scale = np.ascontiguousarray(arrays["pi_features_extractor.scale"])
        self._weights: tuple[Any, ...] = scale, *_packed(arrays, [*names, "action_net"]), shape.activation == "tanh"

    def __call__(self, observations: npt.NDArray[Any], mask: npt.NDArray[np.int8]) -> Floats:
        """The logits [N, actions], ``BLOCKED`` where the mask is 0."""
        logits: Floats = np.empty(mask.shape, np.float32)
        judge_observations(np.ascontiguousarray(observations), logits, *self._weights)
        return np.where(mask == 1, logits, BLOCKED)


def _names(stack: str, shape: NetworkShape) -> list[str]:
    """The names of the layers of a stack; an activation comes after each."""
    return [f"{stack}.{2 * k}" for k in range(len(shape.net) + 1)]


def _packed(arrays: Arrays, names: list[str]) -> tuple[npt.NDArray[np.int64], Floats]:
    """The sizes and the weights of layers as :func:`through` takes them."""
    layers = [(arrays[f"{name}.weight"], arrays[f"{name}.bias"]) for name in names]
    sizes = np.array([layers[0][0].shape[1], *(len(bias) for _, bias in layers)], np.int64)
    return sizes, np.concatenate([part for weight, bias in layers for part in (weight.T.ravel(), bias)])


def chosen_actions(logits: Floats, shares: npt.NDArray[np.float64] | None = None) -> npt.NDArray[np.int64]:
    """One action of each row.

    Args:
        logits: [N, n]; the actions that may not be taken have ``BLOCKED``.
        shares: Numbers between 0 and 1 that decide which action is drawn by its probability; without them the
            likeliest is taken, the first of equals.

    Returns:
        Their numbers, int64 [N].
    """
    best: npt.NDArray[np.int64] = logits.argmax(axis=1)
    if shares is None:
        return best
    chances = np.exp((logits - logits.max(axis=1, keepdims=True)).astype(np.float64))
    sums = chances.cumsum(axis=1)
    # The first sum above the share: an action without chance adds nothing and is never that.
    return np.asarray((sums > shares[:, None] * sums[:, -1:]).argmax(axis=1), np.int64)
