"""The board: every tile in its place, what lies and stands on it, and what may be chosen."""

from __future__ import annotations

from collections.abc import Iterable

from carc_gold_env.drawing import palette, pieces, shapes, tile
from carc_gold_env.drawing.shapes import BOX, Box, Point
from carc_gold_env.drawing.view import GameView, Laid, Square
from carc_gold_env.notation.words import square_name
from carc_gold_env.tiles import TILES, tile_id
from tabletop_envs.rendering import svg

_RULER = 26
_LARGEST = 150
"""The largest side of a tile, so that a young board does not look coarse."""
_MEEPLE, _INGOTS = 1.35, 1.75
"""How large meeples and ingots are."""


def board(view: GameView, x: float, y: float, width: float, height: float) -> str:
    """The whole board, fitted into a box."""
    left, top, right, bottom = view.bounds
    columns, rows = right - left + 1, bottom - top + 1
    room = width - 2 * _RULER, height - 2 * _RULER
    cell = min(room[0] / columns, room[1] / rows, _LARGEST)
    corner = (width - columns * cell) / 2, (height - rows * cell) / 2
    scale = cell / BOX
    return svg.part(
        svg.rect(0, 0, width, height, palette.FELT, 14, stroke=palette.LINE, stroke_width=1.5),
        _rulers(view, corner, cell, width, height),
        svg.group(*_content(view), x=corner[0] - left * cell, y=corner[1] - top * cell, scale=scale),
        x=x,
        y=y,
        width=width,
        height=height,
    )


def _rulers(view: GameView, corner: tuple[float, float], cell: float, width: float, height: float) -> str:
    """The numbers of columns and rows, on all four sides."""
    left, top, right, bottom = view.bounds
    size, half = min(13.0, max(cell * 0.45, 5.0)), _RULER / 2

    def label(x: float, y: float, number: int) -> str:
        return svg.text(x, svg.middle(y, size), str(number), size, palette.SOFT, anchor="middle")

    columns = [label(corner[0] + (x - left + 0.5) * cell, half, x) for x in range(left, right + 1)]
    rows = [label(half, corner[1] + (y - top + 0.5) * cell, y) for y in range(top, bottom + 1)]
    return "".join(
        [
            *(svg.part(*columns, y=y, width=width, height=_RULER) for y in (0, height - _RULER)),
            *(svg.part(*rows, x=x, width=_RULER, height=height) for x in (0, width - _RULER)),
        ]
    )


def _content(view: GameView) -> list[str]:
    """Everything on the board in units of tiles of 100, the start tile's corner at (0, 0)."""
    parts = [_tile(laid) for laid in view.tiles]
    parts.append(_last(view.tiles[-1]))
    parts += [_place(view, square, rotations) for square, rotations in view.places.items()]
    parts += [_frame(square, f"The second ingot may go to {square_name(*square)}") for square in view.neighbours]
    parts += [_pieces(laid) for laid in view.tiles if laid.meeples or laid.ingots]
    parts += _stands(view)
    return parts


def _at(square: Square, *children: str, overhang: float = 0) -> str:
    return svg.part(*children, x=square[0] * BOX, y=square[1] * BOX, width=BOX, height=BOX, overhang=overhang)


def _tile(laid: Laid) -> str:
    return _at(
        laid.square,
        svg.title(laid.caption),
        svg.use(tile.name(laid.number, laid.rotation)),
        svg.rect(0, 0, BOX, BOX, "none", stroke="#4b4331", stroke_width=0.9, stroke_opacity=0.45),
        overhang=16,
    )


def _last(laid: Laid) -> str:
    """A frame round the tile that was laid last."""
    return _at(laid.square, svg.rect(1.5, 1.5, BOX - 3, BOX - 3, "none", 3, stroke="#ffffff", stroke_width=3.5))


def _frame(square: Square, title: str) -> str:
    return _at(
        square,
        svg.title(title),
        svg.rect(3, 3, BOX - 6, BOX - 6, "#fff6d8", 5, fill_opacity=0.25, stroke=palette.MARK, stroke_width=5),
    )


def _place(view: GameView, square: Square, rotations: Iterable[int]) -> str:
    """An empty square that takes the tile in hand; a dot on the side that its north may come to."""
    fitting = list(rotations)
    words = ", ".join(f"r{90 * rotation}" for rotation in fitting)
    dots = "".join(
        svg.circle(*shapes.turned((50, 20), rotation), 6.5, palette.MARK) for rotation in fitting if len(fitting) < 4
    )
    return _at(
        square,
        svg.title(f"{tile_id(view.hand)} fits {square_name(*square)}: {words}"),
        svg.rect(
            6,
            6,
            BOX - 12,
            BOX - 12,
            "#fffaf0",
            9,
            fill_opacity=0.7,
            stroke=palette.MARK,
            stroke_width=3.5,
            stroke_dasharray="11 7" if len(view.places) > 1 else None,
        ),
        dots,
    )


def _pieces(laid: Laid) -> str:
    anchors = shapes.anchors(laid.number, laid.rotation)
    parts = [
        pieces.meeple(player, *anchors[local], _MEEPLE, shapes.lying(laid.number, local))
        for player, local in laid.meeples
    ]
    if laid.ingots:
        parts.append(pieces.ingots(laid.ingots, *gold_place(laid), _INGOTS))
    return _at(laid.square, *parts, overhang=20)


def taken(laid: Laid) -> list[Box]:
    """What shields, a monastery, the sign of a gold tile and meeples take up of a tile."""
    kind, anchors = TILES[laid.number - 1], shapes.anchors(laid.number, laid.rotation)
    boxes = [shapes.around(place, pieces.SHIELD) for place in shapes.shields(kind, laid.rotation)]
    if kind.monastery:
        boxes.append(shapes.around(shapes.monastery(kind, laid.rotation), pieces.MONASTERY))
    if kind.gold:
        boxes.append(shapes.around(shapes.turned(shapes.MINES[kind.id], laid.rotation), pieces.MINE))
    for _, local in laid.meeples:
        size = pieces.meeple_box(_MEEPLE, shapes.lying(laid.number, local))
        boxes.append(shapes.around(anchors[local], size))
    return boxes


def gold_place(laid: Laid) -> Point:
    """Where the ingots of a tile lie: the first of nine places, from the south-east on, that hides the least."""
    left, top, right, bottom = size = pieces.ingots_box(laid.ingots, _INGOTS)
    across, down = (BOX - 3 - right, 3 - left, BOX / 2), (BOX - 3 - bottom, 3 - top, BOX / 2)
    others = taken(laid)

    def hidden(place: Point) -> float:
        return sum(shapes.overlap(shapes.around(place, size), other) for other in others)

    return min(((x, y) for y in down for x in across), key=hidden)


def _stands(view: GameView) -> list[str]:
    """Where the active player's meeple may go on the tile just laid."""
    last = view.tiles[-1]
    anchors = shapes.anchors(last.number, last.rotation)
    return [
        _at(
            last.square,
            svg.title(f"A meeple may go on {last.segment_name(local)}"),
            svg.circle(*anchors[local], 8, "#fffaf0", fill_opacity=0.85, stroke=palette.MARK, stroke_width=3),
        )
        for local in view.stands
    ]
