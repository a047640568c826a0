"""Positions: written and read again, and refused when anything is wrong with them."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_envs.errors import NotationError
from tabletop_envs.states import copy_records
from tests.tt.vectors import lines, random_options, random_play, start_of_game, states_of
from tt_env.game import TinyTowns
from tt_env.notation import constructions, engine, legal_moves, load, position, score

CARDS = {
    "cottage": "cottage",
    "farm": "farm",
    "well": "well",
    "chapel": "chapel",
    "tavern": "tavern",
    "theater": "theater",
    "factory": "warehouse",
}
EMPTY = [["."] * 4] * 4


def town(**cells: str) -> list[list[str]]:
    """An empty town but for the given squares."""
    return [[cells.get(f"r{y}c{x}", ".") for x in range(4)] for y in range(4)]


def running(**changes: Any) -> dict[str, Any]:
    """A game of two in its fifth round."""
    first = {"town": town(r0c0="wood", r0c1="warehouse", r1c1="cottage"), "monument": "silva_forum"}
    second = {"town": town(r3c3="glass"), "monument": "opaleyes_watch"}
    base = {"cards": CARDS, "fortune": False, "players": [first, second], "round": 5, "builder": "player_1"}
    return copy.deepcopy(base) | changes


@pytest.mark.parametrize("seed", range(6))
def test_running_positions_hold_everything(seed: int) -> None:
    rng = random.Random(seed)
    game = TinyTowns(**random_options(rng))
    state = start_of_game(game, seed)
    for number, _ in enumerate(random_play(state, rng)):
        if number % 7 == seed:
            written = json.loads(json.dumps(position(state)))
            assert load(written).tobytes() == load(written, game).tobytes() == state.tobytes()
    assert load(position(state)).tobytes() == state.tobytes()
    assert [entry["total"] for entry in score(state)] == [player["score"] for player in position(state)["players"]]


@pytest.mark.parametrize("line", lines("games"), ids=lambda line: line["id"])
def test_pending_decisions_are_written(line: dict[str, Any]) -> None:
    for state, player, actions in states_of(line):
        if state[0]["players"][player]["depth"]:
            again = load(json.loads(json.dumps(position(state))))
            assert again.tobytes() == state.tobytes()
            assert legal_moves(again) == legal_moves(state)
            assert engine.mask_of(again, player)[actions[0]]


def test_a_loaded_game_goes_on_exactly() -> None:
    game = TinyTowns(num_players=3, cavern=True)
    state, rng = start_of_game(game, 5), random.Random(5)
    for number, _ in enumerate(random_play(state, rng)):
        if number == 60:
            break
    again, third = load(position(state)), copy_records(state)
    for player, action in random_play(state, random.Random(6)):
        engine.step(again, player, action)
        engine.step(third, player, action)
    assert again.tobytes() == state.tobytes() == third.tobytes()


@pytest.mark.parametrize("players", range(1, 7))
def test_short_positions_can_be_played(players: int) -> None:
    where = {"cards": CARDS, "players": [{"town": EMPTY}] * players}
    state = load(where)
    for _ in random_play(state, random.Random(players)):
        pass
    assert position(state)["phase"] == "over"


def test_what_is_left_out() -> None:
    written = position(load(running()))
    assert (written["phase"], written["to_move"], written["waiting"]) == ("naming", "player_1", ["player_1"])
    assert written["config"] == {
        "fortune": False,
        "coins": False,
        "monuments": True,
        "cavern": False,
        "town_hall": False,
        "opaleye_optional": False,
        "max_fortune_buildings": 4,
        "parsonage": "at_least",
        "museum_keeps_exhibits": False,
    }
    later = position(load(running(phase="placing", named="wheat")))
    assert (later["to_move"], later["waiting"]) == ("player_1", ["player_0", "player_1"])
    assert "named" not in later["players"][0]
    assert len(legal_moves(load(running(phase="placing", named="wheat", to_move="player_0")))) == 14
    completed = [{"town": EMPTY, "completed_round": number} for number in (7, 9)]
    over = position(load({"cards": CARDS, "players": completed}))
    assert (over["phase"], over["round"], over["to_move"]) == ("over", 9, None)


def test_config_of_the_reading_game_stands_in() -> None:
    game = TinyTowns(num_players=2, cavern=True, monuments=False)
    where = running(players=[{"town": EMPTY}] * 2)
    assert position(load(where, game))["config"]["cavern"]
    with pytest.raises(NotationError, match=r"config.cavern: False; this game is played with True"):
        load(where | {"config": {"cavern": False}}, game)
    with pytest.raises(NotationError, match="players: 1; this game is played by 2"):
        load(running(players=[{"town": EMPTY}], builder=None), game)
    with pytest.raises(NotationError, match=r"cards.farm: 'farm'; this game is played with orchard"):
        load(where, TinyTowns(num_players=2, cards=["orchard"]))


def test_score_needs_no_rounds() -> None:
    full = [["cottage"] * 4] * 4
    found = score({"cards": CARDS, "players": [{"town": full}, {"town": EMPTY}]})
    assert [(entry["total"], entry["empty"]) for entry in found] == [(0, 0), (-16, -16)]
    assert constructions({"cards": CARDS, "players": [{"town": EMPTY, "completed_round": 3}]}) == []


def with_player(**changes: Any) -> dict[str, Any]:
    where = running()
    where["players"][0] |= changes
    return where


def without(*keys: str) -> dict[str, Any]:
    return {key: value for key, value in running().items() if key not in keys}


BAD = [
    (7, "position: 7 is not an object"),
    (without("cards"), "position: the key 'cards' is missing"),
    (without("players"), "position: the key 'players' is missing"),
    (running(hammer="player_0"), "position: unknown key 'hammer'; allowed: cards, fortune"),
    (running(fortune=0), "fortune: 0; allowed: true, false"),
    (running(cards=CARDS | {"well": "chapel"}), "cards.well: unknown 'chapel'; allowed: well, fountain, .*, mine"),
    (running(cards=CARDS | {"well": "mine"}), "cards.well: 'mine' is a card of Fortune; it needs fortune: true"),
    (with_player(monument="hollow_hill"), "monument: 'hollow_hill' is a card of Fortune; it needs fortune: true"),
    (with_player(dealt=["silva_forum", "hollow_hill"]), "dealt: 'hollow_hill' is a card of Fortune"),
    (running(cards=CARDS | {"bridge": "well"}), "cards: unknown key 'bridge'"),
    (running(cards={"farm": "farm"}), "cards: the key 'cottage' is missing"),
    (running(cards=["farm"]), "cards: .* is not an object"),
    (running(players=[]), "players: 0 entries; allowed: 1 to 6"),
    (running(players="ab"), "players: 'ab' is not a list"),
    (running(players=[{}, {}]), r"players\[0\]: the key 'town' is missing"),
    (running(phase="feeding"), "phase: unknown 'feeding'; allowed: setup, naming"),
    (running(round=-1), "round: -1; allowed: an integer from 1 to"),
    (running(round=True), "round: True; allowed: an integer"),
    (running(builder="player_2"), "builder: unknown 'player_2'; allowed: player_0, player_1"),
    (running(named="gold"), "named: unknown 'gold'; allowed: wood, wheat"),
    (running(to_move="player_0"), "to_move: unknown 'player_0'; allowed: player_1"),
    (running(waiting=[]), "waiting: nobody; in phase 'naming' somebody has to answer: player_1"),
    (
        running(phase="constructing", waiting=["player_0", "player_1"], to_move="player_0"),
        "to_move: 'player_0'; allowed: player_1",
    ),
    (running(phase="watch"), "phase: 'watch'; but there is nobody who would have to answer in it"),
    (running(phase="setup"), "phase: 'setup'; but there is nobody who would have to answer in it"),
    (running(winners=["player_0"]), r"winners: \['player_0'\]; allowed only in phase 'over'"),
    (running(phase="over", winners=["player_1"]), "winners: .*; but they are player_0"),
    (running(deck=["wood"]), "deck: allowed only in solo and Town Hall"),
    (running(rng="12"), "rng: '12'; allowed: 16 hexadecimal digits"),
    (running(shown=[None]), "shown: 1 entries; allowed: 2"),
    (running(config={"cavern": 1}), "config.cavern: 1; allowed: true, false"),
    (running(config={"num_players": 3}), "config.num_players: 3; but there are 2 players"),
    (running(config={"coins": True}), "config.coins: True; but fortune, the coin rules, is False"),
    (running(config={"fortune": True}), "config.fortune: true; allowed only with the coin rules"),
    (running(config={"fortune": "on"}), "config.fortune: 'on'; allowed: true, false"),
    (running(config={"parsonage": "some"}), "config.parsonage: 'some'; allowed: at_least, exact, forbid"),
    (running(config={"max_fortune_buildings": 7}), "config.max_fortune_buildings: 7; allowed: an integer from 0 to 6"),
    (running(config={"town_hall": True}), "builder: 'player_1'; allowed: null"),
    (running(config={"town_hall": True}, builder=None, phase="naming"), "phase: 'naming'; allowed only where"),
    (
        running(config={"town_hall": True}, builder=None, named="wood", deck=["wood"] * 4),
        "deck: 4 wood cards in one pass; allowed: 3 of each",
    ),
    (with_player(town=[["."] * 4] * 3), r"players\[0\].town: 3 entries; allowed: 4"),
    (with_player(town=[["."] * 5] * 4), r"players\[0\].town\[0\]: 5 entries; allowed: 4"),
    (with_player(town=town(r1c2="castle")), r"players\[0\].town r1c2: 'castle' is unknown; allowed: ., wood"),
    (with_player(town=town(r1c2="shed")), "r1c2: 'shed' is not in play here"),
    (with_player(town=town(r1c2="obelisk_of_the_crescent")), "is not in play here; allowed: .*silva_forum"),
    (with_player(town=town(r0c0="silva_forum", r0c1="silva_forum"), stored={}), "r0c1: a second silva_forum"),
    (with_player(monument_built=True), "monument_built: True; allowed: false"),
    (with_player(monument="cottage"), r"players\[0\].monument: unknown 'cottage'"),
    (with_player(coins=1), r"players\[0\].coins: 1; allowed only with the coin rules \(fortune: true\)"),
    (with_player(stored={"r0c0": ["wood"]}), r"stored.r0c0: no cubes may lie there; allowed: r0c1"),
    (with_player(stored={"r1c1": ["wood"]}), r"stored.r1c1: no cubes may lie there"),
    (with_player(stored={"r0c1": ["wood"] * 4}), r"stored.r0c1: 4 entries; allowed: 1 to 3"),
    (with_player(stored={"r0c1": []}), r"stored.r0c1: 0 entries"),
    (with_player(stored={"r0c1": ["gold"]}), r"stored.r0c1\[0\]: unknown 'gold'"),
    (with_player(stored={"r9c1": ["wood"]}), "stored: unknown key 'r9c1'"),
    (with_player(stored=["r0c1"]), "stored: .* is not an object"),
    (with_player(completed_round="5"), "completed_round: '5'; allowed: an integer"),
    (with_player(completed_round=9), "round: 5; allowed: an integer from 10"),
    (with_player(monument_info={"buildings_when_constructed": 3}), "allowed only for a built shrine"),
    (with_player(dealt=["obelisk_of_the_crescent"]), "dealt: lacks silva_forum"),
    (with_player(reserved=["well", "well"]), "reserved: a card stands there twice"),
    (with_player(set_aside=3), "set_aside: 3; allowed: an integer from 0 to 2"),
    (with_player(score=3), r"players\[0\].score: 3; allowed only in phase 'over'"),
    (
        with_player(pending=[{"decide": "mark", "square": "r0c1"}]),
        "pending: allowed only while the player has to answer",
    ),
    (with_player(pending=[{"decide": "think"}]), r"pending\[0\].decide: unknown 'think'; allowed: using, swap"),
    (with_player(pending=[{"decide": "mark"}]), r"pending\[0\]: the key 'square' is missing"),
    (with_player(town=[["cottage"] * 4] * 4), "a town without an empty square is complete"),
]


@pytest.mark.parametrize(("where", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_bad_positions_are_refused_in_one_line(where: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message) as refused:
        load(where)
    assert "\n" not in str(refused.value)


PENDING = [
    ({"decide": "mark", "square": "r0c1"}, "'mark' is asked only by factory, bank, museum; one must be in play"),
    ({"decide": "swap", "resource": "wood"}, "'swap' is never asked in this phase"),
    (
        {"decide": "using", "card": "cottage", "square": "r0c0"},
        "asked only with a layout of this card",
    ),
    (
        {"decide": "using", "card": "silva_forum", "square": "r0c0"},
        "asked only with a layout of this card",
    ),
    ({"decide": "exchange", "left": 2}, "asked only by architects_guild; one must be in play or, a monument, built"),
    ({"decide": "reserve", "left": 4}, "left: 4; allowed: an integer from 1 to 3"),
    (
        {"decide": "put", "cards": ["well"], "source": "supply"},
        "asked only by grove_university, masons_guild",
    ),
    ({"decide": "put", "cards": ["silva_forum"], "source": "supply"}, "unknown 'silva_forum'"),
]


@pytest.mark.parametrize(("decision", "message"), PENDING, ids=[message[:40] for _, message in PENDING])
def test_impossible_pending_decisions(decision: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        load(with_player(pending=[decision]) | {"phase": "constructing"})


def test_dealt_monuments_are_kept_apart_from_the_one_held() -> None:
    for dealt in (["silva_forum"], ["fort_ironweed", "silva_forum"]):
        state = load(with_player(dealt=dealt))
        assert load(position(state)).tobytes() == state.tobytes()
        assert position(state)["players"][0].get("dealt", ["silva_forum"]) == dealt


@pytest.mark.parametrize(("held", "dealt"), [("silva_forum", []), (None, ["fort_ironweed"])])
def test_monuments_dealt_that_no_game_deals(held: str | None, dealt: list[str]) -> None:
    """What is read is a state: a monument that is held was dealt, and of two that were dealt one is kept."""
    with pytest.raises(NotationError, match=r"players\[0\].dealt: "):
        load(with_player(monument=held, dealt=dealt))


def test_built_shrine_needs_its_number() -> None:
    shrine = {"monument": "shrine_of_the_elder_tree", "town": town(r0c0="shrine_of_the_elder_tree")}
    with pytest.raises(NotationError, match="monument_info: the key 'buildings_when_constructed' is missing"):
        load({"cards": CARDS, "players": [shrine]})


def test_two_banks_never_show_the_same() -> None:
    banks = {"town": town(r0c0="bank", r0c1="bank"), "stored": {"r0c0": ["wood"], "r0c1": ["wood"]}}
    with pytest.raises(NotationError, match=r"stored.r0c1: wood lies on another Bank"):
        load({"cards": CARDS | {"factory": "bank"}, "players": [banks]})


def test_a_given_score_must_be_right() -> None:
    player = {"town": EMPTY, "completed_round": 3}
    assert position(load({"cards": CARDS, "players": [player | {"score": -16}]}))["players"][0]["score"] == -16
    with pytest.raises(NotationError, match=r"players\[0\].score: 3; but the town is worth -16"):
        load({"cards": CARDS, "players": [player | {"score": 3}]})


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside a JSON value."""
    if isinstance(value, dict):
        return [path, *(leaf for key, part in value.items() for leaf in leaves(part, (*path, key)))]
    if isinstance(value, list):
        return [path, *(leaf for key, part in enumerate(value) for leaf in leaves(part, (*path, key)))]
    return [path]


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    changed = copy.copy(value)
    changed[path[0]] = replaced(value[path[0]], path[1:], new)
    return changed


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-300, 300)
    | st.floats(allow_nan=False)
    | st.sampled_from(
        ["", ".", "wood", "well", "bank", "player_1", "r0c0", "silva_forum", "naming", "over", "placing"]
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["town", "decide", "r0c0"]), inner),
    max_leaves=6,
)


@cache
def fuzzed_positions() -> list[dict[str, Any]]:
    found = [running(), dict(lines("legality")[0]), dict(lines("scoring")[0])]
    for line in lines("games")[::5]:
        states = [copy_records(state) for state, _, _ in states_of(line)]
        found += [position(state) for state in states[:: len(states) // 4]]
    return found


@settings(deadline=None, max_examples=300, derandomize=True)
@given(st.data())
def test_fuzzed_positions_are_read_or_refused(data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(fuzzed_positions()))
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(leaves(where)))
        where = replaced(where, path, data.draw(JSON))
    try:
        state = load(where)
    except NotationError:
        return
    assert load(position(state)).tobytes() == state.tobytes()
    legal_moves(state)
    score(state)
