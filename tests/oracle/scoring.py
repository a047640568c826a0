"""Final scoring, building by building, and the tie-breaks (section 6, card texts, section 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.oracle.cards import group_of
from tests.oracle.layouts import ALL_SQUARES, adjacent, around, column, connected_groups, is_building, row, square_name

CORNERS = (0, 3, 12, 15)
CENTRE = (5, 6, 9, 10)
TAVERN = (0, 2, 5, 9, 14, 20)
ALMSHOUSE = (0, -1, 5, -3, 15, -5, 26)
SHRINE = (0, 1, 2, 3, 4, 5, 8)
STARLOOM = {1: 6, 2: 3, 3: 2}


@dataclass
class Town:
    """A town at the end of the game."""

    squares: list[str]
    monument: str | None = None
    built: bool = False
    stored: dict[int, list[str]] = field(default_factory=dict)
    completed: int | None = None  # the round in which it was completed
    shrine: int = 0  # buildings in the town when the Shrine was constructed, itself included
    builder_turns: int = 0

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


def cottages(town: Town, squares: Sequence[int]) -> int:
    """How many Cottages these squares are worth; Barrett Castle counts as 2."""
    return sum({"cottage": 1, "barrett_castle": 2}.get(town.squares[s], 0) for s in squares)


def feeding_plans(town: Town) -> list[tuple[int, ...]]:
    """Every way to feed as many as possible; more than one only with Farms and Greenhouses (section 6.2)."""
    feedable = [s for s in ALL_SQUARES if town.squares[s] in ("cottage", "barrett_castle")]
    farms = len(town.where("farm"))
    if farms:
        return list(combinations(feedable, min(4 * farms, len(feedable))))
    greenhouses = len(town.where("greenhouse"))
    if greenhouses:
        groups = connected_groups(feedable)
        picks = combinations(groups, min(greenhouses, len(groups)))
        return [tuple(sorted(set().union(*pick))) for pick in picks]
    reached = {s for g in town.where("granary") for s in around(g)}
    reached |= {s for o in town.where("orchard") for s in row(o) + column(o)}
    return [tuple(s for s in feedable if s in reached)]


def one_building(town: Town, square: int, fed: Sequence[int], right: Town | None) -> int:
    """The points of one building; those that score for the whole town are in ``whole_town``."""
    card = town.squares[square]
    beside = adjacent(square)
    types_beside = town.groups(beside)
    line, lane = row(square), column(square)
    others = [s for s in line + lane if s != square]
    if card == "cottage":
        return 3 if square in fed or (town.built and town.monument == "grand_mausoleum_of_the_rodina") else 0
    if card == "barrett_castle":
        return 5 if square in fed else 0
    if card == "well":
        return cottages(town, beside)
    if card == "fountain":
        return 2 if "well" in types_beside else 0
    if card == "millstone":
        return 2 if types_beside & {"farm", "theater"} else 0
    if card == "abbey":
        return 0 if types_beside & {"factory", "tavern", "theater"} else 3
    if card == "chapel":
        return cottages(town, fed)
    if card == "cloister":
        return sum(town.group(s) == "chapel" for s in CORNERS)
    if card == "temple":
        return 4 if cottages(town, [s for s in beside if s in fed]) >= 2 else 0
    if card == "feast_hall":
        rival = len(right.where("feast_hall")) if right else 0  # ruling 2: nobody sits there in a solo game
        return 3 if len(town.where("feast_hall")) > rival else 2
    if card == "inn":
        return 0 if any(town.group(s) == "tavern" for s in others) else 3
    if card == "bakery":
        return 3 if types_beside & {"farm", "factory"} else 0
    if card == "market":
        return max(sum(town.group(s) == "theater" for s in some) for some in (line, lane))  # ruling 3
    if card == "tailor":
        return 1 + sum(town.group(s) == "theater" for s in CENTRE)
    if card == "theater":
        return len(town.groups(others) - {"theater"})
    if card == "warehouse":
        return -len(town.stored.get(square, []))
    if card == "mandras_palace":
        return 2 * len(types_beside)
    flat = {"shed": 1, "bank": 4, "trading_post": 1, "architects_guild": 1, "cathedral_of_caterina": 2}
    return (flat | {"fort_ironweed": 7, "grove_university": 3}).get(card, 0)


def whole_town(town: Town, towns: Sequence[Town]) -> dict[str, int]:
    """What is looked up once for a town: sets of green buildings and the monuments that look at all of it."""
    types = town.groups(ALL_SQUARES) - {"monument"}
    greens = sum(town.group(s) == "tavern" for s in ALL_SQUARES)
    kinds = [[s for s in ALL_SQUARES if group_of(town.squares[s]) == g] for g in [*types, "monument"]]
    largest = max((len(group) for squares in kinds for group in connected_groups(squares)), default=0)
    earlier = [t for t in towns if t.completed and town.completed and t.completed < town.completed]
    return {
        "tavern": TAVERN[min(greens, 5)],
        "almshouse": ALMSHOUSE[min(greens, 6)],
        "archive_of_the_second_age": len(types),
        "shrine_of_the_elder_tree": SHRINE[min(town.shrine, 6)],
        "silva_forum": 1 + largest,
        "the_sky_baths": 2 * (7 - len(types)),
        "the_starloom": STARLOOM.get(1 + len(earlier), 0),  # ruling 15
    }


def score_plan(town: Town, towns: Sequence[Town], right: Town | None, fed: Sequence[int]) -> dict[str, Any]:
    """The breakdown with one feeding plan."""
    totals = whole_town(town, towns)
    by_card: dict[str, int] = {}
    for square in ALL_SQUARES:
        card = town.squares[square]
        if not is_building(card):
            continue
        if card in totals:
            by_card[card] = totals[card]
        else:
            by_card[card] = by_card.get(card, 0) + one_building(town, square, fed, right)
    empty = 0 if town.built and town.monument == "cathedral_of_caterina" else -town.bare()
    total = sum(by_card.values()) + empty
    return {"by_card": by_card, "coins": 0, "coins_left": 0, "empty": empty, "total": total, "fed": list(fed)}


def score_towns(towns: Sequence[Town]) -> list[dict[str, Any]]:
    """The final scores of all players, in the shape of the scoring vectors.

    Of equally good feeding plans the one whose list of squares comes first is given (D11).
    """
    results = []
    for k, town in enumerate(towns):
        right = towns[k - 1] if len(towns) > 1 else None  # the player on the right acted before (section 1)
        plans = [score_plan(town, towns, right, fed) for fed in feeding_plans(town)]
        most = max(plan["total"] for plan in plans)
        best = sorted((plan for plan in plans if plan["total"] == most), key=lambda plan: plan["fed"])
        result = best[0] | {"fed_is_unique": all(plan["fed"] == best[0]["fed"] for plan in best)}
        result["fed"] = [square_name(s) for s in result["fed"]]
        if any(plan["by_card"] != best[0]["by_card"] for plan in best):
            result["by_card_is_unique"] = False
        results.append(result)
    return results


def winners(towns: Sequence[Town], totals: Sequence[int]) -> list[int]:
    """The winners after the tie-breaks of section 6 (ruling 1)."""

    def merit(k: int) -> tuple[int, ...]:
        return totals[k], -towns[k].builder_turns, -towns[k].bare(), len(towns[k].where("cottage"))

    best = max(map(merit, range(len(towns))))
    return [k for k in range(len(towns)) if merit(k) == best]


def rank(total: int) -> str:
    """The rating of a solo game (section 9)."""
    for least, name in (
        (38, "Master Architect"),
        (32, "Town Planner"),
        (25, "Engineer"),
        (18, "Carpenter"),
        (10, "Builder's Apprentice"),
    ):
        if total >= least:
            return name
    return "Aspiring Architect"
