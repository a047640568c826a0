"""Fortune in the notation: its cards, coins and cubes in positions, its decisions, its moves."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop_envs.errors import NotationError
from tabletop_envs.game import State
from tests.tt.test_notation import CARDS, town
from tt_env import actions as a
from tt_env.notation import engine, legal_moves, load, move_actions, position
from tt_env.notation.action_text import action_text, parse_action, why_illegal
from tt_env.notation.moves import all_moves

FORTUNE_CARDS = CARDS | {"chapel": "cathedral", "theater": "teahouse", "factory": "oddity_shop"}


def table(*entries: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A game with coins; players without a town have an empty one."""
    players = [{"town": town()} | player for player in entries]
    return {"cards": FORTUNE_CARDS, "fortune": True, "phase": "constructing", "players": players} | changes


def with_monument(monument: str, square: str = "r3c3", **changes: Any) -> dict[str, Any]:
    """A player whose monument stands."""
    cells = {square: monument} | changes.pop("cells", {})
    return {"town": town(**cells), "monument": monument} | changes


def read(where: dict[str, Any]) -> State:
    """The state of a position, which is written and read again on the way."""
    state = load(where)
    written = json.loads(json.dumps(position(state)))
    assert load(written).tobytes() == state.tobytes()
    return state


def play(state: State, *moves: str) -> State:
    """The state after moves of the players to move; every one is a legal move with a text of its own."""
    for move in moves:
        player = engine.next_player(state)
        assert move in legal_moves(state)
        found = list(all_moves(state, player))
        assert [move_actions(state, player, text) for text, _ in found] == [actions for _, actions in found]
        for action in move_actions(state, player, move):
            state = engine.after(state, player, action)
            assert load(json.loads(json.dumps(position(state)))).tobytes() == state.tobytes()
    return state


def coins_of(state: State) -> list[int]:
    return [int(s["coins"]) for s in state[0]["players"][: int(state[0]["num_players"])]]


# Positions


def test_coins_cubes_and_counts_are_written() -> None:
    hill = with_monument("hollow_hill", coins=3, monument_info={"coin_swaps_after_construction": 2}, swapped=True)
    grotto = with_monument(
        "caterinas_grotto", "r1c1", coins=5, coin_squares=["r1c2", "r2c1"], cells={"r0c0": "jeweler"}
    )
    grotto |= {"by_cubes": 2, "unpaid": 1}
    shop = with_monument("prism_forge", cells={"r0c0": "oddity_shop"}, stored={"r0c0": ["wood"]}, forged=True)
    cards = FORTUNE_CARDS | {"theater": "jeweler"}
    written = position(read(table(hill, grotto, shop, cards=cards, builder="player_1")))
    first, second, third = written["players"]
    assert (written["fortune"], written["config"]["fortune"], written["config"]["coins"]) == (True, True, True)
    assert (first["coins"], first["monument_info"]) == (3, {"coin_swaps_after_construction": 2})
    assert (second["coins"], second["coin_squares"]) == (5, ["r1c2", "r2c1"])
    assert (second["by_cubes"], second["unpaid"], first["swapped"], third["forged"]) == (2, 1, True, True)
    assert third["stored"] == {"r0c0": ["wood"]}
    assert "by_cubes" not in first
    assert "forged" not in second


def test_a_museum_holds_two_cubes_also_of_one_kind() -> None:
    where = table({"town": town(r0c0="museum"), "stored": {"r0c0": ["glass", "glass"]}})
    where["cards"] = FORTUNE_CARDS | {"factory": "museum"}
    assert position(read(where))["players"][0]["stored"] == {"r0c0": ["glass", "glass"]}


def test_the_coin_rules_go_without_fortune() -> None:
    where = {"cards": CARDS, "config": {"coins": True, "fortune": False}, "players": [{"town": town(), "coins": 4}]}
    written = position(read(where))
    assert (written["fortune"], written["config"]["fortune"]) == (True, False)
    assert written["players"][0]["coins"] == 4
    with pytest.raises(NotationError, match=r"cards.well: 'mine' is a card of Fortune"):
        load(where | {"cards": CARDS | {"well": "mine"}})


