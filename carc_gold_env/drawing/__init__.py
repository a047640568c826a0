"""Pictures of a game of Carcassonne, as SVG text; :mod:`tabletop_envs.rendering` makes pixels of them."""

from __future__ import annotations

from carc_gold_env.drawing.game import svg

__all__ = ["svg"]
