"""The course of the game: setup, rounds and their steps, the end (rules/tiny_towns_base.md 3, 5, 8, 9).

A step is simultaneous: every seat in ``waiting`` answers, in any order and unseen by the others, and when the last one
has answered the next step begins. ``shown`` holds the seats as they stood when the step began.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from env_core.jit import jit
from tt_env.actions import (
    BUILD,
    CHOOSE,
    DONE,
    EXCHANGE_NONE,
    KEEP,
    MARK,
    NAME,
    PLACE,
    PUT_NONE,
    RESERVE,
    SET_ASIDE,
    SWAP,
    USING,
)
from tt_env.rules import constructing, effects, naming, placing, setup
from tt_env.rules.effects import FROM_WATCH
from tt_env.rules.scoring import final_scores
from tt_env.rules.seat import first_of, in_game, is_solo, kind_of, players, pop, push, seats_in_game, second_of, top
from tt_env.rules.watch import triggered, watch_owner
from tt_env.state import DECK_SIZE, MAX_ROUNDS, Pending, Phase
from tt_env.town import empty

_SETUP = int(Phase.SETUP)
_NAMING = int(Phase.NAMING)
_PLACING = int(Phase.PLACING)
_CONSTRUCTING = int(Phase.CONSTRUCTING)
_WATCH = int(Phase.WATCH)
_OVER = int(Phase.OVER)

_USING = int(Pending.USING)
_SWAP = int(Pending.SWAP)
_MARK = int(Pending.MARK)
_EXCHANGE = int(Pending.EXCHANGE)
_RESERVE = int(Pending.RESERVE)
_PUT = int(Pending.PUT)


@jit
def reset(t: Any, g: Any, seed: Any) -> None:
    """Draws all chance and begins: with the choice of monuments, else with the first round (2)."""
    g["rng"][0] = seed
    setup.draw_row(g)
    setup.deal_monuments(g)
    setup.prepare_deck(g)
    setup.draw_first_builder(g)
    seats = setup.seats_to_keep(g)
    if seats != 0:
        begin_step(g, _SETUP, seats)
    else:
        begin_round(g)


@jit
def seats(t: Any, g: Any) -> Any:
    """The seats that may answer now, as a bit mask."""
    return np.int64(g["waiting"])


@jit
def next_seat(t: Any, g: Any) -> Any:
    """The seat asked next when seats are asked one by one: from the Master Builder leftwards, -1 when over."""
    n = players(g)
    start = np.int64(0) if g["phase"] == _SETUP else np.int64(g["builder"])
    for step in range(n):
        seat = (start + step) % n
        if (np.int64(g["waiting"]) >> seat) & 1:
            return seat
    return np.int64(-1)


@jit
def is_over(t: Any, g: Any) -> Any:
    """Whether the game has ended."""
    return g["phase"] == _OVER


@jit
def scores(t: Any, g: Any, out: Any) -> None:
    """The final scores; they were counted when the game ended."""
    for seat in range(players(g)):
        out[seat] = g["seats"][seat]["score"]


@jit
def winners(t: Any, g: Any) -> Any:
    """The winners as a bit mask; they were found when the game ended."""
    return np.int64(g["winners"])


@jit
def mid_move(t: Any, g: Any, seat: Any) -> Any:
    """Whether the seat's last action was only the first part of a move."""
    kind = kind_of(top(g["seats"][seat]))
    return kind == _USING or kind == _SWAP


@jit
def begin_step(g: Any, phase: Any, waiting: Any) -> None:
    """Begins a step: everything done so far is revealed."""
    g["phase"] = phase
    g["waiting"] = waiting
    g["shown"] = g["seats"]


@jit
def is_free_choice(g: Any) -> Any:
    """Town Hall's third rounds: everybody chooses a resource (8)."""
    return g["round"] % 3 == 0


@jit
def one_more(counter: Any, most: Any) -> Any:
    """Counts on, up to what the longest game can need; only a made-up position comes there."""
    return min(np.int64(counter) + 1, most)


@jit
def begin_round(g: Any) -> None:
    """Naming by the Master Builder (3.1); a drawn card or free choices in Town Hall and solo (8, 9)."""
    g["round"] = one_more(g["round"], MAX_ROUNDS)
    g["named"] = 0
    for seat in range(players(g)):
        g["seats"][seat]["named"] = 0
        g["seats"][seat]["constructed"] = 0
    if not is_solo(g) and g["town_hall"] == 0:
        s = g["seats"][g["builder"]]
        s["builder_turns"] = one_more(s["builder_turns"], MAX_ROUNDS)
        begin_step(g, _NAMING, 1 << np.int64(g["builder"]))
        return
    if not is_solo(g) and not is_free_choice(g):
        g["named"] = g["deck"][np.int64(g["deck_next"]) % DECK_SIZE]
        g["deck_next"] = one_more(g["deck_next"], DECK_SIZE)
    begin_placing(g)


