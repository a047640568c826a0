"""A town: its 16 squares with cubes and buildings."""

from __future__ import annotations

from tabletop_envs.rendering import svg
from tt_env.cards import RESOURCES
from tt_env.drawing import icons, palette
from tt_env.drawing.view import Square

_HEAD, _TAIL, _GAP = 20, 8, 3


def side(cell: float) -> float:
    """The side of a town whose squares have side ``cell``."""
    return _HEAD + 4 * cell + _TAIL


def _words(square: Square) -> str:
    held = [RESOURCES[r - 1] for r in square.stored]
    held += [f"{square.coins} coin{'s' if square.coins > 1 else ''}"] if square.coins else []
    if square.cube:
        name = f"{RESOURCES[square.cube - 1]} cube"
    else:
        name = square.card.name if square.card else "empty"
    return f"{name} with {', '.join(held)}" if held else name


def _coins(square: Square, cell: float) -> str:
    """The coins on a square: in the middle of an empty one, else in a corner; with their number if there are more."""
    if not square.coins:
        return ""
    if not square.cube and square.card is None:
        return icons.coin(cell * 0.28, cell * 0.28, cell * 0.44)
    size = cell * (0.36 if square.cube else 0.3)
    x, y = (cell - size - 2, cell - size - 2) if square.cube else (3, 3)
    number = ""
    if square.coins > 1:
        font, centre = size * 0.8, y + size * 1.45
        number = svg.text(
            x + size / 2, svg.middle(centre, font), f"\u00d7{square.coins}", font, palette.INK, svg.BOLD, "middle"
        )
    return icons.coin(x, y, size) + number


def _content(square: Square, cell: float) -> str:
    if square.cube:
        size = cell * 0.62
        return icons.cube(square.cube, (cell - size) / 2, (cell - size) / 2, size)
    if square.card is None:
        return ""
    name = square.card.short
    size, small = cell * 0.66, cell * 0.245
    left = (cell - size) / 2 - (small * 0.45 if square.stored else 0) + (small * 0.45 if square.coins else 0)
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
            svg.part(
                svg.title(f"r{row}c{column}: {_words(square)}"),
                svg.rect(0, 0, inner, inner, palette.GROUND if square.card else palette.LAWN, 6),
                _content(square, inner),
                _coins(square, inner),
                x=_HEAD + column * cell + _GAP / 2,
                y=_HEAD + row * cell + _GAP / 2,
                width=inner,
                height=inner,
            )
        )
    return svg.part(*parts, x=x, y=y, width=whole, height=whole)
