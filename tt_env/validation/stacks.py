"""Which decisions can be pending, alone and one above the other (docs/rules/tiny_towns_base.md 4.5, Fortune 5).

A stack is one of three things: a decision that is always alone; The Prism Forge's second building with the question
which squares it uses; or, from below, a decision that goes on later (further exchanges, further buildings to be put
down, the second building of The Prism Forge) and what the building that has just come in asks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.cards import RESOURCES
from tt_env.rules.buildings import BLACK, BLUE, GREY, ORANGE, YELLOW
from tt_env.rules.cards import (
    ARCHITECTS_GUILD,
    BANK,
    CATHEDRAL,
    FACTORY,
    GROVE_UNIVERSITY,
    MASONS_GUILD,
    MUSEUM,
    OPALEYES_WATCH,
    PETAL_PROMENADE,
    PRISM_FORGE,
    SHED,
    SOUTHERN_SEMAPHORE,
    TEAHOUSE,
    TREASURY_AT_OKAVER,
    WAREHOUSE,
)
from tt_env.rules.coins import CHEST
from tt_env.rules.constructing import card_of, fitting_sets
from tt_env.rules.entering import (
    ALL_SLOTS,
    EXCHANGES,
    EXHIBITS,
    FROM_CATHEDRAL,
    FROM_SUPPLY,
    FROM_WATCH,
    PROMENADE_COINS,
    RESERVED,
    allowed_squares,
    has_its_cube,
    puttable,
)
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
from tt_env.state import MAX_PLAYERS, MONUMENT, NUM_CARDS, PENDING_DEPTH, SQUARES, Pending, Phase
from tt_env.tables import MAX_SETS
from tt_env.town import BUILDING, content, count, empty, has, stored_total
from tt_env.validation.faults import PENDING, SOUND

_SLOTS, _SQUARES = (0, NUM_CARDS - 1), (0, SQUARES - 1)
_NUMBERS: dict[Pending, tuple[tuple[int, int], ...]] = {
    Pending.USING: ((0, MONUMENT), _SQUARES),
    Pending.SWAP: ((1, len(RESOURCES)),),
    Pending.MARK: (_SQUARES,),
    Pending.EXCHANGE: ((1, EXCHANGES), (0, SQUARES)),
    Pending.RESERVE: ((1, RESERVED),),
    Pending.PUT: ((1, ALL_SLOTS), (0, FROM_CATHEDRAL), (1, NUM_CARDS)),
    Pending.EXTRA: (),
    Pending.OKAVER: (),
    Pending.CATHEDRAL: (_SQUARES, (ORANGE, ORANGE)),
    Pending.COUNT: (_SQUARES, (YELLOW, YELLOW)),
    Pending.COIN: ((1, PROMENADE_COINS),),
    Pending.SPEND: (),
    Pending.TAKE: ((1, len(RESOURCES)), (0, MAX_PLAYERS - 1)),
    Pending.FORGE: (),
    Pending.FORGE_USING: (_SLOTS, _SQUARES),
    Pending.FORGE_SECOND: (_SLOTS, _SQUARES, (0, MAX_SETS - 1)),
    Pending.FORGE_SECOND_USING: (_SLOTS, _SQUARES),
    Pending.ENTER: (_SLOTS, _SQUARES),
}
"""The least and the maximum value of an entry's numbers a, b and c; those left out are 0."""

_CONSTRUCTING, _ANSWERS = (Phase.CONSTRUCTING,), (Phase.CONSTRUCTING, Phase.WATCH)
_PHASES = {
    Pending.USING: _ANSWERS,
    Pending.SWAP: (Phase.PLACING,),
    Pending.MARK: _ANSWERS,
    Pending.PUT: (*_ANSWERS, Phase.ROUND_END),
    Pending.EXTRA: (Phase.PLACING,),
    Pending.OKAVER: (Phase.TAKING, Phase.PLACING, Phase.CONSTRUCTING, Phase.ROUND_END),
    Pending.CATHEDRAL: _ANSWERS,
    Pending.COUNT: _ANSWERS,
    Pending.TAKE: (Phase.TAKING,),
}
"""When a decision can be pending; those left out: while players construct."""

OWNERS = {
    Pending.EXCHANGE: ARCHITECTS_GUILD,
    Pending.RESERVE: OPALEYES_WATCH,
    Pending.EXTRA: SOUTHERN_SEMAPHORE,
    Pending.OKAVER: TREASURY_AT_OKAVER,
    Pending.COIN: PETAL_PROMENADE,
    Pending.SPEND: MASONS_GUILD,
    Pending.FORGE: PRISM_FORGE,
    Pending.FORGE_USING: PRISM_FORGE,
    Pending.FORGE_SECOND: PRISM_FORGE,
    Pending.FORGE_SECOND_USING: PRISM_FORGE,
    Pending.ENTER: PRISM_FORGE,
}
"""The standing monument that asks a decision."""

