"""Candidates: for each legal action the features of the position that its best completion leads to.

A turn takes several actions (square, rotation, second ingot, meeple). Each action is judged by the best way to go on
with the turn, as the game's own ranking (``prior``) has it; what the turn completes is scored, and the next tile is not
drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import INGOT, MEEPLE, NO_MEEPLE, NUM_ACTIONS, ROTATE
from carc_gold_env.heuristics.features import EDGES, PLAYER_FEATURES, SIZE, UNKNOWN, player_features, prior
from carc_gold_env.rules.board import AROUND_X, AROUND_Y, rotations_at, slot_at
from carc_gold_env.rules.gold import put_ingot, put_second
from carc_gold_env.rules.meeples import may_stand, put_meeple
from carc_gold_env.rules.placing import lay
from carc_gold_env.rules.scoring import score_turn
from carc_gold_env.rules.squares import square_of
from carc_gold_env.state import DRAW_PILE_SIZE, MAX_PLAYERS, MAX_TILES, Phase
from tabletop_envs.jit import jit
from tabletop_envs.spec import Feature

MAX_CANDIDATES = 2 * MAX_TILES
"""Never are more actions legal: n tiles leave at most 2n + 2 empty squares beside them; the last tile comes to 79."""

CANDIDATE_FEATURES = (
    *(
        Feature(f"lead_{f.name}", f.unit, f"{f.description} Less the mean of the other players.")
        for f in PLAYER_FEATURES
    ),
    *PLAYER_FEATURES,
    Feature("draw_pile", "share", "The share of the draw pile that is left."),
    Feature("prior", "points", "The game's own ranking: weighted features less those of the best of the others."),
)
"""Of a candidate, each for the player that decides."""
DRAW_PILE = 2 * SIZE
PRIOR = 2 * SIZE + 1
WIDTH = 2 * SIZE + 2

POSITION_FEATURES = (
    *CANDIDATE_FEATURES,
    Feature("square", "0 or 1", "A square is to be chosen."),
    Feature("rotation", "0 or 1", "A rotation is to be chosen."),
    Feature("ingot", "0 or 1", "The second ingot is to be put out."),
    Feature("meeple", "0 or 1", "A meeple may be put out."),
)
"""Of a position as it is, for one player."""
TRIALS = 3
"""Records to try things in: the tile laid, the second ingot put out, the turn ended."""
NONE = np.int64(-1)
"""No meeple is put out."""
NEAR = 1e-9
"""Rounding: worths as near as this are the same."""


@jit
def assemble(g: Any, player: Any, features: Any, worth: Any, out: Any) -> None:
    """What a player sees of all players' features."""
    n = np.int64(g["num_players"])
    for k in range(SIZE):
        total = 0.0
        for other in range(n):
            if other != player:
                total += features[other, k]
        own = features[player, k]
        out[k] = own - total / (n - 1)
        out[SIZE + k] = own
    out[DRAW_PILE] = (np.int64(g["draw_pile_size"]) - np.int64(g["drawn"])) / DRAW_PILE_SIZE
    out[PRIOR] = worth


@jit
def position(t: Any, g: Any, player: Any, out: Any) -> None:
    """Writes the features of the position as it is, float32 ``[len(POSITION_FEATURES)]``."""
    memory = np.full(EDGES, UNKNOWN)
    features = np.zeros((MAX_PLAYERS, SIZE), np.float64)
    player_features(t, g, memory, features)
    assemble(g, player, features, prior(g, player, features), out)
    for phase in range(4):
        out[WIDTH + phase] = g["phase"] == phase


