"""Where compiled code is kept between processes, and which of it is believed.

What lies there is run. So a folder counts only if nobody but this user or root can write to it or put another in its
place, and each file is held to the same; what is damaged, unreadable or out of date counts as missing. Without any
such folder, or with a full disk, nothing is kept, and nothing here raises for it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

NAME = "tabletop-envs"

_DIGEST_SIZE = 32
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Root(NamedTuple):
    """A folder that may hold a cache, and the permissions with which it is made."""

    path: Path
    mode: int


def roots(chosen: str = "") -> list[Root]:
    """The folders that may hold a cache, best first: the one that the user chose, the user's own, a temporary one.

    Args:
        chosen: The folder that the user chose, if any; what is prepared there may serve other users too.
    """
    found = []
    if chosen:
        with contextlib.suppress(OSError):  # it is not absolute, and the working directory is gone
            found.append(Root(Path(os.path.abspath(chosen), NAME), 0o755))
    with contextlib.suppress(RuntimeError):
        found.append(Root(_user_folder() / NAME, 0o700))
    if hasattr(os, "geteuid"):  # elsewhere a user's temporary folder is in the same place as the one above
        with contextlib.suppress(OSError):
            temporary = os.path.abspath(os.environ.get("TMPDIR") or "/tmp")
            found.append(Root(Path(temporary, f"{NAME}-{os.geteuid()}"), 0o700))
    return found


def _user_folder() -> Path:
    """The folder of this user's caches.

    Raises:
        RuntimeError: If nobody knows where this user is at home.
    """
    if sys.platform == "win32":
        place = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        place = Path.home() / "Library" / "Caches"
    else:
        place = Path(os.environ.get("XDG_CACHE_HOME") or "")
        if not place.is_absolute():  # "must be ignored" (XDG Base Directory Specification)
            place = Path.home() / ".cache"
    if not place.is_absolute():
        raise RuntimeError(f"the home folder {place} is not absolute")
    return place


class Found(NamedTuple):
    """What was kept, and in which file."""

    path: Path
    data: bytes


def load(places: Sequence[Root], folder: str, name: str, key: bytes) -> Found | None:
    """What was kept under this name and key in the first place that has it, or ``None``."""
    for root in places:
        with contextlib.suppress(OSError):
            if _is_trusted_root(root.path) and _is_trusted(os.lstat(root.path / folder), stat.S_ISDIR):
                path = root.path / folder / name
                content = _read(path)
                digest, data = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
                if digest == _digest(key, data):
                    return Found(path, data)
    return None


def save(places: Sequence[Root], folder: str, name: str, key: bytes, data: bytes) -> Path | None:
    """Keeps data in the first place that takes it, instead of what had this name; the file, or ``None``."""
    for root in places:
        with contextlib.suppress(OSError):
            os.makedirs(root.path, mode=root.mode, exist_ok=True)
            if not _is_trusted_root(root.path):
                continue
            target = root.path / folder
            os.makedirs(target, mode=root.mode, exist_ok=True)
            if _is_trusted(os.lstat(target), stat.S_ISDIR):
                _write(target / name, _digest(key, data) + data)
                return target / name
    return None


def _digest(key: bytes, data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(key).digest() + data).digest()


def _is_trusted_root(path: Path) -> bool:
    """Whether only this user or root can write to a folder or put another in its place.

    Raises:
        OSError: If it is not there or cannot be looked at.
    """
    above = Path(os.path.realpath(path.parent))
    return _is_trusted(os.lstat(path), stat.S_ISDIR) and not any(
        _anybody_may_rename(os.lstat(place)) for place in (above, *above.parents)
    )


def _is_trusted(found: os.stat_result, kind: Callable[[int], bool]) -> bool:
    """Whether something is of this kind and only this user or root can write to it."""
    if not kind(found.st_mode):
        return False
    # Elsewhere than on POSIX the mode says nothing about other users.
    return not hasattr(os, "geteuid") or (found.st_uid in (os.geteuid(), 0) and not found.st_mode & _OTHERS_WRITE)


def _anybody_may_rename(found: os.stat_result) -> bool:
    """Whether everybody may rename what others have in this folder."""
    return hasattr(os, "geteuid") and bool(found.st_mode & stat.S_IWOTH) and not found.st_mode & stat.S_ISVTX


def _read(path: Path) -> bytes:
    """The content of a trusted file, nothing of any other.

    Raises:
        OSError: If it cannot be read.
    """
    with open(os.open(path, _READ), "rb") as file:
        return file.read() if _is_trusted(os.fstat(file.fileno()), stat.S_ISREG) else b""


def _write(path: Path, content: bytes) -> None:
    """Writes a file that others see whole or not at all.

    Raises:
        OSError: If it cannot be written.
    """
    with _unfinished(path) as unfinished:
        with open(unfinished, "wb") as file:
            file.write(content)
        os.chmod(unfinished, 0o644)
        os.replace(unfinished, path)


@contextlib.contextmanager
def _unfinished(path: Path) -> Iterator[str]:
    """A new file beside ``path`` that is gone afterwards if it was not renamed."""
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    os.close(descriptor)
    try:
        yield name
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
