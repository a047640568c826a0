"""The course of a game in a position: phase, round, Master Builder, who has to answer, resource cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from env_core.errors import NotationError, shown
from env_core.reading import one_of, read_name, read_names, read_number
from env_core.rulebook import State
from tt_env.notation import engine
from tt_env.notation.words import PHASE_NAMES, PHASE_OF, RESOURCE_OF, SEAT_NAMES, SEAT_OF
from tt_env.rules.cards import OPALEYES_WATCH
from tt_env.rules.setup import CARDS_OF_EACH, DISPLAY, RESOURCE_CARDS, SEEN_PER_PASS
from tt_env.state import DECK_SIZE, DRAW, MAX_ROUNDS, Phase

COURSE_KEYS = (
    "phase",
    "round",
    "builder",
    "named",
    "to_move",
    "waiting",
    "shown",
    "deck",
    "deck_next",
    "winners",
    "rng",
)
"""The keys of a position that say how far the game has got."""

_BUILDERS_STEPS = (Phase.TAKING, Phase.NAMING)
"""The phases in which only the Master Builder is asked."""

PILE = RESOURCE_CARDS - DISPLAY
"""Cards of the draw pile in solo."""


def is_nameless(g: Any) -> bool:
    """Whether nobody is Master Builder: solo and Town Hall."""
    return bool(g["num_players"] == 1 or g["town_hall"])


def read_course(g: Any, value: Mapping[str, Any], players: list[Any]) -> None:
    """Phase, round, Master Builder and the named resource."""
    rounds = [_completed(player) for player in players]
    running = Phase.PLACING if is_nameless(g) else Phase.NAMING
    usual = Phase.OVER if all(rounds) else running
    phase = read_name("phase", value["phase"], PHASE_OF) if "phase" in value else usual
    if is_nameless(g) and phase in _BUILDERS_STEPS:
        raise NotationError(f"phase: {PHASE_NAMES[phase]!r}; allowed only where there is a Master Builder")
    g["phase"] = phase
    number = 0 if phase == Phase.SETUP else max(rounds) + (phase != Phase.OVER)
    g["round"] = read_number("round", value.get("round", number), max(rounds), MAX_ROUNDS)
    in_game = {SEAT_NAMES[seat]: seat for seat, completed in enumerate(rounds) if not completed}
    everybody = {name: seat for name, seat in SEAT_OF.items() if seat < len(players)}
    if value.get("builder") is not None:
        if is_nameless(g):
            raise NotationError(f"builder: {shown(value['builder'])}; allowed: null, nobody is Master Builder here")
        g["builder"] = read_name("builder", value["builder"], in_game if phase in _BUILDERS_STEPS else everybody)
    elif in_game and not is_nameless(g):
        g["builder"] = min(in_game.values())
    if value.get("named") is not None:
        g["named"] = read_name("named", value["named"], RESOURCE_OF)


def _completed(player: Any) -> int:
    """The round in which a player's town was completed, 0 if it was not (wrong values are refused elsewhere)."""
    number = player.get("completed_round") if isinstance(player, Mapping) else 0
    return number if type(number) is int and 0 < number <= MAX_ROUNDS else 0


def asked(g: Any) -> list[int]:
    """The seats that the running step asks, in the written order."""
    n, phase = int(g["num_players"]), int(g["phase"])
    first = 0 if phase == Phase.SETUP else int(g["builder"])
    order = [(first + k) % n for k in range(n)]
    seats = g["seats"]
    if phase == Phase.OVER:
        return []
    if phase == Phase.SETUP:
        return [k for k in order if seats[k]["monument"] == 0 and seats[k]["dealt"][1] != 0]
    order = [k for k in order if seats[k]["completed"] == 0]
    if phase == Phase.WATCH:
        return [k for k in order if seats[k]["built"] and seats[k]["monument"] == OPALEYES_WATCH]
    if phase == Phase.ROUND_END:  # The Treasury at Okaver, or a Watch that answers it
        return [k for k in order if seats[k]["depth"]]
    return order[:1] if phase in _BUILDERS_STEPS else order


def read_order(state: State, value: Mapping[str, Any]) -> None:
    """Who still has to answer in the running step."""
    g = state[0]
    order = asked(g)
    seats = {SEAT_NAMES[seat]: seat for seat in sorted(order)}
    given = value.get("to_move")
    if "waiting" in value:
        waiting = read_names("waiting", value["waiting"], seats, 0, len(seats))
    elif given is not None:
        waiting = order[order.index(read_name("to_move", given, seats)) :]
    else:
        waiting = order
    phase = PHASE_NAMES[int(g["phase"])]
    if not waiting and phase != "over":
        allowed = one_of(seats) or "but no seat can"
        raise NotationError(f"waiting: nobody; in phase {phase} somebody has to answer: {allowed}")
    g["waiting"] = sum(1 << seat for seat in set(waiting))
    following = SEAT_NAMES[engine.next_seat(state)] if waiting else None
    if "to_move" in value and (type(given) is not type(following) or given != following):
        raise NotationError(f"to_move: {shown(given)}; allowed: {following}, the first of those who have to answer")


def read_deck(state: State, value: Mapping[str, Any]) -> None:
    """The resource cards of solo and Town Hall; the ones not given are drawn."""
    g = state[0]
    if not is_nameless(g):
        for key in ("deck", "deck_next"):
            if value.get(key):
                raise NotationError(f"{key}: allowed only in solo and Town Hall")
        return
    solo = g["num_players"] == 1
    size, cards_seen = (RESOURCE_CARDS, RESOURCE_CARDS) if solo else (DECK_SIZE, SEEN_PER_PASS)
    cards = read_names("deck", value.get("deck", []), RESOURCE_OF, 0, size)
    for start in range(0, len(cards), cards_seen):
        for card, number in Counter(cards[start : start + cards_seen]).items():
            if number > CARDS_OF_EACH:
                name = next(name for name, resource in RESOURCE_OF.items() if resource == card)
                raise NotationError(f"deck: {number} {name} cards in one pass; allowed: {CARDS_OF_EACH} of each")
    highest = MAX_ROUNDS if solo else DECK_SIZE
    g["deck_next"] = read_number("deck_next", value.get("deck_next", 0), 0, highest)
    g["deck"][: len(cards)] = cards
    if len(cards) < size:
        g["deck"][len(cards) : size] = DRAW
        engine.draw_deck(state)
    if solo:
        top, pile = int(g["deck_next"]) % PILE, g["deck"][DISPLAY:RESOURCE_CARDS].tolist()
        g["deck"][DISPLAY:RESOURCE_CARDS] = pile[PILE - top :] + pile[: PILE - top]


def read_rng(g: Any, value: Mapping[str, Any]) -> None:
    """The state of the random generator."""
    digits = value.get("rng", "0" * 16)
    if not isinstance(digits, str) or len(digits) != 16 or set(digits) - set("0123456789abcdef"):
        raise NotationError(f"rng: {shown(digits)}; allowed: 16 hexadecimal digits")
    g["rng"][0] = int(digits, 16)
