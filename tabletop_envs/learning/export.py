"""Policies over candidates as ONNX: the graph is written from the weights themselves, without torch.

Inputs are ``candidates`` [N, K, F] (float32), ``mask`` [N, K] (int8) and ``position`` [N, P] (float32), as
``batch().candidates()`` gives them; N and K are free. Outputs are ``logits`` [N, K], -1e8 where the mask is 0, and
``value`` [N], the final lead that is expected, in points. The metadata hold the network's shape, the run's options and
what is known of the model, each as JSON.
"""

from __future__ import annotations

import importlib.util
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.model_file import (
    ABOUT,
    CANDIDATES,
    NETWORK,
    OPTIONS,
    RANKING,
    Model,
    feature_hash,
)
from tabletop_envs.agents.network import BLOCKED, FARTHEST, STEP
from tabletop_envs.agents.onnx import INPUTS, OUTPUTS
from tabletop_envs.errors import shown_path
from tabletop_envs.game import Game
from tabletop_envs.learning import durable
from tabletop_envs.learning.failures import UserError

OPSET = 17
"""What every onnxruntime since 1.12 runs."""
IR_VERSION = 8


class _Graph:
    """The nodes and constants of a graph while it grows; names of values are texts."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, array: npt.ArrayLike, kind: Any = np.float32) -> str:
        """A constant; its name."""
        from onnx import numpy_helper

        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(array, kind), name))
        return name

    def __call__(self, operator: str, *inputs: str | npt.ArrayLike, output: str = "", **attributes: Any) -> str:
        """Adds a node; the name of its output. Inputs that are no names become constants."""
        from onnx import helper

        names = [value if isinstance(value, str) else self.constant(value) for value in inputs]
        output = output or f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, names, [output], **attributes))
        return output

    def clipped(self, value: str) -> str:
        """No farther from 0 than :data:`FARTHEST`."""
        return self("Clip", value, np.float32(-FARTHEST), np.float32(FARTHEST))

    def layers(self, model: Model, name: str, inner: str) -> str:
        """The layers of a stack after the first, [..., 1]."""
        activation = {"relu": "Relu", "tanh": "Tanh"}[model.shape.activation]
        for k in range(1, len(model.shape.net) + 1):
            weight, bias = (model.arrays[f"{name}.{2 * k}.{part}"] for part in ("weight", "bias"))
            inner = self("Add", self("MatMul", self(activation, inner), weight.T), bias)
        return inner


def onnx_bytes(model: Model, game: Game) -> bytes:
    """The ONNX file of a model.

    Raises:
        UserError: If the model sees the flat observation, or the extra ``onnx`` is not installed.
    """
    if model.shape.policy != CANDIDATES:
        raise UserError(
            f"{shown_path(model.path)} sees the flat observation; only policies over candidates are exported "
            f"(--policy {CANDIDATES})"
        )
    if importlib.util.find_spec("onnx") is None:
        raise UserError('export needs onnx, not installed here: pip install "tabletop-envs[onnx]"')
    from onnx import TensorProto, checker, helper

    graph = _Graph()
    _write(graph, model, game)
    f, p = model.shape.inputs, model.shape.position
    number, small, info = TensorProto.FLOAT, TensorProto.INT8, helper.make_tensor_value_info
    inputs = [
        info(INPUTS[0], number, ["N", "K", f]),
        info(INPUTS[1], small, ["N", "K"]),
        info(INPUTS[2], number, ["N", p]),
    ]
    outputs = [info(OUTPUTS[0], number, ["N", "K"]), info(OUTPUTS[1], number, ["N"])]
    made = helper.make_model(
        helper.make_graph(graph.nodes, "policy", inputs, outputs, graph.constants),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
        producer_name="tabletop-envs",
    )
    about = {"features": feature_hash(game), **model.about}
    texts = {NETWORK: asdict(model.shape), OPTIONS: dict(model.options), ABOUT: about}
    helper.set_model_props(made, {name: json.dumps(text) for name, text in texts.items()})
    checker.check_model(made, full_check=True)
    return bytes(made.SerializeToString())


def export(model: Model, game: Game, out: Path) -> None:
    """Writes the ONNX file of a model.

    Raises:
        UserError: As :func:`onnx_bytes`.
        OSError: If it cannot be written.
    """
    durable.write(out, onnx_bytes(model, game))


def _write(graph: _Graph, model: Model, game: Game) -> None:
    """The arithmetic of :class:`tabletop_envs.agents.network.CandidateNetwork`, for all K candidates of each row."""
    net = {name.removeprefix("net."): array for name, array in model.arrays.items()}
    f = model.shape.inputs
    candidates, mask, position = INPUTS
    here = graph("Cast", mask, to=9)  # bool
    present = graph("Cast", here, to=1)  # float32
    axis_1, last = graph.constant([1], np.int64), graph.constant([-1], np.int64)
    wide = graph("Unsqueeze", present, last)
    count = graph("ReduceSum", present, axis_1, keepdims=1)
    mean = graph("Div", graph("ReduceSum", graph("Mul", candidates, wide), axis_1, keepdims=0), count)
    apart = graph("Mul", graph("Sub", candidates, graph("Unsqueeze", mean, axis_1)), wide)
    seen = graph.clipped(graph("Div", apart, net["within"]))
    usual = graph.clipped(graph("Div", graph("Sub", mean, net["center"]), net["scale"]))

    weight, bias = net["judge.0.weight"], net["judge.0.bias"]
    common = graph("Unsqueeze", graph("Add", graph("MatMul", usual, weight[:, f:].T), bias), axis_1)
    judged = graph.layers(model, "net.judge", graph("Add", graph("MatMul", seen, weight[:, :f].T), common))
    judged = graph("Mul", graph("Add", judged, graph("MatMul", seen, net["linear.weight"].T)), STEP)
    ranked = graph("Mul", graph("MatMul", apart, net["ranking"][:, None]), net["beta"])
    free = graph("Squeeze", graph("Add", judged, ranked), last)
    logits = graph("Where", here, free, np.float32(BLOCKED), output=OUTPUTS[0])

    best = graph("Unsqueeze", graph("ArgMax", logits, axis=1, keepdims=1), last)  # [N, 1, 1]
    best = graph("Expand", best, graph.constant([1, 1, f], np.int64))
    best = graph("Squeeze", graph("GatherElements", candidates, best, axis=1), axis_1)
    chosen = graph.clipped(graph("Div", graph("Sub", best, net["center"]), net["scale"]))
    where = graph.clipped(graph("Div", graph("Sub", position, net["position_center"]), net["position_scale"]))
    sight = graph("Concat", chosen, usual, where, axis=1)
    inner = graph("Add", graph("MatMul", sight, net["critic.0.weight"].T), net["critic.0.bias"])
    value = graph("Squeeze", graph.layers(model, "net.critic", inner), last)
    _in_points(graph, value, model, game)


def _in_points(graph: _Graph, value: str, model: Model, game: Game) -> None:
    """What :meth:`Origin.points` makes of the critic's values."""
    scale = np.float32(game.score_scale)
    if model.origin.shaping == RANKING:
        f, p = model.shape.inputs, model.shape.position
        ranking = np.concatenate([model.arrays["net.ranking"] / scale, np.zeros(p - f, np.float32)])
        lead = graph("MatMul", INPUTS[2], ranking)
        if model.origin.rewards == "outcome":
            lead = graph("Clip", lead, np.float32(-1), np.float32(1))
        value = graph("Add", value, lead)
    graph("Mul", value, scale, output=OUTPUTS[1])
