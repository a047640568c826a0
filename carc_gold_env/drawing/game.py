"""A whole game: its state in a line, the board, the players, the tile in hand, and the tiles left in the draw pile."""

from __future__ import annotations

from carc_gold_env.drawing import palette, pieces, tile
from carc_gold_env.drawing.board import board
from carc_gold_env.drawing.players import player_panel, tile_in_hand
from carc_gold_env.drawing.shapes import BOX
from carc_gold_env.drawing.view import GameView, look
from carc_gold_env.tiles import TILES
from tabletop_envs.rendering import svg as draw
from tabletop_envs.spec import State

MARGIN, GAP = 20, 16
WIDTH = 1320
HEIGHT = 1120
SCALE = 0.8

_HEAD = 52
_COLUMN = 312
_STRIP = 168
_PER_ROW = 16


def _name(view: GameView) -> str:
    """What the drawing shows, in one sentence."""
    players, tiles = len(view.players), len(view.tiles)
    what = view.result if view.over else f"{_active(view)} {view.decides}"
    return f"Carcassonne, {players} players, {tiles} tile{'s' if tiles > 1 else ''} laid, {what}"


def _active(view: GameView) -> str:
    return next(player.name for player in view.players if player.to_move)


def _head(view: GameView) -> str:
    """Title, what goes on, what is left; at the end who looks."""
    name = "Carcassonne"
    parts = [draw.text(MARGIN, draw.middle(MARGIN + 18, 34), name, 34, palette.INK, draw.BOLD)]
    x = MARGIN + draw.text_width(name, 34, draw.BOLD) + 24
    chips = [view.result if view.over else f"{_active(view)} {view.decides}"]
    chips.append(f"{len(view.tiles)} tile{'s' if len(view.tiles) > 1 else ''} laid")
    gone = sum(view.discarded)
    chips.append(f"{sum(view.left)} in the draw pile" + (f", {gone} out of the game" if gone else ""))
    if view.gold_mines:
        chips.append(f"{view.bank} ingot{'' if view.bank == 1 else 's'} in the bank")
    end = float(WIDTH - MARGIN)
    if view.viewer is not None:
        words = f"as player_{view.viewer} sees it"
        parts.append(draw.text(end, draw.middle(MARGIN + 18, 15), words, 15, palette.SOFT, anchor="end"))
        end -= draw.text_width(words, 15) + 14
    widths = [draw.text_width(words, 16, draw.BOLD) + 26 for words in chips]
    scale = min(1.0, (end - x) / (sum(widths) + 10 * len(chips) - 10))
    for k, (words, width) in enumerate(zip(chips, widths, strict=True)):
        ground = "#fbe6b4" if k == 0 else palette.PAPER
        chip = draw.rect(0, 0, width, 36, ground, 18, stroke=palette.LINE, stroke_width=1.5)
        label = draw.text(13, draw.middle(18, 16), words, 16, palette.INK, draw.BOLD)
        y = MARGIN + 18 * (1 - scale)
        parts.append(draw.part(chip, label, x=x, y=y, scale=scale, width=width, height=36))
        x += (width + 10) * scale
    return "".join(parts)


def _shown_types(view: GameView) -> list[int]:
    return [number for number, kind in enumerate(TILES, 1) if view.gold_mines or not kind.gold]


def _left(view: GameView, y: float) -> str:
    """How many tiles of each type the draw pile still holds, and how many had no place and left the game."""
    numbers = _shown_types(view)
    width = WIDTH - 2 * MARGIN
    step = (width - 24) / _PER_ROW
    size = 46
    parts = [draw.rect(0, 0, width, _STRIP, palette.PAPER, 14, stroke=palette.LINE, stroke_width=1.5)]
    for k, number in enumerate(numbers):
        row, column = divmod(k, _PER_ROW)
        count, gone = view.left[number - 1], view.discarded[number - 1]
        label = draw.text(size + 5, 16, TILES[number - 1].id, 11, palette.SOFT)
        ink = palette.INK if count else palette.SOFT
        amount = draw.text(size + 5, 38, f"\u00d7{count}", 17, ink, draw.BOLD)
        picture = draw.use(tile.name(number, 0), 0, 0, size / BOX)
        parts.append(
            draw.part(
                draw.title(_count_title(TILES[number - 1].id, count, gone)),
                picture if count else draw.group(picture, opacity=0.35),
                label,
                amount,
                _gone(gone, size) if gone else "",
                x=14 + column * step,
                y=14 + row * 62,
                width=step,
                height=size,
                overhang=6,
            )
        )
    return draw.group(*parts, _signs(view), x=MARGIN, y=y)


