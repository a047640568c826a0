"""What pictures and text keep from a player: they do not change when hidden things change."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tabletop_envs.game import State
from tabletop_envs.kernels import kernels_of
from tests.tt.tables import fortune_table, table, word
from tt_env import tiny_towns_v0
from tt_env.actions import BUILD, USING
from tt_env.ansi import board
from tt_env.cards import NUMBERS
from tt_env.decisions import Pending
from tt_env.drawing.game import svg
from tt_env.drawing.view import look
from tt_env.state import Phase

TABLES = pytest.mark.parametrize("lay", [table, fortune_table], ids=["base", "fortune"])
OPEN = (Phase.TAKING, Phase.NAMING, Phase.WATCH, Phase.ROUND_END)
"""Steps in which everybody sees who has to answer."""
OTHERS = [(players, player) for players in range(2, 7) for player in range(players)]


def changed(state: State, player: int, phase: Phase) -> State:
    """The same table with everything changed that this player must not notice."""
    other = state.copy()
    g = other[0]
    g["rng"] = 12345
    g["deck"] = g["deck"][::-1]
    for k in range(int(g["num_players"])):
        if k == player:
            continue
        s = g["players"][k]
        if not s["built"]:
            s["monument"] = g["shown"][k]["monument"] = NUMBERS["the_starloom"]
        s["dealt"] = g["shown"][k]["dealt"] = NUMBERS["the_sky_baths"], NUMBERS["the_starloom"]
        s["town"] = word("BBBB SSSS HHHH cfwo")
        s["stored"] = 1
        s["pending"][0], s["depth"] = Pending.EXCHANGE | 2 << 8, 1
        s["named"], s["set_aside"], s["reserved"], s["constructed"] = 4, 2, 7, 9
        s["built"], s["monument_info"] = 1, 3
        if g["with_coins"]:
            s["coins"], s["coin_squares"], s["by_cubes"], s["unpaid"] = 2, 0b1110, 3, 1
            s["swapped"], s["forged"] = 1, 1
        if phase not in OPEN:
            g["waiting"] &= ~(1 << k) & 0xFF
    return other


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase != Phase.OVER])
@pytest.mark.parametrize(("players", "player"), OTHERS)
@TABLES
def test_hidden_things_do_not_show(lay: Any, players: int, player: int, phase: Phase) -> None:
    state = lay(players, phase, cavern=1)
    if phase == Phase.SETUP:
        for field in ("town", "monument", "built"):
            state["players"][field] = state["shown"][field] = 0
    hidden = changed(state, player, phase)
    assert svg(state, player) == svg(hidden, player)
    assert board(state, player) == board(hidden, player)
    assert svg(state) != svg(hidden)
    assert board(state) != board(hidden)


@pytest.mark.parametrize(("players", "player"), OTHERS)
def test_a_monument_never_built_stays_hidden_after_the_end(players: int, player: int) -> None:
    state = table(players, Phase.OVER)
    hidden = state.copy()
    for k in range(players):
        if k != player and not state["players"]["built"][0, k]:
            hidden["players"]["monument"][0, k] = NUMBERS["the_starloom"]
    assert svg(state, player) == svg(hidden, player)
    assert board(state, player) == board(hidden, player)


def test_the_order_of_a_solo_pile_does_not_show() -> None:
    state = table(1, deck_next=2)
    hidden = state.copy()
    hidden["deck"][0, 5:15] = hidden["deck"][0, 5:15][::-1]
    assert svg(state, 0) == svg(hidden, 0)
    assert board(state, 0) == board(hidden, 0)


def test_the_order_of_a_town_hall_deck_does_not_show() -> None:
    state = table(2, town_hall=1, deck_next=2)
    hidden = state.copy()
    hidden["deck"][0, 2:15] = hidden["deck"][0, 2:15][::-1]
    for player in (None, 0, 1):
        assert svg(state, player) == svg(hidden, player)
        assert board(state, player) == board(hidden, player)


@pytest.mark.parametrize("fortune", [False, True])
@pytest.mark.parametrize("town_hall", [False, True])
@pytest.mark.parametrize("players", range(1, 7))
def test_worlds_that_look_the_same_are_drawn_the_same(players: int, town_hall: bool, fortune: bool) -> None:
    env = tiny_towns_v0.raw_env(
        num_players=players, cavern=True, town_hall=town_hall and players > 1, fortune=fortune, max_fortune_buildings=6
    )
    resample_hidden, tables = kernels_of(env.game).resample_hidden, env.game.tables
    random = np.random.default_rng(players)
    env.reset(seed=players)
    moves = 0
    while not env.terminations[env.agent_selection]:
        state = env.save()
        if moves % (5 * players) == 0:
            for player in range(players):
                world = state.copy()
                resample_hidden(tables, world, 0, np.int64(player), np.uint64(moves))
                assert svg(state, player) == svg(world, player)
                assert board(state, player) == board(world, player)
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        built = legal[(legal >= BUILD) & (legal < USING)]
        env.step(int(random.choice(built if built.size else legal)))
        moves += 1
    assert look(env.save()).over
    assert max(map(len, board(env.save()).splitlines())) <= 80


def test_coins_show_at_once_to_their_owner_alone() -> None:
    state = fortune_table(3, Phase.CONSTRUCTING)
    later = state.copy()
    later["players"]["coins"][0, 0] += 1
    later["players"]["unpaid"][0, 0] = 1
    for draw in (svg, board):
        assert draw(state, 0) != draw(later, 0)
        assert draw(state, 1) == draw(later, 1)


def test_own_things_show_at_once() -> None:
    state = table(2, Phase.CONSTRUCTING)
    later = state.copy()
    later["players"]["town"][0, 0] = word("BBBB SSSS HHHH cfwo")
    assert svg(state, 0) != svg(later, 0)
    assert svg(state, 1) == svg(later, 1)
