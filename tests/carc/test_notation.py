"""Positions, moves, records: both ways, and what is refused."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import numpy as np
import pytest

from carc_gold_env import actions as a
from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import (
    decisions,
    engine,
    final_state,
    fingerprint,
    legal_moves,
    load,
    move_actions,
    position,
    replay,
    start_of,
    write_record,
)
from carc_gold_env.notation.moves import all_moves, read_move
from carc_gold_env.state import Phase
from tabletop_envs.errors import IllegalActionError, NotationError
from tests.carc.both import random_options
from tests.carc.vectors import lines
from tests.checks.records import kinds, moments

RECORD: dict[str, Any] = {
    "game": "carcassonne_gold_v0",
    "config": {"num_players": 2, "gold_mines": True, "farmers": True, "small_city": False},
    "chance": {"tiles": ["E", "C", "GM2", "U"]},
    "moves": [
        {"player": 0, "tile": "E", "x": 0, "y": -1, "rotation": 180, "meeple": ["city", 0]},
        {"discard": "C"},
        {"player": 1, "tile": "GM2", "x": 0, "y": 1, "rotation": 180, "gold": [0, 0], "meeple": ["monastery", 0]},
        {"player": 0, "tile": "U", "x": 1, "y": 0, "rotation": 0, "meeple": ["field", 1]},
    ],
    "result": {"final": [4, 3], "ingots": [0, 0], "winners": ["player_0"]},
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The record with one value changed; ``None`` deletes it."""
    record: Any = copy.deepcopy(RECORD)
    record.pop("result")
    *folders, last = path.split(".")
    inner = record
    for key in folders:
        inner = inner[int(key) if key.isdecimal() else key]
    if value is None:
        del inner[int(last) if last.isdecimal() else last]
    else:
        inner[int(last) if last.isdecimal() else last] = value
    return dict(record)


def test_replay_tells_everything() -> None:
    found = replay(RECORD)
    assert found["result"] == RECORD["result"]
    assert found["discarded"] == ["C"]
    assert found["scores"] == [4, 0]
    assert found["meeples_in_hand"] == [6, 6]
    assert found["ingots_on_tiles"] == [[0, 0, 1], [0, 1, 1]]
    assert [move.get("gold_squares") for move in found["moves"]] == [None, 1, None]


def test_record_is_written_as_it_was_read() -> None:
    state = final_state(RECORD)
    assert position(state) | {"result": RECORD["result"]} == RECORD
    assert write_record(state, []) == RECORD


@pytest.mark.parametrize("length", range(4))
def test_broken_off_anywhere(length: int) -> None:
    record = {**RECORD, "moves": RECORD["moves"][:length]}
    del record["result"]
    found = replay(record)
    assert "result" not in found
    written = position(load(record))
    assert load(written).tobytes() == load(record).tobytes()
    assert written["moves"][:length] == record["moves"]


