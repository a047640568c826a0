"""Reading what a caller chooses: the options of the game, and the draw pile that ``reset(options=...)`` fixes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carc_gold_env.state import MAX_PLAYERS, MEEPLES
from carc_gold_env.tiles import NUMBERS, draw_pile
from tabletop_envs.errors import shown
from tabletop_envs.options import Option, checked_number, checked_switch

FARMER_SCORINGS = (1, 2, 3)

COMMAND_OPTIONS = (
    Option("gold_mines", True, "the 8 gold tiles and the 16 ingots are in the game"),
    Option("farmers", True, "meeples may be put on fields"),
    Option("small_city", False, "the old rule: a completed city of two tiles is worth 2 points"),
    Option("farmer_scoring", 3, "the version of the scoring of fields: 1, 2 or 3", int),
    Option("meeples", 7, "meeples of each player, 0 to 7", int),
)
"""What the command line offers beside the number of players."""


def checked_options(
    num_players: Any, gold_mines: Any, farmers: Any, small_city: Any, farmer_scoring: Any, meeples: Any
) -> dict[str, Any]:
    """The options of the game as plain values.

    Raises:
        ValueError: If one is not allowed; the message says what is.
    """
    return {
        "num_players": checked_number("num_players", num_players, 2, MAX_PLAYERS),
        "gold_mines": checked_switch("gold_mines", gold_mines),
        "farmers": checked_switch("farmers", farmers),
        "small_city": checked_switch("small_city", small_city),
        "farmer_scoring": checked_number("farmer_scoring", farmer_scoring, FARMER_SCORINGS[0], FARMER_SCORINGS[-1]),
        "meeples": checked_number("meeples", meeples, 0, MEEPLES),
    }


def checked_draw_pile(tiles: Any, gold_mines: bool, where: str = "options['tiles']") -> list[int]:
    """The numbers of the tiles of a draw pile, in the order of drawing; it may be shorter than the printed one.

    Raises:
        ValueError: If it names an unknown tile or more of one than there are.
    """
    if isinstance(tiles, str) or not isinstance(tiles, Sequence):
        raise ValueError(f"{where}={shown(tiles)} is not allowed; allowed: a list of tile ids in the order of drawing")
    printed = draw_pile(gold_mines)
    known = list(dict.fromkeys(printed))
    for tile in tiles:
        if not isinstance(tile, str) or tile not in known:
            raise ValueError(f"{where}: unknown tile {shown(tile)}; allowed: {', '.join(known)}")
    for tile in known:
        if list(tiles).count(tile) > printed.count(tile):
            raise ValueError(f"{where}: {list(tiles).count(tile)} tiles {tile}; the box has {printed.count(tile)}")
    return [NUMBERS[tile] for tile in tiles]
