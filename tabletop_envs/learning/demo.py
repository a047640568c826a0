"""The demonstration: a few minutes of training, an evaluation, and one game to look at."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tabletop_envs.agents import Agent
from tabletop_envs.agents.model_file import CANDIDATES, FLAT
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game
from tabletop_envs.history import History
from tabletop_envs.learning import ppo
from tabletop_envs.learning.callbacks import Progress
from tabletop_envs.learning.durable import shown_path, write_text
from tabletop_envs.learning.evaluate import compare
from tabletop_envs.learning.games import game_class
from tabletop_envs.learning.opponents import load_agent
from tabletop_envs.learning.options import TrainOptions
from tabletop_envs.learning.seeds import derive

STEPS = {CANDIDATES: 120_000, FLAT: 1_000_000}
"""Two to four minutes on two cores, by policy."""
AGAINST = ("random", "greedy")


def demo(game: str, folder: Path, seed: int = 0, steps: int | None = None, games: int = 400) -> None:
    """Trains a two-player agent, lets it meet the random and the greedy agent, and saves one of its games.

    Args:
        game: The game's name on the command line.
        folder: Where everything is written; if it exists, folder-2, folder-3, ...
        seed: Fixes everything that chance decides.
        steps: Steps of training; by default what takes two to four minutes.
        games: Games of each evaluation.
    """
    options = TrainOptions(game=game, seed=seed, evaluate_every=0)  # step 2 evaluates, against two agents
    options = options.with_steps(STEPS[options.policy] if steps is None else steps)
    for agent in AGAINST:  # compiles what is not compiled yet, so that it does not count as training
        compare(agent, agent, game, games=2)
    print(f"1. Training on {game_class(game).title}, 2 players, against {options.opponents}.")
    run = ppo.start(options, folder, numbered=True)
    folder = run.folder
    progress = Progress(options.steps)
    model = ppo.train(run, progress)
    print(f"   {run.model.num_timesteps:,} steps, {progress.games:,} games, {progress.speed:,.0f} steps a second")

    print(f"2. Evaluation: {games} games against each opponent, every deal from both players.")
    results = []
    for opponent in AGAINST:
        results.append(compare(str(model), opponent, game, games=games, seed=seed + 1))
        print("   " + results[-1].text().replace("\n", "\n   "))
    write_text(folder / "evaluation.json", json.dumps([r.to_json() for r in results], indent=2) + "\n")

    print("3. One game against the greedy agent.")
    the_game = options.make_game()
    table = [load_agent(str(model), the_game, seed, deterministic=True), load_agent("greedy", the_game, seed)]
    history, batch = show_game(the_game, table, derive(seed, 3))
    write_text(folder / "game.json", json.dumps(history.record(the_game), indent=1) + "\n")
    write_text(folder / "game.svg", the_game.svg(batch.games))
    print(f"   final score: learner {batch.scores[0, 0]}, greedy {batch.scores[0, 1]}")

    where = shown_path(folder)
    print(f"""
Everything is in {where}:
   model.zip        the agent; evaluate it again: python -m tabletop_envs evaluate {game} --agent {where}
   tensorboard      the log: tensorboard --logdir {shown_path(folder / "tensorboard")}
   evaluation.json  the figures above
   game.json        the game as a record that replays
   game.svg         its final position; open it in a browser
Go on from here: python -m tabletop_envs train {game} --start-from {where} --opponents linear:0.5,self:0.5""")


def show_game(game: Game, table: list[Agent], seed: int) -> tuple[History, Batch]:
    """Plays one game and remembers it.

    Args:
        game: The game with its options.
        table: Who plays each player.
        seed: Fixes the deal.

    Returns:
        How the game went, and the batch of one in which it has ended.
    """
    row = np.zeros(1, np.int64)
    batch = Batch(game, 1)
    batch.seed(seed)
    batch.deal(row)
    history = History(batch.games)
    batch.refresh(row)
    while batch.agent[0] >= 0:
        player = int(batch.agent[0])
        actions = table[player].choose(batch, row)
        history.actions.append((player, int(actions[0])))
        batch.advance(row, actions)
    return history, batch
