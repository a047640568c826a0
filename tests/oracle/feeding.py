"""What can be fed, and every way to do it (base section 6.2, Fortune section 7)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from tests.oracle.layouts import ALL_SQUARES, adjacent, around, column, connected_groups, row
from tests.oracle.town import Town

FEEDABLE = ("cottage", "barrett_castle", "eraflage_vineyard")
LINES = [row(4 * k) for k in range(4)] + [column(k) for k in range(4)]

Plan = tuple[tuple[int, ...], int]
"""The squares fed and the coins left."""


def feeding_plans(town: Town) -> list[Plan]:
    """Every way to feed as many as possible, and with a red card of Fortune every legal way to pay for it."""
    feedable = [s for s in ALL_SQUARES if town.squares[s] in FEEDABLE]
    if town.where("root_cellar"):
        return sorted(by_root_cellar(set(feedable), town.coins))
    if barns := town.where("tithe_barn"):
        return by_tithe_barn(feedable, {s for barn in barns for s in adjacent(barn)}, town.coins)
    return [(fed, town.coins) for fed in free_plans(town, feedable)]


def free_plans(town: Town, feedable: list[int]) -> list[tuple[int, ...]]:
    """More than one only with Farms and Greenhouses; nothing is paid."""
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


def by_root_cellar(feedable: set[int], coins: int) -> set[Plan]:
    """A coin for a line with something unfed, again and again while there are both (R14, R15)."""
    ends: set[Plan] = set()
    seen: set[tuple[frozenset[int], int]] = set()

    def pay(fed: frozenset[int], left: int) -> None:
        if (fed, left) in seen:
            return
        seen.add((fed, left))
        if fed == feedable or not left:
            ends.add((tuple(sorted(fed)), left))
            return
        for line in LINES:
            if more := feedable & set(line) - fed:
                pay(fed | more, left - 1)

    pay(frozenset(), coins)
    return ends


def by_tithe_barn(feedable: list[int], beside: Collection[int], coins: int) -> list[Plan]:
    """The neighbours free, then as many as the coins allow, two for each."""
    free = [s for s in feedable if s in beside]
    unfed = [s for s in feedable if s not in beside]
    paid = min(len(unfed), 2 * coins)
    return [(tuple(sorted([*free, *some])), coins - (paid + 1) // 2) for some in combinations(unfed, paid)]
