"""Pictures of a game of Carcassonne, as SVG text; :mod:`tabletop_envs.rendering` makes pixels of them."""

from __future__ import annotations

from carc_gold_env.drawing import game
from carc_gold_env.notation.engine import ENGINE

svg = ENGINE.checking(game.svg)

__all__ = ["svg"]
