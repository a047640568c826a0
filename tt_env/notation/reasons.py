"""Why an action is not allowed: one clause that names the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_envs.spec import State
from tt_env import actions as a
from tt_env.notation import engine, reasons_coins
from tt_env.notation.reasons_placing import in_placing
from tt_env.notation.words import PHASE_NAMES, SQUARE_NAMES, card_at, card_id, players_in, resource_name
from tt_env.rules.cards import BANK, ESTIVAL_FESTIVAL, OPALEYES_WATCH
from tt_env.rules.entering import FESTIVAL_COST, allowed_squares
from tt_env.state import MONUMENT, NUM_CARDS, SQUARES, Pending, Phase
from tt_env.town import BUILDING, content, empty

_BLACK = NUM_CARDS - 1


def why_illegal(state: State, player: int, action: int) -> str:
    """One clause that says why the rules do not allow a player this action now.

    Args:
        state: The state.
        player: The player.
        action: An illegal action; for a legal one the clause says that nothing forbids it.
    """
    if not 0 <= action < engine.num_actions(state):
        return f"there are only the actions 0 to {engine.num_actions(state) - 1}"
    if engine.mask_of(state, player)[action]:
        return "nothing forbids it"
    g = state[0]
    if not (int(g["waiting"]) >> player) & 1:
        return _not_asked(state, player)
    if action == a.WAIT:
        return "this player has to decide something"
    s = g["players"][player]
    if s["depth"]:
        entry = int(s["pending"][s["depth"] - 1])
        kind, first, second = Pending(entry & 0xFF), (entry >> 8) & 0xFF, (entry >> 16) & 0xFF
        return _ANSWERS[kind](state, player, action, first, second)
    return _PHASES[Phase(g["phase"])](state, player, action)


def _not_asked(state: State, player: int) -> str:
    g = state[0]
    if g["phase"] == Phase.OVER:
        return "the game is over"
    if g["players"][player]["completed"]:
        return f"the town was completed in round {g['players'][player]['completed']}"
    others = ", ".join(players_in(g["waiting"]))
    return f"it is not this player's turn, {others} must answer first (phase {PHASE_NAMES[int(g['phase'])]})"


# Decisions of a step


def _in_setup(state: State, player: int, action: int) -> str:
    return "one of the two monuments must be kept first"


def _in_naming(state: State, player: int, action: int) -> str:
    if a.NAME <= action < a.CHOOSE:
        return f"{resource_name(action - a.NAME + 1)} lies on a Bank of this player"
    return "the Master Builder must name a resource first"


def _in_constructing(state: State, player: int, action: int) -> str:
    g = state[0]
    if a.BUILD <= action < a.USING:
        return _constructing(state, player, *divmod(action - a.BUILD, SQUARES))
    if action == a.FORGE:
        return reasons_coins.forging(state, player)
    if a.PLACE <= action < a.BUILD or action in (a.SET_ASIDE, a.NO_CUBE):
        return "the cube of this round has been dealt with"
    return f"nothing like that is asked of this player now (phase {PHASE_NAMES[int(g['phase'])]})"


def _constructing(state: State, player: int, slot: int, square: int) -> str:
    g = state[0]
    s = g["players"][player]
    card, where = card_at(g, player, slot), SQUARE_NAMES[square]
    if slot == MONUMENT and (s["built"] or not s["monument"]):
        return "the monument stands already" if s["built"] else "the player holds no monument"
    if slot == MONUMENT and s["monument"] == ESTIVAL_FESTIVAL and s["coins"] < FESTIVAL_COST:
        return f"{card} costs {FESTIVAL_COST} coins"
    if not _may_come_in(g, s, slot, square):
        return _why_not_in(g, s, slot, where)
    if any(engine.fitting_sets(state, player, slot, target) for target in range(SQUARES)):
        return f"no layout of {card} that lies in the town lets it be put on {where}"
    return f"no layout of {card} lies in the town"


def _may_come_in(g: Any, s: Any, slot: int, square: int) -> bool:
    """Whether Banks and coins allow a building on a square at all."""
    return bool((int(allowed_squares(g, s, slot)) >> square) & 1)


def _why_not_in(g: Any, s: Any, slot: int, where: str) -> str:
    if g["row"][slot] == BANK:
        return "all five resources lie on Banks of this player"
    return f"{card_id(g['row'][slot])} on {where} needs more coins than the chest holds"


# Answers to what a move brought with it


def _using(state: State, player: int, action: int, slot: int, square: int) -> str:
    card, where = card_at(state[0], player, slot), SQUARE_NAMES[square]
    if action >= a.USING:
        return f"these squares do not give {card} on {where}"
    return f"the squares that {card} on {where} uses must be chosen first"


def _swapping(state: State, player: int, action: int, resource: int, _: int) -> str:
    if a.PLACE <= action < a.SWAP and (action - a.PLACE) // SQUARES + 1 == resource:
        return f"{SQUARE_NAMES[(action - a.PLACE) % SQUARES]} is not empty"
    return f"the {resource_name(resource)} taken off the Warehouse must be placed first"


def _marking(state: State, player: int, action: int, square: int, _: int) -> str:
    if a.MARK <= action < a.RESERVE:
        return f"{resource_name(action - a.MARK + 1)} lies on another Bank of this player"
    return f"the cube on the new {card_at(state[0], player, _BLACK)} must be chosen first"


def _exchanging(state: State, player: int, action: int, _: int, exchanged: int) -> str:
    if not a.BUILD <= action < a.USING:
        return "Architect's Guild must be answered first"
    g = state[0]
    s = g["players"][player]
    slot, square = divmod(action - a.BUILD, SQUARES)
    nibble = int(content(int(s["town"]), square))
    if slot == MONUMENT or nibble == BUILDING + MONUMENT:
        return "a monument is not exchanged"
    if nibble < BUILDING:
        return f"no building stands on {SQUARE_NAMES[square]}"
    if square == exchanged - 1:
        return f"the building on {SQUARE_NAMES[square]} has been exchanged already"
    if nibble == BUILDING + slot:
        return "the new building must be of another type"
    return _why_not_in(g, s, slot, SQUARE_NAMES[square])


def _reserving(state: State, player: int, action: int, _left: int, _: int) -> str:
    if a.RESERVE <= action < a.PLACE:
        return f"{card_at(state[0], player, action - a.RESERVE)} lies on the Watch already"
    return "buildings for Opaleye's Watch must be set aside first"


def _putting(state: State, player: int, action: int, slots: int, _: int) -> str:
    g = state[0]
    s = g["players"][player]
    if action == a.PUT_NONE:
        watch = s["built"] and s["monument"] == OPALEYES_WATCH and not g["opaleye_optional"]
        return "answering is not optional in this game" if watch else "the free building is not optional"
    if not a.BUILD <= action < a.USING:
        return "a building must be put on an empty square first"
    slot, square = divmod(action - a.BUILD, SQUARES)
    if not (empty(int(s["town"])) >> square) & 1:
        return f"{SQUARE_NAMES[square]} is not empty"
    if (slots >> slot) & 1:
        if not _may_come_in(g, s, slot, square):
            return _why_not_in(g, s, slot, SQUARE_NAMES[square])
        return f"{SQUARE_NAMES[square]} is for the second building of The Prism Forge"
    return f"{card_at(g, player, slot)} is none of the buildings that may be put"


_PHASES: dict[Phase, Callable[[State, int, int], str]] = {
    Phase.SETUP: _in_setup,
    Phase.NAMING: _in_naming,
    Phase.PLACING: in_placing,
    Phase.CONSTRUCTING: _in_constructing,
    Phase.WATCH: _in_constructing,
    Phase.TAKING: reasons_coins.in_taking,
}
_ANSWERS: dict[Pending, Callable[[State, int, int, int, int], str]] = {
    Pending.USING: _using,
    Pending.SWAP: _swapping,
    Pending.MARK: _marking,
    Pending.EXCHANGE: _exchanging,
    Pending.RESERVE: _reserving,
    Pending.PUT: _putting,
} | reasons_coins.ANSWERS
