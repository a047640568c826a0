"""The verb ``resample_hidden``: another world that looks the same to one player. What it keeps, redraws and takes
back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from tests.tt.scenario import make_player, position
from tt_env import notation, tiny_towns_v0


def hidden(state: Any, player: int, seed: int) -> dict[str, Any]:
    """The position of a world that looks the same to the player."""
    env = tiny_towns_v0.raw_env(num_players=int(state[0]["num_players"]))
    world = state.copy()
    env.batch.kernels.resample_hidden(env.game.tables, world, 0, player, np.uint64(seed))
    return notation.position(world)


def after(options: dict[str, Any] | None, *moves: tuple[int, str], **config: Any) -> Any:
    """The state after some moves from the start of a game."""
    env = tiny_towns_v0.raw_env(auto_play_forced=False, **config)
    env.reset(seed=11, options=options)
    for player, move in moves:
        assert env.agent_selection == f"player_{player}"
        for action in notation.move_actions(env.save(), player, move):
            env.step(action)
    return env.save()


PAIRS = {
    "player_0": ["silva_forum", "the_starloom"],
    "player_1": ["grove_university", "fort_ironweed"],
    "player_2": ["architects_guild", "opaleyes_watch"],
}
KEEP = ((0, "keep silva_forum"), (1, "keep grove_university"), (2, "keep opaleyes_watch"))
START = {"monuments": PAIRS, "first_builder": "player_0"}


def test_others_monuments_are_redrawn() -> None:
    """Unbuilt monuments of the others are unknown, but none of the two cards that were dealt to oneself."""
    state = after(START, *KEEP, num_players=3)
    seen: dict[int, set[str]] = {1: set(), 2: set()}
    for seed in range(200):
        players = hidden(state, 0, seed)["players"]
        assert (players[0]["monument"], players[0]["dealt"]) == ("silva_forum", ["silva_forum", "the_starloom"])
        dealt = [card for p in players for card in p["dealt"]]
        assert len(set(dealt)) == 6
        for k in (1, 2):
            assert players[k]["monument"] in players[k]["dealt"]
            seen[k].add(players[k]["monument"])
    assert seen[1] == seen[2]
    assert len(seen[1]) == 13
    assert not seen[1] & {"silva_forum", "the_starloom"}


def test_built_monuments_stay() -> None:
    """A monument that stands is known to all."""
    where = position(
        make_player("SF . . . . . . . . . . . . . . ."),
        make_player(monument="the_starloom"),
        config={"monuments": True},
        phase="naming",
        round=4,
        builder="player_0",
        named=None,
    )
    state = notation.load(where)
    worlds = [hidden(state, 1, seed)["players"] for seed in range(30)]
    assert all(players[0]["monument"] == "silva_forum" for players in worlds)
    assert all(players[1]["monument"] == "the_starloom" for players in worlds)
    assert {hidden(state, 0, seed)["players"][1]["monument"] for seed in range(60)} > {"the_starloom"}
    assert not any(hidden(state, 0, seed)["players"][1]["monument"] == "silva_forum" for seed in range(60))


def test_returned_monuments_are_unknown() -> None:
    """The card that a player put back stays unknown for good, also when the other one stands (2.4, 3)."""
    state = after(START, *KEEP, num_players=3)
    s = state[0]["players"][1]
    s["town"], s["built"] = 13, 1
    state[0]["shown"][1] = s
    returned = set()
    for seed in range(200):
        card_kept, card_returned = hidden(state, 0, seed)["players"][1]["dealt"]
        assert card_kept == "grove_university"
        returned.add(card_returned)
    assert len(returned) == 12  # all but the own pair and the one that stands


def test_choices_of_the_running_step_are_taken_back() -> None:
    """Placing: the others stand as they stood when the step began and answer again; the own answer stays."""
    moves = (*KEEP, (0, "name wood"), (0, "place wood r0c0"), (1, "place wood r1c1"))
    world = hidden(after(START, *moves, num_players=3), 1, 5)
    assert world["players"][0]["town"][0][0] == "."
    assert world["players"][1]["town"][1][1] == "wood"
    assert world["waiting"] == ["player_0", "player_2"]
    assert (world["named"], world["phase"]) == ("wood", "placing")


def test_construction_choices_are_taken_back() -> None:
    """Constructing: what others have built in this step is unknown, also a monument."""
    where = position(
        make_player("W S . . . H G . S . . . . . . .", monument="cathedral_of_caterina"),
        make_player(monument="the_starloom"),
        config={"monuments": True},
        phase="constructing",
        round=4,
        builder="player_0",
        named="wood",
    )
    env = tiny_towns_v0.raw_env(num_players=2, auto_play_forced=False)
    env.reset(seed=1, options={"position": where})
    for move in ("build well r0c0 using r0c0,r0c1", "done"):
        for action in notation.move_actions(env.save(), 0, move):
            env.step(action)
    world = hidden(env.save(), 1, 3)
    assert world["players"][0]["town"][0][:2] == ["wood", "stone"]
    assert world["waiting"] == ["player_0", "player_1"]
    same = hidden(env.save(), 0, 3)
    assert same["players"][0]["town"][0][:2] == ["well", "."]
    assert same["waiting"] == ["player_1"]


def test_kept_monuments_are_taken_back_in_setup() -> None:
    """Setup: who has chosen what is unknown; the own pair stays."""
    state = after(START, *KEEP[:2], num_players=3)
    for seed in range(20):
        world = hidden(state, 2, seed)
        assert world["waiting"] == ["player_0", "player_1", "player_2"]
        assert [p["monument"] for p in world["players"]] == [None] * 3
        assert world["players"][2]["dealt"] == PAIRS["player_2"]
    assert len({tuple(hidden(state, 2, seed)["players"][0]["dealt"]) for seed in range(20)}) > 10


def test_the_unseen_resource_cards_of_town_hall() -> None:
    """Town Hall: what has been turned up stays; the rest of the pass fits the 15 cards; later passes are new."""
    moves = ((0, "place {} r0c0"), (1, "place {} r0c0"), (0, "done"), (1, "done"))
    env = tiny_towns_v0.raw_env(num_players=2, monuments=False, town_hall=True, auto_play_forced=False)
    env.reset(seed=2)
    for player, move in moves:
        resource = notation.position(env)["named"]
        env.step(notation.move_actions(env.save(), player, move.format(resource))[0])
    state = env.save()
    at = notation.position(state)
    assert at["deck_next"] == 2
    worlds = [hidden(state, 0, seed)["deck"] for seed in range(20)]
    for deck in worlds:
        assert deck[:2] == at["deck"][:2]
        passes = [deck[first : first + 10] for first in range(0, len(deck), 10)]
        assert all(max(Counter(cards).values()) <= 3 for cards in passes)
    assert len({tuple(deck[2:10]) for deck in worlds}) > 15
    assert len({tuple(deck[10:20]) for deck in worlds}) > 15


def test_the_unseen_resource_cards_of_solo() -> None:
    """Solo: the cards shown and those put under the pile are known; the others are shuffled."""
    env = tiny_towns_v0.raw_env(num_players=1, monuments=False, auto_play_forced=False)
    env.reset(seed=2)
    for square in ("r0c0", "r0c1"):
        shown = notation.legal_moves(env)[0].split()[1]
        for move in (f"choose {shown}", f"place {shown} {square}", "done"):
            env.step(notation.move_actions(env.save(), 0, move)[0])
    state = env.save()
    at = notation.position(state)["deck"]
    worlds = [hidden(state, 0, seed)["deck"] for seed in range(20)]
    for deck in worlds:
        assert (deck[:3], deck[-2:]) == (at[:3], at[-2:])
        assert Counter(deck) == Counter(at)
    assert len({tuple(deck[3:13]) for deck in worlds}) > 15


def test_the_generator_is_new() -> None:
    """The game's generator says nothing about the real world."""
    state = after(START, *KEEP, num_players=3)
    assert len({hidden(state, 0, seed)["rng"] for seed in range(5)} | {notation.position(state)["rng"]}) == 6


