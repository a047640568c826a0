"""Whether the parts of a position fit together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from env_core.errors import NotationError
from env_core.game import State
from tt_env.notation import engine
from tt_env.notation.reading import shown
from tt_env.notation.words import SEAT_NAMES, SQUARE_NAMES, seats_in
from tt_env.rules.cards import ARCHITECTS_GUILD, BANK, FACTORY, GROVE_UNIVERSITY, OPALEYES_WATCH
from tt_env.rules.effects import FROM_SUPPLY, RESERVED
from tt_env.state import MONUMENT, NUM_CARDS, Pending, Phase
from tt_env.town import BUILDING, content, empty

_PHASES = {Pending.SWAP: (Phase.PLACING,)}
_BUILDERS = {Pending.EXCHANGE: ARCHITECTS_GUILD, Pending.RESERVE: OPALEYES_WATCH}


def check(state: State, value: Mapping[str, Any]) -> None:
    """Compares what the keys of a position say about each other.

    Args:
        state: The state read; a finished game gets its scores and winners here.
        value: The position.

    Raises:
        NotationError: At the first contradiction.
    """
    g = state[0]
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
        for k in range(int(s["depth"])):
            _check_decision(f"{place}.pending[{k}]", state, seat, int(s["pending"][k]))
        takes_a_cube = g["phase"] in (Phase.SETUP, Phase.NAMING) or (g["phase"] == Phase.PLACING and waits)
        if takes_a_cube and s["completed"] == 0 and empty(int(s["town"])) == 0:
            raise NotationError(f"{place}: a town without an empty square is complete; it needs completed_round")
        if s["monument"] and int(s["monument"]) in [int(g["seats"][k]["monument"]) for k in range(seat)]:
            raise NotationError(f"{place}.monument: another player holds it; there is one of each")
        dealt = [int(card) for k in range(seat + 1) for card in g["seats"][k]["dealt"] if card]
        if len(set(dealt)) < len(dealt):
            raise NotationError(f"{place}.dealt: a monument is dealt twice; there is one of each")
        if waits and not engine.mask_of(state, seat).any():
            raise NotationError(f"{place}: {SEAT_NAMES[seat]} has to answer, but nothing is allowed in this position")


def _check_decision(place: str, state: State, seat: int, entry: int) -> None:
    """Whether a pending decision can be pending."""
    g = state[0]
    s = g["seats"][seat]
    kind, a, b = Pending(entry & 0xFF), (entry >> 8) & 0xFF, (entry >> 16) & 0xFF
    constructing = (Phase.CONSTRUCTING, Phase.WATCH)
    if g["phase"] not in _PHASES.get(kind, constructing):
        raise NotationError(f"{place}: {kind.name.lower()!r} is never asked in this phase")
    standing = int(s["monument"]) if s["built"] else 0
    if kind == Pending.MARK:
        black = g["row"][NUM_CARDS - 1] in (BANK, FACTORY)
        if not black or content(int(s["town"]), a) != BUILDING + NUM_CARDS - 1 or s["stored"][a]:
            raise NotationError(f"{place}.square: {SQUARE_NAMES[a]}; allowed: a Factory or Bank without a cube")
    elif kind == Pending.USING:
        if (a == MONUMENT and (s["built"] or not s["monument"])) or not engine.fitting_sets(state, seat, a, b):
            raise NotationError(f"{place}: this card cannot be constructed on {SQUARE_NAMES[b]}")
    elif kind == Pending.PUT:
        needed = GROVE_UNIVERSITY if b == FROM_SUPPLY else OPALEYES_WATCH
        if standing != needed or (b != FROM_SUPPLY and a & ~int(s["reserved"])):
            raise NotationError(f"{place}: allowed only for cards that the seat's monument gives")
    elif kind == Pending.RESERVE and a + bin(int(s["reserved"])).count("1") > RESERVED:
        raise NotationError(f"{place}.left: {a}; with those on the card that are more than {RESERVED} buildings")
    elif kind in _BUILDERS and standing != _BUILDERS[kind]:
        raise NotationError(f"{place}: {kind.name.lower()!r} is asked only by a built monument that the seat lacks")


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
