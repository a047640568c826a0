"""The command ``tournament``: its flags, and what it writes."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop_envs.learning.extra import require_extra
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.games import make_game
from tabletop_envs.learning.progress import rich_bar
from tabletop_envs.learning.targets import check_target, write_target
from tabletop_envs.learning.tournament.lineups import MOST
from tabletop_envs.learning.tournament.ratings import anchor_of
from tabletop_envs.learning.tournament.results import json_text
from tabletop_envs.learning.tournament.standings import Standings, described
from tabletop_envs.learning.tournament.tournament import number_of_games, tournament
from tabletop_envs.learning.tournament.workers import cores


def add_tournament(parser: argparse.ArgumentParser) -> None:
    """Adds the flags of the tournament itself."""
    group = parser.add_argument_group("the tournament")
    who = "agents, as evaluate takes them"
    group.add_argument("--agents", nargs="+", required=True, metavar="WHO", help=who)
    each = "games of each line-up, rounded up to whole rounds of all players"
    group.add_argument("--games", type=int, default=400, metavar="N", help=each)
    group.add_argument("--seed", type=int, default=0, metavar="N", help="fixes deals and draws")
    most = "with more possible line-ups than these, a balanced draw of so many plays"
    group.add_argument("--line-ups", type=int, default=MOST, dest="most", metavar="N", help=most)
    anchor = "the agent whose rating is 1000 (default: greedy, else the first)"
    group.add_argument("--anchor", default=None, metavar="WHO", help=anchor)
    add_processes(group)
    group.add_argument("--json", type=Path, default=None, metavar="FILE", help="write everything there; - prints it")
    group.add_argument("--markdown", type=Path, default=None, metavar="FILE", help="write the tables there")


def add_processes(group: argparse._ArgumentGroup) -> None:
    """Adds the flag for the number of processes."""
    shared = "how many processes play; the result does not depend on it (default: one for each core)"
    group.add_argument("--processes", type=int, default=cores(), metavar="N", help=shared)


def run_tournament(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    most: int,
    anchor: str | None,
    processes: int,
    json: Path | None,
    markdown: Path | None,
    game_options: Mapping[str, Any],
    players: int = 2,
) -> None:
    """Plays a tournament and writes its tables.

    Raises:
        UserError: If something given is not allowed; nothing was played then.
    """
    require_extra("tournament", "a tournament")
    for flag, target in (("--json", json), ("--markdown", markdown)):
        if target is not None and str(target) != "-":
            check_target(flag, target)
    try:
        anchor_of(agents, anchor)
    except ValueError as error:
        raise UserError(f"--anchor: {error}") from None
    the_game = make_game(game, players, game_options)
    total = number_of_games(len(agents), players, games, most) if len(agents) >= players and games > 0 else 1
    with rich_bar(f"{len(agents)} agents, {the_game.title}", total) as advance:
        results = tournament(game, the_game, agents, games, seed, processes, most, advance)
    standings = Standings.of(results, anchor)
    tables = f"{described(results)}\n\n{standings.markdown()}"
    text = json_text(results.to_json() | standings.to_json(), one_a_line="games")
    print(text if str(json) == "-" else tables, end="")
    if json is not None and str(json) != "-":
        write_target("--json", json, text)
    if markdown is not None:
        write_target("--markdown", markdown, tables)
