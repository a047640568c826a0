"""What the figures of Tiny Towns tell that those of another game would not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.play import Floats, Ints, Played, Records, Specifics
from benchmarks.tables import Table, number, percent
from tabletop_envs.jit import bind
from tt_env.cards import ALL_CARDS, FORTUNE
from tt_env.decisions import DECISIONS, Pending
from tt_env.rules.scoring import POINTS, score_player
from tt_env.state import MONUMENT, NUM_CARDS, SQUARES, Phase
from tt_env.tables import tables
from tt_env.town import BUILDING

PHASES = (
    "keeping a monument",
    "naming",
    "choosing a cube",
    "placing",
    "constructing",
    "a cube from an Oddity Shop",
    *(decision.topic for decision in DECISIONS.values()),
)
"""The kinds of decisions; the kinds of pending decisions come last, in order (the very last is never asked)."""

_COURSE = {
    Phase.SETUP: 0,
    Phase.NAMING: 1,
    Phase.PLACING: 3,
    Phase.CONSTRUCTING: 4,
    Phase.WATCH: 4,
    Phase.TAKING: PHASES.index("a cube from an Oddity Shop"),
}


def phase_of(games: Records, rows: Ints, players: Ints) -> Ints:
    """The place in :data:`PHASES` of the decision that each of the rows waits for."""
    result = np.full(len(rows), -1, np.int64)
    phase = games["phase"][rows]
    for course, place in _COURSE.items():
        result[phase == course] = place
    result[(phase == Phase.PLACING) & (games["players"]["named"][rows, players] == 0)] = PHASES.index("choosing a cube")
    depth = games["players"]["depth"][rows, players].astype(np.int64)
    deep = np.flatnonzero(depth)
    kinds = games["players"]["pending"][rows[deep], players[deep], depth[deep] - 1].astype(np.int64) & 0xFF
    result[deep] = len(PHASES) - len(Pending) + kinds - 1
    return result


def rounds(games: Records) -> Ints:
    """The rounds of finished games."""
    return games["round"].astype(np.int64)


def first(games: Records) -> Ints:
    """The first Master Builder."""
    return games["builder"].astype(np.int64)


def _columns(played: Played) -> tuple[npt.NDArray[Any], Ints]:
    """The players that took part, [games, players], and the nibbles of their squares, [games, players, 16]."""
    players = played.games["players"][:, : played.scores.shape[1]]
    nibbles = (players["town"][..., None] >> (4 * np.arange(SQUARES))) & 15
    return players, nibbles


def course(agent: str, by_players: Mapping[int, Played]) -> Table:
    """How towns and games end."""
    rows = []
    for entries, played in by_players.items():
        players, nibbles = _columns(played)
        buildings = (nibbles >= BUILDING).sum(axis=2)
        builder = players["builder_turns"].astype(np.float64)
        best = played.scores.max(axis=1, keepdims=True)
        level = (played.scores == best).sum(axis=1) > 1
        rows.append(
            [
                f"{entries}",
                number(buildings.mean()),
                number(((nibbles > 0) & (nibbles < BUILDING)).sum(axis=2).mean()),
                percent((nibbles == 0).any(axis=(1, 2)).mean()) if entries > 1 else "",
                f"{number(builder.mean())} +- {number(builder.std())}" if entries > 1 else "",
                percent(level.mean()) if entries > 1 else "",
                percent((played.winners.sum(axis=1) > 1).mean()) if entries > 1 else "",
            ]
        )
    head = [
        "players",
        "buildings a town",
        "cubes left in a town",
        "ended by naming",
        "turns as Master Builder, mean +- sd",
        "best score shared (tie-breaks)",
        "victory shared",
    ]
    notes = [
        "A game ends when every square of every town holds a building or a cube that is stuck; ended by naming: with "
        "an empty square left, because nobody who was still in the game could name a resource (RULING 9)."
    ]
    return Table(f"How games end: {agent}", head, rows, notes)


ENOUGH = 30
"""With fewer buildings of a card their mean points say nothing."""


@dataclass
class Cards:
    """What became of each card, added up over games.

    Attributes:
        players: Players in whose game (or hand) the card was.
        builders: Of these, players that built it.
        built: Buildings of the card.
        points: Points of all of them.
    """

    players: Floats = field(default_factory=lambda: np.zeros(len(ALL_CARDS) + 1))
    builders: Floats = field(default_factory=lambda: np.zeros(len(ALL_CARDS) + 1))
    built: Floats = field(default_factory=lambda: np.zeros(len(ALL_CARDS) + 1))
    points: Floats = field(default_factory=lambda: np.zeros(len(ALL_CARDS) + 1))

    def add(self, played: Played) -> None:
        """Counts finished games."""
        players, nibbles = _columns(played)
        points = points_of(played)
        for slot in range(MONUMENT + 1):
            own = (nibbles == BUILDING + slot).sum(axis=2)
            row = played.games["row"][:, slot, None] if slot < NUM_CARDS else players["monument"]
            cards = np.broadcast_to(row, own.shape).astype(np.int64)
            np.add.at(self.players, cards, 1)
            np.add.at(self.builders, cards, own > 0)
            np.add.at(self.built, cards, own)
            np.add.at(self.points, cards, points[:, :, slot])

    def cells(self, card: int) -> list[str]:
        """The cells of a card's row."""
        if self.players[card] == 0:
            return ["", "", ""]
        return [
            percent(self.builders[card] / self.players[card]),
            f"{self.built[card] / self.players[card]:.2f}",
            f"{self.points[card] / self.built[card]:.2f}" if self.built[card] >= ENOUGH else "",
        ]


