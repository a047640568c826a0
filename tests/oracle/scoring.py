"""Final scoring, building by building, and the tie-breaks (section 6, card texts, section 11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.oracle.cards import group_of
from tests.oracle.coins import CENTRE
from tests.oracle.feeding import Plan, feeding_plans
from tests.oracle.layouts import ALL_SQUARES, adjacent, column, connected_groups, is_building, row, square_name
from tests.oracle.town import Town, cottages

CORNERS = (0, 3, 12, 15)
TAVERN = (0, 2, 5, 9, 14, 20)
ALMSHOUSE = (0, -1, 5, -3, 15, -5, 26)
SHRINE = (0, 1, 2, 3, 4, 5, 8)
STARLOOM = {1: 6, 2: 3, 3: 2}


FLAT = {
    "shed": 1,
    "bank": 4,
    "trading_post": 1,
    "architects_guild": 1,
    "cathedral_of_caterina": 2,
    "fort_ironweed": 7,
    "grove_university": 3,
    "jeweler": 4,
    "teahouse": 1,
    "oddity_shop": 2,
    "gamblers_den": 2,
    "caterinas_grotto": 2,
    "estival_festival": 4,
    "masons_guild": 3,
    "petal_promenade": 3,
    "prism_forge": 1,
    "southern_semaphore": 1,
}
"""Always the same points; what is not named anywhere is worth nothing."""


def one_building(town: Town, square: int, fed: Sequence[int], right: Town | None) -> int:
    """The points of one building; those that score for the whole town are in ``whole_town``, and a Schoolhouse's
    bonus is not yet in."""
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
    if card == "cathedral":
        return 0 if "cathedral" in (town.squares[s] for s in beside) else 7
    if card == "parsonage":
        return 4 if cottages(town, [s for s in beside if s in fed]) else 0
    if card == "schoolhouse":
        return 2 * with_bonus(town, square, fed)
    if card == "eraflage_vineyard":
        return 9 * (square in fed) - 2 * len(town.groups(others))  # R5
    if card == "treasury_at_okaver":
        return cottages(town, beside)
    if card == "hollow_hill":
        return 7 - 2 * town.swaps
    return FLAT.get(card, 0)


def with_bonus(town: Town, square: int, fed: Sequence[int]) -> bool:
    """Whether a Schoolhouse scores at all: next to a fed Cottage or Barrett Castle."""
    return bool(cottages(town, [s for s in adjacent(square) if s in fed]))


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


def score_plan(town: Town, towns: Sequence[Town], right: Town | None, plan: Plan) -> dict[str, Any]:
    """The breakdown with one feeding plan, without a Schoolhouse's bonus."""
    fed, left = plan
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
    empty = 0 if town.owns("cathedral_of_caterina") else -town.bare()
    coins = left * (2 if town.owns("estival_festival") else 1)
    total = sum(by_card.values()) + empty + coins
    return {"by_card": by_card, "coins": coins, "coins_left": left, "empty": empty, "total": total, "fed": list(fed)}


def add_bonus(town: Town, result: dict[str, Any]) -> dict[str, Any]:
    """The same with 2 more for every Schoolhouse that scores."""
    bonus = 2 * sum(with_bonus(town, s, result["fed"]) for s in town.where("schoolhouse"))
    if not bonus:
        return result
    by_card = result["by_card"] | {"schoolhouse": result["by_card"]["schoolhouse"] + bonus}
    return result | {"by_card": by_card, "total": result["total"] + bonus}


def best_plans(town: Town, towns: Sequence[Town], right: Town | None) -> list[dict[str, Any]]:
    """The breakdowns of the plans with the highest own total without the bonus, of these those that leave most coins
    (Fortune section 7)."""
    plans = [score_plan(town, towns, right, plan) for plan in feeding_plans(town)]
    most = max((plan["total"], plan["coins_left"]) for plan in plans)
    return [plan for plan in plans if (plan["total"], plan["coins_left"]) == most]


def score_towns(towns: Sequence[Town]) -> list[dict[str, Any]]:
    """The final scores of all players, in the shape of the scoring vectors.

    Of plans that are still equal the one with most points with the bonus is given, then the one whose list of squares
    comes first (D11).
    """
    rights = [towns[k - 1] if len(towns) > 1 else None for k in range(len(towns))]  # who acted before (section 1)
    plans = [best_plans(town, towns, right) for town, right in zip(towns, rights, strict=True)]
    results = []
    for k, town in enumerate(towns):
        mine = plans[k]
        rival = plans[k - 1][0]["coins_left"] if len(towns) > 1 else 0  # after feeding (R4)
        if mine[0]["coins_left"] >= rival:
            mine = [add_bonus(town, plan) for plan in mine]
        most = max(plan["total"] for plan in mine)
        best = sorted((plan for plan in mine if plan["total"] == most), key=lambda plan: plan["fed"])
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
