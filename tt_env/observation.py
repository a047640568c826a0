"""What a player sees: one row of small numbers, the own player first, then the others in turn order.

The other players appear as they stood when the running simultaneous step began; their monuments appear once built.
The order of the fields in :func:`layout` is the order in which :func:`observe` writes them.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tabletop_envs.spec import Layout
from tt_env.cards import GROUPS, NUMBERS, RESOURCES, pile
from tt_env.decisions import DECISIONS, Pending
from tt_env.rules.coins import CHEST
from tt_env.rules.placing import CAVERN_CUBES
from tt_env.rules.player import is_solo, kind_of, num_players, top
from tt_env.rules.setup import DISPLAY, PILE, SEEN_PER_PASS
from tt_env.state import MAX_ROUNDS, NUM_CARDS, Parsonage, Phase
from tt_env.tables import LAYOUT_CELLS
from tt_env.town import count, empty, stored_of

CHANNELS = len(RESOURCES) + len(GROUPS)
"""Per square: cubes of each of the 5 resources, then a building of each of the 8 groups."""

_BASE_MONUMENTS, _ALL_MONUMENTS = (len(pile("monument", fortune)) for fortune in (False, True))
_BASE_PILE, _ALL_PILE = (max(len(pile(group, fortune)) for group in GROUPS[1:NUM_CARDS]) for fortune in (False, True))

# A card's place in its pile: [with Fortune, card number].
_PLACE = np.zeros((2, len(NUMBERS) + 1), np.int64)
for _fortune, _group in product((0, 1), GROUPS):
    for _place, _card in enumerate(pile(_group, bool(_fortune))):
        _PLACE[_fortune, NUMBERS[_card]] = _place

_ALL_PHASES = len(Phase)
_BASE_PHASES = Phase.OVER + 1
_ALL_PENDING = len(Pending) - 1  # all that ask something
_BASE_PENDING = int(Pending.PUT)

# The fields of pending decisions that are shown: [kind, which of its numbers].
_CARD, _CARDS, _SQUARE, _FIRST, _RESOURCE, _LEFT = range(1, 7)
_SHOWN = {"card": _CARD, "cards": _CARDS, "square": _SQUARE, "first": _FIRST, "resource": _RESOURCE, "left": _LEFT}
_FIELDS = np.zeros((len(Pending) + 1, 3), np.int64)
for _kind, _decision in DECISIONS.items():
    for _k, _field in enumerate(_decision.fields):
        _FIELDS[_kind, _k] = _SHOWN.get(_field.key, 0)


def layout(num_players: int, fortune: bool = False, coins: bool = False) -> Layout:
    """The observation's fields: (name, shape, maximum value).

    Args:
        num_players: 1 to 6.
        fortune: Whether the cards of Fortune are in the piles.
        coins: Whether the coin rules are on.
    """
    n = num_players
    monuments = _ALL_MONUMENTS if fortune else _BASE_MONUMENTS
    cards = _ALL_PILE if fortune else _BASE_PILE
    fields: list[tuple[str, tuple[int, ...], int]] = [
        ("towns", (n, 16, CHANNELS), 3),  # cubes on the square (also on its building), building of each group
        ("master_builder", (n,), 1),
        ("builder_turns", (n,), MAX_ROUNDS),
        ("set_aside", (n,), CAVERN_CUBES),
        ("completed_round", (n,), MAX_ROUNDS),  # 0 while the town is in the game
        ("empty_squares", (n,), 16),
        ("monument_built", (n, monuments), 1),
        ("monument_info", (n,), MAX_ROUNDS if coins else 16),  # Shrine of the Elder Tree; Hollow Hill
        ("reserved", (n, NUM_CARDS), 1),  # buildings on Opaleye's Watch
        ("row", (NUM_CARDS - 1, cards), 1),  # which card of each group is in play (the Cottage always is)
        ("row_layouts", (NUM_CARDS, LAYOUT_CELLS), 5),  # resource numbers in a 3x4 grid
        ("own_monuments", (2, monuments), 1),  # the pair dealt; after the choice the first is the one kept
        ("own_monument_layouts", (2, LAYOUT_CELLS), 5),
        ("phase", (_ALL_PHASES if coins else _BASE_PHASES,), 1),
        ("named", (5,), 1),  # the resource that this player has to place, or that was named
        ("to_answer", (1,), 1),  # whether this player has (still) to answer in the running step
        ("pending", (_ALL_PENDING if coins else _BASE_PENDING,), 1),  # the decision that the last move brought with it
        ("pending_slots", (NUM_CARDS + 1,), 1),  # the card to be built, or the buildings to choose from
        ("pending_square", (16,), 1),  # the target square, or the one exchanged first
        ("pending_resource", (5,), 1),  # the cube taken off a Warehouse
        ("pending_left", (1,), 7),  # exchanges, coins or buildings still to come
        ("round", (1,), MAX_ROUNDS),
        ("options", (3,), 1),  # Cavern rule, Town Hall, answers of Opaleye's Watch optional
        ("seen", (5,), 3),  # Town Hall: cards of each resource turned up in this pass; solo: the cards shown
    ]
    if coins:
        fields += [
            ("coins", (n,), CHEST + 1),
            ("coin_squares", (n, 16), 1),  # coins lying on squares
            ("by_cubes", (n,), 16),  # constructions with cubes this round
            ("unpaid", (n,), 16),  # Jewelers not paid for this round
            ("swapped", (n,), 1),  # whether a coin changed this round's cube
            ("forged", (n,), 1),  # whether The Prism Forge was used this round
            ("coin_options", (4,), 1),  # Parsonage exact, Parsonage forbid, Museum keeps exhibits, Fortune cards
        ]
    if n == 1:
        fields.append(("pile", (PILE,), 5))  # solo: the draw pile from the top, 0 = not known
    return Layout.of(fields)


@jit
def write_town(s: Any, out: Any, p: Any) -> Any:
    """One town; cubes on a building are counted in the same channels as cubes on a bare square."""
    town = s["town"]
    for square in range(16):
        nibble = town & 15
        town >>= 4
        if nibble != 0:
            out[p + nibble - 1] = 1
            stored = s["stored"][square]
            if stored != 0:
                for resource in range(1, 6):
                    out[p + resource - 1] = stored_of(stored, resource)
        p += CHANNELS
    return p


@jit
def write_card(t: Any, card: Any, out: Any, p: Any) -> None:
    """The layout of a card."""
    for k in range(LAYOUT_CELLS):
        out[p + k] = t["layout"][card, k]


@jit
def monument_cards(g: Any) -> Any:
    """How many monuments there are."""
    return _ALL_MONUMENTS if g["fortune"] == 1 else _BASE_MONUMENTS


@jit
def write_players(g: Any, player: Any, out: Any, p: Any) -> Any:
    """The fields from ``towns`` to ``reserved``."""
    n = num_players(g)
    cards = monument_cards(g)
    for k in range(n):
        other = (player + k) % n
        p = write_town(g["players"][other] if k == 0 else g["shown"][other], out, p)
    for k in range(n):
        other = (player + k) % n
        s = g["players"][other] if k == 0 else g["shown"][other]
        if g["town_hall"] == 0 and n > 1 and other == g["builder"] and g["round"] > 0:
            out[p + k] = 1
        out[p + n + k] = s["builder_turns"]
        out[p + 2 * n + k] = s["set_aside"]
        out[p + 3 * n + k] = s["completed"]
        out[p + 4 * n + k] = count(empty(s["town"]))
        monuments = p + 5 * n
        if s["built"] == 1:
            out[monuments + cards * k + _PLACE[np.int64(g["fortune"]), np.int64(s["monument"])]] = 1
        info = monuments + cards * n
        out[info + k] = s["monument_info"]
        for slot in range(NUM_CARDS):
            out[info + n + NUM_CARDS * k + slot] = (s["reserved"] >> slot) & 1
    return p + (5 + cards + 1 + NUM_CARDS) * n


@jit
def write_cards(t: Any, g: Any, s: Any, out: Any, p: Any) -> Any:
    """The fields from ``row`` to ``own_monument_layouts``."""
    cards = _ALL_PILE if g["fortune"] == 1 else _BASE_PILE
    monuments = monument_cards(g)
    for slot in range(1, NUM_CARDS):
        out[p + cards * (slot - 1) + _PLACE[np.int64(g["fortune"]), np.int64(g["row"][slot])]] = 1
    p += cards * (NUM_CARDS - 1)
    for slot in range(NUM_CARDS):
        write_card(t, g["row"][slot], out, p + LAYOUT_CELLS * slot)
    p += LAYOUT_CELLS * NUM_CARDS
    for k in range(2):
        card = s["dealt"][k]
        if s["monument"] != 0:
            card = s["monument"] if k == 0 else 0
        if card != 0:
            out[p + monuments * k + _PLACE[np.int64(g["fortune"]), np.int64(card)]] = 1
            write_card(t, card, out, p + 2 * monuments + LAYOUT_CELLS * k)
    return p + 2 * (monuments + LAYOUT_CELLS)


@jit
def write_decision(g: Any, s: Any, out: Any, p: Any) -> Any:
    """The fields from ``pending`` to ``pending_left``: the top of the player's stack."""
    entry = top(s)
    kinds = _ALL_PENDING if g["with_coins"] == 1 else _BASE_PENDING
    slots = p + kinds
    squares = slots + NUM_CARDS + 1
    resources = squares + 16
    left = resources + 5
    if entry != 0:
        kind = kind_of(entry)
        out[p + kind - 1] = 1
        for k in range(3):
            field, number = _FIELDS[kind, k], (entry >> (8 * (k + 1))) & 0xFF
            if field == _CARD:
                out[slots + number] = 1
            elif field == _CARDS:
                for slot in range(NUM_CARDS):
                    out[slots + slot] = (number >> slot) & 1
            elif field == _SQUARE:
                out[squares + number] = 1
            elif field == _FIRST:
                if number > 0:
                    out[squares + number - 1] = 1
            elif field == _RESOURCE:
                out[resources + number - 1] = 1
            elif field == _LEFT:
                out[left] = number
    return left + 1