def points_of(played: Played) -> Ints:
    """The points of every slot of every player, [games, players, slots]."""
    players = played.scores.shape[1]
    points = np.zeros((len(played.games), players, POINTS), np.int32)
    score_all = bind(_score_all, "figures", "tt_env.rules.scoring", score_player=score_player)
    totals = np.zeros((len(played.games), players), np.int64)
    score_all(tables(), played.games, points, np.zeros(1, np.int64), totals)
    if not np.array_equal(totals, played.scores):
        raise AssertionError("scores recomputed from final positions differ from those of the games")
    return points.astype(np.int64)


def _score_all(tables: Any, games: Any, points: Any, fed: Any, totals: Any) -> None:
    for i in range(points.shape[0]):
        for player in range(points.shape[1]):
            totals[i, player] = score_player(tables[0], games[i], player, points[i, player], fed)


def cards_table(by_agent: dict[str, Cards]) -> Table:
    """Every card: how often it is built, and what it scores."""
    rows = []
    for number_, card in enumerate(ALL_CARDS, 1):
        if card.id in FORTUNE and not any(cards.players[number_] for cards in by_agent.values()):
            continue
        cells = [cell for cards in by_agent.values() for cell in cards.cells(number_)]
        rows.append([card.name, card.group, *cells])
    head = ["card", "group"]
    for agent in by_agent:
        head += [f"{agent}: players that build it", f"{agent}: built a player", f"{agent}: points each"]
    notes = [
        "Over all player counts, for players in whose game the card is (monuments: that keep the card). Points are "
        f"those that the card's own slot is credited with, given from {ENOUGH} buildings on: what a red card feeds "
        "counts for the fed building, the value of a set (Tavern, Almshouse) is divided among its buildings, and the 3 "
        "points of the Grand Mausoleum for an unfed Cottage count for the Cottage."
    ]
    return Table("Cards", head, rows, notes)


def extra(played: Mapping[str, Mapping[int, Played]]) -> list[Table]:
    """The tables of this game only."""
    by_agent = {agent: Cards() for agent in played}
    for agent, by_players in played.items():
        for games in by_players.values():
            by_agent[agent].add(games)
    return [*(course(agent, by_players) for agent, by_players in played.items()), cards_table(by_agent)]


SPECIFICS = Specifics(PHASES, phase_of, rounds, first, extra)
