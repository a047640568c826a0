"""What happens beside the learning: snapshots, checkpoints, progress."""

from __future__ import annotations

import json
import math
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import torch
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from tabletop_envs.learning import durable
from tabletop_envs.learning.checkpoints import checkpoint_bytes
from tabletop_envs.learning.durable import shown_path
from tabletop_envs.learning.failures import Failure, Terminated
from tabletop_envs.learning.models import Network, model_bytes, same_weights
from tabletop_envs.learning.runs import Run
from tabletop_envs.learning.snapshots import Actor
from tabletop_envs.notices import notice


class Stop(Exception):
    """Ends a training run between two rollouts, where a checkpoint is exact."""


class Diverged(Failure):
    """The network's numbers are no longer finite."""

    def __init__(self, run: Run) -> None:
        kept, model = run.held.checkpoints, shown_path(run.held.model)
        super().__init__(
            f"training diverged before step {run.model.num_timesteps:,}: the network's numbers are no longer finite; "
            f"lower --learning-rate (it is {run.options.learning_rate}) in a new run; "
            f"{model} holds the last good model, of step {int(kept[-1].stem) if kept else 0:,}, from which to begin "
            f"with --start-from {model}"
        )


def is_finite(run: Run) -> bool:
    """Whether a run can go on and be saved: weights, loss, and what the networks answer in the running games."""
    model = run.model
    past = [] if run.self_play is None else [run.self_play.newest.actor, run.self_play.older.actor]
    with torch.inference_mode():
        seen = torch.from_numpy(run.env.observation)
        values, log_probs, entropy = model.policy.evaluate_actions(seen, torch.zeros(len(seen), dtype=torch.int64))
        answers = [values, log_probs, entropy, *(actor(seen) for actor in past)]
        return has_finite_weights(model) and all(bool(torch.isfinite(answer).all()) for answer in answers)


def has_finite_weights(model: MaskablePPO) -> bool:
    """Whether the last update left weights and a loss that are numbers; quick enough for every update."""
    loss = model.logger.name_to_value.get("train/loss", 0.0) if hasattr(model, "_logger") else 0.0
    with torch.inference_mode():
        # One number that is not finite makes the sum so.
        return math.isfinite(loss) and all(math.isfinite(float(part.sum())) for part in model.policy.parameters())