SHOP = {"town": town(r0c0="oddity_shop")}
BAD = [
    (table({"coins": 5}), r"players\[0\].coins: 5; allowed: at most 4"),
    (table({"coins": 6}), r"players\[0\].coins: 6; allowed: an integer from 0 to 5"),
    (table({"coins": -1}), r"players\[0\].coins: -1"),
    (table({"coins": True}), r"players\[0\].coins: True"),
    (table({"monument": "estival_festival", "coins": 5}), "coins: 5; allowed: at most 4"),
    (table({"coins": 1}, cards=CARDS, fortune=False), "coins: 1; allowed only with the coin rules"),
    (table({"by_cubes": 1}, cards=CARDS, fortune=False), "by_cubes: 1; allowed only with the coin rules"),
    (table({}, fortune=False), "cards.chapel: 'cathedral' is a card of Fortune"),
    (table({}, config={"fortune": False}), "cards.chapel: 'cathedral' is a card of Fortune"),
    (table({}, config={"coins": False}), "config.coins: False; but fortune, the coin rules, is True"),
    (table({"coin_squares": ["r1c1"]}), r"players\[0\].coin_squares: r1c1; allowed: 0 of none"),
    (
        table(with_monument("caterinas_grotto", coin_squares=["r0c0"])),
        "coin_squares: r0c0; allowed: 4 of r1c1, r1c2, r2c1, r2c2",
    ),
    (
        table(with_monument("caterinas_grotto", coin_squares=["r1c1"], cells={"r1c1": "well"})),
        "coin_squares: r1c1; allowed: 4 of r1c2, r2c1, r2c2",
    ),
    (
        table(with_monument("petal_promenade", coin_squares=["r1c1"], cells={"r1c1": "wood"})),
        "coin_squares: r1c1; allowed: 3 of r0c0",
    ),
    (table({"forged": True}), "forged: True; allowed only for a built prism_forge"),
    (table({"forged": 1}), "forged: 1; allowed: true, false"),
    (table(with_monument("hollow_hill")), "monument_info: the key 'coin_swaps_after_construction' is missing"),
    (
        table(with_monument("hollow_hill", monument_info={"buildings_when_constructed": 1})),
        "unknown key 'buildings_when_constructed'; allowed: coin_swaps_after_construction",
    ),
    (table(SHOP | {"stored": {"r0c0": ["wood", "wood"]}}), "stored.r0c0: 2 entries; allowed: 1"),
    (table({}, {}, phase="taking"), "phase: 'taking'; but there is no cube that the Master Builder may take"),
    (table({}, phase="taking"), "phase: 'taking'; allowed only where there is a Master Builder"),
    (table({}, {}, phase="round_end"), "phase: 'round_end'; but there is nobody who would have to answer in it"),
]


@pytest.mark.parametrize(("where", "message"), BAD, ids=[message[:50] for _, message in BAD])
def test_bad_positions_are_refused_in_one_line(where: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message) as refused:
        load(where)
    assert "\n" not in str(refused.value)


OKAVER = with_monument("treasury_at_okaver", coins=4)
FORGE = with_monument("prism_forge", cells={"r0c0": "wood", "r0c1": "stone"})
ENTER = {"decide": "enter", "card": "well", "square": "r0c2"}
FIRST = {"decide": "forge_second", "card": "well", "square": "r0c0", "using": ["r0c0", "r0c1"]}
GUILD = with_monument("architects_guild", cells={"r0c0": "well", "r0c1": "farm"})
PUT = {"decide": "put", "cards": ["well"]}
PENDING: list[tuple[dict[str, Any], list[dict[str, Any]], str]] = [
    (
        {},
        [{"decide": "okaver"}],
        "'okaver' is asked only by treasury_at_okaver; one must be in play",
    ),
    (OKAVER | {"coins": 3}, [{"decide": "okaver"}], "asked only with a full chest and an empty square"),
    ({}, [{"decide": "extra"}], "'extra' is never asked in this phase"),
    ({}, [{"decide": "take", "resource": "wood", "from": "player_1"}], "'take' is never asked in this phase"),
    ({}, [{"decide": "cathedral", "square": "r0c0"}], "'cathedral' is asked only with a Cathedral on this square"),
    ({}, [{"decide": "count", "square": "r0c0"}], "'count' is asked only with a Teahouse on this square"),
    ({}, [{"decide": "coin", "left": 2}], "'coin' is asked only by petal_promenade"),
    (with_monument("petal_promenade"), [{"decide": "coin", "left": 4}], "left: 4; allowed: an integer from 1 to 3"),
    (with_monument("masons_guild"), [{"decide": "spend"}], "asked only with a coin and an empty square"),
    (FORGE, [{"decide": "forge"}], "'forge' is asked only with two buildings to forge"),
    (FORGE, [FIRST], "'forge_second' is asked only with this building to forge first, from these squares"),
    (FORGE, [FIRST | {"using": ["r0c0", "r2c1"]}], "no layout of this card lies on these squares"),
    (FORGE, [FIRST, {"decide": "mark", "square": "r0c0"}], "forge_second, mark; these are never pending like that"),
    (
        FORGE,
        [{"decide": "forge_second_using", "card": "well", "square": "r0c0"}],
        "forge_second_using; these are never pending like that",
    ),
    (FORGE, [ENTER], "enter; these are never pending like that"),
    (FORGE, [ENTER, {"decide": "cathedral", "square": "r0c0"}], "'enter' is asked only with an empty square, after"),
    (
        {},
        [{"decide": "put", "cards": ["well"], "source": "cathedral"}],
        "'put' is asked only with cards that the player's monument or a Cathedral gives",
    ),
    (
        with_monument("masons_guild"),
        [{"decide": "put", "cards": ["well"], "source": "supply", "left": 8}],
        "left: 8; allowed: an integer from 1 to 7",
    ),
    ({}, [{"decide": "okaver", "square": "r0c0"}], "unknown key 'square'; allowed: decide"),
    (GUILD, [{"decide": "exchange", "left": 1}], "'exchange' is asked only with 'left' 2 before the first exchange"),
    (GUILD, [{"decide": "exchange", "left": 2, "first": "r0c0"}], "'exchange' is asked only with 'left' 2"),
    (with_monument("masons_guild"), [PUT | {"source": "supply", "left": 4}], "'put' is asked only with"),
    (with_monument("grove_university"), [PUT | {"source": "supply"}], "'put' is asked only with"),
]


