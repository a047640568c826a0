"""A whole game: its state in a line, the land, the players, the tile in hand, and the tiles left in the pile."""

from __future__ import annotations

from carc_gold_env.drawing import palette, pieces, tile
from carc_gold_env.drawing.land import land
from carc_gold_env.drawing.players import player_panel, tile_in_hand
from carc_gold_env.drawing.shapes import BOX
from carc_gold_env.drawing.view import View, look
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


def _name(view: View) -> str:
    """What the drawing shows, in one sentence."""
    players, tiles = len(view.players), len(view.tiles)
    what = view.result if view.over else f"{_active(view)} {view.decides}"
    return f"Carcassonne, {players} players, {tiles} tile{'s' if tiles > 1 else ''} laid, {what}"


def _active(view: View) -> str:
    return next(player.name for player in view.players if player.to_move)


def _head(view: View) -> str:
    """Title, what goes on, what is left; at the end who looks."""
    name = "Carcassonne"
    parts = [draw.text(MARGIN, draw.middle(MARGIN + 18, 34), name, 34, palette.INK, draw.BOLD)]
    x = MARGIN + draw.text_width(name, 34, draw.BOLD) + 24
    chips = [view.result if view.over else f"{_active(view)} {view.decides}"]
    chips.append(f"{len(view.tiles)} tile{'s' if len(view.tiles) > 1 else ''} laid")
    chips.append(f"{sum(view.left)} in the pile")
    if view.gold_mines:
        chips.append(f"{view.bank} ingot{'' if view.bank == 1 else 's'} in the bank")
    for k, words in enumerate(chips):
        width = draw.text_width(words, 16, draw.BOLD) + 26
        ground = "#fbe6b4" if k == 0 else palette.PAPER
        parts.append(draw.rect(x, MARGIN, width, 36, ground, 18, stroke=palette.LINE, stroke_width=1.5))
        parts.append(draw.text(x + 13, draw.middle(MARGIN + 18, 16), words, 16, palette.INK, draw.BOLD))
        x += width + 10
    if view.viewer is not None:
        words = f"as player_{view.viewer} sees it"
        parts.append(draw.text(WIDTH - MARGIN, draw.middle(MARGIN + 18, 15), words, 15, palette.SOFT, anchor="end"))
    return "".join(parts)


def _shown_types(view: View) -> list[int]:
    return [number for number, kind in enumerate(TILES, 1) if view.gold_mines or not kind.gold]


def _left(view: View, y: float) -> str:
    """How many tiles of each type the pile still holds."""
    numbers = _shown_types(view)
    width = WIDTH - 2 * MARGIN
    step = (width - 24) / _PER_ROW
    size = 46
    parts = [draw.rect(0, 0, width, _STRIP, palette.PAPER, 14, stroke=palette.LINE, stroke_width=1.5)]
    for k, number in enumerate(numbers):
        row, column = divmod(k, _PER_ROW)
        count = view.left[number - 1]
        label = draw.text(size + 5, 16, TILES[number - 1].id, 11, palette.SOFT)
        ink = palette.INK if count else palette.SOFT
        amount = draw.text(size + 5, 38, f"\u00d7{count}", 17, ink, draw.BOLD)
        picture = draw.use(tile.name(number, 0), 0, 0, size / BOX)
        parts.append(
            draw.group(
                draw.title(f"{count} tile{'' if count == 1 else 's'} {TILES[number - 1].id} left"),
                picture if count else draw.group(picture, opacity=0.35),
                label,
                amount,
                x=14 + column * step,
                y=14 + row * 62,
            )
        )
    return draw.group(*parts, _signs(view), x=MARGIN, y=y)


def _signs(view: View) -> str:
    """What the signs on the land mean, in a line."""
    signs = [(draw.use("shield", 0, 0, 0.8), "shield"), (pieces.meeple(0, 0, 0, 0.7, lies=True), "lies: a farmer")]
    if view.gold_mines:
        signs.insert(0, (draw.use("ingot", 0, 0, 0.9), "ingot on a tile"))
        signs.insert(0, (draw.use("mine", 0, 0, 1.1), "gold tile: brings two ingots when it is laid"))
    parts, x, middle = [], 24.0, _STRIP - 19
    for sign, words in signs:
        parts += [draw.group(sign, x=x, y=middle)]
        parts += [draw.text(x + 15, draw.middle(middle, 13), words, 13, palette.SOFT)]
        x += 15 + draw.text_width(words, 13) + 36
    return "".join(parts)


def _definitions(view: View) -> list[str]:
    """Every piece and every tile that is drawn, as it lies, once."""
    lying = {(laid.number, laid.rotation) for laid in view.tiles}
    lying |= {(number, 0) for number in _shown_types(view)}
    if view.hand:
        lying |= {(view.hand, rotation) for rotation in range(4)}
    return [*pieces.definitions(len(view.players)), *(tile.definition(*which) for which in sorted(lying))]


def svg(game_state: State, player: int | None = None) -> str:
    """Draws a game.

    Args:
        game_state: A game, array of shape ``(1,)`` of :data:`carc_gold_env.state.DTYPE`.
        player: The player that looks; ``None`` is a spectator. Only the order of the pile is hidden, to everybody.

    Returns:
        A whole SVG document; the same state always gives the same text.

    Raises:
        ValueError: If the game has no such player.
    """
    view = look(game_state, player)
    top = MARGIN + _HEAD
    bottom = HEIGHT - MARGIN - _STRIP
    height = bottom - GAP - top
    across = WIDTH - 2 * MARGIN - GAP - _COLUMN
    column = WIDTH - MARGIN - _COLUMN
    panel = 116
    parts = [
        draw.rect(0, 0, WIDTH, HEIGHT, palette.BACK),
        _head(view),
        land(view, MARGIN, top, across, height),
        *(player_panel(view, who, column, top + who.player * (panel + 12), _COLUMN, panel) for who in view.players),
        _left(view, bottom),
    ]
    if view.hand:
        tall = 188
        parts.append(tile_in_hand(view, column, bottom - GAP - tall, _COLUMN, tall))
    return draw.document(WIDTH, HEIGHT, _name(view), _definitions(view), *parts, scale=SCALE)
