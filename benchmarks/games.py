"""The games that can be measured: all that are installed, and what is particular to those of this project."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tabletop_envs import games
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game


@dataclass(frozen=True)
class Entry:
    """One game, or a variant of one.

    Attributes:
        game: Its name on the command line.
        headline: The options of the main figures.
        variant: The variant's name in print, if it is one.
        counts: The numbers of players that are measured; left out: all.
        specifics: The module with what ``figures.py`` tells of this game only.
        beside: Other options that the batch is measured with in the same run, by name.
        clock: The field of a record that tells how far its game is, and
        stages: its bounds between which steps are timed.
        elsewhere: What others' engines of the same game have been seen to do: a sentence for the table of peers.
        goals: Rates that the project wants to reach, by the name of the case; games without any are not part of
            the benchmark page.
    """

    game: str
    headline: Mapping[str, Any] = field(default_factory=dict)
    variant: str = ""
    counts: Sequence[int] = ()
    specifics: str = ""
    beside: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    clock: str = ""
    stages: tuple[int, ...] = ()
    elsewhere: str = ""
    goals: Mapping[str, float] = field(default_factory=dict)

    @property
    def kind(self) -> type[Game]:
        """The class of the game."""
        return games.find(self.game)

    @property
    def title(self) -> str:
        """The name in print."""
        return self.variant or self.kind.title

    @property
    def players(self) -> Sequence[int]:
        """The numbers of players that are measured."""
        return self.counts or self.kind.declared["num_players"].values

    @property
    def game_options(self) -> dict[str, Any]:
        """The headline's options without the number of players."""
        return {name: value for name, value in self.headline.items() if name != "num_players"}

    @property
    def package(self) -> str:
        """What a user imports."""
        return self.kind.__module__.partition(".")[0]

    @property
    def public_module(self) -> str:
        """The name of the module with ``env``, ``raw_env``, ``batch`` ..."""
        return f"{self.package}.{self.kind.name}"

    @property
    def gymnasium_id(self) -> str:
        """Its id in Gymnasium's registry."""
        return f"{self.package}/{self.kind.__name__}-v{self.kind.name.rpartition('_v')[2]}"

    def module(self) -> Any:
        """The public module.

        Raises:
            ImportError: If the game has none.
        """
        return importlib.import_module(self.public_module)

    def make(self, **options: Any) -> Game:
        """The game with the headline's options and these."""
        return self.kind(**{**self.headline, **options})

    def batch(self, size: int, auto_play_forced: bool = True, **options: Any) -> Batch:
        """A batch of games as :meth:`make` makes them."""
        return Batch(self.make(**options), size, auto_play_forced=auto_play_forced)


_TOWNS = Entry(
    game="tiny-towns",
    headline={"num_players": 2, "monuments": True},
    specifics="benchmarks.tiny_towns",
    clock="round",
    stages=(1, 6, 11, 16, 21),
    goals={
        "batch": 1_500_000,
        "raw_env()": 80_000,
        "env()": 15_000,
        "copy": 500_000,
        "training against random": 1_500,
    },
)

_CARCASSONNE = Entry(
    game="carcassonne",
    headline={"num_players": 2, "gold_mines": True},
    specifics="benchmarks.carcassonne",
    clock="tiles",
    stages=(1, 11, 21, 31, 41, 51, 61, 71, 81),
    elsewhere=(
        "Quoted, not measured in this run: wingedsheep/carcassonne (https://github.com/wingedsheep/carcassonne, commit "
        "e80dbb42, base game, 2 players) took 13 to 16 random legal actions per CPU-second with numpy 2.2.6; it does "
        "not run with numpy 2.4."
    ),
    goals={
        "batch": 800_000,
        "whole games": 15_000,
        "raw_env()": 80_000,
        "copy": 500_000,
    },
)

GAMES: dict[str, Entry] = {
    "tiny-towns": _TOWNS,
    "tiny-towns-fortune": replace(
        _TOWNS,
        variant="Tiny Towns with Fortune",
        headline={"num_players": 2, "monuments": True, "fortune": True},
        specifics="benchmarks.fortune",
        beside={"base game": {"fortune": False}},
        goals={"batch(1024).rollout": 1_000_000},
    ),
    "carcassonne": _CARCASSONNE,
    "carcassonne-base": replace(
        _CARCASSONNE,
        variant="Carcassonne, the base game",
        counts=(2,),
        headline={"num_players": 2, "gold_mines": False},
        elsewhere="",
        goals={},
    ),
}
GAMES |= {name: Entry(name) for name in games.names() if name not in GAMES}
"""Every game that is installed by its name on the command line; a variant is an entry of its own."""
