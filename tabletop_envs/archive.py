"""One file of named arrays and JSON texts: a zip that is read without running code from it.

An array lies in it as ``NAME.npy``, so ``numpy.load`` reads such a file as well. Nothing is compressed, and whoever
reads an array says its type and shape: what is read is never larger than what was asked for, whatever the file claims.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

_LARGEST = 1 << 32
_LONGEST_TEXT = 1 << 20
_LONGEST_HEADER = 10_000
_DATE = (1980, 1, 1, 0, 0, 0)  # the same content gives the same bytes


class ArchiveError(ValueError):
    """A file is no archive, damaged, or holds something else than expected; one line says what."""


def pack(texts: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]], base: bytes = b"") -> bytes:
    """The bytes of an archive.

    Args:
        texts: What is kept as JSON, by the names of the members.
        arrays: The arrays, by their names without ``.npy``.
        base: A zip file to which all of it is added.
    """
    whole = io.BytesIO(base)
    with zipfile.ZipFile(whole, "a", zipfile.ZIP_STORED) as archive:
        for name, value in texts.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), json.dumps(value, indent=2) + "\n")
        for name, array in arrays.items():
            data = io.BytesIO()
            np.lib.format.write_array(data, np.require(array, requirements="C"), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", _DATE), data.getvalue())
    return whole.getvalue()


class Archive:
    """An archive in memory.

    Args:
        path: The file.

    Raises:
        ArchiveError: If it is no zip file.
        OSError: If it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        if (size := path.stat().st_size) > _LARGEST:
            raise ArchiveError(f"it has {size:,} bytes; expected at most {_LARGEST:,}")
        self._data = path.read_bytes()
        self.size = len(self._data)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(self._data))
        except Exception as error:  # zipfile raises half a dozen kinds on hostile files
            raise ArchiveError(f"not a complete zip file ({_line(error)})") from None

    def __contains__(self, name: str) -> bool:
        return name in self._zip.NameToInfo

    def check(self) -> None:
        """Reads everything, whoever put it in.

        Raises:
            ArchiveError: If a member is damaged, or all of them together claim more than there is.
        """
        members = self._zip.infolist()
        if any(map(_is_packed, members)) or sum(info.file_size for info in members) > self.size:
            raise ArchiveError("it holds compressed or overlapping members; expected plain ones (zip -0)")
        try:
            damaged = self._zip.testzip()
        except Exception as error:
            raise ArchiveError(f"it is damaged ({_line(error)})") from None
        if damaged is not None:
            raise ArchiveError(f"{damaged} is damaged")

    def text(self, name: str) -> Any:
        """What a member holds as JSON.

        Raises:
            ArchiveError: If it is missing, damaged, too long or no JSON.
        """
        data = self._member(name, _LONGEST_TEXT)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise ArchiveError(f"{name} is not valid JSON ({_line(error)})") from None

    def array(self, name: str, dtype: npt.DTypeLike, shape: tuple[int, ...]) -> npt.NDArray[Any]:
        """An array of this type and shape.

        Raises:
            ArchiveError: If it is missing, damaged, or of another type or shape.
        """
        kind = np.dtype(dtype)
        size = kind.itemsize * int(np.prod(shape, dtype=object))
        data = io.BytesIO(self._member(f"{name}.npy", size + _LONGEST_HEADER))
        try:
            version = np.lib.format.read_magic(data)
            if version != (1, 0):
                raise ValueError(f"version {version}")
            found, fortran, found_kind = np.lib.format.read_array_header_1_0(data)
        except Exception as error:  # the header is Python source that numpy parses
            raise ArchiveError(f"{name} is not an array ({_line(error)})") from None
        if (found, fortran, found_kind) != (shape, False, kind):
            raise ArchiveError(f"{name} is {found_kind} of shape {found}; expected {kind} of shape {shape}")
        rest = data.read()
        if len(rest) != size:
            raise ArchiveError(f"{name} has {len(rest)} bytes; expected {size}")
        return np.frombuffer(rest, kind).reshape(shape).copy()

    def _member(self, name: str, limit: int) -> bytes:
        try:
            info = self._zip.getinfo(name)
        except KeyError:
            raise ArchiveError(f"it has no {name}") from None
        if _is_packed(info):
            raise ArchiveError(f"{name} is compressed or encrypted; expected plain members (zip -0)")
        if info.file_size > limit or info.file_size > len(self._data):
            raise ArchiveError(f"{name} has {info.file_size} bytes; expected at most {min(limit, len(self._data))}")
        try:
            return self._zip.read(info)  # checks the sum
        except Exception as error:
            raise ArchiveError(f"{name} is damaged ({_line(error)})") from None


def _is_packed(info: zipfile.ZipInfo) -> bool:
    """Whether a member is compressed or encrypted."""
    return info.compress_type != zipfile.ZIP_STORED or bool(info.flag_bits & 1)


def _line(error: Exception) -> str:
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if len(text) <= 160 else f"{text[:157]}..."