@pytest.mark.parametrize(("player", "pending", "message"), PENDING, ids=[case[2][:50] for case in PENDING])
def test_impossible_pending_decisions(player: Any, pending: list[Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        load(table(player | {"pending": pending}, {}))


def watching(constructed: str, **put: Any) -> dict[str, Any]:
    """The owner of a Watch puts the Well on it, after the neighbour has constructed a building."""
    owner = with_monument("opaleyes_watch", reserved=["well", "farm"], watch_round=1, pending=[PUT | put])
    beside = {"town": town(r0c0="well", r0c1="farm"), "constructed": [constructed]}
    return table(owner, beside, phase="watch", round=30)


def test_a_watch_answers_with_what_was_constructed_beside_it() -> None:
    load(watching("well", source="watch"))
    load(watching("well", source="watch_again", left=6))
    for refused in (
        watching("farm", source="watch"),
        watching("well", source="watch", left=3),
        watching("well", source="watch_again"),
    ):
        with pytest.raises(NotationError, match="'put' is asked only with"):
            load(refused)


# Moves


def test_a_cube_is_taken_before_naming() -> None:
    shop = SHOP | {"stored": {"r0c0": ["wood"]}}
    state = read(table(OKAVER | {"coins": 3}, shop, phase="taking", builder="player_0"))
    assert "take nothing" in legal_moves(state)
    assert "take wood from player_1 to r0c0" in legal_moves(state)
    assert why_illegal(state, 0, a.TAKE + 1) == "no wheat lies on an Oddity Shop of player_1"
    assert why_illegal(state, 0, a.TAKE + 5) == "there are only 2 players"
    assert [action_text(state, 0, a.TAKE + 5 * k) for k in (0, 1, 4)] == [
        "take wood from player_1",
        "take wood from player_2",
        "take wood from player_5",
    ]
    state = play(state, "take wood from player_1 to r1c1")
    assert coins_of(state) == [4, 0]
    assert position(state)["players"][1]["stored"] == {}
    assert "shown" not in position(state)  # it is taken openly
    assert why_illegal(state, 0, a.NAME) == "The Treasury at Okaver must be answered first"
    state = play(state, "put cottage r0c0")
    assert position(state)["phase"] == "naming"


def test_ways_to_deal_with_the_named_cube() -> None:
    player = with_monument("southern_semaphore", cells={"r0c0": "oddity_shop"}, coins=1)
    where = table(player, {}, phase="placing", named="wood", builder="player_1", to_move="player_0")
    state = read(where)
    assert len(legal_moves(state)) == 5 * 14 + 1
    assert {"place glass r0c1", "place wood r0c0"} <= set(legal_moves(state))
    stored = play(state, "place wood r0c0")
    assert "extra none" in legal_moves(stored, 0)
    assert "place wood r0c1" not in legal_moves(stored, 0)
    assert coins_of(play(stored, "extra r0c1")) == [2, 0]
    swapped = play(state, "place glass r0c1")
    assert coins_of(swapped) == [0, 0]
    assert position(swapped)["phase"] == "constructing"
    poor = read(table(player | {"coins": 0}, {}, phase="placing", named="wood", builder="player_1", to_move="player_0"))
    assert why_illegal(poor, 0, parse_action(poor, 0, "place glass r0c1")) == (
        "wood was named, and there is no coin to change it"
    )


def test_an_exhibit_is_returned() -> None:
    player = {"town": town(r0c0="museum"), "stored": {"r0c0": ["wood", "glass"]}}
    where = table(player, {}, phase="placing", named="wood", builder="player_1", to_move="player_0")
    where["cards"] = FORTUNE_CARDS | {"factory": "museum"}
    state = play(read(where), "exhibit r0c0")
    assert coins_of(state) == [1, 0]
    assert position(state)["players"][0]["stored"] == {"r0c0": ["glass"]}
    where["named"] = "stone"
    state = read(where)
    assert why_illegal(state, 0, a.EXHIBIT) == "no stone lies on the Museum on r0c0"
    assert why_illegal(state, 0, a.EXHIBIT + 1) == "there is no Museum on r0c1"


def test_the_cube_goes_on_a_coin_square() -> None:
    player = with_monument("petal_promenade", cells={"r0c0": "oddity_shop"}, coin_squares=["r1c1"], coins=1)
    where = table(player, {}, phase="placing", named="wood", builder="player_1", to_move="player_0")
    state = read(where)
    assert legal_moves(state) == [f"place {name} r1c1" for name in ("brick", "glass", "stone", "wheat", "wood")]
    needs = "while coins of The Petal Promenade lie in the town, the cube goes on an empty square with one"
    for text in ("place wood r0c1", "place wood r0c0"):
        assert why_illegal(state, 0, parse_action(state, 0, text)) == needs
    assert coins_of(play(state, "place glass r1c1")) == [1, 0]


def choosing(monument: str, **changes: Any) -> State:
    """A player about to construct its monument or a building."""
    return read(table({"monument": monument} | changes, {}))


def test_what_a_construction_asks() -> None:
    promenade = choosing("petal_promenade", town=town(r0c0="wheat", r0c1="brick", r0c2="wood", r0c3="wheat"))
    state = play(promenade, "build petal_promenade r0c0 using r0c0,r0c1,r0c2,r0c3", "coin r1c1")
    assert why_illegal(state, 0, a.COIN + 5) == "a coin lies on r1c1 already"
    assert why_illegal(state, 0, a.COIN) == "r0c0 is not empty"
    state = play(state, "coin r1c2", "coin r3c3")
    assert position(state)["players"][0]["coin_squares"] == ["r1c1", "r1c2", "r3c3"]
    guild = choosing("masons_guild", town=town(r0c0="glass", r0c1="brick", r1c0="brick", r1c1="stone"), coins=2)
    state = play(guild, "build masons_guild r0c0 using r0c0,r0c1,r1c0,r1c1")
    assert legal_moves(state) == ["pay 0", "pay 1", "pay 2"]
    assert why_illegal(state, 0, a.SPEND + 3) == "the chest holds only 2"
    state = play(state, "pay 2", "put cathedral r2c2")
    assert legal_moves(state) == ["decline"]
    assert why_illegal(state, 0, a.PAY) == "a Cathedral costs 3 coins"
    state = play(state, "decline", "put well r3c3", "done")


def test_a_declined_cathedral_with_a_shed() -> None:
    cubes = town(r0c2="glass", r1c0="stone", r1c1="glass", r1c2="brick")
    where = table({"town": cubes, "coins": 3}, {}, cards=FORTUNE_CARDS | {"well": "shed"})
    state = play(read(where), "build cathedral r1c1 using r0c2,r1c0,r1c1,r1c2")
    assert legal_moves(state) == ["decline", "pay"]
    assert coins_of(play(state, "pay", "done")) == [0, 0]
    state = play(state, "decline", "put shed r3c3")
    assert coins_of(state) == [3, 0]


def test_the_line_of_a_teahouse() -> None:
    cells = {"r0c1": "wheat", "r1c0": "wood", "r1c1": "glass", "r1c2": "wood", "r1c3": "well", "r2c1": "farm"}
    state = read(table({"town": town(**cells, r3c1="well")}, {}))
    state = play(state, "build teahouse r1c1 using r0c1,r1c0,r1c1,r1c2")
    assert legal_moves(state) == ["count column", "count row"]
    assert why_illegal(state, 0, a.DONE) == "the row or the column of the Teahouse must be counted first"
    assert coins_of(play(state, "count row")) == [1, 0]
    assert coins_of(play(state, "count column")) == [2, 0]


def forge_state() -> State:
    """A Tavern and a Cottage share the glass on r1c1; the Cottage has four ways to use it."""
    cubes = {"r1c0": "brick", "r1c1": "glass", "r1c2": "brick", "r1c3": "brick", "r0c1": "wheat", "r2c1": "wheat"}
    return read(table(with_monument("prism_forge", cells=cubes), {}))


def test_the_prism_forge_in_its_actions() -> None:
    state = forge_state()
    move = "forge tavern r1c3 using r1c1,r1c2,r1c3 and cottage r1c1 using r0c1,r1c0,r1c1"
    other = "forge cottage r1c1 using r1c1,r1c2,r2c1 and tavern r1c3 using r1c1,r1c2,r1c3"
    assert {move, other} <= set(legal_moves(state))
    texts, asked = [], state
    for action in move_actions(state, 0, move):
        texts.append(action_text(asked, 0, action))
        assert parse_action(asked, 0, texts[-1]) == action
        asked = engine.after(asked, 0, action)
    assert texts == ["forge", "forge tavern r1c3", "and cottage r1c1", "using r0c1,r1c0,r1c1"]
    assert move_actions(engine.after(state, 0, a.FORGE), 0, move) == move_actions(state, 0, move)[1:]
    named = engine.after(engine.after(state, 0, a.FORGE), 0, move_actions(state, 0, move)[1])
    assert "and cottage r1c1 using r0c1,r1c0,r1c1" in legal_moves(named)
    assert why_illegal(named, 0, a.DONE) == "the two buildings of The Prism Forge must be named first"
    for chosen in (move, other):
        after = play(state, chosen)
        assert position(after)["players"][0]["by_cubes"] == 2
        assert why_illegal(after, 0, a.FORGE) == "The Prism Forge was used this round already"
    with pytest.raises(NotationError, match="'using r1c0,r1c1,r1c2' does not fit; allowed: 'using r1c1,r1c2,r1c3'"):
        move_actions(state, 0, move.replace("r1c1,r1c2,r1c3", "r1c0,r1c1,r1c2"))
    assert why_illegal(read(table({}, {})), 0, a.FORGE) == "no Prism Forge stands in this town"


def test_the_second_building_waits_for_the_first() -> None:
    cubes = {"r0c2": "glass", "r1c0": "stone", "r1c1": "glass", "r1c2": "brick", "r1c3": "wood"}
    cubes |= {"r0c0": "wood"}
    state = read(table(with_monument("prism_forge", cells=cubes, coins=3), {}))
    state = play(state, "forge cathedral r1c1 using r0c2,r1c0,r1c1,r1c2 and well r0c0 using r0c0,r1c0")
    pending = position(state)["players"][0]["pending"]
    assert pending == [
        {"decide": "enter", "card": "well", "square": "r0c0"},
        {"decide": "cathedral", "square": "r1c1"},
    ]
    state = play(state, "pay", "done")
    assert position(state)["players"][0]["town"][0][0] == "well"


def test_okaver_is_asked_at_the_end_of_the_round() -> None:
    watch = with_monument("opaleyes_watch", reserved=["cottage", "well"], watch_round=1)
    okaver = with_monument("treasury_at_okaver", cells={"r3c2": "farm"}, coins=3, by_cubes=2)
    state = read(table(okaver, watch, {}, round=4, to_move="player_0"))
    state = play(state, "done", "done", "done")
    assert (position(state)["phase"], position(state)["to_move"]) == ("round_end", "player_0")
    state = play(state, "put cottage r0c0")
    assert (position(state)["phase"], position(state)["to_move"]) == ("round_end", "player_1")
    assert why_illegal(state, 1, a.DONE) == "a building must be put on an empty square first"
    state = play(state, "put cottage r2c2")
    assert (position(state)["phase"], position(state)["round"]) == ("naming", 5)


def test_a_festival_costs_coins() -> None:
    cubes = town(r0c0="brick", r0c1="glass", r0c2="wheat", r1c0="wheat", r1c1="brick", r1c2="glass")
    state = choosing("estival_festival", town=cubes, coins=1)
    festival = parse_action(state, 0, "build estival_festival r0c0")
    assert why_illegal(state, 0, festival) == "estival_festival costs 2 coins"
    rich = choosing("estival_festival", town=cubes, coins=2)
    assert coins_of(play(rich, "build estival_festival r0c0 using r0c0,r0c1,r0c2,r1c0,r1c1,r1c2")) == [0, 0]
