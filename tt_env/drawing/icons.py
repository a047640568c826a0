"""The pieces: cubes, coins, the eight kinds of buildings, the hammer. A building is drawn in a box of 48 x 48."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_envs.rendering import svg
from tt_env.cards import GROUPS
from tt_env.drawing import palette
from tt_env.drawing.palette import Shade

BOX = 48
"""Side of the box that a building is drawn in."""

_WHITE = "#fffaf0"


def _shape(d: str, fill: str, stroke: str) -> str:
    return svg.path(d, fill, stroke=stroke, stroke_linejoin="round", stroke_width=1.5)


def _cottage(c: Shade) -> str:
    """A small house with a chimney."""
    return (
        _shape("M32 9h6v11h-6z", c.dark, c.dark)
        + _shape("M9 23h30v20H9z", c.base, c.dark)
        + _shape("M24 6L44 24H4z", c.light, c.dark)
        + svg.path("M20 43V31h8v12z", c.dark)
        + svg.path("M12 28h5v5h-5zM31 28h5v5h-5z", _WHITE)
    )


def _farm(c: Shade) -> str:
    """A barn with a broken roof and a crossed door."""
    return (
        _shape("M6 43V23l6-11 12-7 12 7 6 11v20z", c.base, c.dark)
        + _shape("M3 25l7-14L24 3l14 8 7 14h-4l-6-11-11-6-11 6-6 11z", c.light, c.dark)
        + svg.path("M15 43V28h18v15z", c.dark, stroke=_WHITE, stroke_width=1.8)
        + svg.path("M15 28l18 15M33 28L15 43", stroke=_WHITE, stroke_width=1.8)
        + svg.path("M20 17h8v6h-8z", _WHITE)
    )


def _well(c: Shade) -> str:
    """A draw well: a roof on two posts, a bucket, a ring of stones."""
    return (
        svg.path("M12 18v16M36 18v16", stroke=c.dark, stroke_width=3.5)
        + svg.path("M24 18v7", stroke=c.dark, stroke_width=1.5)
        + svg.path("M20 25h8l-1.2 7h-5.6z", c.dark)
        + _shape("M24 4L43 19H5z", c.light, c.dark)
        + _shape("M7 32h34v11H7z", c.base, c.dark)
        + svg.path("M7 37.5h34M16 32v5.5M27 32v5.5M36 32v5.5M11 37.5V43M21 37.5V43M32 37.5V43", stroke=c.dark)
    )


def _chapel(c: Shade) -> str:
    """A nave with a steeple that bears a cross."""
    return (
        _shape("M20 43V28l11-8 13 8v15z", c.light, c.dark)
        + _shape("M6 43V21h16v22z", c.base, c.dark)
        + _shape("M14 8l10 14H4z", c.light, c.dark)
        + svg.path("M14 1v9M10.5 4.5h7", stroke=c.dark, stroke_width=2.2)
        + svg.path("M10.5 43v-9a3.5 3.5 0 0 1 7 0v9z", c.dark)
        + svg.path("M27 38v-6a2.5 2.5 0 0 1 5 0v6zM35 38v-6a2.5 2.5 0 0 1 5 0v6z", _WHITE)
    )


def _tavern(c: Shade) -> str:
    """An inn with a wide roof and a mug on its sign."""
    return (
        _shape("M6 21h36v22H6z", c.base, c.dark)
        + _shape("M11 7h26l8 15H3z", c.light, c.dark)
        + svg.path("M27 29h4a4 4 0 0 1 0 8h-4", stroke=_WHITE, stroke_width=2.4)
        + svg.path("M15 26h13v14H15z", _WHITE)
        + svg.path("M19 30v7M24 30v7", stroke=c.base, stroke_width=1.6)
        + svg.circle(17, 26, 3, _WHITE)
        + svg.circle(21.5, 25, 3.4, _WHITE)
        + svg.circle(26, 26, 3, _WHITE)
    )


def _theater(c: Shade) -> str:
    """A stage under an arch, its curtain drawn aside."""
    return (
        _shape("M4 40V21a20 17 0 0 1 40 0v19z", c.base, c.dark)
        + svg.path("M9 40V22a15 12 0 0 1 30 0v18z", "#5c2a20")
        + svg.path("M24 17l2.6 5.4 5.9.7-4.4 4.1 1.2 5.9-5.3-3-5.3 3 1.2-5.9-4.4-4.1 5.9-.7z", _WHITE)
        + _shape("M9 40V22a15 12 0 0 1 8-10.6C18.5 23 16 33 13.5 40z", c.light, c.dark)
        + _shape("M39 40V22a15 12 0 0 0-8-10.6C29.5 23 32 33 34.5 40z", c.light, c.dark)
        + _shape("M2 38.5h44v5H2z", c.base, c.dark)
    )


def _factory(c: Shade) -> str:
    """A hall with a saw-tooth roof and a smoking chimney."""
    return (
        svg.circle(39, 6, 3, c.light)
        + svg.circle(43, 3, 2.4, c.light)
        + _shape("M33 11h8l1.5 18h-11z", c.light, c.dark)
        + _shape("M4 43V20l11 8v-8l11 8v-8l11 8h7v15z", c.base, c.dark)
        + svg.path("M9 33h6v5H9zM20 33h6v5h-6zM31 33h6v5h-6z", "#f6cf5f")
    )


def _monument(c: Shade) -> str:
    """An obelisk on steps with a star in front."""
    return (
        _shape("M24 2l6 7 3 25H15l3-25z", c.base, c.dark)
        + svg.path("M24 2l6 7 3 25h-9z", c.light)
        + _shape("M11 34h26v5H11z", c.light, c.dark)
        + _shape("M5 39h38v5H5z", c.base, c.dark)
        + svg.path("M24 14l2.4 5 5.4.6-4 3.7 1.1 5.4-4.9-2.7-4.9 2.7 1.1-5.4-4-3.7 5.4-.6z", _WHITE, stroke=c.dark)
    )


_BUILDINGS: dict[str, Callable[[Shade], str]] = dict(
    zip(GROUPS, (_cottage, _farm, _well, _chapel, _tavern, _theater, _factory, _monument), strict=True)
)


_LETTERS = {
    "W": "M6.5 9.5l2.7 9.5L12 11l2.8 8 2.7-9.5",
    "H": "M8 9.5V19M16 9.5V19M8 14.2h8",
    "B": "M8.5 9.5V19h4.3a2.6 2.6 0 0 0 0-5H8.5h3.8a2.2 2.2 0 0 0 0-4.5z",
    "G": "M16 11.2a4.9 4.9 0 1 0 .6 3.3h-3.8",
    "S": "M15.4 11c-2-2-6.6-1.8-6.6 1.1 0 3.2 6.8 1.4 6.8 4.5 0 2.9-5 3.2-7.2.9",
}
"""Drawn, not written: a game has a hundred cubes, and setting text is slow."""


def _cube(shade: Shade, letter: str) -> str:
    """A cube in a box of 24 x 24: a top, a front, and the resource's letter for whoever sees colours differently."""
    pen = svg.path(
        _LETTERS[letter], stroke=shade.ink, stroke_width=2.2, stroke_linecap="round", stroke_linejoin="round"
    )
    return (
        svg.rect(1, 1, 22, 22, shade.base, 4, stroke=shade.dark, stroke_width=1.4)
        + svg.path("M1.7 6.2V5A3.3 3.3 0 0 1 5 1.7h14A3.3 3.3 0 0 1 22.3 5v1.2z", shade.light)
        + pen
    )


