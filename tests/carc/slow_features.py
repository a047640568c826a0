"""The features of a position once more, as plainly as possible: from where tiles, meeples and ingots are.

Roads, cities, fields and their points come from the oracle, which walks over the printed tiles; the chances by trying
every remaining tile in every rotation on every open square. Of a record only the board and what players hold are read.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from carc_gold_env.heuristics.features import PLAYER_FEATURES, PRIOR_WEIGHTS
from carc_gold_env.notation.segments import meeple_of
from carc_gold_env.state import MEEPLES
from carc_gold_env.tables import tables
from carc_gold_env.tiles import TILES, tile_id
from tests.carc.oracle import STEP, Feature, Laid, Oracle, Square, edge, sides_of

NAMES = [feature.name for feature in PLAYER_FEATURES]
PILE = 79


def board_of(g: Any, options: Mapping[str, Any]) -> tuple[Oracle, Counter[str]]:
    """The oracle's board of a record, and the tiles that are left in the draw pile."""
    oracle = Oracle(
        options["num_players"],
        [],
        farmers=options["farmers"],
        small_city=options["small_city"],
        farmer_scoring=options["farmer_scoring"],
        meeples=options["meeples"],
    )
    oracle.player, oracle.hand = int(g["player"]), tile_id(g["hand"])
    oracle.scores = [int(points) for points in g["score"][: oracle.players]]
    oracle.ingots = [int(ingots) for ingots in g["ingots"][: oracle.players]]
    oracle.board, squares, first = {}, [], []
    for slot in range(int(g["tiles"])):
        squares.append((int(g["x"][slot]), int(g["y"][slot])))
        first.append(first[-1] + int(tables()[0]["segments"][g["type"][slot - 1]]) if slot else 0)
        oracle.board[squares[-1]] = Laid(
            tile_id(g["type"][slot]), int(g["rotation"][slot]), ingots=int(g["lies"][slot])
        )
    oracle.last = squares[-1]
    for player in range(oracle.players):
        for k in range(MEEPLES):
            segment = int(g["stands"][player, k]) - 1
            if segment >= 0:
                slot = max(s for s in range(len(first)) if first[s] <= segment)
                kind, number = meeple_of(int(g["type"][slot]), segment - first[slot])
                oracle.board[squares[slot]].meeple = (kind, number, player)
    left = Counter({tile_id(k): int(g["left"][k]) for k in range(1, len(TILES) + 1) if g["left"][k]})
    return oracle, left


@functools.cache
def fits(tile: str, sides: tuple[tuple[str, str], ...]) -> bool:
    return any(all(edge(tile, rotation, side) == kind for side, kind in sides) for rotation in range(4))


def chance_of_square(oracle: Oracle, left: Counter[str], square: Square) -> float:
    sides = []
    for side, (dx, dy) in STEP.items():
        laid = oracle.board.get((square[0] + dx, square[1] + dy))
        if laid is not None:
            sides.append((side, edge(laid.tile, laid.rotation, {"N": "S", "E": "W", "S": "N", "W": "E"}[side])))
    fitting = sum(count for tile, count in left.items() if fits(tile, tuple(sides)))
    return 1 - math.exp(-0.35 * fitting)


def open_squares(oracle: Oracle, feature: Feature) -> set[Square]:
    """The empty squares that a road, city or monastery waits for."""
    found = set()
    for x, y, kind, i in feature.nodes:
        if kind == "monastery":
            found |= {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        else:
            laid = oracle.board[x, y]
            for side in sides_of(laid.tile, laid.rotation, kind, i):
                found.add((x + STEP[side][0], y + STEP[side][1]))
    return found - set(oracle.board)


def squares_of(oracle: Oracle, feature: Feature) -> set[Square]:
    """The tiles from which a feature gives out ingots."""
    (square, *_) = feature.squares
    return {square, *oracle.around(square)} if feature.kind == "monastery" else feature.squares


def slow_features(oracle: Oracle, left: Counter[str]) -> list[list[float]]:
    """The features of every player, in the order of ``PLAYER_FEATURES``."""
    share = sum(left.values()) / PILE
    features = oracle.features()
    chances: dict[int, float] = {}
    rows: list[dict[str, float]] = [dict.fromkeys(NAMES, 0.0) for _ in range(oracle.players)]
    for player, row in enumerate(rows):
        n = oracle.ingots[player]
        row["score"] = oracle.scores[player]
        row["gold"] = n * (1 + (n >= 4) + (n >= 7) + (n >= 10))
        row["in_hand"] = oracle.in_hand(player)
        row["in_hand_early"] = row["in_hand"] * share
        row["no_meeple"] = row["in_hand"] == 0
        row["last_meeple"] = row["in_hand"] == 1
    for k, feature in enumerate(features):
        if feature.kind == "field":
            for player, count in feature.meeples.items():
                rows[player]["farmers"] += count
            continue
        waiting = [chance_of_square(oracle, left, square) for square in open_squares(oracle, feature)]
        chances[k] = math.prod(waiting)
        for player, count in feature.meeples.items():
            add_feature(rows[player], oracle, feature, player, count, waiting, share)
    add_fields(rows, oracle, features, chances)
    for row in rows:
        parts = ("score", "gold", "city_1", "city_2", "city_3", "city_gain", "road_1", "road_2")
        parts += ("monastery", "monastery_gain", "farm", "farm_gain")
        row["expected"] = sum(row[part] for part in parts)
    return [[float(row[name]) for name in NAMES] for row in rows]


def add_feature(
    row: dict[str, float],
    oracle: Oracle,
    feature: Feature,
    player: int,
    count: int,
    waiting: list[float],
    share: float,
) -> None:
    chance, points = math.prod(waiting), oracle.value(feature, False)
    row["returns"] += count * chance
    row["returns_early"] += count * chance * share
    row["stuck"] += count * (chance < 0.1)
    if feature.kind != "monastery":
        row["open_cities" if feature.kind == "city" else "open_roads"] += 1
    if player not in feature.owners:
        row["outvoted"] += points
        return
    row["shared"] += points * (len(feature.owners) > 1)
    row["ingots_near"] += chance * sum(oracle.board[square].ingots for square in squares_of(oracle, feature))
    if feature.kind == "city":
        row[f"city_{min(max(len(waiting), 1), 3)}"] += points
        row["city_gain"] += chance * (oracle.value(feature, True) - points)
        row["city_at_risk"] += points * (chance < 0.1)
    elif feature.kind == "road":
        row[f"road_{min(max(len(waiting), 1), 2)}"] += points
    else:
        row["monastery"] += points
        row["monastery_gain"] += sum(waiting)
        row["monastery_open"] += len(waiting)


def add_fields(
    rows: list[dict[str, float]], oracle: Oracle, features: list[Feature], chances: dict[int, float]
) -> None:
    """What fields score now, and each incomplete city by itself as if it were complete, times its chance."""
    fields = [feature for feature in features if feature.kind == "field"]
    for k, city in enumerate(features):
        if city.kind == "city":
            found = [0] * oracle.players
            oracle.score_fields(found, [city], fields)
            for row, points in zip(rows, found, strict=True):
                if city.open == 0:
                    row["farm"] += points
                else:
                    row["farm_gain"] += points * chances[k]


def slow_prior(rows: list[list[float]], player: int) -> float:
    worth = [sum(w * x for w, x in zip(PRIOR_WEIGHTS, row, strict=True)) for row in rows]
    return worth[player] - max(worth[:player] + worth[player + 1 :])
