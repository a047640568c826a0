"""What one player's part of a record can hold, by itself and at this moment of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.cards import FORTUNE, NUMBERS, PILES
from tt_env.decisions import EXCHANGES, FROM_CATHEDRAL, PROMENADE_COINS, RESERVED, Pending
from tt_env.rules.buildings import BLACK, BLUE, YELLOW
from tt_env.rules.cards import (
    ARCHITECTS_GUILD,
    BANK,
    CATERINAS_GROTTO,
    HOLLOW_HILL,
    JEWELER,
    OPALEYES_WATCH,
    PETAL_PROMENADE,
    PRISM_FORGE,
    SHRINE_OF_THE_ELDER_TREE,
    STATUE_OF_THE_BONDMAKER,
    TREASURY_AT_OKAVER,
)
from tt_env.rules.coins import chest_limit
from tt_env.rules.placing import CAVERN_CUBES, ROOM
from tt_env.rules.player import banked, first_of, is_solo, kind_of, owns, second_of
from tt_env.state import ALL_SLOTS, MAX_CHANGES, MAX_ROUNDS, PENDING_DEPTH, Phase
from tt_env.state import MONUMENT as MONUMENT_SLOT
from tt_env.town import BUILDING, CENTRE, buildings, content, count, empty, squares_with, stored_total
from tt_env.validation.faults import (
    BUILDER_TURNS,
    BUILT,
    BY_CUBES,
    COIN_SQUARES,
    COINS,
    COMPLETED,
    CONSTRUCTED,
    DEALT,
    FORGED,
    MONUMENT,
    MONUMENT_INFO,
    NO_FAULT,
    OWN_NAMED,
    RESERVATIONS,
    SCORE,
    SET_ASIDE,
    STORED,
    SWAPPED,
    TOO_EARLY,
    TOWN,
    UNPAID,
    UNUSED,
    WATCH_ROUND,
)

# How many cubes a building of the black card carries, by card.
_ROOM = np.zeros(256, np.int64)
_ROOM[list(ROOM)] = list(ROOM.values())

# Which numbers are monuments of a game, or none: [with Fortune, number].
_MONUMENTS = np.zeros((2, 256), np.bool_)
_MONUMENTS[:, 0] = True
for _card in PILES["monument"]:
    _MONUMENTS[int(_card in FORTUNE) :, NUMBERS[_card]] = True


@jit
def is_nameless(g: Any) -> Any:
    """Whether nobody is Master Builder: solo and Town Hall."""
    return is_solo(g) or g["town_hall"] == 1


@jit
def before_placing(g: Any) -> Any:
    """Whether no resource has been named yet this round."""
    phase = g["phase"]
    return phase == Phase.SETUP or phase == Phase.TAKING or phase == Phase.NAMING


@jit
def before_constructing(g: Any) -> Any:
    """Whether nothing can have been constructed from cubes yet this round."""
    return before_placing(g) or g["phase"] == Phase.PLACING


@jit
def on_their_way(s: Any) -> Any:
    """Buildings that count as constructed but have yet to come into the town."""
    n = 0
    for k in range(PENDING_DEPTH):
        entry = np.int64(s["pending"][k])
        if kind_of(entry) == Pending.ENTER or (kind_of(entry) == Pending.PUT and second_of(entry) == FROM_CATHEDRAL):
            n += 1
    return n


@jit
def room_on(g: Any, s: Any, square: Any) -> Any:
    """How many cubes the building of a square carries."""
    nibble = content(s["town"], square)
    if nibble == BUILDING + BLACK:
        return _ROOM[g["row"][BLACK]]
    if nibble == BUILDING + BLUE and owns(s, STATUE_OF_THE_BONDMAKER):
        return np.int64(1)
    return np.int64(0)


@jit
def town_fault(g: Any, s: Any) -> Any:
    """Squares and the cubes on buildings."""
    town = s["town"]
    if squares_with(town, BUILDING + MONUMENT_SLOT + 1) | squares_with(town, BUILDING + MONUMENT_SLOT + 2) != 0:
        return TOWN
    if s["built"] > 1 or count(squares_with(town, BUILDING + MONUMENT_SLOT)) != s["built"]:
        return BUILT
    if s["built"] == 1 and s["monument"] == 0:
        return BUILT
    banks = 0
    for square in range(16):
        stored = np.int64(s["stored"][square])
        if stored != 0:
            if stored >> 15 != 0 or stored_total(stored) > room_on(g, s, square):
                return STORED
            banks += content(town, square) == BUILDING + BLACK
    if g["row"][BLACK] == BANK and banks != count(banked(g, s)):
        return STORED
    return NO_FAULT


@jit
def monument_fault(g: Any, s: Any) -> Any:
    """The monuments dealt, the one kept, and what it remembers."""
    fortune = np.int64(g["fortune"])
    monument, first, second = np.int64(s["monument"]), np.int64(s["dealt"][0]), np.int64(s["dealt"][1])
    if not (_MONUMENTS[fortune, first] and _MONUMENTS[fortune, second]):
        return DEALT
    if (first == 0 and second != 0) or (first != 0 and g["with_monuments"] == 0):
        return DEALT
    if monument == 0:
        if first != 0 and (second == 0 or g["phase"] != Phase.SETUP):
            return MONUMENT
    elif monument != first and monument != second:
        return MONUMENT
    info, least, most = np.int64(s["monument_info"]), np.int64(0), np.int64(0)
    if owns(s, SHRINE_OF_THE_ELDER_TREE):
        least, most = np.int64(1), count(buildings(s["town"])) + on_their_way(s)
    elif owns(s, HOLLOW_HILL):
        most = min(np.int64(g["round"]), np.int64(MAX_CHANGES))
    if info < least or info > most:
        return MONUMENT_INFO
    watch = owns(s, OPALEYES_WATCH)
    reserved = np.int64(s["reserved"])
    if reserved > ALL_SLOTS or count(reserved) > RESERVED or (reserved != 0 and not watch):
        return RESERVATIONS
    if s["watch_round"] > g["round"] or (s["watch_round"] != 0 and not watch):
        return WATCH_ROUND
    return NO_FAULT


@jit
def coin_fault(g: Any, s: Any) -> Any:
    """The chest, coins on squares, and what the coin rules count in a round."""
    if g["with_coins"] == 0:
        if s["coins"] != 0:
            return COINS
        if s["swapped"] != 0:
            return SWAPPED
    elif s["coins"] > chest_limit(s):
        return COINS
    lying = np.int64(s["coin_squares"])
    if owns(s, CATERINAS_GROTTO):
        allowed, most = CENTRE & ~buildings(s["town"]), count(CENTRE)
    elif owns(s, PETAL_PROMENADE):
        allowed, most = empty(s["town"]), np.int64(PROMENADE_COINS)
    else:
        allowed, most = np.int64(0), np.int64(0)
    if lying & ~allowed != 0 or count(lying) > most:
        return COIN_SQUARES
    if s["swapped"] > 1 or (s["swapped"] == 1 and before_placing(g)):
        return SWAPPED
    if s["forged"] > 1 or (s["forged"] == 1 and (before_constructing(g) or not owns(s, PRISM_FORGE))):
        return FORGED
    return counted_fault(g, s)


@jit
def counted_fault(g: Any, s: Any) -> Any:
    """Constructions and unpaid Jewelers of the round: every one of them has left a building in the town."""
    town, by_cubes, unpaid = s["town"], np.int64(s["by_cubes"]), np.int64(s["unpaid"])
    if by_cubes > 0:
        if g["with_coins"] == 0 or before_constructing(g):
            return BY_CUBES
        if by_cubes > count(buildings(town)) + on_their_way(s):
            return BY_CUBES
    if unpaid > 0:
        if g["row"][YELLOW] != JEWELER or before_constructing(g):
            return UNPAID
        own = count(squares_with(town, BUILDING + YELLOW))
        if unpaid > min(own + exchanged(s), count(buildings(town)) - np.int64(s["built"])):
            return UNPAID
    return NO_FAULT


@jit
def exchanged(s: Any) -> Any:
    """How many buildings Architect's Guild can have exchanged so far."""
    if not owns(s, ARCHITECTS_GUILD):
        return np.int64(0)
    for k in range(PENDING_DEPTH):
        entry = np.int64(s["pending"][k])
        if kind_of(entry) == Pending.EXCHANGE:
            return EXCHANGES - first_of(entry)
    return np.int64(EXCHANGES)


