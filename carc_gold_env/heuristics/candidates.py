"""Candidates: for each legal action the features of the position that its best completion leads to.

A turn takes several actions (square, rotation, second ingot, meeple). Each action is judged by the best way to go on
with the turn, as the game's own ranking (``prior``) has it; what the turn completes is scored, and the next tile is not
drawn. Of two that are worth the same the one counts whose own features come first, then those of all players together,
each feature the larger the better, in their order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from carc_gold_env.actions import INGOT, MEEPLE, NO_MEEPLE, NUM_ACTIONS, ROTATE
from carc_gold_env.heuristics.chances import new_chances, write_chances
from carc_gold_env.heuristics.features import PLAYER_FEATURES, PRIOR_WEIGHTS, SIZE, prior
from carc_gold_env.heuristics.players import player_features
from carc_gold_env.heuristics.trying import completes, take_meeple, take_second
from carc_gold_env.rules.board import AROUND_X, AROUND_Y, rotations_at, slot_at
from carc_gold_env.rules.gold import put_ingot, put_second
from carc_gold_env.rules.meeples import may_stand, put_meeple
from carc_gold_env.rules.placing import lay
from carc_gold_env.rules.scoring import score_turn
from carc_gold_env.rules.squares import square_of
from carc_gold_env.state import DRAW_PILE_SIZE, MAX_PLAYERS, MAX_TILES, Phase
from tabletop_envs.jit import jit
from tabletop_envs.spec import LEAD, Feature, with_leads

MAX_CANDIDATES = 2 * MAX_TILES
"""Never are more actions legal: n tiles leave at most 2n + 2 empty squares beside them; the last tile comes to 79."""

CANDIDATE_FEATURES = (
    *with_leads(PLAYER_FEATURES),
    Feature("draw_pile", "share", "The share of the draw pile that is left."),
    Feature("prior", "points", "The game's own ranking: weighted features less those of the best of the others."),
)
"""Of a candidate, each for the player that decides."""
DRAW_PILE = 2 * SIZE
PRIOR = 2 * SIZE + 1
WIDTH = 2 * SIZE + 2
PRIOR_BY_NAME = {
    LEAD + f.name: float(weight) for f, weight in zip(PLAYER_FEATURES, PRIOR_WEIGHTS, strict=True) if weight
}
"""The weights of ``prior``, as those of leads."""

POSITION_FEATURES = (
    *CANDIDATE_FEATURES,
    Feature("square", "0 or 1", "A square is to be chosen."),
    Feature("rotation", "0 or 1", "A rotation is to be chosen."),
    Feature("ingot", "0 or 1", "The second ingot is to be put out."),
    Feature("meeple", "0 or 1", "A meeple may be put out."),
)
"""Of a position as it is, for one player."""
LAID = 0
SCORED = 1
"""The records to try things in: the turn until its end; a copy of it in which what it completes is scored."""
NEAR = 1e-9
"""Rounding: numbers as near as this are the same."""


class Best(NamedTuple):
    """The best completion of an action so far, and the one that is tried.

    Attributes:
        worth: float64 [1], its ``prior``; -inf at first.
        features: float64 [players, SIZE].
        tried: float64 [players, SIZE].
    """

    worth: npt.NDArray[np.float64]
    features: npt.NDArray[np.float64]
    tried: npt.NDArray[np.float64]


@jit
def new_best() -> Any:
    """Nothing has been tried."""
    return Best(
        np.full(1, -np.inf), np.zeros((MAX_PLAYERS, SIZE), np.float64), np.zeros((MAX_PLAYERS, SIZE), np.float64)
    )


@jit
def position(t: Any, g: Any, player: Any, out: Any) -> None:
    """Writes the features of the position as it is, float32 ``[len(POSITION_FEATURES)]``."""
    chances = new_chances()
    write_chances(t, g, chances)
    best = new_best()
    player_features(t, g, chances, best.features)
    best.worth[0] = prior(g, player, best.features)
    assemble(g, player, best, out)
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
        trial: Two records, overwritten.
        actions: At least as many places as actions are legal.
        out: As many rows of ``WIDTH``.
    """
    chances = new_chances()
    best = new_best()
    phase = g["phase"]
    if phase == Phase.INGOT or phase == Phase.MEEPLE:
        trial[LAID] = g
        write_chances(t, trial[LAID], chances)
    count = 0
    for action in range(NUM_ACTIONS):
        if mask[action] == 0:
            continue
        best.worth[0] = -np.inf
        if phase == Phase.SQUARE:
            place = np.int64(square_of(g, action))
            fitting = np.int64(rotations_at(t, g, np.int64(g["hand"]), place))
            for rotation in range(4):
                if (fitting >> rotation) & 1:
                    try_tile(t, g, player, place, rotation, trial, chances, best)
        elif phase == Phase.ROTATION:
            try_tile(t, g, player, np.int64(g["chosen"]), action - ROTATE, trial, chances, best)
        elif phase == Phase.INGOT:
            try_ingot(t, player, action - INGOT, trial, chances, best)
        elif action == NO_MEEPLE:
            end_turn(t, player, trial, chances, best)
        else:
            try_meeple(t, player, action - MEEPLE, trial, chances, best)
        actions[count] = action
        assemble(g, player, best, out[count])
        count += 1
    return count


