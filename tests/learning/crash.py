"""Kills training at each of its file operations and sees whether the run goes on as if nothing had happened.

By itself: ``python -m tests.learning.crash carcassonne --moments 50``. Everything is loaded once; each round is a fork
of this process. A round ends in one of three ways:

- ``kill``: SIGKILL before the operation; a write is killed in its middle.
- ``power``: as a power loss: what was not flushed is gone, names that were not flushed are as before.
- ``full``: the operation fails as on a full disk, which must end in an ``OSError`` or a ``UserError``.

After it the run is continued, or started again where it had no checkpoint, and must end with the very same files as a
run that nothing happened to: checkpoints hold weights, optimiser, games and generators, and are compared byte for byte.
"""

from __future__ import annotations

import argparse
import errno
import hashlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch.utils.tensorboard import SummaryWriter

from tabletop_envs.learning import ppo
from tabletop_envs.learning.callbacks import Progress
from tabletop_envs.learning.failures import Terminated, UserError
from tabletop_envs.learning.options import TrainOptions
from tabletop_envs.learning.runs import checkpoints
from tabletop_envs.learning.sb3_vec_env import SB3VecEnv
from tests.games.auction import INSTALLED

STEPS, ROLLOUT = 160, 32
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
WAYS = ("kill", "power", "full")


def options(game: str) -> TrainOptions:
    return TrainOptions(
        game=game,
        opponents="self:0.6,random:0.2,greedy:0.2",
        num_envs=4,
        n_steps=8,
        batch_size=16,
        epochs=2,
        hidden_sizes=(8,),
        steps=STEPS,
        checkpoint_every=ROLLOUT,
        keep=2,
        snapshot_every=ROLLOUT,
        evaluate_every=2 * ROLLOUT,
        evaluate_games=4,
        evaluate_against="random",
        pool=2,
    )


# -- what is done in a round -----------------------------------------------------------------------------------------


class Stopping(Progress):
    """Sends a SIGTERM in the third rollout; ``then`` is called first."""

    def __init__(self, then: Callable[[], None]) -> None:
        super().__init__(STEPS, quiet=True)
        self._then = then

    def _on_step(self) -> bool:
        if self.model.num_timesteps == 2 * ROLLOUT + 4:
            self._then()
            signal.raise_signal(signal.SIGTERM)
        return super()._on_step()


def train(game: str, folder: Path) -> None:
    ppo.train(ppo.start(options(game), folder), Progress(STEPS, quiet=True))


def go_on(game: str, folder: Path) -> None:
    """What a user does who finds a run that has ended early, following what is recommended."""
    if checkpoints(folder):
        ppo.train(ppo.resume(folder, game), Progress(STEPS, quiet=True))
    else:
        train(game, folder)


def stop(game: str, folder: Path, then: Callable[[], None]) -> None:
    try:
        ppo.train(ppo.start(options(game), folder), Stopping(then))
    except Terminated:
        return
    raise AssertionError("SIGTERM did not stop the run")


# -- what happens to it ----------------------------------------------------------------------------------------------


