"""Files that survive a crash: each is there whole or not at all, and what was written stays after a power loss."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import sys
from pathlib import Path

from tabletop_envs.errors import explain as explain
from tabletop_envs.errors import shown_path as shown_path

PART = "part-"
"""How the name of a file begins that is still being written."""


def write(path: Path, data: bytes) -> None:
    """Writes a file so that its name stands for the old content or for the new one, never for half of it."""
    part = path.with_name(PART + path.name)
    try:
        _fill(part, data)
        os.replace(part, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise
    sync(path.parent)


def write_text(path: Path, text: str) -> None:
    """Writes a text in the same way."""
    write(path, text.encode())


def _fill(path: Path, data: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(file, rest) :]
        os.fsync(file)  # before the rename, or a power loss could leave the new name with nothing in it
    finally:
        os.close(file)


def sync(folder: Path) -> None:
    """Makes the names in a folder last."""
    if sys.platform == "win32":
        return  # opens no folders, and needs it not
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a file system that has no such thing
            raise
    finally:
        os.close(descriptor)


def make_folder(path: Path, exclusive: bool = False) -> None:
    """Makes a folder and those above it; with ``exclusive`` it must not have been there.

    Raises:
        FileExistsError: If it is a file, or exclusive and there.
    """
    missing = list(itertools.takewhile(lambda above: not above.is_dir(), path.parents))
    for above in reversed(missing):
        make_folder(above)
    try:
        os.mkdir(path)
    except FileExistsError:
        if exclusive or not path.is_dir():
            raise
    else:
        sync(path.parent)


class Busy(Exception):
    """A lock is held by another process."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        super().__init__(owner)


class Lock:
    """A lock file, held by one process until it closes it or ends, however that happens.

    The file itself stays and holds the number of the process that held it last.

    Args:
        path: The lock file; its folder must exist.

    Raises:
        Busy: If another process holds it.
    """

    def __init__(self, path: Path) -> None:
        self._file = open(path, "a+", encoding="ascii", errors="replace")  # noqa: SIM115 - open means held
        try:
            self._hold()
        except BlockingIOError:
            self._file.seek(0)
            owner = self._file.read(20).strip()
            self._file.close()
            raise Busy(f"process {owner}" if owner.isdecimal() else "another process") from None
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()

    def _hold(self) -> None:
        if sys.platform == "win32":
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            return  # a file system without locks; whoever shares a run's folder there has to take care

    def close(self) -> None:
        """Lets others have it."""
        self._file.close()
