"""What stands on the board: houses, trees, monasteries, shields, ingots, meeples; each is drawn round its middle."""

from __future__ import annotations

from carc_gold_env.drawing import palette
from carc_gold_env.drawing.shapes import Box
from tabletop_envs.rendering import svg

SHIELD: Box = (-8, -9, 8, 10)
"""What a shield takes up round its middle."""
MINE: Box = (-10, -10, 10, 10)
"""What the sign of a gold tile takes up round its middle."""
MONASTERY: Box = (-14, -23, 17, 14)
"""What the church of a monastery takes up round its middle."""


def _shape(d: str, fill: str, stroke: str, width: float = 0.8) -> str:
    return svg.path(d, fill, stroke=stroke, stroke_linejoin="round", stroke_width=width)


def _house(roof: str) -> str:
    """A house with its gable to the viewer and the roof's long side beside it."""
    return (
        _shape("M-5.5 -1L-2.5 -5L0.5 -1V5H-5.5Z", palette.PLASTER, palette.ROOF_DARK)
        + _shape("M0.5 -1H6V5H0.5Z", "#e8d6b0", palette.ROOF_DARK)
        + _shape("M-2.5 -5.6H3.6L6.6 -0.6H0.5Z", roof, palette.ROOF_DARK)
        + svg.path("M-3.3 5V1.8h1.6V5z", palette.ROOF_DARK)
    )


def _tree() -> str:
    return (
        svg.element("ellipse", cx=1.2, cy=4.6, rx=4.6, ry=2, fill=palette.GRASS_DARK)
        + svg.circle(0, 0, 4.8, palette.TREE, stroke=palette.TREE_DARK, stroke_width=0.9)
        + svg.circle(-1.4, -1.5, 2, palette.TREE_LIGHT)
    )


def _monastery() -> str:
    """A church with a tower, walls round its garden."""
    return (
        svg.element("ellipse", cx=1, cy=12.5, rx=18, ry=4.5, fill=palette.GRASS_DARK)
        + _shape("M-15 6H15V13H-15Z", palette.STONE, palette.STONE_DARK)
        + svg.path("M-15 9.5H-6M6 9.5H15M-11 6V9.5M11 6V9.5", stroke=palette.STONE_SHADE)
        + _shape("M-3 -2H14V13H-3Z", palette.PLASTER, palette.ROOF_DARK, 1)
        + _shape("M-4 -1L0 -9H12L16 -1Z", palette.ROOFS[0], palette.ROOF_DARK, 1)
        + _shape("M-11 -6H-2V13H-11Z", palette.PLASTER, palette.ROOF_DARK, 1)
        + _shape("M-12.5 -6L-6.5 -17L-0.5 -6Z", palette.ROOFS[1], palette.ROOF_DARK, 1)
        + svg.path("M-6.5 -22V-16M-8.8 -19.8H-4.2", stroke=palette.ROOF_DARK, stroke_width=1.5)
        + svg.path(
            "M-8.5 13V8a2 2 0 0 1 4 0V13ZM2 8V4.5a1.4 1.4 0 0 1 2.8 0V8ZM8 8V4.5a1.4 1.4 0 0 1 2.8 0V8Z", "#5c4a3a"
        )
        + svg.circle(-6.5, -1.5, 1.6, "#5c4a3a")
    )


def _shield() -> str:
    return (
        _shape("M-7 -8H7V-1C7 4 3.5 7 0 9C-3.5 7 -7 4 -7 -1Z", palette.SHIELD, palette.GOLD_LIGHT, 1.6)
        + svg.path("M0 -7V7.4M-6 -2H6", stroke="#ffffff", stroke_width=2.2)
        + svg.path(
            "M-7.9 -8.9H7.9V-1C7.9 4.6 4 7.9 0 10C-4 7.9 -7.9 4.6 -7.9 -1Z", stroke=palette.STONE_DARK, stroke_width=0.7
        )
    )


def _ingot() -> str:
    """A bar of gold."""
    return (
        _shape("M-9 4L-6.4 -3.4H6.4L9 4Z", palette.GOLD, palette.GOLD_DARK, 1.2)
        + _shape("M-6.4 -3.4L-4.6 -6H5L6.4 -3.4Z", palette.GOLD_LIGHT, palette.GOLD_DARK, 0.9)
        + svg.path("M-4.8 1.4L-4 -0.9H2", stroke=palette.GOLD_LIGHT, stroke_width=1.2)
    )


