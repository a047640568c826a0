"""The rules of Tiny Towns with their options chosen: facts and rule functions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from tabletop_envs.options import Declared
from tabletop_envs.spec import Feature, GameSpec, RuleFunctions, State
from tt_env import observation
from tt_env.actions import NUM_ACTIONS, NUM_ACTIONS_WITH_COINS
from tt_env.cards import ALL_CARDS
from tt_env.chance import Chance, checked_player, checked_row, fix_chance, is_list
from tt_env.heuristics.candidates import (
    CANDIDATE_FEATURES,
    MAX_CANDIDATES,
    POSITION_FEATURES,
    candidates,
    position,
)
from tt_env.heuristics.value import heuristic_value
from tt_env.options import OPTIONS, TinyTownsOptions
from tt_env.rules import hidden, legal, rounds
from tt_env.state import DRAW, DTYPE, MAX_CHANGES, MAX_ROUNDS
from tt_env.tables import tables
from tt_env.validation import check_records

if TYPE_CHECKING:
    from typing_extensions import Unpack


class TinyTownsSpec(GameSpec):
    """The rules of Tiny Towns; see :class:`tt_env.game.TinyTowns` for the options."""

    name: ClassVar[str] = "tiny_towns_v0"
    declared: ClassVar[Declared] = OPTIONS
    dtype: ClassVar[np.dtype[Any]] = DTYPE
    score_scale: ClassVar[float] = 50.0
    reset_options: ClassVar[tuple[str, ...]] = ("cards", "monuments", "first_builder", "deck")
    simultaneous: ClassVar[bool] = True
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
    turn_field: ClassVar[str] = "round"
    linear_weights: ClassVar[Path | None] = Path(__file__).parent / "heuristics" / "linear.json"
    trained_agents: ClassVar[Path | None] = Path(__file__).parent / "agents"

    def __init__(self, **options: Unpack[TinyTownsOptions]) -> None:
        super().__init__(**options)
        chosen, n = self._options, self.num_players
        fortune, coins = chosen["fortune"], chosen["coins"]
        if chosen["town_hall"] and n == 1:
            raise ValueError("town_hall=True needs two or more players (D13)")
        if fortune and not coins:
            raise ValueError("fortune=True needs the coin rules; leave coins out (rules/tiny_towns_fortune.md 2.5)")
        self.num_actions = NUM_ACTIONS_WITH_COINS if coins else NUM_ACTIONS
        self.layout = observation.layout(n, fortune, coins)
        self.max_decisions = n + MAX_ROUNDS * (1 + 5 * n) + 80 * n
        # 16 full Warehouses; Hollow Hill beside 15 of them, when all its changes have been paid for. No town of 16
        # buildings comes near the upper bound (docs/rules/tiny_towns_base.md 10).
        self.score_bounds = (7 - 2 * MAX_CHANGES - 45 if coins else -48, 150)
        cards, builder = chosen["cards"], chosen["first_builder"]
        self.template = self._blank()
        g = self.template[0]
        g["row"][:] = checked_row(cards, "cards", fortune)
        chosen["cards"] = dict(cards) if isinstance(cards, Mapping) else list(cards) if is_list(cards) else cards
        g["deck"][:] = DRAW
        if chosen["monuments"]:
            g["players"]["dealt"][:n] = DRAW
        g["builder"] = DRAW if builder is None else checked_player(builder, self, "first_builder")

    @classmethod
    def _options_in(cls, state: State) -> dict[str, Any]:
        row = state[0]["row"]
        if int(row.max()) > len(ALL_CARDS):
            raise ValueError("the state is damaged: row holds no cards of the game; take states from save()")
        return {**super()._options_in(state), "cards": [ALL_CARDS[int(card) - 1].id for card in row if card]}

    @property
    def tables(self) -> npt.NDArray[Any]:
        """The constant tables of the rules."""
        return tables()

    def check_state(self, records: npt.NDArray[Any]) -> None:
        """Refuses records that no game with these options can have brought forth.

        Args:
            records: Any number of records of the game's dtype.

        Raises:
            ValueError: If an option differs, or a field holds what cannot be beside all the others.
        """
        super().check_state(records)
        check_records(self.tables, records, self.template)

    def prepare(self, options: Mapping[str, Any]) -> State:
        """The template with the chance that ``reset(options=...)`` fixes: the keys of a record's ``chance``."""
        return fix_chance(self, Chance.checked(options, self))
