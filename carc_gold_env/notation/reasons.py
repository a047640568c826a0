"""Why the rules do not allow an action."""

from __future__ import annotations

from carc_gold_env import actions as a
from carc_gold_env.notation import engine
from carc_gold_env.notation.words import AROUND, PLAYER_NAMES, square_name
from carc_gold_env.state import Kind, Phase
from carc_gold_env.tables import canonical_rotation, tables
from carc_gold_env.tiles import tile_id
from tabletop_envs.spec import State

_TO_CHOOSE = {
    Phase.SQUARE: "a square for the tile in hand is to be chosen",
    Phase.ROTATION: "a rotation of the tile is to be chosen",
    Phase.INGOT: "a tile for the second ingot is to be chosen",
    Phase.MEEPLE: "a meeple or none is to be chosen",
}
_PHASES = {
    a.SQUARE: Phase.SQUARE,
    a.OUTSIDE: Phase.SQUARE,
    a.ROTATE: Phase.ROTATION,
    a.INGOT: Phase.INGOT,
    a.MEEPLE: Phase.MEEPLE,
    a.NO_MEEPLE: Phase.MEEPLE,
}
"""The decision that each kind of action answers."""


def why_illegal(state: State, player: int, action: int) -> str:
    """One clause that says why the rules do not allow the action now."""
    g = state[0]
    phase = int(g["phase"])
    if phase == Phase.OVER:
        return "the game is over"
    if g["player"] != player:
        return f"it is {PLAYER_NAMES[int(g['player'])]}'s turn"
    kind, k = a.decode(action)
    if _PHASES.get(int(kind)) != phase:
        return _TO_CHOOSE[Phase(phase)]
    if phase == Phase.SQUARE:
        return _no_square(state, kind, k)
    if phase == Phase.ROTATION:
        return _no_rotation(state, k)
    if phase == Phase.INGOT:
        return f"no tile lies {AROUND[k]} of the gold tile"
    return _no_meeple(state, k)


def _no_square(state: State, kind: int, k: int) -> str:
    square = a.square_at(k)
    if kind == a.OUTSIDE:
        outside = engine.outside_squares(state)
        if k >= len(outside):
            return f"only {len(outside)} empty squares outside the window touch a tile"
        square = outside[k]
    if square in engine.slots(state):
        return f"{square_name(*square)} holds a tile"
    if square not in engine.free_squares(state):
        return f"{square_name(*square)} touches no tile"
    return f"{tile_id(state[0]['hand'])} fits {square_name(*square)} in no rotation"


def _no_rotation(state: State, rotation: int) -> str:
    g = state[0]
    least = canonical_rotation(int(g["hand"]), rotation)
    if least != rotation:
        return f"it looks the same as r{90 * least}; choose that"
    return f"{tile_id(g['hand'])} does not fit the square with r{90 * rotation}"


def _no_meeple(state: State, place: int) -> str:
    g = state[0]
    slot = int(g["tiles"]) - 1
    number = int(g["type"][slot])
    local = int(tables()[0]["at_place"][number, g["rotation"][slot], place])
    if local < 0:
        return f"{tile_id(number)} has no such segment there"
    if g["in_hand"][g["player"]] == 0:
        return "no meeple is in hand"
    if tables()[0]["kind"][number, local] == Kind.FIELD and not g["farmers"]:
        return "this game is played without farmers"
    return "a meeple stands in this feature already"
