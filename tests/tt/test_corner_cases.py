"""Cases found by reading the rules against the code, each with the whole kind it belongs to."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop_envs.errors import NotationError
from tests.tt.scenario import FIRST_GAME, make_player, position
from tt_env import notation, tiny_towns_v0
from tt_env.cards import CARDS, FORTUNE, SOLO_EXCLUDED

pytestmark = pytest.mark.nojit


def test_alone_opaleyes_watch_has_no_neighbours():
    """9, ruling 6c: forced into a solo game, the Watch is not set off by its owner's own constructions."""
    board = "OW W S .  . . . .  . . . .  . . . ."
    owner = make_player(board, reserved=["shed", "cottage", "tavern"], watch_round=1)
    state = notation.load(position(owner, cards=["shed"], phase="constructing", round=5))
    env = tiny_towns_v0.raw_env(num_players=1, auto_play_forced=False)
    env.reset(seed=0)
    env.load(state)
    for move in ("build shed r1c1 using r0c1,r0c2", "done"):
        for action in notation.move_actions(env.save(), 0, move):
            env.step(action)
    assert all(move.startswith("choose ") for move in notation.legal_moves(env))


@pytest.mark.parametrize("card", SOLO_EXCLUDED)
def test_cards_left_out_of_solo_can_be_forced(card):
    """9: they are never drawn; whoever names them plays a whole game with them."""
    chosen = {"cards": [card]} if CARDS[card].group != "monument" else {"monuments": {"player_0": card}}
    env = tiny_towns_v0.raw_env(num_players=1, fortune=card in FORTUNE)
    env.reset(seed=1, options=chosen)
    dice = np.random.default_rng(1)
    while not env.terminations["player_0"]:
        env.step(int(dice.choice(np.flatnonzero(env.observe("player_0")["action_mask"]))))
    record = env.record()
    assert notation.replay(record)["result"] == record["result"]
    assert card in [*record["chance"]["cards"].values(), *np.ravel(record["chance"]["monuments"]["player_0"])]


FULL = "Co Co Co Co  Co Co Co Co  Co Co Co Co  Co Co Co Co"


@pytest.mark.parametrize(("players", "phase"), [(1, "placing"), (2, "naming"), (2, "placing")])
def test_a_full_town_takes_no_cube(players, phase):
    """5: a full town is complete, so no position asks it to take a cube (no mask could answer)."""
    where = position(*[make_player(FULL)] * players, cards=FIRST_GAME, phase=phase, named="wood")
    with pytest.raises(NotationError, match="complete"):
        notation.load(where)


def test_there_is_one_of_each_monument():
    """2.4: a position cannot give two players the same card."""
    where = position(make_player(monument="silva_forum"), make_player(monument="silva_forum"))
    with pytest.raises(NotationError, match="one of each"):
        notation.load(where)


def test_ordinary_games_have_no_resource_cards():
    """2.3: resource cards stay in the box but for Town Hall and solo."""
    for players in (2, 6):
        env = tiny_towns_v0.raw_env(num_players=players)
        env.reset(seed=3)
        assert not env.save()[0]["deck"].any()
        assert "deck" not in env.record()["chance"] or not env.record()["chance"]["deck"]


def test_the_hammer_passes_to_the_left_of_a_holder_who_completes():
    """Ruling 18: the next player to the left that is in the game, as always."""
    last = make_player("Co Co Co Co  Co Co Co Co  Co Co Co Co  Co Co Co .")
    where = position(
        make_player(), last, make_player(), make_player(), phase="placing", builder="player_1", named="wood", round=9
    )
    env = tiny_towns_v0.raw_env(num_players=4, monuments=False, auto_play_forced=False)
    env.reset(seed=0)
    env.load(notation.load(where))
    while notation.position(env)["phase"] != "naming":
        move = notation.legal_moves(env)[0]
        assert not move.startswith("build")
        for action in notation.move_actions(env.save(), env.game.player(env.agent_selection), move):
            env.step(action)
    assert notation.position(env)["players"][1]["completed_round"] == 9
    assert env.agent_selection == "player_2"


def test_nothing_blocks_an_orchard():
    """11: the whole row and column, whatever stands between."""
    (result,) = notation.score(position(make_player("Or We Co .  We . . .  Co . . .  . . . ."), cards=["orchard"]))
    assert result["fed"] == ["r0c2", "r2c0"]


