"""Writing the record of a game from the actions that were taken."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from tabletop_envs import notation
from tabletop_envs.errors import NotationError
from tabletop_envs.options import write_config
from tabletop_envs.spec import State
from tabletop_envs.states import copy_records
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

Queues = list[deque[int]]


class _DoesNotFollowError(Exception):
    """An action is not legal where it would have to be taken."""


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
    taken = notation.read_actions(actions, int(start[0]["num_players"]))
    for forced_are_missing in (False, True):
        try:
            played, state = _play(start, taken, forced_are_missing)
        except _DoesNotFollowError:
            continue
        return _beginning(start, state) | played | _end(state)
    raise NotationError("the actions do not follow from the start; each must be legal when its player is asked")


def _play(
    start: State, taken: Sequence[tuple[int, int]], forced_are_missing: bool
) -> tuple[dict[str, list[list[str]]], State]:
    """The moves in the written order, what has begun beyond them, and the state after both."""
    state = copy_records(start)
    queues: Queues = [deque() for _ in PLAYER_NAMES]
    for player, action in taken:
        queues[player].append(action)
    moves = []
    while (player := engine.next_player(state)) >= 0:
        move = _next_move(state, player, queues[player], forced_are_missing)
        if not move:
            break
        moves.append([PLAYER_NAMES[player], move_text(state, player, move)])
        for action in move:
            engine.step(state, player, action)
    begun = _begun(state, queues, forced_are_missing)
    return {"moves": moves} | ({"begun": begun} if begun else {}), state


def _next_move(state: State, player: int, queue: deque[int], forced_are_missing: bool) -> list[int]:
    """The actions of a player's next move, taken off its queue; none, and the queue as it was, if it is not whole."""
    state, left = copy_records(state), queue.copy()
    move: list[int] = []
    while (action := _next_action(state, player, left, forced_are_missing)) is not None:
        move.append(action)
        engine.step(state, player, action)
        if not engine.mid_move(state, player):
            for _ in range(len(queue) - len(left)):
                queue.popleft()
            return move
    return []


def _next_action(state: State, player: int, queue: deque[int], forced_are_missing: bool) -> int | None:
    """The next action of a player that may answer, ``None`` if it has not taken it yet."""
    legal = engine.legal_actions(state, player)
    if forced_are_missing and len(legal) == 1:
        return legal[0]
    if not queue:
        return None
    action = queue.popleft()
    if action not in legal:
        raise _DoesNotFollowError
    return action


def _begun(state: State, queues: Queues, forced_are_missing: bool) -> list[list[str]]:
    """Carries out what is left: an unfinished move, and the answers of players ahead of the written order."""
    found = []
    for player, queue in enumerate(queues):
        while queue:
            if not engine.may_answer(state, player):
                raise _DoesNotFollowError
            action = _next_action(state, player, queue, forced_are_missing)
            assert action is not None
            found.append([PLAYER_NAMES[player], action_text(state, player, action)])
            engine.step(state, player, action)
    return found


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
