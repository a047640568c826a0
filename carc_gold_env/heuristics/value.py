"""A guess of a player's final score from what the player may know: for greedy agents and for search.

What is scored already, the gold in front of the player, and for every feature in which it has the majority what the
feature will probably be worth: more than it is worth now where it may still grow or be completed. Meeples in hand count
for what they may still earn. When the game is over the guess is the final score.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.rules.farmers import add_farmers
from carc_gold_env.rules.features import meeples_of, owners, value
from carc_gold_env.rules.gold import gold_points
from carc_gold_env.state import DRAW_PILE_SIZE, MAX_PLAYERS, MEEPLES, SEGMENTS, Kind, Phase
from tabletop_envs.jit import jit

_ROAD = int(Kind.ROAD)
_FIELD = int(Kind.FIELD)
_MONASTERY = int(Kind.MONASTERY)

CLOSING = (1.0, 0.75, 0.45, 0.25, 0.15, 0.08, 0.04)
"""The chance that a city or road with so many open ends will be completed while many tiles are left."""
SURROUNDING = 0.95
"""The same for one empty square beside a monastery."""
PATIENCE = 10.0
"""With so many tiles left in the draw pile these chances are half as good."""
RETURN = 1.5
"""What it is worth to get a meeple back, at the beginning of the game."""
IN_HAND = (0.0, 4.0, 6.5, 8.0, 9.0, 9.7, 10.2, 10.5)
"""What meeples in hand are worth at the beginning of the game, by their number."""
INGOT = 2.0
"""What an ingot is worth that the completion of a feature will bring."""


@jit
def heuristic_value(t: Any, g: Any, player: Any) -> Any:
    """The guess, in points."""
    if g["phase"] == Phase.OVER:
        return 1.0 * g["final"][player]
    left = 1.0 * (np.int64(g["draw_pile_size"]) - np.int64(g["drawn"]))
    early = left / DRAW_PILE_SIZE
    total = 1.0 * (np.int64(g["score"][player]) + gold_points(g["ingots"][player]))
    total += early * IN_HAND[np.int64(g["in_hand"][player])]
    seen = np.zeros(SEGMENTS, np.uint8)
    farming = False
    for k in range(MEEPLES):
        segment = np.int64(g["stands"][player, k]) - 1
        if segment >= 0:
            head = np.int64(g["feature"][segment])
            if g["kind"][head] == _FIELD:
                farming = True
            elif seen[head] == 0:
                seen[head] = 1
                total += potential(g, head, player, left)
    if farming:
        points = np.zeros(MAX_PLAYERS, np.int64)
        add_farmers(t, g, points)
        total += 1.0 * points[player]
    return total


@jit
def potential(g: Any, head: Any, player: Any, left: Any) -> Any:
    """What a road, city or monastery with a meeple of the player will probably bring it."""
    claims = np.int64(g["claims"][head])
    closing = chance(g, head, left)
    found = closing * RETURN * left / DRAW_PILE_SIZE * meeples_of(claims, player)
    if (np.int64(owners(g, claims)) >> player) & 1:
        now = 1.0 * value(g, head, False)
        if g["kind"][head] == _MONASTERY:
            open_squares = 1.0 * g["open"][head]
            found += now + open_squares * SURROUNDING * left / (left + PATIENCE)
        else:
            found += (1.0 - closing) * now + closing * value(g, head, True)
        if g["lying"] > 0:
            found += closing * INGOT * ingots_along(g, head)
    return found


@jit
def chance(g: Any, head: Any, left: Any) -> Any:
    """How probable it is that a feature will be completed."""
    ends = np.int64(g["open"][head])
    if ends == 0:
        return 1.0
    time_left = left / (left + PATIENCE)
    if g["kind"][head] == _MONASTERY:
        return time_left * SURROUNDING**ends
    return time_left * (CLOSING[ends] if ends < len(CLOSING) else 0.0)


@jit
def ingots_along(g: Any, head: Any) -> Any:
    """Ingots on the tiles of a feature (of a monastery: on its own)."""
    found = np.int64(0)
    s = np.int64(head)
    while True:
        found += np.int64(g["lies"][g["slot"][s]])
        s = np.int64(g["next"][s])
        if s == head:
            break
    return found
