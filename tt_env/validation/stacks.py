"""Which decisions can be pending, alone and one above the other (docs/rules/tiny_towns_base.md 4.5, Fortune 5).

A stack is one of three things: a decision that is always alone; The Prism Forge's second building with the question
which squares it uses; or, from below, a decision that goes on later (further exchanges, further buildings to be put
down, the second building of The Prism Forge) and what the building that has just come in asks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.cards import NUMBERS
from tt_env.decisions import (
    ANSWERS,
    DECISIONS,
    EXCHANGES,
    FROM_CATHEDRAL,
    FROM_SUPPLY,
    FROM_WATCH,
    INSIDE_MOVES,
    PROMENADE_COINS,
    RESERVED,
    Pending,
    Place,
)
from tt_env.rules.building_effects import EXHIBITS, has_its_cube
from tt_env.rules.buildings import BLACK, BLUE, GREY, ORANGE, YELLOW
from tt_env.rules.cards import (
    BANK,
    CATHEDRAL,
    FACTORY,
    GROVE_UNIVERSITY,
    MASONS_GUILD,
    MUSEUM,
    OPALEYES_WATCH,
    SHED,
    TEAHOUSE,
    WAREHOUSE,
)
from tt_env.rules.coins import CHEST
from tt_env.rules.constructing import card_of, fitting_sets
from tt_env.rules.entering import allowed_squares
from tt_env.rules.forge import first_sets, may_forge, second_sets
from tt_env.rules.oddity import SQUARES_NEEDED, offered_by
from tt_env.rules.placing import named_by_another
from tt_env.rules.player import (
    ALL_RESOURCES,
    banked,
    black_squares,
    first_of,
    kind_of,
    num_players,
    owns,
    second_of,
    third_of,
)
from tt_env.rules.putting import puttable
from tt_env.rules.watch import constructed_beside
from tt_env.state import ALL_SLOTS, NUM_CARDS, PENDING_DEPTH, Phase
from tt_env.town import BUILDING, content, count, empty, has, stored_total
from tt_env.validation.faults import NO_FAULT, PENDING, PENDING_ASKER, PENDING_NEEDS, PENDING_PHASE, PENDING_TOGETHER

_KINDS = len(Pending) + 1

# By number of the kind; 0 is no kind and allows nothing.
_LEAST, _MOST = np.ones((_KINDS, 3), np.int64), np.zeros((_KINDS, 3), np.int64)
_PHASES = np.zeros(_KINDS, np.int64)
_ASKS = np.zeros((_KINDS, 256), np.bool_)  # [kind, card]; True at card 0: no single card asks
for _kind, _decision in DECISIONS.items():
    _LEAST[_kind] = [field.least for field in _decision.fields] + [0] * (3 - len(_decision.fields))
    _MOST[_kind] = [field.most for field in _decision.fields] + [0] * (3 - len(_decision.fields))
    _PHASES[_kind] = sum(1 << phase for phase in _decision.phases)
    _ASKS[_kind, [NUMBERS[card] for card in _decision.asked_by] or [0]] = True


def _lying(place: Place) -> int:
    """The kinds that lie in a place, bit k for kind k."""
    return sum(1 << kind for kind, decision in DECISIONS.items() if decision.place is place)


_ALONE, _BELOW, _ON_TOP = _lying(Place.ALONE), _lying(Place.BELOW), _lying(Place.ON_TOP)


@jit
def is_inside_move(kind: Any) -> Any:
    """Whether the decision is the second part of a move, which nobody else sees."""
    return (INSIDE_MOVES >> kind) & 1 == 1


@jit
def is_shed(entry: Any) -> Any:
    """Whether the decision is where the Shed of a declined Cathedral goes, which that Cathedral asks."""
    return kind_of(entry) == Pending.PUT and second_of(entry) == FROM_CATHEDRAL


@jit
def goes_on(entry: Any) -> Any:
    """Whether the decision waits below what a building asks."""
    return (_BELOW >> kind_of(entry)) & 1 == 1 and not is_shed(entry)


@jit
def asked_by_building(entry: Any) -> Any:
    """Whether a building that has just come in asks the decision."""
    return (_ON_TOP >> kind_of(entry)) & 1 == 1 or is_shed(entry)


@jit
def can_lie_like_that(s: Any) -> Any:
    """Whether the kinds of a stack can lie on each other."""
    pending, depth = s["pending"], np.int64(s["depth"])
    bottom = np.int64(pending[0])
    if ((_ALONE | INSIDE_MOVES) >> kind_of(bottom)) & 1 == 1:
        if depth == 1:
            return kind_of(bottom) != Pending.FORGE_SECOND_USING
        above = kind_of(np.int64(pending[1]))
        return depth == 2 and kind_of(bottom) == Pending.FORGE_SECOND and above == Pending.FORGE_SECOND_USING
    below = 1 if goes_on(bottom) else 0
    if depth == below:
        return kind_of(bottom) != Pending.ENTER
    if not asked_by_building(np.int64(pending[below])):
        return False
    if below == 1 and kind_of(bottom) == Pending.PUT and second_of(bottom) == FROM_WATCH:
        return False  # the first answer has been given
    if depth == below + 1:
        return True
    twice = pending[below] == pending[below + 1] and kind_of(np.int64(pending[below])) == Pending.MARK
    return depth == below + 2 and twice


@jit
def is_entry(g: Any, entry: Any) -> Any:
    """Whether an entry is a decision of this game, its numbers within their bounds."""
    kind = kind_of(entry)
    if kind >= _KINDS or (g["with_coins"] == 0 and kind >= Pending.EXTRA):
        return False
    for k in range(3):
        number = (entry >> (8 * (k + 1))) & 0xFF
        if number < _LEAST[kind, k] or number > _MOST[kind, k]:
            return False
    return True


@jit
def has_asker(g: Any, s: Any, kind: Any) -> Any:
    """Whether one of the cards that ask a decision is in play, or the player's standing monument."""
    if _ASKS[kind, 0] or (s["built"] == 1 and _ASKS[kind, s["monument"]]):
        return True
    for slot in range(NUM_CARDS):
        if _ASKS[kind, g["row"][slot]]:
            return True
    return False


