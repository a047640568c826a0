"""Plays many games to their ends and counts what happens in them, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from benchmarks.tables import Table
from tabletop_envs.agents import Agent
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Records = npt.NDArray[Any]


class Watch(Protocol):
    """Looks at games from outside, before and after every single step, and counts what it is interested in."""

    def before(self, games: Records, rows: Ints) -> None:
        """Remembers what it needs of these games, each of which is about to take one step."""
        ...

    def after(self, games: Records, rows: Ints, players: Ints) -> None:
        """Counts what the step of each player has changed."""
        ...


@dataclass
class Choices:
    """How many legal actions the decisions of one kind had."""

    decisions: int = 0
    legal: int = 0
    most: int = 0

    @property
    def mean(self) -> float:
        """The mean number of legal actions."""
        return self.legal / max(1, self.decisions)

    def add(self, counts: Ints) -> None:
        """Counts some decisions."""
        if len(counts):
            self.decisions += len(counts)
            self.legal += int(counts.sum())
            self.most = max(self.most, int(counts.max()))


@dataclass
class Played:
    """Finished games.

    Attributes:
        games: Their records at the end.
        first: The player that began.
        scores: Final scores, [games, players].
        winners: Who won, bool [games, players].
        decisions: Decisions that each player took, [games, players].
        choices: The decisions by phase.
        watch: What followed the games step by step, if anything did.
    """

    games: Records
    first: Ints
    scores: Ints
    winners: npt.NDArray[np.bool_]
    decisions: Ints
    choices: dict[int, Choices] = field(default_factory=dict)
    watch: Watch | None = None

    @property
    def shares(self) -> Floats:
        """What each player won of each game: 1 among the winners, shared, else 0."""
        return np.asarray(self.winners / self.winners.sum(axis=1, keepdims=True), np.float64)

    @property
    def shares_from_first(self) -> Floats:
        """The same, columns counted from the player that began."""
        players = np.arange(self.scores.shape[1])
        turned: Floats = np.take_along_axis(self.shares, (self.first[:, None] + players) % len(players), axis=1)
        return turned


@dataclass(frozen=True)
class Specifics:
    """What is particular to a game.

    Attributes:
        phases: The kinds of decisions.
        phase_of: ``phase_of(games, rows, players)``: the kind of decision that each of the rows waits for.
        rounds: The rounds of finished games.
        first: The players that begin, of games that have just begun.
        tables: Further tables, from games by agent and number of players.
        unit: What a round is called.
        watch: ``watch(games)``: what follows games that have just begun; ``tables`` finds it in each ``Played``.
    """

    phases: Sequence[str]
    phase_of: Callable[[Records, Ints, Ints], Ints]
    rounds: Callable[[Records], Ints]
    first: Callable[[Records], Ints]
    tables: Callable[[Mapping[str, Mapping[int, Played]]], list[Table]]
    unit: str = "rounds"
    watch: Callable[[Records], Watch] | None = None


class OneAgainst:
    """One agent in a player of each game, another one in the others."""

    def __init__(self, one: Agent, others: Agent, player: int) -> None:
        self._one, self._others, self._player = one, others, player

    def choose(self, batch: Batch, rows: Ints) -> Ints:
        """An action for each of ``rows``."""
        actions = np.empty(len(rows), np.int64)
        its = batch.agent[rows] == self._player
        for agent, chosen in ((self._one, np.flatnonzero(its)), (self._others, np.flatnonzero(~its))):
            if len(chosen):
                actions[chosen] = agent.choose(batch, rows[chosen])
        return actions


def play(game: Game, agent: Agent, games: int, seed: int, specifics: Specifics) -> Played:
    """Plays games side by side until the last one has ended, every one of them once.

    Only decisions with two and more legal actions are asked, and counted. Forced steps happen by themselves; a watch
    sees them one by one all the same. Game i is the same deal for every agent.
    """
    watched = specifics.watch is not None
    batch = Batch(game, games, auto_play_forced=not watched)
    batch.reset(seed)
    first = specifics.first(batch.games)
    watch = specifics.watch(batch.games) if specifics.watch else None
    decisions = np.zeros((games, game.num_players), np.int64)
    choices: dict[int, Choices] = {}
    waiting = np.flatnonzero(batch.agent >= 0)
    while len(waiting):
        players, counts = batch.agent[waiting], batch.legal_count[waiting]
        chosen = np.flatnonzero(counts > 1)
        asked = waiting[chosen]
        decisions[asked, players[chosen]] += 1
        phases = specifics.phase_of(batch.games, asked, players[chosen])
        for phase in np.unique(phases):
            choices.setdefault(int(phase), Choices()).add(counts[chosen][phases == phase])
        actions = np.empty(len(waiting), np.int64)
        if len(asked) < len(waiting):
            forced = np.flatnonzero(counts <= 1)
            actions[forced] = batch.action_mask[waiting[forced]].argmax(axis=1)
        if len(asked):
            actions[chosen] = agent.choose(batch, asked)
        if watch:
            watch.before(batch.games, waiting)
        batch.advance(waiting, actions)
        if watch:
            watch.after(batch.games, waiting, players)
        waiting = waiting[batch.agent[waiting] >= 0]
    return Played(batch.games, first, batch.scores.astype(np.int64), batch.winners, decisions, choices, watch)
