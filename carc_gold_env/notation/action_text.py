"""Single actions in words, both ways.

| actions | texts |
| --- | --- |
| waiting | ``wait`` |
| square | ``E (0,-1)`` with the tile in hand; ``outside 7`` where no such square touches a tile |
| rotation | ``r180`` |
| second ingot | ``gold (0,0)``; ``gold NW`` while no ingot is to be put out |
| meeple | ``meeple field 2``; ``meeple field NL`` where no segment of the tile just laid is named so |
| no meeple | ``no meeple`` |
"""

from __future__ import annotations

from carc_gold_env import actions as a
from carc_gold_env.notation import engine
from carc_gold_env.notation.segments import meeple_of
from carc_gold_env.notation.words import AROUND, PLACE_NAMES, square_name
from carc_gold_env.rules.board import AROUND_X, AROUND_Y
from carc_gold_env.state import Phase
from carc_gold_env.tables import tables
from carc_gold_env.tiles import tile_id
from tabletop_envs.notation import moves
from tabletop_envs.spec import State


def action_text(state: State, player: int, action: int) -> str:
    """An action in words, as it is called in a state; never fails for ``0 <= action < NUM_ACTIONS``."""
    kind, k = a.decode(action)
    if kind == a.SQUARE:
        return _square_text(state, *a.square_at(k))
    if kind == a.OUTSIDE:
        outside = engine.outside_squares(state)
        return _square_text(state, *outside[k]) if k < len(outside) else f"outside {k}"
    if kind == a.ROTATE:
        return f"r{90 * k}"
    if kind == a.INGOT:
        return _ingot_text(state, k)
    if kind == a.MEEPLE:
        return _meeple_text(state, k)
    return "wait" if kind == a.WAIT else "no meeple"


def _square_text(state: State, x: int, y: int) -> str:
    hand = int(state[0]["hand"])
    return f"{tile_id(hand) if hand else 'tile'} {square_name(x, y)}"


def _ingot_text(state: State, k: int) -> str:
    g = state[0]
    if g["phase"] != Phase.INGOT:
        return f"gold {AROUND[k]}"
    slot = int(g["tiles"]) - 1
    return f"gold {square_name(int(g['x'][slot]) + AROUND_X[k], int(g['y'][slot]) + AROUND_Y[k])}"


def _meeple_text(state: State, place: int) -> str:
    g = state[0]
    if g["phase"] in (Phase.INGOT, Phase.MEEPLE):
        slot = int(g["tiles"]) - 1
        number = int(g["type"][slot])
        local = int(tables()[0]["at_place"][number, g["rotation"][slot], place])
        if local >= 0:
            return "meeple {} {}".format(*meeple_of(number, local))
    return f"meeple {PLACE_NAMES[place]}"


def parse_action(state: State, player: int, text: str) -> int:
    """The number of the action that a text names; the inverse of :func:`action_text`.

    Raises:
        NotationError: If the text names no action.
    """
    return moves.parse_action(engine.ENGINE, action_text, state, player, text)