# By number of the kind; a kind that does not exist allows nothing.
_LEAST, _MOST = np.ones((256, 3), np.int64), np.zeros((256, 3), np.int64)
_PHASES_OF, _OWNER_OF = np.zeros(256, np.int64), np.zeros(256, np.int64)
for _kind, _numbers in _NUMBERS.items():
    _LEAST[_kind] = [least for least, _ in _numbers] + [0] * (3 - len(_numbers))
    _MOST[_kind] = [most for _, most in _numbers] + [0] * (3 - len(_numbers))
    _PHASES_OF[_kind] = sum(1 << phase for phase in _PHASES.get(_kind, _CONSTRUCTING))
    _OWNER_OF[_kind] = OWNERS.get(_kind, 0)


@jit
def is_inside_move(kind: Any) -> Any:
    """Whether the decision is the second part of a move, which nobody else sees."""
    return (
        kind == Pending.USING
        or kind == Pending.SWAP
        or kind == Pending.TAKE
        or (Pending.FORGE <= kind <= Pending.FORGE_SECOND_USING)
    )


@jit
def is_alone(kind: Any) -> Any:
    """Whether nothing can be pending beside the decision."""
    return (
        (is_inside_move(kind) and kind != Pending.FORGE_SECOND_USING)
        or kind == Pending.RESERVE
        or kind == Pending.EXTRA
        or kind == Pending.OKAVER
        or kind == Pending.COIN
        or kind == Pending.SPEND
    )


@jit
def goes_on(entry: Any) -> Any:
    """Whether the decision waits below what a building asks."""
    kind = kind_of(entry)
    return (
        kind == Pending.EXCHANGE
        or kind == Pending.ENTER
        or (kind == Pending.PUT and second_of(entry) != FROM_CATHEDRAL)
    )


@jit
def asked_by_building(entry: Any) -> Any:
    """Whether a building that has just come in asks the decision."""
    kind = kind_of(entry)
    return (
        kind == Pending.MARK
        or kind == Pending.CATHEDRAL
        or kind == Pending.COUNT
        or (kind == Pending.PUT and second_of(entry) == FROM_CATHEDRAL)
    )


@jit
def can_lie_like_that(s: Any) -> Any:
    """Whether the kinds of a stack can lie on each other."""
    pending, depth = s["pending"], np.int64(s["depth"])
    bottom = np.int64(pending[0])
    if is_alone(kind_of(bottom)):
        if depth == 1:
            return True
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
def is_decision(g: Any, s: Any, entry: Any) -> Any:
    """Whether an entry is a decision that this player can be asked in this phase."""
    kind = kind_of(entry)
    if g["with_coins"] == 0 and kind >= Pending.EXTRA:
        return False
    for k in range(3):
        number = (entry >> (8 * (k + 1))) & 0xFF
        if number < _LEAST[kind, k] or number > _MOST[kind, k]:
            return False
    if (_PHASES_OF[kind] >> np.int64(g["phase"])) & 1 == 0:
        return False
    return _OWNER_OF[kind] == 0 or owns(s, _OWNER_OF[kind])


@jit
def stands(g: Any, s: Any, slot: Any, card: Any, square: Any) -> Any:
    """Whether a building of this card stands on the square."""
    return g["row"][slot] == card and content(s["town"], square) == BUILDING + slot


@jit
def can_put(g: Any, s: Any, entry: Any) -> Any:
    """Whether buildings can be put down: by a monument or for a declined Cathedral."""
    slots, source, left = first_of(entry), second_of(entry), third_of(entry)
    if source == FROM_CATHEDRAL:
        fits = g["row"][ORANGE] == CATHEDRAL and g["row"][GREY] == SHED
        return fits and slots == 1 << GREY and left == 1 and g["phase"] != Phase.ROUND_END
    if source == FROM_SUPPLY:
        if g["phase"] != Phase.CONSTRUCTING:
            return False
        return owns(s, MASONS_GUILD) or (owns(s, GROVE_UNIVERSITY) and left == 1)
    if not owns(s, OPALEYES_WATCH) or g["phase"] == Phase.CONSTRUCTING or slots & ~np.int64(s["reserved"]) != 0:
        return False
    return g["phase"] == Phase.WATCH or (source == FROM_WATCH and slots == 1 << BLUE)


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
        return True
    if kind == Pending.RESERVE:
        return a + count(s["reserved"]) <= RESERVED
    if kind == Pending.PUT:
        return can_put(g, s, entry) and (k + 1 < np.int64(s["depth"]) or puttable(g, s, a) != 0)
    if kind >= Pending.FORGE:
        return can_forge(t, g, s, k)
    return can_ask_coins(g, s, player, entry)


@jit
def stack_fault(t: Any, g: Any, s: Any, player: Any) -> Any:
    """Whether the decisions pending of a player can be pending."""
    depth = np.int64(s["depth"])
    if depth > PENDING_DEPTH:
        return PENDING
    for k in range(depth, PENDING_DEPTH):
        if s["pending"][k] != 0:
            return PENDING
    if depth == 0:
        return SOUND
    for k in range(depth):
        if not is_decision(g, s, np.int64(s["pending"][k])):
            return PENDING
    if not can_lie_like_that(s):
        return PENDING
    for k in range(depth):
        if not can_be_asked(t, g, s, player, k):
            return PENDING
    return SOUND
