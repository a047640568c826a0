"""The games that can be measured, and all that is particular to each of them."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tabletop_envs.game import Game


@dataclass(frozen=True)
class Entry:
    """One game.

    Attributes:
        title: The game's name in print.
        package: What a user imports.
        face: The module with ``env``, ``raw_env``, ``batch`` ...
        gymnasium_id: Its id in Gymnasium's registry.
        factory: Module and class of the game.
        trained_as: Its name on the training command line.
        players: All player counts.
        headline: The options of the main figures.
        parallel: Whether it has a ``parallel_env``.
        specifics: The module with what ``figures.py`` tells of this game only.
        beside: Other options that the batch is measured with in the same run, by name.
        clock: The field of a record that tells how far its game is, and
        stages: its bounds between which steps are timed.
        elsewhere: What others' engines of the same game have been seen to do: a sentence for the table of peers.
        goals: Rates that the project wants to reach, by the name of the case; games without any are not part of
            the benchmark page.
    """

    title: str
    package: str
    face: str
    gymnasium_id: str
    factory: tuple[str, str]
    trained_as: str
    players: tuple[int, ...]
    headline: Mapping[str, Any]
    parallel: bool
    specifics: str
    beside: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    clock: str = "round"
    stages: tuple[int, ...] = (1, 6, 11, 16, 21)
    elsewhere: str = ""
    goals: Mapping[str, float] = field(default_factory=dict)

    @property
    def game_options(self) -> dict[str, Any]:
        """The headline's options without the number of players."""
        return {name: value for name, value in self.headline.items() if name != "num_players"}

    def module(self) -> Any:
        """The public face."""
        return importlib.import_module(self.face)

    def game(self, **options: Any) -> Game:
        """The game with its options."""
        module, name = self.factory
        made: Game = getattr(importlib.import_module(module), name)(**options)
        return made


_TOWNS = Entry(
    title="Tiny Towns",
    package="tt_env",
    face="tt_env.tiny_towns_v0",
    gymnasium_id="tt_env/TinyTowns-v0",
    factory=("tt_env.game", "TinyTowns"),
    trained_as="tiny-towns",
    players=(1, 2, 3, 4, 5, 6),
    headline={"num_players": 2, "monuments": True},
    parallel=True,
    specifics="benchmarks.tiny_towns",
    goals={
        "batch": 1_500_000,
        "raw_env()": 80_000,
        "env()": 15_000,
        "copy": 500_000,
        "training against random": 1_500,
    },
)

_CARCASSONNE = Entry(
    title="Carcassonne with The Gold Mines",
    package="carc_gold_env",
    face="carc_gold_env.carcassonne_gold_v0",
    gymnasium_id="carc_gold_env/CarcassonneGold-v0",
    factory=("carc_gold_env.game", "CarcassonneGold"),
    trained_as="carcassonne",
    players=(2, 3, 4, 5),
    headline={"num_players": 2, "gold_mines": True},
    parallel=False,
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
        title="Tiny Towns with Fortune",
        headline={"num_players": 2, "monuments": True, "fortune": True},
        specifics="benchmarks.fortune",
        beside={"base game": {"num_players": 2, "monuments": True}},
        goals={"batch(1024).rollout": 1_000_000},
    ),
    "carcassonne": _CARCASSONNE,
    "carcassonne-base": replace(
        _CARCASSONNE,
        title="Carcassonne, the base game",
        players=(2,),
        headline={"num_players": 2, "gold_mines": False},
        elsewhere="",
        goals={},
    ),
}
"""Every game by its name on the command line; a variant is an entry of its own."""
