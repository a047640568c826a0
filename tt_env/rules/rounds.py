"""Setup, rounds and their steps, the end (rules/tiny_towns_base.md 3, 5, 8, 9).

A step is simultaneous: every player in ``waiting`` answers, in any order and unseen by the others, and when the last
one has answered the next step begins. ``shown`` holds the players as they stood when the step began.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.decisions import ANSWERS, FROM_WATCH, INSIDE_MOVES, Pending
from tt_env.rules import naming, oddity, setup
from tt_env.rules.answers import answer, decide
from tt_env.rules.coins import gain_coin
from tt_env.rules.player import in_game, is_solo, kind_of, num_players, one_more, players_in_game, push, reveal, top
from tt_env.rules.scoring import final_scores
from tt_env.rules.watch import to_be_answered, triggered, watch_owner
from tt_env.state import DECK_SIZE, MAX_ROUNDS, Phase
from tt_env.town import empty


@jit
def reset(t: Any, g: Any, seed: Any) -> None:
    """Draws all chance and begins: with the choice of monuments, else with the first round (2)."""
    g["rng"][0] = seed
    setup.draw_row(g)
    setup.deal_monuments(g)
    setup.prepare_deck(g)
    setup.draw_first_builder(g)
    players = setup.players_to_keep(g)
    if players != 0:
        begin_step(g, Phase.SETUP, players)
    else:
        begin_round(g)


@jit
def to_act(t: Any, g: Any) -> Any:
    """The players that may answer now, as a bit mask."""
    return np.int64(g["waiting"])


@jit
def next_player(t: Any, g: Any) -> Any:
    """The player asked next when players are asked one by one; in an imagined world first the one that imagines it."""
    first = np.int64(g["asked_first"])
    return first - 1 if first != 0 else next_in_turn(g)


@jit
def next_in_turn(g: Any) -> Any:
    """The next player in the usual order, from the Master Builder leftwards; -1 when the game is over."""
    n = num_players(g)
    start = np.int64(0) if g["phase"] == Phase.SETUP else np.int64(g["builder"])
    for step in range(n):
        player = (start + step) % n
        if (np.int64(g["waiting"]) >> player) & 1:
            return player
    return np.int64(-1)


@jit
def is_over(t: Any, g: Any) -> Any:
    """Whether the game has ended."""
    return g["phase"] == Phase.OVER


@jit
def scores(t: Any, g: Any, out: Any) -> None:
    """The final scores; they were counted when the game ended."""
    for player in range(num_players(g)):
        out[player] = g["players"][player]["score"]


@jit
def winners(t: Any, g: Any) -> Any:
    """The winners as a bit mask; they were found when the game ended."""
    return np.int64(g["winners"])


@jit
def mid_move(t: Any, g: Any, player: Any) -> Any:
    """Whether the player's last action was only the first part of a move."""
    return (INSIDE_MOVES >> kind_of(top(g["players"][player]))) & 1 == 1


@jit
def begin_step(g: Any, phase: Any, waiting: Any) -> None:
    """Begins a step: everything done so far is revealed."""
    g["phase"] = phase
    g["waiting"] = waiting
    reveal(g)


@jit
def is_free_choice(g: Any) -> Any:
    """Town Hall's third rounds: everybody chooses a resource (8)."""
    return g["round"] % 3 == 0


@jit
def begin_round(g: Any) -> None:
    """Naming by the Master Builder (3.1); a drawn card or free choices in Town Hall and solo (8, 9)."""
    g["round"] = one_more(g["round"], MAX_ROUNDS)
    g["named"] = 0
    for player in range(num_players(g)):
        s = g["players"][player]
        s["named"] = 0
        s["constructed"] = 0
        s["by_cubes"] = 0
        s["unpaid"] = 0
        s["swapped"] = 0
        s["forged"] = 0
    if not is_solo(g) and g["town_hall"] == 0:
        s = g["players"][g["builder"]]
        s["builder_turns"] = one_more(s["builder_turns"], MAX_ROUNDS)
        begin_step(g, Phase.TAKING if oddity.may_take(g) else Phase.NAMING, 1 << np.int64(g["builder"]))
        return
    if not is_solo(g) and not is_free_choice(g):
        g["named"] = g["deck"][np.int64(g["deck_next"]) % DECK_SIZE]
        g["deck_next"] = one_more(g["deck_next"], DECK_SIZE)
    begin_placing(g)


