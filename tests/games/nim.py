"""Nim with one heap: take 1 to 3 of the stones, who takes the last wins. Who leaves a multiple of 4 wins."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from tabletop_envs.batch import Batch
from tabletop_envs.game import Layout, RuleFunctions
from tabletop_envs.jit import jit
from tabletop_envs.rng import below
from tabletop_envs.spec import Feature
from tests.games.plain import PlainGame

MOST = 13
"""Stones at the start, at most; at least 6."""


@jit
def reset(t: Any, g: Any, seed: Any) -> None:
    g["rng"][0] = seed
    g["stones"] = 6 + below(g["rng"], MOST - 5)
    g["rng"][0] = 0


@jit
def next_player(t: Any, g: Any) -> Any:
    return np.int64(-1) if g["stones"] == 0 else np.int64(g["turn"])


@jit
def to_act(t: Any, g: Any) -> Any:
    return np.int64(0) if g["stones"] == 0 else np.int64(1) << np.int64(g["turn"])


@jit
def legal(t: Any, g: Any, player: Any, mask: Any) -> Any:
    acting = next_player(t, g) == player
    mask[0] = not acting
    for taken in range(1, 4):
        mask[taken] = acting and taken <= g["stones"]
    return np.count_nonzero(mask)


@jit
def step(t: Any, g: Any, player: Any, action: Any) -> None:
    g["stones"] -= action
    g["turn"] = 1 - player
    g["taken"] += 1


@jit
def observe(t: Any, g: Any, player: Any, out: Any) -> None:
    out[:] = 0
    out[g["stones"]] = 1


@jit
def is_over(t: Any, g: Any) -> Any:
    return g["stones"] == 0


@jit
def scores(t: Any, g: Any, out: Any) -> None:
    out[1 - g["turn"]] = 1


@jit
def winners(t: Any, g: Any) -> Any:
    return np.int64(1) << np.int64(1 - g["turn"])


@jit
def resample_hidden(t: Any, g: Any, player: Any, seed: Any) -> None:
    pass


@jit
def heuristic_value(t: Any, g: Any, player: Any) -> Any:
    return 0.0


@jit
def mid_move(t: Any, g: Any, player: Any) -> Any:
    return False


@jit
def candidates(t: Any, g: Any, player: Any, mask: Any, trial: Any, actions: Any, features: Any) -> Any:
    count = 0
    for action in range(len(mask)):
        if mask[action] != 0:
            actions[count] = action
            features[count, g["stones"] - action] = 1
            count += 1
    return count


@jit
def position(t: Any, g: Any, player: Any, out: Any) -> None:
    out[g["stones"]] = 1


LEFT = tuple(Feature(f"left_{stones}", "0 or 1", f"{stones} stones are left.") for stones in range(MOST + 1))


class Nim(PlainGame):
    name, num_players, num_actions, max_decisions = "nim_v0", 2, 4, MOST
    rule_functions = RuleFunctions(
        reset,
        to_act,
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
        candidates,
        position,
    )
    candidate_features: ClassVar[tuple[Feature, ...]] = (*LEFT, Feature("prior", "points", "Nothing is known."))
    position_features: ClassVar[tuple[Feature, ...]] = candidate_features
    max_candidates: ClassVar[int] = 3
    turn_field: ClassVar[str] = "taken"
    dtype = np.dtype([("rng", np.uint64, (1,)), ("stones", np.int64), ("turn", np.int64), ("taken", np.int64)])
    action_names = ("wait", "take 1", "take 2", "take 3")
    layout = Layout.of([("stones", (MOST + 1,), 1)])
    reset_options, simultaneous, score_bounds, score_scale = (), False, (0, 1), 1.0
    template, tables = np.zeros(1, dtype), np.zeros(1, np.dtype([("none", np.uint8)]))


class Expert:
    """Leaves a multiple of 4 in every other game, if it can; else it takes one stone."""

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return np.where(rows % 2, np.maximum(batch.games["stones"][rows] % 4, 1), 1)
