"""The features of a player's position computed a second time: plainly, everything tried, nothing kept."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.jit import jit
from tests.oracle.layouts import adjacent, connected_groups
from tt_env.cards import ALL_CARDS, CARDS
from tt_env.heuristics import potential
from tt_env.heuristics import value as v
from tt_env.heuristics.features import EXPECTED_WEIGHTS, PLAYER_FEATURES
from tt_env.rules import feeding, scoring
from tt_env.tables import placements, tables
from tt_env.town import BUILDING, put

NAMES = [feature.name for feature in PLAYER_FEATURES]
ANYWHERE = ("shed",)
MONUMENT = 7
NEAR = 1e-9

Town = tuple[int, ...]
"""The contents of the 16 squares: 0 empty, 1 to 5 a cube, from 6 on a building."""


def word(town: Town) -> np.int64:
    result = np.int64(0)
    for square, content in enumerate(town):
        result = np.int64(put(result, square, content))
    return result


@jit
def _worth(t: Any, games: Any, player: Any, town: Any, parts: Any) -> None:
    """Points and potential of the buildings of each slot, ``[2, 8]``, of a town without cubes."""
    g = games[0]
    s = g["players"][player]
    right = scoring.greens_to_the_right(g, g["shown"], player)
    rich = s["coins"] >= g["shown"][scoring.right_of(g, player)]["coins"]
    fed = feeding.feed(g, s, town, np.int64(0))
    for slot in range(8):
        parts[0, slot] = scoring.slot_points(g, s, town, slot, fed, right, rich)
        parts[1, slot] = potential.potential_of(g, s, town, slot, fed)
    parts[0, 7] += potential.promised_shrine(s, town)


@jit
def _touched(games: Any, player: Any, town: Any, slot: Any) -> Any:
    return potential.touched_slots(games[0], games[0]["players"][player], town, slot)


@jit
def _score(t: Any, games: Any, player: Any, points: Any) -> None:
    g = games[0]
    s, right = g["players"][player], scoring.greens_to_the_right(g, g["shown"], player)
    right_coins = np.int64(g["shown"][scoring.right_of(g, player)]["coins"])
    scoring.score_town(g, s, s["town"], right, right_coins, points)


@jit
def _food(t: Any, games: Any, player: Any, town: Any, free: Any, out: Any) -> None:
    g = games[0]
    s = g["players"][player]
    hungry, reds = feeding.hungry_squares(s, town), scoring.of_slot(town, 1)
    out[0] = v.count(hungry & ~feeding.feed(g, s, town, np.int64(0)))
    out[1] = potential.spare_food(g["row"][1], reds, hungry, free) if reds != 0 else 0.0


class Position:
    """One player of a game, and all that does not change while cubes come into its town."""

    def __init__(self, games: npt.NDArray[Any], player: int, own: bool) -> None:
        self.games, self.player, self.own = games, player, own
        self.g = games[0]
        self.s = self.g["players"][player]
        self.town: Town = tuple((int(self.s["town"]) >> 4 * k) & 15 for k in range(16))
        self.row = [ALL_CARDS[number - 1].id for number in self.g["row"]]
        built, monument = bool(self.s["built"]), int(self.s["monument"])
        self.card = ALL_CARDS[monument - 1].id if monument and (own or built) else ""
        self.posts = {k for k, c in enumerate(self.town) if c == BUILDING + 6 and self.row[6] == "trading_post"}
        self.bare: Town = tuple(c if c >= BUILDING else 0 for c in self.town)
        self.room = min(1.0, self.bare.count(0) / 10)
        self.layouts = [(slot, dict(cells)) for slot in range(8) for cells in self.placements(slot)]
        self.by_square: dict[tuple[int, int], float] = {}
        self.worths = [self.worth_of_layout(slot, cells) for slot, cells in self.layouts]

    def placements(self, slot: int) -> list[Any]:
        """The placements of the card that can be built in a slot which are possible now."""
        if slot < MONUMENT:
            card = self.row[slot]
        elif self.card and not self.s["built"] and not (self.card == "estival_festival" and self.s["coins"] < 2):
            card = self.card
        else:
            return []
        return [cells for cells in placements(CARDS[card]) if self.is_possible(self.town, dict(cells))]

    def is_possible(self, town: Town, cells: dict[int, int]) -> bool:
        return all(k in self.posts or town[k] in (0, resource) for k, resource in cells.items())

    def total(self, town: Town, slots: list[int]) -> float:
        """Points and potential of these slots in a town without cubes; potential by the room there is now."""
        parts = np.zeros((2, 8))
        _worth(tables(), self.games, self.player, word(town), parts)
        return float(parts[0, slots].sum() + self.room * parts[1, slots].sum())

    def worth(self, slot: int, square: int) -> float:
        """What a building of a slot adds on a square."""
        if (slot, square) not in self.by_square:
            later = (*self.bare[:square], BUILDING + slot, *self.bare[square + 1 :])
            touched = int(_touched(self.games, self.player, word(self.bare), slot))
            slots = [k for k in range(8) if (touched >> k) & 1]  # what it changes beside them is not looked at
            self.by_square[slot, square] = self.total(later, slots) - self.total(self.bare, slots)
        return self.by_square[slot, square]

    def worth_of_layout(self, slot: int, cells: dict[int, int]) -> float:
        obelisk = self.s["built"] and self.card == "obelisk_of_the_crescent"
        anywhere = obelisk or (slot < MONUMENT and self.row[slot] in ANYWHERE)
        squares = range(16) if anywhere else cells
        return max(self.worth(slot, square) for square in squares if self.bare[square] == 0)

    def promises(self, town: Town) -> list[tuple[int, frozenset[int], float]]:
        """The layouts that are begun: slot, squares, promise; those that promise nothing too."""
        found = []
        for (slot, cells), worth in zip(self.layouts, self.worths, strict=True):
            squares = frozenset(cells) - self.posts
            lying = [k for k in squares if town[k] != 0]
            if lying and self.is_possible(town, cells):
                promise = worth + v.EMPTY_SQUARE * (len(lying) - 1) + v.LOOSE_CUBE * len(lying)
                promise *= v.READY_LAYOUT * v.MISSING_CUBE ** (len(squares) - len(lying))
                found.append((slot, squares, promise))
        return found

    def best_two(self, town: Town) -> float:
        """What the best two layouts promise that share no square."""
        promises = [(squares, p) for _, squares, p in self.promises(town) if p > 0]
        if not promises:
            return 0.0
        masks = np.array([sum(1 << k for k in squares) for squares, _ in promises])
        values = np.array([p for _, p in promises])
        larger, smaller = np.maximum.outer(values, values), np.minimum.outer(values, values)
        beside = (masks[:, None] & masks[None, :]) == 0
        return float(max(values.max(), (np.where(beside, larger + v.FURTHER_LAYOUT * smaller, 0.0)).max()))

    def of_squares(self, town: Town) -> float:
        """What the empty squares are worth and the loose cubes cost."""
        crowded = max(0, v.FEW_SQUARES - town.count(0))
        loose = sum(1 <= c <= 5 for c in town)
        pairs = v.EMPTY_PAIR * self.pairs(town)
        return v.EMPTY_SQUARE * town.count(0) + pairs - v.LOOSE_CUBE * loose - v.CROWDED * crowded**2

    @staticmethod
    def pairs(town: Town) -> int:
        return sum(town[k] == town[other] == 0 for k in range(16) for other in adjacent(k)) // 2

    def gains(self, town: Town) -> dict[tuple[int, int], float]:
        """What one more cube adds, by resource and square."""
        now = self.best_two(town) + self.of_squares(town)
        found = {}
        for resource, square in product(range(1, 6), range(16)):
            if town[square] == 0:
                later = (*town[:square], resource, *town[square + 1 :])
                found[resource, square] = self.best_two(later) + self.of_squares(later) - now
        return found

    def best_three(self, town: Town) -> tuple[float, float, float]:
        promises = [(squares, p) for _, squares, p in self.promises(town) if p > 0]
        best = (0.0, 0.0, 0.0, 0.0)
        for squares, first in promises:
            best = first_of(best, (first, first, 0.0, 0.0))
            for others, second in promises:
                if not squares & others and second <= first:
                    third = max((p for more, p in promises if not more & (squares | others)), default=0.0)
                    best = first_of(best, (first + v.FURTHER_LAYOUT * second, first, second, third))
        return best[1:]

    def row_of(self, town: Town) -> tuple[list[float], list[float]]:
        """The features by their names, then what the next cube adds."""
        gained = self.gains(town)
        gain = [max((x for (r, _), x in gained.items() if r == resource), default=0.0) for resource in range(1, 6)]
        f = self.of_cubes(town) | self.of_buildings(town)
        ordered = sorted(gain)
        f |= {"next_mean": sum(gain) / 5, "next_most": ordered[4], "next_second": ordered[3], "next_least": ordered[0]}
        f["next_useful"] = sum(x > 1e-6 for x in gain)
        blacks = [k for k in range(16) if town[k] == BUILDING + 6]
        shown = {r for r in range(1, 6) for k in blacks if (int(self.s["stored"][k]) >> 3 * (r - 1)) & 7}
        f["stored_use"] = sum(gain[r - 1] for r in shown)
        early = town.count(0) / 16
        for name in ("pairs", "loose", "best_plan", "second_plan", "next_mean"):
            f[f"early_{name}"] = early * f[name]
        f["expected"] = float(EXPECTED_WEIGHTS @ np.array([f.get(name, 0.0) for name in NAMES]))
        assert sorted(f) == sorted(NAMES)
        return [float(f[name]) for name in NAMES], gain

    def of_cubes(self, town: Town) -> dict[str, float]:
        cubes = {k for k in range(16) if 1 <= town[k] <= 5}
        promises = self.promises(town)
        covered = [set[int](), set[int](), set[int](), set[int]()]
        for _, squares, _ in promises:
            for missing in range(min(3, len(squares - cubes)), 4):
                covered[missing] |= squares & cubes
        best, second, third = self.best_three(town)
        crowded = max(0, v.FEW_SQUARES - town.count(0))
        groups = connected_groups(k for k in range(16) if town[k] == 0)
        return {
            "empty": town.count(0),
            "pairs": self.pairs(town),
            "loose": len(cubes),
            "crowding": crowded**2,
            "best_plan": best,
            "second_plan": second,
            "third_plan": third,
            "begun": len(promises),
            "ready_cubes": len(covered[0]),
            "near_cubes": len(covered[1]),
            "far_cubes": len(covered[2]),
            "stray_cubes": len(cubes - covered[3]),
            "monument_plan": max((0.0, *(p for slot, _, p in promises if slot == MONUMENT))),
            "isolated": sum(len(group) == 1 for group in groups),
            "largest_room": max(map(len, groups), default=0),
        }

    def of_buildings(self, town: Town) -> dict[str, float]:
        parts, food = np.zeros((2, 8)), np.zeros(2)
        _worth(tables(), self.games, self.player, word(self.bare), parts)
        free = sum(1 << k for k in range(16) if self.town[k] == 0)
        _food(tables(), self.games, self.player, word(self.bare), np.int64(free), food)
        counts = [self.bare.count(BUILDING + slot) for slot in range(8)]
        early = ("cottage", "farm", "well", "chapel", "tavern", "theater", "black")
        return {
            "points": parts[0].sum(),
            "potential": self.room * parts[1].sum(),
            "complete": 0.0,
            "to_come": self.to_come(),
            "reserved": self.reserved(),
            "coins": int(self.s["coins"]) * (2 if self.card == "estival_festival" and self.s["built"] else 1),
            "buildings": sum(counts),
            "types": sum(n > 0 for n in counts),
            "monument": int(self.s["built"]),
            "hungry": food[0],
            "spare_food": food[1],
            "stored": sum((int(stored) >> 3 * r) & 7 for stored in self.s["stored"] for r in range(5)),
            **{f"{name}s_early": self.room * n for name, n in zip(early, counts, strict=False)},
        }

    def to_come(self) -> float:
        worth = v.RESERVED_BUILDING * bin(self.s["reserved"]).count("1")
        if not any(self.town):
            ways = [x for (slot, _), x in zip(self.layouts, self.worths, strict=True) if slot == MONUMENT]
            worth += v.MONUMENT_TO_COME * max((0.0, *ways))
        entry = int(self.s["pending"][self.s["depth"] - 1]) if self.s["depth"] else 0
        if entry & 255 == 6:  # buildings from the supply: of which slots, and how many
            most = min(entry >> 24, bin((entry >> 8) & 255).count("1"), self.town.count(0))
            worth += v.FREE_BUILDING * most
        return worth

    def reserved(self) -> float:
        total = 0.0
        for slot in range(7):
            if (int(self.s["reserved"]) >> slot) & 1:
                total += max((0.0, *(self.worth(slot, k) for k in range(16) if self.town[k] == 0)))
        return total


def first_of(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    """The first of two in descending order, rounding left aside; ``a`` of equals."""
    for x, y in zip(a, b, strict=True):
        if abs(x - y) > NEAR:
            return a if x > y else b
    return a


def slow_features(games: npt.NDArray[Any], player: int, own: bool, hand: int) -> tuple[list[float], list[float]]:
    """A player's features, and what the next cube adds to its town by resource, both as floats.

    Args:
        games: One record.
        player: The player.
        own: Whether its unbuilt monument is known.
        hand: The resource of a cube in hand, 0 without one.
    """
    position = Position(games, player, own)
    if position.s["completed"]:
        points = np.zeros(scoring.POINTS, np.int32)
        _score(tables(), games, player, points)
        f = dict.fromkeys(NAMES, 0.0)
        kept = ("buildings", "types", "monument", "hungry", "spare_food", "stored")
        f |= {k: x for k, x in position.of_buildings(position.town).items() if k in kept or k.endswith("s_early")}
        f |= {"points": float(points.sum()), "expected": float(points.sum()), "complete": 1.0}
        return [f[name] for name in NAMES], [0.0] * 5
    town = position.town
    if hand and 0 in town:
        gained = {square: x for (resource, square), x in position.gains(town).items() if resource == hand}
        most = max(gained.values())
        towns = [(*town[:k], hand, *town[k + 1 :]) for k, x in gained.items() if x > most - NEAR]
        best: tuple[float, ...] | None = None
        for row, gain in map(position.row_of, towns):
            found = (row[-1], *row, *gain)
            best = found if best is None else first_of(best, found)
        assert best is not None
        return list(best[1 : 1 + len(NAMES)]), list(best[1 + len(NAMES) :])
    return position.row_of(town)
