"""Building SVG text: elements, text that knows its width, and ids that never clash between two drawings of a page.

Everything returns plain strings. Attribute names are written as Python keywords (``stroke_width=2``), numbers are
rounded to two decimals, so the same drawing is always the same text. Every text and attribute value is escaped.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

FONT = "Nunito, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
"""The bundled font first; where a viewer does not have it, a usual font of about the same width."""

REGULAR, BOLD = 600, 800
"""The two weights that are bundled."""

_FIRST = 32
_ASCENT = 0.71  # height of a capital letter, for centring

# Advance widths of the characters 32 to 126 in 1/1000 of the font size (tests/core/test_rendering.py checks them).
_WIDTHS = {
    REGULAR: (
        "264 237 417 600 600 937 708 231 336 336 452 600 237 429 237 297 600 600 600 600 600 600 600 600 600 600 237 "
        "237 600 600 600 450 948 736 682 676 751 589 554 731 767 268 338 643 552 861 743 775 642 775 677 622 611 733 "
        "700 1107 660 606 596 333 297 333 600 500 366 537 591 467 591 537 347 594 576 243 246 516 306 866 576 565 591 "
        "591 373 484 365 569 520 846 534 520 468 370 275 370 600"
    ),
    BOLD: (
        "279 260 481 600 600 954 745 256 382 382 454 600 260 440 260 331 600 600 600 600 600 600 600 600 600 600 260 "
        "260 600 600 600 468 952 753 695 684 774 605 570 742 780 297 372 688 573 876 753 796 664 796 696 641 632 743 "
        "727 1120 685 631 615 377 331 377 600 500 388 557 610 478 610 549 382 615 595 268 273 558 333 889 595 589 610 "
        "610 412 492 404 590 534 861 559 533 480 414 302 414 600"
    ),
}
_ADVANCE = {weight: tuple(map(int, widths.split())) for weight, widths in _WIDTHS.items()}
_WIDE = 700  # any other character

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ID = "\x00"  # stands for the drawing's own prefix until the text is finished; no escaped text can contain it

Value = str | float | None


def escape(text: object) -> str:
    """The text as it may stand in XML, in an attribute as well as between tags."""
    clean = _FORBIDDEN.sub("", str(text))
    return clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(value: float) -> str:
    """A number with at most two decimals, always written the same way."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *children: str, **attributes: Value) -> str:
    """An element. Children are finished markup; attributes that are ``None`` are left out."""
    parts = [tag]
    for name, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, (int, float)) else escape(value)
            parts.append(f'{name.rstrip("_").replace("_", "-")}="{text}"')
    inside = "".join(children)
    head = " ".join(parts)
    return f"<{head}>{inside}</{tag}>" if inside else f"<{head}/>"


def group(*children: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: Value) -> str:
    """Children moved to (x, y) and scaled."""
    moves = [f"translate({number(x)} {number(y)})"] if x or y else []
    moves += [f"scale({scale:.4g})"] if scale != 1 else []
    return element("g", *children, transform=" ".join(moves) or None, **attributes)


def part(
    *children: str, width: float, height: float, x: float = 0, y: float = 0, scale: float = 1, overhang: float = 0
) -> str:
    """Children moved and scaled like a :func:`group`, of which pictures in pixels keep what they look like.

    Everything that changes between two pictures belongs to a part, and so does whatever lies over a part; parts may
    hold parts, which lie over the rest of them.

    Args:
        children: Finished markup that stays within the box from (0, 0) to (width, height), lines round it included.
        width: Width of the box.
        height: Height of the box.
        x: Where it is.
        y: Where it is.
        scale: How large it is.
        overhang: How far beyond the box children may reach on every side.
    """
    if overhang:
        children = (group(*children, x=overhang, y=overhang),)
    box = f"{number(width + 2 * overhang)} {number(height + 2 * overhang)}"
    return group(*children, x=x - overhang * scale, y=y - overhang * scale, scale=scale, data_box=box)


def rect(x: float, y: float, width: float, height: float, fill: str, rx: float | None = None, **more: Value) -> str:
    """A rectangle, with round corners when ``rx`` is given."""
    return element("rect", x=x, y=y, width=width, height=height, rx=rx, fill=fill, **more)


def circle(x: float, y: float, r: float, fill: str, **more: Value) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=r, fill=fill, **more)


def path(d: str, fill: str = "none", **more: Value) -> str:
    """A path; ``d`` in SVG's own path language."""
    return element("path", d=d, fill=fill, **more)


def title(text: str) -> str:
    """The name of the element around it: read aloud by screen readers, shown by browsers under the pointer."""
    return element("title", escape(text))


def text(
    x: float, y: float, words: str, size: float, fill: str, weight: int = REGULAR, anchor: str = "start", **more: Value
) -> str:
    """A line of text; ``anchor`` is ``start``, ``middle`` or ``end``, ``y`` its base line."""
    return element(
        "text",
        escape(words),
        x=x,
        y=y,
        font_size=size,
        font_weight=weight if weight != REGULAR else None,
        text_anchor=anchor if anchor != "start" else None,
        fill=fill,
        **more,
    )


def middle(y: float, size: float) -> float:
    """The base line of a text whose capital letters are centred on ``y``."""
    return y + size * _ASCENT / 2


def text_width(words: str, size: float, weight: int = REGULAR) -> float:
    """The width of a line in the bundled font (kerning, which only makes it narrower, left out)."""
    widths = _ADVANCE[weight]
    total = 0
    for char in words:
        place = ord(char) - _FIRST
        total += widths[place] if 0 <= place < len(widths) else _WIDE
    return total * size / 1000


def _break(words: str, width: float, size: float, weight: int) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size, weight) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def wrap(words: str, width: float, size: float, weight: int = REGULAR) -> list[str]:
    """Breaks a text into as few lines as ``width`` allows, of about equal length; a wider word stands alone."""
    lines = _break(words, width, size, weight)
    while len(lines) > 1:
        width = min(width, max(text_width(line, size, weight) for line in lines)) - size / 10
        narrower = _break(words, width, size, weight)
        if len(narrower) > len(lines) or narrower == lines:
            break
        lines = narrower
    return lines


def fit(words: str, width: float, size: float, weight: int = REGULAR) -> float:
    """The font size, at most ``size``, at which a line is no wider than ``width``."""
    return min(size, size * width / max(text_width(words, size, weight), 1e-9))


def symbol(name: str, *children: str) -> str:
    """A part that is drawn several times, for the drawing's ``defs``; see :func:`use`."""
    return f'<g id="{_ID}{escape(name)}">{"".join(children)}</g>'


def use(name: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """Draws a part that was defined with :func:`symbol`."""
    part = f'<use href="#{_ID}{escape(name)}"/>'
    return part if (x, y, scale) == (0, 0, 1) else group(part, x=x, y=y, scale=scale)


def document(width: float, height: float, name: str, defs: Iterable[str], *children: str, scale: float = 1) -> str:
    """A whole drawing.

    Its ids begin with a fingerprint of what it shows, so that several drawings can stand in one page.

    Args:
        width: Width in the drawing's own units.
        height: Height in the drawing's own units.
        name: What the drawing shows, for its ``<title>``.
        defs: Parts from :func:`symbol`.
        children: Finished markup.
        scale: Pixels per unit where the viewer does not ask for another size.
    """
    markup = element(
        "svg",
        title(name),
        element("defs", *defs),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=round(width * scale),
        height=round(height * scale),
        role="img",
        font_family=FONT,
        font_weight=REGULAR,
    )
    return markup.replace(_ID, f"d{zlib.crc32(markup.encode()):08x}-")
