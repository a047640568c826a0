"""What the answers of a player do: the decisions of a step and those that moves bring along (tiny_towns_base.md 3, 4).

Every function tells whether the player has nothing more to decide; :mod:`tt_env.rules.rounds` then goes on.
"""

from __future__ import annotations

from typing import Any

from tabletop_envs.jit import jit
from tt_env.actions import (
    BUILD,
    CHOOSE,
    COIN,
    COUNT_ROW,
    DONE,
    EXCHANGE_NONE,
    EXHIBIT,
    EXTRA,
    EXTRA_NONE,
    FORGE,
    KEEP,
    MARK,
    NAME,
    PAY,
    PLACE,
    PUT_NONE,
    RESERVE,
    SET_ASIDE,
    SPEND,
    SWAP,
    TAKE_NOTHING,
    USING,
    distance_and_resource,
    kind_and_square,
)
from tt_env.decisions import FROM_WATCH, Pending
from tt_env.rules import (
    building_effects,
    constructing,
    entering,
    forge,
    monument_effects,
    oddity,
    placing,
    putting,
    setup,
)
from tt_env.rules.player import first_of, kind_of, num_players, pop, push, second_of, top
from tt_env.state import Phase


@jit
def decide(t: Any, g: Any, player: Any, action: Any) -> Any:
    """A decision of the running step; returns whether the player has nothing more to decide in it."""
    s = g["players"][player]
    phase = g["phase"]
    if phase == Phase.SETUP:
        setup.keep(s, action - KEEP)
        return True
    if phase == Phase.TAKING:
        if action == TAKE_NOTHING:
            return True
        distance, resource = distance_and_resource(action)
        push(s, Pending.TAKE, resource, (player + distance) % num_players(g), 0)
        return False
    if phase == Phase.NAMING:
        g["named"] = action - NAME + 1
        return True
    if phase == Phase.PLACING:
        return deal_with_cube(g, player, action)
    if action == DONE:
        return True
    if action == FORGE:
        push(s, Pending.FORGE, 0, 0, 0)
    else:
        slot, square = kind_and_square(BUILD, action)
        constructing.build(t, g, s, slot, square)
        putting.go_on(g, s)
    return False


@jit
def deal_with_cube(g: Any, player: Any, action: Any) -> Any:
    """A decision of the placing step; returns whether the player has nothing more to decide in it."""
    s = g["players"][player]
    if CHOOSE <= action < MARK:
        placing.choose(g, s, action - CHOOSE + 1)
        return False
    if SWAP <= action < BUILD:
        kind, square = kind_and_square(SWAP, action)
        placing.swap(s, kind + 1, square)
        push(s, Pending.SWAP, kind + 1, 0, 0)
        return False
    if PLACE <= action < SWAP:
        kind, square = kind_and_square(PLACE, action)
        placing.place(g, player, kind + 1, square)
    elif EXHIBIT <= action < EXTRA:
        placing.exhibit(g, s, action - EXHIBIT)
    elif action == SET_ASIDE:
        s["set_aside"] += 1
    else:  # NO_CUBE
        return True
    return cube_dealt_with(g, player)


@jit
def cube_dealt_with(g: Any, player: Any) -> Any:
    """After the cube, Southern Semaphore may ask for another one; returns whether nothing more is to be decided."""
    s = g["players"][player]
    if placing.may_place_extra(g, player):
        push(s, Pending.EXTRA, 0, 0, 0)
    return s["depth"] == 0


@jit
def answer(t: Any, g: Any, player: Any, action: Any) -> Any:
    """A decision that a move brought with it; returns whether the player has nothing more to decide in this step."""
    s = g["players"][player]
    entry = top(s)
    kind = kind_of(entry)
    if kind == Pending.SWAP:
        pop(s)
        placing.put_cube(s, first_of(entry), kind_and_square(PLACE, action)[1])
        return cube_dealt_with(g, player)
    if kind == Pending.PUT and action == PUT_NONE:
        pop(s)
        # Going on constructing needs at least one answer (D6).
        return g["phase"] == Phase.ROUND_END or second_of(entry) == FROM_WATCH
    resolve(t, g, s, kind, action)
    putting.go_on(g, s)
    phase = g["phase"]
    return s["depth"] == 0 and (phase == Phase.PLACING or phase == Phase.TAKING or phase == Phase.ROUND_END)


@jit
def resolve(t: Any, g: Any, s: Any, kind: Any, action: Any) -> None:
    """Carries out the answer to the decision on top of the player's stack."""
    slot, square = kind_and_square(BUILD, action)
    if kind == Pending.USING:
        constructing.use_set(t, g, s, action - USING)
    elif kind == Pending.MARK:
        building_effects.mark(s, action - MARK + 1)
    elif kind == Pending.PUT:
        putting.put_building(g, s, slot, square)
    elif kind == Pending.EXCHANGE:
        if action == EXCHANGE_NONE:
            pop(s)
        else:
            putting.exchange(g, s, slot, square)
    elif kind == Pending.RESERVE:
        monument_effects.reserve(s, action - RESERVE)
    elif kind == Pending.CATHEDRAL:
        if action == PAY:
            putting.pay_for_cathedral(s)
        else:
            putting.decline_cathedral(g, s)
    else:
        resolve_coins(t, g, s, kind, action)


@jit
def resolve_coins(t: Any, g: Any, s: Any, kind: Any, action: Any) -> None:
    """The answers that only Fortune and its coins ask for."""
    slot, square = kind_and_square(BUILD, action)
    if kind == Pending.COUNT:
        building_effects.count_line(g, s, action == COUNT_ROW)
    elif kind == Pending.COIN:
        monument_effects.lay_coin(s, action - COIN)
    elif kind == Pending.SPEND:
        monument_effects.spend(s, action - SPEND)
    elif kind == Pending.EXTRA:
        pop(s)
        if action != EXTRA_NONE:
            placing.place_extra(g, s, action - EXTRA)
    elif kind == Pending.TAKE:
        oddity.take(g, s, kind_and_square(PLACE, action)[1])
    elif kind == Pending.OKAVER:
        pop(s)
        if action != PUT_NONE:
            entering.enter(g, s, slot, square)
    elif kind == Pending.FORGE:
        forge.name_first(t, g, s, slot, square)
    elif kind == Pending.FORGE_USING:
        forge.use_first_set(s, action - USING)
    elif kind == Pending.FORGE_SECOND:
        forge.name_second(t, g, s, slot, square)
    else:
        forge.use_second_set(t, g, s, action - USING)
