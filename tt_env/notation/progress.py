"""Where a running game is, as its position says: phase, round, Master Builder, resource named, who has to answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import one_of, read_name, read_names, read_number
from tabletop_envs.spec import State
from tt_env.notation import engine
from tt_env.notation.least_rounds import least_rounds
from tt_env.notation.stored import banked
from tt_env.notation.words import PHASE_NAMES, PHASE_OF, PLAYER_NAMES, RESOURCE_OF
from tt_env.rules.cards import FORT_IRONWEED, OPALEYES_WATCH
from tt_env.rules.player import ALL_RESOURCES
from tt_env.state import MAX_ROUNDS, Phase

PROGRESS_KEYS = (
    "phase",
    "round",
    "builder",
    "named",
    "to_move",
    "waiting",
    "asked_first",
    "shown",
    "deck",
    "deck_next",
    "winners",
    "rng",
)
"""The keys of a position that say how far the game has got."""

_BUILDERS_STEPS = (Phase.TAKING, Phase.NAMING)
"""The phases in which only the Master Builder is asked."""

BEFORE_THE_CUBE = (Phase.SETUP, Phase.TAKING, Phase.NAMING)
"""The phases in which no resource has been named yet."""


def is_nameless(g: Any) -> bool:
    """Whether nobody is Master Builder: solo and Town Hall."""
    return bool(g["num_players"] == 1 or g["town_hall"])


def is_complete(player: Any) -> bool:
    """Whether an object of a player says that its town is complete (wrong values are refused elsewhere)."""
    number = player.get("completed_round") if isinstance(player, Mapping) else 0
    return type(number) is int and 0 < number <= MAX_ROUNDS


def read_phase(g: Any, value: Mapping[str, Any], players: list[Any]) -> None:
    """The phase; what the players hold is read by it."""
    running = Phase.PLACING if is_nameless(g) else Phase.NAMING
    usual = Phase.OVER if all(map(is_complete, players)) else running
    phase = read_name("phase", value["phase"], PHASE_OF) if "phase" in value else usual
    if is_nameless(g) and phase in _BUILDERS_STEPS:
        raise NotationError(f"phase: {PHASE_NAMES[phase]!r}; allowed only where there is a Master Builder")
    if g["num_players"] == 1 and phase == Phase.WATCH:
        raise NotationError("phase: 'watch'; allowed for 2 to 6 players, alone there are no neighbours")
    g["phase"] = phase


def _may_name(g: Any, player: int) -> bool:
    """Whether a player is in the game with a resource left to name (RULING 9)."""
    s = g["players"][player]
    return bool(s["completed"] == 0 and banked(g, s) != ALL_RESOURCES)


def _candidates(g: Any) -> list[int]:
    """The players that the hammer can have been passed to: a built Fort Ironweed's only if no other can name (D9)."""
    able = [player for player in range(int(g["num_players"])) if _may_name(g, player)]
    free = [
        player
        for player in able
        if not (g["players"][player]["built"] and g["players"][player]["monument"] == FORT_IRONWEED)
    ]
    return free or able


def read_builder(g: Any, value: Mapping[str, Any]) -> None:
    """The Master Builder; left out, the first player that can be.

    After the cube is dealt with, that player may have built Fort Ironweed or its fifth Bank in this very round
    (RULING 18); before, it is barred.
    """
    given = value.get("builder")
    if is_nameless(g):
        if given is not None:
            raise NotationError(f"builder: {shown(given)}; allowed: null, nobody is Master Builder here")
        return
    n, phase = int(g["num_players"]), int(g["phase"])
    in_game = [player for player in range(n) if g["players"][player]["completed"] == 0]
    able = _candidates(g)
    if given is None:
        g["builder"] = (able or in_game or [0])[0]
        return
    chosen = read_name("builder", given, {PLAYER_NAMES[player]: player for player in range(n)})
    g["builder"] = chosen
    if phase in (Phase.SETUP, Phase.OVER):
        return
    if chosen not in in_game:
        allowed = one_of(PLAYER_NAMES[player] for player in in_game)
        raise NotationError(f"builder: {given!r} has a complete town; allowed: {allowed or 'nobody'}")
    if chosen not in able and phase in (*_BUILDERS_STEPS, Phase.PLACING):
        why = "owns Fort Ironweed" if able and _may_name(g, chosen) else "has banked all five"
        raise NotationError(f"builder: {given!r} {why}; allowed: {one_of(PLAYER_NAMES[k] for k in able) or 'nobody'}")


def asked(g: Any) -> list[int]:
    """The players that the running step asks, in the written order."""
    n, phase = int(g["num_players"]), int(g["phase"])
    first = 0 if phase == Phase.SETUP else int(g["builder"])
    order = [(first + k) % n for k in range(n)]
    players = g["players"]
    if phase == Phase.OVER:
        return []
    if phase == Phase.SETUP:
        return [k for k in order if players[k]["monument"] == 0 and players[k]["dealt"][1] != 0]
    order = [k for k in order if players[k]["completed"] == 0]
    if phase == Phase.WATCH:
        return [k for k in order if players[k]["built"] and players[k]["monument"] == OPALEYES_WATCH]
    if phase == Phase.ROUND_END:  # The Treasury at Okaver, or a Watch that answers it
        return [k for k in order if players[k]["depth"]]
    return order[:1] if phase in _BUILDERS_STEPS else order


