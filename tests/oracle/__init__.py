"""A second Tiny Towns, slow and simple: base game and Fortune in plain Python, written from the rules text alone.

It knows nothing of ``tt_env``. Towns are lists of 16 strings in reading order (``"."``, a resource, or a card id),
moves are texts of the notation, layouts are found by trying every orientation at every place, and feeding by
trying every plan. Section numbers, rulings and decisions in comments are those of the rules text.
"""

from tests.oracle.game import Game, Illegal
from tests.oracle.layouts import find_layouts
from tests.oracle.scoring import rank, score_towns, winners
from tests.oracle.town import Town, constructions

__all__ = ["Game", "Illegal", "Town", "constructions", "find_layouts", "rank", "score_towns", "winners"]
