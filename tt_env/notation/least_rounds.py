"""How many rounds a town needs at least, so that a position without ``round`` begins late enough.

A player deals with one cube a round. Counted is what must have passed through its hands: the cubes that lie in the town
or were named and lie on buildings, those set aside, and those that its buildings were constructed from. Whatever makes
buildings cheaper is granted in full, so the number may be too low and is never too high:

- Trading Posts stand in for cubes of every layout but one, those of the town for each other too;
- Grove University, Masons' Guild, Opaleye's Watch and The Treasury at Okaver give buildings for nothing;
- Architect's Guild turns two of the cheapest buildings into any others;
- The Prism Forge builds two from the cubes of the dearer one;
- Southern Semaphore, once it stands, and the Oddity Shops of others bring a second cube a round.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tt_env.decisions import EXCHANGES, RESERVED
from tt_env.rules.cards import (
    ARCHITECTS_GUILD,
    COTTAGE_SLOT,
    FACTORY_SLOT,
    GROVE_UNIVERSITY,
    MASONS_GUILD,
    ODDITY_SHOP,
    OPALEYES_WATCH,
    PRISM_FORGE,
    SOUTHERN_SEMAPHORE,
    TRADING_POST,
    TREASURY_AT_OKAVER,
    WAREHOUSE,
)
from tt_env.rules.coins import CHEST
from tt_env.state import MONUMENT, NUM_CARDS, SQUARES
from tt_env.tables import tables
from tt_env.town import BUILDING, content, stored_total

_GIVEN = {GROVE_UNIVERSITY: 1, MASONS_GUILD: CHEST, OPALEYES_WATCH: RESERVED}
"""How many buildings, all of different types, a monument puts down for nothing."""

_FIRST_COIN = 2
"""Before anybody has a coin somebody has constructed something, from two cubes at least."""


def least_rounds(g: Any, s: Any) -> int:
    """The fewest rounds after which a player can have the town and the chest that it has."""
    size, row = tables()[0]["size"], g["row"]
    squares = [int(content(int(s["town"]), square)) for square in range(SQUARES)]
    standing = [nibble - BUILDING for nibble in squares if nibble >= BUILDING]
    monument = int(s["monument"]) if s["built"] else 0
    posts = standing.count(FACTORY_SLOT) if row[FACTORY_SLOT] == TRADING_POST else 0
    wild = posts + (EXCHANGES if monument == ARCHITECTS_GUILD and row[FACTORY_SLOT] == TRADING_POST else 0)

    own = max(1, int(size[monument]) - wild) if monument else 0
    costs = [(max(1, int(size[row[slot]]) - wild), slot) for slot in standing if slot != MONUMENT]
    if posts:  # the first one had none to stand in for its cubes, the second had one
        costs = [(cost, slot) for cost, slot in costs if slot != FACTORY_SLOT]
        costs += [(max(1, int(size[TRADING_POST]) - wild + posts - k), FACTORY_SLOT) for k in range(posts)]
    cheapest = max(1, min(int(size[card]) for card in row) - wild)
    constructed = own + _least_cubes(costs, monument, cheapest)
    cubes = constructed + sum(0 < nibble < BUILDING for nibble in squares) + _named_cubes(g, s, squares)
    earliest = _FIRST_COIN if s["coins"] else 0
    if row[FACTORY_SLOT] == ODDITY_SHOP and g["num_players"] > 1:
        return max((cubes + 1) // 2, earliest)
    if monument == SOUTHERN_SEMAPHORE:
        return own + (cubes - own + 1) // 2
    return max(cubes, earliest)


def _least_cubes(costs: Iterable[tuple[int, int]], monument: int, cheapest: int) -> int:
    """The cubes for all buildings but the monument."""
    dearest = sorted(costs, reverse=True)
    if monument == TREASURY_AT_OKAVER:
        dearest = [(cost, slot) for cost, slot in dearest if slot != COTTAGE_SLOT]
    numbers = [cost for cost, _ in dearest]
    if monument in _GIVEN:
        by_type = {slot: cost for cost, slot in reversed(dearest)}  # the dearest of each
        for cost in sorted(by_type.values(), reverse=True)[: _GIVEN[monument]]:
            numbers.remove(cost)
    if monument == ARCHITECTS_GUILD:
        numbers = [cheapest] * min(EXCHANGES, len(numbers)) + numbers[EXCHANGES:]
    return (sum(numbers) + 1) // 2 if monument == PRISM_FORGE else sum(numbers)


def _named_cubes(g: Any, s: Any, squares: list[int]) -> int:
    """Cubes on buildings or beside the board that were named in some round.

    Those of Factories, Banks and Museums came from the supply.
    """
    carriers = {BUILDING} | (
        {BUILDING + NUM_CARDS - 1} if g["row"][FACTORY_SLOT] in (WAREHOUSE, ODDITY_SHOP) else set()
    )
    on_buildings = sum(int(stored_total(int(s["stored"][k]))) for k in range(SQUARES) if squares[k] in carriers)
    return on_buildings + int(s["set_aside"])
