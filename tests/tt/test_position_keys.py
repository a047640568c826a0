"""Every key of a position: what stands in for it when it is left out, and what it may not contradict."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tabletop_envs.errors import NotationError
from tests.tt.test_notation import CARDS, EMPTY, town
from tests.tt.vectors import random_options, random_play, start_of_game
from tt_env import tiny_towns_v0
from tt_env.game import TinyTowns
from tt_env.notation import constructions, engine, legal_moves, load, move_actions, position, score
from tt_env.state import Phase

pytestmark = pytest.mark.nojit

FACTORY, BANK, POSTS = (CARDS | {"factory": card} for card in ("factory", "bank", "trading_post"))
SHOPS = CARDS | {"factory": "oddity_shop"}
JEWELERS = CARDS | {"theater": "jeweler"}
FULL = [["cottage"] * 4] * 4
FIVE_BANKS = {
    "town": town(r0c0="bank", r0c1="bank", r0c2="bank", r0c3="bank", r1c0="bank"),
    "stored": {"r0c0": ["wood"], "r0c1": ["wheat"], "r0c2": ["brick"], "r0c3": ["glass"], "r1c0": ["stone"]},
}
FORT = {"town": town(r3c3="fort_ironweed"), "monument": "fort_ironweed"}
WATCH = {"town": town(r3c3="opaleyes_watch"), "monument": "opaleyes_watch", "reserved": ["cottage", "well", "farm"]}
DECK = ["wood", "wheat", "brick", "glass", "stone"] * 3
HALL = {"config": {"town_hall": True}}


SETUP = ({"dealt": ["silva_forum", "the_starloom"]}, {"dealt": ["fort_ironweed", "barrett_castle"]})
"""What two players are dealt."""


def where(*players: dict[str, Any], cards: dict[str, str] = CARDS, **more: Any) -> dict[str, Any]:
    """A position of these players; those without a town have an empty one."""
    return {"cards": cards, "players": [{"town": EMPTY, **player} for player in players], **copy.deepcopy(more)}


def test_naming_is_a_turn_as_master_builder() -> None:
    """Two equal towns: player_0 names the last resource and has had one turn more (rules 5, 6)."""
    cubes = [["wood"] * 4] * 3 + [["wood"] * 3 + ["."]]
    state = load(where({"town": cubes}, {"town": cubes}))
    assert (position(state)["round"], position(state)["players"][0]["builder_turns"]) == (16, 1)
    for move in ("name wood", "place wood r3c3", "place wood r3c3", "done", "done"):
        player = engine.next_player(state)
        for action in move_actions(state, player, move):
            engine.step(state, player, action)
    assert position(state)["phase"] == "over"
    assert position(state)["winners"] == ["player_1"]


LEFT_OUT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    # what is tried, the position, what is written of it; ``players.0.named`` is the key of a player
    ("two empty towns", where({}, {}), {"phase": "naming", "round": 1, "players.0.builder_turns": 1}),
    ("another Master Builder", where({}, {}, builder="player_1"), {"players.1.builder_turns": 1}),
    ("Town Hall begins with a card", where({}, {}, **HALL), {"phase": "placing", "round": 1, "deck_next": 1}),
    ("Town Hall's second round", where({}, {}, round=2, **HALL), {"round": 2, "deck_next": 2}),
    ("Town Hall's third round", where({}, {}, round=3, **HALL), {"round": 3, "deck_next": 2, "named": None}),
    ("the card turned up", where({}, {}, round=2, deck=DECK[:10], **HALL), {"named": "wheat", "deck_next": 2}),
    ("the card that is named", where({}, {}, named="stone", **HALL), {"named": "stone", "round": 1}),
    ("named in a pass half given", where({}, {}, named="wood", round=4, deck=["wood"], **HALL), {"deck_next": 3}),
    ("a round in which one is named", where({"town": town(r0c0="wood", r0c1="wood")}, {}, named="wood", **HALL),
     {"round": 4, "deck_next": 3}),
    ("as many cards as turned up", where({}, {}, deck_next=6, **HALL), {"round": 8}),
    ("solo", where({}), {"phase": "placing", "round": 1, "deck_next": 0}),
    ("solo in the fifth round", where({}, round=5), {"deck_next": 4}),
    ("solo, chosen", where({"named": "glass"}, phase="constructing", round=5), {"deck_next": 5}),
    ("solo, chosen from a deck", where({}, phase="constructing", round=1, deck=DECK), {"players.0.named": "stone"}),
    ("solo by its cards", where({}, deck_next=7), {"round": 8}),
    ("after three cubes", where({"town": town(r0c0="wood", r0c1="wood", r0c2="wood")}, {}), {"round": 4}),
    ("a Well takes two cubes", where({"town": town(r0c0="well")}, {}, phase="constructing"), {"round": 2}),
    ("stored cubes", where({"town": town(r0c0="warehouse"), "stored": {"r0c0": ["wood"] * 3}}, {}), {"round": 9}),
    ("a Factory's cube is no round", where({"town": town(r0c0="factory"), "stored": {"r0c0": ["wood"]}}, {},
                                           cards=FACTORY), {"round": 6}),
    ("posts stand in for cubes", where({"town": town(r0c0="trading_post", r0c1="trading_post", r0c2="tavern")}, {},
                                       cards=POSTS, phase="constructing"), {"round": 10}),
    ("coins need a construction", where({"coins": 4}, {}, fortune=True), {"round": 3}),
    ("others take cubes off Oddity Shops", where({"town": [["wood"] * 4, *EMPTY[1:]]}, {}, cards=SHOPS, fortune=True),
     {"round": 3}),
    ("as many as turns", where({"builder_turns": 3}, {"builder_turns": 2}), {"round": 5}),
    ("a town completed before", where({"town": FULL, "completed_round": 30}, {}), {"round": 31, "builder": "player_1"}),
    ("after placing", where({}, {}, phase="constructing"), {"named": "wood", "players.1.named": "-"}),
    ("not what lies on a Bank", where({"town": town(r0c0="bank"), "stored": {"r0c0": ["wood"]}}, {}, cards=BANK,
                                      phase="constructing"), {"named": "wheat"}),
    ("Fort Ironweed is never Master Builder", where(FORT, {}), {"builder": "player_1", "players.1.builder_turns": 1}),
    ("but alone", where(FORT, {"town": FULL, "completed_round": 9}), {"builder": "player_0"}),
    ("five Banks name nothing", where(FIVE_BANKS, {}, cards=BANK), {"builder": "player_1"}),
    ("not even against Fort Ironweed", where(FIVE_BANKS, FORT, cards=BANK), {"builder": "player_1"}),
    ("an older Watch", where(WATCH, {}, round=9), {"players.0.watch_round": 8}),
    ("all towns complete", where(*[{"completed_round": n, "town": FULL} for n in (40, 42)]),
     {"phase": "over", "round": 42, "winners": ["player_0", "player_1"]}),
    ("the last town of a finished game", where({"completed_round": 40, "town": FULL}, {"town": FULL}, phase="over"),
     {"players.1.completed_round": 48}),
]  # fmt: skip


@pytest.mark.parametrize(("given", "found"), [case[1:] for case in LEFT_OUT], ids=[case[0] for case in LEFT_OUT])
def test_what_stands_in_for_what_is_left_out(given: dict[str, Any], found: dict[str, Any]) -> None:
    """A position whose gaps are filled as the rules would have it reads back, fits an environment and plays on."""
    state = load(given)
    full = position(state)
    for key, value in found.items():
        path = key.split(".")
        inner = full if len(path) == 1 else full["players"][int(path[1])]
        assert inner.get(path[-1], "-") == value, key
    assert load(full).tobytes() == state.tobytes()
    TinyTowns.of(state).check_state(state)
    env = tiny_towns_v0.raw_env(num_players=len(given["players"]), **full["config"])
    env.reset(seed=1, options={"position": given})
    for _ in random_play(state, random.Random(1)):
        pass
    assert state[0]["phase"] == Phase.OVER


def test_town_hall_turns_a_card_up() -> None:
    for number in (1, 2, 4, 5):
        state = load(where({}, {}, round=number, **HALL))
        named = position(state)["named"]
        assert named == position(state)["deck"][position(state)["deck_next"] - 1]
        assert {move.split()[1] for move in legal_moves(state)} == {named}
    assert len(legal_moves(load(where({}, {}, round=3, **HALL)))) == 5


def test_after_this_round_fort_ironweed_is_passed_over() -> None:
    """Built by the Master Builder it counts from the next passing on (RULING 18)."""
    state = load(where(FORT, {}, {}, phase="constructing", builder="player_0", round=9))
    for player in range(3):
        engine.step(state, player, move_actions(state, player, "done")[0])
    assert position(state)["builder"] == "player_1"


REFUSED: list[tuple[dict[str, Any], str]] = [
    # the course of the game
    (where({}, {}, phase="constructing", round=0), "round: 0; allowed: an integer from 1"),
    (where({}, {}, round=0), "round: 0; allowed: an integer from 1"),
    (where({"town": FULL, "completed_round": 5}, {}, round=5), "round: 5; allowed: an integer from 6"),
    (where({"dealt": ["silva_forum", "obelisk_of_the_crescent"]}, phase="setup", round=1), "round: 1; allowed"),
    (where({}, {}, phase="placing"), "named: missing; needed in phase 'placing'"),
    (where({}, {}, phase="naming", named="wood"), "named: 'wood'; allowed: null, in phase 'naming' nothing is named"),
    (where({}, phase="placing", named="wood"), r"named: 'wood'; allowed: null, a player alone chooses"),
    (where({}, {}, round=3, named="wood", **HALL), "named: 'wood'; allowed: null, in every third round"),
    (
        where({}, {}, round=2, named="brick", deck=DECK[:10], **HALL),
        r"named: 'brick'; but the card .*deck\[1\].* wheat",
    ),
    (where({}, {}, round=4, named="wood", deck=["wood", "wood", "wheat"], **HALL), r"named: 'wood'; but the card"),
    (where({}, {}, round=5, named="wood", deck=["wood"] * 3, **HALL), r"named: 'wood'; but the card turned up"),
    (where({}, {}, round=4, deck_next=1, **HALL), "deck_next: 1; allowed: 3 in round 4"),
    (where({}, round=4, deck_next=4), "deck_next: 4; allowed: 0 to 3 in round 4"),
    (
        where({"named": "wood"}, phase="constructing", round=1, deck=DECK),
        r"players\[0\].named: 'wood'; but the card under",
    ),
    (where({}, phase="watch"), "phase: 'watch'; allowed for 2 to 6 players"),
    (where(FORT, {}, builder="player_0"), "builder: 'player_0' owns Fort Ironweed; allowed: player_1"),
    (where(FORT, {}, builder="player_0", phase="placing", named="wood"), "builder: 'player_0' owns Fort Ironweed"),
    (
        where(FIVE_BANKS, {}, cards=BANK, builder="player_0"),
        "builder: 'player_0' has banked all five; allowed: player_1",
    ),
    (where({"town": FULL, "completed_round": 5}, {}, builder="player_0"), "builder: 'player_0' has a complete town"),
    (
        where({"town": town(r0c0="bank"), "stored": {"r0c0": ["wood"]}}, {}, cards=BANK, phase="placing", named="wood"),
        "named: 'wood' lies on a Bank of player_0",
    ),
    # turns as Master Builder
    (
        where({"builder_turns": 3}, {"builder_turns": 3}, round=5),
        r"players\[1\].builder_turns: 3 \+ 3 turns in all; .* 5",
    ),
    (where({}, {"builder_turns": 5}, round=5), r"builder_turns: 1 \+ 5 turns in all; allowed: at most 5"),
    (where({"builder_turns": 0}, {}, round=5), r"players\[0\].builder_turns: 0; allowed: at least 1"),
    (where({"builder_turns": 1}, {}, round=4, **HALL), r"players\[0\].builder_turns: 1; allowed: 0, nobody is"),
    (where({"builder_turns": 1}, round=5), r"players\[0\].builder_turns: 1; allowed: 0, nobody is"),
    # the towns
    (
        where({"town": [["cottage"] * 4] * 3 + [["cottage"] * 3 + ["."]]}, {}, round=1),
        r"town: .*no building .* in round 1",
    ),
    (where({"town": town(r0c0="wood")}, {}, round=1), "town: .*; allowed in round 1: no cube yet"),
    (
        where({"town": town(r0c0="wood", r0c1="wood")}, {}, round=1, phase="constructing"),
        "allowed in round 1: one cube",
    ),
    (where({"town": town(r0c0="factory")}, {}, cards=FACTORY), "stored.r0c0: missing; the factory there has one cube"),
    (where({"town": town(r0c0="bank")}, {}, cards=BANK), "stored.r0c0: missing; the bank there has one cube"),
    (
        where({"town": town(r0c0="wood"), "dealt": ["silva_forum", "the_starloom"]}, {}, phase="setup"),
        "town: .*before the",
    ),
    (
        where({"dealt": ["silva_forum", "the_starloom"]}, {}, round=5),
        "monument: None; allowed: silva_forum or the_starloom",
    ),
    (where({"monument": "silva_forum"}, {}, config={"monuments": False}), "monument: 'silva_forum'; allowed only with"),
    (
        where({"dealt": ["silva_forum", "the_starloom"]}, {}, config={"monuments": False}),
        r"dealt: \['silva_forum', 'the_starloom'\]; allowed only with",
    ),
    (
        where(
            {
                "monument": "shrine_of_the_elder_tree",
                "town": town(r0c0="shrine_of_the_elder_tree"),
                "monument_info": {"buildings_when_constructed": 4},
            },
            {},
        ),
        "monument_info: .*; allowed: at most the buildings",
    ),
    (
        where(
            {
                "monument": "hollow_hill",
                "town": town(r0c0="hollow_hill"),
                "coins": 1,
                "monument_info": {"coin_swaps_after_construction": 9},
            },
            {},
            fortune=True,
            round=8,
        ),
        "at most one a round",
    ),
    # Opaleye's Watch, the Cavern
    (
        where({"reserved": ["cottage"]}, {}),
        r"players\[0\].reserved: \['cottage'\]; allowed only for a built opaleyes_watch",
    ),
    (where({"watch_round": 3}, {}, round=9), "watch_round: 3; allowed only for a built opaleyes_watch"),
    (where(WATCH | {"watch_round": 10}, {}, round=9), "watch_round: 10; allowed: 1 to 8"),
    (where(WATCH | {"watch_round": 9}, {}, round=9), "watch_round: 9; allowed: 1 to 8"),
    (where(WATCH | {"watch_round": 10}, {}, round=9, phase="constructing"), "watch_round: 10; allowed: 1 to 9"),
    (where(WATCH | {"watch_round": 0}, {}, round=9), "watch_round: 0; allowed: 1 to 8"),
    (where(WATCH | {"reserved": [*CARDS.values()]}, {}, round=9), "reserved: .*; allowed: at most 3 cards"),
    (
        where(
            WATCH | {"watch_round": 8, "reserved": [], "pending": [{"decide": "reserve", "left": 3}]},
            {},
            round=9,
            phase="constructing",
        ),
        "'reserve' is asked only with .* in the round in which",
    ),
    (where({"set_aside": 1}, {}, round=9), r"players\[0\].set_aside: 1; allowed only with the Cavern rule"),
    (
        where({"set_aside": 2}, {}, round=1, phase="constructing", config={"cavern": True}),
        "allowed in round 1: one cube",
    ),
    # what happened in the round
    (where({"constructed": ["cottage"]}, {}, round=9), "constructed: .*; allowed before the construct step: only"),
    (where({"constructed": ["cottage"]}, {}, round=9, phase="constructing"), "constructed: .*; cottage does not stand"),
    (
        where(WATCH | {"constructed": ["opaleyes_watch"]}, {}, round=9, phase="constructing"),
        "a monument is not counted",
    ),
    (
        where({"town": FULL, "completed_round": 8, "constructed": ["cottage"]}, {}, round=9, phase="constructing"),
        "constructed: .*completed in an earlier round",
    ),
    (where({"by_cubes": 1}, {}, round=9, fortune=True), "by_cubes: 1; allowed from the construct step"),
    (
        where({"by_cubes": 1}, {}, round=9, fortune=True, phase="constructing"),
        "by_cubes: 1; allowed: at most 0,",
    ),
    (
        where({"unpaid": 1}, {}, round=9, fortune=True, cards=JEWELERS, phase="constructing"),
        "unpaid: 1; allowed: at most 0",
    ),
    (
        where({"town": town(r0c0="prism_forge"), "monument": "prism_forge", "forged": True}, {}, fortune=True),
        "forged: True; allowed from the construct step",
    ),
    (where({"swapped": True}, {}, fortune=True, round=9), "swapped: True; allowed once the cube"),
    (where({"swapped": True}, {}, fortune=True, round=9, phase="constructing"), "swapped: True; .*the Master Builder"),
    (where({}, {"swapped": True}, fortune=True, round=9, phase="placing", named="wood"), "swapped: True; allowed once"),
    (where({"swapped": True}, {}, fortune=True, round=9, phase="constructing", **HALL), "swapped: True; .*third round"),
    (where({}, {"named": "wood"}, round=9), r"players\[1\].named: 'wood'; allowed: null"),
    (where({}, {"named": "wood"}, phase="placing", named="glass"), r"players\[1\].named: 'wood'; allowed: glass"),
    (where({}, {"named": None}, phase="placing", named="glass"), r"players\[1\].named: None; allowed: glass"),
    (
        where({}, {}, phase="placing", round=3, to_move="player_1", **HALL),
        r"players\[0\].named: None; allowed: the resource",
    ),
    (where(FIVE_BANKS | {"named": "wood"}, {}, cards=BANK, round=3, **HALL), "named: 'wood'; .*none of the own Banks"),
    # shown
    (where({}, {}, round=9, shown=[{"town": town(r0c0="wood")}, None]), r"shown\[0\].town: differs from players\[0\]"),
    (
        where({}, {}, phase="constructing", round=9, shown=[None, {"town": EMPTY, "builder_turns": 4}]),
        r"shown\[1\].builder_turns: differs",
    ),
    (
        where(
            {},
            {},
            phase="constructing",
            round=9,
            shown=[{"town": EMPTY, "dealt": ["silva_forum", "the_starloom"]}, None],
        ),
        r"shown\[0\].dealt: differs",
    ),
    (
        where({"town": town(r0c0="wood")}, {}, phase="placing", named="wood", round=9, shown=[{"town": EMPTY}, None]),
        r"shown\[0\].town: differs from players\[0\]; who has still to deal with the cube",
    ),
    (where(*SETUP, phase="setup", waiting=["player_1"]), r"waiting: \['player_1'\]; everybody .*: player_0, player_1"),
    (where(*SETUP, phase="setup", to_move="player_1"), "to_move: 'player_1'; everybody .*: player_0, player_1"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED, ids=[message[:60] for _, message in REFUSED])
def test_what_contradicts_itself_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message) as refused:
        load(given)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


TRUSTED = {
    "cubes on Banks and on Cottages": where(
        {
            "town": town(r0c0="bank", r0c1="cottage", r0c2="statue_of_the_bondmaker", r1c1="bank"),
            "monument": "statue_of_the_bondmaker",
            "stored": {"r0c0": ["wood"], "r0c1": ["wood"], "r1c1": ["glass"]},
        },
        {},
        cards=BANK,
    ),
    "towns in a given round": where({"town": [["cottage"] * 4] * 3 + [["."] * 4]}, {}, round=2),
    "a complete town with an empty square": where({"completed_round": 3}, {}, round=4),
    "fewer turns than rounds": where({"builder_turns": 1}, {"builder_turns": 1}, round=9),
    "fewer cards seen than rounds": where({}, round=9, deck_next=0),
    "the round of a finished game": where(*[{"town": FULL, "completed_round": 9}] * 2, phase="over", round=20),
    "a board for a solo puzzle": where({"town": town(r0c0="cottage")}, round=1),
    "a board beside the cards of Town Hall": where({"town": town(r0c0="cottage")}, {}, round=1, **HALL),
    "coins": where({"coins": 4}, {}, round=2, fortune=True),
    "a Fort built by its Master Builder": where(FORT, {}, builder="player_0", phase="constructing", round=9),
}  # fmt: skip


@pytest.mark.parametrize("given", TRUSTED.values(), ids=TRUSTED)
def test_what_is_taken_on_trust(given: dict[str, Any]) -> None:
    state = load(given)
    TinyTowns.of(state).check_state(state)
    assert load(position(state)).tobytes() == state.tobytes()
    for _ in random_play(state, random.Random(1)):
        pass


OPTIONAL = ("round", "builder", "named", "to_move", "waiting", "shown", "deck", "deck_next", "winners", "rng", "config")
OF_A_PLAYER = ("builder_turns", "watch_round", "named", "score", "completed_round", "monument_built", "coins", "stored")


@pytest.mark.parametrize("seed", range(8))
def test_any_key_of_a_running_game_may_be_left_out(seed: int) -> None:
    """What stands in for a key of a position from play fits the rest of it, and the game can be played on from there.

    Refused is only what cannot be known: the resource named, cubes on buildings, ...; in one line.
    """
    rng = random.Random(seed)
    state = start_of_game(TinyTowns(**random_options(rng)), seed)
    read, refused = 0, 0
    for number, _ in enumerate(random_play(state, rng)):
        if number % 23:
            continue
        full = position(state)
        given = copy.deepcopy(full)
        if rng.random() < 0.5:
            given.pop(rng.choice(OPTIONAL), None)
        else:
            key = rng.choice(OF_A_PLAYER)
            for player in given["players"]:
                player.pop(key, None)
        try:
            again = load(given)
        except NotationError as error:
            assert "\n" not in str(error)
            refused += 1
            continue
        read += 1
        assert load(position(again)).tobytes() == again.tobytes()
        TinyTowns.of(again).check_state(again)
        for _ in random_play(again, random.Random(number)):
            pass
        assert again[0]["phase"] == Phase.OVER
    assert read > refused


# Messages and what is asked for


def test_constructions_ask_for_nothing_that_cannot_matter() -> None:
    """Neither the number of a monument that stands, nor cubes on buildings, nor rounds."""
    cubes = town(r0c0="wood", r0c1="stone", r3c3="shrine_of_the_elder_tree")
    shrine = {"town": cubes, "monument": "shrine_of_the_elder_tree"}
    hill = {"town": town(r0c0="wood", r0c1="stone", r3c3="hollow_hill"), "monument": "hollow_hill"}
    wells = [{"card": "well", "squares": ["r0c0", "r0c1"], "targets": ["r0c0", "r0c1"]}]
    for player, more in ((shrine, {}), (hill, {"fortune": True})):
        assert constructions({"cards": CARDS, **more, **player}) == wells
        assert constructions(where(player, {}, **more)) == wells
        assert constructions(where(player, {}, phase="constructing", round=20, **more)) == wells
        with pytest.raises(NotationError, match=r"monument_info: the key '.*' is missing"):
            score(where(player, {}, **more))
    factory = {"town": town(r0c0="wood", r0c1="stone", r1c1="factory")}
    assert constructions({"cards": FACTORY, **factory}) == wells
    assert score({"cards": FACTORY, **factory})[0]["by_card"] == {"factory": 0}


OTHER_GAMES: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, where({}, {}, fortune=True), "^fortune: True; this game .* False; .* fortune=True, or coins=True"),
    ({}, where({}, {}, config={"coins": True}), "^config.coins: True; this game .* False; .* coins=True"),
    ({}, where({}, {}, config={"fortune": True}), "^config.fortune: True; this game .* False; .* fortune=True"),
    ({"coins": True}, where({}, {}, fortune=False), "^fortune: False; this game .* True; .* fortune=False"),
    ({}, where({}, {}, config={"cavern": True}), "^config.cavern: True; .*; make the environment with cavern=True$"),
    ({}, where({}, {}, cards=CARDS | {"well": "mine"}), r"^cards.well: 'mine' .* it needs fortune: true \(an env"),
    (
        {"coins": True},
        where({}, {}, fortune=True, cards=CARDS | {"well": "mine"}),
        "'mine' .* needs config.fortune: true",
    ),
    (
        {"coins": True},
        where({"monument": "hollow_hill"}, {}, fortune=True),
        "'hollow_hill' .* needs config.fortune: true",
    ),
    ({"monuments": False}, where({"monument": "silva_forum"}, {}), r"^players\[0\].monument: .* only with monuments"),
]


@pytest.mark.parametrize(("options", "given", "message"), OTHER_GAMES, ids=[case[2][:50] for case in OTHER_GAMES])
def test_a_position_of_another_game_names_the_key_written(
    options: dict[str, Any], given: dict[str, Any], message: str
) -> None:
    env = tiny_towns_v0.raw_env(num_players=2, **options)
    with pytest.raises(NotationError, match=message):
        env.reset(seed=1, options={"position": given})


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"coins": 3}, "^coins: 3; allowed only with the coin rules"),
        ({"town": [["castle"] * 4] * 4}, "^town r0c0: 'castle' is unknown"),
        ({"stored": {"r0c0": ["wood"]}}, "^stored.r0c0: no cubes may lie there"),
        ({"monument": "cottage"}, "^monument: unknown 'cottage'"),
    ],
)
def test_a_single_town_has_no_players(keys: dict[str, Any], message: str) -> None:
    """The keys of one town stand beside ``cards``; messages name them as they were written."""
    for read in (constructions, score, load):
        with pytest.raises(NotationError, match=message):
            read({"cards": CARDS, "town": EMPTY, **keys})