@jit
def course_fault(g: Any, s: Any) -> Any:
    """What the player's part says about the course of the game."""
    phase, rounds, completed = g["phase"], np.int64(g["round"]), np.int64(s["completed"])
    if completed > rounds or (phase == Phase.OVER and completed == 0):
        return COMPLETED
    if phase != Phase.OVER and completed != 0 and completed == rounds and rounds < MAX_ROUNDS:
        return COMPLETED
    if phase == Phase.SETUP and (s["town"] != 0 or s["coins"] != 0):
        return TOO_EARLY
    if s["set_aside"] > CAVERN_CUBES * np.int64(g["cavern"]) or (phase == Phase.SETUP and s["set_aside"] != 0):
        return SET_ASIDE
    if s["builder_turns"] > rounds or (s["builder_turns"] != 0 and is_nameless(g)):
        return BUILDER_TURNS
    if s["score"] != 0 and phase != Phase.OVER:
        return SCORE
    constructed = np.int64(s["constructed"])
    if constructed > ALL_SLOTS:
        return CONSTRUCTED
    cottage = 1 << BLUE if owns(s, TREASURY_AT_OKAVER) else 0  # the only one that can come so early
    if before_constructing(g) and constructed & ~cottage != 0:
        return CONSTRUCTED
    if s["unused"][0] != 0 or s["unused"][1] != 0:
        return UNUSED
    return named_fault(g, s)


@jit
def named_fault(g: Any, s: Any) -> Any:
    """The resource that the player has to place, or has placed."""
    named, given = np.int64(s["named"]), np.int64(g["named"])
    if named > 5:
        return OWN_NAMED
    if g["phase"] == Phase.OVER:
        return NO_FAULT
    if s["completed"] != 0 or before_placing(g):
        return OWN_NAMED if named != 0 else NO_FAULT
    if given != 0 and named != given:
        return OWN_NAMED
    return NO_FAULT


@jit
def player_fault(g: Any, s: Any) -> Any:
    """The first thing that cannot be in a player's part, but for the decisions pending."""
    fault = town_fault(g, s)
    if fault == NO_FAULT:
        fault = monument_fault(g, s)
    if fault == NO_FAULT:
        fault = coin_fault(g, s)
    if fault == NO_FAULT:
        fault = course_fault(g, s)
    return fault