@jit
def stands(g: Any, s: Any, slot: Any, card: Any, square: Any) -> Any:
    """Whether a building of this card stands on the square."""
    return g["row"][slot] == card and content(s["town"], square) == BUILDING + slot


@jit
def can_put(g: Any, s: Any, player: Any, entry: Any) -> Any:
    """Whether so many of these buildings can be left to be put down: by a monument or for a declined Cathedral."""
    slots, source, left = first_of(entry), second_of(entry), third_of(entry)
    if source == FROM_CATHEDRAL:
        fits = g["row"][ORANGE] == CATHEDRAL and g["row"][GREY] == SHED
        return fits and slots == 1 << GREY and left == 1 and g["phase"] != Phase.ROUND_END
    if source == FROM_SUPPLY:
        if g["phase"] != Phase.CONSTRUCTING:
            return False
        if owns(s, MASONS_GUILD):
            return left + NUM_CARDS - count(slots) <= CHEST  # those put already were paid for too
        return owns(s, GROVE_UNIVERSITY) and slots == ALL_SLOTS and left == 1
    if (
        not owns(s, OPALEYES_WATCH)
        or slots & ~np.int64(s["reserved"]) != 0
        or (left == ANSWERS) != (source == FROM_WATCH)
    ):
        return False
    if g["phase"] == Phase.WATCH:
        return slots & ~constructed_beside(g, player) == 0
    return g["phase"] == Phase.ROUND_END and source == FROM_WATCH and slots == 1 << BLUE


@jit
def can_mark(g: Any, s: Any, square: Any) -> Any:
    """Whether cubes are still to be put on the building of the square."""
    asked = 0
    for k in range(np.int64(s["depth"])):
        if kind_of(np.int64(s["pending"][k])) == Pending.MARK:
            asked += 1
    asked += stored_total(s["stored"][square])
    if stands(g, s, BLACK, MUSEUM, square):
        return asked <= EXHIBITS
    if stands(g, s, BLACK, BANK, square):
        return asked == 1 and banked(g, s) != ALL_RESOURCES
    return stands(g, s, BLACK, FACTORY, square) and asked == 1


