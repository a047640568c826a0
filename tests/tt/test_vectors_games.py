"""Whole games of another engine: the legal moves at every decision, and the result."""

from __future__ import annotations

import pytest

from tests.tt.vectors import Line, lines, states_of
from tt_env.notation import decisions, engine, fingerprint, replay, start_of, write_record

LINES = lines("games")

LEFT_OUT = {
    ("g0024", 204): ["take wheat from player_2 to r2c2"],
    ("g0024", 231): ["take wheat from player_2 to r2c2"],
}
"""Moves that the other engine does not know: it keeps a cube from an Oddity Shop off the coin squares of Caterina's
Grotto as well. Only The Petal Promenade does that (rules/tiny_towns_fortune.md R8, D19)."""


@pytest.mark.nojit
@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_legal_moves_at_every_decision(line: Line) -> None:
    seen = 0
    for number, (player, legal, move) in enumerate(decisions(line)):
        expected_player, expected_move, count, digest = line["moves"][number]
        assert (player, move) == (expected_player, expected_move)
        if str(number) in line["legal"]:
            assert legal == line["legal"][str(number)], f"move {number}"
        known = [text for text in legal if text not in LEFT_OUT.get((line["id"], number), [])]
        assert (len(known), fingerprint(known)) == (count, digest), f"move {number}: {legal}"
        assert move in legal
        seen += 1
    assert seen == len(line["moves"])


@pytest.mark.nojit
@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_result(line: Line) -> None:
    assert replay({key: value for key, value in line.items() if key != "result"})["result"] == line["result"]
    assert replay(line) == line


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_written_record_is_the_same_game(line: Line) -> None:
    start, taken, chosen = start_of(line), [], []
    for state, player, actions in states_of(line):
        taken.append((player, actions[0]))
        if len(engine.legal_actions(state, player)) > 1:
            chosen.append((player, actions[0]))
    expected = {key: line[key] for key in ("game", "config", "chance", "result")}
    expected["moves"] = [move[:2] for move in line["moves"]]
    assert write_record(start, taken) == expected
    assert write_record(start, chosen) == expected


def test_there_are_lines() -> None:
    assert len(LINES) == 60
