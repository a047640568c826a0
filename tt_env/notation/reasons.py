"""Why an action is not allowed: one clause that names the rule."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_envs.spec import State
from tt_env import actions as a
from tt_env.notation import engine
from tt_env.notation.reasons_answering import in_answering, may_come_in, why_not_in
from tt_env.notation.reasons_placing import in_placing
from tt_env.notation.words import PHASE_NAMES, PLAYER_NAMES, SQUARE_NAMES, card_at, players_in, resource_name
from tt_env.rules.cards import ESTIVAL_FESTIVAL, PRISM_FORGE
from tt_env.rules.constructing import FESTIVAL_COST
from tt_env.state import MONUMENT, NUM_CARDS, SQUARES, Phase

_BLACK = NUM_CARDS - 1


def why_illegal(state: State, player: int, action: int) -> str:
    """One clause that says why the rules do not allow a player this action now.

    Args:
        state: The state.
        player: The player.
        action: An illegal action; for a legal one the clause says that nothing forbids it.
    """
    if not 0 <= action < engine.num_actions(state):
        return f"there are only the actions 0 to {engine.num_actions(state) - 1}"
    if engine.mask_of(state, player)[action]:
        return "nothing forbids it"
    g = state[0]
    if not (int(g["waiting"]) >> player) & 1:
        return _not_asked(state, player)
    if action == a.WAIT:
        return "this player has to decide something"
    s = g["players"][player]
    if s["depth"]:
        return in_answering(state, player, action)
    return _PHASES[Phase(g["phase"])](state, player, action)


def _not_asked(state: State, player: int) -> str:
    g = state[0]
    if g["phase"] == Phase.OVER:
        return "the game is over"
    if g["players"][player]["completed"]:
        return f"the town was completed in round {g['players'][player]['completed']}"
    others = ", ".join(players_in(g["waiting"]))
    return f"it is not this player's turn, {others} must answer first (phase {PHASE_NAMES[int(g['phase'])]})"


# Decisions of a step


def _in_setup(state: State, player: int, action: int) -> str:
    return "one of the two monuments must be kept first"


def _in_naming(state: State, player: int, action: int) -> str:
    if action in a.NAMES:
        return f"{resource_name(action - a.NAME + 1)} lies on a Bank of this player"
    return "the Master Builder must name a resource first"


def _in_constructing(state: State, player: int, action: int) -> str:
    g = state[0]
    if action in a.BUILDINGS:
        return _constructing(state, player, *a.kind_and_square(a.BUILD, action))
    if action == a.FORGE:
        return _forging(state, player)
    if a.PLACE <= action < a.BUILD or action in (a.SET_ASIDE, a.NO_CUBE):
        return "the cube of this round has been dealt with"
    return f"nothing like that is asked of this player now (phase {PHASE_NAMES[int(g['phase'])]})"


def _constructing(state: State, player: int, slot: int, square: int) -> str:
    g = state[0]
    s = g["players"][player]
    card, where = card_at(g, player, slot), SQUARE_NAMES[square]
    if slot == MONUMENT and (s["built"] or not s["monument"]):
        return "the monument stands already" if s["built"] else "the player holds no monument"
    if slot == MONUMENT and s["monument"] == ESTIVAL_FESTIVAL and s["coins"] < FESTIVAL_COST:
        return f"{card} costs {FESTIVAL_COST} coins"
    if not may_come_in(g, s, slot, square):
        return why_not_in(g, s, slot, where)
    if any(engine.fitting_sets(state, player, slot, target) for target in range(SQUARES)):
        return f"no layout of {card} that lies in the town lets it be put on {where}"
    return f"no layout of {card} lies in the town"


def _in_taking(state: State, player: int, action: int) -> str:
    """Before naming, the Master Builder may take a cube."""
    if action not in a.TAKES:
        return "the Master Builder must first take a cube from an Oddity Shop, or nothing"
    distance, resource = a.distance_and_resource(action)
    players = int(state[0]["num_players"])
    if distance >= players:
        return f"there are only {players} players"
    owner = (player + distance) % players
    return f"no {resource_name(resource)} lies on an Oddity Shop of {PLAYER_NAMES[owner]}"


def _forging(state: State, player: int) -> str:
    """Why The Prism Forge cannot be used."""
    s = state[0]["players"][player]
    if not s["built"] or s["monument"] != PRISM_FORGE:
        return "no Prism Forge stands in this town"
    if s["forged"]:
        return "The Prism Forge was used this round already"
    return "no two buildings share a cube of the town"


_PHASES: dict[Phase, Callable[[State, int, int], str]] = {
    Phase.SETUP: _in_setup,
    Phase.NAMING: _in_naming,
    Phase.PLACING: in_placing,
    Phase.CONSTRUCTING: _in_constructing,
    Phase.WATCH: _in_constructing,
    Phase.TAKING: _in_taking,
}
