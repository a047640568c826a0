"""Moves and single actions in words, both ways, and the reasons for refusing them."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_envs.errors import NotationError
from tabletop_envs.game import State
from tabletop_envs.states import clean_records
from tests.tt.test_notation import CARDS, EMPTY, running, town
from tests.tt.test_notation_fortune import forge_state
from tests.tt.vectors import lines, random_play, start_of_game, states_of
from tt_env import actions as a
from tt_env.actions import NUM_ACTIONS
from tt_env.decisions import Pending
from tt_env.game import TinyTowns
from tt_env.notation import engine, fingerprint, legal_moves, load, move_actions
from tt_env.notation.action_text import action_text, parse_action, why_illegal
from tt_env.notation.moves import all_moves


def warehouse_turn() -> State:
    """player_0 has to place the wheat that player_1 named, and has a Warehouse."""
    where = running(phase="placing", named="wheat", to_move="player_0")
    where["players"][0]["stored"] = {"r0c1": ["glass", "stone"]}
    return load(where)


KINDS = [
    *(f"phase {phase}" for phase in (0, 1, 2, 3, 6)),
    *(f"phase {phase} chosen" for phase in (2, 3, 4)),
    *(f"phase 2 chosen {kind}" for kind in ("EXTRA", "SWAP")),
    *(f"phase 3 chosen {kind}" for kind in ("MARK", "USING", "RESERVE", "PUT", "EXCHANGE", "OKAVER", "CATHEDRAL")),
    *(f"phase 3 chosen {kind}" for kind in ("COUNT", "FORGE", "FORGE_SECOND", "FORGE_USING", "SPEND", "COIN")),
    *("phase 4 chosen PUT", "phase 4 chosen MARK", "phase 6 TAKE", "phase 6 OKAVER"),
    *("FORGE_SECOND_USING", "over", "Warehouse", "SWAP"),
]


@cache
def states() -> dict[str, tuple[State, int]]:
    """One state of every phase and every kind of pending decision, with the player that decides."""
    found: dict[str, tuple[State, int]] = {}
    for line in lines("games"):
        for state, player, _ in states_of(line):
            s = state[0]["players"][player]
            pending = Pending(int(s["pending"][s["depth"] - 1]) & 0xFF).name if s["depth"] else ""
            kind = f"phase {state[0]['phase']}{' chosen' if s['named'] else ''} {pending}".strip()
            found.setdefault(kind, (clean_records(state), player))
    over = load({"cards": CARDS, "players": [{"town": EMPTY, "completed_round": 1}] * 2})
    storing, swapping = warehouse_turn(), warehouse_turn()
    engine.step(swapping, 0, a.SWAP + 16 * 3 + 1)
    forging = forge_state()
    second = move_actions(forging, 0, "forge tavern r1c3 using r1c1,r1c2,r1c3 and cottage r1c1 using r0c1,r1c0,r1c1")
    for action in second[:-1]:
        engine.step(forging, 0, action)
    return found | {
        "FORGE_SECOND_USING": (forging, 0),
        "over": (over, 0),
        "Warehouse": (storing, 0),
        "SWAP": (swapping, 0),
    }


def test_kinds_of_states() -> None:
    assert set(states()) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_action_has_a_text_of_its_own(kind: str) -> None:
    state, player = states()[kind]
    for asked in (player, (player + 1) % int(state[0]["num_players"])):
        actions = engine.num_actions(state)
        texts = [action_text(state, asked, action) for action in range(actions)]
        assert len(set(texts)) == actions
        assert [parse_action(state, asked, text) for text in texts[::7]] == list(range(0, actions, 7))
        mask = engine.mask_of(state, asked)
        for action in range(actions):
            reason = why_illegal(state, asked, action)
            assert (reason == "nothing forbids it") == bool(mask[action])
            assert "\n" not in reason


@pytest.mark.parametrize("kind", KINDS)
def test_moves_lead_to_their_actions(kind: str) -> None:
    state, player = states()[kind]
    before = state.tobytes()
    found = list(all_moves(state, player))
    assert len({text for text, _ in found}) == len(found)
    assert legal_moves(state, player) == sorted(text for text, _ in found)
    for text, actions in found:
        assert move_actions(state, player, text) == actions
        following = clean_records(state)
        for action in actions:
            assert engine.mask_of(following, player)[action]
            engine.step(following, player, action)
        assert not engine.mid_move(following, player)
    assert state.tobytes() == before


def test_all_kinds_of_decisions_are_among_the_states() -> None:
    # ENTER is not a decision: it is never on top of the stack.
    missing = {kind.name for kind in Pending if kind != Pending.ENTER} - {kind.split()[-1] for kind in states()}
    assert not missing


def test_moves_of_a_player() -> None:
    state = start_of_game(TinyTowns(num_players=3, monuments=False, first_builder="player_1"), 3)
    assert legal_moves(state) == ["name brick", "name glass", "name stone", "name wheat", "name wood"]
    assert legal_moves(state, "player_1") == legal_moves(state, 1) == legal_moves(state)
    assert legal_moves(state, 0) == []
    assert legal_moves(load({"cards": CARDS, "players": [{"town": EMPTY, "completed_round": 1}]})) == []
    with pytest.raises(NotationError, match="no player 'player_3'; allowed: player_0, player_1, player_2"):
        legal_moves(state, "player_3")
    with pytest.raises(TypeError, match="expected an environment or a state, not int"):
        legal_moves(7)
    with pytest.raises(TypeError, match=r"shape \(1,\)"):
        legal_moves(state[[0, 0]])


def test_fingerprint() -> None:
    assert (
        fingerprint(["name wood", "done"]) == fingerprint(["done", "name wood"]) == fingerprint(("name wood", "done"))
    )
    assert fingerprint(["done"]) == "a4c3ed04a95a"


def test_swap_in_two_actions() -> None:
    state = warehouse_turn()
    first, second = move_actions(state, 0, "place wheat r0c1 swap glass r2c2")
    assert action_text(state, 0, first) == "place wheat r0c1 swap glass"
    engine.step(state, 0, first)
    assert "to r2c2" in legal_moves(state)
    assert action_text(state, 0, second) == "to r2c2"
    assert parse_action(state, 0, "to r2c2") == second == a.PLACE + 16 * 3 + 10
    assert move_actions(state, 0, "to r2c2") == [second]


def choice_of_squares() -> State:
    """A Cottage on r1c1 can use two sets of squares; one on r0c0 only one."""
    cubes = {"r0c0": "wheat", "r1c0": "glass", "r1c1": "brick", "r0c1": "wheat"}
    cubes = {"r1c1": "glass", "r1c0": "brick", "r0c1": "wheat", "r1c2": "brick", "r2c1": "wheat"}
    player = {"town": town(**cubes)}
    return load({"cards": CARDS, "players": [player], "phase": "constructing"})


def test_using_only_where_there_is_a_choice() -> None:
    state = choice_of_squares()
    moves = [move for move in legal_moves(state) if move.startswith("build cottage r0c1")]
    assert moves == [
        "build cottage r0c1 using r0c1,r1c0,r1c1",
        "build cottage r0c1 using r0c1,r1c1,r1c2",
    ]
    first, second = move_actions(state, 0, moves[1])
    assert (action_text(state, 0, first), second >= a.USING) == ("build cottage r0c1", True)
    engine.step(state, 0, first)
    assert action_text(state, 0, second) == "using r0c1,r1c1,r1c2"
    assert legal_moves(state) == ["using r0c1,r1c0,r1c1", "using r0c1,r1c1,r1c2"]
    assert why_illegal(state, 0, a.DONE) == "the squares that cottage on r0c1 uses must be chosen first"
    single = load({"cards": CARDS, "players": [{"town": town(r0c0="wood", r0c1="stone")}], "phase": "constructing"})
    assert len(move_actions(single, 0, "build well r0c0 using r0c0,r0c1")) == 1
    with pytest.raises(NotationError, match="'using r0c0,r1c0' does not fit; allowed: 'using r0c0,r0c1'"):
        move_actions(single, 0, "build well r0c0 using r0c0,r1c0")


BAD_MOVES = [
    ("", "unknown move; allowed first words: keep, take, name"),
    ("fly r0c0", "unknown move"),
    ("Done", "unknown move"),
    ("done now", "2 words; allowed: done"),
    ("done ", "2 words"),
    ("place  wheat r0c2", "4 words"),
    ("place gold r0c2", "'gold' is not a resource; allowed: wood, wheat, brick, glass, stone"),
    ("place wheat r4c0", "'r4c0' is not a square; allowed: r0c0 to r3c3"),
    ("place wheat r0c1 with glass r1c2", "'with' does not belong there"),
    ("set out", "'out' does not belong there; allowed: set aside"),
    ("build well r0c2 using r0c3,r0c2", "is not a list of squares; allowed: squares in reading order"),
    ("build castle r0c2 using r0c2,r0c3", "'castle' is not a card"),
    ("build shed r0c2 using r0c2,r0c3", "shed is not in play; allowed: cottage, farm, well"),
    ("build obelisk_of_the_crescent r0c2 using r0c2", "cannot be built: the player holds silva_forum"),
    ("keep cottage", "'cottage' is not a monument"),
    ("keep obelisk_of_the_crescent", "'keep obelisk_of_the_crescent' names no action; allowed now: place wheat r0c1"),
    ("keep silva_forum", "the cube of this round must be placed first"),
    ("exhibit r0c0", "'exhibit r0c0' names no action; allowed now"),
    ("take wood from player_7 to r0c0", "'player_7' is not a player; allowed: player_0, player_1"),
    ("pay 6", "'6' is not a number; allowed: 0 to 5"),
    ("forge well r0c0 using r0c0,r0c1", "5 words; allowed: forge CARD SQUARE using SQUARES and CARD"),
    ("and well r0c0 using r0c0,r0c1", "'and well r0c0' names no action"),
    ("place glass r0c1 swap wheat r1c2", "glass cannot be stored: wheat was named"),
    ("place wheat r0c0 swap glass r1c2", "there is no Warehouse on r0c0"),
    ("place wheat r0c1 swap wood r1c2", "no wood lies on the Warehouse on r0c1"),
    ("place wheat r0c1 swap glass r0c0", "r0c0 is not empty"),
    ("place wheat r0c0", "r0c0 is not empty"),
    ("place wood r0c2", "wheat was named"),
    ("place wheat r1c1", "r1c1 is not empty"),
    ("set aside", "the game is played without the Cavern rule"),
    ("no cube", "the cube of this round must be placed first"),
    ("done", "the cube of this round must be placed first"),
    ("name wood", "the cube of this round must be placed first"),
    ("put well r0c2", "'put well r0c2' names no action"),
    ("using r0c0,r0c1", "'using r0c0,r0c1' names no action"),
    (7, "7 is not a text"),
]


@pytest.mark.parametrize(("move", "message"), BAD_MOVES, ids=[str(move) for move, _ in BAD_MOVES])
def test_bad_moves_are_refused_in_one_line(move: Any, message: str) -> None:
    state = warehouse_turn()
    before = state.tobytes()
    with pytest.raises(NotationError, match=message) as refused:
        move_actions(state, 0, move)
    assert "\n" not in str(refused.value)
    assert state.tobytes() == before


def reason(where: dict[str, Any], player: int, text: str) -> str:
    state = load(where)
    return why_illegal(state, player, parse_action(state, player, text))


def with_cards(**cards: str) -> dict[str, Any]:
    """A game of two without monuments in which player_0 owns a black building on r0c1."""
    black = cards["factory"]
    return {"cards": CARDS | cards, "players": [{"town": town(r0c1=black)}, {"town": EMPTY}], "builder": "player_1"}


def test_reasons() -> None:
    assert reason(running(), 0, "name wood") == (
        "it is not this player's turn, player_1 must answer first (phase naming)"
    )
    assert reason(running(), 1, "wait") == "this player has to decide something"
    bank = with_cards(factory="bank") | {"builder": "player_0"}
    bank["players"][0]["stored"] = {"r0c1": ["wood"]}
    assert reason(bank, 0, "name wood") == "wood lies on a Bank of this player"
    factory = with_cards(factory="factory") | {"phase": "placing", "named": "wood"}
    factory["players"][0]["stored"] = {"r0c1": ["stone"]}
    assert reason(factory, 0, "place glass r0c0") == "wood was named, and no Factory shows it"
    factory["players"][0]["stored"] = {"r0c1": ["wood"]}
    factory["builder"] = "player_0"
    assert reason(factory, 0, "place glass r0c0") == "the player named wood itself"
    store = with_cards(factory="warehouse") | {"phase": "placing", "named": "wood"}
    assert reason(store | {"builder": "player_0"}, 0, "place wood r0c1") == (
        "a Warehouse takes only cubes that somebody else named"
    )
    store["players"][0]["stored"] = {"r0c1": ["stone"] * 3}
    assert reason(store, 0, "place wood r0c1") == "the Warehouse on r0c1 is full"
    over = {"cards": CARDS, "players": [{"town": EMPTY, "completed_round": 1}]}
    assert reason(over, 0, "done") == "the game is over"
    out = running(phase="constructing")
    out["players"][0]["completed_round"] = 4
    assert reason(out, 0, "done") == "the town was completed in round 4"
    assert reason(running(phase="constructing"), 1, "build well r0c0") == "no layout of well lies in the town"
    assert why_illegal(load(running()), 1, NUM_ACTIONS) == f"there are only the actions 0 to {NUM_ACTIONS - 1}"


@settings(deadline=None, max_examples=300, derandomize=True)
@given(st.data())
def test_fuzzed_moves_are_read_or_refused(data: st.DataObject) -> None:
    state, player = states()[data.draw(st.sampled_from(KINDS))]
    legal = legal_moves(state, player)
    words = data.draw(st.sampled_from(legal or ["done"])).split(" ")
    pool = ["wood", "r0c0", "using", "swap", "none", "well", "silva_forum", "done", "", "r0c0,r0c1", "\n", "é"]
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(pool) | st.text(max_size=5))
    text = " ".join(words)
    try:
        move_actions(state, player, text)
    except NotationError:
        assert text not in legal
    else:
        assert text in legal


def test_texts_survive_a_whole_game() -> None:
    game = TinyTowns(num_players=2)
    state = start_of_game(game, 11)
    for player, action in random_play(state, random.Random(11)):
        assert parse_action(state, player, action_text(state, player, action)) == action
