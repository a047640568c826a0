"""Draws the picture of the documentation: three greedy players in the middle of a game (``make picture``)."""

from pathlib import Path

import numpy as np

from env_core.agents import make_agent
from tt_env import tiny_towns_v0

SEED = 7
ROUND = 15


def main() -> None:
    """Plays up to the beginning of a round and draws the table."""
    games = tiny_towns_v0.batch(1, num_players=3)
    games.reset(SEED)
    greedy, row = make_agent("greedy"), np.zeros(1, np.int64)
    while games.games["round"][0] < ROUND:
        games.step(greedy.choose(games, row))
    path = Path(__file__).with_name("tiny_towns.svg")
    path.write_text(games.game.svg(games.games) + "\n", encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
