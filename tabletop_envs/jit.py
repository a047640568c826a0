"""The one place that knows numba: a decorator for compiled rules and a cache that notices every change.

Rules are plain module-level functions over numpy records. ``@jit`` compiles them on first use and keeps the
machine code on disk. numba's own cache looks only at the file that defines a function, although the constants
and helpers of other files are frozen into the code; here an entry is valid as long as *no* source file of the
packages it can draw on has changed. Nothing of numba's global configuration is touched.

Environment variables: ``NUMBA_DISABLE_JIT=1`` runs the same functions as ordinary Python (for a debugger),
``NUMBA_CACHE_DIR`` moves the cache, ``NUMBA_BOUNDSCHECK=1`` checks every index (its code is cached apart).
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import pickle
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import caching, config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.typed_passes import NativeLowering
from numba.core.types import unliteral

from tabletop_envs import code_cache
from tabletop_envs.notices import notice

F = TypeVar("F", bound=Callable[..., Any])

DISABLED = bool(config.DISABLE_JIT)
"""True when the rules run as ordinary Python (``NUMBA_DISABLE_JIT=1``)."""

if DISABLED:
    # Random generators wrap around on purpose; numpy scalars would warn about each wrap.
    np.seterr(over="ignore")

PATIENCE = 0.5
"""Seconds of compiling after which a line on stderr says what is waited for."""

FILES: set[Path] = set()
"""The files of compiled code that this process has read or written."""

UNKEPT: list[str] = []
"""The functions that this process has compiled and that could not be kept for the next."""

_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


_LEARNING = Path(__file__).resolve().parent / "learning"
"""The trainer; no rule imports anything of it, so an edit of it compiles nothing again."""


@functools.cache
def _source_stamp(packages: tuple[Path, ...]) -> str:
    """A digest of every Python source file of ``packages`` that compiled code can depend on."""
    digest = hashlib.sha256()
    for package in packages:
        for path in sorted(package.rglob("*.py")):
            if _LEARNING in path.parents:
                continue
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
def _roots() -> list[code_cache.Root]:
    return code_cache.roots(config.CACHE_DIR)


class _Cache(caching._Cache):
    """Keeps the compiled versions of one function; a failure of any kind means that it is compiled again."""

    def __init__(self, py_func: Callable[..., Any]) -> None:
        self._py_func = py_func
        home = _package_folder(py_func)
        core = Path(__file__).resolve().parent
        self._packages = tuple(sorted({home, core, _file_folder(py_func)}))
        flavour = "checked" if config.BOUNDSCHECK else "plain"
        place = hashlib.sha256(str(home).encode()).hexdigest()[:16]
        self._folder = f"{home.name}-{place}-{flavour}"
        self._function = f"{py_func.__module__}.{py_func.__qualname__}"
        self._title = getattr(py_func, "title", self._function)
        self._notice: threading.Timer | None = None

    @property
    def cache_path(self) -> str:
        return str(_roots()[0].path / self._folder) if _roots() else ""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        found = code_cache.load(_roots(), self._folder, self._name(sig, target_context.codegen()), self._key)
        if found is not None:
            with contextlib.suppress(Exception):
                code = CompileResult._rebuild(target_context, *pickle.loads(found.data))
                FILES.add(found.path)
                return code
        self._notice = threading.Timer(PATIENCE, _announce, [self._title])
        self._notice.daemon = True
        self._notice.start()
        return None

    def finish(self) -> None:
        """Ends a wait: nothing is announced any more."""
        notice, self._notice = self._notice, None  # threads may compile the same function
        if notice is not None:
            notice.cancel()
            notice.join()

    def save_overload(self, sig: Any, data: Any) -> None:
        # numba tells the outermost function alone where its Python objects are; its parts need it too, to print.
        for environment in data._find_referenced_environments():
            data.codegen.set_env(environment.env_name, environment)
        if not data.library.has_dynamic_globals:  # else it holds addresses of this process
            code = dumps(data._reduce())
            path = code_cache.save(_roots(), self._folder, self._name(sig, data.codegen), self._key, code)
            if path is None:
                UNKEPT.append(self._title)
                _warn()
            else:
                FILES.add(path)

    def enable(self) -> None:
        pass

    def disable(self) -> None:
        pass

    def flush(self) -> None:
        pass

    @property
    def _key(self) -> bytes:
        return _source_stamp(self._packages).encode()

    def _name(self, sig: Any, codegen: Any) -> str:
        """A file name for a version: code differs by types, processor, Python, numba and the function itself."""
        code = hashlib.sha256(self._py_func.__code__.co_code).hexdigest()
        python = (sys.implementation.cache_tag, getattr(sys, "abiflags", ""))
        version = hashlib.sha256(repr((sig, codegen.magic_tuple(), code, python, numba.__version__)).encode())
        return f"{self._function.replace('<', '').replace('>', '')}-{version.hexdigest()[:32]}"


def _announce(title: str) -> None:
    notice(f"tabletop-envs: compiling {title} for this machine, once")


@functools.cache
def _warn() -> None:
    places = ", ".join(str(root.path) for root in _roots()) or "any known place"
    notice(
        "tabletop-envs: compiled code cannot be kept, so every process will compile again: no room, or somebody else "
        f"can write, in {places}; set NUMBA_CACHE_DIR to a folder that only you can write to"
    )


class _PartLibrary(JITCodeLibrary):
    """The code of a function that others call, as it is handed to them: neither optimised as a whole nor translated."""

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """Leaves a function's code in a :class:`_PartLibrary`; whoever links it links all that it calls."""

    _name = "tabletop_envs_part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        key = object()  # nothing that could be called, only the name by which numba finds the code
        state.targetctx.insert_user_function(key, state.cr.fndesc, [library])
        state.cr = state.cr._replace(cfunc=key)
        return True


