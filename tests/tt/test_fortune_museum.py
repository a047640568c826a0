"""Museum: its exhibits, and what they bring (card, Fortune 3.2, R3, R6, R10, D31, D33)."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.tt.fortune import Fortune, board, build, can_build, laid
from tests.tt.scenario import EMPTY, make_player, position, squares
from tt_env import notation, tiny_towns_v0
from tt_env.actions import EXHIBIT

BOTH = """Mu Mu .  .
          W  S  Co .
          Tv Tv Ch Ch
          Th Fa We ."""
HOLD = {0: ["wood", "wheat"], 1: ["wood", "brick"]}


def places(*numbers: int, resource: str = "wood") -> list[str]:
    return [f"place {resource} {squares(s)}" for s in numbers]


def test_stocking_a_museum(fortune: Fortune) -> None:
    """Card, D33: two cubes of the owner's choice from the supply, also two of a kind, in any order."""
    table = fortune.table(board(laid("museum")), cards=["museum"])
    build(table, 0, "museum", "r0c0")
    for _ in range(2):
        assert table.legal(0) == [f"mark {resource}" for resource in sorted(ALL_RESOURCES)]
        table.play(0, "mark wood")
    assert (table.stored(0), table.legal(0)) == ({"r0c0": ["wood", "wood"]}, ["done"])
    both = []
    for first, second in (("wood", "glass"), ("glass", "wood")):
        table = build(fortune.table(board(laid("museum")), cards=["museum"]), 0, "museum", "r0c0")
        both.append(table.play(0, f"mark {first}", f"mark {second}").stored(0))
    assert both[0]["r0c0"] == both[1]["r0c0"] == ["wood", "glass"]


def test_h19_two_museums(fortune: Fortune) -> None:
    """H19, R3: place the wood, or return one wood for 1 coin, off either Museum; the cube leaves, nothing is placed."""
    table = fortune.placing(make_player(BOTH, stored=HOLD))
    assert table.legal(0) == sorted([*places(2, 3, 7, 15), "exhibit r0c0", "exhibit r0c1"])
    town = table.town(0)
    table.play(0, "exhibit r0c1")
    assert (table.coins(0), table.town(0)) == ([1], town)
    assert table.stored(0) == {"r0c0": ["wood", "wheat"], "r0c1": ["brick"]}
    assert table.legal(0) == []  # at most once per round
    table.play(1, "place wood r0c0")
    assert not any(move.startswith(("exhibit", "place")) for move in table.legal(0))


def test_h19_not_on_the_own_naming(fortune: Fortune) -> None:
    """H19: another player has to name it."""
    assert fortune.placing(make_player(BOTH, stored=HOLD), own=True).legal(0) == places(2, 3, 7, 15)


@pytest.mark.parametrize(("named", "on"), [("brick", ["r0c1"]), ("wheat", ["r0c0"]), ("glass", [])])
def test_only_a_resource_on_exhibit(fortune: Fortune, named: str, on: list[str]) -> None:
    """Card: a resource that lies on one of the own Museums."""
    table = fortune.placing(
        make_player(BOTH, stored=HOLD), make_player(BOTH, stored={0: ["glass", "glass"]}), named=named
    )
    assert [move for move in table.legal(0) if "exhibit" in move] == [f"exhibit {square}" for square in on]


@pytest.mark.parametrize(
    ("keeps", "exhibits", "uses"),
    [
        (False, ["wood", "glass"], 2),
        (False, ["wood", "wood"], 2),
        (True, ["wood", "glass"], 4),
        (True, ["wood", "wood"], 3),
    ],
)
def test_r3_how_often_a_museum_works(fortune: Fortune, keeps: bool, exhibits: list[str], uses: int) -> None:
    """R3: two uses per Museum; with ``museum_keeps_exhibits`` as often as somebody names what it shows."""
    here = make_player(board(r0c0="Mu"), stored={0: exhibits})
    table = fortune.table(here, EMPTY, phase="naming", builder=1, museum_keeps_exhibits=keeps)
    used = 0
    for named in ("wood", "wood", "wood", "glass"):
        table.play(1, f"name {named}")
        if "exhibit r0c0" in table.legal(0):
            used += 1
            table.play(0, "exhibit r0c0")
        table.all_place().all_done()
        table.play(0, "name brick").all_place().all_done()
    assert used == uses
    assert table.stored(0) == ({"r0c0": exhibits} if keeps else {})
    assert table.coins(0) == [used]


