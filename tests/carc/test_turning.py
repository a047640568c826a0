"""Turning a whole board by quarters leaves every score as it was."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import engine
from carc_gold_env.notation.moves import Move, actions_of
from carc_gold_env.notation.script import read_script
from carc_gold_env.notation.segments import renumbered
from carc_gold_env.rules import rounds, setup
from carc_gold_env.rules.gold import gold_points
from carc_gold_env.rules.placing import lay
from carc_gold_env.tables import canonical_rotation, tables
from carc_gold_env.tiles import NUMBERS
from tabletop_envs.game import State
from tabletop_envs.jit import jit
from tabletop_envs.states import clean_records
from tests.carc.vectors import Line, lines

START = NUMBERS["D"]


@jit
def _begin(t: Any, games: Any, rotation: Any) -> None:
    g = games[0]
    setup.shuffle_draw_pile(t[0], g)
    for player in range(np.int64(g["num_players"])):
        g["in_hand"][player] = g["meeples"]
    lay(t[0], g, np.int64(START), np.int64(0), np.int64(0), rotation)
    rounds.begin_turn(t[0], g)


def turned_square(square: tuple[int, int], quarters: int) -> tuple[int, int]:
    x, y = square
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def turned_move(move: Move, quarters: int) -> Move:
    number = NUMBERS[move.tile]
    rotation = (move.rotation + quarters) % 4
    return Move(
        tile=move.tile,
        square=turned_square(move.square, quarters),
        rotation=canonical_rotation(number, rotation),
        gold=move.gold and turned_square(move.gold, quarters),
        meeple=move.meeple and renumbered(number, rotation, move.meeple),
    )


def begin(script: Any, quarters: int) -> State:
    state = clean_records(CarcassonneGold(**script.config).prepare({"tiles": script.tiles}))
    _begin(tables(), state, np.int64(quarters))
    return state


@pytest.mark.parametrize("line", lines("games"), ids=lambda line: line["id"])
def test_scores_stay_as_they_were(line: Line) -> None:
    script = read_script(line)
    states = [begin(script, quarters) for quarters in range(4)]
    for player, move in script.moves:
        if isinstance(move, str):
            continue
        for quarters, state in enumerate(states):
            for action in actions_of(state, player, turned_move(move, quarters)):
                engine.step(state, player, action)
        for name in ("score", "in_hand", "left", "lying"):
            assert all((state[0][name] == states[0][0][name]).all() for state in states)
        assert len({int(state[0]["ingots"].sum()) for state in states}) == 1
        # With three players the order in which contested ingots are taken goes by y and x, which turning changes.
        if script.config["num_players"] == 2 or not script.config["gold_mines"]:
            assert all((state[0]["ingots"] == states[0][0]["ingots"]).all() for state in states)
    ingots = [state[0]["ingots"] for state in states]
    points = [engine.final_scores(state) for state in states]
    assert points[0] == line["final"]
    gold = [[int(gold_points(n)) for n in row] for row in ingots]
    for player in range(script.config["num_players"]):
        assert len({row[player] - more[player] for row, more in zip(points, gold, strict=True)}) == 1
