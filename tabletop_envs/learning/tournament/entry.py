"""Entries of outside agents to a ladder: files with the records of their games, and what is checked of them."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents import Agent
from tabletop_envs.batch import Batch
from tabletop_envs.errors import NotationError, shown
from tabletop_envs.game import Game, State
from tabletop_envs.learning.durable import shown_path
from tabletop_envs.learning.failures import Failure, UserError
from tabletop_envs.learning.tournament.ladder import Ladder, check_frozen, read_json
from tabletop_envs.learning.tournament.lineups import LineUp, line_ups
from tabletop_envs.learning.tournament.playing import DEALS, Step, chunks, deal_chunk, play_chunk, table_of
from tabletop_envs.learning.tournament.results import Games
from tabletop_envs.learning.tournament.tournament import play_line_ups
from tabletop_envs.learning.tournament.workers import Worker

_HEAD = ("ladder", "game", "environment", "options", "seed", "agent", "deals")
_SAYS_NOTHING = ("version", "seed", "id", "legal")
"""Keys of a record that decide nothing."""

Key = tuple[LineUp, int, int]
"""A line-up, by how many players it has moved on, and the deal."""


def entrants_line_ups(ladder: Ladder) -> list[LineUp]:
    """The line-ups that an outside agent plays in: with the agents of the ladder, its own number is the next."""
    frozen = len(ladder.names)
    return [(*others, frozen) for others in line_ups(frozen, ladder.players - 1, ladder.line_ups, ladder.seed)]


def enter(
    ladder: Ladder, agent: str, name: str, deals: int, processes: int, progress: Callable[[int], None] | None = None
) -> dict[str, Any]:
    """Plays an agent against those of a ladder.

    Args:
        ladder: The ladder.
        agent: The agent, as ``evaluate`` takes it.
        name: What it is to be called.
        deals: How many of the ladder's deals are played.
        processes: How many processes play.
        progress: Called with the number of games finished since the last call.

    Returns:
        The entry.

    Raises:
        UserError: If something given is not allowed.
        Failure: If an agent of the ladder no longer plays as it was frozen.
    """
    if name in ladder.names:
        raise UserError(f"{shown(name)} is an agent of the ladder already; give the new one another --name")
    game = ladder.make_game()
    check_frozen(ladder, game)
    chosen, names = entrants_line_ups(ladder), [*ladder.names, agent]
    _, records = play_line_ups(game, names, chosen, deals, ladder.seed, processes, progress, with_records=True)
    shown_names = [*ladder.names, name]
    games = [
        {
            "line_up": [shown_names[k] for k in line_up],
            "turn": turn,
            "deal": deal,
            "record": records[line_up, turn, deal],
        }
        for line_up, turn, deal in sorted(records)
    ]
    return {**_head(ladder), "agent": name, "deals": deals, "games": games}


def _head(ladder: Ladder) -> dict[str, Any]:
    return {
        "ladder": ladder.path.stem,
        "game": ladder.game,
        "environment": ladder.environment,
        "options": dict(ladder.options),
        "seed": ladder.seed,
    }


class Verified(NamedTuple):
    """What was found in an entry: the games, and how many moves of the ladder's agents were checked."""

    agent: str
    games: list[Games]
    moves: int


def verify(ladder: Ladder, path: Path, progress: Callable[[int], None] | None = None) -> Verified:
    """Checks an entry.

    All games of all line-ups must be there, each once, on the ladder's deals. Every move must be legal and lead to
    the result in the record, and every move of the ladder's agents must be the one that they choose there.

    Raises:
        UserError: If the file is no entry to this ladder.
        Failure: If something in it is not true; one line says where.
    """
    entry = read_json(path)
    name, deals = _read_head(ladder, path, entry)
    game = ladder.make_game()
    check_frozen(ladder, game)
    records = _read_games(ladder, path, entry, name, deals)
    worker = Worker(game, ladder.names, ladder.seed)
    games, moves = [], 0
    for line_up in entrants_line_ups(ladder):
        turns = []
        for turn in range(len(line_up)):
            parts = []
            for chunk, number in chunks(deals):
                keys = [(line_up, turn, chunk * DEALS + k) for k in range(number)]
                places = [_place([*ladder.names, name], key) for key in keys]
                table = [None if k == len(ladder.names) else worker.agents[k] for k in table_of(line_up, turn)]
                check = _Check(game, ladder.seed, chunk, [records[key] for key in keys], places)
                parts.append(check.results())
                moves += check.opponents(table)
                if progress is not None:
                    progress(number)
            turns.append((np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])))
        games.append(Games.of_turns(line_up, turns))
    return Verified(name, games, moves)


def _read_head(ladder: Ladder, path: Path, entry: Any) -> tuple[str, int]:
    where = shown_path(path)
    if not isinstance(entry, dict) or not {*_HEAD, "games"} <= entry.keys():
        raise UserError(f"{where} is no entry to a ladder; expected an object with {', '.join((*_HEAD, 'games'))}")
    for key, value in _head(ladder).items():
        if entry[key] != value:
            raise UserError(f"{where}: {key}: {shown(entry[key])}; the ladder has {shown(value)}")
    name, deals = entry["agent"], entry["deals"]
    if not isinstance(name, str) or not name or name in ladder.names:
        raise UserError(f"{where}: agent: {shown(name)} is not a name of its own")
    if not isinstance(deals, int) or not 1 <= deals <= ladder.deals:
        raise UserError(f"{where}: deals: {shown(deals)} is out of range; allowed: 1 to {ladder.deals}")
    return name, deals


