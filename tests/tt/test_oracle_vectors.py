"""The oracle itself against the vectors of third parties: scores, constructions and whole games, all lines."""

from __future__ import annotations

import pytest

from tests.oracle import Game
from tests.tt.scenario import OracleRules
from tests.tt.test_vectors_games import LEFT_OUT
from tests.tt.vectors import Line, lines
from tt_env.notation import fingerprint


@pytest.mark.parametrize("name", ["scoring", "disputed"])
def test_scores(name: str) -> None:
    for line in lines(name):
        for found, player in zip(OracleRules().score(line), line["players"], strict=True):
            expected = dict(player["expected"])
            if not expected["fed_is_unique"]:
                found, expected = found | {"fed": None}, expected | {"fed": None}
            assert found == expected, line["id"]


def test_constructions() -> None:
    for line in lines("legality"):
        where = {"cards": line["cards"], "fortune": line["fortune"], "players": [line]}
        assert OracleRules().constructions(where) == line["expected"]["constructions"], line["id"]


@pytest.mark.parametrize("line", lines("games"), ids=lambda line: line["id"])
def test_games(line: Line) -> None:
    """Legal moves at every decision, and the result."""
    game = Game(line["config"], line["chance"])
    for number, (player, move, count, mark) in enumerate(line["moves"]):
        known = [text for text in game.legal_moves() if text not in LEFT_OUT.get((line["id"], number), [])]
        assert f"player_{game.to_move()}" == player
        assert (len(known), fingerprint(known)) == (count, mark), number
        game.apply(move)
    assert game.over
    assert game.result() == line["result"]
