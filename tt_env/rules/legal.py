"""The action mask: which actions the rules allow a seat at this moment."""

from __future__ import annotations

from typing import Any

import numpy as np

from env_core.jit import jit
from tt_env.actions import DONE, WAIT
from tt_env.rules import constructing, effects, naming, placing, setup
from tt_env.rules.seat import first_of, kind_of, top
from tt_env.state import Pending, Phase
from tt_env.town import empty

_SETUP = int(Phase.SETUP)
_NAMING = int(Phase.NAMING)
_PLACING = int(Phase.PLACING)

_USING = int(Pending.USING)
_SWAP = int(Pending.SWAP)
_MARK = int(Pending.MARK)
_EXCHANGE = int(Pending.EXCHANGE)
_RESERVE = int(Pending.RESERVE)


@jit
def legal(t: Any, g: Any, seat: Any, mask: Any) -> Any:
    """Writes the whole mask of a seat and returns how many actions are legal.

    A seat that has nothing to decide has exactly one action, ``WAIT``; a seat that must decide never has it.
    """
    mask[:] = 0
    if (np.int64(g["waiting"]) >> seat) & 1 == 0:
        mask[WAIT] = 1
        return np.int64(1)
    s = g["seats"][seat]
    if s["depth"] != 0:
        return np.int64(legal_answers(t, g, s, mask))
    phase = g["phase"]
    if phase == _PLACING:
        if s["named"] == 0:
            return np.int64(placing.legal_choices(g, seat, mask))
        return np.int64(placing.legal_placements(g, seat, mask))
    if phase == _NAMING:
        return np.int64(naming.legal_names(g, s, mask))
    if phase == _SETUP:
        return np.int64(setup.legal_keep(mask))
    mask[DONE] = 1
    return np.int64(1 + constructing.legal_constructions(t, g, s, mask))


@jit
def legal_answers(t: Any, g: Any, s: Any, mask: Any) -> Any:
    """The answers to the decision on top of the seat's stack."""
    kind = kind_of(top(s))
    if kind == _USING:
        return constructing.legal_sets(t, g, s, mask)
    if kind == _SWAP:  # the cube taken off a Warehouse goes on an empty square (RULING 11)
        return placing.place_anywhere(mask, first_of(top(s)), empty(s["town"]))
    if kind == _MARK:
        return effects.legal_marks(g, s, mask)
    if kind == _EXCHANGE:
        return effects.legal_exchanges(g, s, mask)
    if kind == _RESERVE:
        return effects.legal_reservations(s, mask)
    return effects.legal_puts(g, s, mask)
