"""Values that nobody should give: refused in one clear line, nothing half-done, nothing read that is an answer."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.notation import decisions, legal_moves, load, move_actions, replay, start_of
from carc_gold_env.notation.moves import read_move
from tabletop_envs.errors import IllegalActionError, NotationError
from tests.carc.test_notation import RECORD, changed
from tests.carc.vectors import Line, bare, lines

BEGUN = {
    **{key: value for key, value in RECORD.items() if key != "result"},
    "moves": RECORD["moves"][:2],
    "begun": {"x": 0, "y": 1, "rotation": 180, "gold": [0, 0]},
}
CASE = lines("cases")[4]
GAME = {**lines("games")[0], "moves": lines("games")[0]["moves"][:2]}
FORMS = {"record": RECORD, "begun": BEGUN, "case": CASE, "game": GAME}
ODD: list[Any] = [
    None, True, -1, 3, 10**30, 1.0, float("nan"), "", "a\nb", "x" * 1000, [], {}, [[]], ["city", "N"], ["C"] * 90,
    {"discard": "C"}, {1: 2}, {1, 2}, b"x", np.int64(1), np.array([1, 2]), np.array("C"), object(),
]  # fmt: skip


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside a value."""
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield (*path, key)
        yield from paths(child, (*path, key))


def with_value(form: Line, path: tuple[Any, ...], value: Any) -> Line:
    found: Any = copy.deepcopy(form)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return dict(found)


def named(value: object) -> str:
    """A short name for a test, the same in every process: without addresses."""
    return re.sub(r" at 0x\w+", "", repr(value))[:24]


@pytest.mark.parametrize("name", FORMS)
def test_odd_values_anywhere(name: str) -> None:
    """Whatever stands anywhere in a game, it is played or refused with one line of a sensible length."""
    refused = 0
    for path in paths(FORMS[name]):
        for value in ODD:
            try:
                replay(with_value(FORMS[name], path, value))
            except NotationError as error:
                refused += 1
                assert "\n" not in str(error)
                assert 5 < len(str(error)) < 500
    assert refused > 150


