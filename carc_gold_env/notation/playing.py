"""Playing a game that is written down, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from carc_gold_env import actions as a
from carc_gold_env.chance import checked_draw_pile
from carc_gold_env.notation import engine
from carc_gold_env.notation.moves import Move, actions_of
from carc_gold_env.notation.script import Script
from carc_gold_env.notation.words import PLAYER_NAMES
from carc_gold_env.spec import CarcassonneGoldSpec
from carc_gold_env.state import Phase
from carc_gold_env.tiles import tile_id
from tabletop_envs.errors import NotationError
from tabletop_envs.spec import State
from tabletop_envs.states import clean_records


class Played(NamedTuple):
    """A move as it was made: ``places``, ``gold_squares`` and ``meeple_options`` count what could have been chosen."""

    number: int
    player: int
    move: Move
    places: int
    gold_squares: int | None
    meeple_options: int
    actions: list[int]


def start_from(script: Script) -> State:
    """The state in which a script begins.

    Raises:
        NotationError: If the draw pile is not within the printed counts.
    """
    game = CarcassonneGoldSpec(**script.config)
    try:
        checked_draw_pile(script.tiles, script.config["gold_mines"], script.tiles_key)
    except ValueError as error:
        raise NotationError(str(error)) from None
    state = clean_records(game.prepare({"tiles": script.tiles}))
    engine.reset(state, 0)
    return state


def play(state: State, script: Script) -> Iterator[Played]:
    """Carries out the moves of a script one after the other and yields each after it was made.

    Raises:
        NotationError: At the first move that is not legal; one line with its number.
    """
    settled = 0  # tiles of the draw pile that are accounted for
    gone: set[str] = set()
    for number, (player, move) in enumerate(script.moves):
        try:
            held = _held(state)
            left = [tile_id(tile) for tile in state[0]["draw_pile"][settled:held]]  # and nothing has said so yet
            gone.update(left)
            if isinstance(move, str):
                _check_discard(state, move, left)
                settled += 1
                continue
            if script.discards_are_written and left:
                where = "instead of" if move.tile == left[0] else "before"
                expected = f"expected {{'discard': {left[0]!r}}} {where} this move"
                raise NotationError(f"{left[0]} had no place and was discarded; {expected}")
            settled = held + 1
            found = _make(state, number, player, move, gone)
        except NotationError as error:
            raise NotationError(f"move {number} ({_name(player, move)}): {error}") from None
        yield found


def _name(player: int | None, move: Move | str) -> str:
    return f"discard {move}" if player is None else f"{PLAYER_NAMES[player]}, {move}"


def _held(state: State) -> int:
    """The place in the draw pile of the tile in hand, or the end of the draw pile."""
    g = state[0]
    return int(g["drawn"]) - int(g["phase"] != Phase.OVER)


def _check_discard(state: State, tile: str, left: list[str]) -> None:
    """The tile must be the next of those that have just left the game."""
    g = state[0]
    if not left:
        if g["phase"] == Phase.OVER:
            raise NotationError("the game is over")
        raise NotationError(f"no tile leaves the game here; {tile_id(g['hand'])} is in hand and has a place")
    if tile != left[0]:
        raise NotationError(f"the tile that leaves the game is {left[0]}")


def _make(state: State, number: int, entry: Any, move: Move, gone: set[str]) -> Played:
    """Carries out one move; ``gone`` are the tiles that have left the game so far."""
    player = engine.next_player(state)
    if player < 0:
        raise NotationError("the game is over")
    if entry != player:
        raise NotationError(f"it is {PLAYER_NAMES[player]}'s turn")
    hand = tile_id(state[0]["hand"])
    if move.tile != hand and move.tile in gone:
        raise NotationError(f"{move.tile} had no place and was discarded; the tile in hand is {hand}")
    places, gold_squares, options = engine.count_places(state), None, 0
    actions = actions_of(state, player, move)
    for action in actions:
        phase = int(state[0]["phase"])
        if phase == Phase.INGOT:
            gold_squares = len(engine.legal_actions(state, player))
        if phase == Phase.MEEPLE:
            options = sum(option != a.NO_MEEPLE for option in engine.legal_actions(state, player))
        engine.step(state, player, action)
    return Played(number, player, move, places, gold_squares, options, actions)
