"""Drawing: helpers that build SVG text (:mod:`env_core.rendering.svg`) and pixels from it.

Building SVG needs nothing but Python. Pixels need the extra ``render``; it is imported when first used.
"""

from __future__ import annotations

from env_core.rendering.raster import missing_packages, require_rasteriser, to_png, to_rgb

__all__ = ["missing_packages", "require_rasteriser", "to_png", "to_rgb"]
