"""What the figures of Carcassonne tell that those of another game would not."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from benchmarks.play import Choices, Floats, Ints, Played, Records, Specifics
from benchmarks.tables import Table, number, percent
from carc_gold_env.rules.gold import gold_points
from carc_gold_env.state import FRONTIER, INGOTS, Phase
from carc_gold_env.tables import tables

PHASES = ("square", "rotation", "tile for the second ingot", "meeple or none")
"""The kinds of decisions, in the order of :class:`carc_gold_env.state.Phase`."""

_WAYS = np.array([bin(bits).count("1") for bits in range(16)], np.int64)[tables()[0]["fit"]]
"""By type of tile and what a square needs: how many rotations fit."""


def phase_of(games: Records, rows: Ints, players: Ints) -> Ints:
    """The place in :data:`PHASES` of the decision that each of the rows waits for."""
    phases: Ints = games["phase"][rows].astype(np.int64)
    return phases


def rounds(games: Records) -> Ints:
    """The tiles that were laid in finished games, the start tile not counted."""
    tiles: Ints = games["tiles"].astype(np.int64) - 1
    return tiles


def first(games: Records) -> Ints:
    """Player 0 begins."""
    return np.zeros(len(games), np.int64)


class Course:
    """Counts where tiles could go, and how ingots are given out: a turn's go to one player or to several.

    Attributes:
        places: Of every turn, in how many ways the tile could be laid: squares and rotations together.
        turns: Turns that gave out ingots, by game.
        shared: Those of them in which several players got some.
        ingots: Ingots given out in these.
    """

    def __init__(self, games: Records) -> None:
        self.places = Choices()
        self.turns, self.shared, self.ingots = (np.zeros(len(games), np.int64) for _ in range(3))
        self._before = games["ingots"][:0].astype(np.int64)

    def before(self, games: Records, rows: Ints) -> None:
        """Counts the ways to lay a tile and remembers what every player has collected."""
        self._before = games["ingots"][rows].astype(np.int64)
        choosing = rows[games["phase"][rows] == Phase.SQUARE]
        fitting = _WAYS[games["hand"][choosing, None], games["needs"][choosing]]
        empty = np.arange(FRONTIER) < games["squares"][choosing, None]
        self.places.add((fitting * empty).sum(axis=1))

    def after(self, games: Records, rows: Ints, players: Ints) -> None:
        """Counts what the step has added."""
        got = games["ingots"][rows].astype(np.int64) - self._before
        receivers = (got > 0).sum(axis=1)
        self.turns[rows] += receivers > 0
        self.shared[rows] += receivers > 1
        self.ingots[rows] += np.where(receivers > 1, got.sum(axis=1), 0)


def course_of(played: Played) -> Course:
    """What followed the games."""
    assert isinstance(played.watch, Course)
    return played.watch


def course(agent: str, by_players: Mapping[int, Played]) -> Table:
    """How games go and end."""
    rows = []
    for players, played in by_players.items():
        games, scores = played.games, played.scores
        put_away = games["drawn"].astype(np.int64) - rounds(games)
        stuck = (games["stands"][:, :players] > 0).sum(axis=2)
        at_end = scores - games["score"][:, :players] - _worth(games["ingots"][:, :players])
        best, places = np.sort(scores, axis=1), course_of(played).places
        rows.append(
            [
                f"{players}",
                f"{number(places.mean)} ({places.most})",
                number(100 * put_away.mean()),
                percent((put_away > 0).mean()),
                number(games["score"][:, :players].mean()),
                number(at_end.mean()),
                number(stuck.mean()),
                number((best[:, -1] - best[:, -2]).mean()),
                percent((played.winners.sum(axis=1) > 1).mean()),
            ]
        )
    head = [
        "players",
        "ways to lay a tile, mean (most)",
        "tiles without a place, 100 games",
        "games with one",
        "points for completed features a player",
        "points at the end but for gold a player",
        "meeples that never came back a player",
        "lead of the winner",
        "victory shared",
    ]
    notes = [
        "Ways to lay a tile are squares and rotations together. A tile without a place leaves the game. At the end "
        "unfinished features and fields score."
    ]
    return Table(f"How games go: {agent}", head, rows, notes)


def gold(agent: str, by_players: Mapping[int, Played]) -> Table:
    """Who gets the ingots."""
    rows = []
    for players, played in by_players.items():
        paid, games = course_of(played), played.games
        ingots: Floats = games["ingots"][:, :players].astype(np.float64)
        given, turns = ingots.sum(), max(1, int(paid.turns.sum()))
        rows.append(
            [
                f"{players}",
                number(ingots.sum(axis=1).mean()),
                percent(games["lying"].astype(np.int64).sum() / max(1.0, given + games["lying"].sum())),
                number(paid.turns.mean()),
                percent(paid.shared.sum() / turns),
                percent(paid.ingots.sum() / max(1.0, given)),
                percent((paid.shared > 0).mean()),
                number(_worth(games["ingots"][:, :players]).mean()),
            ]
        )
    head = [
        "players",
        "ingots given out a game",
        "nobody's at the end",
        "turns that give out ingots",
        "of these to several players",
        "ingots in such turns",
        "games with one",
        "points for gold a player",
    ]
    notes = [f"Nobody's: of the {INGOTS} ingots those that still lie on tiles when the game is over."]
    return Table(f"Gold: {agent}", head, rows, notes)


def _worth(ingots: Records) -> Ints:
    """The points of so many ingots each."""
    by_number = np.array([int(gold_points(n)) for n in range(INGOTS + 1)], np.int64)
    points: Ints = by_number[ingots]
    return points


def extra(played: Mapping[str, Mapping[int, Played]]) -> list[Table]:
    """The tables of this game only."""
    made = [course(agent, by_players) for agent, by_players in played.items()]
    with_gold = any(games.games["gold_mines"].any() for by_players in played.values() for games in by_players.values())
    return [*made, *(gold(agent, by_players) for agent, by_players in played.items() if with_gold)]


SPECIFICS = Specifics(PHASES, phase_of, rounds, first, extra, unit="tiles laid", watch=Course)
