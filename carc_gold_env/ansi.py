r"""A game as text for a terminal of 100 columns: all that somebody needs to play.

A tile is five letters wide and three high: ``#`` city, ``S`` city with a shield, ``.`` field, ``- | / \`` road, ``o``
a junction, ``=`` a bridge, ``M`` monastery, ``$`` ingots, a digit the meeple of that player. Squares are named as in
the notation, x to the east and y to the south.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable

from carc_gold_env.drawing.letters import HEIGHT, WIDTH, letters, spot
from carc_gold_env.drawing.view import GameView, Laid, PlayerView, Square, look
from carc_gold_env.notation.words import square_name
from carc_gold_env.state import Phase
from carc_gold_env.tiles import TILES, tile_id
from tabletop_envs.spec import State

COLUMNS = 100
_MARGIN = 5
_STEP = WIDTH + 1
_PER_BAND = (COLUMNS - _MARGIN) // _STEP
_LEGEND = (
    "# city, S city with a shield, . field, - | / \\ road, o junction, = bridge, M monastery, $ ingots, "
    "a digit: the meeple of that player"
)

# Colours of a 256-colour terminal, by letter.
_INKS = {"#": 173, "S": 33, ".": 71, "o": 188, "=": 188, "M": 203, "$": 220}
_ROADS = dict.fromkeys("-|/\\", 188)
_PLACES = dict.fromkeys("+r", 178)
_COLOURS = _INKS | _ROADS | _PLACES


def _coloured(words: str) -> str:
    """A line of the board with every letter in its colour."""
    return "".join(
        f"\x1b[38;5;{ink}m{''.join(run)}\x1b[0m" if ink else "".join(run)
        for ink, run in itertools.groupby(words, lambda letter: _COLOURS.get(letter, 0))
    )


def tile_lines(laid: Laid) -> list[str]:
    """A tile with what lies and stands on it."""
    rows = [list(row) for row in letters(laid.number, laid.rotation)]
    if laid.ingots:
        rows[HEIGHT - 1][WIDTH - 1] = "$"
    for player, local in laid.meeples:
        row, column = spot(laid.number, laid.rotation, local)
        rows[row][column] = str(player)
    return ["".join(row) for row in rows]


def _place_lines(rotations: Iterable[int]) -> list[str]:
    """An empty square that takes the tile in hand: the quarter turns in which it fits."""
    return ["+   +", f"r{''.join(map(str, rotations)):<4}", "+   +"]


def _block(view: GameView, laid: dict[Square, Laid], square: Square) -> list[str]:
    if square in laid:
        return tile_lines(laid[square])
    if square in view.places:
        return _place_lines(view.places[square])
    return [" " * WIDTH] * HEIGHT


def _band(view: GameView, laid: dict[Square, Laid], columns: range, colour: bool) -> list[str]:
    """Some columns of the board, with their numbers above and below."""
    _, top, _, bottom = view.bounds
    ruler = (" " * _MARGIN + "".join(f"{x:^{_STEP}}" for x in columns)).rstrip()
    lines = [ruler]
    for y in range(top, bottom + 1):
        blocks = [_block(view, laid, (x, y)) for x in columns]
        for row in range(HEIGHT):
            head = f"{y:>{_MARGIN - 2}}  " if row == HEIGHT // 2 else " " * _MARGIN
            words = " ".join(block[row] for block in blocks).rstrip()
            lines.append((head + (_coloured(words) if colour else words)).rstrip())
    return [*lines, ruler]


def _tiles(view: GameView, colour: bool) -> list[str]:
    """The board, in bands where it is too wide for the terminal."""
    left, _, right, _ = view.bounds
    laid = {tile.square: tile for tile in view.tiles}
    bands = _bands(left, right)
    lines: list[str] = []
    for columns in bands:
        lines.append("")
        if len(bands) > 1:
            lines.append(f"columns {columns[0]} to {columns[-1]}")
        lines += _band(view, laid, columns, colour)
    return lines


def _bands(left: int, right: int) -> list[range]:
    """The columns of the board in as few bands as fit, none more than one column wider than another."""
    columns = range(left, right + 1)
    count = -(-len(columns) // _PER_BAND)
    cuts = [len(columns) * k // count for k in range(count + 1)]
    return [columns[start:end] for start, end in itertools.pairwise(cuts)]


def _wrapped(words: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(words, COLUMNS, subsequent_indent=indent, break_on_hyphens=False)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _headlines(view: GameView) -> list[str]:
    """What goes on, and how much is left."""
    parts = ["Carcassonne", f"{_count(len(view.tiles), 'tile')} laid", f"{sum(view.left)} in the draw pile"]
    if view.gold_mines:
        parts.append(f"{_count(view.bank, 'ingot')} in the bank")
    if view.viewer is not None:
        parts.append(f"as player_{view.viewer} sees it")
    if view.over:
        return ["   ".join(parts), f"game over: {view.result}"]
    mover = next(player for player in view.players if player.to_move)
    return ["   ".join(parts), f"to move: {mover.name} {view.decides}"]


def _player(view: GameView, entry: PlayerView) -> list[str]:
    """A line for a player, and one for the meeples on the board."""
    mark = "> " if entry.to_move else "  "
    words = f"{mark}{entry.name}: {_count(entry.score, 'point')}, {_count(entry.meeples, 'meeple')} in hand"
    if view.gold_mines:
        words += f", {_count(entry.ingots, 'ingot')}"
    lines = [words + (", winner" if entry.winner else "")]
    standing = [
        f"{square_name(*tile.square)} {tile.segment_name(local)}"
        for tile in view.tiles
        for player, local in tile.meeples
        if player == entry.player
    ]
    return lines + (_wrapped(f"    on the board: {', '.join(standing)}", " " * 6) if standing else [])


def _hand(view: GameView) -> list[str]:
    """The tile in hand in its rotations, or what is to be decided about the tile just laid."""
    if view.in_hand:
        return _rotations(view)
    last = view.tiles[-1]
    words = f"just laid: {last.caption}"
    if view.phase == Phase.INGOT:
        words += f"; the second ingot may go to {', '.join(square_name(*square) for square in view.neighbours)}"
    elif view.phase == Phase.MEEPLE:
        options = [last.segment_name(local) for local in view.stands]
        words += f"; a meeple may go on {', '.join(options) or 'nothing'}"
    return ["", *_wrapped(words)]


def _rotations(view: GameView) -> list[str]:
    number, word = view.hand, f"tile in hand: {tile_id(view.hand)}"
    if TILES[number - 1].gold:
        word += ", a gold tile"
    fitting = sorted({rotation for rotations in view.places.values() for rotation in rotations})
    shapes = [letters(number, rotation) for rotation in fitting]
    lines = ["", f"{word}; on the board r and the digits of the rotations mark where it fits"]
    lines.append("".join(f"  {f'{rotation} = r{90 * rotation}':<10}" for rotation in fitting).rstrip())
    lines += ["".join(f"  {shape[row]:<10}" for shape in shapes).rstrip() for row in range(HEIGHT)]
    return lines


def _rest(view: GameView) -> list[str]:
    """Ingots on the board, the tiles in the draw pile and those that left the game, by type."""
    lines: list[str] = []
    gold = [f"{square_name(*tile.square)}:{tile.ingots}" for tile in view.tiles if tile.ingots]
    if gold:
        lines += ["", *_wrapped(f"ingots on tiles: {', '.join(gold)}")]
    left = [f"{tile_id(number)}:{count}" for number, count in enumerate(view.left, 1) if count]
    if left:
        lines += ["", *_wrapped(f"in the draw pile: {', '.join(left)}")]
    gone = [f"{tile_id(number)}:{count}" for number, count in enumerate(view.discarded, 1) if count]
    if gone:
        lines += ["", *_wrapped(f"out of the game, for they had no place: {', '.join(gone)}")]
    return lines


def board(state: State, player: int | None = None, colour: bool = False) -> str:
    """A game as text, at most 100 columns wide.

    Args:
        state: A game, array of shape ``(1,)`` of :data:`carc_gold_env.state.DTYPE`.
        player: The player that looks; ``None`` is a spectator. Only the order of the draw pile is hidden, to everybody.
        colour: Whether to use the colours of a terminal; nothing is told by colour alone.

    Raises:
        ValueError: If the game has no such player.
    """
    view = look(state, player)
    lines = [*_headlines(view), *_tiles(view, colour), "", *_wrapped(_LEGEND), ""]
    for entry in view.players:
        lines += _player(view, entry)
    if not view.over:
        lines += _hand(view)
    return "\n".join([*lines, *_rest(view)]) + "\n"