@jit
def write_coins(g: Any, player: Any, out: Any, p: Any) -> Any:
    """The fields from ``coins`` to ``coin_options``."""
    n = num_players(g)
    for k in range(n):
        other = (player + k) % n
        s = g["players"][other] if k == 0 else g["shown"][other]
        out[p + k] = s["coins"]
        coins = np.int64(s["coin_squares"])
        for square in range(16):
            out[p + n + 16 * k + square] = (coins >> square) & 1
        rest = p + 17 * n + k
        out[rest] = s["by_cubes"]
        out[rest + n] = s["unpaid"]
        out[rest + 2 * n] = s["swapped"]
        out[rest + 3 * n] = s["forged"]
    p += 21 * n
    out[p] = 1 if g["parsonage"] == Parsonage.EXACT else 0
    out[p + 1] = 1 if g["parsonage"] == Parsonage.FORBID else 0
    out[p + 2] = g["museum_keeps_exhibits"]
    out[p + 3] = g["fortune"]
    return p + 4


@jit
def pass_of(turned: Any) -> Any:
    """Town Hall: where the running pass begins; it lasts until the next one's first card is turned up."""
    return (turned - 1) // SEEN_PER_PASS * SEEN_PER_PASS if turned > 0 else turned


@jit
def write_seen(g: Any, out: Any, p: Any) -> Any:
    """The field ``seen``: what everybody remembers of the resource cards."""
    turned = np.int64(g["deck_next"])
    if is_solo(g):
        for k in range(DISPLAY):
            out[p + np.int64(g["deck"][k]) - 1] += 1
    elif g["town_hall"] == 1:
        for k in range(pass_of(turned), turned):
            out[p + np.int64(g["deck"][k]) - 1] += 1
    return p + 5


