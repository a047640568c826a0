"""The command ``ladder``: playing, publishing, entering, verifying and checking."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tabletop_envs.learning.durable import make_folder, shown_path
from tabletop_envs.learning.extra import require_extra
from tabletop_envs.learning.failures import Failure, UserError
from tabletop_envs.learning.progress import rich_bar
from tabletop_envs.learning.targets import check_target, write_target
from tabletop_envs.learning.tournament.commands import add_processes
from tabletop_envs.learning.tournament.entry import enter, entrants_line_ups, verify
from tabletop_envs.learning.tournament.ladder import (
    Ladder,
    check_frozen,
    differences,
    freeze,
    joined,
    read_ladder,
    read_results,
    run_ladder,
)
from tabletop_envs.learning.tournament.page import page
from tabletop_envs.learning.tournament.ratings import anchor_of, rate
from tabletop_envs.learning.tournament.results import json_text
from tabletop_envs.learning.tournament.standings import Standings
from tabletop_envs.learning.tournament.tournament import MOST_SEED, check_number, number_of_games

_ENTRY_GAMES = 100


def add_ladder(parser: argparse.ArgumentParser) -> None:
    """Adds the commands of ladders."""
    parser.description = (
        "Ladders: frozen agents of a game, rated; outside agents enter with the records of their games."
    )
    commands = parser.add_subparsers(metavar="WHAT", required=True)

    def add(name: str, action: Callable[..., None], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        sub.set_defaults(command=lambda chosen: action(**chosen))
        return sub

    run = add("run", _run, "play the games of ladders, and write their results beside them")
    run.add_argument("ladders", nargs="+", type=Path, metavar="LADDER", help="files of ladders")
    again = "take the agents as they play now, in place of how they were frozen; a new ladder is frozen in any case"
    run.add_argument("--freeze", action="store_true", help=again)
    add_processes(run.add_argument_group("speed"))

    publish = add("page", _page, "write the leaderboard of ladders that have been played")
    publish.add_argument("ladders", nargs="+", type=Path, metavar="LADDER", help="files of ladders")
    publish.add_argument("--out", type=Path, required=True, metavar="FILE", help="a Markdown file")

    one = add("enter", _enter, "play an agent against those of a ladder, and write the records as its entry")
    one.add_argument("ladder", type=Path, metavar="LADDER", help="the file of the ladder")
    one.add_argument("--agent", required=True, metavar="WHO", help="an agent, as evaluate takes it")
    one.add_argument("--name", default=None, metavar="NAME", help="what it is called (default: as --agent)")
    one.add_argument("--games", type=int, default=_ENTRY_GAMES, metavar="N", help="games of each line-up")
    one.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the entry goes")
    add_processes(one.add_argument_group("speed"))

    check = add("verify", _verify, "replay an entry, check its deals, moves and results, and say where it stands")
    check.add_argument("ladder", type=Path, metavar="LADDER", help="the file of the ladder")
    check.add_argument("entry", type=Path, metavar="ENTRY", help="the file of the entry")

    rerun = add("check", _check, "play a ladder on other deals; fail if a rating has left its interval")
    rerun.add_argument("ladder", type=Path, metavar="LADDER", help="the file of the ladder")
    rerun.add_argument(
        "--games", type=int, default=None, metavar="N", help="games of each line-up (default: a quarter)"
    )
    rerun.add_argument("--seed", type=int, default=None, metavar="N", help="of the rerun (default: the ladder's + 1)")
    add_processes(rerun.add_argument_group("speed"))


def _run(ladders: Sequence[Path], freeze: bool, processes: int) -> None:
    require_extra("tournament", "a ladder")
    check_number("--processes", processes, 1, 512)
    for ladder in [read_ladder(path) for path in ladders]:
        fresh = not any(ladder.agents.values())  # nobody has frozen it yet
        play_and_write(_frozen_now(ladder) if freeze or fresh else ladder, processes)


def _frozen_now(ladder: Ladder) -> Ladder:
    frozen = freeze(ladder)
    write_target("ladder", frozen.path, frozen.text())
    return frozen


def play_and_write(ladder: Ladder, processes: int) -> None:
    """Plays a ladder and writes its results."""
    with _bar(ladder.path, ladder, ladder.games) as advance:
        results = run_ladder(ladder, processes, advance)
    make_folder(ladder.results_path.parent)
    write_target("results", ladder.results_path, json_text(results.to_json(), one_a_line="games"))
    print(f"{shown_path(ladder.path)}: {shown_path(ladder.results_path)} is written")


def _bar(path: Path, ladder: Ladder, games: int) -> Any:
    total = number_of_games(len(ladder.names), ladder.players, games, ladder.line_ups)
    return rich_bar(shown_path(path.stem), total)


def _page(ladders: Sequence[Path], out: Path) -> None:
    require_extra("tournament", "a leaderboard")
    check_target("--out", out)
    found = [read_ladder(path) for path in ladders]
    write_target("--out", out, page([(ladder, read_results(ladder)) for ladder in found]))


def _enter(ladder: Path, agent: str, name: str | None, games: int, out: Path, processes: int) -> None:
    check_target("--out", out)
    found = read_ladder(ladder)
    check_number("--processes", processes, 1, 512)
    check_number("--games", games, 1, found.games)
    deals = -(-games // found.players)
    total = len(entrants_line_ups(found)) * deals * found.players
    with rich_bar(f"{shown_path(agent)} on {found.path.stem}", total) as advance:
        entry = enter(found, agent, agent if name is None else name, deals, processes, advance)
    write_target("--out", out, json_text(entry, one_a_line="games"))
    print(f"{total} games, {deals} deals; {shown_path(out)} is written")


def _verify(ladder: Path, entry: Path) -> None:
    require_extra("tournament", "a rating")
    found = read_ladder(ladder)
    results = read_results(found)
    with rich_bar(f"replaying {shown_path(entry)}", len(entrants_line_ups(found)) * found.games) as advance:
        verified = verify(found, entry, advance)
    number = sum(games.scores.shape[0] * games.scores.shape[1] for games in verified.games)
    standings = Standings.of(joined(results, verified.agent, verified.games), found.anchor)
    place = [one.agent for one in standings.agents].index(verified.agent)
    one = standings.agents[place]
    print(f"{number:,} games are legal, of the ladder's deals, and end as they say")
    print(f"{verified.moves:,} moves of the ladder's agents are those that they choose")
    print(
        f"{shown_path(verified.agent)} stands at place {place + 1} of {len(standings.agents)}, rating "
        f"{one.rating:.0f} ({one.rating_low:.0f} to {one.rating_high:.0f})\n"
    )
    print(standings.markdown(), end="")


def _check(ladder: Path, games: int | None, seed: int | None, processes: int) -> None:
    require_extra("tournament", "a rating")
    found = read_ladder(ladder)
    check_number("--processes", processes, 1, 512)
    number = max(found.players, found.games // 4) if games is None else check_number("--games", games, 1, found.games)
    other = (found.seed + 1) % MOST_SEED if seed is None else check_number("--seed", seed, 0, MOST_SEED)
    if other == found.seed:
        raise UserError(f"--seed: {other} is the ladder's own; a check plays other deals")
    check_frozen(found, found.make_game())
    anchor = anchor_of(found.names, found.anchor)
    before = rate(read_results(found), anchor)
    with _bar(ladder, found, number) as advance:
        after = rate(run_ladder(replace(found, games=number), processes, advance, other), anchor)
    moved, allowed = differences(before, after)
    left = []
    for k, name in enumerate(found.names):
        beyond = abs(moved[k]) > allowed[k]
        left += [shown_path(name)] if beyond else []
        print(
            f"{shown_path(name)}: {before.points[k]:.0f}, now {after.points[k]:.0f}; moved by {abs(moved[k]):.0f}, "
            f"by chance up to {allowed[k]:.0f}{'  LEFT ITS INTERVAL' if beyond else ''}"
        )
    if left:
        raise Failure(f"{shown_path(ladder)}: {', '.join(left)} left the interval on other deals (seed {other})")
