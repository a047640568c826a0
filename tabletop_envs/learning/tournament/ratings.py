"""Ratings: one Plackett-Luce model of all games, which for two players is that of Bradley and Terry.

A game is read as choices: first of the winner among all at the table, then of the next among those that are left. The
model gives each agent a strength; of a set it is chosen with its share of the strengths. Who shares a rank is taken in
every order alike. The fit is iterative Luce spectral ranking (Maystre and Grossglauser, 2015), each round of it by
the library choix.

Any two agents that have met begin with half a win each against the other, so that an agent that has lost every game
has a rating too. Intervals are those of the Bayesian bootstrap over deals: each deal weighs as an exponential variable,
each half win as a gamma variable of mean one half. An agent that has lost everything therefore has a wide interval.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.learning.seeds import derive
from tabletop_envs.learning.tournament.results import Results

ANCHOR = 1000.0
"""The rating of the agent to which all are compared."""
POINTS = 400 / math.log(10)
"""Points of a rating for a factor e of strength: with 400 points more one wins ten games for each that is lost."""
DRAWS = 1000
"""Draws of the bootstrap."""

_HALF_WIN = 0.5
_CLOSE = 1e-9
_ROUNDS = 10_000

Floats = npt.NDArray[np.float64]


class Choices(NamedTuple):
    """The choices that the games of a tournament consist of.

    Attributes:
        members: Which agents each choice was among, float64 [choices, agents].
        chosen: Who was chosen, [choices].
        counts: How often that happened, by deal, float64 [deals, choices]; shared ranks make fractions of it.
        met: The first of the choices among two agents that are there whether they happened or not: who has met.
    """

    members: Floats
    chosen: npt.NDArray[np.int64]
    counts: Floats
    met: npt.NDArray[np.int64]

    @classmethod
    def of(cls, results: Results) -> Choices:
        """The choices of all games."""
        number: dict[tuple[frozenset[int], int], int] = {}
        for games in results.games:
            for pair in itertools.permutations(games.line_up, 2):
                number.setdefault((frozenset(pair), pair[0]), len(number))
        met = np.arange(len(number))
        entries: list[tuple[int, int, float]] = []
        for games in results.games:
            for ranks in games.ranks():
                for deal, order in enumerate(ranks.tolist()):
                    for choice, share in _choices(games.line_up, order):
                        entries.append((deal, number.setdefault(choice, len(number)), share))
        counts = np.zeros((results.deals, len(number)))
        deals, choices, shares = zip(*entries, strict=True)
        np.add.at(counts, (deals, choices), shares)
        members = np.zeros((len(number), len(results.agents)))
        for (among, _), k in number.items():
            members[k, sorted(among)] = 1
        return cls(members, np.array([chosen for _, chosen in number]), counts, met)


def _choices(line_up: tuple[int, ...], ranks: list[int]) -> Iterator[tuple[tuple[frozenset[int], int], float]]:
    """The choices of one game, each among whom and of whom, with its share of the orders that the ranks allow."""
    tied = [[k for k, rank in zip(line_up, ranks, strict=True) if rank == one] for one in sorted(set(ranks))]
    orders = list(itertools.product(*(itertools.permutations(group) for group in tied)))
    for order in orders:
        left = list(itertools.chain(*order))
        while len(left) > 1:
            yield (frozenset(left), left[0]), 1 / len(orders)
            left.pop(0)


def strengths(choices: Choices, weights: Floats, first: Floats | None = None) -> Floats:
    """The logarithms of the strengths with which these choices are likeliest; their mean is 0.

    Args:
        choices: The choices.
        weights: How often each happened.
        first: Where to begin.
    """
    import choix

    agents = choices.members.shape[1]
    who = np.eye(agents)[choices.chosen]
    found = np.zeros(agents) if first is None else first
    for _ in range(_ROUNDS):
        strength = np.exp(found)
        # A choice among more than two counts, at the present strengths, as wins against each of the others.
        wins = who.T @ ((weights / (choices.members @ strength))[:, None] * choices.members)
        wins *= strength[:, None] + strength[None]
        np.fill_diagonal(wins, 0)
        before, found = found, choix.lsr_pairwise_dense(wins, initial_params=found)
        if np.abs(found - before).max() < _CLOSE:
            break
    return found


class Ratings(NamedTuple):
    """The ratings of agents.

    Attributes:
        points: The ratings, float64 [agents]; the anchor's is 1000.
        draws: The ratings of every draw of the bootstrap, [draws, agents].
    """

    points: Floats
    draws: Floats

    def interval(self, share: float = 0.95) -> tuple[Floats, Floats]:
        """Where this share of the draws lies, the same left out on either side."""
        low, high = np.quantile(self.draws, [(1 - share) / 2, (1 + share) / 2], axis=0)
        return np.asarray(low), np.asarray(high)


def rate(results: Results, anchor: int, draws: int | None = None) -> Ratings:
    """Rates the agents of a tournament.

    Args:
        results: The games.
        anchor: The agent whose rating is 1000, by number.
        draws: Draws of the bootstrap; DRAWS if not given.
    """
    choices = Choices.of(results)
    chance = np.random.default_rng(derive(results.seed, 2))
    deals = len(choices.counts)

    def weighed(by_deal: Floats, half_wins: Floats) -> Floats:
        weights = by_deal @ choices.counts
        weights[choices.met] += half_wins
        return weights

    first = strengths(choices, weighed(np.ones(deals), np.full(len(choices.met), _HALF_WIN)))
    found = [first]
    for _ in range(DRAWS if draws is None else draws):
        by_deal = chance.exponential(size=deals)
        half_wins = np.maximum(chance.gamma(_HALF_WIN, size=len(choices.met)), 1e-6)
        found.append(strengths(choices, weighed(by_deal * deals / by_deal.sum(), half_wins), first))
    logs = np.array(found)
    points = ANCHOR + POINTS * (logs - logs[:, [anchor]])
    return Ratings(points[0], points[1:])


def anchor_of(agents: Iterable[str], named: str | None = None) -> int:
    """The number of the agent that anchors the ratings: the one named, else ``greedy``, else the first.

    Raises:
        ValueError: If the one named is not among them.
    """
    names = list(agents)
    if named is None:
        return names.index("greedy") if "greedy" in names else 0
    if named not in names:
        raise ValueError(f"the anchor {named!r} is not among the agents: {', '.join(names)}")
    return names.index(named)
