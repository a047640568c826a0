"""The rulebook of Carcassonne with The Gold Mines: options, facts and rule functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from carc_gold_env import observation
from carc_gold_env.actions import NUM_ACTIONS
from carc_gold_env.heuristics.candidates import (
    CANDIDATE_FEATURES,
    MAX_CANDIDATES,
    POSITION_FEATURES,
    candidates,
    position,
)
from carc_gold_env.heuristics.value import heuristic_value
from carc_gold_env.options import checked_draw_pile, checked_options
from carc_gold_env.rules import course, hidden, legal, rounds
from carc_gold_env.state import DRAW, DTYPE
from carc_gold_env.tables import tables
from carc_gold_env.tiles import TILES, draw_pile
from tabletop_envs.spec import Feature, GameSpec, RuleFunctions, State
from tabletop_envs.states import as_bytes, clean_records

if TYPE_CHECKING:
    from typing_extensions import Self

OPTION_FIELDS = ("gold_mines", "farmers", "small_city", "meeples")
"""The fields of a record that hold options, beside the number of players."""


class CarcassonneGoldSpec(GameSpec):
    """The rules of Carcassonne with The Gold Mines; see :class:`carc_gold_env.game.CarcassonneGold` for the options."""

    name: ClassVar[str] = "carcassonne_gold_v0"
    dtype: ClassVar[np.dtype[Any]] = DTYPE
    num_actions = NUM_ACTIONS
    score_scale: ClassVar[float] = 100.0
    reset_options: ClassVar[tuple[str, ...]] = ("tiles",)
    simultaneous: ClassVar[bool] = False
    rule_functions: ClassVar[RuleFunctions] = RuleFunctions(
        reset=rounds.reset,
        to_act=rounds.to_act,
        next_player=rounds.next_player,
        legal=legal.legal,
        step=rounds.step,
        observe=observation.observe,
        is_over=rounds.is_over,
        scores=rounds.scores,
        winners=rounds.winners,
        resample_hidden=hidden.resample_hidden,
        heuristic_value=heuristic_value,
        mid_move=rounds.mid_move,
        candidates=candidates,
        position=position,
    )
    candidate_features: ClassVar[tuple[Feature, ...]] = CANDIDATE_FEATURES
    position_features: ClassVar[tuple[Feature, ...]] = POSITION_FEATURES
    max_candidates: ClassVar[int] = MAX_CANDIDATES

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
        size = len(draw_pile(self._options["gold_mines"]))
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
        g["draw_pile_size"] = size
        g["draw_pile"][0] = DRAW

    @classmethod
    def of(cls, state: State) -> Self:
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

    def check_state(self, records: npt.NDArray[Any]) -> None:
        """Refuses records that no game with these options can have brought forth: each is played again from its start.

        Args:
            records: Any number of records of the game's dtype.

        Raises:
            ValueError: If an option differs, or the record is not what its own course leads to.
        """
        super().check_state(records)
        own = self.template[0]
        for field in OPTION_FIELDS:
            others = records[field][records[field] != own[field]]
            if len(others):
                raise ValueError(
                    f"the state was made with {field}={others[0]}, this game has {own[field]} (farmers: the version of "
                    "their scoring, 0 without); make the game with the options of the state: CarcassonneGold.of(state)"
                )
        again = clean_records(np.repeat(self.template, len(records)))
        sound = np.zeros(len(records), np.bool_)
        course.play_again(self.tables, records, again, sound)
        damaged = np.flatnonzero(~sound | (as_bytes(again) != as_bytes(clean_records(records))).any(axis=1))
        if len(damaged):
            k = int(damaged[0])
            differing = (name for name in DTYPE.names or () if (records[name][k] != again[name][k]).any())
            raise ValueError(
                f"{f'state {k}' if len(records) > 1 else 'the state'} is damaged: "
                f"{f'{next(differing)} is not what its moves lead to' if sound[k] else 'its moves are not allowed'}; "
                "take states from save(), or write them as positions (docs/notation.md)"
            )

    def options(self) -> dict[str, Any]:
        """The options as given to the constructor."""
        return dict(self._options)

    def prepare(self, options: Mapping[str, Any]) -> State:
        """The template with the draw pile that ``reset(options={"tiles": [...]})`` gives, in the order of drawing."""
        state = self.template.copy()
        if "tiles" in options:
            tiles = checked_draw_pile(options["tiles"], self._options["gold_mines"])
            state[0]["draw_pile"][:] = 0
            state[0]["draw_pile"][: len(tiles)] = tiles
            state[0]["draw_pile_size"] = len(tiles)
        return state


def _highest_score() -> int:
    """More than anybody can score: every segment of the box completed, full fields, all ingots."""
    points = 64  # 16 ingots
    for tile in TILES:
        cities = sum(2 + 2 * city.shields for city in tile.cities)
        # Of the three versions the first pays most for a city: 4 for each that borders a field.
        fields = sum(4 * len(field.cities) for field in tile.fields)
        points += tile.count * (cities + len(tile.roads) + fields + 9 * tile.monastery)
    return points
