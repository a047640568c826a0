"""The rulebook of Tiny Towns: options, facts and rule functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import shown
from tabletop_envs.options import checked_number, checked_switch
from tabletop_envs.spec import GameSpec, RuleFunctions, State
from tt_env import observation
from tt_env.actions import NUM_ACTIONS, NUM_ACTIONS_WITH_COINS
from tt_env.cards import ALL_CARDS
from tt_env.heuristics.value import heuristic_value
from tt_env.options import Chance, checked_player, checked_row, fix_chance, is_list
from tt_env.rules import hidden, legal, rounds
from tt_env.state import DRAW, DTYPE, MAX_CHANGES, MAX_PLAYERS, MAX_ROUNDS, Parsonage
from tt_env.tables import tables
from tt_env.validation import check_records

if TYPE_CHECKING:
    from typing_extensions import Self

PARSONAGE = tuple(choice.name.lower() for choice in Parsonage)


class TinyTownsSpec(GameSpec):
    """The rules of Tiny Towns; see :class:`tt_env.game.TinyTowns` for the options."""

    name: ClassVar[str] = "tiny_towns_v0"
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
    )

    def __init__(
        self,
        num_players: int = 2,
        monuments: bool = True,
        cavern: bool = False,
        town_hall: bool = False,
        cards: str | Sequence[str] | Mapping[str, str] = "random",
        first_builder: str | None = None,
        opaleye_optional: bool = False,
        fortune: bool = False,
        coins: bool | None = None,
        max_fortune_buildings: int = 4,
        parsonage: str = "at_least",
        museum_keeps_exhibits: bool = False,
    ) -> None:
        self.num_players = checked_number("num_players", num_players, 1, MAX_PLAYERS)
        given = {
            "monuments": monuments,
            "cavern": cavern,
            "town_hall": town_hall,
            "opaleye_optional": opaleye_optional,
            "fortune": fortune,
            "coins": fortune if coins is None else coins,
            "museum_keeps_exhibits": museum_keeps_exhibits,
        }
        switches = {option: checked_switch(option, value) for option, value in given.items()}
        if town_hall and num_players == 1:
            raise ValueError("town_hall=True needs two or more players (D13)")
        with_coins = switches["coins"]
        if fortune and not with_coins:
            raise ValueError("fortune=True needs the coin rules; leave coins out (rules/tiny_towns_fortune.md 2.5)")
        if not isinstance(parsonage, str) or parsonage not in PARSONAGE:
            raise ValueError(f"parsonage={shown(parsonage)} is not allowed; allowed: {', '.join(map(repr, PARSONAGE))}")
        whole = isinstance(max_fortune_buildings, (int, np.integer)) and not isinstance(max_fortune_buildings, bool)
        if not whole or not 0 <= max_fortune_buildings <= 6:
            raise ValueError(f"max_fortune_buildings={shown(max_fortune_buildings)} is not allowed; allowed: 0 to 6")
        self._options: dict[str, Any] = {
            "num_players": self.num_players,
            **switches,
            "cards": dict(cards) if isinstance(cards, Mapping) else list(cards) if is_list(cards) else cards,
            "first_builder": first_builder,
            "max_fortune_buildings": int(max_fortune_buildings),
            "parsonage": parsonage,
        }
        self.num_actions = NUM_ACTIONS_WITH_COINS if with_coins else NUM_ACTIONS
        self.layout = observation.layout(self.num_players, bool(fortune), with_coins)
        self.max_decisions = self.num_players + MAX_ROUNDS * (1 + 5 * self.num_players) + 80 * self.num_players
        # 16 full Warehouses; Hollow Hill beside 15 of them, when all its changes have been paid for. No town of 16
        # buildings comes near the upper bound (docs/rules/tiny_towns_base.md 10).
        self.score_bounds = (7 - 2 * MAX_CHANGES - 45 if with_coins else -48, 150)
        self.template = np.zeros(1, DTYPE)
        g = self.template[0]
        g["num_players"] = self.num_players
        g["with_monuments"] = monuments
        g["cavern"] = cavern
        g["town_hall"] = town_hall
        g["opaleye_optional"] = opaleye_optional
        g["fortune"] = fortune
        g["with_coins"] = with_coins
        g["max_fortune_buildings"] = max_fortune_buildings
        g["parsonage"] = PARSONAGE.index(parsonage)
        g["museum_keeps_exhibits"] = museum_keeps_exhibits
        g["row"][:] = checked_row(cards, "cards", bool(fortune))
        g["deck"][:] = DRAW
        if monuments:
            g["players"]["dealt"][: self.num_players] = DRAW
        g["builder"] = DRAW if first_builder is None else checked_player(first_builder, self, "first_builder")

    @classmethod
    def of(cls, state: State) -> Self:
        """The game with the options that a state was made with (cards and first builder are no longer open).

        Raises:
            ValueError: If there are no such options.
        """
        g = state[0]
        if int(g["row"].max()) > len(ALL_CARDS) or int(g["parsonage"]) >= len(PARSONAGE):
            raise ValueError("the state is damaged: row or parsonage is no choice of the game; take states from save()")
        names = {int(number): ALL_CARDS[int(number) - 1].id for number in g["row"] if number}
        return cls(
            num_players=int(g["num_players"]),
            monuments=bool(g["with_monuments"]),
            cavern=bool(g["cavern"]),
            town_hall=bool(g["town_hall"]),
            cards=list(names.values()),
            opaleye_optional=bool(g["opaleye_optional"]),
            fortune=bool(g["fortune"]),
            coins=bool(g["with_coins"]),
            max_fortune_buildings=int(g["max_fortune_buildings"]),
            parsonage=PARSONAGE[g["parsonage"]],
            museum_keeps_exhibits=bool(g["museum_keeps_exhibits"]),
        )

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

    def options(self) -> dict[str, Any]:
        """The options as given to the constructor."""
        return dict(self._options)

    def prepare(self, options: Mapping[str, Any]) -> State:
        """The template with the chance that ``reset(options=...)`` fixes: the keys of a record's ``chance``."""
        return fix_chance(self, Chance.checked(options, self))
