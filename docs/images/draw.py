"""Draws the pictures of the documentation: three greedy players in the middle of a game (``make picture``)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from carc_gold_env import carcassonne_gold_v0
from tabletop_envs.agents import make_agent
from tabletop_envs.batch import Batch
from tt_env import tiny_towns_v0

SEED = 7
ROUND = 15
FORTUNE_ROUND = 45
TILES = 52


def draw(name: str, games: Batch, is_there: Callable[[Any], bool], seed: int = SEED) -> None:
    """Plays until the game is there, and draws it."""
    games.reset(seed)
    greedy, row = make_agent("greedy"), np.zeros(1, np.int64)
    while not is_there(games.games[0]):
        games.step(greedy.choose(games, row))
    path = Path(__file__).with_name(f"{name}.svg")
    path.write_text(games.game.svg(games.games) + "\n", encoding="utf-8")
    print(path)


def main() -> None:
    """Draws a game of each kind."""
    draw("tiny_towns", tiny_towns_v0.batch(1, num_players=3), lambda g: g["round"] == ROUND)
    fortune = tiny_towns_v0.batch(1, num_players=3, fortune=True, cards=["museum", "jeweler", "statue"])
    draw("fortune", fortune, lambda g: g["round"] == FORTUNE_ROUND, seed=2)
    draw(
        "carcassonne",
        carcassonne_gold_v0.batch(1, num_players=3),
        lambda g: g["tiles"] >= TILES and g["phase"] == 0,
    )


if __name__ == "__main__":
    main()
