"""Measures how fast the environments are, beside other libraries in the same run.

    python -m benchmarks.throughput                      Tiny Towns, everything that is installed
    python -m benchmarks.throughput --game carcassonne   another game; ``all``: one after the other
    python -m benchmarks.throughput --quick              a rough look
    python -m benchmarks.throughput --only engine,interfaces
    python -m benchmarks.throughput --profile            where the time of a batch step goes
    python -m benchmarks.throughput --markdown           writes the tables into the game's place in docs/benchmarks.md

Rates are steps per CPU-second of one process kept on one core, random legal play, mask and observation included; the
median of several windows and their range. A step is one action taken through the mask; what an environment plays by
itself does not count.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import numpy as np

from benchmarks.games import GAMES, Entry
from benchmarks.measure import ROOT, Effort, Rate, apart, machine, one_thread, ratios
from benchmarks.ours import GROUPS, Start, starts
from benchmarks.peers import PEERS, measure_peer
from benchmarks.shares import SIZE, Profile, profile
from benchmarks.tables import Table, insert, number, percent, require
from tabletop_envs.masks import padded

T = TypeVar("T")

PAGE = ROOT / "docs" / "benchmarks.md"
PACKAGES = ["tabletop-envs", "numpy", "numba", "gymnasium", "pettingzoo", "sb3-contrib", "torch"]
PEER_PACKAGES = ["open_spiel", "rlcard", "pgx", "jax"]
ALL = "all"
SECTIONS = (*GROUPS, "starts", "peers")
TITLES = {
    "engine": "Batch, by size",
    "games": "Whole games in compiled code, masks included",
    "stages": "Steps in compiled code by how far the game is",
    "players": "Batch of 256, by number of players",
    "interfaces": "Interfaces",
    "agents": "What search is made of",
    "training": "Training: learner steps of masked PPO",
}


def rate_table(
    title: str, rates: Sequence[Rate], goals: dict[str, float], notes: Sequence[str] = (), unit: str = "steps"
) -> Table:
    """Rates with their ranges, and goals where there are any."""
    rows = []
    for rate in rates:
        goal = goals.get(rate.name)
        rows.append(
            [rate.name, number(rate.median), _span(rate), number(goal) if goal else "", number(max(rate.per_wall))]
        )
    return Table(title, ["", f"{unit} per CPU-second", "range", "goal", "best per second of the clock"], rows, notes)


def _span(rate: Rate) -> str:
    return f"{number(min(rate.per_cpu))} to {number(max(rate.per_cpu))}"


def group_table(group: str, rates: list[Rate], entry: Entry) -> Table:
    """The table of one group of cases."""
    goals, notes = dict(entry.goals), []
    named = {rate.name: rate for rate in rates}
    if group == "engine":
        best = best_batch(rates)
        if "batch" in goals:
            goals[best.name] = goals.pop("batch")
        notes.append(sizes(entry))
    if group == "stages":
        alone, masked = ([rate.median for rate in rates if rate.name.endswith(end)] for end in ("alone", "masks"))
        notes.append(
            "Every action counts here, forced ones too. From the quickest to the slowest stage a step alone takes "
            f"{number(1e9 / max(alone))} to {number(1e9 / min(alone))} ns, with its mask "
            f"{number(1e9 / max(masked))} to {number(1e9 / min(masked))} ns; the mask is written again for each."
        )
    if group == "interfaces":
        for ours, free in (("raw_env()", "free game, raw"), ("env()", "free game, wrapped")):
            share = statistics.median(ratios(named[ours], named[free]))
            notes.append(f"{ours} runs at {percent(share)} of a game without rules in the same interface.")
    if group == "agents":
        notes.append(f"One copy of a game inside the engine: {number(1e6 / named['copy'].median)} microseconds.")
    return rate_table(TITLES[group], rates, goals, notes, "games" if group == "games" else "steps")


def best_batch(rates: Sequence[Rate]) -> Rate:
    """The quickest batch of the game itself."""
    own = (rate for rate in rates if rate.name.startswith("batch") and rate.name.endswith("rollout"))
    return max(own, key=lambda rate: rate.median)


def sizes(entry: Entry) -> str:
    """How many bytes a game and what is shown of it take."""
    game = entry.make()
    seen = game.layout.size * np.dtype(game.observation_dtype).itemsize
    return (
        f"A game is a record of {game.dtype.itemsize:,} bytes; its observation takes {seen:,} bytes, its mask "
        f"{padded(game.num_actions):,}."
    )


def starts_table(measured: list[Start]) -> Table:
    """Seconds until a fresh process is ready."""
    rows = [
        [
            name,
            f"{statistics.median(wall):.2f}",
            f"{statistics.median(cpu):.2f}",
            str(len(wall)),
            "yes" if torch else "no",
        ]
        for name, wall, cpu, torch in measured
    ]
    return Table("Start of a fresh process", ["", "seconds", "CPU-seconds", "runs", "torch loaded"], rows)


def peers_table(peers: list[Rate], batch: Rate | None, raw: Rate | None, elsewhere: str = "") -> Table:
    """Other libraries, and how many times faster we are; below, what is known of others from elsewhere."""
    ours = [(rate, label) for rate, label in ((batch, f"{batch.name}" if batch else ""), (raw, "raw_env()")) if rate]
    rows = []
    for rate in [*(rate for rate, _ in ours), *peers]:
        times = [number(own.median / rate.median) for own, _ in ours]
        rows.append([rate.name, number(rate.median), _span(rate), *times])
    head = ["", "steps per CPU-second", "range", *(f"{label}: times as fast" for _, label in ours)]
    return Table("Beside other libraries", head, rows, [elsewhere] if elsewhere else [])


def profile_table(found: Profile) -> Table:
    """Shares of a step."""
    total = sum(part.nanoseconds for part in found.parts)
    rows = [
        [
            part.name,
            number(part.nanoseconds / max(1, part.calls)),
            f"{part.calls / found.steps:.2f}",
            number(part.nanoseconds / found.steps),
            percent(part.nanoseconds / total),
        ]
        for part in found.parts
    ]
    rows.append(["all parts", "", "", number(total / found.steps), percent(1.0)])
    rows.append(["the same in one piece (rollout)", "", "", number(found.whole), ""])
    head = ["", "ns a call", "calls a step", "ns a step", "share"]
    return Table(f"Where the time of a step in a batch of {SIZE} goes", head, rows)


def sections(name: str, chosen: Sequence[str], effort: Effort) -> Iterator[Table]:
    """Measures section after section."""
    entry = GAMES[name]
    batch = raw = None
    for section in chosen:
        if section == "stages" and not entry.stages:
            continue
        if section == "starts":
            measured = attempt(section, starts, name, max(1, effort.repeats // 2))
            if measured is not None:
                yield starts_table(measured)
        elif section == "peers":
            yield peers_table(list(peer_rates(effort)), batch, raw, entry.elsewhere)
        else:
            rates = attempt(section, GROUPS[section], name, effort)
            if rates is None:
                continue
            yield group_table(section, rates, entry)
            if section == "engine":
                batch = best_batch(rates)
            if section == "interfaces":
                raw = rates[0]


def peer_rates(effort: Effort) -> Iterator[Rate]:
    """Measures the peers that are installed."""
    for peer in PEERS:
        rate = attempt(peer.label, measure_peer, peer.label, effort)
        if rate is not None:
            yield rate


def attempt(label: str, function: Callable[..., T], *arguments: Any) -> T | None:
    """What the function finds in a process of its own; ``None`` and a line if something is missing."""
    try:
        return apart(function, *arguments)
    except ImportError as error:
        print(f"{label}: skipped ({error})", file=sys.stderr, flush=True)
    except BrokenProcessPool:
        print(f"{label}: skipped (its process ended)", file=sys.stderr, flush=True)
    return None


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.throughput", description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=[*GAMES, ALL], default=next(iter(GAMES)), help="which game")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU-seconds of one window (default 1)")
    parser.add_argument("--repeats", type=int, default=5, help="windows of every case (default 5)")
    parser.add_argument("--quick", action="store_true", help="three windows of 0.2 seconds each")
    parser.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True, help="other libraries as well")
    parser.add_argument("--only", metavar="SECTION,...", help=f"some of {', '.join(SECTIONS)}")
    parser.add_argument("--profile", action="store_true", help="only where the time of a batch step goes")
    parser.add_argument("--markdown", action="store_true", help=f"write the tables into {PAGE.relative_to(ROOT)}")
    options = parser.parse_args(arguments)
    if options.quick:
        options.seconds, options.repeats = 0.2, 3
    if options.seconds <= 0 or options.repeats < 1:
        parser.error("--seconds and --repeats must be positive")
    chosen = options.only.split(",") if options.only else [s for s in SECTIONS if s != "peers" or options.peers]
    unknown = [section for section in chosen if section not in SECTIONS]
    if unknown:
        parser.error(f"--only: no section {unknown[0]!r}; there are {', '.join(SECTIONS)}")
    options.names = [name for name, entry in GAMES.items() if entry.goals] if options.game == ALL else [options.game]
    options.sections = [section for section in SECTIONS if section in chosen]
    return options


def command(name: str, options: argparse.Namespace) -> str:
    """The command that measures one game, as it stands above the tables."""
    words = ["python -m benchmarks.throughput", f"--game {name}"]
    if options.quick:
        words.append("--quick")
    else:
        words += [f"--seconds {options.seconds:g}"] if options.seconds != 1.0 else []
        words += [f"--repeats {options.repeats}"] if options.repeats != 5 else []
    words += [] if options.peers else ["--no-peers"]
    words += [f"--only {options.only}"] if options.only else []
    words += ["--profile"] if options.profile else []
    return " ".join([*words, *(["--markdown"] if options.markdown else [])])


def place(name: str, profile: bool = False) -> str:
    """The name of a game's place on the page."""
    return f"{'profile' if profile else 'throughput'}-{name}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, prints and, if wanted, writes the page."""
    options = parsed(arguments)
    one_thread()
    for name in options.names if options.markdown else ():
        require(PAGE, place(name, options.profile))
    for name in options.names:
        report(name, options)


def report(name: str, options: argparse.Namespace) -> None:
    """Measures one game, prints and, if wanted, writes its place on the page."""
    effort = Effort(options.seconds, options.repeats)
    with_peers = "peers" in options.sections and not options.profile
    about = machine(PACKAGES + (PEER_PACKAGES if with_peers else []))
    print(f"{command(name, options)}\n{about}\n", flush=True)
    found = iter([profile_table(apart(profile, name, effort))]) if options.profile else None
    tables = []
    for table in found or sections(name, options.sections, effort):
        print(table.plain(), flush=True)
        tables.append(table)
    if hasattr(os, "getloadavg"):
        about += f"; load average at the end {os.getloadavg()[0]:.1f}"
    if options.markdown:
        text = [f"Made by `{command(name, options)}` on: {about}.\n", *(table.markdown() for table in tables)]
        insert(PAGE, place(name, options.profile), "\n".join(text))
        print(f"written to {PAGE.relative_to(ROOT)}", flush=True)


if __name__ == "__main__":
    main()
