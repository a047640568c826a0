"""Towns written as text, put into the engine's record and scored.

A town is four words of four letters. Buildings are written in small letters by their slot: ``c`` Cottage, ``f`` red,
``w`` grey, ``o`` orange, ``t`` green, ``y`` yellow, ``k`` black, ``m`` monument; cubes in capitals: ``W H B G S``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.jit import jit
from tt_env.cards import CARDS, FIRST_GAME, GROUPS, LETTERS, NUMBERS
from tt_env.rules import plans as feeding
from tt_env.rules import scoring
from tt_env.state import DTYPE
from tt_env.tables import tables
from tt_env.town import BUILDING, put

State = npt.NDArray[Any]
NIBBLES = {".": 0, **LETTERS, **{letter: BUILDING + slot for slot, letter in enumerate("cfwotykm")}}


class Score(NamedTuple):
    """What a player scores: the total, the points of every group, of the empty squares, and the fed squares."""

    total: int
    by_group: dict[str, int]
    empty: int
    fed: list[int]


def word(text: str) -> np.int64:
    """The town word of a town's text."""
    town = np.int64(0)
    cells = "".join(text.split())
    assert len(cells) == 16
    for square, letter in enumerate(cells):
        town = np.int64(put(town, square, NIBBLES[letter]))
    return town


def make_player(
    town: str, monument: str | None = None, stored: Mapping[int, str] | None = None, **fields: int
) -> dict[str, Any]:
    """A player: its town, its monument (built if the town has an ``m``), cubes on buildings by square, other fields."""
    built = int("m" in town)
    number = NUMBERS[monument] if monument else 0
    return {"town": word(town), "monument": number, "built": built, "cubes": stored or {}, **fields}


def game(*players: dict[str, Any], cards: tuple[str, ...] = (), **fields: int) -> State:
    """A game of these players; ``cards`` replace cards of the first game's set."""
    row = FIRST_GAME | {CARDS[card].group: card for card in cards}
    games = np.zeros(1, DTYPE)
    games["num_players"] = len(players)
    games["row"] = [[NUMBERS[row[group]] for group in GROUPS[:7]]]
    for number, values in enumerate(players):
        for name, value in values.items():
            if name != "cubes":
                games["players"][name][0, number] = value
        for square, cubes in values["cubes"].items():
            for letter in cubes:
                games["players"]["stored"][0, number, square] += 1 << (3 * (LETTERS[letter] - 1))
    for name, value in fields.items():
        games[name] = value
    games["shown"] = games["players"]
    return games


@jit
def _score_player(t: Any, games: Any, player: Any, points: Any, fed: Any) -> Any:
    return scoring.score_player(t[0], games[0], player, points, fed)


@jit
def _final_scores(t: Any, games: Any) -> None:
    scoring.final_scores(t[0], games[0])


@jit
def _feeding_plans(t: Any, games: Any, player: Any, plans: Any) -> Any:
    g = games[0]
    return feeding.feeding_plans(
        t[0], g, g["players"][player], scoring.coins_to_the_right(g, g["players"], player), plans
    )


@jit
def _uniqueness(t: Any, games: Any, player: Any, plans: Any) -> Any:
    g = games[0]
    s, right_coins = g["players"][player], scoring.coins_to_the_right(g, g["players"], player)
    fed_is_unique = feeding.is_fed_unique(t[0], g, s, right_coins, plans)
    return fed_is_unique, feeding.is_by_card_unique(t[0], g, s, right_coins, plans)


def squares_of(mask: int) -> list[int]:
    """The squares of a mask."""
    return [square for square in range(16) if (mask >> square) & 1]


def score(games: State, number: int = 0) -> Score:
    """What a player of the game scores."""
    points, fed = np.full(scoring.POINTS, 99, np.int32), np.full(1, 99, np.int64)
    total = _score_player(tables(), games, number, points, fed)
    assert total == points.sum()
    assert points[9] == 0
    groups = dict(zip(GROUPS, points[:8].tolist(), strict=True))
    return Score(int(total), groups, int(points[scoring.EMPTY]), squares_of(int(fed[0])))


def group_points(group: str, town: str, *cards: str, **more: Any) -> int:
    """What the buildings of a group score in a single town."""
    return score(game(make_player(town, **more), cards=cards)).by_group[group]


def finish(games: State) -> tuple[list[int], list[int]]:
    """The final scores and the winners of a game."""
    _final_scores(tables(), games)
    scores = games["players"]["score"][0, : int(games["num_players"][0])].tolist()
    return scores, squares_of(int(games["winners"][0]))


def plans_of(games: State, number: int = 0) -> list[list[int]]:
    """All best feeding plans of a player."""
    plans = np.zeros(feeding.PLAN_LIMIT, np.int64)
    n = _feeding_plans(tables(), games, number, plans)
    return [squares_of(plan) for plan in plans[:n].tolist()]


def uniqueness(games: State, number: int = 0) -> tuple[bool, bool]:
    """Whether a player's fed squares, and its points by card, are the same in all best plans."""
    fed, by_card = _uniqueness(tables(), games, number, np.zeros(feeding.PLAN_LIMIT, np.int64))
    return bool(fed), bool(by_card)
