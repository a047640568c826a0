"""Training runs: masked PPO over a batch of games, started or continued."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure

from tabletop_envs.agents import Agent, Mix
from tabletop_envs.agents.model_file import CANDIDATES, RANKING
from tabletop_envs.archive import Archive, ArchiveError
from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.best import yardstick
from tabletop_envs.learning.callbacks import (
    CheckpointCallback,
    Diverged,
    Progress,
    Stop,
    gentle_stop,
    is_finite,
    told_once,
)
from tabletop_envs.learning.candidate_policy import CandidatePolicy, begin
from tabletop_envs.learning.candidate_vec_env import CandidateVecEnv
from tabletop_envs.learning.checkpoints import options_of, restore
from tabletop_envs.learning.durable import explain, shown_path
from tabletop_envs.learning.failures import UserError, out_of_memory
from tabletop_envs.learning.models import Network, load_model
from tabletop_envs.learning.opponents import SELF, agent_file, load_agent, model_of, read_mix
from tabletop_envs.learning.options import FILE, TrainOptions
from tabletop_envs.learning.runs import Run, RunFolder
from tabletop_envs.learning.sb3_vec_env import SB3VecEnv
from tabletop_envs.learning.seeds import derive
from tabletop_envs.learning.snapshots import Actor, SelfPlay
from tabletop_envs.notices import notice


@dataclass
class FallingRate:
    """A learning rate that falls in a straight line from ``start`` to ``start * final``."""

    start: float
    final: float

    def __call__(self, remaining: float) -> float:
        """The rate when so much of the run, 1 .. 0, remains."""
        return self.start * (self.final + (1.0 - self.final) * remaining)


def quick_torch(threads: int) -> None:
    """Sets torch up for small networks on a CPU."""
    torch.set_num_threads(threads)
    torch.distributions.Distribution.set_default_validate_args(False)


def start(options: TrainOptions, out: Path, numbered: bool = False) -> Run:
    """A new run in a folder of its own, which receives its options; nothing is written if an option is refused.

    Seeds: the run's seed fixes the games (their deals and the learner's players), torch, numpy and every opponent, each
    through a seed of its own (:func:`derive`).

    Args:
        options: What to train.
        out: The folder: a new or empty one, or one whose run was killed before it had a checkpoint.
        numbered: Whether to take the first of out, out-2, out-3, ... that does not exist instead.

    Raises:
        UserError: If an option is not allowed, or the folder is in use or cannot be written.
    """
    game, mix, self_play = _table(options, lambda _: None)
    env, model = _learner(options, game, mix)
    if options.start_from:
        begin_with(model, model_of(options.start_from, game), Network.made(game, options))
    elif isinstance(model.policy, CandidatePolicy):
        begin(model.policy.net, game, derive(options.seed, 3), options.prior)
    held = RunFolder.new(out, numbered)
    if self_play is not None:
        self_play.folder = held.snapshots
        self_play.add(0, Actor.of(model.policy))
    for k, (name, _) in enumerate(read_mix(options.opponents)):
        if name != SELF and (file := agent_file(name, game)) is not None:
            held.keep_opponent(k, file)
    options.write(held.path)
    return Run(options, held, model, env, mix, self_play)


def begin_with(model: MaskablePPO, path: Path, network: Network) -> None:
    """Gives a new learner the weights of a trained one; its optimiser starts afresh.

    Raises:
        UserError: If the file is not a model or its networks have another shape.
    """
    trained = load_model(path)
    if trained.network != network:
        raise UserError(
            f"--start-from: the networks of {shown_path(path)} have another shape; game, players, --hidden-sizes and "
            "--activation must agree"
        )
    model.policy.load_state_dict(trained.policy.state_dict())


def resume(folder: Path, game: str, steps: int | None = None) -> Run:
    """Continues a run from its newest checkpoint, exactly as if it had not been interrupted.

    A checkpoint that is damaged, or lacks a snapshot that it needs, is ignored for the one before it. No code is run
    from any file.

    Args:
        folder: The run's folder.
        game: The game's name, which must be the run's.
        steps: A new total; ``None`` keeps the one the run was started with. The learning rate falls over the total,
            so a new total changes the run from here on. A total that the run has reached already changes nothing.

    Raises:
        UserError: If there is no such run, another process continues it, or nothing in it can be continued.
    """
    options = TrainOptions.read(folder)
    if options.game != game:
        raise UserError(f"{shown_path(folder)} is a run on {options.game}, not {game}")
    wanted = options if steps is None else options.with_steps(steps)
    quick_torch(options.threads)
    held = RunFolder.take(folder)
    try:
        run = _continued(options, held)
        if wanted != options and wanted.steps > run.model.num_timesteps:
            run.options = wanted
            wanted.write(folder)
        return run
    except BaseException:
        held.release()
        raise


def _continued(options: TrainOptions, held: RunFolder) -> Run:
    """The run as its newest readable checkpoint has it."""
    folder, damaged, reasons = shown_path(held.path), list[Path](), list[str]()
    for path in reversed(held.checkpoints):
        try:
            archive = Archive(path)
            _same_options(options, options_of(archive), folder)
            game, mix, self_play = _table(options, held.opponent)
            if self_play is not None:
                self_play.folder = held.snapshots
            env, model = _learner(options, game, mix)
            run = Run(options, held, model, env, mix, self_play)
            restore(run, archive)
            if run.model.num_timesteps != int(path.stem):  # by their names they are kept and deleted
                raise ArchiveError(f"it is of step {shown(run.model.num_timesteps)}")
        except (ArchiveError, OSError) as error:
            damaged.append(path)
            reasons.append(explain(error))
            continue
        for old, reason in zip(damaged, reasons, strict=True):
            notice(f"{shown_path(old)} cannot be resumed ({reason}); going on from {path.name} and setting it aside")
        held.set_aside(damaged)
        return run
    if reasons:
        raise UserError(f"{folder}: no checkpoint can be resumed; the newest, {damaged[0].name}: {reasons[0]}")
    again = (
        f"begin a new run with --start-from {folder}" if held.model.exists() else f"start it again with --out {folder}"
    )
    raise UserError(f"{folder}: no checkpoint to resume from; {again}")


def _same_options(options: TrainOptions, kept: TrainOptions, folder: str) -> None:
    if (name := options.difference(kept)) is not None:
        now, then = (shown_path(getattr(one, name)) for one in (options, kept))
        raise UserError(
            f"{folder}/{FILE}: {name} is {now}, but the run was made with {then}; put it back, or start a new run"
        )


@out_of_memory()
def train(run: Run, progress: Progress) -> Path:
    """Trains up to the run's number of steps, and lets others have its folder.

    The first Ctrl-C, or a SIGTERM, ends it after the update that is under way; both write a checkpoint.

    Returns:
        The path of the model.

    Raises:
        Diverged: If the network's numbers are no longer finite; what was written before stays.
        Terminated: After a SIGTERM.
    """
    options, model, held = run.options, run.model, run.held
    keeper = CheckpointCallback(run)
    fresh = model._last_obs is None
    try:
        if not fresh:
            keeper.tidy()
        remaining = options.steps - model.num_timesteps
        if remaining > 0:
            with gentle_stop(keeper), told_once():
                try:
                    model.set_logger(configure(str(run.folder / "tensorboard"), ["tensorboard"]))
                    model.learn(remaining, callback=[keeper, progress], reset_num_timesteps=fresh)
                except Stop:
                    pass
                except ValueError:  # an illegal action, if the network knows none any more
                    if is_finite(run):
                        raise
                    raise Diverged(run) from None
                finally:
                    progress.close()
                keeper.end()
            keeper.leave()
    finally:
        held.release()
    return held.model


def _table(options: TrainOptions, copy: Callable[[int], Path | None]) -> tuple[Game, Mix, SelfPlay | None]:
    """The game and who plays the other players; ``copy`` finds the run's own copy of the file of a member."""
    quick_torch(options.threads)
    game = options.make_game()
    yardstick(options, game)  # refused before anything is written
    self_play = None
    members: list[tuple[Agent, float, str]] = []
    for k, (name, share) in enumerate(read_mix(options.opponents)):
        if name == SELF:
            self_play = self_play or _self_play(options, game)
            members.append((self_play.newest, share * options.latest, SELF))
            members.append((self_play.older, share * (1.0 - options.latest), SELF))
        else:
            file = copy(k)
            found = name if file is None else str(file)
            agent = load_agent(found, game, derive(options.seed, 100 + k), also=[SELF])
            members.append((agent, share, Path(name).stem))
    return game, Mix(members), self_play


