"""Finished towns with their scores, from other engines."""

from __future__ import annotations

import pytest

from tests.tt.vectors import Line, lines
from tt_env.notation import load, position, score

LINES = lines("scoring") + lines("disputed")
pytestmark = pytest.mark.nojit


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_score(line: Line) -> None:
    found = score(line)
    for got, player in zip(found, line["players"], strict=True):
        expected = dict(player["expected"])
        if not expected["fed_is_unique"]:
            got, expected = {**got, "fed": None}, {**expected, "fed": None}
        assert got == expected


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_the_position_alone_is_enough(line: Line) -> None:
    players = [{key: value for key, value in player.items() if key in KEYS} for player in line["players"]]
    assert score({"cards": line["cards"], "fortune": line["fortune"], "players": players}) == score(line)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_score_of_the_state_read(line: Line) -> None:
    state = load(line)
    assert score(state) == score(line)
    assert load(position(state)).tobytes() == state.tobytes()
    assert [int(player["score"]) for player in state[0]["players"][: len(line["players"])]] == [
        entry["expected"]["total"] for entry in line["players"]
    ]


KEYS = ("town", "monument", "monument_built", "coins", "stored", "completed_round", "monument_info")


def test_there_are_lines() -> None:
    assert len(lines("scoring")) == 300
    assert len(lines("disputed")) == 40