@dataclass
class Disk:
    """Counts the operations that change files in a folder, and does something at one of them."""

    folder: str
    at: int = 0
    way: str = "kill"
    count: int = 0
    counting: bool = True
    failing: bool = False
    busy: bool = False
    unflushed: dict[str, None] = field(default_factory=dict)  # files whose content is not on disk
    undo: list[tuple[str, str, bytes | None]] = field(default_factory=list)  # names: folder, path, content before
    files: dict[int, str] = field(default_factory=dict)

    def install(self) -> None:
        """From here to the end of the process."""
        self._write, self._fsync, self._open = os.write, os.fsync, os.open
        os.write, os.fsync, os.open = self.write, self.fsync, self.open  # type: ignore[assignment]
        sys.addaudithook(self.audit)

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(args[2], int) and args[2] & WRITING and self.mine(args[0]):
            self.next(args[0])
            self.unflushed[os.fspath(args[0])] = None
        elif event == "os.mkdir" and os.path.exists(args[0]):
            return
        elif event in ("os.mkdir", "os.remove", "os.rmdir", "os.truncate") and self.mine(args[0]):
            self.next(args[0])
            if event == "os.mkdir":
                self.undo.append((os.path.dirname(args[0]), os.fspath(args[0]), None))
        elif event == "os.rename" and self.mine(args[1]):
            self.next(args[1])
            source, target = os.fspath(args[0]), os.fspath(args[1])
            self.undo.append((os.path.dirname(target), target, self.content(target)))
            if source in self.unflushed:
                del self.unflushed[source]
                self.unflushed[target] = None

    def mine(self, path: Any) -> bool:
        return not self.busy and isinstance(path, str | Path) and os.fspath(path).startswith(self.folder)

    def content(self, path: str) -> bytes | None:
        self.busy = True
        try:
            return Path(path).read_bytes() if os.path.exists(path) else None
        finally:
            self.busy = False

    def open(self, path: Any, *args: Any, **more: Any) -> int:
        number = self._open(path, *args, **more)
        self.files[number] = os.fspath(path)
        return number

    def write(self, number: int, data: Any) -> int:
        half = bytes(data)[: len(data) // 2]
        self.next(self.files.get(number, ""), lambda: self._write(number, half))
        return self._write(number, data)

    def fsync(self, number: int) -> None:
        self.next(self.files.get(number, ""))
        self._fsync(number)
        path = self.files.get(number, "")
        self.unflushed.pop(path, None)
        self.undo = [one for one in self.undo if one[0] != path]

    def next(self, path: Any, half: Callable[[], object] = lambda: None) -> None:
        """One more operation."""
        if self.failing and "tensorboard" not in os.fspath(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        if not self.counting:
            return
        self.count += 1
        if self.count != self.at:
            return
        if self.way == "full":
            # The log is written by a thread of TensorBoard's that nobody waits for; it has a test of its own.
            self.failing = True
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        half()
        if self.way == "power":
            self.lose_power()
        os.kill(os.getpid(), signal.SIGKILL)

    def lose_power(self) -> None:
        self.busy = True
        for path in self.unflushed:
            if os.path.isfile(path):
                os.truncate(path, 0)
        for _, path, before in reversed(self.undo):
            if before is not None:
                Path(path).write_bytes(before)
            elif os.path.isdir(path):
                shutil.rmtree(path)
            elif os.path.exists(path):
                os.unlink(path)


# -- rounds ----------------------------------------------------------------------------------------------------------


def forked(work: Callable[[], object], after: float | None = None) -> tuple[int, str]:
    """Does something in a child; its exit status (negative: the signal that ended it) and what it returned."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status, told = 0, ""
        try:
            os.close(reading)
            sys.stderr = open(os.devnull, "w")  # noqa: SIM115
            told = json.dumps(work())
        except (OSError, UserError) as error:
            status, told = 3, f"{type(error).__name__}: {error}"
        except BaseException as error:
            status, told = 4, f"{type(error).__name__}: {error}"
        with open(writing, "w") as pipe:
            pipe.write(told)
        os._exit(status)
    os.close(writing)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    with open(reading) as pipe:
        told = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), told


def digest(folder: Path) -> dict[str, str]:
    """All files of a run by their content, but for the log and what a model's pickles say of the time."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and not name.startswith(("tensorboard", "lock")):
            data = path.read_bytes()
            if path.name in ("model.zip", "best.zip"):
                with zipfile.ZipFile(path) as archive:
                    data = b"".join(archive.read(part) for part in archive.namelist() if part != "data")
            found[name] = hashlib.sha256(data).hexdigest()
    return found


@dataclass
class Tally:
    """What came of the rounds."""

    rounds: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def note(self, kind: str, failure: str | None) -> None:
        if failure is not None:
            print(f"{kind}: {failure}", file=sys.stderr, flush=True)
        self.rounds[kind] = self.rounds.get(kind, 0) + 1
        if failure is not None:
            self.failures.append(f"{kind}: {failure}")


class Crashes:
    """All rounds of one game."""

    def __init__(self, game: str, work: Path, every: int, others: int) -> None:
        self.game, self.work, self.every, self.others = game, work, every, others
        self.tally = Tally()
        self.turns = {way: 0 if way == "kill" else k for k, way in enumerate(WAYS)}
        self._load()
        begin = time.monotonic()
        self._must(lambda: train(game, work / "whole"))
        self.seconds = time.monotonic() - begin
        print(f"{self.game}: a run takes {self.seconds:.2f} s", file=sys.stderr, flush=True)
        self._must(lambda: stop(game, work / "stopped", lambda: None))
        shutil.copytree(work / "whole", work / "bare")
        (work / "bare" / "model.zip").unlink()
        self.expected = digest(work / "whole")

    def _load(self) -> None:
        """Loads compiled code into this process, of which the children are copies."""
        chosen = options(self.game)
        game = chosen.make_game()
        for agent in ("random", "greedy"):
            env = SB3VecEnv(game, 2, agent, seed=0)
            env.reset()
            for _ in range(4):
                env.step_async(env.learner.batch.sample())
                env.step_wait()
            env.load(env.save())
        # What torch and the log import when they are first used.
        weight = torch.nn.Parameter(torch.zeros(1))
        weight.sum().backward()
        torch.optim.Adam([weight]).step()
        SummaryWriter(str(self.work / "log")).close()

    def _must(self, work: Callable[[], object]) -> str:
        status, told = forked(work)
        assert status == 0, told
        return told

    def operations(self) -> None:
        """Rounds at each file operation of each kind of work."""
        self._sweep("train", None, lambda disk, folder: train(self.game, folder))
        self._sweep("resume", self.work / "stopped", lambda disk, folder: go_on(self.game, folder))
        self._sweep("finish", self.work / "bare", lambda disk, folder: go_on(self.game, folder))
        self._sweep("stop", None, self._stop)

    def _stop(self, disk: Disk, folder: Path) -> None:
        disk.counting = False

        def count() -> None:
            disk.counting = True

        stop(self.game, folder, count)

    def _sweep(self, kind: str, origin: Path | None, work: Callable[[Disk, Path], None]) -> None:
        def at(place: int, way: str) -> Callable[[], int]:
            def do() -> int:
                disk = Disk(str(self.folder(origin)), place, way)
                disk.install()
                work(disk, Path(disk.folder))
                return disk.count

            return do

        total = int(self._must(at(0, "")))
        print(f"{self.game}: {kind} has {total} operations", file=sys.stderr, flush=True)
        for place in range(1, total + 1):
            for way in WAYS:
                if not self._due(way):
                    continue
                status, told = forked(at(place, way))
                # A full disk may be no hindrance: the log goes on without it, and what is left to delete may stay.
                fine = status in (0, 3) if way == "full" else status == -signal.SIGKILL
                self._judge(f"{kind} {way}", f"{place} of {total}", None if fine else f"{status} {told}")

    def _due(self, way: str) -> bool:
        self.turns[way] += 1
        return self.turns[way] % (self.every if way == "kill" else self.others) == 0

    def moments(self, number: int, seed: int) -> None:
        """Rounds at random moments."""
        draw = random.Random(seed)
        for k in range(number):
            after = draw.uniform(0, 1.1 * self.seconds)
            origin, work = ((None, train), (self.work / "stopped", go_on))[k % 2]
            folder = self.folder(origin)  # before the fork: copying it is not what may be killed
            forked(lambda folder=folder, work=work: work(self.game, folder), after)  # type: ignore[misc]
            self._judge("moment", f"after {after:.3f} s", None)

    def folder(self, origin: Path | None) -> Path:
        """The folder of a round, empty or a copy."""
        folder = self.work / "round"
        shutil.rmtree(folder, ignore_errors=True)
        if origin is not None:
            shutil.copytree(origin, folder)
        return folder

    def _judge(self, kind: str, where: str, failure: str | None) -> None:
        status, told = forked(lambda: go_on(self.game, self.work / "round"))
        found = digest(self.work / "round")
        if failure is None and status != 0:
            failure = f"does not go on: {status} {told}"
        if failure is None and found != self.expected:
            other = sorted(name for name in {*found, *self.expected} if found.get(name) != self.expected.get(name))
            failure = f"ends with other files: {', '.join(other)}"
        self.tally.note(kind, None if failure is None else f"{where}: {failure}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--every", type=int, default=1, help="kill at one operation of so many")
    parser.add_argument("--others", type=int, default=1, help="the same for power losses and full disks")
    parser.add_argument("--moments", type=int, default=0, help="random moments beside the operations")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    sys.path.append(str(INSTALLED))
    with tempfile.TemporaryDirectory() as work:
        crashes = Crashes(chosen.game, Path(work), chosen.every, chosen.others)
        crashes.operations()
        crashes.moments(chosen.moments, chosen.seed)
        print(json.dumps({"rounds": crashes.tally.rounds, "failures": crashes.tally.failures}, indent=1))
    return 1 if crashes.tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
