"""What happens beside the learning: snapshots, checkpoints, progress."""

from __future__ import annotations

import shutil
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from stable_baselines3.common.callbacks import BaseCallback

from training.checkpoints import checkpoints, save_checkpoint, save_model
from training.options import TrainOptions
from training.snapshots import MODEL, Actor, SelfPlay
from training.vec_env import GameVecEnv


class Stop(Exception):
    """Ends a training run between two rollouts, where a checkpoint is exact."""


class Keeper(BaseCallback):
    """Takes snapshots, draws past selves, writes checkpoints, and ends the run when asked to.

    All of it happens between two rollouts. The checkpoint comes first, so that a resumed run does the rest again.

    Args:
        folder: The run's folder.
        env: The games.
        self_play: The learner's past selves, if it meets them.
        options: The run's options.
    """

    def __init__(self, folder: Path, env: GameVecEnv, self_play: SelfPlay | None, options: TrainOptions) -> None:
        super().__init__()
        self.stopping = False
        self._folder = folder
        self._env = env
        self._self_play = self_play
        self._options = options
        self._saved = 0
        self._begin, self._end = 0.0, float("inf")

    def _on_training_start(self) -> None:
        self._saved, self._rate = self.model.num_timesteps, self.model.lr_schedule
        self._begin = time.monotonic()
        if self._options.minutes > 0:
            self._end = self._begin + 60 * self._options.minutes

    def _on_rollout_start(self) -> None:
        step, now = self.model.num_timesteps, time.monotonic()
        if self.stopping or now > self._end:
            raise Stop
        if self._options.minutes > 0:
            left = (self._end - now) / (self._end - self._begin)
            self.model.lr_schedule = partial(hurried, self._rate, left)
        if step // self._options.checkpoint_every > self._saved // self._options.checkpoint_every:
            self.save()
        if self._self_play is not None:
            if step - self._self_play.steps[-1] >= self._options.snapshot_every:
                self._self_play.add(step, Actor(self.model.policy))  # type: ignore[arg-type]
            self._self_play.draw()

    def _on_step(self) -> bool:
        return True

    def save(self) -> None:
        """Writes a checkpoint and the model, and deletes what no kept checkpoint needs."""
        save_checkpoint(self._folder, self.model, self._env, self._self_play)  # type: ignore[arg-type]
        save_model(self.model, self._folder / MODEL)  # type: ignore[arg-type]
        self._saved = self.model.num_timesteps
        kept = checkpoints(self._folder)
        for old in kept[: -self._options.keep]:
            shutil.rmtree(old)
        if self._self_play is not None:
            self._self_play.prune(int(kept[-self._options.keep :][0].name))


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
        self._bar = Bar(*columns, TextColumn("{task.description}"), console=console, disable=not console.is_terminal)
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
        self._console.print(self._line, highlight=False, soft_wrap=True)
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
            parts += [f"{100 * rate:.0f} % against {name}" for name, rate in rates.items()]
        return "  ".join(parts)


@contextmanager
def bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal (nothing elsewhere); yields what advances it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(24), TextColumn("{task.completed}/{task.total}"))
    hidden = not console.is_terminal
    with Bar(*columns, TimeRemainingColumn(), console=console, transient=True, disable=hidden) as shown:
        task = shown.add_task(title, total=total)
        yield lambda finished: shown.advance(task, finished)


def notice(text: str) -> None:
    """Tells the user something beside the output proper."""
    print(text, file=sys.stderr, flush=True)