class CheckpointCallback(BaseCallback):
    """Takes snapshots, draws past selves, writes checkpoints, and ends the run when asked to.

    All of it happens between two rollouts. The checkpoint comes first, so that a resumed run does the rest again; the
    first one comes before the first rollout.

    Args:
        run: The run.
    """

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.stopping: signal.Signals | None = None
        self._told = False
        self._run = run
        self._options = run.options
        self._saved = run.model.num_timesteps
        self._begin, self._end = 0.0, float("inf")

    def _on_training_start(self) -> None:
        if not self._run.held.checkpoints:
            self._evaluate()
            self.save()
        self._rate = self.model.lr_schedule
        self._begin = time.monotonic()
        if self._options.minutes > 0:
            self._end = self._begin + 60 * self._options.minutes

    def _on_rollout_start(self) -> None:
        step, now, self_play = self.model.num_timesteps, time.monotonic(), self._run.self_play
        if not has_finite_weights(self._run.model):
            raise Diverged(self._run)
        self._tell()
        if self.stopping or now > self._end:
            raise Stop
        if self._options.minutes > 0:
            left = (self._end - now) / (self._end - self._begin)
            self.model.lr_schedule = partial(hurried, self._rate, left)
        is_best = self._evaluate()
        if is_best or step // self._options.checkpoint_every > self._saved // self._options.checkpoint_every:
            self.save()
        if self_play is not None:
            if step - self_play.steps[-1] >= self._options.snapshot_every:
                self_play.add(step, Actor.of(self._run.model.policy))
            self_play.draw()

    def _on_step(self) -> bool:
        self._tell()
        return True

    def _tell(self) -> None:
        # Not by the signal's handler, which may come in the midst of another print.
        if self.stopping and not self._told:
            self._told = True
            notice("stopping after this update; Ctrl-C again stops at once")

    def end(self) -> None:
        """Evaluates what has been learnt and writes it, unless the run was stopped before its end.

        Raises:
            Diverged: If it could not be used; then nothing is written.
        """
        if not is_finite(self._run):
            raise Diverged(self._run)
        # A run that was stopped goes on as if it had not been, and then it is not evaluated here.
        self._evaluate(at_the_end=not self.stopping or self.model.num_timesteps >= self._options.steps)
        self.save()

    def _evaluate(self, at_the_end: bool = False) -> bool:
        """Evaluates the policy if that is due; whether it is the best so far.

        Its model is kept with the checkpoint that has to follow, so that it is there whatever happens.
        """
        step, best = self.model.num_timesteps, self._run.best
        if not best.is_due(step, at_the_end):
            return False
        result = best.evaluate(step, self._run.model.policy)
        figures = {f"evaluation/{name}": getattr(result, name) for name in ("win_rate", "score", "margin")}
        for writer in self.logger.output_formats:
            writer.write(figures, dict.fromkeys(figures, ()), step)
        return best.step == step

    def save(self) -> None:
        """Writes a checkpoint and the model, and then deletes what no kept checkpoint needs.

        Raises:
            Diverged: If they could not be used; then nothing is written.
        """
        run = self._run
        if not is_finite(run):
            raise Diverged(run)
        run.held.add_checkpoint(run.model.num_timesteps, checkpoint_bytes(run))
        self._saved = run.model.num_timesteps
        self._finish()

    def tidy(self) -> None:
        """Does what a process did not come to that was killed after the newest checkpoint."""
        run = self._run
        if not same_weights(run.held.model, run.model.policy, run.options):
            self._write(run.held.model)
        self._keep_best()
        self._prune()

    def _finish(self) -> None:
        self._write(self._run.held.model)
        self._keep_best()
        self._prune()

    def _keep_best(self) -> None:
        """Writes the best model if the checkpoint just written is of its step, unless it is there."""
        run = self._run
        if run.best.step != run.model.num_timesteps:
            return
        if not same_weights(run.held.best, run.model.policy, run.options):
            self._write(run.held.best)
        text = json.dumps(run.best.to_json(), indent=2) + "\n"
        if not run.held.best_facts.exists() or run.held.best_facts.read_text(encoding="utf-8") != text:
            durable.write_text(run.held.best_facts, text)

    def _write(self, path: Path) -> None:
        run = self._run
        durable.write(path, model_bytes(run.model, Network.made(run.env.game, run.options), run.options))

    def _prune(self) -> None:
        oldest = self._run.held.prune(self._options.keep)
        if self._run.self_play is not None:
            self._run.self_play.prune(oldest)

    def leave(self) -> None:
        """Says how the run was ended from outside, if it was by a scheduler.

        Raises:
            Terminated: After a SIGTERM.
        """
        if self.stopping is signal.SIGTERM:
            step, folder = f"{self.model.num_timesteps:,}", shown_path(self._run.folder)
            raise Terminated(f"terminated at step {step}; go on with --resume {folder}")


@contextmanager
def gentle_stop(keeper: CheckpointCallback) -> Iterator[None]:
    """Turns SIGTERM and the first Ctrl-C into a wish to stop; the second Ctrl-C interrupts as usual.

    Schedulers send SIGTERM some time before they kill, often more than once, so it never stops at once.
    """

    def wish(signum: int, frame: FrameType | None) -> None:
        keeper.stopping = keeper.stopping or signal.Signals(signum)
        if signum == signal.SIGINT:
            signal.signal(signal.SIGINT, before[signal.SIGINT])

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, wish) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def told_once() -> Iterator[None]:
    """Keeps TensorBoard's thread from printing a traceback of an error that it hands on to the next who logs."""

    def ignore(args: threading.ExceptHookArgs) -> None:
        if not (isinstance(args.exc_value, OSError) and type(args.thread).__module__.startswith("tensorboard.")):
            before(args)

    before, threading.excepthook = threading.excepthook, ignore
    try:
        yield
    finally:
        threading.excepthook = before


