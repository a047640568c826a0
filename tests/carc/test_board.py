"""No legal square is ever lost: the board is unbounded, and every square has an action number."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from carc_gold_env import actions as a
from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import engine
from carc_gold_env.notation.action_text import action_text, parse_action
from carc_gold_env.rules.board import ROW
from carc_gold_env.rules.placing import lay
from carc_gold_env.state import BOARD, FRONTIER, MAX_TILES
from carc_gold_env.tables import tables
from carc_gold_env.tiles import NUMBERS
from tabletop_envs.game import State
from tabletop_envs.jit import jit
from tabletop_envs.states import clean_records

CITY = NUMBERS["C"]  # city on all four sides: fits itself everywhere


@jit
def _lay(t: Any, games: Any, tile: Any, x: Any, y: Any) -> None:
    lay(t[0], games[0], tile, x, y, np.int64(0))


def board(squares: list[tuple[int, int]]) -> State:
    """A board of cities only, as many as are wanted, with one more in hand."""
    state = clean_records(CarcassonneGold().template)
    for x, y in squares:
        _lay(tables(), state, np.int64(CITY), np.int64(x), np.int64(y))
    state[0]["hand"] = CITY
    return state


def lines() -> dict[str, list[tuple[int, int]]]:
    """80 tiles in a line: straight in every direction, and in stairs."""
    found = {}
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        found[f"straight {dx} {dy}"] = [(dx * k, dy * k) for k in range(MAX_TILES)]
    for dx, dy in product((1, -1), (1, -1)):
        found[f"stairs {dx} {dy}"] = [(dx * ((k + 1) // 2), dy * (k // 2)) for k in range(MAX_TILES)]
    return found


def test_squares_never_meet() -> None:
    """Two squares with the same place are at least 90 steps apart; all that is looked at is within 83."""
    for dx, dy in product(range(-89, 90), range(-89, 90)):
        if (dx, dy) != (0, 0) and abs(dx) + abs(dy) < 90:
            assert (dx + ROW * dy) % BOARD != 0
    assert (MAX_TILES - 1) + 2 + 2 < 90


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("name", lines())
def test_eighty_tiles_in_a_line(name: str) -> None:
    squares = lines()[name]
    state = board(squares)
    free = engine.free_squares(state)
    beside = {(x + dx, y + dy) for x, y in squares for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))} - set(squares)
    assert set(free) == beside
    assert len(free) <= FRONTIER
    if name.startswith("straight"):
        assert len(free) == FRONTIER
    legal = engine.legal_actions(state, 0)
    assert len(legal) == len(beside)
    outside = sorted((sq for sq in beside if max(map(abs, sq)) > a.HALF_WINDOW), key=lambda sq: (sq[1], sq[0]))
    assert len(outside) <= a.RESERVE
    assert [action for action in legal if action >= a.OUTSIDE] == [a.OUTSIDE + k for k in range(len(outside))]
    for k, (x, y) in enumerate(outside):
        text = action_text(state, 0, a.OUTSIDE + k)
        assert text == f"C ({x},{y})"
    assert parse_action(state, 0, text) == a.OUTSIDE + len(outside) - 1
    for action in legal[:: len(legal) - 1]:
        following = engine.after(clean_records(board(squares[:-1])), 0, engine.legal_actions(board(squares[:-1]), 0)[0])
        assert int(following[0]["tiles"]) == MAX_TILES
        assert action_text(state, 0, action).startswith("C (")


def test_reserve_is_nearly_used_up_and_never_exceeded() -> None:
    """The bound of actions.py: 68 tiles can add two squares each; the straight line out comes within one of it."""
    most = 0
    for squares in lines().values():
        free = engine.free_squares(board(squares))
        most = max(most, sum(max(map(abs, sq)) > a.HALF_WINDOW for sq in free))
    first_that_can_add = a.HALF_WINDOW  # the start tile and 11 more lie before it
    assert most == a.RESERVE - 1
    assert 2 * (MAX_TILES - first_that_can_add) == a.RESERVE


@pytest.mark.parametrize("seed", range(20))
def test_random_growth_keeps_within_the_reserve(seed: int) -> None:
    """Boards that grow outwards in every shape."""
    rng = random.Random(seed)
    squares = [(0, 0)]
    free = {(0, 1), (0, -1), (1, 0), (-1, 0)}
    pull = rng.uniform(-0.2, 2)
    direction = rng.choice(((1, 0), (1, 1), (-1, 1), (0, -1)))
    while len(squares) < MAX_TILES:
        weights = [np.exp(min(pull * (x * direction[0] + y * direction[1]), 80)) for x, y in sorted(free)]
        square = rng.choices(sorted(free), weights)[0]
        squares.append(square)
        free |= {(square[0] + dx, square[1] + dy) for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        free -= set(squares)
    state = board(squares)
    assert set(engine.free_squares(state)) == free
    legal = engine.legal_actions(state, 0)
    assert len(legal) == len(free)
    assert max(legal) < a.ROTATE
    assert sorted(action_text(state, 0, k) for k in legal) == sorted(f"C ({x},{y})" for x, y in free)


def test_blocks_of_actions() -> None:
    assert a.NUM_ACTIONS < 1000
    assert (a.WAIT, a.SQUARE, a.OUTSIDE, a.ROTATE) == (0, 1, 626, 762)
    assert a.NO_MEEPLE == a.NUM_ACTIONS - 1 == 791


@pytest.mark.parametrize("name", [name for name in lines() if "-1" in name])
def test_squares_outside_the_window_get_the_tile(name: str) -> None:
    """The last of 80 tiles, on every square outside the window in turn: it lies where the action's text says."""
    state = board(lines()[name][:-1])
    chosen = [action for action in engine.legal_actions(state, 0) if action >= a.OUTSIDE]
    assert len(chosen) > 50
    for action in chosen[::7]:
        g = engine.after(state, 0, action)[0]
        assert action_text(state, 0, action) == f"C ({int(g['x'][-1])},{int(g['y'][-1])})"
        assert g["type"][-1] == CITY


def test_every_action_has_one_kind_and_one_number_within_it() -> None:
    """And every kind ends where the next one begins, so that no number can be read as another kind's."""
    decoded = [a.decode(action) for action in range(a.NUM_ACTIONS)]
    assert [int(a.encode(*parts)) for parts in decoded] == list(range(a.NUM_ACTIONS))
    assert sorted({int(kind) for kind, _ in decoded}) == list(a.KINDS)
    for kind, following in pairwise([*a.KINDS, a.NUM_ACTIONS]):
        assert [int(k) for found, k in decoded if found == kind] == list(range(following - kind))


def test_the_window_is_numbered_both_ways() -> None:
    assert [int(a.cell(*a.square_at(k))) for k in range(a.WINDOW**2)] == list(range(a.WINDOW**2))
    assert {a.square_at(k) for k in range(a.WINDOW**2)} == set(product(range(-12, 13), repeat=2))
