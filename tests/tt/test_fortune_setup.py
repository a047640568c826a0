"""Setup and options of Fortune (Fortune 2, 8, R28): piles, how many Fortune buildings, coins without Fortune."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.oracle.cards import (
    BASE_MONUMENTS,
    FORTUNE_BUILDINGS,
    GROUPS,
    MONUMENTS,
    SOLO_EXCLUDED,
    TOWN_HALL_EXCLUDED,
    by_group,
)
from tests.tt.fortune import Fortune
from tests.tt.scenario import EMPTY
from tests.tt.test_cases_setup import fresh
from tt_env import notation
from tt_env.game import TinyTowns

PILES = {
    "farm": ({"farm", "granary", "greenhouse", "orchard"}, {"root_cellar", "tithe_barn"}),
    "well": ({"well", "fountain", "millstone", "shed"}, {"statue", "mine"}),
    "chapel": ({"chapel", "abbey", "cloister", "temple"}, {"cathedral", "parsonage"}),
    "tavern": ({"tavern", "almshouse", "feast_hall", "inn"}, {"gamblers_den", "schoolhouse"}),
    "theater": ({"theater", "bakery", "market", "tailor"}, {"jeweler", "teahouse"}),
    "factory": ({"factory", "bank", "trading_post", "warehouse"}, {"museum", "oddity_shop"}),
}
"""Section 2.2: base cards and Fortune cards of each pile."""


def rows(number: int = 150, **options: Any) -> list[dict[str, str]]:
    """The cards drawn in some games."""
    options = {"num_players": 2, "fortune": True, "monuments": False} | options
    return [notation.position(fresh(seed, **options))["cards"] for seed in range(number)]


def fortune_cards(row: dict[str, str]) -> int:
    return sum(card in FORTUNE_BUILDINGS for card in row.values())


def test_each_pile_but_the_cottages_has_six_cards() -> None:
    """2.2, 2.3: one card per group as usual, out of the 4 base and the 2 Fortune cards; the Cottage always."""
    drawn = rows(max_fortune_buildings=6)
    assert {row["cottage"] for row in drawn} == {"cottage"}
    for group, (base, fortune) in PILES.items():
        assert {row[group] for row in drawn} == base | fortune == set(by_group(group, fortune=True))
        assert all(list(row) == list(GROUPS) for row in drawn)


def test_every_card_is_equally_likely() -> None:
    """2.3: a third of the cards of a pile are Fortune's; without a limit each comes in a third of the games."""
    drawn = rows(300, max_fortune_buildings=6)
    for group, (_, fortune) in PILES.items():
        assert 70 <= sum(row[group] in fortune for row in drawn) <= 130


@pytest.mark.parametrize("most", range(7))
def test_r28_at_most_so_many_fortune_buildings(most: int) -> None:
    """R28: ``max_fortune_buildings`` from 0 to 6; every number up to it comes up (6 is rare: 1 game in 729)."""
    seen = {fortune_cards(row) for row in rows(120, max_fortune_buildings=most)}
    assert max(seen) <= most
    assert seen >= set(range(min(most, 4) + 1))


def test_r28_four_by_default() -> None:
    """R28, 2.3: at most 4."""
    assert TinyTowns(num_players=2, fortune=True).options()["max_fortune_buildings"] == 4
    assert max(fortune_cards(row) for row in rows(200)) == 4


def test_r28_all_six_groups_are_drawn_again() -> None:
    """R28: a row with too many is drawn again as a whole: with at most 1, a quarter of the rows has none."""
    counted = Counter(fortune_cards(row) for row in rows(300, max_fortune_buildings=1))
    assert 50 <= counted[0] <= 100  # 4^6 of 4^6 + 6 * 2 * 4^5


@pytest.mark.parametrize(
    ("named", "most", "others"),
    [
        (["mine", "museum", "jeweler"], 4, {0, 1}),
        (["mine", "museum", "jeweler", "cathedral", "schoolhouse"], 4, {0}),
        (["mine"], 0, {0}),
        (["mine", "museum"], 3, {0, 1}),
        (["well", "factory"], 1, {0, 1}),
    ],
)
def test_r28_named_cards_count_but_stay(named: list[str], most: int, others: set[int]) -> None:
    """R28: buildings named in ``cards`` count, but stay."""
    drawn = rows(60, cards=named, max_fortune_buildings=most)
    assert all(set(named) <= set(row.values()) for row in drawn)
    fixed = sum(card in FORTUNE_BUILDINGS for card in named)
    assert {fortune_cards(row) - fixed for row in drawn} == others


