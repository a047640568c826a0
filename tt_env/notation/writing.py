"""Writing the record of a game from the actions that were taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tabletop_envs.errors import NotationError
from tabletop_envs.notation import follow
from tabletop_envs.options import write_config
from tabletop_envs.spec import State
from tt_env.notation import engine
from tt_env.notation.action_text import action_text
from tt_env.notation.moves import move_text
from tt_env.notation.positions import position
from tt_env.notation.records import GAME, start_from
from tt_env.notation.scores import result_of
from tt_env.notation.words import BUILDING_GROUPS, PLAYER_NAMES, card_id, resource_name
from tt_env.options import OPTIONS
from tt_env.rules.setup import RESOURCE_CARDS
from tt_env.state import Phase


def write_record(start: State, actions: Iterable[tuple[int, int]]) -> dict[str, Any]:
    """The record of a game, finished or not.

    Of a game broken off in the middle of a move or of a step that all players take together, ``begun`` holds what
    ``moves`` cannot: the actions of an unfinished move, and those of players ahead of the written order.

    Args:
        start: The state in which the game began, right after the reset.
        actions: ``(player, action)`` pairs; only each player's own order matters. Of a finished game, all steps that
            had only one legal action may be missing.

    Raises:
        NotationError: If the actions cannot be taken from the start.
        TypeError: If the start is not a state of Tiny Towns.
    """
    start = engine.state_of(start)
    moves, begun, state = follow(engine.ENGINE, start, actions, move_text, action_text)
    played = {"moves": [[PLAYER_NAMES[player], text] for player, text in moves]}
    if begun:
        played["begun"] = [[PLAYER_NAMES[player], text] for player, text in begun]
    return _beginning(start, state) | played | _end(state)


def _beginning(start: State, end: State) -> dict[str, Any]:
    """Config and chance; the position, if the game did not begin at the beginning."""
    g = start[0]
    config, chance = write_config(OPTIONS, g), _chance(g)
    try:
        fresh = start_from(config, chance)
        fresh[0]["rng"] = g["rng"]
        began_here = bool((fresh == start).all())
    except NotationError:
        began_here = False
    if not began_here:
        return {"game": GAME, "position": position(start)}
    if config["town_hall"]:
        del chance["deck"][int(end[0]["deck_next"]) :]  # the cards turned up; the others do not matter
    return {"game": GAME, "config": config, "chance": chance}


def _chance(g: Any) -> dict[str, Any]:
    n = int(g["num_players"])
    found: dict[str, Any] = {
        "cards": {group: card_id(card) for group, card in zip(BUILDING_GROUPS, g["row"], strict=True)},
        "monuments": {},
    }
    for player in range(n) if g["with_monuments"] else ():
        dealt = [card_id(card) for card in g["players"][player]["dealt"] if card]
        found["monuments"][PLAYER_NAMES[player]] = dealt if len(dealt) != 1 else dealt[0]
    if n > 1 and not g["town_hall"]:
        found["first_builder"] = PLAYER_NAMES[int(g["builder"])]
    else:
        cards = g["deck"][:RESOURCE_CARDS] if n == 1 else g["deck"]
        found["deck"] = [resource_name(card) for card in cards if card]
    return found


def _end(state: State) -> dict[str, Any]:
    return {"result": result_of(state)} if state[0]["phase"] == Phase.OVER else {}