@pytest.mark.parametrize("seed", range(6))
def test_positions_and_texts_of_random_games(seed: int) -> None:
    rng = random.Random(seed)
    options = random_options(rng)
    env = carcassonne_gold_v0.raw_env(auto_play_forced=bool(seed % 2), **options)
    env.reset(seed=seed)
    step = 0
    while not env.terminations[env.agent_selection]:
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask).tolist())))
        step += 1
        if step % 9 == 0:
            state = env.save()
            assert load(position(env)).tobytes() == state.tobytes()
            record = env.record()
            assert load({k: v for k, v in record.items() if k != "result"}).tobytes() == state.tobytes()
    record = env.record()
    assert replay(record)["result"] == record["result"]
    assert final_state(record).tobytes() == env.save().tobytes()
    other = carcassonne_gold_v0.raw_env(**options)
    other.reset(options={"position": record | {"moves": record["moves"][: len(record["moves"]) // 2], "result": None}})
    assert load(other.record()).tobytes() == other.save().tobytes()


@pytest.mark.parametrize("seed", range(3))
def test_a_record_at_any_moment_is_what_was_played(seed: int) -> None:
    """From a reset and from a state loaded in the middle; a record goes back to the real beginning in both."""
    rng = random.Random(seed)
    for env in kinds(CarcassonneGold(**random_options(rng))):
        env.reset(seed=seed)
        for moment, _ in enumerate(moments(env, seed)):
            if moment == 9 + seed:
                env.load(env.save())
            if rng.random() < 0.1:
                record = json.loads(json.dumps(env.record()))
                assert final_state(record).tobytes() == env.save().tobytes()
        assert final_state(env.record()).tobytes() == env.save().tobytes()


def test_no_forced_step_is_written_before_it_is_taken() -> None:
    """E fits (0,-1) in one rotation only, and without meeples nothing is asked after it."""
    env = carcassonne_gold_v0.raw_env(auto_play_forced=False, meeples=0, gold_mines=False)
    env.reset(options={"tiles": ["E", "U"]})
    made = []
    while len(env.record()["moves"]) < 1:
        made.append(env.record().get("begun"))
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
        assert final_state(env.record()).tobytes() == env.save().tobytes()
    assert made == [None, {"x": 0, "y": -1, "rotation": 180}]


@pytest.mark.parametrize("line", lines("games")[:3], ids=lambda line: line["id"])
def test_legal_moves_are_carried_out_by_their_actions(line: Any) -> None:
    state = start_of(line)
    rng = random.Random(1)
    for _ in range(12):
        player = engine.next_player(state)
        moves = dict(all_moves(state, player))
        assert sorted(moves) == legal_moves(state)
        assert legal_moves(state, (player + 1) % int(state[0]["num_players"])) == []
        for text in rng.sample(sorted(moves), min(5, len(moves))):
            assert move_actions(state, player, text) == moves[text]
            assert str(read_move(text)) == text
        for action in moves[rng.choice(sorted(moves))]:
            if state[0]["phase"] != Phase.SQUARE:
                begun = dict(all_moves(state, player))
                assert set(begun) <= set(moves)
                text = rng.choice(sorted(begun))
                assert move_actions(state, player, text) == begun[text]
            engine.step(state, player, action)


def test_rotations_that_look_the_same_are_read_and_renumbered() -> None:
    written = legal_moves(start_of({"players": 2, "draw": ["U"], "turns": []}))
    assert not any("r180" in move or "r270" in move for move in written)
    state = start_of({"players": 2, "draw": ["U"], "turns": []})
    assert str(read_move("U (1,0) r180 meeple field 0")) == "U (1,0) r0 meeple field 1"
    assert move_actions(state, 0, "U (1,0) r180 meeple field 0") == move_actions(state, 0, "U (1,0) r0 meeple field 1")
    assert str(read_move("GM4 (1,0) r270 gold (0,0) meeple road 0")) == "GM4 (1,0) r90 gold (0,0) meeple road 1"


def test_decisions_and_fingerprints() -> None:
    found = list(decisions(RECORD))
    assert [player for player, _, _ in found] == ["player_0", "player_1", "player_0"]
    assert all(move in legal for _, legal, move in found)
    assert fingerprint(found[0][1]) == fingerprint(reversed(found[0][1]))
    assert len(fingerprint([])) == 12


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("game", "chess", "game: 'chess'; allowed: 'carcassonne_gold_v0'"),
        ("chance", None, "the key 'chance' is missing"),
        ("config.num_players", 6, "config.num_players: 6; allowed: an integer from 2 to 5"),
        ("config.colour", "red", "config: unknown key 'colour'"),
        ("config.farmers", 1, "config.farmers: 1; allowed: true, false"),
        ("config.meeples", 8, "config.meeples: 8; allowed: an integer from 0 to 7"),
        ("chance.tiles", ["Z"], "tiles: unknown tile 'Z'"),
        ("chance.tiles", ["C", "C"], "tiles: 2 tiles C; the box has 1"),
        ("moves.0.player", 1, r"move 0 \(player_1, E \(0,-1\) r180 meeple city 0\): it is player_0's turn"),
        ("moves.0.x", 5, r"move 0 .*\(5,-1\) touches no tile"),
        ("moves.0.y", 0, r"move 0 .*\(0,0\) holds a tile"),
        ("moves.0.rotation", 90, r"E does not fit \(0,-1\) with r90; allowed: r180"),
        ("moves.0.rotation", 45, "rotation: unknown '45'; allowed: 0, 90, 180, 270"),
        ("moves.0.rotation", "180", "rotation: '180'; allowed: an integer"),
        ("moves.0.meeple", ["city", 1], "meeple city 1: E has 1 of this kind"),
        ("moves.0.meeple", ["knight", 0], "allowed: .kind, number. with kind city, road, field, monastery"),
        ("moves.0.meeple", ["city", "N"], "E has no city there"),
        ("moves.0.gold", [0, 0], "E is not a gold tile"),
        ("moves.0.colour", "red", r"moves\[0\]: unknown key 'colour'"),
        ("moves.0.tile", "F", "F is not the tile in hand; allowed: E"),
        ("moves.1.discard", "E", "the tile that leaves the game is C"),
        ("moves.1", None, r"move 1 .*C had no place and was discarded; expected {'discard': 'C'} before this move"),
        ("moves.2.gold", [0, 5], "the second ingot goes onto one of the tiles round it"),
        ("moves.2.gold", [1, 1], "no tile lies E of the gold tile"),
        ("moves.3", {"discard": "U"}, "no tile leaves the game here; U is in hand and has a place"),
        ("result", {"final": [5, 3]}, r"result.final: \[5, 3\]; the moves lead to \[4, 3\]"),
        ("result", {"best": 1}, "result: unknown key 'best'"),
    ],
)
def test_bad_records(path: str, value: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        replay(changed(path, value))
    assert "\n" not in str(caught.value)


def test_result_of_an_unfinished_game_is_refused() -> None:
    with pytest.raises(NotationError, match="the game is not over after 1 moves"):
        replay({**RECORD, "moves": RECORD["moves"][:1]})
    with pytest.raises(NotationError, match="the game is over"):
        replay({**changed("result", {}), "moves": [*RECORD["moves"], RECORD["moves"][-1]]})


@pytest.mark.parametrize("value", [None, 3, [], {}, {"turns": 1}, {"players": 2}, {"players": 2, "moves": 4}, "text"])
def test_what_is_no_game(value: Any) -> None:
    with pytest.raises(NotationError):
        replay(value)


@pytest.mark.parametrize(
    ("begun", "message"),
    [
        ({"x": 9, "y": 9}, r"begun: U cannot be laid on \(9,9\)"),
        ({"x": 1}, "the key 'y' is missing"),
        ({"x": 1, "y": 0, "rotation": 90}, "begun: U does not fit"),
        ({"x": 1, "y": 0}, "begun: 'rotation' is missing; needed: 0"),
        ({"x": 1, "y": 0, "rotation": 0, "gold": [0, 0]}, "U is not a gold tile"),
    ],
)
def test_bad_beginnings_of_moves(begun: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        load({**changed("result", {}), "moves": RECORD["moves"][:3], "begun": begun, "result": None})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("U", "is not a move; allowed"),
        ("Q9 (1,0) r0", "unknown tile 'Q9'"),
        ("U (1,0) r45", "allowed: r0, r90, r180, r270"),
        ("U (1,0) r0 meeple city 0", "U has 0 of this kind"),
        ("U (1,0) r0 meeple field", "which one"),
        (7, "7 is not a move"),
    ],
)
def test_bad_texts(text: Any, message: str) -> None:
    state = load({**changed("result", {}), "moves": RECORD["moves"][:3], "result": None})
    with pytest.raises(NotationError, match=message):
        move_actions(state, 0, text)


def test_positions_must_fit_the_game() -> None:
    with pytest.raises(NotationError, match=r"config\.num_players: 2; this game is played with 3"):
        CarcassonneGold(num_players=3).read_position(RECORD)


def test_illegal_actions_say_why() -> None:
    env = carcassonne_gold_v0.raw_env(auto_play_forced=False)
    env.reset(options={"tiles": ["E", "U", "GM2"]})
    for action, reason in [
        (a.SQUARE, r"\(-12,-12\) touches no tile"),
        (a.SQUARE + 12 * 25 + 12, r"\(0,0\) holds a tile"),
        (a.SQUARE + 12 * 25 + 13, r"E fits \(1,0\) in no rotation"),
        (a.OUTSIDE, "only 0 empty squares outside the window"),
        (a.ROTATE, "a square for the tile in hand is to be chosen"),
    ]:
        with pytest.raises(IllegalActionError, match=reason):
            env.step(action)
    env.step(a.SQUARE + 11 * 25 + 12)
    with pytest.raises(IllegalActionError, match="E has no such segment there"):
        env.step(a.MEEPLE)


def test_wrong_options() -> None:
    wrong = {"num_players": 1, "gold_mines": 1, "meeples": 8, "farmer_scoring": 4, "small_city": None}
    for option, value in [*wrong.items(), ("num_players", 6), ("num_players", 2.5), ("meeples", True)]:
        with pytest.raises(ValueError, match=f"{option}=.* allowed"):
            carcassonne_gold_v0.raw_env(**{option: value})
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'abbot'; options are num_players"):
        carcassonne_gold_v0.raw_env(abbot=True)
    env = carcassonne_gold_v0.raw_env(gold_mines=False)
    for tiles in ("ABC", 5, ["Z"], ["GM1"], ["C", "C"]):
        with pytest.raises(ValueError, match="tiles"):
            env.reset(options={"tiles": tiles})
