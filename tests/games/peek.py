"""A card lies face down. A player takes 5 points, or turns it up for its value; the other one has nothing to do.

The estimate is honest about what lies open, so that an agent that tries moves on the true record sees the card.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from tabletop_envs.game import Layout, RuleFunctions, State
from tabletop_envs.jit import jit
from tabletop_envs.rng import below
from tests.games.plain import PlainGame

PASS, TURN = 1, 2
SAFE = 5

DTYPE = np.dtype([("rng", np.uint64, (1,)), ("card", np.int8), ("open", np.uint8), ("points", np.int8), ("over", "u1")])


@jit
def reset(t: Any, g: Any, seed: Any) -> None:
    g["rng"][0] = seed
    g["card"] = 10 * below(g["rng"], 2)
    g["rng"][0] = 0


@jit
def players(t: Any, g: Any) -> Any:
    return np.int64(1 - g["over"])


@jit
def next_player(t: Any, g: Any) -> Any:
    return np.int64(-1) if g["over"] else np.int64(0)


@jit
def legal(t: Any, g: Any, player: Any, mask: Any) -> Any:
    mask[:] = 0
    if g["over"] or player != 0:
        mask[0] = 1
        return np.int64(1)
    mask[PASS] = 1
    mask[TURN] = 1
    return np.int64(2)


@jit
def step(t: Any, g: Any, player: Any, action: Any) -> None:
    g["open"] = action == TURN
    g["points"] = g["card"] if action == TURN else SAFE
    g["over"] = 1


@jit
def observe(t: Any, g: Any, player: Any, out: Any) -> None:
    out[0] = g["open"]
    out[1] = g["card"] if g["open"] else 0


@jit
def is_over(t: Any, g: Any) -> Any:
    return g["over"] == 1


@jit
def scores(t: Any, g: Any, out: Any) -> None:
    out[0] = g["points"]
    out[1] = 0


@jit
def winners(t: Any, g: Any) -> Any:
    return np.int64(1)


@jit
def resample_hidden(t: Any, g: Any, player: Any, seed: Any) -> None:
    if not g["open"]:
        g["rng"][0] = seed
        g["card"] = 10 * below(g["rng"], 2)
        g["rng"][0] = 0


@jit
def heuristic_value(t: Any, g: Any, player: Any) -> Any:
    return 1.0 * np.int64(g["points"]) if player == 0 else 0.0


@jit
def mid_move(t: Any, g: Any, player: Any) -> Any:
    return False


class Peek(PlainGame):
    """One decision about one hidden card."""

    name: ClassVar[str] = "peek_v0"
    dtype: ClassVar[np.dtype[Any]] = DTYPE
    rule_functions: ClassVar[RuleFunctions] = RuleFunctions(
        reset,
        players,
        next_player,
        legal,
        step,
        observe,
        is_over,
        scores,
        winners,
        resample_hidden,
        heuristic_value,
        mid_move,
    )
    score_scale: ClassVar[float] = 10.0
    reset_options: ClassVar[tuple[str, ...]] = ()
    simultaneous: ClassVar[bool] = False
    action_names = ("wait", "pass", "turn")
    num_players = 2
    num_actions = 3
    max_decisions = 1
    score_bounds = (0, 10)
    layout = Layout.of([("open", (1,), 1), ("card", (1,), 10)])
    template: State = np.zeros(1, DTYPE)

    @property
    def tables(self) -> npt.NDArray[Any]:
        return np.zeros(1, np.dtype([("nothing", np.uint8)]))
