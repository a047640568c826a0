"""The forms in which a game can be given: a record, and the test vectors' games and cases.

All are read into a :class:`Script`: options, pile and moves. Answers that stand beside the moves are never read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carc_gold_env.notation.moves import Move
from carc_gold_env.notation.segments import number_of, read_meeple
from carc_gold_env.options import FARMER_SCORINGS
from carc_gold_env.state import MAX_PLAYERS, MEEPLES
from carc_gold_env.tables import least_rotation
from env_core.errors import NotationError, shown
from env_core.reading import read_flag, read_list, read_mapping, read_name, read_number

GAME = "carcassonne_gold_v0"
SWITCHES = {"gold_mines": True, "farmers": True, "small_city": False}
NUMBERS_OF_CONFIG = {"farmer_scoring": (3, FARMER_SCORINGS[0], FARMER_SCORINGS[-1]), "meeples": (MEEPLES, 0, MEEPLES)}
"""Option -> default, least, greatest."""
CONFIG = ("num_players", *SWITCHES, *NUMBERS_OF_CONFIG)
RECORD = ("game", "version", "seed", "id", "config", "chance", "moves", "begun", "result")
BEGUN = ("x", "y", "rotation", "gold")

_MOVE = ("player", "tile", "x", "y", "rotation", "gold", "meeple")
_NEEDED = ("player", "tile", "x", "y", "rotation")
_ANSWERS = ("scores", "ingots", "meeples_in_hand", "places", "gold_squares", "meeple_options")
_FAR = 80
_TURNS = {0: 0, 90: 1, 180: 2, 270: 3}
_MOST_MOVES = 79
_LINE = (*CONFIG, "id", "name", "players", "ingots", "final", "expected")


@dataclass(frozen=True)
class Script:
    """A game as it is written down.

    Attributes:
        config: Every option.
        tiles: The pile in the order of drawing.
        moves: ``(player, move)`` or ``(None, tile)`` for a tile that left the game.
        begun: What has been decided of a move that is not finished.
        discards_are_written: Whether ``moves`` says which tiles left the game.
    """

    config: Mapping[str, Any]
    tiles: list[Any]
    moves: list[tuple[int, Move] | tuple[None, str]]
    begun: Mapping[str, Any] | None = None
    discards_are_written: bool = True


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
    return Script(
        config=read_config("config", value["config"]),
        tiles=read_list("chance.tiles", value["chance"]["tiles"], 0, _MOST_MOVES),
        moves=read_moves("moves", value["moves"], _MOVE),
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
    moves = read_moves("moves", value["moves"], (*_MOVE, *_ANSWERS))
    tiles = [move.tile if isinstance(move, Move) else move for _, move in moves]
    return Script(_line_config(value), tiles, moves)


def _read_case(value: Mapping[str, Any]) -> Script:
    read_mapping("case", value, (*_LINE, "draw", "turns"), ("players", "draw", "turns"))
    return Script(
        config=_line_config(value),
        tiles=read_list("draw", value["draw"], 0, _MOST_MOVES),
        moves=read_moves("turns", value["turns"], (*_MOVE, *_ANSWERS)),
        discards_are_written=False,
    )


def _line_config(value: Mapping[str, Any]) -> dict[str, Any]:
    given = {key: value[key] for key in CONFIG if key in value}
    return read_config("line", {**given, "num_players": value["players"]})


def read_config(place: str, value: Any) -> dict[str, Any]:
    """The options of a game, all of them."""
    read_mapping(place, value, CONFIG, ("num_players",))
    config: dict[str, Any] = {
        "num_players": read_number(f"{place}.num_players", value["num_players"], 2, MAX_PLAYERS),
        **{key: read_flag(f"{place}.{key}", value.get(key, default)) for key, default in SWITCHES.items()},
    }
    for key, (default, low, high) in NUMBERS_OF_CONFIG.items():
        config[key] = read_number(f"{place}.{key}", value.get(key, default), low, high)
    return config


def read_moves(place: str, value: Any, known: tuple[str, ...]) -> list[tuple[int, Move] | tuple[None, str]]:
    """The entries of a list of moves; nothing is played yet."""
    found: list[tuple[int, Move] | tuple[None, str]] = []
    for number, entry in enumerate(read_list(place, value, 0, _MOST_MOVES)):
        where = f"{place}[{number}]"
        if isinstance(entry, Mapping) and "discard" in entry:
            read_mapping(where, entry, ("discard", *(key for key in known if key in _ANSWERS)))
            found.append((None, _tile(f"{where}.discard", entry["discard"])))
        else:
            found.append(_read_move(where, entry, known))
    return found


def _read_move(place: str, entry: Any, known: tuple[str, ...]) -> tuple[int, Move]:
    read_mapping(place, entry, known, _NEEDED)
    tile = _tile(f"{place}.tile", entry["tile"])
    number, turns = number_of(tile), read_rotation(f"{place}.rotation", entry["rotation"])
    meeple = entry.get("meeple")
    move = Move(
        tile=tile,
        square=(read_number(f"{place}.x", entry["x"], -_FAR, _FAR), read_number(f"{place}.y", entry["y"], -_FAR, _FAR)),
        rotation=least_rotation(number, turns),
        gold=None if entry.get("gold") is None else read_square(f"{place}.gold", entry["gold"]),
        meeple=None if meeple is None else read_meeple(f"{place}.meeple", meeple, number, turns),
    )
    return read_number(f"{place}.player", entry["player"], 0, MAX_PLAYERS - 1), move


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