def _mine() -> str:
    """The sign of a gold tile: a pit with a nugget."""
    return svg.circle(0, 0, 6.2, "#5c4a3a", stroke=palette.GOLD_LIGHT, stroke_width=1.2) + _shape(
        "M-3.4 1.2L-1.2 -3L2.4 -2.6L3.6 0.6L1 3.2L-2.2 2.8Z", palette.GOLD, palette.GOLD_DARK
    )


_MEEPLE = (
    "M0 -12A4.6 4.6 0 0 1 4.6 -7.4C4.6 -6.3 4.2 -5.3 3.6 -4.5C8 -3.6 12.6 -1.8 12.6 0.6C12.6 2.5 9.2 3 6.8 3.2"
    "C7.4 5.4 10.6 8.4 10.6 10.4C10.6 11 10.2 11 9.6 11H3.8C3.1 11 3 10.6 2.6 10L0 6.2L-2.6 10C-3 10.6 -3.1 11 -3.8 11"
    "H-9.6C-10.2 11 -10.6 11 -10.6 10.4C-10.6 8.4 -7.4 5.4 -6.8 3.2C-9.2 3 -12.6 2.5 -12.6 0.6"
    "C-12.6 -1.8 -8 -3.6 -3.6 -4.5C-4.2 -5.3 -4.6 -6.3 -4.6 -7.4A4.6 4.6 0 0 1 0 -12Z"
)


def _meeple(player: int) -> str:
    shade = palette.PLAYERS[player]
    return (
        svg.path(_MEEPLE, "none", stroke="#fffaf0", stroke_width=4.4, stroke_linejoin="round")
        + _shape(_MEEPLE, shade.base, shade.dark, 1.5)
        + svg.text(0, 3.8, str(player), 9, shade.ink, svg.BOLD, "middle")
    )


def definitions(players: int) -> list[str]:
    """Every piece once, for the ``defs`` of a drawing."""
    parts = [svg.symbol(f"house{k}", _house(roof)) for k, roof in enumerate(palette.ROOFS)]
    parts += [svg.symbol(f"meeple{player}", _meeple(player)) for player in range(players)]
    others = {"tree": _tree, "monastery": _monastery, "shield": _shield, "ingot": _ingot, "mine": _mine}
    return [*parts, *(svg.symbol(name, draw()) for name, draw in others.items())]


def meeple(player: int, x: float, y: float, size: float = 1, lies: bool = False) -> str:
    """A meeple, standing or lying."""
    if not lies:
        return svg.use(f"meeple{player}", x, y, size)
    turn = f"translate({svg.number(x)} {svg.number(y)}) rotate(-90) scale({size:.4g})"
    return svg.element("g", svg.use(f"meeple{player}"), transform=turn)


def meeple_box(size: float = 1, lies: bool = False) -> Box:
    """What a meeple takes up round its middle."""
    across, up = 13.4 * size, 12.8 * size
    return (-up, -across, up, across) if lies else (-across, -up, across, up)


def ingots_box(count: int, size: float = 1) -> Box:
    """What a heap of ingots takes up round its middle."""
    left, top, right, bottom = (-9, -6, 9, 5) if count == 1 else (-15, -4, 15, 8) if count == 2 else (-15, -11, 15, 8)
    if count > 3:
        top, right = -17, 17
    return left * size, top * size, right * size, bottom * size


def ingots(count: int, x: float, y: float, size: float = 1) -> str:
    """A heap of ingots; how many is written on heaps of more than three."""
    places = ((0.0, 0.0),) if count == 1 else ((-5.5, 3.0), (5.5, 3.0), (0.0, -4.5))[: min(count, 3)]
    bars = "".join(svg.use("ingot", px, py, 0.95) for px, py in places)
    if count > 3:
        bars += svg.circle(9, -9, 7, "#fffaf0", stroke=palette.GOLD_DARK, stroke_width=1.2)
        bars += svg.text(9, svg.middle(-9, 10), str(count), 10, palette.INK, svg.BOLD, "middle")
    return svg.group(bars, x=x, y=y, scale=size)
