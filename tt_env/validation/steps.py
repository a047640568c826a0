"""Whether a record's running step fits together: who is asked, and what has been done since it began."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.rules.player import in_game, kind_of, num_players, players_in_game
from tt_env.rules.rounds import next_in_turn
from tt_env.rules.setup import players_to_keep
from tt_env.rules.watch import watch_owner
from tt_env.state import SQUARES, Phase
from tt_env.town import empty
from tt_env.validation.faults import ANSWERED, ASKED_FIRST, CHANGED, NO_FAULT, NO_SQUARE, PENDING, WAITING
from tt_env.validation.players import before_placing, player_fault
from tt_env.validation.stacks import is_inside_move, stack_fault


@jit
def waits(g: Any, player: Any) -> Any:
    """Whether the player still has to answer."""
    return (np.int64(g["waiting"]) >> player) & 1 == 1


@jit
def is_simultaneous(g: Any) -> Any:
    """Whether the step asks every player in the game."""
    return g["phase"] == Phase.PLACING or g["phase"] == Phase.CONSTRUCTING


@jit
def deciding(g: Any) -> Any:
    """The players with decisions pending, as a bit mask."""
    players = 0
    for player in range(num_players(g)):
        if g["players"][player]["depth"] != 0:
            players |= 1 << player
    return players


@jit
def waiting_fault(g: Any) -> Any:
    """Who is asked."""
    waiting, phase = np.int64(g["waiting"]), g["phase"]
    if is_simultaneous(g):
        fits = waiting != 0 and waiting & ~players_in_game(g) == 0
    elif phase == Phase.SETUP:
        fits = waiting != 0 and waiting == players_to_keep(g)
    elif phase == Phase.TAKING or phase == Phase.NAMING:
        fits = waiting == 1 << np.int64(g["builder"])
    elif phase == Phase.WATCH:
        owner = watch_owner(g)
        fits = owner >= 0 and waiting == 1 << owner
    elif phase == Phase.ROUND_END:
        fits = waiting != 0 and waiting & (waiting - 1) == 0 and waiting & ~players_in_game(g) == 0
        fits = fits and deciding(g) == waiting
    else:
        fits = waiting == 0
    return NO_FAULT if fits and deciding(g) & ~waiting == 0 else WAITING


@jit
def order_fault(g: Any) -> Any:
    """Who is asked out of turn."""
    first = np.int64(g["asked_first"])
    if first == 0:
        return NO_FAULT
    fits = first <= num_players(g) and waits(g, first - 1) and next_in_turn(g) != first - 1
    return NO_FAULT if fits else ASKED_FIRST


@jit
def same_town(s: Any, other: Any) -> Any:
    """Whether two parts of a player agree in what dealing with a cube changes."""
    for square in range(SQUARES):
        if s["stored"][square] != other["stored"][square]:
            return False
    return (
        s["town"] == other["town"]
        and s["set_aside"] == other["set_aside"]
        and s["coins"] == other["coins"]
        and s["swapped"] == other["swapped"]
        and s["coin_squares"] == other["coin_squares"]
        and s["monument_info"] == other["monument_info"]
    )


@jit
def same_course(s: Any, other: Any) -> Any:
    """Whether two parts of a player agree in what no answer changes."""
    return (
        s["dealt"][0] == other["dealt"][0]
        and s["dealt"][1] == other["dealt"][1]
        and s["completed"] == other["completed"]
        and s["builder_turns"] == other["builder_turns"]
        and s["score"] == other["score"]
    )


@jit
def same_round(s: Any, other: Any) -> Any:
    """Whether two parts of a player agree in what happened this round, the monument and what it brought."""
    for k in range(len(s["pending"])):
        if s["pending"][k] != other["pending"][k]:
            return False
    return (
        s["depth"] == other["depth"]
        and s["monument"] == other["monument"]
        and s["built"] == other["built"]
        and s["reserved"] == other["reserved"]
        and s["watch_round"] == other["watch_round"]
        and s["constructed"] == other["constructed"]
        and s["named"] == other["named"]
        and s["by_cubes"] == other["by_cubes"]
        and s["unpaid"] == other["unpaid"]
        and s["forged"] == other["forged"]
    )


@jit
def same(s: Any, other: Any) -> Any:
    """Whether two parts of a player are equal; their unused bytes are known to be zero."""
    return same_town(s, other) and same_course(s, other) and same_round(s, other)


@jit
def is_changed_in_vain(g: Any, player: Any) -> Any:
    """Whether a player differs from what the others see although nothing could change it in this step."""
    s, other = g["players"][player], g["shown"][player]
    if not same_course(s, other) or s["built"] < other["built"]:
        return True
    if g["phase"] == Phase.SETUP:
        return other["monument"] != 0 and other["monument"] != s["monument"]
    if s["monument"] != other["monument"]:
        return True
    may_change = (is_simultaneous(g) and in_game(g, player)) or (waits(g, player) and g["phase"] != Phase.NAMING)
    return not may_change and not same(s, other)


@jit
def shown_stack_fault(t: Any, g: Any, player: Any, found: Any) -> Any:
    """What the others see pending of a player: what it was asked as the step began, never the middle of a move."""
    s = g["shown"][player]
    fault = stack_fault(t, g, s, player, found)
    if fault != NO_FAULT or s["depth"] == 0:
        return fault
    asked = (is_simultaneous(g) and in_game(g, player)) or waits(g, player)
    if not asked or is_inside_move(kind_of(np.int64(s["pending"][0]))):
        return PENDING
    return NO_FAULT


@jit
def square_fault(g: Any, player: Any) -> Any:
    """A player in the game has an empty square until the round's cube is placed; no cube is placed twice."""
    s, other = g["players"][player], g["shown"][player]
    if not in_game(g, player):
        return NO_FAULT
    if before_placing(g):
        return NO_FAULT if empty(s["town"]) != 0 else NO_SQUARE
    if g["phase"] == Phase.PLACING and waits(g, player):
        if empty(other["town"]) == 0:
            return NO_SQUARE
        if s["depth"] == 0 and not same_town(s, other):
            return ANSWERED
    return NO_FAULT


@jit
def current_fault(t: Any, g: Any, player: Any, found: Any) -> Any:
    """The first thing that cannot be in a player's part."""
    fault = player_fault(g, g["players"][player])
    if fault == NO_FAULT:
        fault = stack_fault(t, g, g["players"][player], player, found)
    if fault == NO_FAULT:
        fault = square_fault(g, player)
    return fault


@jit
def shown_fault(t: Any, g: Any, player: Any, found: Any) -> Any:
    """The first thing that cannot be in what the others see of a player."""
    fault = player_fault(g, g["shown"][player])
    if fault == NO_FAULT:
        fault = shown_stack_fault(t, g, player, found)
    if fault == NO_FAULT and is_changed_in_vain(g, player):
        return CHANGED
    if fault == NO_FAULT and g["phase"] == Phase.ROUND_END and waits(g, player) and g["shown"][player]["depth"] == 0:
        return PENDING
    return fault
