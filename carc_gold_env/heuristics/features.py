"""What a good player looks at, in numbers: the features of each player of a position, by name, and what they are worth.

All follow from open knowledge. What is in the draw pile is known to whoever has counted the tiles; its order is not,
and no feature looks at it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tabletop_envs.spec import Feature

PLAYER_FEATURES = (
    Feature("score", "points", "Points scored for completed features."),
    Feature("gold", "points", "What the collected ingots are worth at the end."),
    Feature("in_hand", "meeples", "Meeples in hand."),
    Feature("in_hand_early", "meeples", "Meeples in hand times the share of the draw pile that is left."),
    Feature("no_meeple", "0 or 1", "No meeple is in hand."),
    Feature("last_meeple", "0 or 1", "One meeple is in hand."),
    Feature(
        "returns", "meeples", "Meeples on roads, cities and monasteries, each times the chance that it comes back."
    ),
    Feature("returns_early", "meeples", "The same times the share of the draw pile that is left."),
    Feature("city_1", "points", "What owned cities with at most one open square are worth as they stand."),
    Feature("city_2", "points", "The same with two open squares."),
    Feature("city_3", "points", "The same with three and more."),
    Feature("road_1", "points", "What owned roads with at most one open square are worth as they stand."),
    Feature("road_2", "points", "The same with two and more."),
    Feature("city_gain", "points", "What completing owned cities would add, each times its chance."),
    Feature("monastery", "points", "What owned monasteries are worth as they stand."),
    Feature("monastery_gain", "points", "What further tiles round them will probably add."),
    Feature("monastery_open", "squares", "Empty squares round them."),
    Feature("farm", "points", "What the fields would score now, in the version of the option."),
    Feature("farm_gain", "points", "What incomplete cities beside fields would add to that, each times its chance."),
    Feature("farmers", "meeples", "Meeples on fields."),
    Feature("open_cities", "features", "Incomplete cities with a meeple of the player."),
    Feature("open_roads", "features", "Incomplete roads with a meeple of the player."),
    Feature("stuck", "meeples", "Meeples in features that are completed with a chance below a tenth."),
    Feature("ingots_near", "ingots", "Ingots on the tiles of owned features, each times the feature's chance."),
    Feature("shared", "points", "What features are worth as they stand that the player owns with another."),
    Feature("outvoted", "points", "What features are worth as they stand that another has won from the player."),
    Feature("city_at_risk", "points", "What owned cities are worth that are completed with a chance below a tenth."),
    Feature("expected", "points", "Points, gold and all that the owned features will probably bring."),
)
"""Of each player; the chance of a feature is that of all its open squares being filled."""

SIZE = len(PLAYER_FEATURES)
(
    SCORE,
    GOLD,
    IN_HAND,
    IN_HAND_EARLY,
    NO_MEEPLE,
    LAST_MEEPLE,
    RETURNS,
    RETURNS_EARLY,
    CITY_1,
    CITY_2,
    CITY_3,
    ROAD_1,
    ROAD_2,
    CITY_GAIN,
    MONASTERY,
    MONASTERY_GAIN,
    MONASTERY_OPEN,
    FARM,
    FARM_GAIN,
    FARMERS,
    OPEN_CITIES,
    OPEN_ROADS,
    STUCK,
    INGOTS_NEAR,
    SHARED,
    OUTVOTED,
    AT_RISK,
    EXPECTED,
) = range(SIZE)

PRIOR_WEIGHTS = np.zeros(SIZE)
"""What a point of each feature is worth in the game's own ranking of candidates, in points; set below."""
PRIOR_WEIGHTS[EXPECTED] = 1.0
PRIOR_WEIGHTS[IN_HAND_EARLY] = 3.0
PRIOR_WEIGHTS[NO_MEEPLE] = -3.0
PRIOR_WEIGHTS[LAST_MEEPLE] = -1.0
PRIOR_WEIGHTS[RETURNS_EARLY] = 2.0
PRIOR_WEIGHTS[INGOTS_NEAR] = 1.5
PRIOR_WEIGHTS[STUCK] = -0.5


@jit
def prior(g: Any, player: Any, features: Any) -> Any:
    """The game's own ranking: a player's weighted features less those of the best of the others, in points."""
    own = 0.0
    best = -np.inf
    for other in range(np.int64(g["num_players"])):
        worth = 0.0
        for k in range(SIZE):
            worth += PRIOR_WEIGHTS[k] * features[other, k]
        if other == player:
            own = worth
        else:
            best = max(best, worth)
    return own - best
