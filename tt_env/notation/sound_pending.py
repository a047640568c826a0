"""Whether the decisions that are pending in a position can be pending there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_envs.errors import NotationError
from tabletop_envs.parsing import one_of
from tabletop_envs.spec import State
from tt_env.notation import engine
from tt_env.notation.words import SQUARE_NAMES
from tt_env.rules.buildings import BLUE, GREY, ORANGE, YELLOW
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
)
from tt_env.rules.coins import CHEST
from tt_env.rules.entering import (
    ALL_SLOTS,
    EXCHANGES,
    EXHIBITS,
    FROM_CATHEDRAL,
    FROM_SUPPLY,
    FROM_WATCH,
    FROM_WATCH_AGAIN,
    RESERVED,
)
from tt_env.rules.watch import ANSWERS
from tt_env.state import MONUMENT, NUM_CARDS, Pending, Phase
from tt_env.town import BUILDING, content, count, empty, stored_total
from tt_env.validation.stacks import OWNERS

_CONSTRUCTING = (Phase.CONSTRUCTING, Phase.WATCH)
_PHASES = {
    Pending.SWAP: (Phase.PLACING,),
    Pending.EXTRA: (Phase.PLACING,),
    Pending.TAKE: (Phase.TAKING,),
    Pending.PUT: (*_CONSTRUCTING, Phase.ROUND_END),
    Pending.OKAVER: (*_CONSTRUCTING, Phase.TAKING, Phase.PLACING, Phase.ROUND_END),
}
"""When a decision may be pending; the ones left out: while buildings are constructed."""

_SOURCES = {
    FROM_SUPPLY: (GROVE_UNIVERSITY, MASONS_GUILD),
    FROM_WATCH: (OPALEYES_WATCH,),
    FROM_WATCH_AGAIN: (OPALEYES_WATCH,),
}
"""The built monuments that put buildings down, by where these come from."""

_INSIDE_MOVES = (
    Pending.USING,
    Pending.SWAP,
    Pending.TAKE,
    Pending.FORGE,
    Pending.FORGE_USING,
    Pending.FORGE_SECOND,
    Pending.FORGE_SECOND_USING,
)
"""Second parts of moves: nothing else can be pending beside them."""

_AT_ONCE = {Pending.MARK: EXHIBITS, Pending.PUT: 2}
"""How often a decision may be pending, if not once: a Museum's two cubes; a Shed for a Cathedral that was put."""


def check_stack(place: str, state: State, player: int) -> None:
    """Whether the decisions on a player's stack can be pending, alone and together.

    Raises:
        NotationError: If not.
    """
    s = state[0]["players"][player]
    entries = [int(entry) for entry in s["pending"][: s["depth"]]]
    kinds = [Pending(entry & 0xFF) for entry in entries]
    inside = [kind for kind in kinds if kind in _INSIDE_MOVES]
    pair = kinds == [Pending.FORGE_SECOND, Pending.FORGE_SECOND_USING]
    if (inside and len(kinds) > 1 and not pair) or kinds == [Pending.FORGE_SECOND_USING]:
        raise NotationError(
            f"{place}: {one_of(kind.name.lower() for kind in kinds)}; these are never pending like that"
        )
    if kinds and kinds[-1] == Pending.ENTER:
        raise NotationError(f"{place}: 'enter' is not a decision; allowed only below one")
    for kind in kinds:
        if kinds.count(kind) > _AT_ONCE.get(kind, 1):
            raise NotationError(f"{place}: {kind.name.lower()!r} is never pending {kinds.count(kind)} times")
    for k, entry in enumerate(entries):
        _check_decision(f"{place}[{k}]", state, player, entry)


def _check_decision(place: str, state: State, player: int, entry: int) -> None:
    """Whether a pending decision can be pending."""
    g = state[0]
    s = g["players"][player]
    kind, a, b, c = Pending(entry & 0xFF), (entry >> 8) & 0xFF, (entry >> 16) & 0xFF, (entry >> 24) & 0xFF
    name = kind.name.lower()
    if g["phase"] not in _PHASES.get(kind, _CONSTRUCTING):
        raise NotationError(f"{place}: {name!r} is never asked in this phase")
    standing = int(s["monument"]) if s["built"] else 0
    if standing != OWNERS.get(kind, standing):
        raise NotationError(f"{place}: {name!r} is asked only by a built monument that the player lacks")
    if kind == Pending.RESERVE and a + count(int(s["reserved"])) > RESERVED:
        raise NotationError(f"{place}.left: {a}; with those on the card that are more than {RESERVED} buildings")
    if kind == Pending.RESERVE and s["watch_round"] != g["round"]:
        raise NotationError(f"{place}: 'reserve' is asked only in the round in which the Watch was built (watch_round)")
    if kind == Pending.EXCHANGE and (a == EXCHANGES) != (b == 0):
        allowed = f"{EXCHANGES} before the first exchange, 1 with 'first', the square of that exchange"
        raise NotationError(f"{place}.left: {a}; allowed: {allowed}")
    if kind in _CHECKS and not _CHECKS[kind](state, player, a, b):
        raise NotationError(f"{place}: {_NEEDED[kind].format(square=SQUARE_NAMES[(b if kind in _AT_B else a) % 16])}")
    if kind == Pending.PUT and not _can_put(state, player, a, b):
        raise NotationError(f"{place}: allowed only for cards that the player's monument gives")
    if kind == Pending.PUT and not _can_be_left(s, a, b, c):
        raise NotationError(f"{place}.left: {c}; with these cards and this source no such number is ever left")


