"""The tables of a tournament: ratings, win rates, scores and margins, as JSON and as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.learning.durable import shown_path
from tabletop_envs.learning.statistics import margins, mean_and_error, wilson, win_shares
from tabletop_envs.learning.tournament.ratings import Ratings, anchor_of, rate
from tabletop_envs.learning.tournament.results import Results

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Standing:
    """One agent; intervals hold 95 %, errors are standard errors over deals.

    ``win_rate`` counts a win shared by w players 1/w, ``margin`` is the lead over the best other.
    """

    agent: str
    rating: float
    rating_low: float
    rating_high: float
    games: int
    win_rate: float
    win_low: float
    win_high: float
    score: float
    score_error: float
    margin: float
    margin_error: float


@dataclass(frozen=True)
class Meeting:
    """One agent beside another: how often it finished ahead (a shared rank counts one half), and by how many points."""

    agent: str
    other: str
    games: int
    ahead: float
    ahead_low: float
    ahead_high: float
    lead: float
    lead_error: float


@dataclass(frozen=True)
class Standings:
    """All tables of a tournament; the best agent is the first.

    Attributes:
        agents: One line for each.
        meetings: One for each two that have met, both ways.
        anchor: The agent whose rating is 1000.
    """

    agents: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]
    anchor: str

    @classmethod
    def of(cls, results: Results, anchor: str | None = None, ratings: Ratings | None = None) -> Standings:
        """The tables of a tournament.

        Args:
            results: The games.
            anchor: The agent whose rating is 1000; ``greedy`` or the first if not given.
            ratings: The ratings, if they are known already.

        Raises:
            ValueError: If the anchor is not among the agents.
        """
        fixed = anchor_of(results.agents, anchor)
        found = rate(results, fixed) if ratings is None else ratings
        low, high = found.interval()
        standings = [_standing(results, k, (found.points[k], low[k], high[k])) for k in range(len(results.agents))]
        order = sorted(range(len(standings)), key=lambda k: (-standings[k].rating, k))
        meetings = [_meeting(results, a, b) for a in order for b in order if a != b]
        return cls(tuple(standings[k] for k in order), tuple(filter(None, meetings)), results.agents[fixed])

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "anchor": self.anchor,
            "standings": [asdict(standing) for standing in self.agents],
            "meetings": [asdict(meeting) for meeting in self.meetings],
        }

    def markdown(self) -> str:
        """The tables as Markdown."""
        rows = [[str(place), *_row(standing, self.anchor)] for place, standing in enumerate(self.agents, 1)]
        head = ["", "agent", "rating", "95 %", "games", "won", "score", "ahead by"]
        parts = [_table(head, rows)]
        by = {(m.agent, m.other): m for m in self.meetings}
        names = [standing.agent for standing in self.agents]
        for title, cell in (("finishes ahead of, % (95 %)", _ahead), ("points ahead of", _lead)):
            lines = [[_name(a), *(cell(by.get((a, b))) for b in names)] for a in names]
            parts.append(_table([title, *map(_name, names)], lines))
        return "\n".join(parts)


def _standing(results: Results, agent: int, rating: Sequence[float]) -> Standing:
    wins: list[Floats] = []
    scores, leads = _ByDeal(results.deals), _ByDeal(results.deals)
    for games in results.games:
        if agent in games.line_up:
            place = games.line_up.index(agent)
            wins.append(win_shares(games.winners)[..., place].ravel())
            scores.add(games.scores[..., place])
            leads.add(_margins(games.scores)[..., place])
    won = np.concatenate(wins)
    points, low, high = (round(float(value), 1) for value in rating)
    rate, win_low, win_high = _rounded(won.mean(), *wilson(float(won.sum()), won.size))
    score, score_error = _rounded(*scores.mean_and_error())
    margin, margin_error = _rounded(*leads.mean_and_error())
    return Standing(
        agent=results.agents[agent],
        rating=points,
        rating_low=low,
        rating_high=high,
        games=won.size,
        win_rate=rate,
        win_low=win_low,
        win_high=win_high,
        score=score,
        score_error=score_error,
        margin=margin,
        margin_error=margin_error,
    )


def _meeting(results: Results, agent: int, other: int) -> Meeting | None:
    """How two agents did beside each other, ``None`` if they have not met."""
    ahead: list[Floats] = []
    leads = _ByDeal(results.deals)
    for games in results.games:
        if agent in games.line_up and other in games.line_up:
            a, b = games.line_up.index(agent), games.line_up.index(other)
            ranks = games.ranks()
            ahead.append(((ranks[..., a] < ranks[..., b]) + 0.5 * (ranks[..., a] == ranks[..., b])).ravel())
            leads.add(games.scores[..., a] - games.scores[..., b])
    if not ahead:
        return None
    won = np.concatenate(ahead)
    rates = _rounded(won.mean(), *wilson(float(won.sum()), won.size), *leads.mean_and_error())
    return Meeting(results.agents[agent], results.agents[other], won.size, *rates)


class _ByDeal:
    """Sums of values by deal: what happens on one deal hangs together, so errors are those of the deals' means."""

    def __init__(self, deals: int) -> None:
        self.sums = np.zeros(deals)
        self.numbers = np.zeros(deals, np.int64)

    def add(self, values: npt.NDArray[Any]) -> None:
        """Takes values, ``(turns, deals)``; there may be fewer deals."""
        self.sums[: values.shape[1]] += values.sum(axis=0)
        self.numbers[: values.shape[1]] += len(values)

    def mean_and_error(self) -> tuple[float, float]:
        """The mean over deals and its standard error."""
        played = self.numbers > 0
        return mean_and_error(self.sums[played] / self.numbers[played])


