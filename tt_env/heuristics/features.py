"""What a good player looks at, in numbers: the features of each player of a position, from what a player may know.

They are the parts of the guess of :mod:`tt_env.heuristics.value`, each for itself, how far layouts are, what the town
has, and above all the look at the next cube: what the best placing of one more cube of each resource would add.
"""

from __future__ import annotations

import numpy as np

from tabletop_envs.spec import Feature
from tt_env.heuristics.value import CROWDED, EMPTY_PAIR, EMPTY_SQUARE, FURTHER_LAYOUT, LOOSE_CUBE

PLAYER_FEATURES = (
    Feature("points", "points", "Points of the buildings that stand; of a complete town its score."),
    Feature("potential", "points", "What the buildings that stand promise, as long as there is room."),
    Feature("to_come", "points", "What promised buildings are worth, and the own monument before the first cube."),
    Feature("coins", "points", "What the coins in the chest are worth."),
    Feature("empty", "squares", "Empty squares."),
    Feature("pairs", "pairs", "Pairs of empty squares beside each other."),
    Feature("loose", "cubes", "Cubes on squares of the town."),
    Feature("crowding", "squares squared", "How many empty squares short of four, squared."),
    Feature("best_plan", "points", "What the best layout that is begun promises."),
    Feature("second_plan", "points", "What the best second layout beside it promises."),
    Feature("third_plan", "points", "What the best third layout beside both promises."),
    Feature("next_mean", "points", "What the best placing of one more cube would add, on average of the resources."),
    Feature("next_most", "points", "What the best placing of one more cube of the best resource would add."),
    Feature("next_second", "points", "What the best placing of one more cube of the second best resource would add."),
    Feature("next_least", "points", "What the best placing of one more cube of the worst resource would add."),
    Feature("next_useful", "resources", "Resources of which one more cube adds something."),
    Feature("begun", "layouts", "Layouts that are begun and still possible."),
    Feature("ready_cubes", "cubes", "Cubes in layouts that are complete."),
    Feature("near_cubes", "cubes", "Cubes in layouts of which one cube at most is missing."),
    Feature("far_cubes", "cubes", "Cubes in layouts of which two cubes at most are missing."),
    Feature("stray_cubes", "cubes", "Cubes that are in no possible layout."),
    Feature("monument_plan", "points", "What the best layout of the own monument promises that is begun."),
    Feature("reserved", "points", "What the buildings on Opaleye's Watch would add."),
    Feature("stored_use", "points", "What one more cube of each resource on the black buildings would add, in all."),
    Feature("complete", "0 or 1", "The town is complete."),
    Feature("buildings", "buildings", "Buildings in the town."),
    Feature("types", "types", "Types of buildings in the town, the monument among them."),
    Feature("monument", "0 or 1", "The monument is built."),
    Feature("hungry", "buildings", "Buildings that can be fed and are not."),
    Feature("spare_food", "buildings", "About how many more the red buildings could feed."),
    Feature("stored", "cubes", "Cubes on buildings."),
    Feature("isolated", "squares", "Empty squares without an empty square beside them."),
    Feature("largest_room", "squares", "Squares of the largest connected group of empty squares."),
    Feature("early_pairs", "pairs", "Pairs of empty squares times the share of empty squares."),
    Feature("early_loose", "cubes", "Cubes on squares times the share of empty squares."),
    Feature("early_best_plan", "points", "The best plan times the share of empty squares."),
    Feature("early_second_plan", "points", "The second plan times the share of empty squares."),
    Feature("early_next_mean", "points", "The mean of the next cube times the share of empty squares."),
    *(
        Feature(
            f"{group}s_early", "buildings", f"Buildings of the {group} group times the room that is left, from 0 to 1."
        )
        for group in ("cottage", "farm", "well", "chapel", "tavern", "theater", "black")
    ),
    Feature("expected", "points", "A guess of the final score: a weighted sum of the first eleven."),
)
"""Of each player."""

SIZE = len(PLAYER_FEATURES)
(
    STANDING,
    POTENTIAL,
    TO_COME,
    COINS,
    EMPTY,
    PAIRS,
    LOOSE,
    CROWDING,
    BEST,
    SECOND,
    THIRD,
    NEXT_MEAN,
    NEXT_MOST,
    NEXT_SECOND,
    NEXT_LEAST,
    NEXT_USEFUL,
    BEGUN,
    READY,
    _ONE_MISSING,
    _TWO_MISSING,
    STRAY,
    MONUMENT_PLAN,
    RESERVED,
    STORED_USE,
    COMPLETE,
    BUILDINGS,
    TYPES,
    MONUMENT,
    HUNGRY,
    SPARE_FOOD,
    STORED,
    ISOLATED,
    LARGEST,
    EARLY_PAIRS,
    EARLY_LOOSE,
    EARLY_BEST,
    EARLY_SECOND,
    EARLY_NEXT,
) = range(38)
COUNTS = 38
EXPECTED = SIZE - 1

EXPECTED_WEIGHTS = np.zeros(SIZE)
"""The parts of the guess, in points."""
for _part, _weight in (
    (STANDING, 1.0),
    (POTENTIAL, 1.0),
    (TO_COME, 1.0),
    (COINS, 1.0),
    (EMPTY, EMPTY_SQUARE),
    (PAIRS, EMPTY_PAIR),
    (LOOSE, -LOOSE_CUBE),
    (CROWDING, -CROWDED),
    (BEST, 1.0),
    (SECOND, FURTHER_LAYOUT),
    (THIRD, FURTHER_LAYOUT**2),
):
    EXPECTED_WEIGHTS[_part] = _weight
