"""Tic-tac-toe against the contract: players take turns, nothing is hidden, nothing is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.game import Layout, RuleFunctions
from tabletop_envs.jit import jit
from tests.games.plain import PlainGame

LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


@jit
def reset(t: Any, g: Any, seed: Any) -> None:
    pass


@jit
def has_line(g: Any, player: Any) -> Any:
    count = 0
    for line in LINES:
        count += g["marks"][player] & line == line
    return count > 0


@jit
def next_player(t: Any, g: Any) -> Any:
    over = has_line(g, 0) or has_line(g, 1) or g["marks"][0] | g["marks"][1] == 0o777
    return -1 if over else g["turn"]


@jit
def players(t: Any, g: Any) -> Any:
    return 0 if is_over(t, g) else 1 << g["turn"]


@jit
def legal(t: Any, g: Any, player: Any, mask: Any) -> Any:
    asked = next_player(t, g) == player
    mask[0] = not asked
    for square in range(9):
        mask[1 + square] = asked and ((g["marks"][0] | g["marks"][1]) >> square) & 1 == 0
    return np.count_nonzero(mask)


@jit
def step(t: Any, g: Any, player: Any, action: Any) -> None:
    g["marks"][player] |= 1 << (action - 1)
    g["turn"] = 1 - player


@jit
def observe(t: Any, g: Any, player: Any, out: Any) -> None:
    for square in range(9):
        out[square] = (g["marks"][player] >> square) & 1
        out[9 + square] = (g["marks"][1 - player] >> square) & 1


@jit
def is_over(t: Any, g: Any) -> Any:
    return next_player(t, g) < 0


@jit
def scores(t: Any, g: Any, out: Any) -> None:
    out[0], out[1] = has_line(g, 0), has_line(g, 1)


@jit
def winners(t: Any, g: Any) -> Any:
    return 1 if has_line(g, 0) else 2 if has_line(g, 1) else 3


@jit
def resample_hidden(t: Any, g: Any, player: Any, seed: Any) -> None:
    pass


@jit
def heuristic_value(t: Any, g: Any, player: Any) -> Any:
    return 1.0 * has_line(g, player) - 1.0 * has_line(g, 1 - player)


@jit
def mid_move(t: Any, g: Any, player: Any) -> Any:
    return False


class TicTacToe(PlainGame):
    name, num_players, num_actions, max_decisions = "tictactoe_v0", 2, 10, 9
    rule_functions = RuleFunctions(
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
    dtype = np.dtype([("marks", np.int64, (2,)), ("turn", np.int64)])
    action_names = ("wait", *(f"mark r{row}c{column}" for row in (1, 2, 3) for column in (1, 2, 3)))
    layout = Layout.of([("own", (9,), 1), ("other", (9,), 1)])
    reset_options, simultaneous, score_bounds, score_scale = (), False, (0, 1), 1.0
    template, tables = np.zeros(1, dtype), np.zeros(1, np.dtype([("none", np.uint8)]))
