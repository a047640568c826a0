"""What the figures of Tiny Towns with Fortune tell besides those of the base game: where coins come from and go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from benchmarks import tiny_towns
from benchmarks.play import Ints, Played, Records
from benchmarks.tables import Table, number, percent
from tt_env.rules.cards import ESTIVAL_FESTIVAL
from tt_env.rules.scoring import COINS
from tt_env.state import MAX_PLAYERS


class Chests:
    """Counts coins by what single steps change in the chests, so that the rules need not know of it.

    Attributes:
        gained: Coins that came into each player's chest, [games, players].
        changes: Coins paid for another cube than the named one.
        buildings: Coins paid for, or lost by, constructing.
    """

    def __init__(self, games: Records) -> None:
        self.gained, self.changes, self.buildings = (np.zeros((len(games), MAX_PLAYERS), np.int64) for _ in range(3))
        self._coins, self._swapped = _chests(games, np.zeros(0, np.int64))

    def before(self, games: Records, rows: Ints) -> None:
        """Remembers the chests."""
        self._coins, self._swapped = _chests(games, rows)

    def after(self, games: Records, rows: Ints, players: Ints) -> None:
        """Counts the difference; a step in which a player both gains and pays counts with what is left of it."""
        coins, swapped = _chests(games, rows)
        here = np.arange(len(rows)), players
        change = np.zeros_like(coins)
        change[here] = (swapped[here] > self._swapped[here]).astype(np.int64)
        rest = coins - self._coins + change
        self.changes[rows] += change
        self.gained[rows] += np.maximum(rest, 0)
        self.buildings[rows] += np.maximum(-rest, 0)


def _chests(games: Records, rows: Ints) -> tuple[Ints, Ints]:
    """The coins of every player, and whether it has changed this round's cube."""
    players = games["players"]
    return players["coins"][rows].astype(np.int64), players["swapped"][rows].astype(np.int64)


def left_over(played: Played) -> Ints:
    """The coins that every player has left after feeding, [games, players]."""
    players = played.games["players"][:, : played.scores.shape[1]]
    doubled = (players["monument"] == ESTIVAL_FESTIVAL) & (players["built"] == 1)
    left: Ints = tiny_towns.points_of(played)[:, :, COINS] // np.where(doubled, 2, 1)
    return left


def coins(agent: str, by_players: Mapping[int, Played]) -> Table:
    """Coins a player."""
    rows = []
    for players, played in by_players.items():
        chests = played.watch
        assert isinstance(chests, Chests)
        kept: Ints = played.games["players"]["coins"][:, :players].astype(np.int64)
        left = left_over(played)
        gained = chests.gained[:, :players]
        rows.append(
            [
                f"{players}",
                f"{number(gained.mean())} +- {number(gained.std())}",
                percent((gained == 0).mean()),
                number(chests.changes[:, :players].mean()),
                number(chests.buildings[:, :players].mean()),
                number((kept - left).mean()),
                number(left.mean()),
            ]
        )
    head = [
        "players",
        "gained, mean +- sd",
        "players without any",
        "for another cube",
        "for buildings",
        "for feeding",
        "left over",
    ]
    notes = [
        "Coins a player and game. For buildings: what cards ask for when they are constructed, and what a Parsonage "
        "takes away. Counted step by step; a step in which a player both gains and pays counts with the difference."
    ]
    return Table(f"Coins: {agent}", head, rows, notes)


def extra(played: Mapping[str, Mapping[int, Played]]) -> list[Table]:
    """The tables of the base game and those of coins."""
    return [*tiny_towns.extra(played), *(coins(agent, by_players) for agent, by_players in played.items())]


SPECIFICS = replace(tiny_towns.SPECIFICS, tables=extra, watch=Chests)
