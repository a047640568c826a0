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
    TAKE,
    TAKE_NOTHING,
    USING,
)
from tt_env.rules import constructing, effects, entering, forge, naming, oddity, placing, setup
from tt_env.rules.coins import gain_coin
from tt_env.rules.entering import FROM_WATCH, puttable
from tt_env.rules.scoring import final_scores
from tt_env.rules.seat import first_of, in_game, is_solo, kind_of, players, pop, push, seats_in_game, second_of, top
from tt_env.rules.watch import ANSWERS, constructed_beside, triggered, watch_owner
from tt_env.state import DECK_SIZE, MAX_ROUNDS, Pending, Phase
from tt_env.town import empty

_SETUP = int(Phase.SETUP)
_TAKING = int(Phase.TAKING)
_NAMING = int(Phase.NAMING)
_PLACING = int(Phase.PLACING)
_CONSTRUCTING = int(Phase.CONSTRUCTING)
_WATCH = int(Phase.WATCH)
_ROUND_END = int(Phase.ROUND_END)
_OVER = int(Phase.OVER)

_USING = int(Pending.USING)
_SWAP = int(Pending.SWAP)
_MARK = int(Pending.MARK)
_EXCHANGE = int(Pending.EXCHANGE)
_RESERVE = int(Pending.RESERVE)
_PUT = int(Pending.PUT)
_EXTRA = int(Pending.EXTRA)
_OKAVER = int(Pending.OKAVER)
_CATHEDRAL = int(Pending.CATHEDRAL)
_COUNT = int(Pending.COUNT)
_COIN = int(Pending.COIN)
_SPEND = int(Pending.SPEND)
_TAKE = int(Pending.TAKE)
_FORGE = int(Pending.FORGE)
_FORGE_USING = int(Pending.FORGE_USING)
_FORGE_SECOND = int(Pending.FORGE_SECOND)
_FORGE_SECOND_USING = int(Pending.FORGE_SECOND_USING)


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
    return kind == _USING or kind == _SWAP or kind == _TAKE or _FORGE <= kind <= _FORGE_SECOND_USING


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
        s = g["seats"][seat]
        s["named"] = 0
        s["constructed"] = 0
        s["by_cubes"] = 0
        s["unpaid"] = 0
        s["swapped"] = 0
        s["forged"] = 0
    if not is_solo(g) and g["town_hall"] == 0:
        s = g["seats"][g["builder"]]
        s["builder_turns"] = one_more(s["builder_turns"], MAX_ROUNDS)
        begin_step(g, _TAKING if oddity.may_take(g) else _NAMING, 1 << np.int64(g["builder"]))
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
            ask_watch(g, owner, slots, _WATCH)
            return
    hand_out_coins(t, g)


@jit
def ask_watch(g: Any, owner: Any, slots: Any, phase: Any) -> None:
    """The Watch's owner puts down all of these buildings, one after the other."""
    push(g["seats"][owner], _PUT, slots, FROM_WATCH, ANSWERS)
    begin_step(g, phase, 1 << owner)


@jit
def hand_out_coins(t: Any, g: Any) -> None:
    """The coins of the round's end: for two or more constructions, then for unpaid Jewelers (Fortune 3.4, 3.5, D23)."""
    if g["with_coins"] == 1:
        n = players(g)
        for step in range(n):
            s = g["seats"][(np.int64(g["builder"]) + step) % n]
            if s["by_cubes"] >= 2:
                gain_coin(g, s)
        for step in range(n):
            owner = (np.int64(g["builder"]) + step) % n
            for _ in range(np.int64(g["seats"][owner]["unpaid"])):
                for other in range(n):
                    if other != owner:  # also complete towns: R11
                        gain_coin(g, g["seats"][other])
        for seat in range(n):
            if g["seats"][seat]["depth"] != 0:  # The Treasury at Okaver (D21)
                forget_constructions(g)
                begin_step(g, _ROUND_END, 1 << seat)
                return
    end_round(t, g)


@jit
def forget_constructions(g: Any) -> None:
    """What was constructed before has been answered by Opaleye's Watch."""
    for seat in range(players(g)):
        g["seats"][seat]["constructed"] = 0


@jit
def answer_okaver(t: Any, g: Any) -> None:
    """Opaleye's Watch answers Okaver's Cottage at once, also in the round in which it was built (D22)."""
    owner = watch_owner(g)
    if owner >= 0:
        slots = puttable(g, g["seats"][owner], constructed_beside(g, owner))
        forget_constructions(g)
        if slots != 0:
            ask_watch(g, owner, slots, _ROUND_END)
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
        answered = answer(t, g, seat, action)
    else:
        answered = decide(t, g, seat, action)
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
    elif phase == _TAKING:
        begin_step(g, _NAMING, 1 << np.int64(g["builder"]))
    elif phase == _NAMING:
        begin_placing(g)
    elif phase == _PLACING:
        begin_step(g, _CONSTRUCTING, seats_in_game(g))
    elif phase == _CONSTRUCTING:
        begin_watch(t, g)
    elif phase == _WATCH:
        hand_out_coins(t, g)
    else:
        answer_okaver(t, g)


