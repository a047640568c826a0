"""Carcassonne with The Gold Mines once more, as plainly as possible: every feature is found again at every question.

Written from docs/rules/carcassonne_gold.md and the printed tiles alone; shares no code with the engine.
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Square = tuple[int, int]
Node = tuple[int, int, str, int]  # square, kind, number among the tile's segments of this kind
TILES: dict[str, Any] = {
    tile["id"]: tile
    for tile in json.loads((Path(__file__).parents[1] / "vectors" / "carcassonne" / "tiles.json").read_text())
}
SIDES = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
FACING = {"NL": "SR", "NR": "SL", "EL": "WR", "ER": "WL", "SL": "NR", "SR": "NL", "WL": "ER", "WR": "EL"}
PLURAL = {"city": "cities", "road": "roads", "field": "fields"}


def turned(side: str, rotation: int) -> str:
    return SIDES[(SIDES.index(side[0]) + rotation) % 4] + side[1:]


@functools.cache
def sides_of(tile: str, rotation: int, kind: str, i: int) -> list[str]:
    """The sides or halves of a segment as the tile lies."""
    if kind == "monastery":
        return []
    return [
        turned(side, rotation) for side in TILES[tile][PLURAL[kind]][i]["half_edges" if kind == "field" else "edges"]
    ]


def segments(tile: str) -> list[tuple[str, int]]:
    found = [(kind, i) for kind, plural in PLURAL.items() for i in range(len(TILES[tile][plural]))]
    return [*found, ("monastery", 0)] if TILES[tile]["monastery"] else found


@functools.cache
def edge(tile: str, rotation: int, side: str) -> str:
    return next(kind for old, kind in TILES[tile]["edges"].items() if turned(old, rotation) == side)


def picture(tile: str, rotation: int) -> list[Any]:
    return sorted((kind, sorted(sides_of(tile, rotation, kind, i))) for kind, i in segments(tile))


ROTATIONS = {
    tile: [r for r in range(4) if all(picture(tile, r) != picture(tile, q) for q in range(r))] for tile in TILES
}
"""The rotations of each tile that look different."""


@dataclass
class Laid:
    tile: str
    rotation: int
    meeple: tuple[str, int, int] | None = None  # kind, number, player
    ingots: int = 0


@dataclass
class Feature:
    kind: str
    nodes: set[Node]
    squares: set[Square]
    open: int
    shields: int
    meeples: Counter[int] = field(default_factory=Counter)

    @property
    def owners(self) -> list[int]:
        most = max(self.meeples.values(), default=0)
        return sorted(player for player, n in self.meeples.items() if n == most and n > 0)


class Oracle:
    """A game; the caller says what is drawn and decided."""

    def __init__(
        self,
        players: int,
        tiles: list[str],
        farmers: bool = True,
        small_city: bool = False,
        farmer_scoring: int = 3,
        meeples: int = 7,
    ) -> None:
        self.players, self.farmers, self.small_city = players, farmers, small_city
        self.farmer_scoring, self.meeples = farmer_scoring, meeples
        self.board: dict[Square, Laid] = {(0, 0): Laid("D", 0)}
        self.draw_pile = list(tiles)
        self.scores, self.ingots = [0] * players, [0] * players
        self.player, self.hand, self.over = 0, "", False
        self.discarded: list[str] = []
        self.last: Square = (0, 0)
        self.draw()

    # -- drawing and placing

    def draw(self) -> None:
        while self.draw_pile:
            self.hand = self.draw_pile.pop(0)
            if self.places():
                return
            self.discarded.append(self.hand)
        self.hand, self.over = "", True

    def fits(self, tile: str, square: Square, rotation: int) -> bool:
        if square in self.board:
            return False
        touching = 0
        for side, (dx, dy) in STEP.items():
            other = self.board.get((square[0] + dx, square[1] + dy))
            if other:
                touching += 1
                if edge(other.tile, other.rotation, OPPOSITE[side]) != edge(tile, rotation, side):
                    return False
        return touching > 0

    def empty_squares(self) -> set[Square]:
        beside = {(x + dx, y + dy) for x, y in self.board for dx, dy in STEP.values()}
        return beside - set(self.board)

    def places(self) -> dict[Square, list[int]]:
        found = {sq: [r for r in ROTATIONS[self.hand] if self.fits(self.hand, sq, r)] for sq in self.empty_squares()}
        return {square: rotations for square, rotations in found.items() if rotations}

    def lay(self, square: Square, rotation: int) -> None:
        assert self.fits(self.hand, square, rotation)
        self.board[square] = Laid(self.hand, rotation)
        self.last = square
        if TILES[self.hand]["gold"]:
            self.board[square].ingots += 1

    def around(self, square: Square) -> list[Square]:
        x, y = square
        nine = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
        return [other for other in nine if other in self.board]

    # -- features

    def node_at(self, square: Square, kind: str, side: str) -> Node:
        laid = self.board[square]
        for i in range(len(TILES[laid.tile][PLURAL[kind]])):
            if side in sides_of(laid.tile, laid.rotation, kind, i):
                return (*square, kind, i)
        raise AssertionError((square, kind, side))

    def feature(self, node: Node) -> Feature:
        """The feature of a segment, by walking from side to side."""
        nodes, waiting, open_ends = {node}, [node], 0
        while waiting:
            x, y, kind, i = waiting.pop()
            laid = self.board[x, y]
            for side in sides_of(laid.tile, laid.rotation, kind, i):
                dx, dy = STEP[side[0]]
                if (x + dx, y + dy) not in self.board:
                    open_ends += 1
                    continue
                facing = FACING[side] if kind == "field" else OPPOSITE[side]
                other = self.node_at((x + dx, y + dy), kind, facing)
                if other not in nodes:
                    nodes.add(other)
                    waiting.append(other)
        kind = node[2]
        if kind == "monastery":
            open_ends = 8 - len(self.around(node[:2]))
        found = Feature(kind, nodes, {(x, y) for x, y, _, _ in nodes}, open_ends, 0)
        for x, y, _, i in nodes:
            laid = self.board[x, y]
            if kind == "city":
                found.shields += TILES[laid.tile]["cities"][i]["shields"]
            if laid.meeple and laid.meeple[:2] == (kind, i):
                found.meeples[laid.meeple[2]] += 1
        return found

    def features(self) -> list[Feature]:
        """All features of the board."""
        found: list[Feature] = []
        seen: set[Node] = set()
        for (x, y), laid in self.board.items():
            for kind, i in segments(laid.tile):
                if (x, y, kind, i) not in seen:
                    found.append(self.feature((x, y, kind, i)))
                    seen |= found[-1].nodes
        return found

    def value(self, feature: Feature, complete: bool) -> int:
        if feature.kind == "road":
            return len(feature.squares)
        if feature.kind == "monastery":
            return 9 - feature.open
        double = complete and not (self.small_city and len(feature.squares) == 2)
        return (2 if double else 1) * (len(feature.squares) + feature.shields)

    # -- meeples and the end of a turn

    def in_hand(self, player: int) -> int:
        return self.meeples - sum(laid.meeple is not None and laid.meeple[2] == player for laid in self.board.values())

    def meeple_options(self) -> list[tuple[str, int]]:
        if not self.in_hand(self.player):
            return []
        kinds = [s for s in segments(self.hand) if s[0] != "field" or self.farmers]
        return [segment for segment in kinds if not self.feature((*self.last, *segment)).meeples]

    def finish(self, meeple: tuple[str, int] | None) -> None:
        """The meeple, then everything that follows from the turn."""
        if meeple is not None:
            self.board[self.last].meeple = (*meeple, self.player)
        done: list[Feature] = []
        candidates = [(*self.last, *segment) for segment in segments(self.hand)]
        beside = self.around(self.last)
        candidates += [(*sq, "monastery", 0) for sq in beside if TILES[self.board[sq].tile]["monastery"]]
        for node in candidates:
            feature = self.feature(node)
            if feature.kind != "field" and feature.open == 0 and feature.owners and feature not in done:
                done.append(feature)
        for feature in done:
            for player in feature.owners:
                self.scores[player] += self.value(feature, True)
        self.give_gold(done)
        for feature in done:
            for x, y, kind, i in feature.nodes:
                laid = self.board[x, y]
                if laid.meeple and laid.meeple[:2] == (kind, i):
                    laid.meeple = None
        self.player = (self.player + 1) % self.players
        self.draw()

    def give_gold(self, done: list[Feature]) -> None:
        claims: dict[Square, set[int]] = {}
        for feature in done:
            square = next(iter(feature.squares))
            squares = {square, *self.around(square)} if feature.kind == "monastery" else feature.squares
            for square in squares:
                if self.board[square].ingots:
                    claims.setdefault(square, set()).update(feature.owners)
        order = sorted(claims, key=lambda square: (-len(claims[square]), square[1], square[0]))
        turn = self.player
        while any(self.board[square].ingots for square in order):
            for square in order:
                if turn in claims[square] and self.board[square].ingots:
                    self.board[square].ingots -= 1
                    self.ingots[turn] += 1
                    break
            turn = (turn + 1) % self.players

    # -- the end

    def final(self) -> list[int]:
        """The scores if the game ended now."""
        found = list(self.scores)
        cities: list[Feature] = []
        fields: list[Feature] = []
        for feature in self.features():
            if feature.kind == "field":
                fields.append(feature)
            else:
                if feature.kind == "city" and feature.open == 0:
                    cities.append(feature)
                for player in feature.owners:
                    found[player] += self.value(feature, feature.open == 0)
        if self.farmers:
            self.score_fields(found, cities, fields)
        for player, n in enumerate(self.ingots):
            found[player] += n * (4 if n >= 10 else 3 if n >= 7 else 2 if n >= 4 else 1)
        return found

    def borders(self, meadow: Feature, city: Feature) -> bool:
        for x, y, _, i in meadow.nodes:
            for c in TILES[self.board[x, y].tile]["fields"][i]["cities"]:
                if (x, y, "city", c) in city.nodes:
                    return True
        return False

    def score_fields(self, found: list[int], cities: list[Feature], fields: list[Feature]) -> None:
        for city in cities:
            round_it = [meadow for meadow in fields if meadow.meeples and self.borders(meadow, city)]
            if self.farmer_scoring == 1:
                together: Counter[int] = sum((meadow.meeples for meadow in round_it), Counter())
                for player, n in together.items():
                    found[player] += 4 * (n == max(together.values()))
            elif self.farmer_scoring == 2:
                for player in {player for meadow in round_it for player in meadow.owners}:
                    found[player] += 3
            else:
                for meadow in round_it:
                    for player in meadow.owners:
                        found[player] += 3
