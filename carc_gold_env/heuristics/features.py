"""What a good player looks at, in numbers: the features of each player of a position, from open knowledge alone.

The chances that features are completed go by the draw pile: how many of the remaining tiles fit each open square.
What is in the draw pile is known to whoever has counted the tiles; its order is not, and nothing here looks at it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.rules.board import AROUND_X, AROUND_Y, content
from carc_gold_env.rules.farmers import add_farmers
from carc_gold_env.rules.features import meeples_of, owners, value
from carc_gold_env.rules.gold import gold_points
from carc_gold_env.rules.placing import BESIDE_BITS
from carc_gold_env.state import DRAW_PILE_SIZE, FIRST_FRONTIER, MAX_PLAYERS, MAX_TILES, MEEPLES, SEGMENTS, TYPES, Kind
from tabletop_envs.jit import jit
from tabletop_envs.spec import Feature

_CITY = int(Kind.CITY)
_ROAD = int(Kind.ROAD)
_FIELD = int(Kind.FIELD)
_MONASTERY = int(Kind.MONASTERY)

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
    Feature("city_1", "points", "What owned cities with one open square are worth as they stand."),
    Feature("city_2", "points", "The same with two open squares."),
    Feature("city_3", "points", "The same with three and more."),
    Feature("road_1", "points", "What owned roads with one open square are worth as they stand."),
    Feature("road_2", "points", "The same with two."),
    Feature("city_gain", "points", "What completing owned cities would add, each times its chance."),
    Feature("monastery", "points", "What owned monasteries are worth as they stand."),
    Feature("monastery_gain", "points", "What further tiles round them will probably add."),
    Feature("monastery_open", "squares", "Empty squares round them."),
    Feature("farm", "points", "What the fields would score now."),
    Feature("farm_gain", "points", "What incomplete cities beside owned fields would add, each times its chance."),
    Feature("farmers", "meeples", "Meeples on fields."),
    Feature("open_cities", "features", "Incomplete cities with a meeple of the player."),
    Feature("open_roads", "features", "Incomplete roads with a meeple of the player."),
    Feature("stuck", "meeples", "Meeples in features that are completed with a chance below a tenth."),
    Feature("ingots_near", "ingots", "Ingots on the tiles of owned features, each times the feature's chance."),
    Feature("shared", "points", "What features are worth as they stand that the player owns with another."),
    Feature("outvoted", "points", "What features are worth as they stand that another has won from the player."),
    Feature(
        "city_tiles_at_risk", "points", "What owned cities are worth that are completed with a chance below a tenth."
    ),
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
    _CITY_2,
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

FILLING = 1.0 - np.exp(-0.35 * np.arange(MAX_TILES))
"""The chance that an open square will be filled, by how many tiles of the draw pile fit it (fitted to random games)."""
DEAD = 0.1
"""A feature that is completed with a chance below this is taken as lost."""
UNKNOWN = -1.0
"""In the memory of chances by what a square's sides must show: not counted yet."""
EDGES = 256


@jit
def filling(t: Any, g: Any, wants: Any, memory: Any) -> Any:
    """The chance that a square whose sides must show ``wants`` will be filled; counted once for each ``wants``."""
    if memory[wants] < 0.0:
        fitting = np.int64(0)
        for tile in range(1, TYPES):
            if t["fit"][tile, wants] != 0:
                fitting += np.int64(g["left"][tile])
        memory[wants] = FILLING[fitting]
    return memory[wants]


@jit
def write_chances(t: Any, g: Any, memory: Any, chance: Any, ends: Any) -> None:
    """For each incomplete road and city the chance of being completed and its number of open squares, at its head."""
    chance[:] = 1.0
    ends[:] = 0
    for place in range(np.int64(g["squares"])):
        beside = np.int64(g["beside"][place])
        if beside != 0:
            p = filling(t, g, np.int64(g["wants"][place]), memory)
            first = np.int64(-1)
            second = np.int64(-1)
            third = np.int64(-1)
            for side in range(4):
                segment = ((beside >> (BESIDE_BITS * side)) & 1023) - 1
                if segment >= 0:
                    head = np.int64(g["feature"][segment])
                    # One tile fills all the ends that a feature has on a square.
                    if head != first and head != second and head != third:
                        chance[head] *= p
                        ends[head] += 1
                        third = second
                        second = first
                        first = head


@jit
def player_features(t: Any, g: Any, memory: Any, out: Any) -> None:
    """Writes the features of every player, float64 ``[players, SIZE]``.

    Args:
        t: The tables.
        g: A position between two turns, or at any moment of one.
        memory: Chances by what squares must show, ``EDGES`` numbers; kept as long as the draw pile is the same.
        out: Rows beyond the number of players stay as they are.
    """
    n = np.int64(g["num_players"])
    left = np.int64(g["draw_pile_size"]) - np.int64(g["drawn"])
    share = left / DRAW_PILE_SIZE
    chance = np.empty(SEGMENTS, np.float64)
    ends = np.empty(SEGMENTS, np.int64)
    write_chances(t, g, memory, chance, ends)
    seen = np.zeros(SEGMENTS, np.uint8)
    farming = False
    for player in range(n):
        f = out[player]
        f[:] = 0.0
        in_hand = np.int64(g["in_hand"][player])
        f[SCORE] = np.int64(g["score"][player])
        f[GOLD] = gold_points(g["ingots"][player])
        f[IN_HAND] = in_hand
        f[IN_HAND_EARLY] = in_hand * share
        f[NO_MEEPLE] = in_hand == 0
        f[LAST_MEEPLE] = in_hand == 1
        f[EXPECTED] = f[SCORE] + f[GOLD]
        for k in range(MEEPLES):
            segment = np.int64(g["stands"][player, k]) - 1
            if segment >= 0:
                head = np.int64(g["feature"][segment])
                if g["kind"][head] == _FIELD:
                    farming = True
                    f[FARMERS] += 1
                elif (seen[head] >> player) & 1 == 0:
                    seen[head] |= 1 << player
                    add_feature(t, g, player, head, chance, ends, share, left, memory, f)
    if farming:
        add_farms(t, g, chance, out)


