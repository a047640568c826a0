"""Pictures of a game of Tiny Towns, as SVG text; :mod:`tabletop_envs.rendering` makes pixels of them."""

from __future__ import annotations

from tt_env.drawing import game
from tt_env.notation.engine import ENGINE

svg = ENGINE.checking(game.svg)

__all__ = ["svg"]
