"""A ladder: frozen agents of one game, and the tournament that rates them.

An agent is frozen by what it plays: its fingerprint is a digest of its choices in the ladder's first deals, so code,
weights, features and rules all enter it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.durable import explain, shown_path
from tabletop_envs.learning.failures import Failure, UserError
from tabletop_envs.learning.games import make_game
from tabletop_envs.learning.tournament import lineups
from tabletop_envs.learning.tournament.playing import play_chunk
from tabletop_envs.learning.tournament.results import Results
from tabletop_envs.learning.tournament.tournament import (
    MOST_GAMES,
    MOST_SEED,
    check_agents,
    check_number,
    tournament,
)
from tabletop_envs.learning.tournament.workers import Worker

FROZEN_DEALS = 4
"""Deals whose play makes a fingerprint."""
RESULTS = "results"
"""The folder beside a ladder that holds its games."""

_MOST_BYTES = 200_000_000


@dataclass(frozen=True)
class Ladder:
    """What a ladder's file says.

    Attributes:
        path: The file.
        game: The game's name on the command line.
        environment: The environment that it is about, with its version; empty until the ladder is frozen.
        version: The version of the package that froze it.
        options: The game's options.
        seed: Fixes deals and luck.
        games: How many games each line-up plays.
        line_ups: How many line-ups are played at most.
        anchor: The agent whose rating is 1000.
        agents: The agents by name, each with its fingerprint; empty until the ladder is frozen.
    """

    path: Path
    game: str
    environment: str
    version: str
    options: Mapping[str, Any]
    seed: int
    games: int
    line_ups: int
    anchor: str
    agents: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the agents."""
        return tuple(self.agents)

    @property
    def deals(self) -> int:
        """How many deals each line-up plays."""
        return -(-self.games // self.players)

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return int(self.options["num_players"])

    @property
    def results_path(self) -> Path:
        """Where its games are kept."""
        return self.path.parent / RESULTS / self.path.name

    def make_game(self) -> Game:
        """The game with its options.

        Raises:
            UserError: If there is no such game, or it is another version of it.
        """
        options = dict(self.options)
        game = make_game(self.game, options.pop("num_players"), options)
        if self.environment not in ("", game.name):
            raise UserError(f"{shown_path(self.path)} is about {shown(self.environment)}; this is {game.name}")
        return game

    def text(self) -> str:
        """What the file holds."""
        names = ("game", "environment", "version", "options", "seed", "games", "line_ups", "anchor", "agents")
        return json.dumps({name: getattr(self, name) for name in names}, indent=2) + "\n"


def read_json(path: Path) -> Any:
    """The content of a JSON file.

    Raises:
        UserError: If it cannot be read.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UserError(f"{shown_path(path)} is larger than {_MOST_BYTES // 10**6} MB")
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(explain(error)) from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{shown_path(path)} is not JSON: {error}") from None


def read_ladder(path: Path) -> Ladder:
    """Reads a ladder's file.

    Raises:
        UserError: If it is missing or malformed.
    """
    found = read_json(path)
    known = {"game", "environment", "version", "options", "seed", "games", "line_ups", "anchor", "agents"}
    where = shown_path(path)
    if not isinstance(found, dict) or not {"game", "options", "agents"} <= found.keys() <= known:
        raise UserError(
            f"{where} is no ladder; expected an object with game, options and agents, and of {sorted(known)}"
        )
    agents, options = found["agents"], found["options"]
    if not isinstance(agents, dict) or not all(isinstance(value, str) for value in agents.values()):
        raise UserError(f"{where}: agents: expected an object of names and fingerprints, empty ones before freezing")
    if not isinstance(options, dict) or not isinstance(options.get("num_players"), int):
        raise UserError(f"{where}: options: expected an object with num_players")
    ladder = Ladder(
        path=path,
        game=str(found["game"]),
        environment=str(found.get("environment", "")),
        version=str(found.get("version", "")),
        options=options,
        seed=check_number(f"{where}: seed", found.get("seed", 0), 0, MOST_SEED),
        games=check_number(f"{where}: games", found.get("games", 400), 1, MOST_GAMES),
        line_ups=check_number(f"{where}: line_ups", found.get("line_ups", lineups.MOST), 1, MOST_GAMES),
        anchor=str(found.get("anchor", "greedy")),
        agents=agents,
    )
    check_agents(ladder.names, ladder.players)
    if ladder.anchor not in agents:
        raise UserError(f"{where}: the anchor {shown(ladder.anchor)} is not among the agents")
    return ladder


def fingerprint(game: Game, name: str, seed: int) -> str:
    """12 hexadecimal digits for what an agent plays against itself in a ladder's first deals.

    Raises:
        UserError: If there is no such agent, or it does not fit the game.
    """
    agent = Worker(game, [name], seed).agents[0]
    played = play_chunk(game, [agent] * game.num_players, seed, 0, FROZEN_DEALS)
    digest = hashlib.sha256(json.dumps([played.steps, played.scores.tolist()]).encode())
    return digest.hexdigest()[:12]


def freeze(ladder: Ladder) -> Ladder:
    """The ladder with the environment and the agents as they are now.

    Raises:
        UserError: If an agent is unknown, or does not play the same twice.
    """
    game = replace(ladder, environment="").make_game()
    agents = {}
    for name in ladder.names:
        agents[name] = fingerprint(game, name, ladder.seed)
        if fingerprint(game, name, ladder.seed) != agents[name]:
            raise UserError(f"{shown(name)} plays differently every time (a budget in time?), so it cannot be frozen")
    version = importlib.metadata.version("tabletop-envs")
    return replace(ladder, environment=game.name, version=version, options=game.options(), agents=agents)


def check_frozen(ladder: Ladder, game: Game) -> None:
    """Holds all agents to their fingerprints.

    Raises:
        Failure: If one plays differently now, or was never frozen.
    """
    where = shown_path(ladder.path)
    for name, frozen in ladder.agents.items():
        if not frozen:
            raise Failure(f"{where}: {shown(name)} is not frozen yet; run the ladder with --freeze")
        now = fingerprint(game, name, ladder.seed)
        if now != frozen:
            raise Failure(f"{where}: {shown(name)} no longer plays as it was frozen ({now}, not {frozen})")


def run_ladder(
    ladder: Ladder, processes: int, progress: Callable[[int], None] | None = None, seed: int | None = None
) -> Results:
    """Plays a ladder's games.

    Args:
        ladder: The ladder.
        processes: How many processes play.
        progress: Called with the number of games finished since the last call.
        seed: Instead of the ladder's.

    Raises:
        Failure: If an agent no longer plays as it was frozen.
    """
    game = ladder.make_game()
    check_frozen(ladder, game)
    chosen = ladder.seed if seed is None else seed
    return tournament(ladder.game, game, ladder.names, ladder.games, chosen, processes, ladder.line_ups, progress)


def read_results(ladder: Ladder) -> Results:
    """The games that a ladder has played.

    Raises:
        UserError: If there are none, or they are of another ladder.
    """
    where = shown_path(ladder.results_path)
    if not ladder.results_path.is_file():
        raise UserError(
            f"there is no {where}; play the ladder first: tabletop-envs ladder run {shown_path(ladder.path)}"
        )
    try:
        results = Results.from_json(read_json(ladder.results_path))
    except ValueError as error:
        raise UserError(f"{where}: {error}") from None
    played = results.game, results.environment, results.seed, results.agents, results.deals
    if played != (ladder.game, ladder.environment, ladder.seed, ladder.names, ladder.deals):
        raise UserError(f"{where} is not of {shown_path(ladder.path)} as it is now; play the ladder again")
    return results


def joined(results: Results, name: str, games: Sequence[Any]) -> Results:
    """Results with the games of one more agent."""
    return replace(results, agents=(*results.agents, name), games=(*results.games, *games))


def differences(before: Any, after: Any) -> tuple[Any, Any]:
    """How far ratings have moved, and by how much they could by chance, each agent's probability shared out evenly.

    All ratings together stay within that in at least 95 % of reruns in which nothing has changed.
    """
    others = max(1, len(before.points) - 1)
    share = 1 - 0.05 / others
    moved = after.points - before.points
    allowed = []
    for k, way in enumerate(moved):
        facing, other = (1, 0) if way > 0 else (0, 1)
        first = before.interval(share)[facing][k] - before.points[k]
        second = after.points[k] - after.interval(share)[other][k]
        allowed.append(float(np.hypot(first, second)))
    return moved, np.array(allowed)
