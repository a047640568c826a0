"""The options of Carcassonne with The Gold Mines, each declared once; see :mod:`tabletop_envs.options`."""

from typing import Annotated, TypedDict

from carc_gold_env.state import MAX_PLAYERS, MEEPLES
from tabletop_envs.options import Option, declared


class CarcassonneOptions(TypedDict, total=False):
    """Options of the rules, which all constructors take; sections are those of ``docs/rules/carcassonne_gold.md``."""

    num_players: Annotated[int, Option(2, "number of players", range(2, MAX_PLAYERS + 1))]
    gold_mines: Annotated[
        bool,
        Option(True, "the 8 gold tiles and the 16 ingots are in the game: 79 tiles instead of 71"),
    ]
    farmers: Annotated[bool, Option(True, "meeples may be put on fields")]
    small_city: Annotated[bool, Option(False, "the old rule: a completed city of two tiles is worth 2 points")]
    farmer_scoring: Annotated[
        int, Option(3, "the version of the scoring of fields (section 5)", range(1, 4), left_out=True)
    ]
    meeples: Annotated[int, Option(MEEPLES, "meeples of each player", range(MEEPLES + 1), left_out=True)]


OPTIONS = declared(CarcassonneOptions)