def read_order(state: State, value: Mapping[str, Any]) -> None:
    """Who still has to answer in the running step."""
    g = state[0]
    order = asked(g)
    players = {PLAYER_NAMES[player]: player for player in sorted(order)}
    given = value.get("to_move")
    if "waiting" in value:
        waiting = read_names("waiting", value["waiting"], players, 0, len(players))
    elif given is not None:
        waiting = order[order.index(read_name("to_move", given, players)) :]
    else:
        waiting = order
    phase = PHASE_NAMES[int(g["phase"])]
    if not waiting and phase != "over":
        if "waiting" in value:
            raise NotationError(f"waiting: nobody; in phase {phase!r} somebody has to answer: {one_of(players)}")
        raise NotationError(f"phase: {phase!r}; but there is nobody who would have to answer in it")
    if phase == "setup" and set(waiting) != set(order):
        key = "waiting" if "waiting" in value else "to_move"
        raise NotationError(
            f"{key}: {shown(value[key])}; everybody who was dealt two monuments and keeps none has to answer: "
            f"{one_of(players)}"
        )
    g["waiting"] = sum(1 << player for player in set(waiting))
    if value.get("asked_first") is not None:
        first = read_name(
            "asked_first", value["asked_first"], {PLAYER_NAMES[player]: player for player in sorted(waiting)}
        )
        if first != engine.next_player(state):
            g["asked_first"] = first + 1
    following = PLAYER_NAMES[engine.next_player(state)] if waiting else None
    if "to_move" in value and (type(given) is not type(following) or given != following):
        raise NotationError(f"to_move: {shown(given)}; allowed: {following}, the first of those who have to answer")


def has_dealt(g: Any, player: int) -> bool:
    """Whether a player has dealt with the cube of the running round, or was not asked as its town is complete."""
    s, phase = g["players"][player], int(g["phase"])
    if phase == Phase.PLACING:
        waits = bool((int(g["waiting"]) >> player) & 1)
        return bool(s["completed"] or s["depth"] or not waits)
    return phase not in BEFORE_THE_CUBE


def read_round(g: Any, value: Mapping[str, Any]) -> None:
    """The number of the round; left out, the first one that the rest of the position can be in."""
    players = g["players"][: int(g["num_players"])]
    last = int(players["completed"].max())
    if g["phase"] == Phase.SETUP:
        g["round"] = read_number("round", value.get("round", 0), 0, 0)
    elif "round" in value:
        lowest = last if g["phase"] == Phase.OVER else last + 1
        g["round"] = read_number("round", value["round"], max(lowest, 1), MAX_ROUNDS)
    else:
        g["round"] = _usual_round(g, value, last)


def _usual_round(g: Any, value: Mapping[str, Any], last: int) -> int:
    """The first round after the ``last`` completed town that the cards turned up, else the towns can be in."""
    players = g["players"][: int(g["num_players"])]
    in_game = [player for player, s in enumerate(players) if s["completed"] == 0]
    lowest = last + bool(in_game)
    turned = value.get("deck_next")
    if is_nameless(g) and type(turned) is int and turned > 0:
        fitting = (k for k in range(lowest, MAX_ROUNDS) if cards_turned(g, k) == turned and _may_be_named(g, value, k))
        return next(fitting, lowest)
    for player in in_game:
        needed = least_rounds(g, players[player]) + (not has_dealt(g, player))
        lowest = max(lowest, needed, int(players[player]["watch_round"]))
    lowest = min(max(lowest, int(players["builder_turns"].sum()), 1), MAX_ROUNDS)
    return lowest if _may_be_named(g, value, lowest) else lowest + 1


def _may_be_named(g: Any, value: Mapping[str, Any], number: int) -> bool:
    """Whether a resource is named in a round, if the position names one; not in Town Hall's third rounds."""
    return not g["town_hall"] or value.get("named") is None or number % 3 != 0


def cards_turned(g: Any, number: int) -> int:
    """How many resource cards have been turned up by a round: in two of three (Town Hall), for each choice (solo)."""
    if g["phase"] == Phase.SETUP:
        return 0
    if g["town_hall"]:
        return number - number // 3
    return number if g["phase"] != Phase.PLACING or g["players"][0]["named"] else number - 1


def read_named(g: Any, value: Mapping[str, Any]) -> None:
    """The resource that the Master Builder named; that of a card is read with the cards.

    Left out after placing, it is the first one that can be named: nothing depends on it any more.
    """
    phase, given = int(g["phase"]), value.get("named")
    if given is not None:
        g["named"] = read_name("named", given, RESOURCE_OF)
    elif not is_nameless(g) and phase not in (*BEFORE_THE_CUBE, Phase.PLACING, Phase.OVER):
        barred = banked(g, g["players"][g["builder"]])
        g["named"] = next((r for r in RESOURCE_OF.values() if not (barred >> r) & 1), 1)


def check_named(g: Any, value: Mapping[str, Any]) -> None:
    """Refuses a resource where none is named, or one that the Master Builder cannot name, and asks for one to place.

    Raises:
        NotationError: If it contradicts the phase, the variant or a Bank.
    """
    phase, given = int(g["phase"]), value.get("named")
    if given is not None:
        if phase in BEFORE_THE_CUBE:
            raise NotationError(
                f"named: {given!r}; allowed: null, in phase {PHASE_NAMES[phase]!r} nothing is named yet"
            )
        if g["num_players"] == 1:
            raise NotationError(f"named: {given!r}; allowed: null, a player alone chooses (named of the player)")
        if g["town_hall"] and g["round"] % 3 == 0:
            raise NotationError(
                f"named: {given!r}; allowed: null, in every third round of Town Hall each player chooses"
            )
    if is_nameless(g) or phase != Phase.PLACING:
        return
    if given is None:
        raise NotationError(f"named: missing; needed in phase 'placing': one of {one_of(RESOURCE_OF)}")
    if (banked(g, g["players"][g["builder"]]) >> int(g["named"])) & 1:
        builder = PLAYER_NAMES[int(g["builder"])]
        raise NotationError(f"named: {given!r} lies on a Bank of {builder}, the Master Builder, who cannot name it")