def hurried(rate: Callable[[float], float], time_left: float, steps_left: float) -> float:
    """A learning rate that falls with whatever runs out first, the time or the steps (shares of the whole)."""
    return rate(min(time_left, steps_left))


class Finished(NamedTuple):
    """What is remembered of a finished game, for the figures shown."""

    win: float
    score: float
    margin: float
    opponents: str


class Progress(BaseCallback):
    """Shows how far the run is and how the learner fares; writes the same to TensorBoard.

    On a terminal it is a bar that moves, elsewhere a line now and then.

    Args:
        total: The run's number of steps.
        quiet: Show nothing.
        every: Seconds between two lines where there is no terminal.
    """

    def __init__(self, total: int, quiet: bool = False, every: float = 15.0) -> None:
        super().__init__()
        self.games = 0
        self._recent: deque[Finished] = deque(maxlen=1000)
        self._total = total
        self._every = every
        console = Console(stderr=True, quiet=quiet)
        self._console = console
        columns = (TextColumn("{task.completed:>9,}/{task.total:,} steps"), BarColumn(24), TimeRemainingColumn())
        text = TextColumn("{task.description}", markup=False)
        self._bar = Bar(*columns, text, console=console, disable=not console.is_terminal)
        self._task = self._bar.add_task("", total=total)
        self._begin = self._last = time.monotonic()
        self._first_step = 0
        self._line = ""

    @property
    def speed(self) -> float:
        """Steps per second since training began."""
        return (self.model.num_timesteps - self._first_step) / max(time.monotonic() - self._begin, 1e-9)

    def _on_training_start(self) -> None:
        self._begin = self._last = time.monotonic()
        self._first_step = self.model.num_timesteps
        self._bar.start()

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "game" in info:
                self._recent.append(Finished(*info["game"]))
                self.games += 1
        return True

    def _on_rollout_end(self) -> None:
        figures = self.figures()
        for name, value in figures.items():
            self.logger.record(name, value)
        self.logger.record("time/steps_per_second", self.speed)
        self.logger.record("time/games", self.games)
        text = self._text(figures)
        self._bar.update(self._task, completed=min(self.model.num_timesteps, self._total), description=text)
        if not self._console.is_terminal:
            self._line = f"{self.model.num_timesteps:>9,}/{self._total:,} steps  {text}"
            if time.monotonic() - self._last >= self._every:
                self._print()

    def _print(self) -> None:
        self._console.print(self._line, markup=False, highlight=False, soft_wrap=True)
        self._line, self._last = "", time.monotonic()

    def close(self) -> None:
        """Ends the display."""
        self._bar.stop()
        if self._line:
            self._print()

    def figures(self) -> dict[str, float]:
        """Win rate, score and margin over the last thousand games, and the win rate by opponents."""
        recent = list(self._recent)
        if not recent:
            return {}
        found = {
            "games/win_rate": sum(game.win for game in recent) / len(recent),
            "games/score": sum(game.score for game in recent) / len(recent),
            "games/margin": sum(game.margin for game in recent) / len(recent),
        }
        for name in sorted({game.opponents for game in recent}):
            wins = [game.win for game in recent if game.opponents == name]
            found[f"games/win_rate_{name}"] = sum(wins) / len(wins)
        return found

    def _text(self, figures: dict[str, float]) -> str:
        parts = [f"{self.speed:,.0f}/s"]
        if figures:
            parts.append(f"score {figures['games/score']:.1f}")
            rates = {name.partition("win_rate_")[2]: rate for name, rate in figures.items() if "win_rate_" in name}
            parts += [f"{100 * rate:.0f} % against {shown_path(name)}" for name, rate in rates.items()]
        return "  ".join(parts)