def _read_games(ladder: Ladder, path: Path, entry: Any, name: str, deals: int) -> dict[Key, Mapping[str, Any]]:
    """The records of an entry: all that must be there, and no more."""
    names = [*ladder.names, name]
    wanted = {
        (line_up, turn, deal)
        for line_up in entrants_line_ups(ladder)
        for turn in range(len(line_up))
        for deal in range(deals)
    }
    found: dict[Key, Mapping[str, Any]] = {}
    for number, game in enumerate(entry["games"] if isinstance(entry["games"], list) else [None]):
        where = f"{shown_path(path)}: games[{number}]"
        try:
            key = tuple(names.index(who) for who in game["line_up"]), game["turn"], game["deal"]
            record = game["record"]
            known = key in wanted and isinstance(record, dict)
        except (KeyError, TypeError, ValueError, IndexError):
            known = False
        if not known:
            raise UserError(f"{where}: no game of this ladder; expected line_up, turn, deal and record of one")
        if key in found:
            raise UserError(f"{where}: {_place(names, key)} is there twice")
        found[key] = record
    if missing := sorted(wanted - found.keys()):
        raise UserError(f"{shown_path(path)}: {_place(names, missing[0])} is missing, {len(missing)} games in all")
    return found


def _place(names: Sequence[str], key: Key) -> str:
    line_up, turn, deal = key
    return f"{', '.join(shown_path(names[k]) for k in table_of(line_up, turn))}, deal {deal}"


class _Check:
    """Checks the records of the first deals of a chunk, all with the same table.

    Args:
        game: The game with its options.
        seed: The ladder's.
        chunk: Which deals.
        records: Their records.
        places: What to call each of them.
    """

    def __init__(
        self, game: Game, seed: int, chunk: int, records: Sequence[Mapping[str, Any]], places: Sequence[str]
    ) -> None:
        self._game, self._seed, self._chunk, self._places = game, seed, chunk, places
        _, starts = deal_chunk(game, seed, chunk, len(records))
        steps = [self._steps(starts[k : k + 1], record, places[k]) for k, record in enumerate(records)]
        self._batch = Batch(game, len(records), auto_play_forced=False)
        self._batch.load(starts)
        self._choices = self._follow(steps)

    def _steps(self, start: State, record: Mapping[str, Any], place: str) -> list[Step]:
        """The steps of a record, which must be of this deal and have the result that they lead to."""
        try:
            _, steps = self._game.read_record(record)
            right = json.loads(json.dumps(self._game.record(start, steps)))
        except NotationError as error:
            raise Failure(f"{place}: {error}") from None
        for key in [*right, *record]:
            if key not in _SAYS_NOTHING and record.get(key) != right.get(key):
                raise Failure(f"{place}: {key} is not what the ladder's deal and the moves of the record give")
        return steps

    def _follow(self, steps: Sequence[list[Step]]) -> list[list[list[int]]]:
        """Plays the steps: those that had an alternative, by game and player."""
        batch, players = self._batch, self._game.num_players
        left = [[deque(action for who, action in game if who == player) for player in range(players)] for game in steps]
        choices: list[list[list[int]]] = [[[] for _ in range(players)] for _ in steps]
        while len(live := np.flatnonzero(batch.agent >= 0)):
            actions = []
            for row in live.tolist():
                player = int(batch.agent[row])
                if not left[row][player]:
                    raise Failure(f"{self._places[row]}: the game is not over at the end of the record")
                actions.append(left[row][player].popleft())
                if batch.legal_count[row] > 1:
                    choices[row][player].append(actions[-1])
            batch.advance(live, np.array(actions))
        return choices

    def results(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
        """Scores and winners by player."""
        return self._batch.scores.copy(), self._batch.winners.copy()

    def opponents(self, table: Sequence[Agent | None]) -> int:
        """Holds the players that have an agent to what it chooses; how many choices these were.

        Raises:
            Failure: If one is another.
        """
        followed = [
            _Recorded(self._game, agent, [iter(game[player]) for game in self._choices])
            for player, agent in enumerate(table)
        ]
        play_chunk(self._game, followed, self._seed, self._chunk, len(self._choices))
        asked = sum(agent.asked for agent in followed)
        others = [found for agent in followed for found in agent.others]
        if others:
            row, text = others[0]
            more = f"; {len(others)} of {asked} moves of its table are not those of the ladder's agents"
            raise Failure(f"{self._places[row]}: {text}{more}")
        return asked


class _Recorded:
    """Plays what was recorded and notes where the agent, if there is one, would not have."""

    def __init__(self, game: Game, agent: Agent | None, choices: Sequence[Iterator[int]]) -> None:
        self._game, self._agent, self._choices = game, agent, choices
        self.asked = 0
        self.others: list[tuple[int, str]] = []

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The recorded action for each of the games ``rows``."""
        recorded = np.array([next(self._choices[row]) for row in rows.tolist()], np.int64)
        if self._agent is not None:
            own = self._agent.choose(batch, rows)
            self.asked += len(rows)
            for k in np.flatnonzero(own != recorded):
                row = int(rows[k])
                state, player = batch.games[row : row + 1].copy(), int(batch.agent[row])
                texts = [self._game.action_text(state, player, int(action)) for action in (recorded[k], own[k])]
                self.others.append((row, f"player_{player} took {texts[0]!r} where its agent takes {texts[1]!r}"))
        return recorded
