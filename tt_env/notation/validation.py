"""Whether the parts of a position fit together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import is_given, is_same
from tabletop_envs.spec import State
from tt_env.decisions import PROMENADE_COINS
from tt_env.notation import engine
from tt_env.notation.defaults import counts_a_turn
from tt_env.notation.pending import check_stack
from tt_env.notation.progress import BEFORE_THE_CUBE, check_named, is_nameless
from tt_env.notation.stored import check_cubes
from tt_env.notation.towns import check_monument_info
from tt_env.notation.validation_players import check_player
from tt_env.notation.words import PLAYER_NAMES, players_in, squares_in
from tt_env.rules.cards import CATERINAS_GROTTO, PETAL_PROMENADE
from tt_env.state import Phase
from tt_env.town import CENTRE, buildings, count, empty

_ANSWERS = ("pending", "depth")
_BUILDING = ("town", "stored", "built", "monument_info", "constructed", "coins", "coin_squares", "reserved")
_CHANGING: dict[Phase, tuple[str, ...]] = {
    Phase.SETUP: ("monument",),
    Phase.TAKING: _ANSWERS,  # what is taken is revealed at once (D20)
    Phase.NAMING: (),
    Phase.PLACING: (
        *("town", "stored", "monument_info", "constructed", "set_aside", "named", "coins", "swapped", "coin_squares"),
        *_ANSWERS,
    ),
    Phase.CONSTRUCTING: (*_BUILDING, "watch_round", "by_cubes", "unpaid", "forged", *_ANSWERS),
    Phase.WATCH: (*_BUILDING, "watch_round", "by_cubes", "unpaid", "forged", *_ANSWERS),
    Phase.ROUND_END: (*_BUILDING, "unpaid", *_ANSWERS),
    Phase.OVER: (),
}
"""The fields of a player that its answers in the step can change."""

_KEYS = {"completed": "completed_round", "built": "monument_built", "depth": "pending"}
"""What fields are called in a position, if not the same."""


def check_towns(state: State, value: Mapping[str, Any]) -> None:
    """Compares what the keys of the towns say about each other, however far the game has got.

    Raises:
        NotationError: At the first contradiction.
    """
    g = state[0]
    for player in range(int(g["num_players"])):
        place, s = f"players[{player}]", g["players"][player]
        _check_coins(place, state, player)
        if not g["with_monuments"] and (s["monument"] or s["dealt"].any()):
            key = "monument" if value["players"][player].get("monument") else "dealt"
            raise NotationError(
                f"{place}.{key}: {shown(value['players'][player][key])}; allowed only with monuments (config.monuments)"
            )
        if s["monument"] and int(s["monument"]) in [int(g["players"][k]["monument"]) for k in range(player)]:
            raise NotationError(f"{place}.monument: another player holds it; there is one of each")
        dealt = [int(card) for k in range(player + 1) for card in g["players"][k]["dealt"] if card]
        if len(set(dealt)) < len(dealt):
            raise NotationError(f"{place}.dealt: a monument is dealt twice; there is one of each")


def check_information(state: State, value: Mapping[str, Any]) -> None:
    """Refuses a built monument whose number, which its points or the rest of the game depend on, is left out."""
    for key, players in (("players", state[0]["players"]), ("shown", state[0]["shown"])):
        for player, entry in enumerate(value.get(key, ())):
            if entry is not None:
                check_monument_info(f"{key}[{player}]", entry, players[player])


def check_progress(state: State, value: Mapping[str, Any]) -> None:
    """Compares what a position says about phase, round and turn with itself and with the towns.

    Args:
        state: The state read; a finished game gets its scores and winners here.
        value: The position.

    Raises:
        NotationError: At the first contradiction.
    """
    g = state[0]
    _check_builder_turns(g, value)
    if g["phase"] == Phase.OVER:
        _check_end(state, value)
    else:
        _refuse_end(value)
    for player in range(int(g["num_players"])):
        place = f"players[{player}]"
        check_player(place, g, player, value["players"][player])
        check_cubes(f"{place}.stored", g, g["players"][player])
        _check_answers(place, state, player)
    check_named(g, value)
    if "shown" in value:
        _check_shown(g)


def _check_answers(place: str, state: State, player: int) -> None:
    """Whether a player can have to answer what it is asked."""
    g = state[0]
    s = g["players"][player]
    waits = bool((int(g["waiting"]) >> player) & 1)
    if s["depth"] and not waits:
        raise NotationError(f"{place}.pending: allowed only while the player has to answer")
    check_stack(f"{place}.pending", state, player)
    takes_a_cube = g["phase"] in BEFORE_THE_CUBE or (g["phase"] == Phase.PLACING and waits and not s["depth"])
    if takes_a_cube and s["completed"] == 0 and empty(int(s["town"])) == 0:
        raise NotationError(f"{place}: a town without an empty square is complete; it needs completed_round")
    if waits and not s["depth"] and g["phase"] == Phase.TAKING and not engine.may_take(state):
        raise NotationError("phase: 'taking'; but there is no cube that the Master Builder may take")
    if waits and g["phase"] == Phase.WATCH and s["watch_round"] == g["round"]:
        raise NotationError(
            f"{place}.watch_round: {s['watch_round']}; a Watch answers nothing in the round it is built in"
        )
    if waits and g["phase"] == Phase.WATCH and not s["depth"] and not s["constructed"]:
        raise NotationError(f"{place}: in phase 'watch' it needs 'pending' or, after an answer, 'constructed'")
    if waits and not engine.mask_of(state, player).any():
        raise NotationError(f"{place}: {PLAYER_NAMES[player]} has to answer, but nothing is allowed in this position")


def _check_builder_turns(g: Any, value: Mapping[str, Any]) -> None:
    """No more turns as Master Builder than rounds, the running one among them; fewer are taken on trust."""
    turns = [int(s["builder_turns"]) for s in g["players"][: int(g["num_players"])]]
    for player, number in enumerate(turns):
        place = f"players[{player}].builder_turns: {number}"
        if number and is_nameless(g):
            raise NotationError(f"{place}; allowed: 0, nobody is Master Builder here")
        if counts_a_turn(g, player) and number == 0:
            raise NotationError(f"{place}; allowed: at least 1, {PLAYER_NAMES[player]} is Master Builder in this round")
    if sum(turns) > g["round"]:
        written = " + ".join(map(str, turns))
        last = max(player for player, number in enumerate(turns) if number)
        raise NotationError(
            f"players[{last}].builder_turns: {written} turns in all; allowed: at most {int(g['round'])}, one a round"
        )


def _check_coins(place: str, state: State, player: int) -> None:
    """Coins in the chest and on squares."""
    s = state[0]["players"][player]
    limit = engine.chest_limit(state, player)
    if s["coins"] > limit:
        raise NotationError(f"{place}.coins: {s['coins']}; allowed: at most {limit}, more does not fit into the chest")
    town, lying = int(s["town"]), int(s["coin_squares"])
    standing = int(s["monument"]) if s["built"] else 0
    if standing == CATERINAS_GROTTO:
        allowed, most = CENTRE & ~int(buildings(town)), count(CENTRE)
    elif standing == PETAL_PROMENADE:
        allowed, most = int(empty(town)), PROMENADE_COINS
    else:
        allowed, most = 0, 0
    if lying & ~allowed or count(lying) > most:
        names = ", ".join(squares_in(allowed)) or "none"
        raise NotationError(f"{place}.coin_squares: {', '.join(squares_in(lying))}; allowed: {most} of {names}")


def _refuse_end(value: Mapping[str, Any]) -> None:
    """Scores and winners stand only where the game is over."""
    for player, entry in enumerate(value["players"]):
        if entry.get("score") is not None:
            raise NotationError(f"players[{player}].score: {shown(entry['score'])}; allowed only in phase 'over'")
    if is_given(value.get("winners")):
        raise NotationError(f"winners: {shown(value['winners'])}; allowed only in phase 'over'")


def _check_end(state: State, value: Mapping[str, Any]) -> None:
    """Works out scores and winners of a finished game; given ones have to agree."""
    g = state[0]
    given = [int(s["score"]) for s in g["players"]]
    engine.finish(state)
    for player, entry in enumerate(value["players"]):
        score = int(g["players"][player]["score"])
        if entry.get("score") is not None and given[player] != score:
            raise NotationError(f"players[{player}].score: {given[player]}; but the town is worth {score}")
    if "shown" not in value:
        g["shown"] = g["players"]
    winners = players_in(g["winners"])
    if "winners" in value and not is_same(value["winners"], winners):
        raise NotationError(f"winners: {shown(value['winners'])}; but they are {', '.join(winners)}")


def _check_shown(g: Any) -> None:
    """Refuses a player shown to have been what the running step cannot have changed.

    Raises:
        NotationError: At the first difference.
    """
    phase = Phase(int(g["phase"]))
    for player in range(int(g["num_players"])):
        now, then = g["players"][player], g["shown"][player]
        waits = bool((int(g["waiting"]) >> player) & 1)
        has_placed = phase != Phase.PLACING or not waits or now["depth"]
        changing = _CHANGING[phase] if has_placed else ("named", "constructed", *_ANSWERS)
        for field in now.dtype.names:
            if field not in changing and not np.array_equal(now[field], then[field]):
                key = _KEYS.get(field, field)
                why = "this step cannot change it" if has_placed else "who has still to deal with the cube"
                raise NotationError(f"shown[{player}].{key}: differs from players[{player}]; {why}")
