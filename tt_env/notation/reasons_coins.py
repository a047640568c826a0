"""Why an answer that only Fortune and its coins ask for is not allowed."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_envs.spec import State
from tt_env import actions as a
from tt_env.notation.words import PLAYER_NAMES, SQUARE_NAMES, card_at, resource_name
from tt_env.rules.cards import PRISM_FORGE
from tt_env.rules.entering import CATHEDRAL_COST
from tt_env.rules.placing import promenade_squares
from tt_env.state import SQUARES, Pending
from tt_env.town import empty


def in_taking(state: State, player: int, action: int) -> str:
    """Before naming, the Master Builder may take a cube."""
    if not a.TAKE <= action < a.TAKE_NOTHING:
        return "the Master Builder must first take a cube from an Oddity Shop, or nothing"
    distance, resource = divmod(action - a.TAKE, 5)
    players = int(state[0]["num_players"])
    if distance + 1 >= players:
        return f"there are only {players} players"
    owner = (player + distance + 1) % players
    return f"no {resource_name(resource + 1)} lies on an Oddity Shop of {PLAYER_NAMES[owner]}"


def forging(state: State, player: int) -> str:
    """Why The Prism Forge cannot be used."""
    s = state[0]["players"][player]
    if not s["built"] or s["monument"] != PRISM_FORGE:
        return "no Prism Forge stands in this town"
    if s["forged"]:
        return "The Prism Forge was used this round already"
    return "no two buildings share a cube of the town"


def _placing_taken(state: State, player: int, action: int, resource: int, _: int) -> str:
    s = state[0]["players"][player]
    if a.PLACE <= action < a.SWAP and (action - a.PLACE) // SQUARES + 1 == resource:
        square = (action - a.PLACE) % SQUARES
        if (int(promenade_squares(s)) >> square) & 1:
            return f"a coin of The Petal Promenade lies on {SQUARE_NAMES[square]}"
        return f"{SQUARE_NAMES[square]} is not empty"
    return f"the {resource_name(resource)} taken from the Oddity Shop must be placed first"


def _placing_extra(state: State, player: int, action: int, _a: int, _b: int) -> str:
    if a.EXTRA <= action < a.EXTRA_NONE:
        return f"{SQUARE_NAMES[action - a.EXTRA]} is not empty"
    return "Southern Semaphore must be answered first"


def _answering_okaver(state: State, player: int, action: int, _a: int, _b: int) -> str:
    if a.BUILD <= action < a.USING:
        slot, square = divmod(action - a.BUILD, SQUARES)
        if slot:
            return "The Treasury at Okaver gives only a Cottage"
        return f"{SQUARE_NAMES[square]} is not empty"
    return "The Treasury at Okaver must be answered first"


def _paying_for_cathedral(state: State, player: int, action: int, _a: int, _b: int) -> str:
    if action == a.PAY:
        return f"a Cathedral costs {CATHEDRAL_COST} coins"
    return "the Cathedral must be paid for or declined first"


def _counting(state: State, player: int, action: int, _a: int, _b: int) -> str:
    return "the row or the column of the Teahouse must be counted first"


def _laying_coins(state: State, player: int, action: int, _a: int, _b: int) -> str:
    if not a.COIN <= action < a.PAY:
        return "the coins of The Petal Promenade must be laid first"
    square = action - a.COIN
    is_empty = (int(empty(int(state[0]["players"][player]["town"]))) >> square) & 1
    return f"a coin lies on {SQUARE_NAMES[square]} already" if is_empty else f"{SQUARE_NAMES[square]} is not empty"


def _spending(state: State, player: int, action: int, _a: int, _b: int) -> str:
    if not a.SPEND <= action < a.FORGE:
        return "the coins for Masons' Guild must be paid first"
    coins, s = action - a.SPEND, state[0]["players"][player]
    if coins > s["coins"]:
        return f"the chest holds only {s['coins']}"
    return "a coin is paid only for a building that has an empty square"


def _forging_building(state: State, player: int, action: int, _a: int, _b: int) -> str:
    if a.BUILD <= action < a.USING:
        slot, square = divmod(action - a.BUILD, SQUARES)
        return f"The Prism Forge cannot put {card_at(state[0], player, slot)} on {SQUARE_NAMES[square]} in this pair"
    return "the two buildings of The Prism Forge must be named first"


def _forging_squares(state: State, player: int, action: int, slot: int, square: int) -> str:
    card, where = card_at(state[0], player, slot), SQUARE_NAMES[square]
    if a.USING <= action < a.TAKE:
        return f"these squares do not give {card} on {where} in this pair"
    return f"the squares that {card} on {where} uses must be chosen first"


ANSWERS: dict[Pending, Callable[[State, int, int, int, int], str]] = {
    Pending.TAKE: _placing_taken,
    Pending.EXTRA: _placing_extra,
    Pending.OKAVER: _answering_okaver,
    Pending.CATHEDRAL: _paying_for_cathedral,
    Pending.COUNT: _counting,
    Pending.COIN: _laying_coins,
    Pending.SPEND: _spending,
    Pending.FORGE: _forging_building,
    Pending.FORGE_USING: _forging_squares,
    Pending.FORGE_SECOND: _forging_building,
    Pending.FORGE_SECOND_USING: _forging_squares,
}
"""For each kind of pending decision: state, player, action and the decision's two numbers to the reason."""
