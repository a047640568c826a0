"""The games that can be trained, by the name they have on the command line.

This table is the only place in ``tabletop_envs`` that names a game. A further game is one more entry; its module is
imported when it is chosen, never before.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.failures import UserError


@dataclass(frozen=True)
class Option:
    """An option of a game's constructor that the command line offers.

    Attributes:
        name: The constructor's parameter; ``town_hall`` is ``--town-hall``.
        default: The constructor's default; a bool makes a switch (``--monuments``, ``--no-monuments``).
        help: What it does.
        read: Turns the text of the command line into the value; ``bool`` makes a switch whatever the default is.
    """

    name: str
    default: Any
    help: str
    read: Callable[[str], Any] = str

    @property
    def is_switch(self) -> bool:
        """Whether the option is chosen by naming it, without a value."""
        return self.read is bool or isinstance(self.default, bool)


@dataclass(frozen=True)
class Entry:
    """One game.

    Attributes:
        title: The game's name in print.
        module: The module with the game's class.
        factory: The class, called with ``num_players`` and the options.
        players: The smallest and the largest number of players.
        options: What may be chosen on the command line.
    """

    title: str
    module: str
    factory: str
    players: tuple[int, int]
    options: tuple[Option, ...] = ()

    def check_players(self, number: int) -> None:
        """Refuses a number of players that the game is not for.

        Raises:
            UserError: If it is too small or too large.
        """
        low, high = self.players
        if not low <= number <= high:
            raise UserError(f"--players: {self.title} is for {low} to {high} players, not {number}")

    def make(self, num_players: int, options: Mapping[str, Any]) -> Game:
        """The game with its options chosen.

        Raises:
            UserError: If the number of players or an option is not allowed.
        """
        self.check_players(num_players)
        constructor: Callable[..., Game] = getattr(importlib.import_module(self.module), self.factory)
        try:
            return constructor(num_players=num_players, **options)
        except (ValueError, TypeError) as error:
            raise UserError(f"{self.title}: {error}") from None


def _cards(text: str) -> str | list[str]:
    return text if text in ("random", "first_game") else text.split(",")


GAMES: dict[str, Entry] = {
    "tiny-towns": Entry(
        title="Tiny Towns",
        module="tt_env.game",
        factory="TinyTowns",
        players=(1, 6),
        options=(
            Option("monuments", True, "deal two monuments to every player, one of which it keeps"),
            Option("cavern", False, "the Cavern rule: every player may set aside two cubes a game"),
            Option("town_hall", False, "the Town Hall variant: cards name the resources"),
            Option("cards", "random", "'random', 'first_game' or cards joined by commas, the rest drawn", _cards),
            Option("first_builder", None, "the first Master Builder, for example player_0; drawn if not given"),
            Option("opaleye_optional", False, "the owner of Opaleye's Watch may decline a building"),
            Option("fortune", False, "Fortune: its buildings and monuments, with the coin rules"),
            Option("coins", None, "the coin rules of Fortune, also with base cards alone; default: as --fortune", bool),
            Option("max_fortune_buildings", 4, "most Fortune buildings in a game, 0 to 6", int),
            Option("parsonage", "at_least", "coins that a Parsonage asks for: at_least, exact or forbid"),
            Option("museum_keeps_exhibits", False, "an exhibit that earns a coin stays on its Museum"),
        ),
    ),
    "carcassonne": Entry(
        title="Carcassonne with The Gold Mines",
        module="carc_gold_env.game",
        factory="CarcassonneGold",
        players=(2, 5),
        options=(
            Option("gold_mines", True, "the 8 gold tiles and the 16 ingots are in the game"),
            Option("farmers", True, "meeples may be put on fields"),
            Option("small_city", False, "the old rule: a completed city of two tiles is worth 2 points"),
            Option("farmer_scoring", 3, "the version of the scoring of fields: 1, 2 or 3", int),
            Option("meeples", 7, "meeples of each player, 0 to 7", int),
        ),
    ),
}


def entry(name: str) -> Entry:
    """The game of that name.

    Raises:
        UserError: If there is none.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise UserError(f"unknown game {shown(name)}; the games are: {', '.join(GAMES)}") from None
