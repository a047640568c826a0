"""Whether a player of a position can be what it is in the running phase and round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tabletop_envs.errors import NotationError, shown
from tt_env.decisions import FROM_CATHEDRAL, RESERVED, Pending
from tt_env.notation.defaults import default_resource
from tt_env.notation.progress import has_dealt, is_nameless
from tt_env.notation.stored import banked
from tt_env.notation.words import card_at, card_id, resource_name
from tt_env.rules.buildings import YELLOW
from tt_env.rules.cards import (
    ARCHITECTS_GUILD,
    FORT_IRONWEED,
    JEWELER,
    OPALEYES_WATCH,
    PRISM_FORGE,
    SHRINE_OF_THE_ELDER_TREE,
    TREASURY_AT_OKAVER,
)
from tt_env.rules.player import ALL_RESOURCES
from tt_env.state import MONUMENT, NUM_CARDS, SQUARES, Phase
from tt_env.town import BUILDING, buildings, count, squares_with

_AFTER_THE_CUBE = (Phase.CONSTRUCTING, Phase.WATCH, Phase.ROUND_END, Phase.OVER)
"""The phases in which buildings of this round can stand."""

Finding = tuple[str, str] | None
"""A key that cannot be as it is, and why."""


def check_player(place: str, g: Any, player: int, entry: Mapping[str, Any]) -> None:
    """Refuses a player that contradicts the phase, the round or itself.

    Args:
        place: Where its object stands, for errors.
        g: The game.
        player: Its number.
        entry: Its object.

    Raises:
        NotationError: At the first contradiction.
    """
    for check in _CHECKS:
        found = check(g, player)
        if found is not None:
            key, why = found
            raise NotationError(f"{place}.{key}: {shown(entry.get(key))}; {why}")


def _standing(s: Any) -> int:
    """The monument that stands in the town, 0 if none."""
    return int(s["monument"]) if s["built"] else 0


def _at_setup(g: Any, player: int) -> Finding:
    """Nothing has happened before the first round (2)."""
    s = g["players"][player]
    if g["phase"] != Phase.SETUP:
        if s["dealt"].all() and not s["monument"]:
            return "monument", f"allowed: {card_id(s['dealt'][0])} or {card_id(s['dealt'][1])}, one of them is kept"
        return None
    for field, key in (
        *(("town", "town"), ("completed", "completed_round"), ("builder_turns", "builder_turns")),
        *(("coins", "coins"), ("set_aside", "set_aside"), ("by_cubes", "by_cubes"), ("unpaid", "unpaid")),
        *(("constructed", "constructed"), ("named", "named"), ("swapped", "swapped")),
    ):
        if s[field]:
            return key, "allowed in no town before the first round"
    return None


def _in_first_round(g: Any, player: int) -> Finding:
    """One cube has come into a town in the first round, so no building stands (4).

    Any other round, and the first one of solo and Town Hall, is not held against the towns: see docs/notation.md.
    """
    s = g["players"][player]
    if g["round"] != 1 or g["phase"] == Phase.OVER or is_nameless(g):
        return None
    if buildings(int(s["town"])):
        return "town", "no building can stand in round 1, whose cube is the first"
    if SQUARES - count(squares_with(int(s["town"]), 0)) + int(s["set_aside"]) > has_dealt(g, player):
        return "town", f"allowed in round 1: {'one cube' if has_dealt(g, player) else 'no cube yet'}"
    return None


def _monument_info(g: Any, player: int) -> Finding:
    """Buildings never become fewer; a round has one change at most."""
    s = g["players"][player]
    standing, number = _standing(s), int(s["monument_info"])
    if standing == SHRINE_OF_THE_ELDER_TREE and number > count(buildings(int(s["town"]))):
        return "monument_info", "allowed: at most the buildings of the town"
    if standing != SHRINE_OF_THE_ELDER_TREE and number > g["round"]:
        return "monument_info", "allowed: at most one a round"
    return None


def _set_aside(g: Any, player: int) -> Finding:
    """The Cavern rule, where it is played with (7)."""
    number = int(g["players"][player]["set_aside"])
    if number and not g["cavern"]:
        return "set_aside", "allowed only with the Cavern rule (config.cavern)"
    if number > g["round"]:
        return "set_aside", f"allowed: at most {int(g['round'])}, one a round"
    return None


def _watch(g: Any, player: int) -> Finding:
    """What lies on an Opaleye's Watch, and since when."""
    s = g["players"][player]
    if _standing(s) != OPALEYES_WATCH:
        for key in ("reserved", "watch_round"):
            if s[key]:
                return key, "allowed only for a built opaleyes_watch"
        return None
    built = int(s["watch_round"])
    last = max(int(g["round"]) - (g["phase"] not in _AFTER_THE_CUBE), 1)
    if not 1 <= built <= last:
        return "watch_round", f"allowed: 1 to {last}"
    if count(int(s["reserved"])) > RESERVED:
        return "reserved", f"allowed: at most {RESERVED} cards"
    return None


