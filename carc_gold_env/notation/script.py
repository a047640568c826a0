"""The forms in which a game can be given: a record, and two short ones on a single level.

A short form has ``players``, their number, and ``turns`` with ``draw``, the draw pile, or ``moves`` alone: then the
draw pile is the tiles of the moves. All are read into a :class:`Script`: options, draw pile and moves. Answers that
stand beside the moves of a short form are never read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from carc_gold_env.notation.moves import Move
from carc_gold_env.notation.segments import number_of, read_meeple
from carc_gold_env.notation.words import PLAYER_NAMES
from carc_gold_env.options import OPTIONS
from carc_gold_env.state import DRAW_PILE_SIZE, MAX_TILES
from carc_gold_env.tables import canonical_rotation
from tabletop_envs.errors import NotationError, shown
from tabletop_envs.options import complete, read_config
from tabletop_envs.parsing import one_of, read_list, read_mapping, read_name, read_number

GAME = "carcassonne_gold_v0"
RECORD = ("game", "version", "seed", "id", "config", "chance", "moves", "begun", "result")
BEGUN = ("x", "y", "rotation", "gold")

_MOVE = ("player", "tile", "x", "y", "rotation", "gold", "meeple")
_NEEDED = ("player", "tile", "x", "y", "rotation")
_ANSWERS = ("scores", "ingots", "meeples_in_hand", "places", "gold_squares", "meeple_options")
_FAR = MAX_TILES
_TURNS = {0: 0, 90: 1, 180: 2, 270: 3}
_MOST_MOVES = DRAW_PILE_SIZE
_LINE = (*(name for name in OPTIONS if name != "num_players"), "id", "name", "players", "ingots", "final", "expected")


@dataclass(frozen=True)
class Script:
    """A game as it is written down.

    Attributes:
        config: Every option.
        tiles: The draw pile in the order of drawing.
        moves: ``(player, move)`` or ``(None, tile)`` for a tile that left the game.
        begun: What has been decided of a move that is not finished.
        discards_are_written: Whether ``moves`` says which tiles left the game.
        tiles_key: The key under which ``tiles`` stood.
    """

    config: Mapping[str, Any]
    tiles: list[Any]
    moves: list[tuple[int, Move] | tuple[None, str]]
    begun: Mapping[str, Any] | None = None
    discards_are_written: bool = True
    tiles_key: str = "chance.tiles"


def read_script(value: Any) -> Script:
    """A game in any of its forms.

    Raises:
        NotationError: If it is malformed; one line.
    """
    if isinstance(value, Mapping) and "turns" in value:
        return _read_case(value)
    if isinstance(value, Mapping) and "game" not in value and "players" in value:
        return _read_game(value)
    return read_record(value)


def read_record(value: Any) -> Script:
    """A record or position."""
    read_mapping("record", value, RECORD, ("game", "config", "chance", "moves"))
    if not isinstance(value["game"], str) or value["game"] != GAME:
        raise NotationError(f"game: {shown(value['game'])}; allowed: {GAME!r}")
    read_mapping("chance", value["chance"], ("tiles",), ("tiles",))
    begun = value.get("begun")
    if begun is not None:
        begun = _read_begun(begun)
    config = read_config(OPTIONS, value["config"])
    return Script(
        config=config,
        tiles=read_list("chance.tiles", value["chance"]["tiles"], 0, _MOST_MOVES),
        moves=read_moves("moves", value["moves"], _MOVE, config["num_players"]),
        begun=begun,
    )


def _read_begun(value: Any) -> dict[str, Any]:
    begun = dict(read_mapping("begun", value, BEGUN, ("x", "y")))
    for key in ("x", "y"):
        read_number(f"begun.{key}", begun[key], -_FAR, _FAR)
    if "rotation" in begun:
        begun["rotation"] = read_rotation("begun.rotation", begun["rotation"])
    if "gold" in begun:
        begun["gold"] = read_square("begun.gold", begun["gold"])
    return begun


def _read_game(value: Mapping[str, Any]) -> Script:
    read_mapping("game", value, (*_LINE, "moves"), ("players", "moves"))
    config = _line_config(value)
    moves = read_moves("moves", value["moves"], (*_MOVE, *_ANSWERS), config["num_players"])
    tiles = [move.tile if isinstance(move, Move) else move for _, move in moves]
    return Script(config, tiles, moves, tiles_key="moves")


def _read_case(value: Mapping[str, Any]) -> Script:
    read_mapping("case", value, (*_LINE, "draw", "turns"), ("players", "draw", "turns"))
    config = _line_config(value)
    return Script(
        config=config,
        tiles=read_list("draw", value["draw"], 0, _MOST_MOVES),
        moves=read_moves("turns", value["turns"], (*_MOVE, *_ANSWERS), config["num_players"]),
        discards_are_written=False,
        tiles_key="draw",
    )


def _line_config(value: Mapping[str, Any]) -> dict[str, Any]:
    """The options that stand beside ``players`` and the moves."""
    places = {name: "players" if name == "num_players" else name for name in OPTIONS}
    given = {name: OPTIONS[name].from_json(key, value[key]) for name, key in places.items() if key in value}
    return complete(OPTIONS, given)


def read_moves(
    place: str, value: Any, known: tuple[str, ...], players: int
) -> list[tuple[int, Move] | tuple[None, str]]:
    """The entries of a list of moves; nothing is played yet."""
    found: list[tuple[int, Move] | tuple[None, str]] = []
    for number, entry in enumerate(read_list(place, value, 0, _MOST_MOVES)):
        where = f"{place}[{number}]"
        if isinstance(entry, Mapping) and "discard" in entry:
            read_mapping(where, entry, ("discard", *(key for key in known if key in _ANSWERS)))
            found.append((None, _tile(f"{where}.discard", entry["discard"])))
            continue
        player, move, turns = _read_move(where, entry, known, players)
        try:
            move = _with_meeple(move, entry.get("meeple"), turns)
        except NotationError as error:
            raise NotationError(f"move {number} ({PLAYER_NAMES[player]}, {move}): {error}") from None
        found.append((player, move))
    return found


def _read_move(place: str, entry: Any, known: tuple[str, ...], players: int) -> tuple[int, Move, int]:
    """Player and move without its meeple, and the rotation as it is written, in quarter turns."""
    read_mapping(place, entry, known, _NEEDED)
    player = read_player(f"{place}.player", entry["player"], players)
    tile, turns = _tile(f"{place}.tile", entry["tile"]), read_rotation(f"{place}.rotation", entry["rotation"])
    move = Move(
        tile=tile,
        square=(read_number(f"{place}.x", entry["x"], -_FAR, _FAR), read_number(f"{place}.y", entry["y"], -_FAR, _FAR)),
        rotation=canonical_rotation(number_of(tile), turns),
        gold=None if entry.get("gold") is None else read_square(f"{place}.gold", entry["gold"]),
    )
    return player, move, turns


def _with_meeple(move: Move, meeple: Any, turns: int) -> Move:
    """The move with its meeple, whose segment belongs to the rotation as it is written."""
    return move if meeple is None else replace(move, meeple=read_meeple("meeple", meeple, number_of(move.tile), turns))


def read_player(place: str, value: Any, players: int) -> int:
    """A player of a game of so many, by number or name."""
    names = PLAYER_NAMES[:players]
    if isinstance(value, str) and value in names:
        return names.index(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < players:
        return value
    raise NotationError(f"{place}: expected one of {one_of((*range(players), *names))}; got {shown(value)}")


def _tile(place: str, value: Any) -> str:
    try:
        number_of(value)
    except NotationError as error:
        raise NotationError(f"{place}: {error}") from None
    return str(value)


def read_rotation(place: str, value: Any) -> int:
    """A rotation in degrees as quarter turns."""
    read_number(place, value, 0, 270)
    return read_name(place, str(value), {str(degrees): turns for degrees, turns in _TURNS.items()})


def read_square(place: str, value: Any) -> tuple[int, int]:
    """A square ``[x, y]``."""
    x, y = read_list(place, value, 2, 2)
    return read_number(f"{place}[0]", x, -_FAR, _FAR), read_number(f"{place}[1]", y, -_FAR, _FAR)
