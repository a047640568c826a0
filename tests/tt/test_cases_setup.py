"""Setup: cards, monuments, first Master Builder, resource cards (rules/tiny_towns_base.md 2, 8, 9); J8."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.oracle import rank as oracle_rank
from tests.oracle.cards import BASE_MONUMENTS, GROUPS, SOLO_EXCLUDED, by_group
from tests.tt.both import play_together, start
from tests.tt.scenario import FIRST_GAME, EngineRules, make_player, player_number, position
from tt_env import notation, tiny_towns_v0
from tt_env.notation.scores import result_of


def fresh(seed: int, options: dict[str, Any] | None = None, **config: Any) -> Any:
    env = tiny_towns_v0.raw_env(auto_play_forced=False, **config)
    env.reset(seed=seed, options=options)
    return env


def test_one_card_of_every_group_is_drawn() -> None:
    """2.2, J8: the Cottage always, one of the 4 cards of each other group; every card comes up."""
    rows = [notation.position(fresh(seed, num_players=2))["cards"] for seed in range(60)]
    for row in rows:
        assert list(row) == list(GROUPS)
        assert all(row[group] in by_group(group) for group in GROUPS)
    for group in GROUPS:
        assert {row[group] for row in rows} == set(by_group(group))


def test_the_recommended_first_game() -> None:
    """2.6: Cottage, Chapel, Farm, Tavern, Well, Theater, Factory."""
    row = notation.position(fresh(1, num_players=2, cards="first_game"))["cards"]
    assert sorted(row.values()) == sorted(FIRST_GAME)


def test_fixed_cards() -> None:
    """2, settings: a fixed card set, the rest is drawn."""
    row = notation.position(fresh(1, num_players=2, cards=["granary", "inn"]))["cards"]
    assert (row["farm"], row["tavern"]) == ("granary", "inn")
    row = notation.position(fresh(1, {"cards": {"farm": "orchard"}}, num_players=2))["cards"]
    assert row["farm"] == "orchard"


@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_two_monuments_are_dealt_and_one_is_kept(num_players: int) -> None:
    """2.4: different cards for everybody, one kept, the other one out of the game; all choose at the same time."""
    seen = set()
    for seed in range(20):
        env = fresh(seed, num_players=num_players)
        players = notation.position(env)["players"]
        dealt = [card for p in players for card in p["dealt"]]
        assert len(dealt) == len(set(dealt)) == 2 * num_players
        seen |= set(dealt)
        for player in range(num_players):
            legal = notation.legal_moves(env, player)
            assert legal == sorted(f"keep {m}" for m in players[player]["dealt"])
        for player in range(num_players):
            assert env.agent_selection == f"player_{player}"
            kept = notation.legal_moves(env)[seed % 2]
            env.step(notation.move_actions(env.save(), player, kept)[0])
            assert notation.position(env)["players"][player]["monument"] == kept.removeprefix("keep ")
        assert notation.position(env)["phase"] == "naming"
    assert len(seen) == 15 or num_players == 2


def test_without_monuments() -> None:
    """2.6, settings: no monuments at all."""
    at_start = notation.position(fresh(1, num_players=3, monuments=False))
    assert at_start["phase"] == "naming"
    assert all(p["monument"] is None for p in at_start["players"])


def test_the_first_master_builder() -> None:
    """2.5: a parameter or random."""
    assert (
        notation.position(fresh(1, num_players=4, monuments=False, first_builder="player_2"))["builder"] == "player_2"
    )
    drawn = {notation.position(fresh(seed, num_players=4, monuments=False))["builder"] for seed in range(40)}
    assert drawn == {f"player_{k}" for k in range(4)}


def test_towns_are_empty_at_the_start() -> None:
    """2.1: one empty town per player."""
    for p in notation.position(fresh(1, num_players=6))["players"]:
        assert p["town"] == [["."] * 4] * 4


def test_a_seed_fixes_everything() -> None:
    """2, settings: seed."""
    assert fresh(5, num_players=3).save().tobytes() == fresh(5, num_players=3).save().tobytes()
    assert fresh(5, num_players=3).save().tobytes() != fresh(6, num_players=3).save().tobytes()


def test_solo_leaves_cards_out() -> None:
    """9, ruling 2: Inn, Feast Hall, Bank, Fort Ironweed and Opaleye's Watch never come up; all others do."""
    seen: set[str] = set()
    for seed in range(200):
        at_start = notation.position(fresh(seed, num_players=1))
        seen |= set(at_start["cards"].values()) | set(at_start["players"][0]["dealt"])
    everything = {card for group in GROUPS for card in by_group(group)} | set(BASE_MONUMENTS)
    assert seen == everything - SOLO_EXCLUDED


