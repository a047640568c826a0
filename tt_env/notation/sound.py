"""Whether the parts of a position fit together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from env_core.errors import NotationError, shown
from env_core.rulebook import State
from tt_env.notation import engine
from tt_env.notation.sound_pending import check_stack
from tt_env.notation.words import SEAT_NAMES, seats_in, squares_in
from tt_env.rules.cards import CATERINAS_GROTTO, PETAL_PROMENADE, PRISM_FORGE
from tt_env.rules.entering import PROMENADE_COINS
from tt_env.state import Phase
from tt_env.town import CENTRE, buildings, count, empty

_BETWEEN_ROUNDS = (Phase.SETUP, Phase.TAKING, Phase.NAMING)


def check(state: State, value: Mapping[str, Any]) -> None:
    """Compares what the keys of a position say about each other.

    Args:
        state: The state read; a finished game gets its scores and winners here.
        value: The position.

    Raises:
        NotationError: At the first contradiction.
    """
    g = state[0]
    for seat in range(int(g["num_players"])):
        _check_coins(f"players[{seat}]", state, seat)
    if g["phase"] == Phase.OVER:
        _check_end(state, value)
    elif any(player.get("score") is not None for player in value["players"]) or value.get("winners"):
        raise NotationError("winners: scores and winners are allowed only in phase 'over'")
    for seat in range(int(g["num_players"])):
        s = g["seats"][seat]
        waits = bool((int(g["waiting"]) >> seat) & 1)
        place = f"players[{seat}]"
        if s["depth"] and not waits:
            raise NotationError(f"{place}.pending: allowed only while the seat has to answer")
        check_stack(f"{place}.pending", state, seat)
        takes_a_cube = g["phase"] in _BETWEEN_ROUNDS or (g["phase"] == Phase.PLACING and waits and not s["depth"])
        if takes_a_cube and s["completed"] == 0 and empty(int(s["town"])) == 0:
            raise NotationError(f"{place}: a town without an empty square is complete; it needs completed_round")
        if s["monument"] and int(s["monument"]) in [int(g["seats"][k]["monument"]) for k in range(seat)]:
            raise NotationError(f"{place}.monument: another player holds it; there is one of each")
        if waits and not s["depth"] and g["phase"] == Phase.TAKING and not engine.may_take(state):
            raise NotationError("phase: 'taking'; but there is no cube that the Master Builder may take")
        dealt = [int(card) for k in range(seat + 1) for card in g["seats"][k]["dealt"] if card]
        if len(set(dealt)) < len(dealt):
            raise NotationError(f"{place}.dealt: a monument is dealt twice; there is one of each")
        if waits and not engine.mask_of(state, seat).any():
            raise NotationError(f"{place}: {SEAT_NAMES[seat]} has to answer, but nothing is allowed in this position")


def _check_coins(place: str, state: State, seat: int) -> None:
    """Coins in the chest and on squares, and what only a monument's owner can have done."""
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
    if s["forged"] and standing != PRISM_FORGE:
        raise NotationError(f"{place}.forged: true; allowed only for a built prism_forge")


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
    if "winners" in value and value["winners"] != winners:
        raise NotationError(f"winners: {shown(value['winners'])}; but they are {', '.join(winners)}")
