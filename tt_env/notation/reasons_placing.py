"""Why an action is not allowed while the round's cube has to be dealt with."""

from __future__ import annotations

from typing import Any

from tabletop_envs.spec import State
from tt_env import actions as a
from tt_env.notation.words import SQUARE_NAMES, resource_name
from tt_env.rules import placing
from tt_env.rules.cards import FACTORY, MUSEUM, ODDITY_SHOP, STATUE_OF_THE_BONDMAKER, WAREHOUSE
from tt_env.rules.placing import CAVERN_CUBES, WAREHOUSE_ROOM
from tt_env.state import NUM_CARDS
from tt_env.town import BUILDING, content, stored_of, stored_total

_BLACK = NUM_CARDS - 1
_STORES = {WAREHOUSE: ("a Warehouse", WAREHOUSE_ROOM), ODDITY_SHOP: ("an Oddity Shop", 1)}
"""Black buildings on which the round's cube may be put, and how many fit there."""
_PROMENADE = "while coins of The Petal Promenade lie in the town, the cube goes on an empty square with one"


def in_placing(state: State, player: int, action: int) -> str:
    """Why a player that has to deal with its cube may not do this."""
    g = state[0]
    s = g["players"][player]
    if s["named"] == 0:
        return _choosing(g, player, action)
    if action in a.CUBES:
        return _placing(g, player, *a.kind_and_square(a.PLACE, action))
    others = bool(placing.named_by_another(g, player))
    if action in a.SWAPS:
        return _swapping(g, player, *a.kind_and_square(a.SWAP, action))
    if action in a.EXHIBITS:
        return _exhibiting(g, player, action - a.EXHIBIT)
    if action == a.SET_ASIDE:
        if not g["cavern"]:
            return "the game is played without the Cavern rule"
        if s["set_aside"] >= CAVERN_CUBES:
            return f"{CAVERN_CUBES} cubes are set aside already"
        return _PROMENADE if others else "only a cube that somebody else named may be set aside"
    return "the cube of this round must be placed first"


def _choosing(g: Any, player: int, action: int) -> str:
    if placing.takes_no_cube(g, player):
        return "the rules give this player no cube this round"
    if action == a.NO_CUBE:
        return "the rules give this player a cube this round"
    if action in a.CHOICES:
        resource = resource_name(action - a.CHOOSE + 1)
        return f"no {resource} card is shown" if g["num_players"] == 1 else f"{resource} lies on a Bank of this player"
    return "a resource must be chosen first"


def _placing(g: Any, player: int, resource: int, square: int) -> str:
    s = g["players"][player]
    where, named = SQUARE_NAMES[square], resource_name(s["named"])
    nibble = int(content(int(s["town"]), square))
    if nibble == 0:
        if resource + 1 != s["named"] and not _may_change(g, player):
            return _no_change(g, player, named)
        if placing.named_by_another(g, player):
            return _PROMENADE
        return "the player's own cube goes on a square without a coin of The Petal Promenade"
    if nibble == BUILDING + _BLACK and int(g["row"][_BLACK]) in _STORES:
        return _storing(g, player, *_STORES[int(g["row"][_BLACK])], square)
    if nibble == BUILDING and s["built"] and s["monument"] == STATUE_OF_THE_BONDMAKER:
        if not placing.named_by_another(g, player):
            return "a Cottage takes only cubes that somebody else named"
        return (
            f"the Cottage on {where} has a cube" if s["stored"][square] else f"a Cottage takes only the named {named}"
        )
    return f"{where} is not empty"


def _may_change(g: Any, player: int) -> bool:
    return bool(placing.named_by_another(g, player) and placing.can_change(g, g["players"][player]))


def _no_change(g: Any, player: int, named: str) -> str:
    """Why another resource than the named one may not be placed."""
    if not placing.named_by_another(g, player) and (g["with_coins"] or g["row"][_BLACK] == FACTORY):
        return f"the player named {named} itself"
    missing = ["no Factory shows it"] if g["row"][_BLACK] == FACTORY else []
    missing += ["there is no coin to change it"] if g["with_coins"] else []
    return ", and ".join([f"{named} was named", *missing])


def _storing(g: Any, player: int, store: str, room: int, square: int) -> str:
    """Why the cube may not go on the building that stores cubes."""
    s = g["players"][player]
    if not placing.named_by_another(g, player):
        return f"{store} takes only cubes that somebody else named"
    if stored_total(int(s["stored"][square])) >= room:
        return f"the {store.split(' ', 1)[1]} on {SQUARE_NAMES[square]} is full"
    if placing.promenade_squares(s):
        return _PROMENADE
    return f"{store} takes only the named {resource_name(s['named'])}"


def _swapping(g: Any, player: int, resource: int, square: int) -> str:
    s = g["players"][player]
    if g["row"][_BLACK] != WAREHOUSE or content(int(s["town"]), square) != BUILDING + _BLACK:
        return f"there is no Warehouse on {SQUARE_NAMES[square]}"
    if not stored_of(int(s["stored"][square]), resource + 1):
        return f"no {resource_name(resource + 1)} lies on the Warehouse on {SQUARE_NAMES[square]}"
    return (
        _PROMENADE if placing.named_by_another(g, player) else "a Warehouse takes only cubes that somebody else named"
    )


def _exhibiting(g: Any, player: int, square: int) -> str:
    s = g["players"][player]
    if g["row"][_BLACK] != MUSEUM or content(int(s["town"]), square) != BUILDING + _BLACK:
        return f"there is no Museum on {SQUARE_NAMES[square]}"
    if not placing.named_by_another(g, player):
        return "only what somebody else named may be returned from a Museum"
    if not stored_of(int(s["stored"][square]), int(s["named"])):
        return f"no {resource_name(s['named'])} lies on the Museum on {SQUARE_NAMES[square]}"
    return _PROMENADE
