"""Plays thousands of games and tells what a game is like: length, choices, scores, players, strength of play.

    python -m benchmarks.figures                          plays Tiny Towns and prints
    python -m benchmarks.figures --game carcassonne       another game; ``all``: one after the other
    python -m benchmarks.figures --game all --markdown    writes each game's tables into its place in docs/figures.md
    python -m benchmarks.figures --quick                  a rough look

Seeds are fixed: the same command gives the same figures on every machine. A game's place on the page lies between
``<!-- figures-NAME:begin -->`` and ``<!-- figures-NAME:end -->``; only its own command changes it.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from benchmarks.games import GAMES, Entry
from benchmarks.measure import ROOT, one_thread, version_of
from benchmarks.play import Choices, OneAgainst, Played, Specifics, play
from benchmarks.tables import Table, insert, number, percent, require
from tabletop_envs.agents import make_agent
from tabletop_envs.learning.statistics import mean_and_error, wilson

PAGE = ROOT / "docs" / "figures.md"
AGENTS = ("random", "greedy")
ALL = "all"
TOLD = [name for name, entry in GAMES.items() if entry.specifics]
"""The games that figures are made of."""


def length_table(agent: str, by_players: dict[int, Played], specifics: Specifics) -> Table:
    """Rounds and decisions."""
    rows = []
    for players, played in by_players.items():
        rounds, total = specifics.rounds(played.games), played.decisions.sum(axis=1)
        rows.append(
            [
                f"{players}",
                f"{len(rounds):,}",
                f"{number(rounds.mean())} +- {number(rounds.std())}",
                f"{rounds.min()} to {rounds.max()}",
                f"{number(total.mean())} +- {number(total.std())}",
                f"{total.min()} to {total.max()}",
                number(played.decisions.mean()),
            ]
        )
    unit = f"{specifics.unit}, mean +- sd"
    head = ["players", "games", unit, "range", "decisions, mean +- sd", "range", "decisions a player"]
    return Table(f"Length of a game: {agent}", head, rows)


def choices_table(agent: str, by_players: dict[int, Played], phases: Sequence[str]) -> Table:
    """Legal actions by phase: mean (greatest)."""
    rows = []
    for place, phase in enumerate(phases):
        found = [played.choices.get(place) for played in by_players.values()]
        if any(found):
            rows.append([phase, *(f"{number(c.mean)} ({c.most})" if c else "" for c in found)])
    whole = []
    for played in by_players.values():
        every = Choices()
        for c in played.choices.values():
            every = Choices(every.decisions + c.decisions, every.legal + c.legal, max(every.most, c.most))
        whole.append(f"{number(every.mean)} ({every.most})")
    rows.append(["all decisions", *whole])
    return Table(
        f"Legal actions of a decision, mean (largest): {agent}",
        ["", *(_players(n) for n in by_players)],
        rows,
        ["Decisions with one legal action are not counted; the environment takes them by itself."],
    )


def scores_table(by_agent: dict[str, dict[int, Played]]) -> Table:
    """The distribution of final scores over all players."""
    rows = []
    for agent, by_players in by_agent.items():
        for players, played in by_players.items():
            scores = played.scores.ravel()
            low, middle, high = np.percentile(scores, [25, 50, 75])
            best = played.scores.max(axis=1).mean()
            rows.append(
                [
                    f"{agent}, {_players(players)}",
                    f"{scores.mean():.2f}",
                    f"{scores.std():.2f}",
                    f"{scores.min()}",
                    f"{low:g}",
                    f"{middle:g}",
                    f"{high:g}",
                    f"{scores.max()}",
                    f"{best:.2f}",
                ]
            )
    head = ["", "mean", "sd", "least", "quartile", "median", "quartile", "most", "best of a game"]
    return Table("Scores", head, rows)


def players_table(agent: str, by_players: dict[int, Played]) -> Table:
    """Win share by player, counted from the one that begins."""
    rows = []
    most = max(by_players)
    for players, played in by_players.items():
        if players > 1:
            shares = played.shares_from_first.sum(axis=0)
            cells = [_interval(share, len(played.games)) for share in shares]
            rows.append([f"{players}", percent(1 / players), *cells, *[""] * (most - players)])
    head = ["players", "fair share", *(_place(player) for player in range(most))]
    return Table(
        f"Win share by player: {agent}",
        head,
        rows,
        ["Players in turn order from the one that begins; in brackets 95 % Wilson intervals."],
    )


def strength_table(entry: Entry, games: int, seed: int, counts: Sequence[int], specifics: Specifics) -> Table:
    """One greedy player among random ones: every deal is played once with it as each of the players."""
    rows = []
    bare = replace(specifics, watch=None)
    for players in (n for n in counts if n > 1):
        game, deals = entry.make(num_players=players), -(-games // players)
        won, own, others, leads = (np.zeros((deals, players)) for _ in range(4))
        for player in range(players):
            one = OneAgainst(make_agent("greedy"), make_agent("random"), player)
            played = play(game, one, deals, seed, bare)
            rest = np.delete(played.scores, player, axis=1)
            won[:, player], own[:, player] = played.shares[:, player], played.scores[:, player]
            others[:, player], leads[:, player] = rest.mean(axis=1), played.scores[:, player] - rest.max(axis=1)
        lead, error = mean_and_error(leads.mean(axis=1))
        rows.append(
            [
                f"{players}",
                f"{won.size:,}",
                percent(1 / players),
                _interval(won.sum(), won.size),
                f"{own.mean():.2f}",
                f"{others.mean():.2f}",
                f"{lead:+.2f} +- {error:.2f}",
            ]
        )
    head = ["players", "games", "fair share", "greedy wins", "its mean score", "mean score of the others", "its lead"]
    notes = [
        "Every deal is played once with the greedy agent as each player. A victory shared by w players counts 1/w. The "
        "lead is over the best of the others, with its standard error over deals."
    ]
    return Table("One greedy player among random ones", head, rows, notes)


def _interval(wins: float, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{percent(wins / games)} ({100 * low:.1f} to {100 * high:.1f})"


def _place(player: int) -> str:
    return "begins" if player == 0 else f"{player + 1}."


def _players(n: int) -> str:
    return "1 player" if n == 1 else f"{n} players"


def tables(entry: Entry, counts: Sequence[int], games: dict[str, int], seed: int) -> list[Table]:
    """Plays everything and makes the tables."""
    specifics: Specifics = importlib.import_module(entry.specifics).SPECIFICS
    played: dict[str, dict[int, Played]] = {agent: {} for agent in AGENTS}
    for agent in AGENTS:
        for players in counts:
            print(f"{agent}, {_players(players)}: {games[agent]:,} games", file=sys.stderr, flush=True)
            game = entry.make(num_players=players)
            played[agent][players] = play(game, make_agent(agent), games[agent], seed, specifics)
    result = [length_table(agent, played[agent], specifics) for agent in AGENTS]
    result += [choices_table(agent, played[agent], specifics.phases) for agent in AGENTS]
    result.append(scores_table(played))
    if max(counts) > 1:
        result += [players_table(agent, played[agent]) for agent in AGENTS]
        result.append(strength_table(entry, games["greedy"], seed, counts, specifics))
    return [*result, *specifics.tables(played)]


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.figures", description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=[*TOLD, ALL], default=TOLD[0], help="which game")
    parser.add_argument("--games", type=int, default=10_000, help="random games per player count (default 10,000)")
    parser.add_argument("--greedy-games", type=int, default=2_000, help="greedy games per player count (default 2,000)")
    parser.add_argument("--players", metavar="N,...", help="player counts (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="fixes everything (default 1)")
    parser.add_argument("--quick", action="store_true", help="200 random and 100 greedy games each")
    parser.add_argument("--markdown", action="store_true", help=f"write the tables into {PAGE.relative_to(ROOT)}")
    options = parser.parse_args(arguments)
    if options.quick:
        options.games, options.greedy_games = 200, 100
    if min(options.games, options.greedy_games) < 1:
        parser.error("--games and --greedy-games must be positive")
    options.names = TOLD if options.game == ALL else [options.game]
    options.counts = {}
    for name in options.names:
        known = GAMES[name].players
        options.counts[name] = [int(n) for n in options.players.split(",")] if options.players else list(known)
        if not set(options.counts[name]) <= set(known):
            parser.error(f"--players: {GAMES[name].title} is for {', '.join(map(str, known))}")
    return options


def command(name: str, options: argparse.Namespace) -> str:
    """The command that makes the figures of one game, as it stands above them."""
    words = ["python -m benchmarks.figures", f"--game {name}"]
    if options.quick:
        words.append("--quick")
    else:
        words += [f"--games {options.games}"] if options.games != 10_000 else []
        words += [f"--greedy-games {options.greedy_games}"] if options.greedy_games != 2_000 else []
    words += [f"--players {options.players}"] if options.players else []
    words += [f"--seed {options.seed}"] if options.seed != 1 else []
    return " ".join([*words, *(["--markdown"] if options.markdown else [])])


def place(name: str) -> str:
    """The name of a game's place on the page."""
    return f"figures-{name}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays, prints and, if wanted, writes the page."""
    options = parsed(arguments)
    one_thread()
    for name in options.names if options.markdown else ():
        require(PAGE, place(name))
    for name in options.names:
        entry, games = GAMES[name], {"random": options.games, "greedy": options.greedy_games}
        settings = [f"{key}={value}" for key, value in entry.headline.items() if key != "num_players"]
        about = (
            f"Made by `{command(name, options)}`: {entry.title} of tabletop-envs "
            f"{version_of('tabletop-envs') or '(not installed)'}, {', '.join([*settings, f'seed {options.seed}'])}."
        )
        made = tables(entry, options.counts[name], games, options.seed)
        print(f"{about}\n")
        for table in made:
            print(table.plain(), flush=True)
        if options.markdown:
            insert(PAGE, place(name), "\n".join([f"{about}\n", *(table.markdown() for table in made)]))
            print(f"written to {PAGE.relative_to(ROOT)}", flush=True)


if __name__ == "__main__":
    main()
