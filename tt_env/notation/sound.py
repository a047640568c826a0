"""Whether the parts of a position fit together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from env_core.errors import NotationError, shown
from env_core.reading import is_given, is_same
from env_core.rulebook import State
from tt_env.notation import engine
from tt_env.notation.course import BEFORE_THE_CUBE, check_named, is_nameless
from tt_env.notation.sound_pending import check_stack
from tt_env.notation.sound_seat import check_seat
from tt_env.notation.sound_shown import check_shown
from tt_env.notation.stored import check_cubes
from tt_env.notation.towns import check_monument_info
from tt_env.notation.usual import counts_a_turn
from tt_env.notation.words import SEAT_NAMES, seats_in, squares_in
from tt_env.rules.cards import CATERINAS_GROTTO, PETAL_PROMENADE
from tt_env.rules.entering import PROMENADE_COINS
from tt_env.state import Phase
from tt_env.town import CENTRE, buildings, count, empty


def check_towns(state: State, value: Mapping[str, Any]) -> None:
    """Compares what the keys of the towns say about each other, however far the game has got.

    Raises:
        NotationError: At the first contradiction.
    """
    g = state[0]
    for seat in range(int(g["num_players"])):
        place, s = f"players[{seat}]", g["seats"][seat]
        _check_coins(place, state, seat)
        if not g["with_monuments"] and (s["monument"] or s["dealt"].any()):
            key = "monument" if value["players"][seat].get("monument") else "dealt"
            raise NotationError(
                f"{place}.{key}: {shown(value['players'][seat][key])}; allowed only with monuments (config.monuments)"
            )
        if s["monument"] and int(s["monument"]) in [int(g["seats"][k]["monument"]) for k in range(seat)]:
            raise NotationError(f"{place}.monument: another player holds it; there is one of each")
        dealt = [int(card) for k in range(seat + 1) for card in g["seats"][k]["dealt"] if card]
        if len(set(dealt)) < len(dealt):
            raise NotationError(f"{place}.dealt: a monument is dealt twice; there is one of each")


def check_information(state: State, value: Mapping[str, Any]) -> None:
    """Refuses a built monument whose number, which its points or the rest of the game depend on, is left out."""
    for key, seats in (("players", state[0]["seats"]), ("shown", state[0]["shown"])):
        for seat, player in enumerate(value.get(key, ())):
            if player is not None:
                check_monument_info(f"{key}[{seat}]", player, seats[seat])


def check_course(state: State, value: Mapping[str, Any]) -> None:
    """Compares what a position says about the course of the game with itself and with the towns.

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
    for seat in range(int(g["num_players"])):
        place = f"players[{seat}]"
        check_seat(place, g, seat, value["players"][seat])
        check_cubes(f"{place}.stored", g, g["seats"][seat])
        _check_answers(place, state, seat)
    check_named(g, value)
    if "shown" in value:
        check_shown(g)


def _check_answers(place: str, state: State, seat: int) -> None:
    """Whether a seat can have to answer what it is asked."""
    g = state[0]
    s = g["seats"][seat]
    waits = bool((int(g["waiting"]) >> seat) & 1)
    if s["depth"] and not waits:
        raise NotationError(f"{place}.pending: allowed only while the seat has to answer")
    check_stack(f"{place}.pending", state, seat)
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
    if waits and not engine.mask_of(state, seat).any():
        raise NotationError(f"{place}: {SEAT_NAMES[seat]} has to answer, but nothing is allowed in this position")


def _check_builder_turns(g: Any, value: Mapping[str, Any]) -> None:
    """No more turns as Master Builder than rounds, the running one among them; fewer are taken on trust."""
    turns = [int(s["builder_turns"]) for s in g["seats"][: int(g["num_players"])]]
    for seat, number in enumerate(turns):
        place = f"players[{seat}].builder_turns: {number}"
        if number and is_nameless(g):
            raise NotationError(f"{place}; allowed: 0, nobody is Master Builder here")
        if counts_a_turn(g, seat) and number == 0:
            raise NotationError(f"{place}; allowed: at least 1, {SEAT_NAMES[seat]} is Master Builder in this round")
    if sum(turns) > g["round"]:
        written = " + ".join(map(str, turns))
        last = max(seat for seat, number in enumerate(turns) if number)
        raise NotationError(
            f"players[{last}].builder_turns: {written} turns in all; allowed: at most {int(g['round'])}, one a round"
        )


def _check_coins(place: str, state: State, seat: int) -> None:
    """Coins in the chest and on squares."""
    s = state[0]["seats"][seat]
    limit = engine.chest_limit(state, seat)
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
    for seat, player in enumerate(value["players"]):
        if player.get("score") is not None:
            raise NotationError(f"players[{seat}].score: {shown(player['score'])}; allowed only in phase 'over'")
    if is_given(value.get("winners")):
        raise NotationError(f"winners: {shown(value['winners'])}; allowed only in phase 'over'")


def _check_end(state: State, value: Mapping[str, Any]) -> None:
    """Works out scores and winners of a finished game; given ones have to agree."""
    g = state[0]
    given = [int(s["score"]) for s in g["seats"]]
    engine.finish(state)
    for seat, player in enumerate(value["players"]):
        score = int(g["seats"][seat]["score"])
        if player.get("score") is not None and given[seat] != score:
            raise NotationError(f"players[{seat}].score: {given[seat]}; but the town is worth {score}")
    if "shown" not in value:
        g["shown"] = g["seats"]
    winners = seats_in(g["winners"])
    if "winners" in value and not is_same(value["winners"], winners):
        raise NotationError(f"winners: {shown(value['winners'])}; but they are {', '.join(winners)}")
