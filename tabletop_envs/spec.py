"""What the rules of a game declare: facts, and the rule functions that compiled code is made of.

The state of a game is one numpy record of the game's dtype, held in an array of shape ``(1,)`` (called a *state*)
or in an array of N records (a *batch*). Copying, saving, comparing and hashing a game is copying, saving, comparing
and hashing bytes.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box

from tabletop_envs.errors import shown
from tabletop_envs.options import Declared, complete, state_options

if TYPE_CHECKING:
    from typing_extensions import Self

State = npt.NDArray[Any]
"""One game: an array of shape ``(1,)`` of the game's record dtype."""

WAIT = 0
"""The action of a player that has nothing to decide; legal then and only then."""


class RuleFunctions(NamedTuple):
    """The compiled functions of a game.

    ``t`` is the record of the game's tables (``tables[0]``), ``g`` the record of one game. ``player`` and ``action``
    are int64. All are functions decorated with :func:`tabletop_envs.jit.jit` and none allocates memory that outlives
    it.
    """

    reset: Callable[..., None]
    """``reset(t, g, seed)``: starts a new game. ``g`` is a copy of the template: option fields are set, chance
    fields hold either a fixed choice or the mark "draw". ``seed`` is uint64 and alone decides all chance."""
    to_act: Callable[..., int]
    """``to_act(t, g)``: the players that may answer now, as a bit mask (bit k = player k); 0 when the game is over."""
    next_player: Callable[..., int]
    """``next_player(t, g)``: the player that moves next when players move one by one; -1 when the game is over."""
    legal: Callable[..., int]
    """``legal(t, g, player, mask)``: writes the whole int8 mask (1 = legal) and returns how many actions are legal.
    A player that may not answer now has exactly one, ``WAIT``."""
    step: Callable[..., None]
    """``step(t, g, player, action)``: carries out a legal action and whatever follows from it without a decision."""
    observe: Callable[..., None]
    """``observe(t, g, player, out)``: writes the whole observation row of a player. No side effects."""
    is_over: Callable[..., bool]
    """``is_over(t, g)``."""
    scores: Callable[..., None]
    """``scores(t, g, out)``: the final score of each player (int32), once the game is over."""
    winners: Callable[..., int]
    """``winners(t, g)``: bit mask of the winners after all tie-breaks, once the game is over."""
    resample_hidden: Callable[..., None]
    """``resample_hidden(t, g, player, seed)``: turns ``g`` into another world that looks the same to ``player``: hidden
    cards, decks and generators are redrawn from ``seed`` and the other players go back to the start of the running
    simultaneous step. The result depends on nothing but what the player may know and on ``seed``: what is unseen is
    sorted before it is shuffled. If the player may answer, ``next_player`` names it first there, until somebody has
    answered; the record alone says so."""
    heuristic_value: Callable[..., float]
    """``heuristic_value(t, g, player)``: the game's own guess of the player's final score, in points, from what the
    player may know. Takes for granted what the player has to do next (a cube still to be placed counts as placed
    well)."""
    mid_move: Callable[..., bool]
    """``mid_move(t, g, player)``: whether the player is inside one move of the notation that takes several actions."""
    candidates: Callable[..., int] | None = None
    """``candidates(t, g, player, mask, trial, actions, features)``: writes the legal actions of a player in ascending
    order and for each the features of the position that its best completion leads to; returns how many.
    ``trial`` are records to try actions in. ``g`` is a world in which all that is hidden has been drawn again."""
    position: Callable[..., None] | None = None
    """``position(t, g, player, out)``: writes the features of the position before a player's decision."""


class Feature(NamedTuple):
    """A number that describes a position for a player."""

    name: str
    unit: str
    description: str


LEAD = "lead_"
"""Features that compare a player with the others begin so."""


def with_leads(features: Sequence[Feature]) -> tuple[Feature, ...]:
    """The features of a player's lead over the others, then those of the player itself, as candidates have them."""
    leads = (Feature(LEAD + f.name, f.unit, f"{f.description} Less the mean of the other players.") for f in features)
    return (*leads, *features)


class Field(NamedTuple):
    """A named part of an observation."""

    start: int
    shape: tuple[int, ...]
    high: int

    @property
    def size(self) -> int:
        """How many numbers the field has."""
        return math.prod(self.shape)

    @property
    def slice(self) -> slice:
        """Where the field lies in the flat observation."""
        return slice(self.start, self.start + self.size)


