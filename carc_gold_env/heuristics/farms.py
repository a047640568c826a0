"""What fields are worth: the completed cities beside them, and the incomplete ones, each times its chance.

As in ``rules/farmers.py``, in all three versions of the scoring (docs/rules/carcassonne_gold.md 5): a city pays by
itself, so an incomplete one counts for what it would pay if it were completed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.heuristics.features import FARM, FARM_GAIN
from carc_gold_env.rules.features import owners
from carc_gold_env.state import MEEPLES, SEGMENTS, Kind
from tabletop_envs.jit import jit

_FIELD = int(Kind.FIELD)
_FIRST = 1
_SECOND = 2


@jit
def write_farms(t: Any, g: Any, chances: Any, out: Any) -> None:
    """Writes ``FARM`` and ``FARM_GAIN`` of every player."""
    for player in range(np.int64(g["num_players"])):
        out[player, FARM] = 0.0
        out[player, FARM_GAIN] = 0.0
    stamp = np.zeros(SEGMENTS, np.int16)  # fields: 1 once counted; cities: the last field that counted them
    memory = np.zeros(SEGMENTS, np.int64)  # by city; second version: who has counted it; first: farmers round it
    number = 0
    for player in range(np.int64(g["num_players"])):
        for k in range(MEEPLES):
            segment = np.int64(g["stands"][player, k]) - 1
            if segment >= 0 and g["kind"][segment] == _FIELD:
                head = np.int64(g["feature"][segment])
                if stamp[head] == 0:
                    stamp[head] = 1
                    number += 1
                    add_field(t, g, chances, head, number, stamp, memory, out)
    if g["farmer_scoring"] == _FIRST:
        for city in range(np.int64(g["segments"])):
            if memory[city] != 0:
                add_city(g, chances, city, owners(g, memory[city]), 4.0, out)


@jit
def add_field(t: Any, g: Any, chances: Any, head: Any, number: Any, stamp: Any, memory: Any, out: Any) -> None:
    """One field: every city that borders it, once."""
    claims = np.int64(g["claims"][head])
    players = np.int64(owners(g, claims))
    s = np.int64(head)
    while True:
        slot = np.int64(g["slot"][s])
        base = np.int64(g["base"][slot])
        borders = np.int64(t["borders"][g["type"][slot], s - base])
        local = 0
        while borders >> local != 0:
            city = np.int64(g["feature"][base + local])
            if (borders >> local) & 1 and stamp[city] != number:
                stamp[city] = number
                if g["farmer_scoring"] == _FIRST:
                    memory[city] += claims
                elif g["farmer_scoring"] == _SECOND:
                    add_city(g, chances, city, players & ~memory[city], 3.0, out)
                    memory[city] |= players
                else:
                    add_city(g, chances, city, players, 3.0, out)
            local += 1
        s = np.int64(g["next"][s])
        if s == head:
            break


@jit
def add_city(g: Any, chances: Any, city: Any, players: Any, points: Any, out: Any) -> None:
    """What a city pays to each of the players in a bit mask, or would pay."""
    for player in range(np.int64(g["num_players"])):
        if (players >> player) & 1:
            if g["open"][city] == 0:
                out[player, FARM] += points
            else:
                out[player, FARM_GAIN] += points * chances.feature[city]
