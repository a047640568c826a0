"""Evaluation over paired seeds: every deal is played once from each player.

An agent that meets itself wins exactly its share (1/players), because the players' random draws are paired as well:
the agent on player k draws from the same seed whoever it is, so two equal agents play the same games with players
swapped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents import Agent, Mix
from tabletop_envs.arguments import integer_within
from tabletop_envs.batch import Batch
from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.durable import shown_path
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.games import game_class, make_game
from tabletop_envs.learning.opponents import load_agent, made_for, read_mix
from tabletop_envs.learning.progress import bar
from tabletop_envs.learning.seeds import derive
from tabletop_envs.learning.statistics import margins, mean_and_error, wilson, win_shares

MakeAgent = Callable[[int], Agent]
"""Makes an agent whose draws are fixed by a seed."""

CHUNK = 512
"""Games played side by side."""

MOST_GAMES = 10_000_000
"""More games would take days and hold gigabytes of results."""


@dataclass(frozen=True)
class Evaluation:
    """What an agent achieved against opponents; intervals hold 95 %, errors are standard errors over deals."""

    game: str
    players: int
    agent: str
    opponents: str
    games: int
    deals: int
    seed: int
    win_rate: float
    win_low: float
    win_high: float
    win_rate_by_player: tuple[float, ...]
    score: float
    score_error: float
    opponents_score: float
    margin: float
    margin_error: float

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return asdict(self)

    def text(self) -> str:
        """A few lines for a terminal."""
        names = f"{shown_path(self.agent)} against {shown_path(self.opponents)}"
        lines = [f"{names}: {self.games} games, {self.deals} deals from every player"]
        if self.players > 1:
            players = ", ".join(f"{100 * rate:.1f}" for rate in self.win_rate_by_player)
            lines += [
                f"  win rate {100 * self.win_rate:.1f} %  (95 % interval {100 * self.win_low:.1f} to "
                f"{100 * self.win_high:.1f}; by player {players})",
                f"  margin   {self.margin:+.2f} +- {self.margin_error:.2f}",
            ]
        lines.append(f"  score    {self.score:.2f} +- {self.score_error:.2f}")
        if self.players > 1:
            lines[-1] += f"  (opponents {self.opponents_score:.2f})"
        return "\n".join(lines)


def evaluate(
    game: Game,
    agent: MakeAgent,
    opponents: MakeAgent,
    games: int,
    seed: int,
    names: tuple[str, str] = ("agent", "opponents"),
    progress: Callable[[int], None] | None = None,
) -> Evaluation:
    """Plays an agent against opponents.

    Args:
        game: The game with its options.
        agent: Makes the agent in question.
        opponents: Makes what plays the other players; one is made for each player.
        games: How many games; rounded up to a multiple of the number of players.
        seed: Fixes the deals and all draws.
        names: What to call the two in the result.
        progress: Called with the number of games finished since the last call.
    """
    players = game.num_players
    deals = -(-games // players)
    wins, scores, leads = (np.empty((deals, players)) for _ in range(3))
    others = np.zeros((deals, players))
    for player in range(players):
        table = [(agent if k == player else opponents)(derive(seed, 1, k)) for k in range(players)]
        final, winners = play(game, table, deals, seed, progress)
        wins[:, player] = win_shares(winners)[:, player]
        scores[:, player] = final[:, player]
        leads[:, player] = margins(final)[:, player]
        if players > 1:
            others[:, player] = np.delete(final, player, axis=1).mean(axis=1)
    score, score_error = mean_and_error(scores.mean(axis=1))
    margin, margin_error = mean_and_error(leads.mean(axis=1))
    low, high = wilson(float(wins.sum()), wins.size)
    return Evaluation(
        game=game.name,
        players=players,
        agent=names[0],
        opponents=names[1],
        games=wins.size,
        deals=deals,
        seed=seed,
        win_rate=float(wins.mean()),
        win_low=low,
        win_high=high,
        win_rate_by_player=tuple(float(rate) for rate in wins.mean(axis=0)),
        score=score,
        score_error=score_error,
        opponents_score=float(others.mean()),
        margin=margin,
        margin_error=margin_error,
    )


def compare(
    agent: str,
    opponents: str,
    game: str,
    games: int = 400,
    seed: int = 0,
    sample: bool = False,
    players: int | None = None,
    game_options: Mapping[str, Any] | None = None,
) -> Evaluation:
    """Evaluates agents by their names, as the command line does.

    Args:
        agent: An agent's name, as in :mod:`tabletop_envs.agents.names`.
        opponents: The same, or a mix such as ``greedy:0.5,random:0.5``.
        game: The game's name on the command line.
        games: How many games.
        seed: Fixes deals and draws.
        sample: Whether models draw their actions by probability instead of taking the likeliest.
        players: The number of players; by default as the agent was trained, else 2.
        game_options: The game's options; those not given are as the agent was trained, else the game's defaults.

    Raises:
        UserError: If a name or a path is unknown or a model does not fit the game.
    """
    if integer_within(games, 1, MOST_GAMES) is None:
        raise UserError(f"--games: {shown(games)} is out of range; allowed: 1 to {MOST_GAMES}")
    if integer_within(seed, 0, 2**63 - 1) is None:
        raise UserError(f"--seed: {shown(seed)} is out of range; allowed: 0 or more")
    mix = read_mix(opponents)
    trained = made_for(agent, game_class(game))
    if trained is not None and trained.game != game:
        trained = None
    if players is None:
        players = trained.players if trained else 2
    options = {**(trained.game_options if trained else {}), **(game_options or {})}
    the_game = make_game(game, players, options)

    def make_agent(draws: int) -> Agent:
        return load_agent(agent, the_game, draws, deterministic=not sample)

    def make_opponents(draws: int) -> Agent:
        return Mix([(load_agent(name, the_game, draws, deterministic=not sample), share, name) for name, share in mix])

    names = agent, opponents if players > 1 else "nobody"
    total = -(-games // players) * players
    with bar(f"{shown_path(agent)} against {shown_path(names[1])}", total) as advance:
        return evaluate(the_game, make_agent, make_opponents, games, seed, names, advance)


def play(
    game: Game,
    table: Sequence[Agent],
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """Plays games to their end, many side by side.

    Args:
        game: The game with its options.
        table: Who plays each player; an agent is asked once for all games that wait for its player.
        games: How many games.
        seed: Fixes the deals: game i is the same for every table.
        progress: Called with the number of games finished since the last call.

    Returns:
        The final scores and whether each player is among the winners, both of shape ``(games, players)``.
    """
    scores = np.zeros((games, game.num_players), np.int32)
    winners = np.zeros((games, game.num_players), np.bool_)
    for first in range(0, games, CHUNK):
        batch = Batch(game, min(CHUNK, games - first))
        batch.reset(derive(seed, 0, first))
        live = np.arange(batch.num_games)
        while len(live):
            for player, agent in enumerate(table):
                # Players come one after the other: whoever has moved waits for the next round of this loop.
                rows = live[batch.agent[live] == player]
                if len(rows):
                    batch.advance(rows, agent.choose(batch, rows))
            over = batch.agent[live] < 0
            if progress is not None and over.any():
                progress(int(over.sum()))
            live = live[~over]
        scores[first : first + len(batch.scores)] = batch.scores
        winners[first : first + len(batch.scores)] = batch.winners
    return scores, winners
