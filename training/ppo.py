"""Training runs: masked PPO over a batch of games, started anew or continued."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import torch
from gymnasium.spaces import Discrete
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure
from torch import nn

from env_core.agents import Agent
from env_core.game import Game
from training.callbacks import Keeper, Progress, Stop, notice
from training.checkpoints import load_checkpoint
from training.games import UserError
from training.opponents import SELF, Mix, load_agent, model_path, parse_mix
from training.options import TrainOptions
from training.policy import LeanPolicy, ScaledFeatures
from training.seeds import derive
from training.snapshots import MODEL, Actor, SelfPlay, load_actor
from training.vec_env import GameVecEnv


@dataclass
class FallingRate:
    """A learning rate that falls in a straight line from ``start`` to ``start * final``."""

    start: float
    final: float

    def __call__(self, remaining: float) -> float:
        """The rate when so much of the run, 1 .. 0, remains."""
        return self.start * (self.final + (1.0 - self.final) * remaining)


@dataclass
class Run:
    """A run in progress: the learner, the games it plays, and its past selves if it meets them."""

    options: TrainOptions
    folder: Path
    model: MaskablePPO
    env: GameVecEnv
    self_play: SelfPlay | None


def quick_torch(threads: int) -> None:
    """Sets torch up for small networks on a CPU."""
    torch.set_num_threads(threads)
    torch.distributions.Distribution.set_default_validate_args(False)


def policy_kwargs(options: TrainOptions) -> dict[str, Any]:
    """What :class:`LeanPolicy` is built with."""
    return {
        "net_arch": list(options.net),
        "activation_fn": {"relu": nn.ReLU, "tanh": nn.Tanh}[options.activation],
        "features_extractor_class": ScaledFeatures,
    }


def start(options: TrainOptions, folder: Path) -> Run:
    """A new run; ``folder`` receives its options.

    Seeds: the run's seed fixes the games (their deals and the learner's seats), torch, numpy and every opponent, each
    through a seed of its own (:func:`derive`).
    """
    quick_torch(options.threads)
    game = options.make_game()
    mix = parse_mix(options.opponents)
    self_play = None
    members: list[tuple[Agent, float, str]] = []
    for k, (name, share) in enumerate(mix):
        if name == SELF:
            self_play = self_play or _self_play(options, game, folder)
            members.append((self_play.newest, share * options.latest, SELF))
            members.append((self_play.older, share * (1.0 - options.latest), SELF))
        else:
            agent = load_agent(name, game, derive(options.seed, 100 + k), also=[SELF])
            members.append((agent, share, Path(name).stem))
    env = GameVecEnv(game, options.games, Mix(members), options.make_rewards(game), derive(options.seed, 0))
    model = MaskablePPO(
        LeanPolicy,
        env,
        learning_rate=FallingRate(options.learning_rate, options.final_rate),
        n_steps=options.rollout,
        batch_size=options.batch_size,
        n_epochs=options.epochs,
        gamma=options.gamma,
        gae_lambda=options.gae_lambda,
        clip_range=options.clip,
        ent_coef=options.entropy,
        policy_kwargs=policy_kwargs(options),
        stats_window_size=1000,
        seed=derive(options.seed, 1),
        device="cpu",
    )
    if options.start_from:
        begin_with(model, Path(model_path(options.start_from)))
    if self_play is not None:
        self_play.add(0, Actor(model.policy))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise UserError(f"--out {folder}: {getattr(error, 'strerror', None) or error}") from None
    options.write(folder)
    return Run(options, folder, model, env, self_play)


def begin_with(model: MaskablePPO, path: Path) -> None:
    """Gives a new learner the weights of a trained one; its optimiser starts afresh.

    Raises:
        UserError: If the file is no model or its networks have another shape.
    """
    trained = load_actor(path)[1].policy.state_dict()
    own = model.policy.state_dict()
    if {name: value.shape for name, value in trained.items()} != {name: value.shape for name, value in own.items()}:
        raise UserError(f"--start-from: the networks of {path} have another shape; game, players and --net must agree")
    model.policy.load_state_dict(trained)


def resume(folder: Path, game: str, steps: int | None = None) -> Run:
    """Continues a run from its newest checkpoint, exactly as if it had not been interrupted.

    Args:
        folder: The run's folder.
        game: The game's name, which must be the run's.
        steps: A new total; ``None`` keeps the one the run was started with. The learning rate falls over the total,
            so a new total changes the run from here on. A total that the run has reached already changes nothing.
    """
    options = TrainOptions.read(folder)
    if options.game != game:
        raise UserError(f"{folder} is a run on {options.game}, not {game}")
    wanted = options if steps is None else options.with_steps(steps)
    quick_torch(options.threads)
    model, env, self_play = load_checkpoint(folder)
    if wanted != options and wanted.steps > model.num_timesteps:
        options = wanted
        options.write(folder)
    return Run(options, folder, model, env, self_play)


def train(run: Run, progress: Progress) -> Path:
    """Trains up to the run's number of steps; the first Ctrl-C ends it after the update that is under way.

    Returns:
        The path of the model.
    """
    options, model = run.options, run.model
    model.set_logger(configure(str(run.folder / "tensorboard"), ["tensorboard"]))
    keeper = Keeper(run.folder, run.env, run.self_play, options)
    remaining = options.steps - model.num_timesteps
    if remaining > 0:
        try:
            with _gentle_interrupt(keeper):
                model.learn(remaining, callback=[keeper, progress], reset_num_timesteps=model.num_timesteps == 0)
        except Stop:
            pass
        finally:
            progress.close()
        keeper.save()
    return run.folder / MODEL


@contextmanager
def _gentle_interrupt(keeper: Keeper) -> Iterator[None]:
    """Turns the first Ctrl-C into a wish to stop; the second one interrupts as usual."""

    def wish(signum: int, frame: FrameType | None) -> None:
        keeper.stopping = True
        signal.signal(signal.SIGINT, before)
        notice("stopping after this update; Ctrl-C again stops at once")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, wish)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _self_play(options: TrainOptions, game: Game, folder: Path) -> SelfPlay:
    observations, actions = game.layout.box(game.observation_dtype), Discrete(game.num_actions)
    policy = LeanPolicy(observations, actions, lambda _: 0.0, **policy_kwargs(options))
    return SelfPlay(Actor(policy), folder / "snapshots", options.pool, derive(options.seed, 2))
