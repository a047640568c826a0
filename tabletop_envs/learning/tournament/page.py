"""The leaderboard: a page made of ladders and their results."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_envs.learning.games import game_class
from tabletop_envs.learning.tournament.ladder import Ladder
from tabletop_envs.learning.tournament.results import Results
from tabletop_envs.learning.tournament.standings import Standings, described

HEAD = """# Leaderboard

Frozen agents of every game, rated on the same deals from every player. This page is written by `make leaderboard`;
[tournaments.md](tournaments.md) says how ratings are made, how your agent gets here, and how to check it.
"""


def page(ladders: Sequence[tuple[Ladder, Results]]) -> str:
    """The leaderboard as Markdown."""
    return "\n".join([HEAD, *(_section(ladder, results) for ladder, results in ladders)])


def _section(ladder: Ladder, results: Results) -> str:
    game = game_class(ladder.game)
    usual = game(num_players=ladder.players).options()
    special = {name: value for name, value in ladder.options.items() if value != usual.get(name)}
    standings = Standings.of(results, ladder.anchor)
    frozen = ", ".join(f"`{name}` {ladder.agents[name]}" for name in ladder.names)
    made = f"Version {ladder.version}, ladder `{ladder.path.stem}`. Fingerprints: {frozen}."
    title = f"## {game.title}, {ladder.players} players"
    return f"{title}\n\n{described(results, special)}\n{made}\n\n{standings.markdown()}"
