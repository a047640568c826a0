"""Records: replayed, written, and refused when anything is wrong with them."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_envs.errors import NotationError
from tabletop_envs.game import State
from tabletop_envs.parallel import GameParallel
from tabletop_envs.states import copy_records
from tests.checks.records import kinds, moments
from tests.tt.test_notation import JSON, leaves, replaced, running
from tests.tt.vectors import Line, lines, random_options, random_play, start_of_game
from tt_env import tiny_towns_v0
from tt_env.game import TinyTowns
from tt_env.notation import decisions, engine, final_state, position, replay, start_of, write_record

GAMES = {line["id"]: line for line in lines("games")}
TWO = GAMES["g0007"]
SOLO = GAMES["g0052"]
TOWN_HALL = GAMES["g0046"]


def changed(line: Line, change: Callable[[Line], Any]) -> Line:
    """A copy of a record with something done to it."""
    record = copy.deepcopy(line)
    change(record)
    return record


def setting(*path: Any, to: Any) -> Callable[[Line], Any]:
    def change(record: Line) -> None:
        part: Any = record
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = to

    return change


def dropping(*path: Any) -> Callable[[Line], Any]:
    def change(record: Line) -> None:
        part: Any = record
        for key in path[:-1]:
            part = part[key]
        del part[path[-1]]

    return change


@pytest.mark.parametrize("seed", range(8))
def test_a_game_is_written_and_replayed(seed: int) -> None:
    rng = random.Random(seed)
    options = random_options(rng)
    state = start_of_game(TinyTowns(**options), seed)
    start, taken, chosen = copy_records(state), [], []
    for player, action in random_play(state, rng):
        taken.append((player, action))
        if len(engine.legal_actions(state, player)) > 1:
            chosen.append((player, action))
    record = write_record(start, taken)
    assert write_record(start, chosen) == record
    again = json.loads(json.dumps(record))
    assert replay(again) == record
    assert [move for _, _, move in decisions(again)] == [text for _, text in record["moves"]]
    end = final_state(again)
    end[0]["rng"] = state[0]["rng"]
    if options["town_hall"]:
        end[0]["deck"] = state[0]["deck"]  # cards that never turned up do not matter
    assert end.tobytes() == state.tobytes()
    assert ("opaleye_optional" in record["config"]) == options["opaleye_optional"]
    assert ("parsonage" in record["config"]) == (options["parsonage"] != "at_least")
    assert ("max_fortune_buildings" in record["config"]) == (options["max_fortune_buildings"] != 4)
    assert ("museum_keeps_exhibits" in record["config"]) == options["museum_keeps_exhibits"]
    assert (record["config"]["fortune"], record["config"]["coins"]) == (options["fortune"], options["coins"])


@pytest.mark.parametrize("seed", range(8))
def test_a_game_may_be_broken_off_and_begun_anywhere(seed: int) -> None:
    rng = random.Random(100 + seed)
    state = start_of_game(TinyTowns(num_players=3), seed)
    start = copy_records(state)
    taken = list(random_play(state, rng))
    cut = rng.randrange(1, len(taken))
    record = write_record(start, taken[:cut])
    assert "result" not in record
    assert replay(record) == record
    middle = copy_records(start)
    for player, action in taken[:cut]:
        engine.step(middle, player, action)
    rest = write_record(middle, taken[cut:])
    assert rest["position"] == position(middle)
    assert replay(rest) == rest
    assert rest["result"] == write_record(start, taken)["result"]


def same_but_chance(state: State, other: State) -> None:
    """Equal states, but for chance that a record does not hold: the generator, and cards that never turned up."""
    expected = copy_records(other)
    expected[0]["rng"] = state[0]["rng"]
    if expected[0]["town_hall"]:
        expected[0]["deck"] = state[0]["deck"]
    assert state.tobytes() == expected.tobytes()


def test_no_forced_step_is_written_before_it_is_taken() -> None:
    env = tiny_towns_v0.raw_env(num_players=2, monuments=False, auto_play_forced=False)
    env.reset(seed=1, options={"first_builder": "player_0"})
    for text in ("name wood", "place wood r0c0", "place wood r0c0"):
        env.step(env.game.parse_action(env.save(), env.game.player(env.agent_selection), text))
    made = [["player_0", "name wood"], ["player_0", "place wood r0c0"], ["player_1", "place wood r0c0"]]
    assert env.record()["moves"] == made
    env.step(env.game.parse_action(env.save(), 0, "done"))
    assert env.record()["moves"] == [*made, ["player_0", "done"]]


@pytest.mark.parametrize("seed", range(6))
def test_a_record_at_any_moment_is_what_was_played(seed: int) -> None:
    """In each kind of environment, from a reset and from a state loaded in the middle."""
    rng = random.Random(seed)
    for env in kinds(TinyTowns(**random_options(rng))):
        env.reset(seed=seed)
        for moment, _ in enumerate(moments(env, seed)):
            if moment == 9 + seed:
                env.load(env.save())
            if rng.random() < 0.06:
                record = json.loads(json.dumps(env.record()))
                same_but_chance(final_state(record), env.save())
                assert replay(record) == record
        same_but_chance(final_state(env.record()), env.save())


def ahead_of_the_order() -> Line:
    """A record of a Parallel game in which player_0 may still build and player_1 has said that it is done."""
    env = GameParallel(TinyTowns(num_players=2, monuments=False), auto_play_forced=False)
    env.reset(seed=1, options={"cards": "first_game", "first_builder": "player_1"})
    for both in (
        ("wait", "name wood"), ("place wood r0c0", "place wood r0c0"), ("done", "done"),
        ("name stone", "wait"), ("place stone r0c1", "place stone r3c3"), ("build well r0c0", "done"),
    ):  # fmt: skip
        env.step({f"player_{player}": env.game.parse_action(env.save(), player, both[player]) for player in range(2)})
    return env.record()


def test_answers_ahead_of_the_written_order_have_begun() -> None:
    record = ahead_of_the_order()
    assert record["moves"][-1] == ["player_0", "build well r0c0 using r0c0,r0c1"]
    assert record["begun"] == [["player_1", "done"]]
    assert [position(final_state(record))[key] for key in ("phase", "waiting")] == ["constructing", ["player_0"]]


def test_a_move_that_is_not_finished_has_begun() -> None:
    where = running(phase="placing", named="wheat", to_move="player_0")
    where["players"][0]["stored"] = {"r0c1": ["glass", "stone"]}
    env = tiny_towns_v0.raw_env(num_players=2)
    env.reset(options={"position": where})
    env.step(env.game.parse_action(env.save(), 0, "place wheat r0c1 swap glass"))
    record = env.record()
    assert (record["moves"], record["begun"]) == ([], [["player_0", "place wheat r0c1 swap glass"]])
    assert final_state(record).tobytes() == env.save().tobytes()
    assert replay(record) == record


BAD_BEGUN: list[tuple[Any, str]] = [
    ("done", "begun: 'done' is not a list"),
    ([["player_1"]], r"begun\[0\]: expected \[player, action\], got \['player_1'\]"),
    ([["player_1", "done", 3, "0123456789ab"]], r"begun\[0\]: expected \[player, action\], got"),
    ([[1, "done"]], r"begun\[0\]: expected \[player, action\], got \[1, 'done'\]"),
    ([["player_7", "done"]], r"begun\[0\] \(player_7, 'done'\): nothing is asked of this player; allowed: player_0, "),
    (
        [["player_1", "done"]] * 2,
        r"begun\[1\] \(player_1, 'done'\): nothing is asked of this player; allowed: player_0",
    ),
    ([["player_1", "wait"]], r"begun\[0\] \(player_1, 'wait'\): this player has to decide something"),
    ([["player_1", "fly"]], r"begun\[0\] \(player_1, 'fly'\): 'fly' names no action; allowed now: done"),
    ([["player_1", "build well r3c3"]], r"begun\[0\] .*: no layout of well lies in the town"),
]


@pytest.mark.parametrize(("begun", "message"), BAD_BEGUN)
def test_bad_beginnings_are_refused_in_one_line(begun: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message) as refused:
        replay({**ahead_of_the_order(), "begun": begun})
    assert "\n" not in str(refused.value)


def test_kept_monuments_need_no_keep() -> None:
    game = TinyTowns(num_players=2)
    state = start_of_game(game, 4, monuments={"player_0": "silva_forum", "player_1": ["fort_ironweed", "the_starloom"]})
    start = copy_records(state)
    record = write_record(start, random_play(state, random.Random(4)))
    assert record["chance"]["monuments"]["player_0"] == "silva_forum"
    assert [move[0] for move in record["moves"] if move[1].startswith("keep")] == ["player_1"]
    assert replay(record) == record


def test_actions_that_do_not_follow() -> None:
    start = start_of_game(TinyTowns(num_players=2, monuments=False, first_builder="player_0"), 1)
    assert write_record(start, [])["moves"] == []
    with pytest.raises(NotationError, match="do not follow from the start"):
        write_record(start, [(1, 8)])


def test_result_is_filled_in_and_the_record_left_alone() -> None:
    record = changed(TWO, dropping("result"))
    before = copy.deepcopy(record)
    assert replay(record)["result"] == TWO["result"]
    assert record == before
    short = changed(TWO, lambda r: (r.pop("result"), r["moves"].pop()))
    assert "result" not in replay(short)
    part = changed(TWO, setting("result", to={"scores": TWO["result"]["scores"], "breakdown": [{}, {}]}))
    assert replay(part)["result"] == TWO["result"]
    noted = changed(TWO, lambda r: r.update(version="1.0", seed=12))
    assert replay(noted)["result"] == TWO["result"]


def test_ranks_of_the_solo_game() -> None:
    assert all("rank" in line["result"] for line in GAMES.values() if line["config"]["num_players"] == 1)
    with pytest.raises(NotationError, match=r"result.rank: 'Mayor'; the moves lead to"):
        replay(changed(SOLO, setting("result", "rank", to="Mayor")))
    with pytest.raises(NotationError, match=r"result.rank: 'Mayor'; allowed only in solo"):
        replay(changed(TWO, setting("result", "rank", to="Mayor")))


BAD: list[tuple[str, Line, str]] = [
    ("no game", changed(TWO, dropping("game")), "record: the key 'game' is missing"),
    ("other game", changed(TWO, setting("game", to="chess")), "game: 'chess'; allowed: 'tiny_towns_v0'"),
    ("unknown key", changed(TWO, setting("comment", to="x")), "record: unknown key 'comment'"),
    ("no config", changed(TWO, dropping("config")), "record: the key 'config' is missing"),
    ("no players", changed(TWO, dropping("config", "num_players")), "config: the key 'num_players' is missing"),
    ("players", changed(TWO, setting("config", "num_players", to=7)), "config.num_players: 7; allowed: .* 1 to 6"),
    ("fortune", changed(TWO, setting("config", "fortune", to=True)), "config: fortune=True needs the coin rules"),
    ("coins", changed(TWO, setting("config", "coins", to=1)), "config.coins: 1; allowed: true, false"),
    ("parsonage", changed(TWO, setting("config", "parsonage", to=2)), "config.parsonage: 2; allowed: at_least, exact"),
    ("fortune card", changed(TWO, setting("chance", "cards", "farm", to="tithe_barn")), "'tithe_barn' is a card of"),
    ("switch", changed(TWO, setting("config", "cavern", to="no")), "config.cavern: 'no'; allowed: true, false"),
    ("option", changed(TWO, setting("config", "auto_play_forced", to=True)), "config: unknown key 'auto_play_forced'"),
    ("town hall", changed(SOLO, setting("config", "town_hall", to=True)), "config: town_hall=True needs two"),
    ("chance key", changed(TWO, setting("chance", "dice", to=[])), "chance: unknown key 'dice'"),
    ("no cards", changed(TWO, dropping("chance", "cards")), "chance: the key 'cards' is missing"),
    ("few cards", changed(TWO, dropping("chance", "cards", "well")), "chance.cards: the key 'well' is missing"),
    (
        "bad card",
        changed(TWO, setting("chance", "cards", "well", to="mine")),
        "chance.cards: 'mine' is a card of Fortune",
    ),
    ("no builder", changed(TWO, dropping("chance", "first_builder")), "chance.first_builder: missing"),
    ("bad builder", changed(TWO, setting("chance", "first_builder", to="player_2")), "chance.first_builder='player_2'"),
    ("no dealing", changed(TWO, setting("chance", "monuments", to={})), "chance.monuments: nothing for player_0"),
    ("deck", changed(TWO, setting("chance", "deck", to=["wood"])), "chance.deck: only solo and Town Hall"),
    ("solo deck", changed(SOLO, setting("chance", "deck", to=["wood"])), "chance.deck: solo needs all 15"),
    (
        "short deck",
        changed(TOWN_HALL, lambda r: r["chance"]["deck"].__delitem__(slice(1, None))),
        r"move \d+ .*chance.deck gives 1 cards, and 2",
    ),
    ("moves", changed(TWO, setting("moves", to="done")), "moves: 'done' is not a list"),
    (
        "move shape",
        changed(TWO, setting("moves", 3, to=["done"])),
        r"moves\[3\]: \['done'\]; allowed: \[player, move\]",
    ),
    ("move type", changed(TWO, setting("moves", 3, to=[1, "done"])), r"moves\[3\]"),
    ("count", changed(TWO, setting("moves", 3, 2, to="5")), r"moves\[3\]\[2\]: '5'; allowed: an integer"),
    ("fingerprint", changed(TWO, setting("moves", 3, 3, to="xyz")), r"moves\[3\]\[3\]: 'xyz'; allowed: 12 hex"),
    (
        "wrong player",
        changed(TWO, setting("moves", 0, 0, to="player_1")),
        r"move 0 \(player_1, .*it is player_0's turn",
    ),
    ("no player", changed(TWO, setting("moves", 0, 0, to="player_9")), r"move 0 \(player_9, .*it is player_0's turn"),
    ("bad text", changed(TWO, setting("moves", 2, 1, to="name gold")), r"move 2 .*'gold' is not a resource"),
    ("skipped", changed(TWO, dropping("moves", 0)), "move 0 .*it is player_0's turn"),
    ("too many", changed(TWO, lambda r: r["moves"].append(["player_0", "done"])), "the game is over"),
    ("too few", changed(TWO, lambda r: r["moves"].pop()), "result: given, but the game is not over after 188 moves"),
    ("scores", changed(TWO, setting("result", "scores", 0, to=99)), r"result.scores: \[99, .*; the moves lead to"),
    ("winners", changed(TWO, setting("result", "winners", to=[])), "result.winners: .*; the moves lead to"),
    ("turns", changed(TWO, setting("result", "builder_turns", 0, to=0)), "result.builder_turns"),
    ("rounds", changed(TWO, setting("result", "rounds", to=1)), "result.rounds: 1; the moves lead to"),
    ("total", changed(TWO, setting("result", "breakdown", 1, "total", to=0)), r"result.breakdown\[1\].total: 0"),
    ("fed", changed(TWO, setting("result", "breakdown", 0, "fed", to=["r0c0"])), r"result.breakdown\[0\].fed"),
    ("card", changed(TWO, setting("result", "breakdown", 0, "by_card", to={})), r"result.breakdown\[0\].by_card"),
    ("result key", changed(TWO, setting("result", "time", to=3)), "result: unknown key 'time'"),
    ("two starts", changed(TWO, setting("position", to={})), "config: allowed only without 'position'"),
]


@pytest.mark.parametrize(("record", "message"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_bad_records_are_refused_in_one_line(record: Line, message: str) -> None:
    with pytest.raises(NotationError, match=message) as refused:
        replay(record)
    assert "\n" not in str(refused.value)


def test_illegal_moves_name_number_player_move_and_reason() -> None:
    number = next(k for k, move in enumerate(TWO["moves"]) if k > 20 and move[1].startswith("place"))
    earlier = next(
        move[1] for move in TWO["moves"] if move[0] == TWO["moves"][number][0] and move[1].startswith("place")
    )
    player, text = TWO["moves"][number][:2]
    words = text.split(" ")
    words[2] = earlier.split(" ")[2]
    record = changed(TWO, setting("moves", number, 1, to=" ".join(words)))
    for play in (replay, lambda r: list(decisions(r))):
        with pytest.raises(NotationError) as refused:
            play(record)
        assert str(refused.value) == f"move {number} ({player}, {' '.join(words)!r}): {words[2]} is not empty"


def test_start_of_a_record() -> None:
    where = position(start_of(TWO))
    assert where["cards"] == TWO["chance"]["cards"]
    assert [player["dealt"] for player in where["players"]] == list(TWO["chance"]["monuments"].values())


@settings(deadline=None, max_examples=150, derandomize=True)
@given(st.data())
def test_fuzzed_records_are_read_or_refused(data: st.DataObject) -> None:
    record: Line = copy.copy(data.draw(st.sampled_from([TWO, SOLO, TOWN_HALL])))
    record["moves"] = record["moves"][: data.draw(st.integers(0, 30))]
    del record["legal"], record["result"]
    path = data.draw(st.sampled_from([path for path in leaves(record) if path != ()]))
    with contextlib.suppress(NotationError):
        replay(replaced(record, path, data.draw(JSON)))
