"""SVG to pixels, without any window system and with the bundled font only.

The same drawing gives the same pixels on every machine: the fonts of the system are never looked at.
"""

from __future__ import annotations

import importlib.util
import io
from pathlib import Path

import numpy as np
import numpy.typing as npt

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
    from resvg_py import svg_to_bytes

    return bytes(
        svg_to_bytes(
            svg_string=svg,
            width=width,
            background="#ffffff",
            skip_system_fonts=True,
            font_files=list(FONTS),
            font_family="Nunito",
            sans_serif_family="Nunito",
        )
    )


def to_rgb(svg: str, width: int | None = None) -> npt.NDArray[np.uint8]:
    """The drawing as an array of pixels, uint8 of shape ``(height, width, 3)``.

    Args:
        svg: A whole SVG document.
        width: Width in pixels; ``None`` takes the drawing's own.

    Raises:
        ImportError: If the extra ``render`` is not installed.
        ValueError: If the text is not a SVG.
    """
    png = to_png(svg, width)
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"), np.uint8)
