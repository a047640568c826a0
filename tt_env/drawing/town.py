"""A town: its 16 squares with cubes and buildings."""

from __future__ import annotations

from env_core.rendering import svg
from tt_env.cards import RESOURCES
from tt_env.drawing import icons, palette
from tt_env.drawing.captions import short_name
from tt_env.drawing.view import Square

_HEAD, _TAIL, _GAP = 20, 8, 3


def side(cell: float) -> float:
    """The side of a town whose squares have side ``cell``."""
    return _HEAD + 4 * cell + _TAIL


def _words(square: Square) -> str:
    if square.cube:
        return f"{RESOURCES[square.cube - 1]} cube"
    if square.card is None:
        return "empty"
    held = ", ".join(RESOURCES[r - 1] for r in square.stored)
    return f"{square.card.name} with {held}" if held else square.card.name


def _content(square: Square, cell: float) -> str:
    if square.cube:
        size = cell * 0.62
        return icons.cube(square.cube, (cell - size) / 2, (cell - size) / 2, size)
    if square.card is None:
        return ""
    name = short_name(square.card.id)
    size, small = cell * 0.66, cell * 0.245
    left = (cell - size) / 2 - (small * 0.45 if square.stored else 0)
    font = svg.fit(name, cell - 7, cell * 0.17, svg.BOLD)
    held = "".join(
        icons.cube(r, cell - small - 3, 3 + k * small * min(1, 2.9 / len(square.stored)), small)
        for k, r in enumerate(square.stored)
    )
    return (
        icons.building(square.card.group, left, cell * 0.07, size)
        + svg.text(cell / 2, cell * 0.9, name, font, palette.INK, svg.BOLD, "middle")
        + held
    )


def town(squares: tuple[Square, ...], x: float, y: float, cell: float) -> str:
    """A town with its rows and columns named, its corner at (x, y)."""
    whole, ink = side(cell), "#f4f9e6"
    parts = [svg.rect(0, 0, whole, whole, palette.GRASS, 10)]
    for k in range(4):
        centre = _HEAD + (k + 0.5) * cell
        parts.append(svg.text(centre, svg.middle(_HEAD / 2, 11), f"c{k}", 11, ink, svg.BOLD, "middle"))
        parts.append(svg.text(_HEAD / 2, svg.middle(centre, 11), f"r{k}", 11, ink, svg.BOLD, "middle"))
    for number, square in enumerate(squares):
        row, column = divmod(number, 4)
        inner = cell - _GAP
        parts.append(
            svg.group(
                svg.title(f"r{row}c{column}: {_words(square)}"),
                svg.rect(0, 0, inner, inner, palette.GROUND if square.card else palette.LAWN, 6),
                _content(square, inner),
                x=_HEAD + column * cell + _GAP / 2,
                y=_HEAD + row * cell + _GAP / 2,
            )
        )
    return svg.group(*parts, x=x, y=y)
