"""Reading the draw pile that ``reset(options=...)`` or a record fixes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carc_gold_env.tiles import NUMBERS, draw_pile
from tabletop_envs.errors import shown


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