@jit
def candidates(t: Any, g: Any, player: Any, mask: Any, trial: Any, actions: Any, out: Any) -> Any:
    """Writes the legal actions in ascending order, and the features of each; returns how many.

    Args:
        t: The tables.
        g: A game in which the player is to act.
        player: Who decides.
        mask: Its action mask.
        trial: ``TRIALS`` records, overwritten.
        actions: At least as many places as actions are legal.
        out: As many rows of ``WIDTH``.
    """
    memory = np.full(EDGES, UNKNOWN)
    kept = np.zeros((MAX_PLAYERS, SIZE), np.float64)  # features of the best completion so far
    phase = g["phase"]
    count = 0
    for action in range(NUM_ACTIONS):
        if mask[action] == 0:
            continue
        best = -np.inf
        if phase == Phase.SQUARE:
            place = np.int64(square_of(g, action))
            fitting = np.int64(rotations_at(t, g, np.int64(g["hand"]), place))
            for rotation in range(4):
                if (fitting >> rotation) & 1:
                    best = best_laid(t, g, player, place, rotation, trial, memory, kept, best)
        elif phase == Phase.ROTATION:
            best = best_laid(t, g, player, np.int64(g["chosen"]), action - ROTATE, trial, memory, kept, best)
        elif phase == Phase.INGOT:
            trial[0] = g
            put_second(trial[0], action - INGOT)
            best = best_meeple(t, player, trial, memory, kept, best)[0]
        else:
            trial[0] = g
            best = ended(t, player, NONE if action == NO_MEEPLE else action - MEEPLE, trial, 0, memory, kept, best)
        actions[count] = action
        assemble(g, player, kept, best, out[count])
        count += 1
    return count


@jit
def best_laid(
    t: Any, g: Any, player: Any, place: Any, rotation: Any, trial: Any, memory: Any, kept: Any, best: Any
) -> Any:
    """Lays the tile in hand and ends the turn as well as can be; returns the better of that and ``best``."""
    tile = np.int64(g["hand"])
    trial[0] = g
    laid = trial[0]
    lay(t, laid, tile, np.int64(g["free_x"][place]), np.int64(g["free_y"][place]), rotation)
    if t["gold"][tile] == 0:
        return best_meeple(t, player, trial, memory, kept, best)[0]
    put_ingot(laid, np.int64(laid["tiles"]) - 1)
    # The meeple first, as if the second ingot stayed in the bank, then the ingot: all pairs would take too long.
    standing = best_meeple(t, player, trial, memory, np.empty_like(kept), -np.inf)[1]
    slot = np.int64(laid["tiles"]) - 1
    for k in range(8):
        if slot_at(laid, laid["x"][slot] + AROUND_X[k], laid["y"][slot] + AROUND_Y[k]) >= 0:
            trial[1] = trial[0]
            put_second(trial[1], k)
            best = ended(t, player, standing, trial, 1, memory, kept, best)
    return best


@jit
def best_meeple(t: Any, player: Any, trial: Any, memory: Any, kept: Any, best: Any) -> Any:
    """Ends the turn of ``trial[0]`` with each meeple that may stand, and with none.

    Returns:
        The better of the best of these and ``best``, and where its meeple stands (``NONE``: nowhere).
    """
    laid = trial[0]
    slot = np.int64(laid["tiles"]) - 1
    tile = np.int64(laid["type"][slot])
    base = np.int64(laid["base"][slot])
    standing = NONE
    best = ended(t, player, NONE, trial, 0, memory, kept, best)
    if laid["in_hand"][player] > 0:
        for local in range(t["segments"][tile]):
            if may_stand(laid, base + local):
                place = np.int64(t["place"][tile, laid["rotation"][slot], local])
                worth = ended(t, player, place, trial, 0, memory, kept, best)
                if worth > best:
                    best = worth
                    standing = place
    return best, standing


@jit
def ended(t: Any, player: Any, place: Any, trial: Any, k: Any, memory: Any, kept: Any, best: Any) -> Any:
    """Ends the turn of ``trial[k]`` with a meeple on a place; keeps its features if it is better than ``best``.

    Returns:
        The better of the two.
    """
    trial[TRIALS - 1] = trial[k]
    after = trial[TRIALS - 1]
    if place != NONE:
        put_meeple(t, after, place)
    score_turn(t, after)
    tried = np.empty_like(kept)
    player_features(t, after, memory, tried)
    worth = prior(after, player, tried)
    if worth > best + NEAR or (worth > best - NEAR and comes_before(tried[player], kept[player])):
        kept[:] = tried
        return max(worth, best)
    return best


@jit
def comes_before(a: Any, b: Any) -> Any:
    """Which of two rows of features is kept where both are worth the same, whatever the board's orientation."""
    for k in range(len(a)):
        if abs(a[k] - b[k]) > NEAR:
            return a[k] > b[k]
    return False