@jit
def begin_placing(g: Any) -> None:
    """Everybody in the game takes the named cube, or has a choice first."""
    for seat in range(players(g)):
        if in_game(g, seat):
            g["seats"][seat]["named"] = g["named"]
    begin_step(g, _PLACING, seats_in_game(g))


@jit
def begin_watch(t: Any, g: Any) -> None:
    """After all constructions of the round, the owner of Opaleye's Watch answers its neighbours (RULING 6d)."""
    owner = watch_owner(g)
    if owner >= 0:
        slots = triggered(g, owner)
        if slots != 0:
            push(g["seats"][owner], _PUT, slots, FROM_WATCH)
            begin_step(g, _WATCH, 1 << owner)
            return
    end_round(t, g)


@jit
def end_round(t: Any, g: Any) -> None:
    """Full towns are complete, the hammer is passed (3.4, 5)."""
    for seat in range(players(g)):
        if in_game(g, seat) and empty(g["seats"][seat]["town"]) == 0:
            g["seats"][seat]["completed"] = g["round"]
    if seats_in_game(g) != 0 and not is_solo(g) and g["town_hall"] == 0:
        builder = naming.next_builder(g)
        if builder >= 0:
            g["builder"] = builder
        else:  # nobody can name anything: all towns are complete (RULING 9, D9, D10)
            for seat in range(players(g)):
                if in_game(g, seat):
                    g["seats"][seat]["completed"] = g["round"]
    if seats_in_game(g) != 0:
        begin_round(g)
    else:
        final_scores(t, g)
        begin_step(g, _OVER, 0)


@jit
def step(t: Any, g: Any, seat: Any, action: Any) -> None:
    """Carries out a legal action; when all have answered, the next step begins."""
    s = g["seats"][seat]
    if s["depth"] != 0:
        answered = answer(t, g, s, action)
    else:
        answered = decide(t, g, s, action)
    if answered:
        g["waiting"] = np.int64(g["waiting"]) & ~(1 << seat)
        if g["waiting"] == 0:
            next_step(t, g)


@jit
def next_step(t: Any, g: Any) -> None:
    """What comes after the running step."""
    phase = g["phase"]
    if phase == _SETUP:
        begin_round(g)
    elif phase == _NAMING:
        begin_placing(g)
    elif phase == _PLACING:
        begin_step(g, _CONSTRUCTING, seats_in_game(g))
    elif phase == _CONSTRUCTING:
        begin_watch(t, g)
    else:
        end_round(t, g)


@jit
def decide(t: Any, g: Any, s: Any, action: Any) -> Any:
    """A decision of the running step; returns whether the seat has nothing more to decide in it."""
    phase = g["phase"]
    if phase == _SETUP:
        setup.keep(s, action - KEEP)
        return True
    if phase == _NAMING:
        g["named"] = action - NAME + 1
        return True
    if phase == _PLACING:
        return deal_with_cube(g, s, action)
    if action == DONE:
        return True
    constructing.build(t, g, s, (action - BUILD) // 16, (action - BUILD) % 16)
    return False


@jit
def deal_with_cube(g: Any, s: Any, action: Any) -> Any:
    """A decision of the placing step; returns whether the cube has been dealt with."""
    if CHOOSE <= action < MARK:
        placing.choose(g, s, action - CHOOSE + 1)
        return False
    if PLACE <= action < SWAP:
        placing.place(s, (action - PLACE) // 16 + 1, (action - PLACE) % 16)
        return True
    if SWAP <= action < BUILD:
        resource = (action - SWAP) // 16 + 1
        placing.swap(s, resource, (action - SWAP) % 16)
        push(s, _SWAP, resource, 0)
        return False
    if action == SET_ASIDE:
        s["set_aside"] += 1
    return True


@jit
def answer(t: Any, g: Any, s: Any, action: Any) -> Any:
    """A decision that a move brought with it; returns whether the seat has nothing more to decide in this step."""
    entry = top(s)
    kind = kind_of(entry)
    if kind == _SWAP:
        pop(s)
        placing.place(s, first_of(entry), (action - PLACE) % 16)
        return True
    if kind == _USING:
        constructing.use_set(t, g, s, action - USING)
    elif kind == _MARK:
        effects.mark(s, action - MARK + 1)
    elif kind == _RESERVE:
        effects.reserve(s, action - RESERVE)
    elif action == EXCHANGE_NONE:
        pop(s)
    elif action == PUT_NONE:
        pop(s)
        return second_of(entry) == FROM_WATCH  # going on constructing needs at least one answer (D6)
    elif kind == _EXCHANGE:
        effects.exchange(g, s, (action - BUILD) // 16, (action - BUILD) % 16)
    else:
        effects.put_building(g, s, (action - BUILD) // 16, (action - BUILD) % 16)
    return False
