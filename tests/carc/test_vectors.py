"""Whole games and scripted cases of another engine, move by move."""

from __future__ import annotations

from typing import Any

import pytest

from carc_gold_env.actions import NO_MEEPLE
from carc_gold_env.notation import decisions, engine, final_state, replay, start_of, write_record
from carc_gold_env.notation.moves import move_actions
from carc_gold_env.notation.playing import play, start_from
from carc_gold_env.notation.script import read_script
from carc_gold_env.notation.segments import meeple_of, sides_of
from carc_gold_env.notation.words import KIND_NAMES
from carc_gold_env.state import Phase
from carc_gold_env.tables import tables
from tabletop_envs.game import State
from tests.carc.vectors import Line, bare, lines, placed

GAMES, CASES = lines("games"), lines("cases")


def test_there_are_lines() -> None:
    assert (len(GAMES), len(CASES)) == (24, 28)


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("line", GAMES, ids=lambda line: line["id"])
def test_game(line: Line) -> None:
    found = replay(bare(line))
    for number, (mine, move) in enumerate(zip(found["moves"], placed(line), strict=True)):
        for key in ("scores", "ingots", "places", "gold_squares", "meeple_options"):
            assert mine.get(key) == move.get(key), (number, key, move)
    assert found["ingots"] == line["ingots"]
    assert found["final"] == line["final"]
    assert found["discarded"] == [move["discard"] for move in line["moves"] if "discard" in move]
    assert replay(line) == found


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("line", CASES, ids=lambda line: line["id"])
def test_case(line: Line) -> None:
    found, expected = replay(bare(line)), line["expected"]
    for key in ("scores", "ingots", "meeples_in_hand", "ingots_on_tiles", "discarded", "final"):
        assert found[key] == expected[key], key
    assert sorted(meeple_options_of_last_turn(line)) == sorted(expected["meeple_options_last_turn"])


def meeple_options_of_last_turn(line: Line) -> list[str]:
    """Where the last turn's meeple could have gone, by the sides of the tile as it lies."""
    script = read_script(line)
    state = start_from(script)
    for _ in play(state, read_script({**line, "turns": line["turns"][:-1]})):
        pass
    player, move = script.moves[-1]
    for action in move_actions(state, player, move)[:-1]:
        engine.step(state, player, action)
    assert state[0]["phase"] == Phase.MEEPLE
    g = state[0]
    slot, turns = int(g["tiles"]) - 1, line["turns"][-1]["rotation"] // 90
    number, found = int(g["type"][slot]), []
    options = [action for action in engine.legal_actions(state, player) if action != NO_MEEPLE]
    for local in range(int(tables()[0]["segments"][number])):
        action = NO_MEEPLE - 17 + int(tables()[0]["place"][number, g["rotation"][slot], local])
        if action in options:
            kind, index = meeple_of(number, local)
            sides = "+".join(sides_of(number, turns, (kind, index)))
            found.append(f"{kind} {sides}".strip())
    assert len(found) == len(options)
    return found


@pytest.mark.parametrize("line", GAMES[::6], ids=lambda line: line["id"])
def test_every_move_is_among_the_legal_ones(line: Line) -> None:
    for number, (player, legal, move) in enumerate(decisions(line)):
        assert move in legal, number
        assert legal == sorted(set(legal))
        assert player == f"player_{placed(line)[number]['player']}"


def chosen_actions(line: Line, forced: bool) -> list[tuple[int, int]]:
    """The actions of a game, with or without those that had no alternative."""
    script = read_script(line)
    state: State = start_from(script)
    found: list[tuple[int, int]] = []
    for player, move in script.moves:
        if isinstance(move, str):
            continue
        for action in move_actions(state, player, move):
            if forced or len(engine.legal_actions(state, player)) > 1:
                found.append((player, action))
            engine.step(state, player, action)
    return found


def without_answers(moves: list[Line]) -> list[Line]:
    keys = ("player", "tile", "x", "y", "gold", "discard")
    return [{key: value for key, value in move.items() if key in keys} for move in moves]


@pytest.mark.parametrize("line", GAMES, ids=lambda line: line["id"])
def test_written_record_is_the_same_game(line: Line) -> None:
    start = start_of(line)
    record = write_record(start, chosen_actions(line, forced=True))
    assert write_record(start, chosen_actions(line, forced=False)) == record
    assert without_answers(record["moves"]) == without_answers(line["moves"])
    assert record["result"]["final"] == line["final"]
    expected: dict[str, Any] = replay(line)
    found = replay(record)
    assert found.pop("result") == record["result"]
    assert found == expected
    assert final_state(record).tobytes() == final_state(line).tobytes()


def test_kinds_have_names() -> None:
    assert sorted(KIND_NAMES.values()) == ["city", "field", "monastery", "road"]