@pytest.mark.parametrize("value", ODD, ids=named)
def test_odd_values_instead_of_a_game(value: Any) -> None:
    for read in (replay, load, start_of, lambda game: list(decisions(game))):
        with pytest.raises(NotationError) as caught:
            read(value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("line", lines("cases") + lines("games")[::8], ids=lambda line: line["id"])
def test_answers_are_never_read(line: Line) -> None:
    """Wrong answers and answers that are none change nothing."""
    wrong = copy.deepcopy(line)
    for key in ("final", "expected", "ingots"):
        if key in wrong:
            wrong[key] = {"scores": [99, -1], "discarded": 5} if key == "expected" else [99] * 7
    for number, move in enumerate(wrong.get("moves", wrong.get("turns"))):
        for key in ("scores", "ingots", "meeples_in_hand", "places", "gold_squares", "meeple_options"):
            if key in move or ("tile" in move and number % 2):
                move[key] = [None, "no answer", -1][number % 3]
    assert wrong != line
    assert replay(wrong) == replay(line) == replay(bare(line))


def test_a_result_is_compared_strictly() -> None:
    for key, value in (("ingots", [0.0, 0]), ("ingots", [False, 0]), ("ingots", [0]), ("winners", "player_0")):
        with pytest.raises(NotationError, match=rf"result\.{key}"):
            replay({**RECORD, "result": {**RECORD["result"], key: value}})


def test_the_beginning_of_a_move_is_tried_by_replay_too() -> None:
    whole = {key: value for key, value in BEGUN.items() if key != "begun"}
    assert replay(BEGUN) == replay(whole)
    with pytest.raises(NotationError, match=r"begun: GM2 cannot be laid on \(9,9\)"):
        replay({**BEGUN, "begun": {"x": 9, "y": 9}})


@pytest.mark.parametrize(
    "text",
    ["U (\u0661,0) r0", "U (01,0) r0", "U (-0,0) r0", "U (1,0) r00", "U (1,0) r0090", "U (1,0)  r0", "U (1,0) r0\n",
     "u (1,0) r0", "U (1,0) r" + "9" * 6000, "U (1,0) r0 meeple field \u0661", "U (100,0) r0", "U (1.0,0) r0"],
    ids=lambda text: ascii(text)[:24],
)  # fmt: skip
def test_texts_that_only_look_like_moves(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_move(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    state = load({**changed("result", {}), "moves": RECORD["moves"][:3], "result": None})
    before = state.tobytes()
    with pytest.raises(NotationError):
        move_actions(state, 0, text)
    assert state.tobytes() == before


TILES: list[Any] = [
    None, ["Z"], ["E"] * 6, ["D"] * 4, ["C", "C"], ["GM1", "GM1"], ["e"], [1], [None], [["E"]], [np.array(["E", "E"])],
    np.array(["E"] * 80), "E", b"E", 7, {"E": 1}, {"E"}, object(), ["E", "x" * 999], range(3), iter(["E"]),
]  # fmt: skip


@pytest.mark.parametrize("tiles", TILES, ids=named)
def test_piles_that_are_refused(tiles: Any) -> None:
    """The game that was running goes on as it was."""
    env = carcassonne_gold_v0.raw_env()
    env.reset(seed=3)
    before = env.save().tobytes()
    with pytest.raises(ValueError, match=r"options\['tiles'\]") as caught:
        env.reset(options={"tiles": tiles})
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert env.save().tobytes() == before
    with pytest.raises(ValueError, match="tiles"):
        carcassonne_gold_v0.batch(1).game.prepare({"tiles": tiles})


@pytest.mark.parametrize("tiles", [[], ["C"], ["E"], ("U", "V"), ["GM8"], ["C", "X", "E"], [np.str_("E")]])
def test_short_piles_are_played(tiles: Any) -> None:
    """Also one from which nothing can be laid: such a game is over at once."""
    env = carcassonne_gold_v0.raw_env(num_players=3, render_mode="ansi")
    env.reset(options={"tiles": tiles})
    while not all(env.terminations.values()):
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    assert replay(env.record())["result"]["winners"]
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert isinstance(env.render(), str)


@pytest.mark.parametrize(
    "player", [2, -1, 1.0, True, "1", "player_2", [], np.array([0, 1]), "x" * 500], ids=lambda s: repr(s)[:16]
)
def test_players_that_are_refused(player: Any) -> None:
    with pytest.raises(NotationError, match=r"no player .*allowed: player_0, player_1") as caught:
        legal_moves(start_of(CASE), player)
    assert len(str(caught.value)) < 200
    assert legal_moves(start_of(CASE), np.int64(0)) == legal_moves(start_of(CASE), "player_0") != []


ACTIONS: list[Any] = [
    -1, 792, 10**30, 1.0, 1.5, np.float64(312), float("nan"), True, np.bool_(True), "312", None, [312], (312,),
    np.array([312, 1]), {}, object(), b"1", 0,
]  # fmt: skip


@pytest.mark.parametrize("action", ACTIONS, ids=named)
def test_actions_that_are_refused(action: Any) -> None:
    env = carcassonne_gold_v0.raw_env()
    env.reset(seed=3)
    before, agent = env.save().tobytes(), env.agent_selection
    with pytest.raises((ValueError, IllegalActionError)) as caught:
        env.step(action)
    assert "\n" not in str(caught.value)
    assert env.save().tobytes() == before
    assert env.agent_selection == agent


@pytest.mark.parametrize("kind", [int, np.int16, np.int64, np.uint16, np.array])
def test_whole_numbers_of_any_kind_are_actions(kind: Any) -> None:
    env = carcassonne_gold_v0.raw_env()
    env.reset(seed=3)
    other = carcassonne_gold_v0.raw_env()
    other.reset(seed=3)
    action = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[-1])
    env.step(kind(action))
    other.step(action)
    assert env.save().tobytes() == other.save().tobytes()


OPTIONS = {
    "num_players": [1, 6, 0, -2, 2.0, "2", None, True, [2], np.float64(3), np.array([2, 3]), 10**40],
    "meeples": [8, -1, 7.0, "7", None, False, np.array([7] * 90)],
    "farmer_scoring": [0, 4, 3.0, "3", None, True],
    "farmers": [0, 1, "yes", None, np.int64(1), [], np.array([True, False])],
    "gold_mines": [0, 1, "yes", None],
    "small_city": [0, 1, "no", None],
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_that_are_refused(name: str) -> None:
    for value in OPTIONS[name]:
        with pytest.raises(ValueError, match=f"{name}=.* allowed") as caught:
            carcassonne_gold_v0.raw_env(**{name: value})
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 200
