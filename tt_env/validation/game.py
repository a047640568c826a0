"""What a record can hold: its options, its cards, the course of the game, and how all parts fit together."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.cards import FORTUNE, GROUPS, NUMBERS, PILES
from tt_env.rules.buildings import BLACK
from tt_env.rules.cards import ODDITY_SHOP
from tt_env.rules.naming import may_name
from tt_env.rules.oddity import may_take
from tt_env.rules.player import in_game, is_solo, num_players
from tt_env.rules.scoring import POINTS, score_player, winners_of
from tt_env.rules.setup import CARDS_OF_EACH, RESOURCE_CARDS, SEEN_PER_PASS
from tt_env.state import DECK_SIZE, MAX_PLAYERS, MAX_ROUNDS, NUM_CARDS, Phase
from tt_env.validation.faults import (
    BARRED_BUILDER,
    BUILDER,
    CARD_NAMED,
    DECK,
    DECK_NEXT,
    MONUMENT_TWICE,
    NAMED,
    NO_FAULT,
    NO_PLAYER,
    PHASE,
    ROUND,
    ROW,
    SCORE,
    TURNS,
    UNUSED,
    WINNERS,
)
from tt_env.validation.players import before_placing, is_nameless
from tt_env.validation.steps import current_fault, order_fault, same, shown_fault, waiting_fault

# Which numbers are cards of a slot: [with Fortune, slot, number].
_CARDS = np.zeros((2, NUM_CARDS, 256), np.bool_)
for _slot, _group in enumerate(GROUPS[:NUM_CARDS]):
    for _card in PILES[_group]:
        _CARDS[int(_card in FORTUNE) :, _slot, NUMBERS[_card]] = True


@jit
def row_fault(g: Any) -> Any:
    """One card of each group."""
    for slot in range(NUM_CARDS):
        if not _CARDS[np.int64(g["fortune"]), slot, np.int64(g["row"][slot])]:
            return ROW
    return NO_FAULT


@jit
def phase_fault(g: Any) -> Any:
    """The phase, the round, and who is Master Builder."""
    phase = g["phase"]
    if phase > (Phase.ROUND_END if g["with_coins"] == 1 else Phase.OVER):
        return PHASE
    if is_nameless(g) and (phase == Phase.TAKING or phase == Phase.NAMING):
        return PHASE
    if phase == Phase.TAKING and g["row"][BLACK] != ODDITY_SHOP:
        return PHASE
    if phase == Phase.SETUP and g["with_monuments"] == 0:
        return PHASE
    if (phase == Phase.SETUP) != (g["round"] == 0) or g["round"] > MAX_ROUNDS:
        return ROUND
    if g["builder"] >= (1 if is_nameless(g) else num_players(g)):
        return BUILDER
    return NO_FAULT


@jit
def turned_up(g: Any) -> Any:
    """The cards that Town Hall has turned up by this round: two in three rounds."""
    rounds = np.int64(g["round"])
    return rounds - rounds // 3


@jit
def named_fault(g: Any) -> Any:
    """The resource named or turned up this round."""
    phase, named = g["phase"], np.int64(g["named"])
    if named > 5 or (named != 0 and before_placing(g)):
        return NAMED
    if before_placing(g) or phase == Phase.OVER or is_solo(g):
        return NO_FAULT
    if g["town_hall"] == 0:
        return NAMED if named == 0 and phase == Phase.PLACING else NO_FAULT
    if (named == 0) != (g["round"] % 3 == 0):
        return NAMED
    turned = np.int64(g["deck_next"])
    if named != 0 and 0 < turned < DECK_SIZE and named != g["deck"][turned - 1]:
        return CARD_NAMED
    return NO_FAULT


@jit
def builder_fault(g: Any) -> Any:
    """The Master Builder is in the game, and before placing can name and place a cube."""
    phase = g["phase"]
    if is_nameless(g) or phase == Phase.SETUP or phase == Phase.OVER:
        return NO_FAULT
    builder = np.int64(g["builder"])
    if not in_game(g, builder):
        return BUILDER
    if before_placing(g):
        if not may_name(g, builder):
            return BARRED_BUILDER
        if phase == Phase.TAKING and g["players"][builder]["depth"] == 0 and not may_take(g):
            return PHASE
    return NO_FAULT


@jit
def pass_fault(g: Any, start: Any, size: Any) -> Any:
    """``size`` cards of the deck from ``start`` on come from the 15: three of each resource."""
    cards = np.zeros(6, np.int64)
    for k in range(start, start + size):
        card = np.int64(g["deck"][k])
        if card < 1 or card > 5:
            return DECK
        cards[card] += 1
        if cards[card] > CARDS_OF_EACH:
            return DECK
    return NO_FAULT


@jit
def deck_fault(g: Any) -> Any:
    """The resource cards and how many have been turned up; never more than the rounds have seen."""
    fault, used, turned = NO_FAULT, 0, np.int64(g["deck_next"])
    if is_solo(g):
        fault, used, most = pass_fault(g, 0, RESOURCE_CARDS), RESOURCE_CARDS, np.int64(g["round"])
        if g["phase"] == Phase.PLACING and g["players"][0]["named"] == 0 and most < MAX_ROUNDS:
            most -= 1  # this round's card has yet to be chosen
    elif g["town_hall"] == 1:
        used, most = DECK_SIZE, turned_up(g)
        if g["round"] == MAX_ROUNDS:
            most = np.int64(DECK_SIZE)
        for start in range(0, DECK_SIZE, SEEN_PER_PASS):
            if fault == NO_FAULT:
                fault = pass_fault(g, start, SEEN_PER_PASS)
    else:
        most = np.int64(0)
    if fault != NO_FAULT:
        return fault
    for k in range(used, DECK_SIZE):
        if g["deck"][k] != 0:
            return DECK
    return DECK_NEXT if turned > most else NO_FAULT


@jit
def distinct_fault(g: Any) -> Any:
    """There is one of each monument, and one Master Builder a round."""
    dealt, turns = np.zeros(256, np.bool_), np.int64(0)
    for player in range(num_players(g)):
        turns += np.int64(g["players"][player]["builder_turns"])
        for k in range(2):
            card = np.int64(g["players"][player]["dealt"][k])
            if card != 0 and dealt[card]:
                return MONUMENT_TWICE
            dealt[card] = True
    if turns > np.int64(g["round"]) and g["round"] < MAX_ROUNDS:
        return TURNS
    return NO_FAULT


@jit
def end_fault(t: Any, g: Any, found: Any) -> Any:
    """Scores and winners of a finished game are those that its towns give."""
    points, fed = np.zeros(POINTS, np.int32), np.zeros(1, np.int64)
    for player in range(num_players(g)):
        if g["players"][player]["score"] != score_player(t, g, player, points, fed):
            found[1] = player
            return SCORE
    found[1] = -1
    return WINNERS if g["winners"] != winners_of(g) else NO_FAULT


@jit
def table_fault(g: Any) -> Any:
    """All that the players have in common, as far as it stands by itself; nothing else is used as an index before."""
    fault = row_fault(g)
    if fault == NO_FAULT:
        fault = phase_fault(g)
    if fault == NO_FAULT:
        fault = named_fault(g)
    if fault == NO_FAULT:
        fault = deck_fault(g)
    if fault == NO_FAULT:
        for k in range(len(g["unused"])):
            if g["unused"][k] != 0:
                return UNUSED
    return fault


@jit
def is_blank(s: Any, blank: Any) -> Any:
    """Whether nobody sits here."""
    return same(s, blank) and s["unused"][0] == 0 and s["unused"][1] == 0


@jit
def players_fault(t: Any, g: Any, own: Any, found: Any) -> Any:
    """All players, first what they are, then what the others see of them; ``found`` learns whose fault it is."""
    for part in range(2):
        for player in range(MAX_PLAYERS):
            found[1], found[2] = player, part
            if player >= num_players(g):
                if not is_blank(g["players"][player] if part == 0 else g["shown"][player], own["players"][player]):
                    return NO_PLAYER
            else:
                fault = current_fault(t, g, player, found) if part == 0 else shown_fault(t, g, player, found)
                if fault != NO_FAULT:
                    return fault
    found[1], found[2] = -1, 0
    return NO_FAULT


@jit
def fault_of(t: Any, g: Any, own: Any, found: Any) -> Any:
    """The first fault of a record."""
    found[1] = -1
    fault = table_fault(g)
    if fault == NO_FAULT:
        fault = players_fault(t, g, own, found)
    if fault == NO_FAULT:
        fault = waiting_fault(g)
    if fault == NO_FAULT:
        fault = order_fault(g)
    if fault == NO_FAULT:
        fault = builder_fault(g)
    if fault == NO_FAULT:
        fault = distinct_fault(g)
    if fault == NO_FAULT and g["phase"] != Phase.OVER and g["winners"] != 0:
        fault = WINNERS
    return fault


@jit
def find_faults(tables: Any, games: Any, template: Any, found: Any) -> None:
    """Writes of each record's first fault its number, the player (-1: none), whether ``shown`` has it, the decision."""
    for i in range(len(games)):
        found[i, 0] = fault_of(tables[0], games[i], template[0], found[i])


@jit
def find_end_faults(tables: Any, games: Any, found: Any) -> None:
    """As :func:`find_faults`, of the ends of finished games; apart, for scoring takes long to compile."""
    for i in range(len(games)):
        if found[i, 0] == NO_FAULT and games[i]["phase"] == Phase.OVER:
            found[i, 0] = end_fault(tables[0], games[i], found[i])
