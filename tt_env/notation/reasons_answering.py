"""Why an answer to what a move has brought with it is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tabletop_envs.spec import State
from tt_env import actions as a
from tt_env.decisions import CATHEDRAL_COST, DECISIONS, Pending, fields_of
from tt_env.notation.pending import field_words
from tt_env.notation.words import SQUARE_NAMES, card_at, card_id, resource_name
from tt_env.rules.cards import BANK, OPALEYES_WATCH
from tt_env.rules.entering import allowed_squares
from tt_env.rules.placing import promenade_squares
from tt_env.state import MONUMENT
from tt_env.town import BUILDING, content, empty

Fields = Mapping[str, int]


def in_answering(state: State, player: int, action: int) -> str:
    """Why a player that has a decision pending may not do this: something else is asked, or the kind's own reason."""
    s = state[0]["players"][player]
    kind, fields = fields_of(int(s["pending"][s["depth"] - 1]))
    decision = DECISIONS[kind]
    if action in decision.answers and kind in _ANSWERS and (reason := _ANSWERS[kind](state, player, action, fields)):
        return reason
    if kind == Pending.PUT and action == a.PUT_NONE:
        watch = s["built"] and s["monument"] == OPALEYES_WATCH and not state[0]["opaleye_optional"]
        return "answering is not optional in this game" if watch else "the free building is not optional"
    return decision.first.format(**field_words(state[0], player, fields))


def may_come_in(g: Any, s: Any, slot: int, square: int) -> bool:
    """Whether Banks and coins allow a building on a square at all."""
    return bool((int(allowed_squares(g, s, slot)) >> square) & 1)


def why_not_in(g: Any, s: Any, slot: int, where: str) -> str:
    """Why they do not."""
    if g["row"][slot] == BANK:
        return "all five resources lie on Banks of this player"
    return f"{card_id(g['row'][slot])} on {where} needs more coins than the chest holds"


def _is_empty(state: State, player: int, square: int) -> bool:
    return bool((int(empty(int(state[0]["players"][player]["town"]))) >> square) & 1)


def _using(state: State, player: int, action: int, fields: Fields) -> str:
    return f"these squares do not give {card_at(state[0], player, fields['card'])} on {SQUARE_NAMES[fields['square']]}"


def _forging_squares(state: State, player: int, action: int, fields: Fields) -> str:
    return f"{_using(state, player, action, fields)} in this pair"


def _placing_taken(state: State, player: int, action: int, fields: Fields) -> str:
    """The cube taken off a Warehouse or an Oddity Shop; no reason of its own for another cube."""
    kind, square = a.kind_and_square(a.PLACE, action)
    if kind + 1 != fields["resource"]:
        return ""
    if _is_empty(state, player, square) and (int(promenade_squares(state[0]["players"][player])) >> square) & 1:
        return f"a coin of The Petal Promenade lies on {SQUARE_NAMES[square]}"
    return f"{SQUARE_NAMES[square]} is not empty"


def _marking(state: State, player: int, action: int, fields: Fields) -> str:
    return f"{resource_name(action - a.MARK + 1)} lies on another Bank of this player"


def _exchanging(state: State, player: int, action: int, fields: Fields) -> str:
    g = state[0]
    s = g["players"][player]
    slot, square = a.kind_and_square(a.BUILD, action)
    nibble = int(content(int(s["town"]), square))
    if slot == MONUMENT or nibble == BUILDING + MONUMENT:
        return "a monument is not exchanged"
    if nibble < BUILDING:
        return f"no building stands on {SQUARE_NAMES[square]}"
    if square == fields["first"] - 1:
        return f"the building on {SQUARE_NAMES[square]} has been exchanged already"
    if nibble == BUILDING + slot:
        return "the new building must be of another type"
    return why_not_in(g, s, slot, SQUARE_NAMES[square])


def _reserving(state: State, player: int, action: int, fields: Fields) -> str:
    return f"{card_at(state[0], player, action - a.RESERVE)} lies on the Watch already"


def _putting(state: State, player: int, action: int, fields: Fields) -> str:
    g = state[0]
    slot, square = a.kind_and_square(a.BUILD, action)
    if not _is_empty(state, player, square):
        return f"{SQUARE_NAMES[square]} is not empty"
    if (fields["cards"] >> slot) & 1:
        if not may_come_in(g, g["players"][player], slot, square):
            return why_not_in(g, g["players"][player], slot, SQUARE_NAMES[square])
        return f"{SQUARE_NAMES[square]} is for the second building of The Prism Forge"
    return f"{card_at(g, player, slot)} is none of the buildings that may be put"


def _placing_extra(state: State, player: int, action: int, fields: Fields) -> str:
    return f"{SQUARE_NAMES[action - a.EXTRA]} is not empty"


def _answering_okaver(state: State, player: int, action: int, fields: Fields) -> str:
    slot, square = a.kind_and_square(a.BUILD, action)
    return "The Treasury at Okaver gives only a Cottage" if slot else f"{SQUARE_NAMES[square]} is not empty"


def _paying_for_cathedral(state: State, player: int, action: int, fields: Fields) -> str:
    return f"a Cathedral costs {CATHEDRAL_COST} coins"


def _laying_coins(state: State, player: int, action: int, fields: Fields) -> str:
    square = action - a.COIN
    where = SQUARE_NAMES[square]
    return f"a coin lies on {where} already" if _is_empty(state, player, square) else f"{where} is not empty"


def _spending(state: State, player: int, action: int, fields: Fields) -> str:
    coins, s = action - a.SPEND, state[0]["players"][player]
    if coins > s["coins"]:
        return f"the chest holds only {s['coins']}"
    return "a coin is paid only for a building that has an empty square"


def _forging_building(state: State, player: int, action: int, fields: Fields) -> str:
    slot, square = a.kind_and_square(a.BUILD, action)
    return f"The Prism Forge cannot put {card_at(state[0], player, slot)} on {SQUARE_NAMES[square]} in this pair"


_ANSWERS: dict[Pending, Callable[[State, int, int, Fields], str]] = {
    Pending.USING: _using,
    Pending.SWAP: _placing_taken,
    Pending.MARK: _marking,
    Pending.EXCHANGE: _exchanging,
    Pending.RESERVE: _reserving,
    Pending.PUT: _putting,
    Pending.TAKE: _placing_taken,
    Pending.EXTRA: _placing_extra,
    Pending.OKAVER: _answering_okaver,
    Pending.CATHEDRAL: _paying_for_cathedral,
    Pending.COIN: _laying_coins,
    Pending.SPEND: _spending,
    Pending.FORGE: _forging_building,
    Pending.FORGE_USING: _forging_squares,
    Pending.FORGE_SECOND: _forging_building,
    Pending.FORGE_SECOND_USING: _forging_squares,
}
"""Why an answer of the right sort is not allowed, for each kind of decision that refuses some."""
