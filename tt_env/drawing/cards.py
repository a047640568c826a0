"""Cards: the seven of the row, and monuments beside a town."""

from __future__ import annotations

from tabletop_envs.rendering import svg
from tt_env.cards import FORTUNE, LETTERS, Card
from tt_env.drawing import icons, palette

ROW_WIDTH, ROW_HEIGHT = 172, 146
"""A card of the row."""

_BACK = "#c9b7d8"
_BACK_DARK = "#8d77a3"


def layout(card: Card, x: float, y: float, cell: float) -> str:
    """The cubes of a layout, centred on x, its top at y."""
    left = x - cell * max(map(len, card.layout)) / 2
    return "".join(
        icons.cube(LETTERS[letter], left + cell * column, y + cell * row, cell)
        for row, line in enumerate(card.layout)
        for column, letter in enumerate(line)
        if letter != "."
    )


def lines(words: list[str], x: float, y: float, size: float, fill: str, weight: int = svg.REGULAR) -> str:
    """Centred lines of text, the first one's base line at y."""
    return "".join(svg.text(x, y + k * size * 1.2, line, size, fill, weight, "middle") for k, line in enumerate(words))


def _emblem(card: Card, width: float, band: float) -> str:
    """A coin at the end of a card's band marks the cards of Fortune."""
    size = band * 0.66
    return icons.coin(width - (band + size) / 2, (band - size) / 2, size) if card.id in FORTUNE else ""


def row_card(card: Card, x: float, y: float) -> str:
    """A card of the row: name in the group's colour, building, layout, and what it is worth."""
    shade, width, height = palette.BUILDINGS[card.group], ROW_WIDTH, ROW_HEIGHT
    words = svg.wrap(card.caption, width - 16, 13)
    cell = 22
    tall = cell * len(card.layout)
    return svg.part(
        svg.title(f"{card.name}: {card.text}"),
        svg.rect(0, 0, width, height, palette.PAPER, 10, stroke=palette.LINE, stroke_width=1.5),
        svg.path(f"M0 30V10A10 10 0 0 1 10 0H{width - 10}A10 10 0 0 1 {width} 10V30z", shade.base),
        svg.text(width / 2, svg.middle(15, 16), card.name, 16, shade.ink, svg.BOLD, "middle"),
        _emblem(card, width, 30),
        icons.building(card.group, 12, 40, 52),
        layout(card, 118, 66 - tall / 2, cell),
        lines(words, width / 2, 116 if len(words) > 1 else 123, 13, palette.INK),
        x=x,
        y=y,
        width=width,
        height=height,
    )


def monument_card(card: Card, note: str, x: float, y: float, width: float, size: float, height: float) -> str:
    """A monument card.

    Args:
        card: The card.
        note: A word about it for the band on top.
        x: Left edge.
        y: Upper edge.
        width: Its width.
        size: Font size of the caption; everything else follows.
        height: Its height.
    """
    shade = palette.BUILDINGS["monument"]
    name = svg.wrap(card.name, width - 10, size * 1.12, svg.BOLD)
    words = svg.wrap(card.caption, width - 10, size)
    band = size * 1.7
    name_height, words_height = len(name) * size * 1.34, len(words) * size * 1.2
    cell = min(size * 1.6, (height - band - name_height - words_height - size) / len(card.layout))
    tall = cell * len(card.layout)
    gap = (height - band - name_height - tall - words_height) / 4
    top = band + gap * 0.8
    return svg.part(
        svg.title(f"{card.name} ({note}): {card.text}"),
        svg.rect(0, 0, width, height, "#fdeef4", 8, stroke=shade.base, stroke_width=1.5),
        svg.path(
            f"M0 {svg.number(band)}V8A8 8 0 0 1 8 0H{width - 8:g}A8 8 0 0 1 {width:g} 8V{svg.number(band)}z", shade.base
        ),
        svg.text(width / 2, svg.middle(band / 2, size), note, size, "#ffffff", svg.BOLD, "middle"),
        _emblem(card, width, band),
        lines(name, width / 2, top + size * 1.02, size * 1.12, palette.INK, svg.BOLD),
        layout(card, width / 2, top + name_height + gap, cell),
        lines(words, width / 2, top + name_height + tall + 2 * gap + size * 0.9, size, palette.INK),
        x=x,
        y=y,
        width=width,
        height=height,
    )


def card_back(x: float, y: float, width: float, height: float, size: float) -> str:
    """A monument card that lies face down."""
    return svg.part(
        svg.title("A monument card, face down"),
        svg.rect(0, 0, width, height, _BACK, 8, stroke=_BACK_DARK, stroke_width=1.5),
        svg.rect(6, 6, width - 12, height - 12, "none", 5, stroke="#efe6f5", stroke_width=1.5, stroke_dasharray="5 4"),
        svg.text(width / 2, svg.middle(height / 2 - size, size * 4), "?", size * 4, "#f6f0fa", svg.BOLD, "middle"),
        svg.text(width / 2, height / 2 + size * 2.6, "secret monument", size, "#5d4872", svg.REGULAR, "middle"),
        x=x,
        y=y,
        width=width,
        height=height,
    )