def look(state: Any, player: int) -> list[int]:
    """What a player sees."""
    env = tiny_towns_v0.raw_env(num_players=int(state[0]["num_players"]), town_hall=bool(state[0]["town_hall"]))
    out = np.zeros((1, env.game.layout.size), np.uint8)
    env.batch.kernels.observe(env.game.tables, state, np.zeros(1, np.int64), np.array([player]), out)
    return out[0].tolist()


def test_a_full_town_has_dealt_with_its_cube() -> None:
    """A position may be written in mid-step without what was there before: nobody is asked the impossible."""
    full = make_player("W " * 15 + "W")
    where = position(
        full, make_player(), phase="placing", round=4, builder="player_0", named="wood", waiting=["player_1"]
    )
    world = hidden(notation.load(where), 1, 3)
    assert world["waiting"] == ["player_1"]


def test_who_has_kept_a_monument_openly_is_not_asked_again() -> None:
    """Setup: a choice that stood when the step began is no choice of the step."""
    pairs = [make_player(dealt=PAIRS[f"player_{k}"]) for k in range(3)]
    pairs[0] |= {"monument": "silva_forum"}
    where = position(*pairs, config={"monuments": True}, phase="setup", round=0)
    world = hidden(notation.load(where), 1, 3)
    assert world["waiting"] == ["player_1", "player_2"]
    assert world["players"][0]["monument"] in world["players"][0]["dealt"]


def test_town_hall_with_all_cards_turned_up() -> None:
    """Only a made-up position comes there: the last pass has been seen, nothing is left to be drawn again."""
    env = tiny_towns_v0.raw_env(town_hall=True, monuments=False)
    env.reset(seed=1)
    state = env.save()
    state["round"], state["deck_next"], state["named"] = 200, 140, state["deck"][0, 139]
    state["players"]["named"][:, :2] = state["shown"]["named"][:, :2] = state["named"]
    env.game.check_state(state)
    for seed in range(5):
        world = state.copy()
        env.batch.kernels.resample_hidden(env.game.tables, world, 0, 0, np.uint64(seed))
        assert world[0]["deck"].tolist() == state[0]["deck"].tolist()
        assert look(world, 0) == look(state, 0)
