"""Carcassonne with The Gold Mines as a game of the contract: its options, facts and verbs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from carc_gold_env import observation
from carc_gold_env.actions import NUM_ACTIONS
from carc_gold_env.options import checked_options, checked_pile
from carc_gold_env.rules import hiding, legal, rounds
from carc_gold_env.rules.estimate import estimate
from carc_gold_env.state import DRAW, DTYPE
from carc_gold_env.tables import tables
from carc_gold_env.tiles import TILES, pile
from env_core.game import Game, State, Verbs


class CarcassonneGold(Game):
    """Carcassonne with The Gold Mines for 2 to 5 players.

    Args:
        num_players: 2 to 5.
        gold_mines: Whether the 8 gold tiles and the ingots are in the game.
        farmers: Whether meeples may be put on fields.
        small_city: The old rule: a completed city of two tiles is worth 2 points.
        farmer_scoring: The version of the scoring of fields, 1, 2 or 3 (the current one).
        meeples: Each player's meeples, 0 to 7.

    Raises:
        ValueError: If an option has a value that is not allowed.
    """

    name: ClassVar[str] = "carcassonne_gold_v0"
    dtype: ClassVar[np.dtype[Any]] = DTYPE
    num_actions = NUM_ACTIONS
    score_scale: ClassVar[float] = 100.0
    reset_options: ClassVar[tuple[str, ...]] = ("tiles",)
    simultaneous: ClassVar[bool] = False
    verbs: ClassVar[Verbs] = Verbs(
        reset=rounds.reset,
        seats=rounds.seats,
        next_seat=rounds.next_seat,
        legal=legal.legal,
        step=rounds.step,
        observe=observation.observe,
        is_over=rounds.is_over,
        scores=rounds.scores,
        winners=rounds.winners,
        hide=hiding.hide,
        estimate=estimate,
        mid_move=rounds.mid_move,
    )

    def __init__(
        self,
        num_players: int = 2,
        gold_mines: bool = True,
        farmers: bool = True,
        small_city: bool = False,
        farmer_scoring: int = 3,
        meeples: int = 7,
    ) -> None:
        self._options = checked_options(num_players, gold_mines, farmers, small_city, farmer_scoring, meeples)
        self.num_players = self._options["num_players"]
        self.layout = observation.layout(self.num_players)
        size = len(pile(self._options["gold_mines"]))
        gold_tiles = sum(tile.count for tile in TILES if tile.gold) if self._options["gold_mines"] else 0
        self.max_decisions = 3 * size + gold_tiles  # square, rotation, meeple; on gold tiles the second ingot
        self.score_bounds = (0, _highest_score())
        self.template = np.zeros(1, DTYPE)
        g = self.template[0]
        g["num_players"] = self.num_players
        g["gold_mines"] = self._options["gold_mines"]
        g["farmers"] = self._options["farmer_scoring"] if self._options["farmers"] else 0
        g["small_city"] = self._options["small_city"]
        g["meeples"] = self._options["meeples"]
        g["pile_size"] = size
        g["pile"][0] = DRAW

    @classmethod
    def of(cls, state: State) -> CarcassonneGold:
        """The game with the options that a state was made with."""
        g = state[0]
        return cls(
            num_players=int(g["num_players"]),
            gold_mines=bool(g["gold_mines"]),
            farmers=bool(g["farmers"]),
            small_city=bool(g["small_city"]),
            farmer_scoring=int(g["farmers"]) or 3,
            meeples=int(g["meeples"]),
        )

    @property
    def tables(self) -> npt.NDArray[Any]:
        """The constant tables of the rules."""
        return tables()

    def options(self) -> dict[str, Any]:
        """The options as given to the constructor."""
        return dict(self._options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._options,)

    def __repr__(self) -> str:
        return f"CarcassonneGold({', '.join(f'{name}={value!r}' for name, value in self._options.items())})"

    def prepare(self, options: Mapping[str, Any]) -> State:
        """The template with the pile that ``reset(options={"tiles": [...]})`` gives, in the order of drawing."""
        state = self.template.copy()
        if "tiles" in options:
            tiles = checked_pile(options["tiles"], self._options["gold_mines"])
            state[0]["pile"][:] = 0
            state[0]["pile"][: len(tiles)] = tiles
            state[0]["pile_size"] = len(tiles)
        return state

    def read_position(self, position: Mapping[str, Any]) -> State:
        """The state of a position in the notation."""
        from carc_gold_env.notation import load

        return load(position, self)

    def action_text(self, state: State, seat: int, action: int) -> str:
        """The action in words: ``E (0,-1)``."""
        from carc_gold_env.notation.action_text import action_text

        return action_text(state, seat, action)

    def parse_action(self, state: State, seat: int, text: str) -> int:
        """The number of the action that a text names."""
        from carc_gold_env.notation.action_text import parse_action

        return parse_action(state, seat, text)

    def why_illegal(self, state: State, seat: int, action: int) -> str:
        """The rule that forbids the action now."""
        from carc_gold_env.notation.reasons import why_illegal

        return why_illegal(state, seat, action)

    def record(self, start: State, actions: Sequence[tuple[int, int]]) -> dict[str, Any]:
        """The record of a game, finished or not."""
        from carc_gold_env.notation import write_record

        return write_record(start, actions)

    def svg(self, state: State, seat: int | None = None) -> str:
        """A drawing of the land and the players, or of what a seat may see."""
        from carc_gold_env.drawing import svg

        return svg(state, seat)

    def ansi(self, state: State, seat: int | None = None) -> str:
        """The land and the players as text."""
        from carc_gold_env.ansi import board

        return board(state, seat)


def _highest_score() -> int:
    """More than anybody can score: every segment of the box completed, full fields, all ingots."""
    points = 64  # 16 ingots
    for tile in TILES:
        cities = sum(2 + 2 * city.shields for city in tile.cities)
        # Of the three versions the first pays most for a city: 4 for each that borders a field.
        fields = sum(4 * len(field.cities) for field in tile.fields)
        points += tile.count * (cities + len(tile.roads) + fields + 9 * tile.monastery)
    return points


def _rebuild(options: dict[str, Any]) -> CarcassonneGold:
    return CarcassonneGold(**options)
