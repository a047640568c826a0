"""Towns in the middle of a game with every construction they allow, from other engines."""

from __future__ import annotations

import pytest

from tests.tt.vectors import Line, lines
from tt_env.notation import constructions, legal_moves, load, position

LINES = lines("legality")
PLAYER = ("town", "monument", "monument_built", "coins", "stored")
pytestmark = pytest.mark.nojit


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_constructions(line: Line) -> None:
    assert constructions(line) == line["expected"]["constructions"]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_every_form_of_the_position(line: Line) -> None:
    expected = line["expected"]["constructions"]
    player = {key: line[key] for key in PLAYER}
    other = {"town": [["."] * 4] * 4}
    short = {"cards": line["cards"], "fortune": line["fortune"], "players": [player]}
    assert constructions(short) == expected
    assert constructions({**short, "players": [player, other]}) == expected
    running = {**short, "players": [other, player], "phase": "constructing", "builder": "player_1"}
    assert constructions(running) == expected
    state = load({**running, "builder": "player_0", "to_move": "player_1"})
    assert constructions(state) == constructions(position(state)) == expected


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_constructions_are_the_moves(line: Line) -> None:
    moves = [
        f"build {entry['card']} {target} using {','.join(entry['squares'])}"
        for entry in line["expected"]["constructions"]
        for target in entry["targets"]
    ]
    players = [{key: line[key] for key in PLAYER}, {"town": [["."] * 4] * 4}]
    two = {"cards": line["cards"], "fortune": line["fortune"], "players": players, "phase": "constructing"}
    found = legal_moves(load(two), 0)
    assert [move for move in found if not move.startswith("forge")] == sorted([*moves, "done"])


def test_there_are_lines() -> None:
    assert len(LINES) == 200
