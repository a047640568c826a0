"""Trains masked PPO on Carcassonne against random and greedy players, saves the model and evaluates it: to be copied.

``python training/carcassonne.py --help``. ``tabletop-envs train carcassonne`` does the same with checkpoints, self-play
and a log.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from torch import nn

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.agents import make_agent
from tabletop_envs.game import Game
from tabletop_envs.learning.evaluate import Evaluation, evaluate
from tabletop_envs.learning.opponents import Mix
from tabletop_envs.learning.policy import LeanPolicy, ScaledFeatures
from tabletop_envs.learning.sb3_vec_env import SB3VecEnv
from tabletop_envs.learning.snapshots import Actor, NetAgent


def learning_rate(remaining: float) -> float:
    """Falls in a straight line while ``remaining`` goes from 1 to 0."""
    return 2e-3 * (0.05 + 0.95 * remaining)


def compare(game: Game, actor: Actor, opponent: str, games: int, seed: int) -> Evaluation:
    """Plays every deal once from each player, so that two equal agents win exactly their share."""
    return evaluate(
        game,
        lambda draws: NetAgent(actor, draws, deterministic=True),
        lambda _: make_agent(opponent),
        games,
        seed,
        names=("the model", opponent),
    )


def main() -> None:
    """Makes the environments and the model, learns, saves, evaluates."""
    parser = argparse.ArgumentParser(
        description="Train masked PPO on Carcassonne.", formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--players", type=int, default=2, help="number of players, 2 to 5")
    parser.add_argument("--base-game", action="store_true", help="play without The Gold Mines")
    parser.add_argument("--greedy", type=float, default=0.5, help="share of greedy opponents; the others are random")
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of the learner")
    parser.add_argument("--num-envs", type=int, default=256, help="games played side by side")
    parser.add_argument("--evaluation-games", type=int, default=400, help="games against each opponent afterwards")
    parser.add_argument("--seed", type=int, default=0, help="fixes all that chance decides")
    parser.add_argument("--out", type=Path, default=Path("carcassonne.zip"), help="where to save the model")
    chosen = parser.parse_args()

    torch.set_num_threads(1)  # the networks are small: more threads only wait for each other
    game = CarcassonneGold(num_players=chosen.players, gold_mines=not chosen.base_game)

    # One player of each game is the learner's, drawn anew for every game; the others are played inside step(). A mix
    # says who plays them: any objects with choose(batch, rows), so your own agents too.
    opponents = Mix(
        [
            (make_agent("random"), 1.0 - chosen.greedy, "random"),
            (make_agent("greedy"), chosen.greedy, "greedy"),
        ]
    )
    envs = SB3VecEnv(game, chosen.num_envs, opponents, rewards="score", seed=chosen.seed)
    model = MaskablePPO(
        LeanPolicy,
        envs,
        learning_rate=learning_rate,
        n_steps=32,
        batch_size=4 * chosen.num_envs,
        n_epochs=1,
        gamma=1.0,  # a game ends by itself, and its reward comes at the end
        ent_coef=0.005,
        policy_kwargs={
            "net_arch": [256, 256],
            "activation_fn": nn.ReLU,
            "features_extractor_class": ScaledFeatures,
        },
        stats_window_size=1000,
        verbose=1,
        seed=chosen.seed,
        device="cpu",
    )
    model.learn(chosen.steps, log_interval=10)
    model.save(chosen.out)

    actor = Actor(model.policy)
    for opponent in ("random", "greedy"):
        print(compare(game, actor, opponent, chosen.evaluation_games, chosen.seed + 1).text())


if __name__ == "__main__":
    main()