@jit
def can_ask_coins(g: Any, s: Any, player: Any, entry: Any) -> Any:
    """Whether a decision that only the coin rules know can be asked; those of The Prism Forge apart."""
    kind, a, b, free = kind_of(entry), first_of(entry), second_of(entry), empty(s["town"])
    if kind == Pending.EXTRA:
        return s["named"] != 0 and named_by_another(g, player) and s["swapped"] == 0 and free != 0
    if kind == Pending.OKAVER:
        needed = 2 if g["phase"] == Phase.TAKING else 1
        return s["coins"] == CHEST and s["completed"] == 0 and count(free) >= needed
    if kind == Pending.CATHEDRAL:
        return stands(g, s, ORANGE, CATHEDRAL, a)
    if kind == Pending.COUNT:
        return stands(g, s, YELLOW, TEAHOUSE, a)
    if kind == Pending.COIN:
        lying = np.int64(s["coin_squares"])
        return count(free & ~lying) >= a and count(lying) + a <= PROMENADE_COINS
    if kind == Pending.SPEND:
        return s["coins"] != 0 and free != 0
    # TAKE
    return b != player and b < num_players(g) and has(offered_by(g, b), a) and count(free) >= SQUARES_NEEDED


@jit
def can_forge(t: Any, g: Any, s: Any, k: Any) -> Any:
    """Whether the k-th entry of the stack can be a decision of The Prism Forge."""
    entry = np.int64(s["pending"][k])
    kind, slot, target = kind_of(entry), first_of(entry), second_of(entry)
    if kind == Pending.ENTER:
        # Whether its coin was there has been asked when the pair was forged.
        return s["forged"] == 1 and has(empty(s["town"]), target) and has_its_cube(g, s, np.int64(g["row"][slot]))
    if s["forged"] == 1:
        return False
    if kind == Pending.FORGE:
        return may_forge(t, g, s)
    if kind == Pending.FORGE_USING:
        return first_sets(t, g, s, slot, target) != 0
    if kind == Pending.FORGE_SECOND:
        return has(first_sets(t, g, s, slot, target), third_of(entry))
    return second_sets(t, g, s, np.int64(s["pending"][k - 1]), slot, target) != 0


@jit
def can_be_asked(t: Any, g: Any, s: Any, player: Any, k: Any) -> Any:
    """Whether the k-th entry of the stack can be asked as the town stands."""
    entry = np.int64(s["pending"][k])
    kind, a, b = kind_of(entry), first_of(entry), second_of(entry)
    if kind == Pending.USING:
        card = card_of(g, s, a)
        return card != 0 and has(allowed_squares(g, s, a), b) and fitting_sets(t, g, s, a, b) != 0
    if kind == Pending.SWAP:
        swapped = s["named"] != 0 and named_by_another(g, player) and empty(s["town"]) != 0
        return swapped and black_squares(g, s, WAREHOUSE) != 0
    if kind == Pending.MARK:
        return can_mark(g, s, a)
    if kind == Pending.EXCHANGE:
        return (a == EXCHANGES) == (b == 0)
    if kind == Pending.RESERVE:
        return a + count(s["reserved"]) <= RESERVED and s["watch_round"] == g["round"]
    if kind == Pending.PUT:
        return can_put(g, s, player, entry) and (k + 1 < np.int64(s["depth"]) or puttable(g, s, a) != 0)
    if kind >= Pending.FORGE:
        return can_forge(t, g, s, k)
    return can_ask_coins(g, s, player, entry)


@jit
def stack_fault(t: Any, g: Any, s: Any, player: Any, found: Any) -> Any:
    """Whether the decisions pending of a player can be pending; ``found[3]`` learns which of them cannot."""
    depth = np.int64(s["depth"])
    found[3] = 0
    if depth > PENDING_DEPTH:
        return PENDING
    for k in range(depth, PENDING_DEPTH):
        if s["pending"][k] != 0:
            return PENDING
    for k in range(depth):
        if not is_entry(g, np.int64(s["pending"][k])):
            return PENDING
    if depth != 0 and not can_lie_like_that(s):
        return PENDING_TOGETHER
    for k in range(depth):
        kind = kind_of(np.int64(s["pending"][k]))
        found[3] = k
        if (_PHASES[kind] >> np.int64(g["phase"])) & 1 == 0:
            return PENDING_PHASE
        if not has_asker(g, s, kind):
            return PENDING_ASKER
        if not can_be_asked(t, g, s, player, k):
            return PENDING_NEEDS
    return NO_FAULT