def _constructed(g: Any, player: int) -> Finding:
    """What came into the town this round."""
    s = g["players"][player]
    slots, phase = int(s["constructed"]), int(g["phase"])
    if slots == 0:
        return None
    if (slots >> MONUMENT) & 1:
        return "constructed", "allowed: cards in play, a monument is not counted there"
    if s["completed"] and s["completed"] < g["round"]:
        return "constructed", "allowed: nothing, the town was completed in an earlier round"
    if phase not in _AFTER_THE_CUBE and (slots != 1 or _standing(s) != TREASURY_AT_OKAVER):
        return "constructed", "allowed before the construct step: only the Cottage of a built treasury_at_okaver"
    missing = [slot for slot in range(NUM_CARDS) if (slots >> slot) & 1 and not _has(s, slot)]
    if missing and _standing(s) != ARCHITECTS_GUILD:
        return "constructed", f"{card_at(g, player, missing[0])} does not stand in the town"
    return None


def _has(s: Any, slot: int) -> bool:
    return bool(squares_with(int(s["town"]), BUILDING + slot))


def _of_this_round(g: Any, player: int) -> Finding:
    """What counts for the coins at the end of the round: every construction has left a building."""
    s = g["players"][player]
    for key in ("by_cubes", "unpaid", "forged"):
        if s[key] and g["phase"] not in _AFTER_THE_CUBE:
            return key, "allowed from the construct step of the round on"
    for key in ("by_cubes", "unpaid", "forged", "swapped"):
        if s[key] and s["completed"] and s["completed"] < g["round"]:
            return key, "allowed: nothing, the town was completed in an earlier round"
    most = count(buildings(int(s["town"]))) + _on_their_way(s)
    if s["by_cubes"] > most:
        return "by_cubes", f"allowed: at most {most}, the buildings of the town"
    if s["forged"] and _standing(s) != PRISM_FORGE:
        return "forged", "allowed only for a built prism_forge"
    if s["unpaid"]:
        jewelers = count(squares_with(int(s["town"]), BUILDING + YELLOW)) if g["row"][YELLOW] == JEWELER else 0
        if g["num_players"] == 1 or (s["unpaid"] > jewelers and (_standing(s) != ARCHITECTS_GUILD or not jewelers)):
            return "unpaid", f"allowed: at most {0 if g['num_players'] == 1 else jewelers}, the Jewelers of the town"
    return None


def _on_their_way(s: Any) -> int:
    """Buildings constructed that have yet to come in: The Prism Forge's second one, a declined Cathedral's Shed."""
    entries = [int(entry) for entry in s["pending"][: s["depth"]]]
    sheds = sum(e & 0xFF == Pending.PUT and (e >> 16) & 0xFF == FROM_CATHEDRAL for e in entries)
    return sheds + sum(e & 0xFF == Pending.ENTER for e in entries)


def _swapped(g: Any, player: int) -> Finding:
    """A coin changes a cube that somebody else named, once it is placed (Fortune 4)."""
    s, phase = g["players"][player], int(g["phase"])
    if not s["swapped"]:
        return None
    if phase in (Phase.TAKING, Phase.NAMING) or not has_dealt(g, player):
        return "swapped", "allowed once the cube of the round is placed"
    if not is_nameless(g) and phase != Phase.OVER and player == g["builder"]:
        return "swapped", "allowed: false, the Master Builder changes no cube"
    if g["town_hall"] and g["round"] % 3 == 0:
        return "swapped", "allowed: false, in every third round of Town Hall each player chooses"
    return None


def _named(g: Any, player: int) -> Finding:
    """The resource of the round; each player's own where each chooses (8, 9)."""
    s, phase = g["players"][player], int(g["phase"])
    own, usual = int(s["named"]), default_resource(g, s)
    if phase == Phase.OVER:
        return None
    if s["completed"] or phase in (Phase.TAKING, Phase.NAMING) or not _chooses(g):
        allowed = f"{resource_name(usual)}, named for all" if usual else "null, nothing is named for this player"
        return None if own == usual else ("named", f"allowed: {allowed}")
    if own == 0 and phase == Phase.PLACING and has_dealt(g, player) and not _takes_no_cube(g, player):
        return "named", "allowed: the resource chosen, the cube is dealt with"
    if own and phase == Phase.PLACING and (banked(g, s) >> own) & 1 and g["num_players"] > 1:
        return "named", "allowed: a resource that lies on none of the own Banks"
    return None


def _chooses(g: Any) -> bool:
    return bool(g["num_players"] == 1 or (g["town_hall"] and g["round"] % 3 == 0))


def _takes_no_cube(g: Any, player: int) -> bool:
    s = g["players"][player]
    return bool(_standing(s) == FORT_IRONWEED or banked(g, s) == ALL_RESOURCES)


_CHECKS: tuple[Callable[[Any, int], Finding], ...] = (
    _at_setup,
    _in_first_round,
    _monument_info,
    _set_aside,
    _watch,
    _constructed,
    _of_this_round,
    _swapped,
    _named,
)
