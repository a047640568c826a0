"""The action mask: which actions the rules allow a player at this moment."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.actions import DONE, FORGE, PLACE, WAIT, on_square
from tt_env.decisions import Pending
from tt_env.rules import (
    building_effects,
    constructing,
    forge,
    monument_effects,
    naming,
    oddity,
    placing,
    putting,
    setup,
)
from tt_env.rules.marking import mark_squares
from tt_env.rules.player import first_of, kind_of, top
from tt_env.state import Phase
from tt_env.town import empty


@jit
def legal(t: Any, g: Any, player: Any, mask: Any) -> Any:
    """Writes the whole mask of a player and returns how many actions are legal.

    A player that has nothing to decide has exactly one action, ``WAIT``; a player that must decide never has it.
    """
    mask[:] = 0
    if (np.int64(g["waiting"]) >> player) & 1 == 0:
        mask[WAIT] = 1
        return np.int64(1)
    s = g["players"][player]
    if s["depth"] != 0:
        return np.int64(legal_answers(t, g, s, mask))
    phase = g["phase"]
    if phase == Phase.PLACING:
        if s["named"] == 0:
            return np.int64(placing.legal_choices(g, player, mask))
        return np.int64(placing.legal_placements(g, player, mask))
    if phase == Phase.NAMING:
        return np.int64(naming.legal_names(g, s, mask))
    if phase == Phase.SETUP:
        return np.int64(setup.legal_keep(mask))
    if phase == Phase.TAKING:
        return np.int64(oddity.legal_takes(g, mask))
    mask[DONE] = 1
    n = 1 + constructing.legal_constructions(t, g, s, mask)
    if g["with_coins"] == 1 and forge.may_forge(t, g, s):
        mask[FORGE] = 1
        n += 1
    return np.int64(n)


@jit
def legal_answers(t: Any, g: Any, s: Any, mask: Any) -> Any:
    """The answers to the decision on top of the player's stack."""
    kind = kind_of(top(s))
    if kind == Pending.USING:
        return constructing.legal_sets(t, g, s, mask)
    if kind == Pending.SWAP:  # the cube taken off a Warehouse goes on an empty square (RULING 11)
        return mark_squares(mask, on_square(PLACE, first_of(top(s)) - 1, 0), empty(s["town"]))
    if kind == Pending.MARK:
        return building_effects.legal_marks(g, s, mask)
    if kind == Pending.EXCHANGE:
        return putting.legal_exchanges(g, s, mask)
    if kind == Pending.RESERVE:
        return monument_effects.legal_reservations(s, mask)
    if kind == Pending.PUT:
        return putting.legal_puts(g, s, mask)
    if kind == Pending.CATHEDRAL:
        return putting.legal_cathedral(s, mask)
    return legal_coin_answers(t, g, s, kind, mask)


@jit
def legal_coin_answers(t: Any, g: Any, s: Any, kind: Any, mask: Any) -> Any:
    """The answers that only Fortune and its coins ask for."""
    if kind == Pending.COUNT:
        return building_effects.legal_lines(mask)
    if kind == Pending.COIN:
        return monument_effects.legal_coins(s, mask)
    if kind == Pending.SPEND:
        return monument_effects.legal_spending(s, mask)
    if kind == Pending.EXTRA:
        return placing.legal_extra(s, mask)
    if kind == Pending.OKAVER:
        return putting.legal_okaver(s, mask)
    if kind == Pending.TAKE:
        return oddity.legal_destinations(s, mask)
    if kind == Pending.FORGE:
        return forge.legal_first(t, g, s, mask)
    if kind == Pending.FORGE_USING:
        return forge.legal_first_sets(t, g, s, mask)
    if kind == Pending.FORGE_SECOND:
        return forge.legal_second(t, g, s, mask)
    return forge.legal_second_sets(t, g, s, mask)