@pytest.mark.parametrize("keeps", [False, True])
def test_d31_exhibit_with_a_full_chest(fortune: Fortune, keeps: bool) -> None:
    """D31: allowed; the coin is lost. R3: the cube stays only where the setting says so."""
    here = make_player(BOTH, stored=HOLD, coins=4)
    table = fortune.placing(here, museum_keeps_exhibits=keeps).play(0, "exhibit r0c0")
    assert table.coins(0) == [4]
    assert table.stored(0)["r0c0"] == (["wood", "wheat"] if keeps else ["wheat"])


def test_one_way_for_one_cube(fortune: Fortune) -> None:
    """3.2: exactly one of placing, swapping and exhibiting; a new Museum waits for the next naming."""
    table = fortune.placing(make_player(BOTH, stored=HOLD, coins=1)).play(0, "place glass r0c2")
    assert (table.coins(0), table.legal(0)) == ([0], [])
    assert table.stored(0) == {"r0c0": ["wood", "wheat"], "r0c1": ["wood", "brick"]}
    table = fortune.table(board(laid("museum")), cards=["museum"], builder=1)
    build(table, 0, "museum", "r0c0", "mark wood", "mark wood")
    assert table.legal(0) == ["done"]


def test_an_exhibit_in_a_full_town(fortune: Fortune) -> None:
    """3.2, R10: the card is used instead of a square; a town stays in the game only by an empty one."""
    town = "Mu " + "Co " * 14 + "."
    table = (
        fortune.placing(make_player(town, stored={0: ["wood", "glass"]})).play(0, "exhibit r0c0").all_place().all_done()
    )
    assert (table.completed(0), table.coins(0)) == (None, [1])


def test_exhibits_are_no_material_and_cost_nothing(fortune: Fortune) -> None:
    """Card: no VP, and no loss for cubes left; they lie on the card, not in the town."""
    here: dict[str, Any] = {"stored": {0: ["wood", "stone"], 1: ["stone"]}}
    result = fortune.final(board(r0c0="Mu", r0c1="Mu"), **here)
    assert (result["by_card"], result["total"]) == ({"museum": 0}, -14)
    table = fortune.table(make_player(board(r0c0="Mu", r0c1="S"), stored={0: ["wood", "wood"]}))
    assert not can_build(table, 0, "well")


@pytest.mark.parametrize("pair", list(product(["wood", "glass"], repeat=2)))
def test_d33_the_order_of_exhibits_has_no_meaning(fortune: Fortune, pair: tuple[str, str]) -> None:
    """D33: both exhibits can be returned, whichever was put first."""
    for named in set(pair):
        table = fortune.placing(make_player(board(r0c0="Mu"), stored={0: list(pair)}), named=named)
        assert "exhibit r0c0" in table.legal(0)


def test_d34_the_last_round() -> None:
    """D34: exhibits that stay answer every card of a solo game; round 200 is the last, within the bound declared."""
    rules = {"monuments": False, "fortune": True, "museum_keeps_exhibits": True}
    env = tiny_towns_v0.raw_env(num_players=1, **rules)
    stored = {0: ["wood", "wheat"], 1: ["brick", "glass"], 2: ["stone"]}
    here = make_player("Mu Mu Mu .  . . . .  . . . .  . . . .", stored=stored, coins=4)
    where = position(here, cards=["museum"], fortune=True, config=rules, phase="placing", round=190)
    env.reset(seed=1, options={"position": where})
    for _ in range(env.game.max_decisions):
        legal = np.flatnonzero(env.observe("player_0")["action_mask"])
        exhibits = legal[(legal >= EXHIBIT) & (legal < EXHIBIT + 16)]
        env.step(int([*exhibits, *legal][0]))
        if env.terminations["player_0"]:
            break
    assert env.terminations["player_0"]
    g = env.save()[0]
    assert (g["round"], g["players"][0]["completed"], g["players"][0]["score"]) == (200, 200, -13 + 4)
    env.game.check_state(env.save())
    assert notation.load(notation.position(env)).tobytes() == env.save().tobytes()
