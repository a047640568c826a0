"""Fields at the end, in three versions of their scoring (docs/rules/carcassonne_gold.md 5).

Third version: for each field, 3 points for every completed city that borders it. Second: the same, but each player
counts each city once only. First: for each completed city, 4 points to who has the most farmers in all fields round it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.rules.features import owners
from carc_gold_env.state import MEEPLES, SEGMENTS, Kind
from tabletop_envs.jit import jit

_CITY = int(Kind.CITY)
_FIELD = int(Kind.FIELD)
_FIRST = 1
_SECOND = 2


@jit
def add_farmers(t: Any, g: Any, out: Any) -> None:
    """Adds to ``out`` what each player scores for its fields."""
    stamp = np.zeros(SEGMENTS, np.int16)  # fields: 1 once scored; cities: the last field that counted them
    memory = np.zeros(SEGMENTS, np.int64)  # by city; second version: who has scored it; first: farmers round it
    number = 0
    for player in range(np.int64(g["num_players"])):
        for k in range(MEEPLES):
            segment = np.int64(g["stands"][player, k]) - 1
            if segment >= 0 and g["kind"][segment] == _FIELD:
                head = np.int64(g["feature"][segment])
                if stamp[head] == 0:
                    stamp[head] = 1
                    number += 1
                    add_field(t, g, head, number, stamp, memory, out)
    if g["farmer_scoring"] == _FIRST:
        for city in range(np.int64(g["segments"])):
            if memory[city] != 0:
                pay(g, owners(g, memory[city]), 4, out)


@jit
def add_field(t: Any, g: Any, head: Any, number: Any, stamp: Any, memory: Any, out: Any) -> None:
    """One field: every completed city that borders it, once."""
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
            if (borders >> local) & 1 and g["open"][city] == 0 and stamp[city] != number:
                stamp[city] = number
                if g["farmer_scoring"] == _FIRST:
                    memory[city] += claims
                elif g["farmer_scoring"] == _SECOND:
                    pay(g, players & ~memory[city], 3, out)
                    memory[city] |= players
                else:
                    pay(g, players, 3, out)
            local += 1
        s = np.int64(g["next"][s])
        if s == head:
            break


@jit
def pay(g: Any, players: Any, points: Any, out: Any) -> None:
    """Adds points to each of the players in a bit mask."""
    for player in range(np.int64(g["num_players"])):
        if (players >> player) & 1:
            out[player] += points
