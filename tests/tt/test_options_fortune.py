"""Cards of Fortune as options of a game: with it they may be chosen, without it they are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tt_env.cards import FORTUNE
from tt_env.game import TinyTowns

MONUMENTS = {"monuments": {"player_0": "hollow_hill", "player_1": ["silva_forum", "masons_guild"]}}


def test_cards_of_fortune_may_be_chosen() -> None:
    game = TinyTowns(num_players=2, fortune=True, cards=["mine", "museum"])
    assert len(game.prepare({"cards": {"farm": "tithe_barn"}} | MONUMENTS)) == 1


@pytest.mark.parametrize("coins", [False, True])
def test_they_need_fortune(coins: bool) -> None:
    with pytest.raises(ValueError, match="cards: 'mine' is a card of Fortune and needs fortune=True; allowed: well"):
        TinyTowns(num_players=2, coins=coins, cards=["mine"])
    game = TinyTowns(num_players=2, coins=coins)
    for options, message in (
        ({"cards": {"farm": "tithe_barn"}}, r"options\['cards'\]: 'tithe_barn' is a card of Fortune"),
        (MONUMENTS, r"options\['monuments'\]\['player_0'\]: 'hollow_hill' is a card of Fortune"),
        ({"cards": ["hut"]}, r"options\['cards'\]: unknown card 'hut'; allowed: cottage"),
        ({"cards": {"farm": ["farm"]}}, r"options\['cards'\]: unknown card \['farm'\]; allowed: farm"),
    ):
        with pytest.raises(ValueError, match=message) as refused:
            game.prepare(options)
        assert "\n" not in str(refused.value)
        allowed = str(refused.value).split("allowed: ")[1].split(", ")
        assert not FORTUNE & set(allowed)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"fortune": True, "coins": False}, "fortune=True needs the coin rules"),
    ({"fortune": 1}, "fortune=1 is not allowed; allowed: True, False"),
    ({"coins": "yes"}, "coins='yes' is not allowed"),
    ({"parsonage": "some"}, "parsonage='some' is not allowed; allowed: 'at_least', 'exact', 'forbid'"),
    ({"max_fortune_buildings": 7}, "max_fortune_buildings=7 is not allowed; allowed: 0 to 6"),
    ({"max_fortune_buildings": True}, "max_fortune_buildings=True is not an integer; allowed: 0 to 6"),
    ({"museum_keeps_exhibits": None}, "museum_keeps_exhibits=None is not allowed"),
]


@pytest.mark.parametrize(("options", "message"), BAD, ids=[message[:30] for _, message in BAD])
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TinyTowns(num_players=2, **options)


@pytest.mark.parametrize(
    "option",
    ["num_players", "monuments", "cards", "first_builder", "fortune", "coins", "max_fortune_buildings", "parsonage"],
)
def test_refusals_are_one_short_line(option: str) -> None:
    for value in (np.ones((60, 2)), np.array(["exact", "forbid"]), "x" * 5000, "a\nb", 10**30, float("nan")):
        with pytest.raises(ValueError, match=f"{option}=.*allowed") as refused:
            TinyTowns(**{option: value})
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 250


def test_whole_numbers_of_numpy_are_numbers() -> None:
    game = TinyTowns(num_players=np.int64(3), fortune=True, max_fortune_buildings=np.uint8(2))
    assert type(game.options()["max_fortune_buildings"]) is int