@pytest.mark.parametrize(
    ("board", "card", "points"),
    [
        ("Th Co . .  . . . .  . . . .  . . . .", "theater", 1),
        ("AR . . .  . . . .  . . . .  . . . Co", "archive_of_the_second_age", 1),
        ("MP Co . .  . . . .  . . . .  . . . .", "mandras_palace", 2),
        ("SF . . .  . . Co Co  . . . Co  . . . .", "silva_forum", 4),
        ("SB . . .  . . . .  . . . .  . . . Co", "the_sky_baths", 12),
        ("We Co . .  Co . . .  . . . .  . . . .", "well", 2),
    ],
)
def test_unfed_cottages_count(board, card, points):
    """11: an unfed Cottage is a full Cottage for everything that only asks for one."""
    (result,) = notation.score(position(make_player(board)))
    assert (result["by_card"][card], result["by_card"]["cottage"], result["fed"]) == (points, 0, [])


def test_a_cube_swapped_out_of_a_warehouse_cannot_be_set_aside():
    """Ruling 11: the Cavern rule takes the named cube only."""
    owner = make_player("Wh . . .  . . . .  . . . .  . . . .", stored={0: ["wood"]})
    where = position(owner, make_player(), phase="placing", builder="player_1", named="glass")
    where["config"] = {"cavern": True}
    moves = notation.legal_moves(notation.load(where), 0)
    assert "set aside" in moves
    assert "place glass r0c0 swap wood r0c1" in moves
    assert not [move for move in moves if "swap" in move and "aside" in move]


def test_the_same_card_can_be_built_again_and_by_others():
    """2.2, 4: cards are public and not used up."""
    twice = make_player("W S . .  W S . .  . . . .  . . . .")
    state = notation.load(position(twice, twice, phase="constructing"))
    env = tiny_towns_v0.raw_env(num_players=2, monuments=False, auto_play_forced=False)
    env.reset(seed=0)
    env.load(state)
    for agent in ("player_0", "player_1"):
        for move in ("build well r0c0 using r0c0,r0c1", "build well r1c0 using r1c0,r1c1", "done"):
            assert env.agent_selection == agent
            for action in notation.move_actions(env.save(), env.game.player(agent), move):
                env.step(action)
    towns = [p["town"] for p in notation.position(env)["players"]]
    assert [sum(row.count("well") for row in town) for town in towns] == [2, 2]


def test_states_of_other_games_are_refused():
    """A record of another player count or variant would be read beyond its players."""
    six = tiny_towns_v0.raw_env(num_players=6)
    six.reset(seed=1)
    for options in ({}, {"num_players": 3}, {"num_players": 6, "cavern": True}, {"num_players": 6, "town_hall": True}):
        env = tiny_towns_v0.raw_env(**options)
        env.reset(seed=2)
        before = env.save().tobytes()
        with pytest.raises(ValueError, match=r"made with .*; make the game with .* TinyTowns\.of"):
            env.load(six.save())
        assert env.save().tobytes() == before


@pytest.mark.parametrize("field", ["phase", "waiting", "builder", "row", "deck", "named"])
def test_damaged_states_are_refused(field):
    env = tiny_towns_v0.raw_env()
    env.reset(seed=2)
    before = env.save()
    damaged = before.copy()
    damaged[field] = 255
    with pytest.raises(ValueError, match=f"damaged: {field}"):
        env.load(damaged)
    with pytest.raises(ValueError, match=r"players|no cards"):
        env.load(np.zeros_like(before))
    assert env.save().tobytes() == before.tobytes()


def test_counters_of_a_made_up_position_stay_in_the_box():
    """A position may stand at the last round there is; what follows still fits the observation."""
    for more in ({"config": {"town_hall": True}, "round": 200, "phase": "placing", "named": "wood"}, {"round": 200}):
        state = notation.load(position(make_player(), make_player(), **more))
        env = tiny_towns_v0.raw_env(monuments=False, town_hall="config" in more)
        env.reset(seed=0)
        env.load(state)
        dice = np.random.default_rng(0)
        while not any(env.terminations.values()):
            seen = env.observe(env.agent_selection)
            assert env.observation_space(env.agent_selection)["observation"].contains(seen["observation"])
            env.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))


def test_a_position_cannot_reserve_more_than_three():
    owner = make_player("OW . . .  . . . .  . . . .  . . . .", reserved=["farm", "well"], watch_round=1)
    owner["pending"] = [{"decide": "reserve", "left": 3}]
    with pytest.raises(NotationError, match="at most 3"):
        notation.load(position(owner, make_player(), phase="constructing", round=2))


@pytest.mark.parametrize("cards", [None, 5, 3.5, b"inn", [["inn"]], [{}], [1], {"farm": ["farm"]}])
def test_cards_of_no_sensible_type(cards):
    with pytest.raises(ValueError, match="cards"):
        tiny_towns_v0.raw_env(cards=cards)


@pytest.mark.parametrize("options", [{"monuments": 0}, {"monuments": ""}, {"deck": 0}, {"deck": ""}, {"cards": [[1]]}])
def test_reset_options_of_no_sensible_type(options):
    env = tiny_towns_v0.raw_env()
    with pytest.raises(ValueError, match=next(iter(options))):
        env.reset(seed=0, options=options)
