"""The folder of a run: who may write to it, what lies where, and what is deleted when.

::

    runs/tiny-towns-1/
        options.json            all options (options.TrainOptions)
        model.zip               the newest model, for MaskablePPO.load; the one of the newest checkpoint
        best.zip, best.json     the model of the best step so far, and what it reached; its step has a checkpoint first
        tensorboard/            the log
        opponents/0.zip         copies of the files of agents that it plays against
        snapshots/              past selves of the learner, if it plays against them
        checkpoints/000000400384.zip
        lock                    held by the process that trains

Every file but the log appears whole or not at all (:mod:`tabletop_envs.learning.durable`), the checkpoint before
whatever follows from it, so that a run that is killed at any moment goes on from its newest checkpoint.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sb3_contrib import MaskablePPO

from tabletop_envs.agents import Mix
from tabletop_envs.agents.model_file import BEST, MODEL
from tabletop_envs.learning import durable
from tabletop_envs.learning.best import Best
from tabletop_envs.learning.durable import Busy, Lock, shown_path
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.options import FILE, TrainOptions
from tabletop_envs.learning.sb3_vec_env import SB3VecEnv
from tabletop_envs.learning.snapshots import SelfPlay
from tabletop_envs.notices import notice

_LOCK = "lock"
_BEST_FACTS = "best.json"
_OURS = (_LOCK, FILE, MODEL, BEST, _BEST_FACTS, "tensorboard", "opponents", "snapshots", "checkpoints")


class RunFolder:
    """A run's folder, held by this process until :meth:`release`."""

    def __init__(self, path: Path, lock: Lock) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def take(cls, path: Path) -> RunFolder:
        """Holds an existing folder.

        Raises:
            UserError: If another process does, or TensorBoard cannot write to a place of that name.
        """
        _refuse_unless_utf8(path)
        try:
            return cls(path, Lock(path / _LOCK))
        except Busy as busy:
            raise UserError(f"{shown_path(path)} is being written by {busy.owner}; wait for it or stop it") from None

    @classmethod
    def new(cls, out: Path, numbered: bool) -> RunFolder:
        """A folder for a new run.

        Args:
            out: The folder: a new or empty one, or one whose run was killed before it had a checkpoint.
            numbered: Whether to take the first of out, out-2, out-3, ... that does not exist instead.

        Raises:
            UserError: If it cannot be made, holds something, or another process holds it.
        """
        _refuse_unless_utf8(out)
        try:
            for path in _numbers(out) if numbered else (out,):
                try:
                    durable.make_folder(path, exclusive=True)
                except FileExistsError:
                    if numbered:
                        continue
                    _refuse_unless_free(path)
                folder = cls.take(path)
                _refuse_unless_free(path)  # now that nobody else can write to it
                if os.path.exists(path / FILE):
                    notice(f"{shown_path(path)} holds a run that ended before its first checkpoint; starting it again")
                return folder
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            raise UserError(f"--out {shown_path(out)}: {durable.explain(error)}") from None
        raise AssertionError("numbers do not end")

    def release(self) -> None:
        """Lets other processes have it."""
        self._lock.close()

    @property
    def checkpoints(self) -> list[Path]:
        """The files of all checkpoints, oldest first."""
        return checkpoints(self.path)

    @property
    def model(self) -> Path:
        """The newest model."""
        return self.path / MODEL

    @property
    def best(self) -> Path:
        """The model of the best step."""
        return self.path / BEST

    @property
    def best_facts(self) -> Path:
        """What it reached, as JSON."""
        return self.path / _BEST_FACTS

    @property
    def snapshots(self) -> Path:
        """The folder of the learner's past selves."""
        return self.path / "snapshots"

    def opponent(self, number: int) -> Path | None:
        """The copy of the file that this member of the mix of opponents reads; ``None`` if it reads none."""
        return next((self.path / "opponents").glob(f"{number}.*"), None)

    def keep_opponent(self, number: int, file: Path) -> None:
        """Copies the file of an opponent, so that the run goes on whatever becomes of the original."""
        copy = self.path / "opponents" / f"{number}{file.suffix}"
        durable.make_folder(copy.parent)
        durable.write(copy, file.read_bytes())

    def add_checkpoint(self, step: int, data: bytes) -> None:
        """Writes a checkpoint, or writes it again."""
        path = self.path / "checkpoints" / f"{step:012d}.zip"
        durable.make_folder(path.parent)
        durable.write(path, data)

    def prune(self, keep: int) -> int:
        """Deletes the oldest checkpoints; the step of the oldest one that is left."""
        found = self.checkpoints
        for path in found[:-keep]:
            os.unlink(path)
        return int(found[-keep:][0].stem)

    def set_aside(self, damaged: list[Path]) -> None:
        """Renames checkpoints that cannot be resumed, so that they are not counted among those that can."""
        for path in damaged:
            os.replace(path, path.with_name("damaged-" + path.name))


@dataclass
class Run:
    """A run in progress: the learner, the games it plays, its past selves if it meets them, and its best step."""

    options: TrainOptions
    held: RunFolder
    model: MaskablePPO
    env: SB3VecEnv
    mix: Mix
    self_play: SelfPlay | None
    best: Best = field(init=False)

    def __post_init__(self) -> None:
        self.best = Best(self.options, self.env.game)

    @property
    def folder(self) -> Path:
        """Where it is written."""
        return self.held.path


def checkpoints(folder: Path) -> list[Path]:
    """The files of the checkpoints of the run in ``folder``, oldest first."""
    return sorted(path for path in (folder / "checkpoints").glob("*.zip") if path.stem.isdecimal())


def _numbers(first: Path) -> Iterator[Path]:
    """``first``, first-2, first-3, ...; a number at the end of it counts on."""
    stem, _, number = first.name.rpartition("-")
    stem, count = (stem, int(number)) if stem and number.isdecimal() else (first.name, 1)
    yield first
    while True:
        count += 1
        yield first.with_name(f"{stem}-{count}")


def _refuse_unless_utf8(path: Path) -> None:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise UserError(f"{shown_path(path)}: the name is not UTF-8; choose another folder") from None


def _refuse_unless_free(path: Path) -> None:
    shown = shown_path(path)
    if checkpoints(path):
        raise UserError(f"--out {shown} holds a run; choose another folder, or continue it with --resume {shown}")
    if os.path.exists(path / MODEL):  # no kill leaves that behind, for the checkpoint comes first
        raise UserError(
            f"--out {shown} holds a model without a checkpoint; choose another folder, with --start-from {shown} to "
            "begin with that model"
        )
    strange = [name for name in os.listdir(path) if name.removeprefix(durable.PART) not in _OURS]
    if strange:
        raise UserError(f"--out {shown} exists already and is not empty ({shown_path(strange[0])}); choose another")
