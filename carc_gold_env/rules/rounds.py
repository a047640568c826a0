"""Rounds: setup, the steps of a turn, the end (docs/rules/carcassonne_gold.md 1, 2, 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import MEEPLE, decode
from carc_gold_env.rules import gold, meeples, scoring, setup
from carc_gold_env.rules.board import rotations_at
from carc_gold_env.rules.placing import lay
from carc_gold_env.rules.squares import square_of
from carc_gold_env.state import Phase
from tabletop_envs.jit import jit


@jit
def reset(t: Any, g: Any, seed: Any) -> None:
    """Mixes the draw pile, lays the start tile; player 0 begins."""
    g["rng"][0] = seed
    setup.shuffle_draw_pile(t, g)
    g["rng"][0] = 0
    setup.lay_start(t, g)
    begin_turn(t, g)


@jit
def begin_turn(t: Any, g: Any) -> None:
    """The active player draws; without a tile the game is over."""
    if setup.draw(t, g):
        g["phase"] = Phase.SQUARE
    else:
        scoring.finish(t, g)
        g["phase"] = Phase.OVER


@jit
def to_act(t: Any, g: Any) -> Any:
    """The active player's bit."""
    return np.int64(0) if g["phase"] == Phase.OVER else np.int64(1) << np.int64(g["player"])


@jit
def next_player(t: Any, g: Any) -> Any:
    """The active player, -1 when the game is over."""
    return np.int64(-1) if g["phase"] == Phase.OVER else np.int64(g["player"])


@jit
def is_over(t: Any, g: Any) -> Any:
    """Whether the game has ended."""
    return g["phase"] == Phase.OVER


@jit
def scores(t: Any, g: Any, out: Any) -> None:
    """The final scores; they were counted when the game ended."""
    for player in range(np.int64(g["num_players"])):
        out[player] = g["final"][player]


@jit
def winners(t: Any, g: Any) -> Any:
    """The winners as a bit mask; they were found when the game ended."""
    return np.int64(g["winners"])


@jit
def mid_move(t: Any, g: Any, player: Any) -> Any:
    """Whether the player has begun its turn's move and not finished it."""
    return g["player"] == player and Phase.SQUARE < g["phase"] < Phase.OVER


@jit
def step(t: Any, g: Any, player: Any, action: Any) -> None:
    """Carries out a legal action."""
    phase = g["phase"]
    kind, k = decode(action)
    if phase == Phase.SQUARE:
        place = np.int64(square_of(g, action))
        fitting = np.int64(rotations_at(t, g, np.int64(g["hand"]), place))
        if fitting & (fitting - 1) != 0:
            g["chosen"] = place
            g["phase"] = Phase.ROTATION
            return
        rotation = np.int64(0)
        while fitting >> rotation != 1:
            rotation += 1
        lay_tile(t, g, place, rotation)
    elif phase == Phase.ROTATION:
        place = np.int64(g["chosen"])
        g["chosen"] = 0
        lay_tile(t, g, place, k)
    elif phase == Phase.INGOT:
        gold.put_second(g, k)
        g["phase"] = Phase.MEEPLE
    elif phase == Phase.MEEPLE:
        if kind == MEEPLE:
            meeples.put_meeple(t, g, k)
        end_turn(t, g)


@jit
def lay_tile(t: Any, g: Any, place: Any, rotation: Any) -> None:
    """The tile in hand onto an empty square; a gold tile brings its first ingot (6)."""
    tile = np.int64(g["hand"])
    lay(t, g, tile, np.int64(g["free_x"][place]), np.int64(g["free_y"][place]), rotation)
    if t["gold"][tile] == 1:
        gold.put_ingot(g, np.int64(g["tiles"]) - 1)
        g["phase"] = Phase.INGOT
    else:
        g["phase"] = Phase.MEEPLE


@jit
def end_turn(t: Any, g: Any) -> None:
    """Completed features, their ingots, and the next player's turn (2)."""
    scoring.score_turn(t, g)
    g["player"] = (np.int64(g["player"]) + 1) % np.int64(g["num_players"])
    begin_turn(t, g)
