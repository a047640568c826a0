"""What makes a record no state of Tiny Towns: numbers that no game writes into its fields.

Compiled code uses these numbers as indices and trusts them, so records from outside are looked at first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from tt_env.cards import ALL_CARDS, FORTUNE, GROUPS, NUMBERS, PILES, RESOURCES
from tt_env.rules.coins import CHEST
from tt_env.rules.entering import EXCHANGES, FROM_CATHEDRAL, PROMENADE_COINS, RESERVED
from tt_env.state import MAX_PLAYERS, MAX_ROUNDS, MONUMENT, NUM_CARDS, PENDING_DEPTH, SQUARES, Pending, Phase
from tt_env.tables import MAX_SETS
from tt_env.town import BUILDING

_SLOTS, _SQUARES = (0, NUM_CARDS - 1), (0, SQUARES - 1)
_ENTRIES: dict[Pending, tuple[tuple[int, int], ...]] = {
    Pending.USING: ((0, MONUMENT), _SQUARES),
    Pending.SWAP: ((1, len(RESOURCES)),),
    Pending.MARK: (_SQUARES,),
    Pending.EXCHANGE: ((1, EXCHANGES), (0, SQUARES)),
    Pending.RESERVE: ((1, RESERVED),),
    Pending.PUT: ((1, (1 << NUM_CARDS) - 1), (0, FROM_CATHEDRAL), (1, NUM_CARDS)),
    Pending.EXTRA: (),
    Pending.OKAVER: (),
    Pending.CATHEDRAL: (_SQUARES, _SLOTS),
    Pending.COUNT: (_SQUARES, _SLOTS),
    Pending.COIN: ((1, PROMENADE_COINS),),
    Pending.SPEND: (),
    Pending.TAKE: ((1, len(RESOURCES)), (0, MAX_PLAYERS - 1)),
    Pending.FORGE: (),
    Pending.FORGE_USING: (_SLOTS, _SQUARES),
    Pending.FORGE_SECOND: (_SLOTS, _SQUARES, (0, MAX_SETS - 1)),
    Pending.FORGE_SECOND_USING: (_SLOTS, _SQUARES),
    Pending.ENTER: (_SLOTS, _SQUARES),
}
"""The least and the greatest value of an entry's numbers a, b and c; those left out are 0."""


def _bounds() -> npt.NDArray[np.int64]:
    """The same by number of the kind: [kind, a b c, least greatest]; a kind that does not exist allows nothing."""
    bounds = np.zeros((256, 3, 2), np.int64)
    bounds[:, :, 0] = 1
    for kind, limits in _ENTRIES.items():
        bounds[kind] = 0
        for k, limit in enumerate(limits):
            bounds[kind, k] = limit
    return bounds


_BOUNDS = _bounds()


def _known() -> npt.NDArray[np.bool_]:
    """Which numbers stand for cards of a slot: [with Fortune, slot, number]; 0 is no monument."""
    known = np.zeros((2, MONUMENT + 1, 256), np.bool_)
    known[:, MONUMENT, 0] = True
    for slot, group in enumerate(GROUPS):
        for card in PILES[group]:
            known[int(card in FORTUNE) :, slot, NUMBERS[card]] = True
    return known


_KNOWN = _known()


def damaged_fields(records: npt.NDArray[Any], own: Any) -> Iterator[str]:
    """Names what cannot stand in records of a game, one text for each field that is damaged.

    Args:
        records: Any number of records.
        own: The template of the game, whose options the records have.
    """
    n, coins = int(own["num_players"]), bool(own["with_coins"])
    seats = np.stack([records["seats"], records["shown"]])
    squares = np.arange(SQUARES, dtype=np.int64)
    in_game = {
        "phase": Phase.ROUND_END if coins else Phase.OVER,
        "waiting": (1 << n) - 1,
        "builder": n - 1,
        "round": MAX_ROUNDS,
        "named": len(RESOURCES),
        "row": len(ALL_CARDS),
        "deck": len(RESOURCES),
        "deck_next": MAX_ROUNDS,
    }
    in_seat = {
        "monument": len(ALL_CARDS),
        "dealt": len(ALL_CARDS),
        "named": len(RESOURCES),
        "built": 1,
        "completed": MAX_ROUNDS,
        "coins": CHEST + 1 if coins else 0,
        "swapped": 1,
        "forged": 1,
    }
    limits = {field: (records[field], most) for field, most in in_game.items()}
    limits["town"] = ((seats["town"][..., None] >> (4 * squares)) & 15, BUILDING + MONUMENT)
    limits["pending"] = (seats["depth"], PENDING_DEPTH)
    limits |= {f"seats {field}": (seats[field], most) for field, most in in_seat.items()}
    for field, (values, most) in limits.items():
        if values.max(initial=0) > most:
            yield f"{field} is {int(values.max())}; allowed: 0 to {int(most)}"
    known = _KNOWN[int(own["fortune"])]
    if not known[np.arange(NUM_CARDS), records["row"]].all():
        yield "row holds a card that is not in its group in this game"
    for field in ("monument", "dealt"):
        if not known[MONUMENT, seats[field]].all():
            yield f"{field} is no monument of this game"
    if not _are_entries(seats, coins):
        yield "pending holds what is no decision"


def _are_entries(seats: npt.NDArray[Any], coins: bool) -> bool:
    """Whether the stacks of seats hold decisions as far as they go, and zeros behind them."""
    entries = seats["pending"].astype(np.int64)
    asked = np.arange(PENDING_DEPTH) < seats["depth"][..., None]
    if entries[~asked].any():
        return False
    entries = entries[asked]
    kinds = entries & 0xFF
    numbers = (entries[:, None] >> np.array([8, 16, 24])) & 0xFF
    bounds = _BOUNDS[kinds]
    sound = ((bounds[..., 0] <= numbers) & (numbers <= bounds[..., 1])).all()
    return bool(sound and (coins or (kinds < Pending.EXTRA).all()))