@jit
def decide(t: Any, g: Any, seat: Any, action: Any) -> Any:
    """A decision of the running step; returns whether the seat has nothing more to decide in it."""
    s = g["seats"][seat]
    phase = g["phase"]
    if phase == _SETUP:
        setup.keep(s, action - KEEP)
        return True
    if phase == _TAKING:
        if action == TAKE_NOTHING:
            return True
        push(s, _TAKE, (action - TAKE) % 5 + 1, (seat + (action - TAKE) // 5 + 1) % players(g), 0)
        return False
    if phase == _NAMING:
        g["named"] = action - NAME + 1
        return True
    if phase == _PLACING:
        return deal_with_cube(g, seat, action)
    if action == DONE:
        return True
    if action == FORGE:
        push(s, _FORGE, 0, 0, 0)
    else:
        constructing.build(t, g, s, (action - BUILD) // 16, (action - BUILD) % 16)
        entering.go_on(g, s)
    return False


@jit
def deal_with_cube(g: Any, seat: Any, action: Any) -> Any:
    """A decision of the placing step; returns whether the seat has nothing more to decide in it."""
    s = g["seats"][seat]
    if CHOOSE <= action < MARK:
        placing.choose(g, s, action - CHOOSE + 1)
        return False
    if SWAP <= action < BUILD:
        resource = (action - SWAP) // 16 + 1
        placing.swap(s, resource, (action - SWAP) % 16)
        push(s, _SWAP, resource, 0, 0)
        return False
    if PLACE <= action < SWAP:
        placing.place(g, seat, (action - PLACE) // 16 + 1, (action - PLACE) % 16)
    elif EXHIBIT <= action < EXTRA:
        placing.exhibit(g, s, action - EXHIBIT)
    elif action == SET_ASIDE:
        s["set_aside"] += 1
    else:  # NO_CUBE
        return True
    return cube_dealt_with(g, seat)


@jit
def cube_dealt_with(g: Any, seat: Any) -> Any:
    """After the cube, Southern Semaphore may ask for another one; returns whether nothing more is to be decided."""
    s = g["seats"][seat]
    if placing.may_place_extra(g, seat):
        push(s, _EXTRA, 0, 0, 0)
    return s["depth"] == 0


@jit
def answer(t: Any, g: Any, seat: Any, action: Any) -> Any:
    """A decision that a move brought with it; returns whether the seat has nothing more to decide in this step."""
    s = g["seats"][seat]
    entry = top(s)
    kind = kind_of(entry)
    if kind == _SWAP:
        pop(s)
        placing.put_cube(s, first_of(entry), (action - PLACE) % 16)
        return cube_dealt_with(g, seat)
    if kind == _PUT and action == PUT_NONE:
        pop(s)
        # Going on constructing needs at least one answer (D6).
        return g["phase"] == _ROUND_END or second_of(entry) == FROM_WATCH
    resolve(t, g, s, kind, action)
    entering.go_on(g, s)
    phase = g["phase"]
    return s["depth"] == 0 and (phase == _PLACING or phase == _TAKING or phase == _ROUND_END)


@jit
def resolve(t: Any, g: Any, s: Any, kind: Any, action: Any) -> None:
    """Carries out the answer to the decision on top of the seat's stack."""
    slot, square = (action - BUILD) // 16, (action - BUILD) % 16
    if kind == _USING:
        constructing.use_set(t, g, s, action - USING)
    elif kind == _MARK:
        effects.mark(s, action - MARK + 1)
    elif kind == _PUT:
        entering.put_building(g, s, slot, square)
    elif kind == _EXCHANGE:
        if action == EXCHANGE_NONE:
            pop(s)
        else:
            effects.exchange(g, s, slot, square)
    elif kind == _RESERVE:
        effects.reserve(s, action - RESERVE)
    elif kind == _CATHEDRAL:
        if action == PAY:
            entering.pay_for_cathedral(s)
        else:
            entering.decline_cathedral(g, s)
    else:
        resolve_coins(t, g, s, kind, action)


@jit
def resolve_coins(t: Any, g: Any, s: Any, kind: Any, action: Any) -> None:
    """The answers that only Fortune and its coins ask for."""
    slot, square = (action - BUILD) // 16, (action - BUILD) % 16
    if kind == _COUNT:
        effects.count_line(g, s, action == COUNT_ROW)
    elif kind == _COIN:
        effects.lay_coin(s, action - COIN)
    elif kind == _SPEND:
        effects.spend(s, action - SPEND)
    elif kind == _EXTRA:
        pop(s)
        if action != EXTRA_NONE:
            placing.place_extra(g, s, action - EXTRA)
    elif kind == _TAKE:
        oddity.take(g, s, (action - PLACE) % 16)
    elif kind == _OKAVER:
        pop(s)
        if action != PUT_NONE:
            entering.enter(g, s, slot, square)
    elif kind == _FORGE:
        forge.name_first(t, g, s, slot, square)
    elif kind == _FORGE_USING:
        forge.use_first_set(s, action - USING)
    elif kind == _FORGE_SECOND:
        forge.name_second(t, g, s, slot, square)
    else:
        forge.use_second_set(t, g, s, action - USING)
