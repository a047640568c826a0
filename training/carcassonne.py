"""Trains masked PPO on Carcassonne against greedy players, saves the model and evaluates it: to be read and copied.

``python training/carcassonne.py --help``. ``tabletop-envs train carcassonne`` does the same with checkpoints, self-play
and a log.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.agents import make_agent
from tabletop_envs.game import Game
from tabletop_envs.learning.candidate_policy import CandidatePolicy, Shape, begin
from tabletop_envs.learning.candidate_vec_env import CandidateVecEnv
from tabletop_envs.learning.evaluate import Evaluation, evaluate
from tabletop_envs.learning.snapshots import Actor, NetAgent


def learning_rate(remaining: float) -> float:
    """Falls in a straight line while ``remaining`` goes from 1 to 0."""
    return 3e-3 * (0.1 + 0.9 * remaining)


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
    parser.add_argument("--steps", type=int, default=150_000, help="decisions of the learner")
    parser.add_argument("--num-envs", type=int, default=128, help="games played side by side")
    parser.add_argument("--evaluation-games", type=int, default=400, help="games against each opponent afterwards")
    parser.add_argument("--seed", type=int, default=0, help="fixes all that chance decides")
    parser.add_argument("--out", type=Path, default=Path("carcassonne.zip"), help="where to save the model")
    chosen = parser.parse_args()

    torch.set_num_threads(1)  # the networks are small: more threads only wait for each other
    game = CarcassonneGold(num_players=chosen.players, gold_mines=not chosen.base_game)

    # One player of each game is the learner's, drawn for every game; the others are played inside step(): any
    # object with choose(batch, rows) can be an opponent. What the network sees of each legal action are the features of
    # the position it leads to. The reward is the final lead; shaping pays it as it comes about, with the same sum.
    envs = CandidateVecEnv(game, chosen.num_envs, opponents="greedy", rewards="margin", seed=chosen.seed, shaped=True)
    model = MaskablePPO(
        CandidatePolicy,
        envs,
        learning_rate=learning_rate,
        n_steps=32,
        batch_size=4 * chosen.num_envs,
        n_epochs=3,
        gae_lambda=0.8,
        gamma=1.0,  # a game ends by itself, and its reward comes at the end
        ent_coef=0.001,
        policy_kwargs={"shape": Shape.of(game), "hidden": (64, 32)},
        stats_window_size=1000,
        verbose=1,
        seed=chosen.seed,
        device="cpu",
    )
    assert isinstance(model.policy, CandidatePolicy)
    # The features' usual sizes, and the weights of the agent `linear` as the policy to begin with.
    begin(model.policy.net, game, chosen.seed, prior=10.0)
    model.learn(chosen.steps, log_interval=10)
    model.save(chosen.out)

    actor = Actor.of(model.policy)
    for opponent in ("random", "greedy"):
        print(compare(game, actor, opponent, chosen.evaluation_games, chosen.seed + 1).text())


if __name__ == "__main__":
    main()
