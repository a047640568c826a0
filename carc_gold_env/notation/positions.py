"""Positions: records broken off anywhere. A state keeps its whole history, so it can be written down exactly.

A position in the middle of a move holds what has been decided of it under ``begun``: ``x`` and ``y``, then
``rotation``, then on gold tiles ``gold``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from carc_gold_env import actions as a
from carc_gold_env.notation import engine
from carc_gold_env.notation.moves import Move, actions_of, move_at
from carc_gold_env.notation.playing import play, start_from
from carc_gold_env.notation.script import GAME, Script, read_script
from carc_gold_env.notation.words import square_name
from carc_gold_env.options import OPTIONS
from carc_gold_env.state import Phase
from carc_gold_env.tables import canonical_rotation
from carc_gold_env.tiles import NUMBERS, TILES, tile_id
from tabletop_envs.errors import NotationError
from tabletop_envs.options import write_config
from tabletop_envs.spec import GameSpec, State


def position(env_or_state: Any, *, row: int | None = None) -> dict[str, Any]:
    """The position of a game, complete: ``load(position(state))`` equals ``state`` byte for byte.

    Args:
        env_or_state: An environment or batch of any kind, wrapped or not, or a state (a record array of shape
            ``(1,)``).
        row: Which game of a vector environment or batch.
    """
    state = engine.state_of(env_or_state, row)
    g = state[0]
    found = {
        "game": GAME,
        "config": write_config(OPTIONS, g),
        "chance": {"tiles": [tile_id(tile) for tile in g["draw_pile"][: int(g["draw_pile_size"])]]},
        "moves": moves_of(state),
    }
    begun = _begun(state)
    return found | {"begun": begun} if begun else found


def moves_of(state: State) -> list[dict[str, Any]]:
    """All finished moves and all tiles that left the game, as entries of a record.

    A tile that had no place cannot be the next one that was placed: the draw pile and the laid tiles tell which left.
    """
    n = int(state[0]["num_players"])
    return [
        {"discard": tile_id(tile)} if slot is None else move_at(state, slot).entry((slot - 1) % n)
        for tile, slot in drawn_tiles(state)
    ]


def drawn_tiles(state: State) -> Iterator[tuple[int, int | None]]:
    """Every tile that was drawn before the one in hand or just laid, and its place among the tiles on the board.

    The place is ``None`` where the tile could not be laid and left the game.
    """
    g = state[0]
    phase, laid = int(g["phase"]), int(g["tiles"])
    drawn = int(g["drawn"]) - (phase != Phase.OVER)
    if phase in (Phase.INGOT, Phase.MEEPLE):
        laid -= 1
    slot = 1
    for tile in g["draw_pile"][:drawn].tolist():
        if slot < laid and g["type"][slot] == tile:
            yield tile, slot
            slot += 1
        else:
            yield tile, None


def _begun(state: State) -> dict[str, Any]:
    g = state[0]
    phase = int(g["phase"])
    if phase == Phase.ROTATION:
        return {"x": int(g["free_x"][g["chosen"]]), "y": int(g["free_y"][g["chosen"]])}
    if phase not in (Phase.INGOT, Phase.MEEPLE):
        return {}
    entry = move_at(state, int(g["tiles"]) - 1).entry(0)
    return {key: entry[key] for key in ("x", "y", "rotation", "gold") if key in entry}


def load(position: Mapping[str, Any], game: GameSpec | None = None) -> State:
    """The state of a position.

    Args:
        position: The position, or a game in any other form; a ``result`` is not compared.
        game: A game of Carcassonne whose options the position has to fit.

    Raises:
        NotationError: If anything in it is unknown, malformed or not allowed; one line.
        TypeError: If the game is none.
    """
    script = read_script(position)
    if game is not None:
        engine.ENGINE.require_game(game)
        for key, value in game.options().items():
            if script.config[key] != value:
                raise NotationError(f"config.{key}: {script.config[key]}; this game is played with {value}")
    state = start_from(script)
    for _ in play(state, script):
        pass
    return finish_begun(state, script)


def finish_begun(state: State, script: Script) -> State:
    """Carries out what a script holds of a move that is not finished."""
    begun = script.begun
    if begun is None:
        return state
    try:
        _carry_out(state, begun)
    except NotationError as error:
        raise NotationError(f"begun: {error}") from None
    return state


def _carry_out(state: State, begun: Mapping[str, Any]) -> None:
    player = engine.next_player(state)
    if player < 0:
        raise NotationError("the game is over")
    tile = tile_id(state[0]["hand"])
    place = engine.free_squares(state).get((begun["x"], begun["y"]))
    if place is None or not engine.fitting(state, place):
        raise NotationError(f"{tile} cannot be laid on {square_name(begun['x'], begun['y'])}")
    rotations = engine.fitting(state, place)
    if "rotation" not in begun:
        if len(rotations) == 1:
            raise NotationError(f"'rotation' is missing; needed: {90 * rotations[0]}, the only one that fits")
        if "gold" in begun:
            raise NotationError("'gold' is allowed only with 'rotation'")
        engine.step(state, player, engine.square_action(state, place))
        return
    rotation = canonical_rotation(NUMBERS[tile], begun["rotation"])
    gold = begun.get("gold")
    neighbour = gold if gold is not None else _any_neighbour(state, place, tile)
    for action in actions_of(state, player, Move(tile, (begun["x"], begun["y"]), rotation, neighbour))[:-1]:
        if gold is not None or a.decode(action)[0] != a.INGOT:
            engine.step(state, player, action)


def _any_neighbour(state: State, place: int, tile: str) -> Any:
    """Some tile beside an empty square, for a gold tile whose second ingot is still to be put out."""
    if not TILES[NUMBERS[tile] - 1].gold:
        return None
    g = state[0]
    x, y = int(g["free_x"][place]), int(g["free_y"][place])
    beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return next(square for square in beside if square in engine.slots(state))
