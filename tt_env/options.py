"""The options of Tiny Towns, each declared once; see :mod:`tabletop_envs.options`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypedDict

from tabletop_envs.options import Option, declared
from tt_env.state import MAX_PLAYERS


def _cards(text: str) -> str | list[str]:
    return text if text in ("random", "first_game") else text.split(",")


class TinyTownsOptions(TypedDict, total=False):
    """Options of the rules, which all constructors take; sections and rulings are those of ``docs/rules``."""

    num_players: Annotated[int, Option(2, "number of players; 1 is the solo game", range(1, MAX_PLAYERS + 1))]
    monuments: Annotated[
        bool,
        Option(True, "every player is dealt two monuments, of which it secretly keeps one", field="with_monuments"),
    ]
    cards: Annotated[
        str | Sequence[str] | Mapping[str, str],
        Option(
            "random",
            '"random": one card of each group; "first_game": the set recommended for it; or card ids, as a list (on '
            "the command line joined by commas) or a dict by group: what it leaves out is drawn",
            read=_cards,
        ),
    ]
    first_builder: Annotated[str | None, Option(None, 'the first Master Builder, such as "player_0"; None: drawn')]
    cavern: Annotated[
        bool, Option(False, "the Cavern rule: every player may set aside two cubes that others named (section 7)")
    ]
    town_hall: Annotated[
        bool, Option(False, "the Town Hall variant, two and more players: cards name the resources (section 8)")
    ]
    opaleye_optional: Annotated[
        bool, Option(False, "the owner of Opaleye's Watch may decline a building (ruling 6)", left_out=True)
    ]
    fortune: Annotated[bool, Option(False, "the cards of Fortune are in the piles, and the coin rules are on")]
    coins: Annotated[
        bool | None,
        Option(
            None,
            "the coin rules, also for base cards alone; Fortune's cards need them; None: as fortune",
            like="fortune",
            field="with_coins",
        ),
    ]
    max_fortune_buildings: Annotated[
        int,
        Option(
            4,
            "most Fortune buildings among the seven cards; with more, those that are not given are drawn again (R28)",
            range(7),
            left_out=True,
        ),
    ]
    parsonage: Annotated[
        Literal["at_least", "exact", "forbid"],
        Option(
            "at_least",
            'a Parsonage asks for a coin for each Cottage; "at_least": with fewer all coins are lost; "exact": with '
            'more too; "forbid": with fewer it cannot be constructed (R2)',
            left_out=True,
        ),
    ]
    museum_keeps_exhibits: Annotated[
        bool, Option(False, "a cube that earns a coin stays on its Museum (R3)", left_out=True)
    ]


OPTIONS = declared(TinyTownsOptions)
