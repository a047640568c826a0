"""Reading a drawing as parts, each with the box that it stays in (:func:`tabletop_envs.rendering.svg.part`).

Parts that look the same, wherever they are, have the same markup here: that of the part alone, without the words for
screen readers and with the ids of no drawing in particular.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

_MARGIN = 2.0  # units round a box that lines may take up
_TITLE = re.compile("<title>[^<]*</title>")
_PREFIX = re.compile(' id="(d[0-9a-f]{8}-)')
_HEAD = re.compile('(<svg [^>]*?) viewBox="0 0 ([0-9.]+) ([0-9.]+)" width="([0-9]+)" height="([0-9]+)"([^>]*>)')
_GROUP = re.compile("<g( [^>]*[^/]|)>|</g>")
_PLACE = re.compile(r'(?: transform="(?:translate\((\S+) (\S+)\))? ?(?:scale\((\S+)\))?")?(?: data-box="(\S+) (\S+)")?')
_ID = re.compile(' id="([^"]*)"')
_USE = re.compile('href="#([^"]*)"')


class Place(NamedTuple):
    """Where the units of a group lie: moved by (x, y) pixels and scaled."""

    x: float
    y: float
    scale: float


class Part(NamedTuple):
    """A part of a drawing in pixels.

    Attributes:
        left: Left edge of its box.
        top: Upper edge of its box.
        width: Width of its box.
        height: Height of its box.
        markup: A whole drawing of that size with the part alone.
    """

    left: int
    top: int
    width: int
    height: int
    markup: str


class _Open:
    """A group that is being read."""

    def __init__(self, place: Place | None, box: tuple[float, float] | None) -> None:
        self.place = place
        self.box = box
        self.pieces: list[str] = []


def parts_of(drawing: str) -> tuple[str, list[Part]] | None:
    """A drawing without its parts, and the parts in the order of painting; ``None`` if it was not made here.

    Parts inside parts come after the part round them. A part inside a group that does more than to move and to scale
    belongs to what is round it.
    """
    drawing = _TITLE.sub("", drawing)
    prefix, head = _PREFIX.search(drawing), _HEAD.match(drawing)
    if head is None or not drawing.endswith("</svg>"):
        return None
    if prefix is not None:
        drawing = drawing.replace(prefix[1], "")
    before, across, down, width, height, after = head.groups()
    units, pixels = (float(across), float(down)), (int(width), int(height))
    scale = min(pixels[0] / units[0], pixels[1] / units[1])
    whole = Place((pixels[0] - units[0] * scale) / 2, (pixels[1] - units[1] * scale) / 2, scale)
    inside = drawing[len(head[0]) : -len("</svg>")]
    definitions, _, body = inside.partition("</defs>") if inside.startswith("<defs>") else ("", "", inside)
    known = _Definitions(definitions)
    groups = _read(body, whole)
    base = "".join(groups[0].pieces)
    start, end = f"{before} width=", f"{after}<defs>"

    def page(size: tuple[int, int], place: Place, markup: str) -> str:
        moved = f'<g transform="translate({place.x:.6f} {place.y:.6f}) scale({place.scale:.9g})">{markup}</g></svg>'
        return f'{start}"{size[0]}" height="{size[1]}"{end}{known.used_by(markup)}</defs>{moved}'

    return page(pixels, whole, base), [_part(group, page) for group in groups[1:]]


def _part(group: _Open, page: Callable[[tuple[int, int], Place, str], str]) -> Part:
    assert group.place is not None
    assert group.box is not None
    x, y, scale = group.place
    left, top = math.floor(x - _MARGIN * scale), math.floor(y - _MARGIN * scale)
    size = (
        math.ceil(x + (group.box[0] + _MARGIN) * scale) - left,
        math.ceil(y + (group.box[1] + _MARGIN) * scale) - top,
    )
    return Part(left, top, *size, page(size, Place(x - left, y - top, scale), "".join(group.pieces)))


def _read(body: str, whole: Place) -> list[_Open]:
    """The drawing's own markup, and that of each part without the parts inside it."""
    found = [_Open(whole, (0, 0))]
    opened, owners = [found[0]], [found[0]]
    end = 0
    for tag in _GROUP.finditer(body):
        if tag[1] is not None:
            group = _inside(opened[-1].place, tag[1])
            opened.append(group)
            if group.box is not None:
                owners[-1].pieces.append(body[end : tag.start()])
                owners.append(group)
                found.append(group)
                end = tag.end()
        elif opened.pop().box is not None:
            owners.pop().pieces.append(body[end : tag.start()])
            end = tag.end()
    found[0].pieces.append(body[end:])
    return found


def _inside(place: Place | None, attributes: str) -> _Open:
    """A group inside another one."""
    form = _PLACE.fullmatch(attributes)
    if place is None or form is None:
        return _Open(None, None)
    x, y, scale, width, height = (None if text is None else float(text) for text in form.groups())
    inner = Place(place.x + (x or 0) * place.scale, place.y + (y or 0) * place.scale, place.scale * (scale or 1))
    return _Open(inner, None if width is None or height is None else (width, height))


class _Definitions:
    """The ``defs`` of a drawing by their ids."""

    def __init__(self, markup: str) -> None:
        self._markup = dict(_symbols(markup))
        self._needed: dict[str, tuple[str, ...]] = {}

    def used_by(self, markup: str) -> str:
        """All that a piece of markup needs of them."""
        return "".join(self._markup.get(name, "") for name in self._names(markup))

    def _names(self, markup: str) -> Iterable[str]:
        names: dict[str, None] = {}
        for name in _USE.findall(markup):
            if name not in self._needed:
                self._needed[name] = (*self._names(self._markup.get(name, "")), name)
            names.update(dict.fromkeys(self._needed[name]))
        return names


def _symbols(markup: str) -> Iterator[tuple[str, str]]:
    depth = start = 0
    for tag in _GROUP.finditer(markup):
        if tag[1] is not None:
            if depth == 0:
                start = tag.start()
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                name = _ID.search(markup, start)
                if name is not None:
                    yield name[1], markup[start : tag.end()]