class _PartCompiler(Compiler):
    def define_pipelines(self) -> list[Any]:
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [
                (_PartLowering if kind is NativeLowering else kind, why) for kind, why in pipeline.passes
            ]
        return pipelines


class _Part(CPUDispatcher):
    """A function as other compiled functions call it; Python never does.

    numba by itself optimises and translates every function by itself, each time with all that it calls, and so the
    innermost ones again and again. Here only the outermost function, the one that Python calls, is worth the work:
    it takes a third of the time, and the code is as fast.
    """

    def __init__(self, py_func: Callable[..., Any]) -> None:
        options = {**_OPTIONS, "no_cpython_wrapper": True}
        super().__init__(py_func, targetoptions=options, pipeline_class=_PartCompiler)

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres

    def get_call_template(self, args: Any, kws: Any) -> Any:
        # Calls with different constants share one version. Small functions are inlined, and the constants with them.
        plain = {name: unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(unliteral, args)), plain)


class _Entry(CPUDispatcher):
    """A function as Python calls it; other compiled functions are given its :class:`_Part`."""

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func, targetoptions=_OPTIONS)
        self._cache = _Cache(py_func)
        self._part = _Part(py_func)

    def compile(self, sig: Any) -> Any:
        try:
            return super().compile(sig)
        finally:
            self._cache.finish()

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self._part.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self._part.get_overload(sig)


def jit(function: F) -> F:
    """Compiles a module-level function; calls between such functions cost nothing extra.

    Args:
        function: A function over numpy arrays, records and numbers.

    Returns:
        The compiled function, or ``function`` itself when the JIT is switched off.
    """
    if DISABLED:
        return function
    return cast(F, _Entry(function))


def bind(kernel: Callable[..., Any], label: str, package: str, **rule_functions: Any) -> Any:
    """Compiles a generic kernel for one game.

    A kernel is a module-level function that names the rule functions of a game (``step``, ``legal``, ...) as globals.
    Binding gives it a copy of its globals in which these names are the game's own functions, so one text serves
    every game and each game gets code as direct as if it had been written for it.

    Args:
        kernel: The uncompiled kernel, a plain Python function.
        label: Distinguishes the compiled code of different games.
        package: The package of the game; its sources are part of the cache key.
        **rule_functions: The functions that replace globals of the same names.

    Returns:
        The compiled kernel.
    """
    plain = cast(FunctionType, kernel)
    own = FunctionType(plain.__code__, {**plain.__globals__, **rule_functions}, plain.__name__, plain.__defaults__)
    own.__qualname__ = f"{plain.__qualname__}_{label}"
    own.__module__ = package
    own.__doc__ = plain.__doc__
    own.title = f"{label}: {plain.__name__}"  # type: ignore[attr-defined]
    return jit(own)