class Layout(dict[str, Field]):
    """The named layout of a flat observation: field name -> :class:`Field`, without gaps, in order."""

    @classmethod
    def of(cls, fields: Sequence[tuple[str, tuple[int, ...], int]]) -> Layout:
        """Lays out ``(name, shape, maximum value)`` one behind the other; every field starts at 0."""
        layout, start = cls(), 0
        for name, shape, high in fields:
            layout[name] = Field(start, shape, high)
            start += layout[name].size
        return layout

    @property
    def size(self) -> int:
        """The length of the observation."""
        return sum(field.size for field in self.values())

    def box(self, dtype: Any) -> Box:
        """The exact observation space."""
        high = np.concatenate([np.full(field.size, field.high, dtype) for field in self.values()])
        return Box(np.zeros(self.size, dtype), high, (self.size,), dtype)


@dataclass(frozen=True)
class Rewards:
    """How final scores become rewards. Every player receives its reward once, at the end.

    Attributes:
        kind: ``"outcome"``: w winners of n get +1/w each and the others -1/(n-w) each, all n win: 0;
            ``"margin"``: (own score - best other score) / ``scale``; ``"score"``: own score / ``scale``.
        scale: Points that make a reward of 1.

    Raises:
        ValueError: If the kind is unknown or the scale is no number of 1e-9 to 1e9.
    """

    kind: str
    scale: float

    KINDS: ClassVar[tuple[str, ...]] = ("outcome", "margin", "score")

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in self.KINDS:
            allowed = ", ".join(map(repr, self.KINDS))
            raise ValueError(f"rewards={shown(self.kind)} is unknown; allowed: None, {allowed}")
        number = isinstance(self.scale, int | float | np.integer | np.floating) and not isinstance(self.scale, bool)
        if not number or not 1e-9 <= self.scale <= 1e9:
            raise ValueError(f"rewards: scale={shown(self.scale)} is out of range; allowed: numbers of 1e-9 to 1e9")

    @classmethod
    def named(cls, kind: str | Rewards | None, num_players: int, scale: float) -> Rewards:
        """Chooses a kind; ``None`` means ``outcome`` for two and more players and ``score`` for one.

        Args:
            kind: The kind, or the rewards themselves.
            num_players: The number of players.
            scale: Points that make a reward of 1; rewards themselves have their own.

        Raises:
            ValueError: If the kind is unknown or compares players where there is only one.
        """
        if kind is None:
            kind = "outcome" if num_players > 1 else "score"
        found = kind if isinstance(kind, Rewards) else cls(kind, scale)
        if num_players == 1 and found.kind != "score":
            raise ValueError(
                f"rewards={found.kind!r} compares players and needs two; with one player use 'score' or None"
            )
        return found

    def bounds(self, game: GameSpec) -> tuple[float, float]:
        """The minimum and the maximum return of a player."""
        low, high = game.score_bounds
        if self.kind == "outcome":
            return -1.0, 1.0
        if self.kind == "margin":
            low, high = low - high, high - low
        return low / self.scale, high / self.scale

    def returns(self, scores: npt.NDArray[Any], winners: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """The final reward of every player.

        Args:
            scores: Final scores, shape ``(..., players)``.
            winners: Whether each player is among the winners, bool, same shape.

        Returns:
            float64 of the same shape.
        """
        if self.kind == "score":
            return scores / self.scale
        if self.kind == "margin":
            players = scores.shape[-1]
            everybody = scores[..., None, :].astype(np.int64)
            others = np.where(np.eye(players, dtype=bool), np.iinfo(np.int64).min, everybody)
            margins: npt.NDArray[np.float64] = (scores - others.max(axis=-1)) / self.scale
            return margins
        won = winners.sum(axis=-1, keepdims=True)
        lost = winners.shape[-1] - won
        return np.where(lost == 0, 0.0, np.where(winners, 1.0 / np.maximum(won, 1), -1.0 / np.maximum(lost, 1)))


class GameSpec(ABC):
    """The rules with their options chosen: the facts a game declares, without its words and pictures.

    Instances are light, immutable and picklable.
    """

    name: ClassVar[str]
    """PettingZoo style, with the version: ``tiny_towns_v0``."""
    rule_functions: ClassVar[RuleFunctions]
    dtype: ClassVar[np.dtype[Any]]
    """The record of one game, the same for all player counts and options."""
    observation_dtype: ClassVar[Any] = np.uint8
    score_scale: ClassVar[float]
    """Points that make a reward of 1 (``margin`` and ``score``)."""
    reset_options: ClassVar[tuple[str, ...]]
    """The keys that ``reset(options=...)`` knows."""
    simultaneous: ClassVar[bool]
    """Whether several players can decide at the same time (then there is a parallel environment)."""

    declared: ClassVar[Declared] = MappingProxyType({})
    """Every option of the game; with ``num_players``, where it is one."""

    num_players: int
    num_actions: int
    """Size of the one ``Discrete`` action space, the same in every interface and for every number of players."""
    layout: Layout
    """The observation, field by field; depends on the number of players."""
    max_decisions: int
    """A proven upper bound of the actions that all players together take in one game."""
    score_bounds: tuple[int, int]
    """No final score lies outside."""
    candidate_features: ClassVar[tuple[Feature, ...]] = ()
    """What describes a candidate; see :mod:`tabletop_envs.candidates`."""
    position_features: ClassVar[tuple[Feature, ...]] = ()
    """What describes the position before a decision."""
    max_candidates: ClassVar[int] = 0
    """A proven upper bound of the actions that are legal at once."""
    prior_weights: ClassVar[Mapping[str, float]] = MappingProxyType({})
    """What points of candidate features are worth before anything has been fitted, by name."""
    turn_field: ClassVar[str] = ""
    """The field of the record that counts turns, of one player or of all together: it grows when a turn begins. Agents
    that search look ahead by turns."""
    linear_weights: ClassVar[Path | None] = None
    """The file of weights with which the agent ``linear`` plays; see :mod:`tabletop_envs.agents.weights`."""
    trained_agents: ClassVar[Path | None] = None
    """The folder of the trained agents that come with the game; see :mod:`tabletop_envs.agents.files`."""
    template: State
    """A record with all option fields set and every chance field marked "draw"."""

    def __init__(self, **options: Any) -> None:
        """Checks the options; a game's own constructor goes on from here.

        Raises:
            TypeError: If there is no such option; the message lists those there are.
            ValueError: If an option has a value that is not allowed.
        """
        for name in options:
            if name not in self.declared:
                # TorchRL tries a Gymnasium id with options of its own and reads Python's own words to try without.
                raise TypeError(
                    f"{self.name} got an unexpected keyword argument {shown(name)}; options are "
                    f"{', '.join(self.declared)}; environments also take auto_play_forced and rewards, most of them "
                    "observation and render_mode, some illegal, opponents, player and autoreset_mode"
                )
        given = {name: self.declared[name].checked(value) for name, value in options.items()}
        self._options = complete(self.declared, given)
        if "num_players" in self.declared:
            self.num_players = self._options["num_players"]

    @classmethod
    def of(cls, state: State) -> Self:
        """The game with the options that a state was made with.

        Raises:
            ValueError: If there are no such options.
        """
        return cls(**cls._options_in(state))

    @classmethod
    def _options_in(cls, state: State) -> dict[str, Any]:
        return {name: cls.declared[name].from_state(state[0]) for name in state_options(cls.declared)}

    def _blank(self) -> State:
        """A record that holds the options and zeros."""
        state: State = np.zeros(1, self.dtype)
        for name in state_options(self.declared):
            option = self.declared[name]
            state[option.field] = option.to_state(self._options[name])
        return state

    @property
    @abstractmethod
    def tables(self) -> npt.NDArray[Any]:
        """The game's constant tables, one record in an array of shape ``(1,)``; built on first use."""

    @property
    def agents(self) -> list[str]:
        """The names of the players in turn order: ``player_0`` ..."""
        return [f"player_{player}" for player in range(self.num_players)]

    def options(self) -> dict[str, Any]:
        """All options, those that were not given with their defaults, in plain Python values."""
        return dict(self._options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.options())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.options().items())})"

    @abstractmethod
    def prepare(self, options: Mapping[str, Any]) -> State:
        """The template with what ``reset(options=...)`` fixes filled in.

        Args:
            options: Only keys of :attr:`reset_options`, never ``position``.

        Raises:
            ValueError: If a value is bad; one line that names the key and what is allowed.
        """

    def check_state(self, records: npt.NDArray[Any]) -> None:
        """Refuses records of :attr:`dtype` that are not states of this game; compiled code trusts all others.

        The default compares the options. A game that overrides it also looks at whatever is used as an index.

        Args:
            records: One record or many; states, not templates.

        Raises:
            ValueError: If one of them belongs to a game with other options, or cannot come about in any game.
        """
        for name in state_options(self.declared):
            option = self.declared[name]
            own = self.template[0][option.field]
            others = records[option.field][records[option.field] != own]
            if len(others):
                raise ValueError(
                    f"the state was made with {option.field}={others[0]}, this game has {own}; make the game with the "
                    f"options of the state: {type(self).__name__}.of(state)"
                )

    def player(self, agent: str) -> int:
        """The number of a player by its name.

        Raises:
            KeyError: If there is no such agent.
        """
        agents = self.agents
        if isinstance(agent, str) and agent in agents:
            return agents.index(agent)
        raise KeyError(f"no agent {shown(agent)}; the agents are {', '.join(agents)}")


def _rebuilt(spec: type[GameSpec], options: dict[str, Any]) -> GameSpec:
    return spec(**options)
