"""A tournament: every line-up plays the same deals, once from each player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tabletop_envs.arguments import integer_within
from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.tournament import lineups
from tabletop_envs.learning.tournament.lineups import LineUp
from tabletop_envs.learning.tournament.playing import DEALS, chunks
from tabletop_envs.learning.tournament.results import Games, Results
from tabletop_envs.learning.tournament.workers import Outcome, Task, run

MOST_GAMES = 1_000_000
MOST_SEED = 2**63 - 1
MOST_PROCESSES = 512
MOST_AGENTS = 100


def check_number(flag: str, value: Any, low: int, high: int) -> int:
    """Refuses a number that is out of range.

    Raises:
        UserError: If it is.
    """
    found = integer_within(value, low, high)
    if found is None:
        raise UserError(f"{flag}: {shown(value)} is out of range; allowed: {low} to {high}")
    return found


def check_agents(agents: Sequence[str], players: int) -> None:
    """Refuses agents that cannot make a tournament.

    Raises:
        UserError: If they are too few or too many, or one is there twice.
    """
    if players < 2:
        raise UserError("a tournament needs games of at least two players; evaluate measures a player alone")
    if not max(2, players) <= len(agents) <= MOST_AGENTS:
        allowed = f"{max(2, players)} to {MOST_AGENTS}"
        raise UserError(f"--agents: {len(agents)} given; a tournament of {players} players is for {allowed} of them")
    for name in agents:
        if list(agents).count(name) > 1:
            raise UserError(f"--agents: {shown(name)} is there twice; name each agent once")


def tournament(
    name: str,
    game: Game,
    agents: Sequence[str],
    games: int,
    seed: int = 0,
    processes: int = 1,
    most: int = lineups.MOST,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Plays a tournament.

    Args:
        name: The game's name on the command line.
        game: The game with its options.
        agents: The names of the agents, as ``evaluate`` takes them.
        games: How many games each line-up plays; rounded up to a multiple of the number of players.
        seed: Fixes the deals, all luck and the draw of line-ups.
        processes: How many processes play.
        most: Above this number of possible line-ups, a balanced draw of so many plays.
        progress: Called with the number of games finished since the last call.

    Raises:
        UserError: If something given is not allowed.
        Failure: If a process was ended from outside.
    """
    players = game.num_players
    check_agents(agents, players)
    check_number("--games", games, 1, MOST_GAMES)
    check_number("--seed", seed, 0, MOST_SEED)
    check_number("--processes", processes, 1, MOST_PROCESSES)
    check_number("--line-ups", most, 1, MOST_GAMES)
    chosen = lineups.line_ups(len(agents), players, most, seed)
    played, _ = play_line_ups(game, agents, chosen, -(-games // players), seed, processes, progress)
    return Results(name, game.name, game.options(), seed, tuple(agents), tuple(played))


def number_of_games(agents: int, players: int, games: int, most: int) -> int:
    """How many games a tournament plays in all."""
    return len(lineups.line_ups(agents, players, most, 0)) * -(-games // players) * players


def play_line_ups(
    game: Game,
    agents: Sequence[str],
    chosen: Sequence[LineUp],
    deals: int,
    seed: int,
    processes: int,
    progress: Callable[[int], None] | None = None,
    with_records: bool = False,
) -> tuple[list[Games], dict[tuple[LineUp, int, int], Mapping[str, Any]]]:
    """Plays these line-ups on the same deals, from each player.

    Returns:
        The games of each line-up, and, if asked for, their records by line-up, turn and deal.
    """
    plan = [
        Task(line_up, turn, chunk, number, with_records)
        for line_up in chosen
        for turn in range(len(line_up))
        for chunk, number in chunks(deals)
    ]
    outcomes = run(game, agents, seed, plan, processes, progress)
    parts: dict[tuple[LineUp, int], list[Outcome]] = {}
    records: dict[tuple[LineUp, int, int], Mapping[str, Any]] = {}
    for task, outcome in zip(plan, outcomes, strict=True):
        parts.setdefault((task.line_up, task.turn), []).append(outcome)
        for k, record in enumerate(outcome.records):
            records[task.line_up, task.turn, task.chunk * DEALS + k] = record
    found = []
    for line_up in chosen:
        turns = [_joined(parts[line_up, turn]) for turn in range(len(line_up))]
        found.append(Games.of_turns(line_up, turns))
    return found, records


def _joined(parts: Sequence[Outcome]) -> tuple[Any, Any]:
    return np.concatenate([part.scores for part in parts]), np.concatenate([part.winners for part in parts])
