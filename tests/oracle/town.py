"""A town, and a player with what has to be decided."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.cards import group_of
from tests.oracle.layouts import ALL_SQUARES, find_layouts, is_building, targets, unmarked


@dataclass
class Town:
    """A town with what counts at the end of the game."""

    squares: list[str]
    monument: str | None = None
    built: bool = False
    stored: dict[int, list[str]] = field(default_factory=dict)
    completed: int | None = None  # the round in which it was completed
    shrine: int = 0  # buildings in the town when the Shrine of the Elder Tree was constructed, itself included
    builder_turns: int = 0
    coins: int = 0  # in the chest
    coin_squares: set[int] = field(default_factory=set)  # coins lying in the town belong to nobody (R18)
    swaps: int = 0  # coins paid for changes since Hollow Hill was constructed (R22)

    def where(self, card: str) -> list[int]:
        return [s for s in ALL_SQUARES if self.squares[s] == card]

    def group(self, square: int) -> str | None:
        """The type on a square for the scoring of buildings: Barrett Castle is Cottages and no monument."""
        return "cottage" if self.squares[square] == "barrett_castle" else group_of(self.squares[square])

    def groups(self, squares: Sequence[int]) -> set[str]:
        return {g for g in map(self.group, squares) if g}

    def bare(self) -> int:
        """Squares without a building; a leftover cube counts as none (section 6.4)."""
        return sum(not is_building(content) for content in self.squares)

    def empty(self) -> list[int]:
        return [s for s in ALL_SQUARES if self.squares[s] == "."]

    def owns(self, monument: str) -> bool:
        return self.built and self.monument == monument


@dataclass
class Player(Town):
    """A town in play and what its owner has to decide: the last of ``tasks`` first."""

    dealt: list[str] = field(default_factory=list)
    reserved: set[str] = field(default_factory=set)  # on Opaleye's Watch
    watch_round: int = 0  # the round in which the Watch was built
    constructed: set[str] = field(default_factory=set)  # this round, by any means
    set_aside: int = 0
    cube: str | None = None  # the resource to be placed
    by_cubes: int = 0  # constructions of this round that removed cubes (R12)
    unpaid: int = 0  # Jewelers of this round without a coin
    forged: bool = False  # The Prism Forge was used this round (R20)
    tasks: list[tuple[Any, ...]] = field(default_factory=list)


def cottages(town: Town, squares: Sequence[int]) -> int:
    """How many Cottages these squares are worth; Barrett Castle counts as 2 (R17)."""
    return sum({"cottage": 1, "barrett_castle": 2}.get(town.squares[s], 0) for s in squares)


def anywhere(card: str, square: int) -> bool:
    return True


def constructions(
    town: Town, cards: Collection[str], allowed: Callable[[str, int], bool] = anywhere
) -> list[tuple[str, list[int], list[int]]]:
    """Everything that can be constructed now: (card, squares used, squares it may go on).

    ``allowed`` says whether the card's own conditions let it come on a square.
    """
    result = []
    for card in sorted(cards) + ([town.monument] if town.monument and not town.built else []):
        if card == "bank" and not unmarked(town.squares, town.stored):
            continue  # a sixth Bank: no resource is left for it (card file; D12)
        if card == "estival_festival" and town.coins < 2:
            continue  # Fortune section 5, step 1
        for squares in find_layouts(town.squares, card):
            where = targets(town.squares, card, squares, town.owns("obelisk_of_the_crescent"))
            if where := [s for s in where if allowed(card, s)]:
                result.append((card, squares, where))
    return result