@out_of_memory()
def _learner(options: TrainOptions, game: Game, mix: Mix) -> tuple[SB3VecEnv, MaskablePPO]:
    rewards, seed = options.make_rewards(game), derive(options.seed, 0)
    env: SB3VecEnv
    if options.policy == CANDIDATES:
        shaped = options.shaping == RANKING
        env = CandidateVecEnv(game, options.num_envs, mix, rewards, seed, shaped=shaped)
    else:
        env = SB3VecEnv(game, options.num_envs, mix, rewards, seed)
    network = Network.made(game, options)
    policy_kwargs = network.policy_kwargs()
    if options.policy == CANDIDATES:
        policy_kwargs["prior"] = options.prior  # 0 leaves the ranking out of what is learnt, in a resumed run too
    model = MaskablePPO(
        network.policy_class,
        env,
        learning_rate=FallingRate(options.learning_rate, options.final_rate),
        n_steps=options.n_steps,
        batch_size=options.batch_size,
        n_epochs=options.epochs,
        gamma=options.gamma,
        gae_lambda=options.gae_lambda,
        clip_range=options.clip_range,
        ent_coef=options.ent_coef,
        policy_kwargs=policy_kwargs,
        stats_window_size=1000,
        seed=derive(options.seed, 1),
        device="cpu",
    )
    return env, model


@out_of_memory()
def _self_play(options: TrainOptions, game: Game) -> SelfPlay:
    actor = Actor.of(Network.made(game, options).build())
    return SelfPlay(actor, Path(), options.pool, derive(options.seed, 2))