def _margins(scores: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    return margins(scores.reshape(-1, scores.shape[-1])).reshape(scores.shape)


def _rounded(*values: float) -> list[float]:
    """Figures as they are published; what could differ between machines is far behind these places."""
    return [round(float(value), 4) for value in values]


def _row(standing: Standing, anchor: str) -> list[str]:
    one = standing
    interval = "anchor" if one.agent == anchor else f"{one.rating_low:.0f} to {one.rating_high:.0f}"
    return [
        _name(one.agent),
        f"{one.rating:.0f}",
        interval,
        f"{one.games:,}",
        f"{100 * one.win_rate:.1f} % ({100 * one.win_low:.1f} to {100 * one.win_high:.1f})",
        f"{one.score:.1f} ± {one.score_error:.1f}",
        f"{one.margin:+.1f} ± {one.margin_error:.1f}",
    ]


def _ahead(meeting: Meeting | None) -> str:
    if meeting is None:
        return "–"
    return f"{100 * meeting.ahead:.1f} ({100 * meeting.ahead_low:.0f} to {100 * meeting.ahead_high:.0f})"


def _lead(meeting: Meeting | None) -> str:
    return "–" if meeting is None else f"{meeting.lead:+.1f} ± {meeting.lead_error:.1f}"


def _name(agent: str) -> str:
    return f"`{shown_path(agent).replace('|', '/')}`"


def _table(head: list[str], rows: list[list[str]]) -> str:
    left = 2 if head[0] == "" else 1
    lines = [head, ["---" if k < left else "---:" for k in range(len(head))], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def described(results: Results, options: Mapping[str, Any] | None = None) -> str:
    """One sentence on what was played."""
    sizes = {games.scores.shape[1] for games in results.games}
    deals = f"{min(sizes):,}" if len(sizes) == 1 else f"{min(sizes):,} to {max(sizes):,}"
    total = sum(games.scores.shape[0] * games.scores.shape[1] for games in results.games)
    number = len(results.games)
    ending = "" if number == 1 else "s"
    what = f"pairing{ending}" if results.players == 2 else f"line-up{ending} of {results.players}"
    extra = ", ".join(f"{name}={value}" for name, value in (options or {}).items())
    return (
        f"`{results.environment}`{', ' if extra else ''}{extra}: {number} {what}, each on the same {deals} "
        f"deals from every player, {total:,} games; seed {results.seed}."
    )
