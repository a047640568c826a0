"""The rules of Carcassonne with The Gold Mines with their options chosen: facts and rule functions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from carc_gold_env import observation, validation
from carc_gold_env.actions import NUM_ACTIONS
from carc_gold_env.chance import checked_draw_pile
from carc_gold_env.heuristics.candidates import (
    CANDIDATE_FEATURES,
    MAX_CANDIDATES,
    POSITION_FEATURES,
    PRIOR_BY_NAME,
    candidates,
    position,
)
from carc_gold_env.heuristics.value import heuristic_value
from carc_gold_env.options import OPTIONS, CarcassonneOptions
from carc_gold_env.rules import hidden, legal, rounds
from carc_gold_env.state import DRAW, DTYPE, INGOTS
from carc_gold_env.tables import tables
from carc_gold_env.tiles import TILES, draw_pile
from tabletop_envs.options import Declared
from tabletop_envs.spec import Feature, GameSpec, RuleFunctions, State
from tabletop_envs.states import as_bytes, clean_records

if TYPE_CHECKING:
    from typing_extensions import Unpack


class CarcassonneGoldSpec(GameSpec):
    """The rules of Carcassonne with The Gold Mines; see :class:`carc_gold_env.game.CarcassonneGold` for the options."""

    name: ClassVar[str] = "carcassonne_gold_v0"
    declared: ClassVar[Declared] = OPTIONS
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
    prior_weights: ClassVar[Mapping[str, float]] = PRIOR_BY_NAME
    turn_field: ClassVar[str] = "drawn"
    linear_weights: ClassVar[Path | None] = Path(__file__).parent / "heuristics" / "linear.json"
    trained_agents: ClassVar[Path | None] = Path(__file__).parent / "agents"

    def __init__(self, **options: Unpack[CarcassonneOptions]) -> None:
        super().__init__(**options)
        self.layout = observation.layout(self.num_players)
        with_gold = self._options["gold_mines"]
        size = len(draw_pile(with_gold))
        gold_tiles = sum(tile.count for tile in TILES if tile.gold) if with_gold else 0
        self.max_decisions = 3 * size + gold_tiles  # square, rotation, meeple; on gold tiles the second ingot
        self.score_bounds = (0, _highest_score())
        self.template = self._blank()
        self.template["draw_pile_size"] = size
        self.template["draw_pile"][0, 0] = DRAW

    @property
    def tables(self) -> npt.NDArray[Any]:
        """The constant tables of the rules."""
        return tables()

    def check_state(self, records: npt.NDArray[Any]) -> None:
        """Refuses records that cannot occur in a game with these options: each is played again from its start.

        Args:
            records: Any number of records of the game's dtype.

        Raises:
            ValueError: If an option differs, or the record is not what its own moves lead to.
        """
        super().check_state(records)
        again = clean_records(np.repeat(self.template, len(records)))
        valid = np.zeros(len(records), np.bool_)
        validation.play_again(self.tables, records, again, valid)
        damaged = np.flatnonzero(~valid | (as_bytes(again) != as_bytes(clean_records(records))).any(axis=1))
        if len(damaged):
            k = int(damaged[0])
            differing = (name for name in DTYPE.names or () if (records[name][k] != again[name][k]).any())
            raise ValueError(
                f"{f'state {k}' if len(records) > 1 else 'the state'} is damaged: "
                f"{f'{next(differing)} is not what its moves lead to' if valid[k] else 'its moves are not allowed'}; "
                "take states from save(), or write them as positions (docs/notation.md)"
            )

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
    points = 4 * INGOTS
    for tile in TILES:
        cities = sum(2 + 2 * city.shields for city in tile.cities)
        # Of the three versions the first pays most for a city: 4 for each that borders a field.
        fields = sum(4 * len(field.cities) for field in tile.fields)
        points += tile.count * (cities + len(tile.roads) + fields + 9 * tile.monastery)
    return points