def _coin(c: Shade) -> str:
    """A coin in a box of 24 x 24: a rim, and an acorn on it."""
    return (
        svg.circle(12, 12, 11, c.base, stroke=c.dark, stroke_width=1.6)
        + svg.circle(12, 12, 8.3, "none", stroke=c.light, stroke_width=1.4)
        + svg.path("M8.2 11.6h7.6c0 3.6-1.6 5.6-3.8 7-2.2-1.4-3.8-3.4-3.8-7z", c.light, stroke=c.dark)
        + svg.path("M6.8 11.8c.2-3 2-4.4 4.6-4.6l.2-1.7h.8l.2 1.7c2.6.2 4.4 1.6 4.6 4.6z", c.dark)
    )


def _hammer() -> str:
    """The Master Builder's hammer in a box of 24 x 24."""
    return svg.path("M11 9l3-2 7 13-3 2z", "#9a6a3a", stroke="#5d3d1c") + svg.path(
        "M3 8.5L13 2.2c1.2 0 3 2.6 2.8 4L5.6 13C4 12.6 2.6 10 3 8.5z", "#70757d", stroke="#3d4147"
    )


def definitions(coins: bool) -> list[str]:
    """Every piece once, for the ``defs`` of a drawing.

    Args:
        coins: Whether the game has coins.
    """
    parts = [svg.symbol(group, draw(palette.BUILDINGS[group])) for group, draw in _BUILDINGS.items()]
    parts += [svg.symbol(f"cube{r}", _cube(shade, palette.LETTERS[r - 1])) for r, shade in enumerate(palette.CUBES, 1)]
    parts += [svg.symbol("coin", _coin(palette.COIN))] if coins else []
    return [*parts, svg.symbol("hammer", _hammer())]


def building(group: str, x: float, y: float, size: float) -> str:
    """A building of a colour group, its box's corner at (x, y)."""
    return svg.use(group, x, y, size / BOX)


def cube(resource: int, x: float, y: float, size: float) -> str:
    """A cube, its corner at (x, y)."""
    return svg.use(f"cube{resource}", x, y, size / 24)


def coin(x: float, y: float, size: float) -> str:
    """A coin, the corner of its box at (x, y)."""
    return svg.use("coin", x, y, size / 24)


def hammer(x: float, y: float, size: float) -> str:
    """The Master Builder's hammer, its corner at (x, y)."""
    return svg.use("hammer", x, y, size / 24)