def _count_title(name: str, left: int, gone: int) -> str:
    words = f"{left} tile{'' if left == 1 else 's'} {name} left"
    return f"{words}, {gone} had no place and left the game" if gone else words


def _gone(count: int, size: float) -> str:
    """How many tiles of a type left the game, over the lower edge of its picture."""
    words, font, height = f"{count} out", 11, 15
    width = draw.text_width(words, font, draw.BOLD) + 9
    x, y = (size - width) / 2, size - height + 3
    return draw.rect(x, y, width, height, palette.GONE, height / 2, stroke="#ffffff", stroke_width=1) + draw.text(
        size / 2, draw.middle(y + height / 2, font), words, font, "#ffffff", draw.BOLD, "middle"
    )


def _signs(view: GameView) -> str:
    """What the signs on the board mean, in a line."""
    signs = [(draw.use("shield", 0, 0, 0.8), 15, "shield"), (pieces.meeple(0, 0, 0, 0.7, True), 15, "lies: a farmer")]
    if view.gold_mines:
        signs.insert(0, (draw.use("ingot", 0, 0, 0.9), 15, "ingot on a tile"))
        signs.insert(0, (draw.use("mine", 0, 0, 1.1), 15, "gold tile: brings two ingots when it is laid"))
    if any(view.discarded):
        signs.append((draw.group(_gone(1, 0), x=4, y=4), 26, "had no place and left the game"))
    parts, x = [], 24.0
    for sign, width, words in signs:
        parts.append(draw.group(sign, x=x, y=19))
        parts.append(draw.text(x + width, draw.middle(19, 13), words, 13, palette.SOFT))
        x += width + draw.text_width(words, 13) + 36
    return draw.part(*parts, y=_STRIP - 38, width=WIDTH - 2 * MARGIN, height=38)


def _definitions(view: GameView) -> list[str]:
    """Every piece and every tile that is drawn, as it lies, once."""
    lying = {(laid.number, laid.rotation) for laid in view.tiles}
    lying |= {(number, 0) for number in _shown_types(view)}
    if view.hand:
        lying |= {(view.hand, rotation) for rotation in range(4)}
    return [*pieces.definitions(len(view.players)), *(tile.definition(*which) for which in sorted(lying))]


def svg(state: State, player: int | None = None) -> str:
    """Draws a game.

    Args:
        state: A game, array of shape ``(1,)`` of :data:`carc_gold_env.state.DTYPE`.
        player: The player that looks; ``None`` is a spectator. Only the order of the draw pile is hidden, to everybody.

    Returns:
        A whole SVG document; the same state always gives the same text.

    Raises:
        ValueError: If the game has no such player.
    """
    view = look(state, player)
    top = MARGIN + _HEAD
    bottom = HEIGHT - MARGIN - _STRIP
    height = bottom - GAP - top
    across = WIDTH - 2 * MARGIN - GAP - _COLUMN
    column = WIDTH - MARGIN - _COLUMN
    panel = 116
    parts = [
        draw.rect(0, 0, WIDTH, HEIGHT, palette.BACK),
        _head(view),
        board(view, MARGIN, top, across, height),
        *(player_panel(view, who, column, top + who.player * (panel + 12), _COLUMN, panel) for who in view.players),
        _left(view, bottom),
    ]
    if view.hand:
        tall = 188
        parts.append(tile_in_hand(view, column, bottom - GAP - tall, _COLUMN, tall))
    return draw.document(WIDTH, HEIGHT, _name(view), _definitions(view), *parts, scale=SCALE)