def test_solo_deck_has_three_cards_of_each_resource() -> None:
    """9: the 15 resource cards are shuffled, 3 are shown."""
    decks = [notation.position(fresh(seed, num_players=1, monuments=False))["deck"] for seed in range(10)]
    assert all(set(Counter(deck).values()) == {3} and len(deck) == 15 for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 10


def test_town_hall_passes_of_ten_cards() -> None:
    """8: five of the 15 cards stay unseen in each pass, a new pass is shuffled from all 15."""
    deck = notation.position(fresh(3, num_players=2, monuments=False, town_hall=True))["deck"]
    passes = [deck[first : first + 10] for first in range(0, len(deck), 10)]
    assert all(max(Counter(cards).values()) <= 3 for cards in passes)
    assert len({tuple(cards) for cards in passes}) == len(passes)
    assert any(Counter(cards) != Counter(passes[0]) for cards in passes)


@pytest.mark.parametrize(
    ("score", "rank"),
    [
        (64, "Master Architect"), (38, "Master Architect"), (37, "Town Planner"), (32, "Town Planner"),
        (31, "Engineer"), (25, "Engineer"), (24, "Carpenter"), (18, "Carpenter"), (17, "Builder's Apprentice"),
        (10, "Builder's Apprentice"), (9, "Aspiring Architect"), (-16, "Aspiring Architect"),
    ],
)  # fmt: skip
def test_solo_ranks(score: int, rank: str) -> None:
    """9: the table of ranks."""
    board = board_worth(score)
    where = position(make_player(board, completed_round=20), config={"monuments": False})
    assert EngineRules().score(where)[0]["total"] == score
    assert result_of(notation.load(where))["rank"] == oracle_rank(score) == rank


def board_worth(score: int) -> str:
    """A town of full rows of Markets (16 each), Sheds (1), Cottages (0) and empty squares (-1) with this score."""
    rows = next(rows for rows in range(5) if abs(score - 16 * rows) <= 16 - 4 * rows)
    rest, free = score - 16 * rows, 16 - 4 * rows
    sheds, empty = max(rest, 0), max(-rest, 0)
    return " ".join(["Ma"] * 4 * rows + ["Sh"] * sheds + ["Co"] * (free - sheds - empty) + ["."] * empty)


def test_solo_record_tells_the_rank() -> None:
    """9: the rating of a whole solo game."""
    config = {"num_players": 1, "monuments": False, "cavern": False, "town_hall": False}
    deck = ["wood", "glass", "stone", "brick", "wheat"] * 3
    cards = dict(zip(GROUPS, FIRST_GAME, strict=True))
    env, game = start(config, {"cards": cards, "deck": deck})
    play_together(random.Random(1), env, game)
    result = env.record()["result"]
    assert result["rank"] == game.result()["rank"]
    assert result["builder_turns"] == [0]


def test_forced_steps_change_nothing() -> None:
    """With ``auto_play_forced`` the same choices make the same record."""
    config = {"num_players": 3, "monuments": True, "cavern": False, "town_hall": False}
    chance = {
        "cards": dict(zip(GROUPS, FIRST_GAME, strict=True)),
        "monuments": {
            "player_0": ["silva_forum", "the_starloom"],
            "player_1": ["grove_university", "fort_ironweed"],
            "player_2": ["architects_guild", "opaleyes_watch"],
        },
        "first_builder": "player_1",
    }
    rng = random.Random(4)
    env, game = start(config, chance)
    play_together(rng, env, game)
    quick = tiny_towns_v0.raw_env(**config)
    quick.reset(seed=1, options=chance)
    slow = start(config, chance)[0]
    for name, move in env.record()["moves"]:
        actions = notation.move_actions(slow.save(), player_number(name), move)
        for action in actions:
            if int(slow.observe(name)["action_mask"].sum()) > 1:
                assert quick.agent_selection == name
                quick.step(action)
            slow.step(action)
    assert quick.record() == env.record()
