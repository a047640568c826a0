"""Single actions in words, both ways, and why an action is not allowed.

A move of the notation that takes several actions is split: ``place stone r0c0 swap wheat`` and then ``to r1c1``;
``build well r1c1`` and then, where more than one set of squares would do, ``using r1c1,r1c2``; ``take wood from
player_1`` and then ``to r1c1``; ``forge``, then ``forge well r1c1``, ``and farm r2c1``, and ``using`` after each of the
two where it is asked. What an action is called can depend on what is being decided, but in every state every action
has a text of its own.

| actions | texts |
| --- | --- |
| waiting, ending | ``wait``, ``done``, ``set aside``, ``no cube``, ``exchange none``, ``put none``, ``extra none`` |
| monuments dealt | ``keep silva_forum`` (``keep first`` and ``keep second`` where none were dealt) |
| resources | ``name wheat``, ``choose wheat``, ``mark wheat`` |
| Opaleye's Watch | ``reserve well`` |
| cubes | ``place glass r1c1``; ``to r1c1`` for the cube just taken off a Warehouse or Oddity Shop |
| Warehouse | ``place stone r0c0 swap wheat`` (``place cube ...`` while no cube is to be placed) |
| Oddity Shop | ``take wood from player_1``, ``take nothing`` |
| Museum, Southern Semaphore, The Petal Promenade | ``exhibit r1c1``, ``extra r1c1``, ``coin r1c1`` |
| buildings | ``build well r1c1``; ``put well r1c1`` and ``exchange r1c1 well`` where that is asked |
| The Prism Forge | ``forge``; ``forge well r1c1`` and ``and farm r2c1`` where that is asked |
| squares used | ``using r1c1,r1c2``; ``using set 4`` where no such set is asked about |
| Teahouse, Cathedral, Masons' Guild | ``count row``, ``count column``; ``pay``, ``decline``; ``pay 2`` |
"""

from __future__ import annotations

from typing import Any

from tabletop_envs.notation import moves
from tabletop_envs.spec import State
from tt_env import actions as a
from tt_env.decisions import DECISIONS, SQUARES_ASKED, Pending
from tt_env.notation import engine
from tt_env.notation.reasons import why_illegal
from tt_env.notation.words import ALL_CARDS, PLAYER_NAMES, SQUARE_NAMES, card_at, card_id, resource_name, squares_in

__all__ = ["action_text", "parse_action", "why_illegal"]

_PLAIN = {
    a.WAIT: "wait",
    a.DONE: "done",
    a.SET_ASIDE: "set aside",
    a.NO_CUBE: "no cube",
    a.EXCHANGE_NONE: "exchange none",
    a.PUT_NONE: "put none",
    a.TAKE_NOTHING: "take nothing",
    a.EXTRA_NONE: "extra none",
    a.COUNT_ROW: "count row",
    a.COUNT_COLUMN: "count column",
    a.PAY: "pay",
    a.DECLINE: "decline",
    a.FORGE: "forge",
}
_OF_RESOURCES = ((a.NAME, "name"), (a.CHOOSE, "choose"), (a.MARK, "mark"))
_ON_SQUARES = ((a.EXHIBIT, "exhibit"), (a.EXTRA, "extra"), (a.COIN, "coin"))


def asked_of(s: Any) -> tuple[int, int, int]:
    """What is on top of a player's stack: kind and its two numbers, zeros if nothing is."""
    entry = int(s["pending"][s["depth"] - 1]) if s["depth"] else 0
    return entry & 0xFF, (entry >> 8) & 0xFF, (entry >> 16) & 0xFF


def action_text(state: State, player: int, action: int) -> str:
    """An action in words, as it is called by a player in a state; never fails for an action of the game."""
    g = state[0]
    s = g["players"][player]
    if action in _PLAIN:
        return _PLAIN[action]
    if action < a.NAME:
        return f"keep {_dealt(s, action - a.KEEP)}"
    if action < a.RESERVE:
        first, verb = max((first, verb) for first, verb in _OF_RESOURCES if first <= action)
        return f"{verb} {resource_name(action - first + 1)}"
    if action < a.PLACE:
        return f"reserve {card_at(g, player, action - a.RESERVE)}"
    if action < a.BUILD:
        return _cube_text(s, action)
    if action < a.USING:
        return _building_text(g, player, action)
    if action < a.TAKE:
        return _using_text(state, player, action - a.USING)
    return _coin_text(g, player, action)


def _coin_text(g: Any, player: int, action: int) -> str:
    """An action that only Fortune and its coins have."""
    if action < a.TAKE_NOTHING:
        distance, resource = a.distance_and_resource(action)
        return f"take {resource_name(resource)} from {PLAYER_NAMES[_to_the_left(g, player, distance)]}"
    if action >= a.SPEND:
        return f"pay {action - a.SPEND}"
    first, verb = max((first, verb) for first, verb in _ON_SQUARES if first <= action)
    return f"{verb} {SQUARE_NAMES[action - first]}"


def _to_the_left(g: Any, player: int, distance: int) -> int:
    """The player so far to the left; beyond the table the players that nobody plays, so that all are different."""
    players = int(g["num_players"])
    return (player + distance) % players if distance < players else distance


def _dealt(s: Any, which: int) -> str:
    """The monument dealt, or its place where there is none or no telling the two apart."""
    cards = [int(card) for card in s["dealt"]]
    if cards[0] == cards[1] or not 0 < cards[which] <= len(ALL_CARDS):
        return ("first", "second")[which]
    return card_id(cards[which])


def _cube_text(s: Any, action: int) -> str:
    if action >= a.SWAP:
        resource, square = a.kind_and_square(a.SWAP, action)
        named = resource_name(s["named"]) if s["named"] else "cube"
        return f"place {named} {SQUARE_NAMES[square]} swap {resource_name(resource + 1)}"
    resource, square = a.kind_and_square(a.PLACE, action)
    kind, taken, _ = asked_of(s)
    if kind in (Pending.SWAP, Pending.TAKE) and taken == resource + 1:
        return f"to {SQUARE_NAMES[square]}"
    return f"place {resource_name(resource + 1)} {SQUARE_NAMES[square]}"


def _building_text(g: Any, player: int, action: int) -> str:
    slot, square = a.kind_and_square(a.BUILD, action)
    card, where = card_at(g, player, slot), SQUARE_NAMES[square]
    kind = asked_of(g["players"][player])[0]
    if kind == Pending.EXCHANGE:
        return f"exchange {where} {card}"
    return f"{DECISIONS[Pending(kind)].verb if kind else 'build'} {card} {where}"


def _using_text(state: State, player: int, which: int) -> str:
    kind, slot, _ = asked_of(state[0]["players"][player])
    sets = engine.set_squares(state, player, slot) if kind in SQUARES_ASKED else []
    return f"using {','.join(squares_in(sets[which]))}" if which < len(sets) else f"using set {which}"


def parse_action(state: State, player: int, text: str) -> int:
    """The number of the action that a text names; the inverse of :func:`action_text`.

    Raises:
        NotationError: If the text names no action.
    """
    return moves.parse_action(engine.ENGINE, action_text, state, player, text)
