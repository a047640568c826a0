"""The one place that knows numba: a decorator for compiled rules and a cache that notices every change.

Rules are plain module-level functions over numpy records. ``@jit`` compiles them on first use and keeps the
machine code on disk. numba's own cache looks only at the file that defines a function, although the constants
and helpers of other files are frozen into the code; here an entry is valid as long as *no* source file of the
packages it can draw on has changed. Nothing of numba's global configuration is touched.

Environment variables: ``NUMBA_DISABLE_JIT=1`` runs the same functions as ordinary Python (for a debugger),
``NUMBA_CACHE_DIR`` moves the cache, ``NUMBA_BOUNDSCHECK=1`` checks every index (its code is cached apart).
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, ClassVar, TypeVar, cast

import numba
import numpy as np
from numba.core import caching, config
from numba.core.types import unliteral
from numba.misc.appdirs import AppDirs

F = TypeVar("F", bound=Callable[..., Any])

DISABLED = bool(config.DISABLE_JIT)
"""True when the rules run as ordinary Python (``NUMBA_DISABLE_JIT=1``)."""

if DISABLED:
    # Random generators wrap around on purpose; numpy scalars would warn about each wrap.
    np.seterr(over="ignore")


@functools.cache
def _source_stamp(packages: tuple[Path, ...]) -> str:
    """A digest of every Python source file of ``packages``."""
    digest = hashlib.sha256()
    for package in packages:
        for path in sorted(package.rglob("*.py")):
            digest.update(str(path.relative_to(package.parent)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _package_folder(py_func: Callable[..., Any]) -> Path:
    """The folder of the top-level package that ``py_func`` belongs to (of its file, if in no package)."""
    module = sys.modules.get(py_func.__module__.partition(".")[0])
    for folder in getattr(module, "__path__", ()):
        return Path(folder).resolve()
    return _file_folder(py_func)


def _file_folder(py_func: Callable[..., Any]) -> Path:
    """The folder of the file in which ``py_func`` was written; for a bound kernel not that of its game."""
    return Path(py_func.__code__.co_filename).resolve().parent


@functools.cache
def _cache_root() -> Path:
    """The first writable place: the user's choice, the user's cache folder, the temporary folder."""
    places = [AppDirs(appname="tabletop-envs", appauthor=False).user_cache_dir]
    if config.CACHE_DIR:
        places.insert(0, os.path.join(config.CACHE_DIR, "tabletop-envs"))
    user = os.getuid() if hasattr(os, "getuid") else "user"
    places.append(os.path.join(tempfile.gettempdir(), f"tabletop-envs-{user}"))
    for place in places:
        try:
            os.makedirs(place, exist_ok=True)
            tempfile.TemporaryFile(dir=place).close()
        except OSError:
            continue
        return Path(place)
    return Path(places[-1])


class _Locator(caching._CacheLocator):
    def __init__(self, py_func: Callable[..., Any]) -> None:
        home = _package_folder(py_func)
        core = Path(__file__).resolve().parent
        self._packages = tuple(sorted({home, core, _file_folder(py_func)}))
        flavour = "checked" if config.BOUNDSCHECK else "plain"
        place = hashlib.sha256(str(home).encode()).hexdigest()[:16]
        self._path = _cache_root() / f"{home.name}-{place}-{flavour}"

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        return cls(py_func)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return _source_stamp(self._packages)

    def get_disambiguator(self) -> None:
        return None


class _Impl(caching.CompileResultCacheImpl):
    _locator_classes: ClassVar[list[type[_Locator]]] = [_Locator]


class _Cache(caching.FunctionCache):
    _impl_class = _Impl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        if found is None:
            _announce()
        return found


@functools.cache
def _announce() -> None:
    print(
        "tabletop-envs: compiling the rules for this machine; this takes up to a minute, once "
        f"(kept in {_cache_root()}).",
        file=sys.stderr,
        flush=True,
    )


def jit(function: F) -> F:
    """Compiles a module-level function; calls between such functions cost nothing extra.

    Args:
        function: A function over numpy arrays, records and numbers.

    Returns:
        The compiled function, or ``function`` itself when the JIT is switched off.
    """
    if DISABLED:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    dispatcher._cache = _Cache(function)
    _forget_constants(dispatcher)
    return cast(F, dispatcher)


def _forget_constants(dispatcher: Any) -> None:
    """Makes calls with different constants share one compiled version; numba would compile one for each.

    Nothing is lost by it: small functions are inlined, and the constants with them.
    """
    find = dispatcher.get_call_template

    def find_plain(args: Any, kws: Any) -> Any:
        return find(tuple(map(unliteral, args)), {name: unliteral(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = find_plain


def bind(kernel: Callable[..., Any], label: str, package: str, **verbs: Any) -> Any:
    """Compiles a generic kernel for one game.

    A kernel is a module-level function that names the verbs of a game (``step``, ``legal``, ...) as globals.
    Binding gives it a copy of its globals in which these names are the game's own functions, so one text serves
    every game and each game gets code as direct as if it had been written for it.

    Args:
        kernel: The uncompiled kernel, a plain Python function.
        label: Distinguishes the compiled code of different games.
        package: The package of the game; its sources are part of the cache key.
        **verbs: The functions that replace globals of the same names.

    Returns:
        The compiled kernel.
    """
    plain = cast(FunctionType, kernel)
    own = FunctionType(plain.__code__, {**plain.__globals__, **verbs}, plain.__name__, plain.__defaults__)
    own.__qualname__ = f"{plain.__qualname__}_{label}"
    own.__module__ = package
    own.__doc__ = plain.__doc__
    return jit(own)