def test_r28_none_leaves_the_monuments() -> None:
    """R28: 0 for Fortune monuments alone."""
    seen: set[str] = set()
    for seed in range(60):
        at_start = notation.position(fresh(seed, num_players=6, fortune=True, max_fortune_buildings=0))
        assert fortune_cards(at_start["cards"]) == 0
        seen |= {card for p in at_start["players"] for card in p["dealt"]}
    assert seen == set(MONUMENTS)


def test_two_of_25_monuments_are_dealt() -> None:
    """2.4: the 10 monuments are shuffled with the 15; 2 each, all different, 1 kept."""
    counted: Counter[str] = Counter()
    for seed in range(60):
        env = fresh(seed, num_players=6, fortune=True)
        dealt = [card for p in notation.position(env)["players"] for card in p["dealt"]]
        assert len(set(dealt)) == len(dealt) == 12
        counted.update(dealt)
        assert notation.legal_moves(env) == sorted(f"keep {card}" for card in dealt[:2])
    assert set(counted) == set(MONUMENTS)
    assert min(counted.values()) >= 12  # each in 12 of 25 games


def test_chests_are_empty_at_the_start() -> None:
    """2.1: each player has 0 coins."""
    assert [p["coins"] for p in notation.position(fresh(1, num_players=6, fortune=True))["players"]] == [0] * 6


# Coins and Fortune (2.5).


def test_coins_without_fortune() -> None:
    """2.5: the coin rules may be used alone: base cards only, and coins."""
    seen: set[str] = set()
    for seed in range(60):
        at_start = notation.position(fresh(seed, num_players=6, coins=True))
        assert fortune_cards(at_start["cards"]) == 0
        assert (at_start["fortune"], at_start["config"]["fortune"], at_start["config"]["coins"]) == (True, False, True)
        seen |= {card for p in at_start["players"] for card in p["dealt"]}
    assert seen == set(BASE_MONUMENTS)


def test_fortune_brings_the_coin_rules() -> None:
    """2.5: Fortune cards need the coin rules: on by themselves, refused without."""
    assert notation.position(fresh(1, num_players=2, fortune=True))["config"]["coins"]
    assert not notation.position(fresh(1, num_players=2))["config"]["coins"]
    with pytest.raises(ValueError, match="fortune=True needs the coin rules"):
        TinyTowns(num_players=2, fortune=True, coins=False)


def test_a_game_with_coins_alone_is_played(fortune: Fortune) -> None:
    """2.5: with base cards only nobody is asked before naming and nothing costs a coin but a swap."""
    table = fortune.table(EMPTY, EMPTY, phase="naming", fortune=False, coins=True).play(0, "name wood").next_round()
    assert (table.fact("phase"), table.fact("builder"), table.coins(0, 1)) == ("naming", 1, [0, 0])


# Cards that variants leave out (8).


def left_out(number: int, **options: Any) -> set[str]:
    """The cards that never come up."""
    seen: set[str] = set()
    for seed in range(number):
        at_start = notation.position(fresh(seed, fortune=True, max_fortune_buildings=6, **options))
        seen |= set(at_start["cards"].values()) | {card for p in at_start["players"] for card in p["dealt"]}
    return ({card for group in GROUPS for card in by_group(group, fortune=True)} | set(MONUMENTS)) - seen


def test_solo_leaves_cards_out() -> None:
    """Section 8: Oddity Shop, Schoolhouse and Southern Semaphore, besides those of the base game."""
    assert left_out(200, num_players=1) == SOLO_EXCLUDED
    assert {"oddity_shop", "schoolhouse", "southern_semaphore", "inn", "bank", "fort_ironweed"} < SOLO_EXCLUDED


def test_town_hall_leaves_the_oddity_shop_out() -> None:
    """Section 8: Town Hall without Oddity Shop; all others come up."""
    assert left_out(80, num_players=6, town_hall=True) == TOWN_HALL_EXCLUDED == {"oddity_shop"}


def test_ordinary_games_have_all_cards() -> None:
    """2.2, 2.4: no card is left out otherwise."""
    assert left_out(80, num_players=6) == set()
