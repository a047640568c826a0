"""Moves as text and as JSON: which are legal, and the actions that carry them out.

A move is everything that a player decides in a turn: ``GM3 (-1,0) r180 gold (0,0) meeple field 2``. Inside a move its
text says all of it too, what has been decided already included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from carc_gold_env import actions as a
from carc_gold_env.notation import engine
from carc_gold_env.notation.reasons import why_illegal
from carc_gold_env.notation.segments import Meeple, local_of, meeple_of, number_of, renumbered
from carc_gold_env.notation.words import square_name
from carc_gold_env.rules.board import AROUND_X, AROUND_Y
from carc_gold_env.state import Phase
from carc_gold_env.tables import canonical_rotation, tables
from carc_gold_env.tiles import NUMBERS, tile_id
from tabletop_envs.errors import NotationError, shown
from tabletop_envs.notation import Moves
from tabletop_envs.parsing import one_of
from tabletop_envs.spec import State
from tabletop_envs.states import clean_records

Square = tuple[int, int]
_NUMBER = "(0|-?[1-9][0-9]?)"
_SQUARE = rf"\({_NUMBER},{_NUMBER}\)"
_MOVE = re.compile(
    rf"(?P<tile>\S+) {_SQUARE} r(?P<degrees>[0-9]+)(?: gold {_SQUARE})?"
    r"(?: meeple (?P<kind>city|road|field|monastery)(?: (?P<index>[0-9]))?)?"
)
_FORM = "TILE (X,Y) rDEGREES, on a gold tile gold (X,Y), and for a meeple: meeple KIND NUMBER"


@dataclass(frozen=True)
class Move:
    """A move; ``rotation`` in quarter turns, the smallest of those that look the same."""

    tile: str
    square: Square
    rotation: int
    gold: Square | None = None
    meeple: Meeple | None = None

    def __str__(self) -> str:
        """The move as one line of text."""
        text = f"{self.tile} {square_name(*self.square)} r{90 * self.rotation}"
        if self.gold is not None:
            text += f" gold {square_name(*self.gold)}"
        if self.meeple is not None:
            text += f" meeple {self.meeple[0]} {self.meeple[1]}"
        return text

    def entry(self, player: int) -> dict[str, Any]:
        """The move as an entry of a record."""
        x, y = self.square
        found: dict[str, Any] = {"player": player, "tile": self.tile, "x": x, "y": y, "rotation": 90 * self.rotation}
        if self.gold is not None:
            found["gold"] = list(self.gold)
        if self.meeple is not None:
            found["meeple"] = list(self.meeple)
        return found


def move_at(state: State, slot: int) -> Move:
    """What has been decided for a laid tile."""
    g = state[0]
    number, second, meeple = int(g["type"][slot]), int(g["second"][slot]), int(g["meeple"][slot])
    return Move(
        tile=tile_id(number),
        square=(int(g["x"][slot]), int(g["y"][slot])),
        rotation=int(g["rotation"][slot]),
        gold=(int(g["x"][second - 1]), int(g["y"][second - 1])) if second else None,
        meeple=meeple_of(number, meeple - 1) if meeple else None,
    )


def read_move(text: Any) -> Move:
    """A move from its text.

    Raises:
        NotationError: If it is none.
    """
    match = _MOVE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise NotationError(f"{shown(text)} is not a move; allowed: {_FORM}")
    number = number_of(match["tile"])
    if match["degrees"] not in ("0", "90", "180", "270"):
        raise NotationError(f"{shown('r' + match['degrees'])}: allowed: r0, r90, r180, r270")
    degrees, numbers = int(match["degrees"]), [match[k] for k in (2, 3, 5, 6)]
    x, y, gold_x, gold_y = (None if value is None else int(value) for value in numbers)
    assert x is not None
    assert y is not None
    meeple = None
    if match["kind"]:
        if match["index"] is None and match["kind"] != "monastery":
            raise NotationError(f"meeple {match['kind']}: which one? allowed: meeple {match['kind']} 0, ...")
        meeple = renumbered(number, degrees // 90, (match["kind"], int(match["index"] or 0)))
    gold = None if gold_x is None or gold_y is None else (gold_x, gold_y)
    return Move(match["tile"], (x, y), canonical_rotation(number, degrees // 90), gold, meeple)


def all_moves(state: State, player: int) -> Iterator[tuple[str, list[int]]]:
    """Every legal move of a player with the actions that carry it out, in the order of the actions."""
    if engine.next_player(state) == player:
        yield from _continued(state, player, [])


def _continued(state: State, player: int, taken: list[int]) -> Iterator[tuple[str, list[int]]]:
    for action in engine.legal_actions(state, player):
        following = engine.after(state, player, action)
        if engine.mid_move(following, player):
            yield from _continued(following, player, [*taken, action])
        else:
            yield str(move_at(following, int(following[0]["tiles"]) - 1)), [*taken, action]


def actions_of(state: State, player: int, move: str | Move) -> list[int]:
    """The actions that carry out a move, one after the other.

    Raises:
        NotationError: If the text is not a move or the move is not legal; the reason in one line.
    """
    wanted = move if isinstance(move, Move) else read_move(move)
    if engine.next_player(state) != player:
        raise NotationError(why_illegal(state, player, a.SQUARE))
    hand = tile_id(state[0]["hand"])
    if wanted.tile != hand:
        raise NotationError(f"{wanted.tile} is not the tile in hand; allowed: {hand}")
    if wanted.gold is not None and not tables()[0]["gold"][NUMBERS[hand]]:
        raise NotationError(f"gold {square_name(*wanted.gold)}: {hand} is not a gold tile")
    _check_begun(state, wanted)
    state, found = clean_records(state), []
    while True:
        action = _next_action(state, wanted)
        if not engine.mask_of(state, player)[action]:
            raise NotationError(why_illegal(state, player, action))
        found.append(action)
        engine.step(state, player, action)
        if not engine.mid_move(state, player):
            return found


def _check_begun(state: State, wanted: Move) -> None:
    """What has been decided already must be in the move."""
    g = state[0]
    phase = int(g["phase"])
    if phase == Phase.ROTATION:
        square = (int(g["free_x"][g["chosen"]]), int(g["free_y"][g["chosen"]]))
        if wanted.square != square:
            raise NotationError(f"{square_name(*wanted.square)}: the square {square_name(*square)} is chosen already")
    if phase in (Phase.INGOT, Phase.MEEPLE):
        begun = move_at(state, int(g["tiles"]) - 1)
        same_gold = begun.gold is None or begun.gold == wanted.gold
        if (wanted.square, wanted.rotation) != (begun.square, begun.rotation) or not same_gold:
            raise NotationError(f"{wanted}: the move has begun with {begun}")


def _next_action(state: State, wanted: Move) -> int:
    """The action that comes next in a move."""
    g = state[0]
    phase = int(g["phase"])
    if phase == Phase.SQUARE:
        place = engine.free_squares(state).get(wanted.square)
        if place is None:
            why = "holds a tile" if wanted.square in engine.slots(state) else "touches no tile"
            raise NotationError(f"{square_name(*wanted.square)} {why}")
        _check_rotation(state, wanted, place)
        return engine.square_action(state, place)
    if phase == Phase.ROTATION:
        _check_rotation(state, wanted, int(g["chosen"]))
        return int(a.encode(a.ROTATE, wanted.rotation))
    if phase == Phase.INGOT:
        if wanted.gold is None:
            only = engine.legal_actions(state, int(g["player"]))
            if len(only) == 1:  # may be left out where there is just one tile (6)
                return only[0]
            raise NotationError(f"{wanted.tile} is a gold tile; needed: gold (X,Y), a tile round it")
        return _ingot_action(state, wanted.gold)
    if wanted.meeple is None:
        return a.NO_MEEPLE
    slot = int(g["tiles"]) - 1
    local = local_of(int(g["type"][slot]), wanted.meeple)
    return int(a.encode(a.MEEPLE, tables()[0]["place"][g["type"][slot], g["rotation"][slot], local]))


def _ingot_action(state: State, gold: Square) -> int:
    """The action that puts the second ingot on a tile."""
    g = state[0]
    slot = int(g["tiles"]) - 1
    around = {
        (int(g["x"][slot]) + AROUND_X[k], int(g["y"][slot]) + AROUND_Y[k]): int(a.encode(a.INGOT, k)) for k in range(8)
    }
    legal = engine.legal_actions(state, int(g["player"]))
    action = around.get(gold)
    if action in legal:
        return action
    why = "the second ingot goes onto one of the tiles round it"
    if action is not None:
        why = why_illegal(state, int(g["player"]), action)
    allowed = one_of(square_name(*square) for square, other in around.items() if other in legal)
    raise NotationError(f"gold {square_name(*gold)}: {why}; allowed: {allowed}")


def _check_rotation(state: State, wanted: Move, place: int) -> None:
    fitting = engine.fitting(state, place)
    if wanted.rotation not in fitting:
        allowed = f"allowed: {one_of(f'r{90 * r}' for r in fitting)}" if fitting else "it fits in no rotation"
        where = square_name(*wanted.square)
        raise NotationError(f"{wanted.tile} does not fit {where} with r{90 * wanted.rotation}; {allowed}")


_MOVES = Moves(engine.ENGINE, all_moves, actions_of)
legal_moves = _MOVES.legal_moves
sorted_moves = _MOVES.sorted
move_actions = _MOVES.move_actions
