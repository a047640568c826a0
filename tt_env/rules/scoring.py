"""Final scoring, tie-breaks and winners (rules/tiny_towns_base.md 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.rules.buildings import BLACK, BLUE, GREEN, GREY, ORANGE, PINK, YELLOW, black, green, grey, of_slot, yellow
from tt_env.rules.feeding import (
    as_buildings_see,
    castle_of,
    coin_worth,
    coins_left,
    cottage_points,
    feed,
    orange_points,
)
from tt_env.rules.monuments import CATHEDRAL_OF_CATERINA, monument_points, stands
from tt_env.rules.player import num_players
from tt_env.state import SQUARES
from tt_env.town import buildings, count

EMPTY = 8
"""The place of the empty squares' points behind those of the eight slots."""
COINS = 9
"""The place of the points for coins left."""
POINTS = 10
"""Length of the array that :func:`score_player` fills."""


@jit
def slot_points(g: Any, s: Any, town: Any, slot: Any, fed: Any, right: Any, rich: Any) -> Any:
    """The points of all buildings of a slot, the monument's included.

    Args:
        g: The game.
        s: The player whose town it is.
        town: The town word.
        slot: 0 to 7.
        fed: The squares of the fed buildings.
        right: How many green buildings the right neighbour has.
        rich: Whether the right neighbour has no more coins left than the player.
    """
    if slot == BLUE:
        return cottage_points(s, town, fed)
    if slot == ORANGE:
        return orange_points(g, s, town, fed)
    if slot == PINK:
        return monument_points(g, s, town, fed)
    card, seen = g["row"][slot], as_buildings_see(s, town)
    own = of_slot(seen, slot)
    if own == 0:
        return 0
    if slot == GREY:
        return grey(card, own, seen, castle_of(s, town))
    if slot == GREEN:
        return green(card, own, seen, fed, right, rich)
    if slot == YELLOW:
        return yellow(card, own, seen)
    if slot == BLACK:
        return black(card, own, s["stored"])
    return 0  # red buildings never score


@jit
def squares_without_building(town: Any) -> Any:
    """How many squares hold no building; a leftover cube is none."""
    return SQUARES - count(buildings(town))


@jit
def empty_points(s: Any, town: Any) -> Any:
    """-1 for every square without a building, 0 with the Cathedral of Caterina (6.4)."""
    return 0 if stands(s, town, CATHEDRAL_OF_CATERINA) else -squares_without_building(town)


@jit
def right_of(g: Any, player: Any) -> Any:
    """The player to the right: the one before in turn order (1)."""
    return (player + num_players(g) - 1) % num_players(g)


@jit
def greens_to_the_right(g: Any, players: Any, player: Any) -> Any:
    """How many green buildings the right neighbour has among these ``players``; 0 without a neighbour (RULING 2)."""
    if num_players(g) == 1:
        return 0
    return count(of_slot(players[right_of(g, player)]["town"], GREEN))


@jit
def coins_to_the_right(g: Any, players: Any, player: Any) -> Any:
    """The coins that the right neighbour has left after feeding (Fortune R4)."""
    if g["with_coins"] == 0 or num_players(g) == 1:
        return np.int64(0)
    s = players[right_of(g, player)]
    return np.int64(coins_left(g, s, s["town"], feed(g, s, s["town"], np.int64(0))))


@jit
def score_town(g: Any, s: Any, town: Any, right: Any, right_coins: Any, points: Any) -> Any:
    """Scores a player's town and returns the squares of the fed buildings as a mask.

    Args:
        g: The game.
        s: The player whose town it is.
        town: The town word.
        right: How many green buildings the right neighbour has.
        right_coins: How many coins the right neighbour has left after feeding.
        points: As for :func:`score_player`.
    """
    fed = feed(g, s, town, right_coins)
    left = coins_left(g, s, town, fed)
    for slot in range(PINK + 1):
        points[slot] = slot_points(g, s, town, slot, fed, right, left >= right_coins)
    points[EMPTY] = empty_points(s, town)
    points[COINS] = coin_worth(s, town) * left
    return fed


@jit
def score_player(t: Any, g: Any, player: Any, points: Any, fed: Any) -> Any:
    """Scores a player's town as it stands and returns the total.

    Args:
        t: The tables.
        g: The game.
        player: The player.
        points: int32 array of :data:`POINTS` places, filled with the points of the slots 0 to 6, of the monument,
            of the empty squares and of coins. What the Grand Mausoleum gives counts as the Cottages'.
        fed: int64 array of one place, set to the squares of the fed buildings as a mask.
    """
    s = g["players"][player]
    fed[0] = score_town(
        g,
        s,
        s["town"],
        greens_to_the_right(g, g["players"], player),
        coins_to_the_right(g, g["players"], player),
        points,
    )
    return np.int64(points.sum())


@jit
def beats(g: Any, player: Any, other: Any) -> Any:
    """Whether a player ranks before another (6, ties).

    Most points, fewest turns as Master Builder, fewest squares without a building, most Cottages. All Cottages
    count, fed or not, and Barrett Castle is none; the Cathedral of Caterina fills no square (RULING 1).
    """
    s, o = g["players"][player], g["players"][other]
    lead = np.int64(s["score"]) - np.int64(o["score"])
    if lead == 0:
        lead = np.int64(o["builder_turns"]) - np.int64(s["builder_turns"])
    if lead == 0:
        lead = squares_without_building(o["town"]) - squares_without_building(s["town"])
    if lead == 0:
        lead = count(of_slot(s["town"], BLUE)) - count(of_slot(o["town"], BLUE))
    return lead > 0


@jit
def winners_of(g: Any) -> Any:
    """The players that no other player beats, as a bit mask."""
    winners = 0
    for player in range(num_players(g)):
        beaten = False
        for other in range(num_players(g)):
            beaten |= beats(g, other, player)
        if not beaten:
            winners |= 1 << player
    return winners


@jit
def final_scores(t: Any, g: Any) -> None:
    """Writes every player's ``score`` and the game's ``winners``."""
    points, fed = np.zeros(POINTS, np.int32), np.zeros(1, np.int64)
    for player in range(num_players(g)):
        g["players"][player]["score"] = score_player(t, g, player, points, fed)
    g["winners"] = winners_of(g)