@jit
def begin_placing(g: Any) -> None:
    """Everybody in the game takes the named cube, or has a choice first."""
    for player in range(num_players(g)):
        if in_game(g, player):
            g["players"][player]["named"] = g["named"]
    begin_step(g, Phase.PLACING, players_in_game(g))


@jit
def begin_watch(t: Any, g: Any) -> None:
    """After all constructions of the round, the owner of Opaleye's Watch answers its neighbours (RULING 6d)."""
    owner = watch_owner(g)
    if owner >= 0:
        slots = triggered(g, owner)
        if slots != 0:
            ask_watch(g, owner, slots, Phase.WATCH)
            return
    hand_out_coins(t, g)


@jit
def ask_watch(g: Any, owner: Any, slots: Any, phase: Any) -> None:
    """The Watch's owner puts down all of these buildings, one after the other."""
    push(g["players"][owner], Pending.PUT, slots, FROM_WATCH, ANSWERS)
    begin_step(g, phase, 1 << owner)


@jit
def hand_out_coins(t: Any, g: Any) -> None:
    """The coins of the round's end: for two or more constructions, then for unpaid Jewelers (Fortune 3.4, 3.5, D23)."""
    if g["with_coins"] == 1:
        n = num_players(g)
        for step in range(n):
            s = g["players"][(np.int64(g["builder"]) + step) % n]
            if s["by_cubes"] >= 2:
                gain_coin(g, s)
        for step in range(n):
            owner = (np.int64(g["builder"]) + step) % n
            for _ in range(np.int64(g["players"][owner]["unpaid"])):
                for other in range(n):
                    if other != owner:  # also complete towns: R11
                        gain_coin(g, g["players"][other])
        for player in range(n):
            if g["players"][player]["depth"] != 0:  # The Treasury at Okaver (D21)
                forget_constructions(g)
                begin_step(g, Phase.ROUND_END, 1 << player)
                return
    end_round(t, g)


@jit
def forget_constructions(g: Any) -> None:
    """What was constructed before has been answered by Opaleye's Watch."""
    for player in range(num_players(g)):
        g["players"][player]["constructed"] = 0


@jit
def answer_okaver(t: Any, g: Any) -> None:
    """Opaleye's Watch answers Okaver's Cottage at once, also in the round in which it was built (D22)."""
    owner = watch_owner(g)
    if owner >= 0:
        slots = to_be_answered(g, owner)
        forget_constructions(g)
        if slots != 0:
            ask_watch(g, owner, slots, Phase.ROUND_END)
            return
    end_round(t, g)


@jit
def end_round(t: Any, g: Any) -> None:
    """Full towns are complete, after the last round all are (Fortune D34); the hammer is passed (3.4, 5)."""
    last = g["round"] == MAX_ROUNDS
    for player in range(num_players(g)):
        if in_game(g, player) and (last or empty(g["players"][player]["town"]) == 0):
            g["players"][player]["completed"] = g["round"]
    if players_in_game(g) != 0 and not is_solo(g) and g["town_hall"] == 0:
        builder = naming.next_builder(g)
        if builder >= 0:
            g["builder"] = builder
        else:  # nobody can name anything: all towns are complete (RULING 9, D9, D10)
            for player in range(num_players(g)):
                if in_game(g, player):
                    g["players"][player]["completed"] = g["round"]
    if players_in_game(g) != 0:
        begin_round(g)
    else:
        final_scores(t, g)
        begin_step(g, Phase.OVER, 0)


@jit
def step(t: Any, g: Any, player: Any, action: Any) -> None:
    """Carries out a legal action; when all have answered, the next step begins."""
    s = g["players"][player]
    if s["depth"] != 0:
        answered = answer(t, g, player, action)
    else:
        answered = decide(t, g, player, action)
    if answered:
        g["asked_first"] = 0
        g["waiting"] = np.int64(g["waiting"]) & ~(1 << player)
        if g["waiting"] == 0:
            next_step(t, g)


@jit
def next_step(t: Any, g: Any) -> None:
    """What comes after the running step."""
    phase = g["phase"]
    if phase == Phase.SETUP:
        begin_round(g)
    elif phase == Phase.TAKING:
        begin_step(g, Phase.NAMING, 1 << np.int64(g["builder"]))
    elif phase == Phase.NAMING:
        begin_placing(g)
    elif phase == Phase.PLACING:
        begin_step(g, Phase.CONSTRUCTING, players_in_game(g))
    elif phase == Phase.CONSTRUCTING:
        begin_watch(t, g)
    elif phase == Phase.WATCH:
        hand_out_coins(t, g)
    else:
        answer_okaver(t, g)