@jit
def write_pile(g: Any, out: Any, p: Any) -> None:
    """The field ``pile``: the cards from the top, each known once it has been put under the pile."""
    turned = np.int64(g["deck_next"])
    for k in range(PILE):
        place = (turned + k) % PILE
        if place < turned:
            out[p + k] = g["deck"][DISPLAY + place]


@jit
def observe(t: Any, g: Any, player: Any, out: Any) -> None:
    """Writes the observation of a player; right for every player at any moment, without side effects."""
    out[:] = 0
    s = g["players"][player]
    p = write_players(g, player, out, np.int64(0))
    p = write_cards(t, g, s, out, p)
    out[p + np.int64(g["phase"])] = 1
    p += _ALL_PHASES if g["with_coins"] == 1 else _BASE_PHASES
    named = np.int64(s["named"]) if s["named"] != 0 else np.int64(g["named"])
    if named != 0:
        out[p + named - 1] = 1
    out[p + 5] = (np.int64(g["waiting"]) >> player) & 1
    p = write_decision(g, s, out, p + 6)
    out[p] = g["round"]
    out[p + 1] = g["cavern"]
    out[p + 2] = g["town_hall"]
    out[p + 3] = g["opaleye_optional"]
    p = write_seen(g, out, p + 4)
    if g["with_coins"] == 1:
        p = write_coins(g, player, out, p)
    if is_solo(g):
        write_pile(g, out, p)