@jit
def try_tile(t: Any, g: Any, player: Any, place: Any, rotation: Any, trial: Any, chances: Any, best: Any) -> None:
    """The tile in hand on an empty square, with every ingot and meeple that can follow."""
    tile = np.int64(g["hand"])
    trial[LAID] = g
    laid = trial[LAID]
    lay(t, laid, tile, np.int64(g["free_x"][place]), np.int64(g["free_y"][place]), rotation)
    write_chances(t, laid, chances)
    if t["gold"][tile] == 0:
        try_meeples(t, player, trial, chances, best)
        return
    slot = np.int64(laid["tiles"]) - 1
    put_ingot(laid, slot)
    for k in range(8):
        if slot_at(laid, laid["x"][slot] + AROUND_X[k], laid["y"][slot] + AROUND_Y[k]) >= 0:
            try_ingot(t, player, k, trial, chances, best)


@jit
def try_ingot(t: Any, player: Any, k: Any, trial: Any, chances: Any, best: Any) -> None:
    """The second ingot on the k-th of the squares round the gold tile, with every meeple that can follow."""
    laid = trial[LAID]
    put_second(laid, k)
    try_meeples(t, player, trial, chances, best)
    take_second(laid)


@jit
def try_meeples(t: Any, player: Any, trial: Any, chances: Any, best: Any) -> None:
    """No meeple, and one on each place where it may stand."""
    laid = trial[LAID]
    end_turn(t, player, trial, chances, best)
    if laid["in_hand"][player] > 0:
        slot = np.int64(laid["tiles"]) - 1
        tile = np.int64(laid["type"][slot])
        for local in range(t["segments"][tile]):
            if may_stand(laid, np.int64(laid["base"][slot]) + local):
                place = np.int64(t["place"][tile, laid["rotation"][slot], local])
                try_meeple(t, player, place, trial, chances, best)


@jit
def try_meeple(t: Any, player: Any, place: Any, trial: Any, chances: Any, best: Any) -> None:
    """A meeple on a place of the tile just laid."""
    laid = trial[LAID]
    put_meeple(t, laid, place)
    end_turn(t, player, trial, chances, best)
    take_meeple(laid)


@jit
def end_turn(t: Any, player: Any, trial: Any, chances: Any, best: Any) -> None:
    """What the turn completes is scored; the features are kept if they are the best so far."""
    laid = trial[LAID]
    if completes(t, laid):
        trial[SCORED] = laid
        score_turn(t, trial[SCORED])
        player_features(t, trial[SCORED], chances, best.tried)
    else:
        player_features(t, laid, chances, best.tried)
    worth = prior(laid, player, best.tried)
    if worth > best.worth[0] + NEAR or (worth > best.worth[0] - NEAR and comes_before(laid, player, best)):
        best.worth[0] = worth
        best.features[:] = best.tried


@jit
def comes_before(g: Any, player: Any, best: Any) -> Any:
    """Whether of two completions that are worth the same the one tried is kept, whichever way round the board lies."""
    for k in range(SIZE):
        difference = best.tried[player, k] - best.features[player, k]
        if abs(difference) > NEAR:
            return difference > 0.0
    for k in range(SIZE):
        difference = 0.0
        for other in range(np.int64(g["num_players"])):
            difference += best.tried[other, k] - best.features[other, k]
        if abs(difference) > NEAR:
            return difference > 0.0
    return False


@jit
def assemble(g: Any, player: Any, best: Any, out: Any) -> None:
    """What a player sees of all players' features."""
    n = np.int64(g["num_players"])
    for k in range(SIZE):
        total = 0.0
        for other in range(n):
            if other != player:
                total += best.features[other, k]
        own = best.features[player, k]
        out[k] = own - total / (n - 1)
        out[SIZE + k] = own
    out[DRAW_PILE] = (np.int64(g["draw_pile_size"]) - np.int64(g["drawn"])) / DRAW_PILE_SIZE
    out[PRIOR] = best.worth[0]