_AT_B = (Pending.USING, Pending.ENTER)
"""Decisions whose square is their second number."""


def _stands(g: Any, s: Any, slot: int, card: int, square: int) -> bool:
    return bool(g["row"][slot] == card and content(int(s["town"]), square) == BUILDING + slot)


def _can_use(state: State, player: int, slot: int, square: int) -> bool:
    s = state[0]["players"][player]
    if slot == MONUMENT and (s["built"] or not s["monument"]):
        return False
    return bool(engine.fitting_sets(state, player, slot, square))


def _can_mark(state: State, player: int, square: int, _: int) -> bool:
    g = state[0]
    s = g["players"][player]
    if not any(_stands(g, s, NUM_CARDS - 1, card, square) for card in (BANK, FACTORY, MUSEUM)):
        return False
    asked = [int(entry) for entry in s["pending"][: s["depth"]]].count(int(Pending.MARK) | (square << 8))
    room = EXHIBITS if g["row"][NUM_CARDS - 1] == MUSEUM else 1
    return bool(asked + int(stored_total(int(s["stored"][square]))) <= room)


def _can_put(state: State, player: int, slots: int, source: int) -> bool:
    g = state[0]
    s = g["players"][player]
    if g["phase"] == Phase.ROUND_END and (slots != 1 << BLUE or source == FROM_CATHEDRAL):
        return False  # only a Cottage of The Treasury at Okaver is answered then
    if source == FROM_CATHEDRAL:
        return bool(g["row"][ORANGE] == CATHEDRAL and g["row"][GREY] == SHED and slots == 1 << GREY)
    if not s["built"] or int(s["monument"]) not in _SOURCES[source]:
        return False
    if source == FROM_SUPPLY:
        return True
    if g["phase"] == Phase.CONSTRUCTING or slots & ~int(s["reserved"]):
        return False  # the Watch answers when all have constructed
    return g["phase"] != Phase.WATCH or not slots & ~_constructed_beside(g, player)


def _constructed_beside(g: Any, player: int) -> int:
    """What the neighbours of an Opaleye's Watch constructed this round."""
    n = int(g["num_players"])
    return int(g["players"][(player + 1) % n]["constructed"]) | int(
        g["players"][player - 1 if player else n - 1]["constructed"]
    )


def _can_be_left(s: Any, slots: int, source: int, left: int) -> bool:
    """Whether so many buildings can still be to be put, when these cards are left to choose from."""
    if source in (FROM_WATCH, FROM_WATCH_AGAIN):
        return (left == ANSWERS) == (source == FROM_WATCH)
    if source == FROM_SUPPLY and s["monument"] == MASONS_GUILD:
        return bool(left + NUM_CARDS - count(slots) <= CHEST)  # those put already were paid for too
    return left == 1 and (source == FROM_CATHEDRAL or slots == ALL_SLOTS)


def _can_ask_okaver(state: State, player: int, _a: int, _b: int) -> bool:
    s = state[0]["players"][player]
    needed = 2 if state[0]["phase"] == Phase.TAKING else 1
    return bool(s["coins"] == CHEST and count(empty(int(s["town"]))) >= needed)


def _can_lay_coins(state: State, player: int, left: int, _: int) -> bool:
    s = state[0]["players"][player]
    return bool(count(empty(int(s["town"])) & ~int(s["coin_squares"])) >= left)


def _can_spend(state: State, player: int, _a: int, _b: int) -> bool:
    s = state[0]["players"][player]
    return bool(s["coins"] > 0 and empty(int(s["town"])))


def _can_take(state: State, player: int, resource: int, owner: int) -> bool:
    g = state[0]
    if owner == player or owner >= int(g["num_players"]) or not engine.may_take(state):
        return False
    return resource in engine.offered_by(state, owner)


def _can_enter(state: State, player: int, _: int, square: int) -> bool:
    s = state[0]["players"][player]
    return bool(s["forged"] and (empty(int(s["town"])) >> square) & 1)


_CHECKS: dict[Pending, Callable[[State, int, int, int], bool]] = {
    Pending.USING: _can_use,
    Pending.MARK: _can_mark,
    Pending.EXTRA: lambda state, player, _a, _b: engine.may_place_extra(state, player),
    Pending.OKAVER: _can_ask_okaver,
    Pending.CATHEDRAL: lambda state, player, a, _: _stands(state[0], state[0]["players"][player], ORANGE, CATHEDRAL, a),
    Pending.COUNT: lambda state, player, a, _: _stands(state[0], state[0]["players"][player], YELLOW, TEAHOUSE, a),
    Pending.COIN: _can_lay_coins,
    Pending.SPEND: _can_spend,
    Pending.TAKE: _can_take,
    Pending.ENTER: _can_enter,
}
_NEEDED = {
    Pending.USING: "this card cannot be constructed on {square}",
    Pending.MARK: "square: {square}; allowed: a Factory, Bank or Museum with room for a cube",
    Pending.EXTRA: "no second cube may be placed in this position",
    Pending.OKAVER: f"asked only with {CHEST} coins and an empty square for the Cottage",
    Pending.CATHEDRAL: "square: {square}; allowed: the square of a Cathedral",
    Pending.COUNT: "square: {square}; allowed: the square of a Teahouse",
    Pending.COIN: "left: more coins than there are empty squares for",
    Pending.SPEND: "asked only with a coin and an empty square",
    Pending.TAKE: "no such cube may be taken from this player",
    Pending.ENTER: "square: {square}; allowed: an empty square, after The Prism Forge was used",
}
