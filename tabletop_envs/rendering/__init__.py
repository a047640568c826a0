"""Drawing: helpers that build SVG text (:mod:`tabletop_envs.rendering.svg`) and pixels from it.

Building SVG needs nothing but Python. Pixels need the extra ``render``; it is imported when first used.
"""

from __future__ import annotations

from tabletop_envs.rendering.raster import missing_packages, require_rasteriser, to_png, to_rgb

__all__ = ["missing_packages", "require_rasteriser", "to_png", "to_rgb"]
