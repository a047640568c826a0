"""Scenarios of Fortune: games with coins, and short ways to say what happens in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle.cards import LAYOUTS, RESOURCES
from tests.tt.scenario import EMPTY, FORTUNE_MARKS, MARKS, Rules, Table, make_player, position

CUBE_MARKS = {resource: letter for letter, resource in RESOURCES.items()}
MARK_OF = {card: mark for mark, card in (MARKS | FORTUNE_MARKS).items()}
FULL = "Co " * 16

Player = str | dict[str, Any]


def laid(card: str, at: str = "r0c0") -> dict[str, str]:
    """The cubes of a layout as printed, its upper left corner on ``at``: letters by square."""
    y, x = int(at[1]), int(at[3])
    lines = LAYOUTS[card].split("/")
    return {f"r{y + dy}c{x + dx}": cube for dy, line in enumerate(lines) for dx, cube in enumerate(line) if cube != "."}


def board(*layouts: Mapping[str, str], **marks: str) -> str:
    """A board with the cubes of some layouts, and other marks by square: ``r3c3="Co"``."""
    cells = {f"r{y}c{x}": "." for y in range(4) for x in range(4)}
    for given in (*layouts, marks):
        for square, mark in given.items():
            assert cells[square] == "."
            cells[square] = mark
    return " ".join(cells.values())


def build(table: Table, player: int, card: str, square: str, *answers: str) -> Table:
    """Constructs a card on a square, with the first set of cubes that does, and answers what that asks."""
    ways = [move for move in table.legal(player) if move.startswith(f"build {card} {square} using ")]
    assert ways, f"{card} cannot be constructed on {square}: {table.legal(player)}"
    return table.play(player, ways[0], *answers)


def can_build(table: Table, player: int, card: str) -> bool:
    return any(move.startswith(f"build {card} ") for move in table.legal(player))


def as_player(player: Player) -> dict[str, Any]:
    """A board alone stands for a player without coins."""
    return make_player(player) if isinstance(player, str) else player


class Fortune:
    """One of the two engines, asked about games with Fortune."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def table(self, *players: Player, phase: str = "constructing", **more: Any) -> Table:
        """A running game; a single player gets an opponent with an empty town unless ``solo`` is set."""
        solo = more.pop("solo", False)
        if len(players) == 1 and not solo:
            players = (*players, EMPTY)
        more = {"fortune": True, **more}
        return self.rules.table(*map(as_player, players), phase=phase, **more)

    def placing(self, *players: Player, named: str = "wood", own: bool = False, **more: Any) -> Table:
        """Player 0 has to deal with a cube that player 1 named, or player 0 itself."""
        return self.table(*players, phase="placing", named=named, builder=0 if own else 1, **more)

    def taking(self, *players: Player, **more: Any) -> Table:
        """Player 0 is Master Builder and may take a cube off an Oddity Shop."""
        return self.table(*players, phase="taking", **more)

    def score(self, *players: Player, cards: Sequence[str] = ()) -> list[dict[str, Any]]:
        """The final scores of these towns."""
        return self.rules.score(position(*map(as_player, players), cards=cards, fortune=True))

    def final(self, town: str, *, cards: Sequence[str] = (), **more: Any) -> dict[str, Any]:
        """The final score of one town by itself."""
        (result,) = self.score(make_player(town, **more), cards=cards)
        return result

    def can_construct(self, town: str, *, cards: Sequence[str] = (), **more: Any) -> list[str]:
        """The cards that a town allows to be constructed."""
        found = self.rules.constructions(position(make_player(town, **more), cards=cards, fortune=True))
        return sorted({entry["card"] for entry in found})
