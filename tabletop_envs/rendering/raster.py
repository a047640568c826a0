"""SVG to pixels, without any window system and with the bundled font only.

The same drawing gives the same pixels on every machine: the fonts of the system are never looked at.
"""

from __future__ import annotations

import importlib.util
import io
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.rendering.kept import Kept
from tabletop_envs.rendering.parts import parts_of

if TYPE_CHECKING:
    from PIL.Image import Image

FONTS = tuple(str(Path(__file__).parent / "fonts" / f"Nunito-{weight}.ttf") for weight in ("SemiBold", "ExtraBold"))
"""The font files of :data:`tabletop_envs.rendering.svg.FONT`."""

_NEEDED = ("resvg_py", "PIL")


def missing_packages() -> list[str]:
    """What pixels need and is not installed, without importing what is."""
    return [name for name in _NEEDED if importlib.util.find_spec(name) is None]


def require_rasteriser() -> None:
    """Checks that pictures can be made, without importing what makes them.

    Raises:
        ImportError: If the extra ``render`` is not installed; the message has the pip line.
    """
    missing = missing_packages()
    if missing:
        raise ImportError(
            f'pixels need {" and ".join(missing)}, which is not installed: pip install "tabletop-envs[render]"'
        )


def to_png(svg: str, width: int | None = None) -> bytes:
    """The drawing as a PNG file.

    Args:
        svg: A whole SVG document.
        width: Width in pixels; ``None`` takes the drawing's own.

    Raises:
        ImportError: If the extra ``render`` is not installed.
        ValueError: If the text is not a SVG.
    """
    require_rasteriser()
    return _png(svg, width, "#ffffff")


def _png(svg: str, width: int | None, background: str | None) -> bytes:
    from resvg_py import svg_to_bytes

    return bytes(
        svg_to_bytes(
            svg_string=svg,
            width=width,
            background=background,
            skip_system_fonts=True,
            font_files=list(FONTS),
            font_family="Nunito",
            sans_serif_family="Nunito",
        )
    )


def to_rgb(svg: str, width: int | None = None) -> npt.NDArray[np.uint8]:
    """The drawing as an array of pixels, uint8 of shape ``(height, width, 3)``.

    In a drawing's own width, its parts are painted one by one and kept, so that the next picture of the same game
    costs little more than what has changed. Edges may differ from :func:`to_png` by a few shades of 256: there they
    are blended at once, here after they were rounded to bytes. Less than a pixel in a thousand differs by more, by a
    quarter at most, where an edge lies just between two of the rasteriser's rows of samples.

    Args:
        svg: A whole SVG document.
        width: Width in pixels; ``None`` takes the drawing's own.

    Raises:
        ImportError: If the extra ``render`` is not installed.
        ValueError: If the text is not a SVG.
    """
    require_rasteriser()
    drawing = parts_of(svg) if width is None else None
    if drawing is None:
        return np.array(_image(to_png(svg, width)).convert("RGB"), np.uint8)
    base, parts = drawing
    canvas = KEPT.look(_ground, base, _bytes).copy()
    for part in parts:
        painted = KEPT.look(_painted, part.markup, _part_bytes)
        if painted is not None:
            canvas.paste(painted.colours, (part.left + painted.x, part.top + painted.y), painted.cover)
    return np.array(canvas, np.uint8)


class _Painted(NamedTuple):
    """What a part looks like: where in its box something is seen, its colours, and how much they cover (None: all)."""

    x: int
    y: int
    colours: Image
    cover: Image | None


KEPT = Kept(32 << 20)
"""What this process keeps of the pictures that it has made."""


def _ground(markup: str) -> Image:
    return _image(_png(markup, None, "#ffffff")).convert("RGB")


def _painted(markup: str) -> _Painted | None:
    """What a part looks like; ``None`` if there is nothing to be seen."""
    image = _image(_png(markup, None, None)).convert("RGBA")
    cover = image.getchannel("A")
    box = cover.getbbox()
    if box is None:
        return None
    cover = cover.crop(box)
    is_full = cover.getextrema() == (255, 255)
    return _Painted(box[0], box[1], image.crop(box).convert("RGB"), None if is_full else cover)


def _bytes(image: Image) -> int:
    return 4 * image.width * image.height  # Pillow keeps red, green and blue in four bytes


def _part_bytes(part: _Painted | None) -> int:
    return 0 if part is None else _bytes(part.colours) * 5 // 4


def forget() -> None:
    """Drops every part that was kept."""
    KEPT.forget()


def _image(png: bytes) -> Image:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        image.load()
        return image