@jit
def add_feature(
    t: Any, g: Any, player: Any, head: Any, chance: Any, ends: Any, share: Any, left: Any, memory: Any, f: Any
) -> None:
    """A road, city or monastery in which a player has meeples."""
    kind = g["kind"][head]
    claims = np.int64(g["claims"][head])
    own = meeples_of(claims, player)
    winners = np.int64(owners(g, claims))
    points = 1.0 * value(g, head, False)
    closing = chance[head]
    more = 0.0
    if kind == _MONASTERY:
        closing, more = surroundings(t, g, head, left, memory)
    elif kind == _CITY:
        more = closing * (value(g, head, True) - points)
    f[RETURNS] += closing * own
    f[RETURNS_EARLY] += closing * own * share
    if closing < DEAD:
        f[STUCK] += own
    if kind == _CITY:
        f[OPEN_CITIES] += 1
    elif kind == _ROAD:
        f[OPEN_ROADS] += 1
    if (winners >> player) & 1 == 0:
        f[OUTVOTED] += points
        return
    if winners & (winners - 1) != 0:
        f[SHARED] += points
    f[EXPECTED] += points + more
    if kind == _CITY:
        f[CITY_1 + min(max(ends[head], 1), 3) - 1] += points
        f[CITY_GAIN] += more
        if closing < DEAD:
            f[AT_RISK] += points
    elif kind == _ROAD:
        f[ROAD_1 + min(max(ends[head], 1), 2) - 1] += points
    else:
        f[MONASTERY] += points
        f[MONASTERY_GAIN] += more
        f[MONASTERY_OPEN] += g["open"][head]
    if g["lying"] > 0:
        f[INGOTS_NEAR] += closing * ingots_on(g, head)


@jit
def surroundings(t: Any, g: Any, head: Any, left: Any, memory: Any) -> Any:
    """The chance that all squares round a monastery will be filled, and how many of them probably."""
    slot = np.int64(g["slot"][head])
    closing = 1.0
    more = 0.0
    for k in range(8):
        there = content(g, np.int64(g["x"][slot]) + AROUND_X[k], np.int64(g["y"][slot]) + AROUND_Y[k])
        if there == 0 or there >= FIRST_FRONTIER:
            # A square that touches no tile yet takes any.
            p = filling(t, g, np.int64(g["wants"][there - FIRST_FRONTIER]), memory) if there != 0 else FILLING[left]
            closing *= p
            more += p
    return closing, more


@jit
def ingots_on(g: Any, head: Any) -> Any:
    """Ingots that the completion of a feature gives out: those on its tiles, round a monastery too (7)."""
    found = np.int64(0)
    if g["kind"][head] == _MONASTERY:
        slot = np.int64(g["slot"][head])
        found += np.int64(g["lies"][slot])
        for k in range(8):
            there = content(g, np.int64(g["x"][slot]) + AROUND_X[k], np.int64(g["y"][slot]) + AROUND_Y[k])
            if 0 < there < FIRST_FRONTIER:
                found += np.int64(g["lies"][there - 1])
        return found
    s = np.int64(head)
    last = np.int64(-1)
    while True:
        # A tile may be in the feature twice; its segments mostly follow each other.
        if np.int64(g["slot"][s]) != last:
            last = np.int64(g["slot"][s])
            found += np.int64(g["lies"][last])
        s = np.int64(g["next"][s])
        if s == head:
            break
    return found


@jit
def add_farms(t: Any, g: Any, chance: Any, out: Any) -> None:
    """What fields score now, and what the incomplete cities beside them would add."""
    n = np.int64(g["num_players"])
    points = np.zeros(MAX_PLAYERS, np.int64)
    add_farmers(t, g, points)
    for player in range(n):
        out[player, FARM] = points[player]
    stamp = np.zeros(SEGMENTS, np.int16)  # fields: 1 once counted; cities: the last field that counted them
    number = 0
    for player in range(n):
        for k in range(MEEPLES):
            segment = np.int64(g["stands"][player, k]) - 1
            if segment >= 0 and g["kind"][segment] == _FIELD:
                head = np.int64(g["feature"][segment])
                if stamp[head] == 0:
                    stamp[head] = 1
                    number += 1
                    players = np.int64(owners(g, g["claims"][head]))
                    more = field_gain(t, g, head, number, stamp, chance)
                    for owner in range(n):
                        if (players >> owner) & 1:
                            out[owner, FARM_GAIN] += more
    for player in range(n):
        out[player, EXPECTED] += out[player, FARM] + out[player, FARM_GAIN]


@jit
def field_gain(t: Any, g: Any, head: Any, number: Any, stamp: Any, chance: Any) -> Any:
    """What the incomplete cities beside a field would add to it, each times its chance."""
    found = 0.0
    s = np.int64(head)
    while True:
        slot = np.int64(g["slot"][s])
        base = np.int64(g["base"][slot])
        borders = np.int64(t["borders"][g["type"][slot], s - base])
        local = 0
        while borders >> local != 0:
            city = np.int64(g["feature"][base + local])
            if (borders >> local) & 1 and g["open"][city] != 0 and stamp[city] != number:
                stamp[city] = number
                found += 3.0 * chance[city]
            local += 1
        s = np.int64(g["next"][s])
        if s == head:
            break
    return found


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
