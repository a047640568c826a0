"""Compiled functions that call each other: only the outermost is translated, all behave as in Python."""

from __future__ import annotations

import io
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletop_envs import jit as compiler
from tabletop_envs.cli import main
from tabletop_envs.code_cache import Root
from tabletop_envs.jit import jit
from tabletop_envs.learning.progress import bar
from tabletop_envs.notices import notice

compiled = pytest.mark.skipif(compiler.DISABLED, reason="nothing is compiled")


@jit
def inner(x: Any) -> Any:
    if x < 0:
        raise ValueError("below zero")
    return 2 * x


@jit
def middle(values: Any, k: Any) -> Any:
    return inner(values[k]) + 1


@jit
def outer(values: Any) -> Any:
    total = np.zeros(1, np.int64)
    for k in range(len(values)):
        total[0] += middle(values, k) * inner(1)
    return total[0] + inner(2.5)


@jit
def telling(x: Any) -> Any:
    print("inside", x)
    return x


@jit
def asking(x: Any) -> Any:
    return telling(x) + 1


def test_functions_give_what_python_gives_whoever_calls_them() -> None:
    values = np.arange(5)
    assert outer(values) == 55
    assert (middle(values, 3), inner(4), inner(0.5)) == (7, 8, 1.0)
    assert outer(values[::2]) == 35


def test_errors_come_out_of_inner_functions() -> None:
    values = np.array([1, 2, -1])
    for call in (lambda: outer(values), lambda: middle(values, 2), lambda: inner(-3)):
        with pytest.raises(ValueError, match="below zero"):
            call()


def test_inner_functions_can_print(capfd: pytest.CaptureFixture[str]) -> None:
    assert asking(7) == 8
    assert capfd.readouterr().out == "inside 7\n"


@pytest.mark.bounds
@pytest.mark.skipif(not compiler.config.BOUNDSCHECK, reason="bounds are not checked")
def test_bounds_are_checked_in_inner_functions() -> None:
    with pytest.raises(IndexError):
        middle(np.arange(3), 5)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Root]:
    """An empty cache, and no patience: every wait is announced."""
    found = [Root(tmp_path / "cache", 0o700)]
    monkeypatch.setattr(compiler, "_roots", lambda: found)
    monkeypatch.setattr(compiler, "PATIENCE", 0.0)
    return found


@compiled
def test_every_wait_is_announced_once_and_by_name(places: list[Root], capfd: pytest.CaptureFixture[str]) -> None:
    def wait() -> list[str]:
        """A new function that calls another, as a new process would find it, twice."""
        kernel: Any = compiler.bind(asking.py_func, "some_game", "tests", telling=jit(inner.py_func))
        assert [kernel(3), kernel(4)] == [7, 9]
        return capfd.readouterr().err.splitlines()

    assert wait() == ["tabletop-envs: compiling some_game: asking for this machine, once"]
    assert wait() == []
    places[:] = []
    compiler._warn.cache_clear()
    first, second = sorted(wait())
    assert "cannot be kept" in first
    assert "NUMBA_CACHE_DIR" in first
    assert "some_game: asking" in second


class Full(io.StringIO):
    """A file on a full disk."""

    def flush(self) -> None:
        raise OSError(28, "No space left on device")


class Closed(io.StringIO):
    """A file that has been closed."""

    def write(self, text: str) -> int:
        raise ValueError("I/O operation on closed file")


@pytest.mark.parametrize("stream", [None, Full(), Closed()], ids=["none", "full", "closed"])
def test_nothing_stops_where_nobody_can_be_told(
    stream: Any, places: list[Root], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    places[:] = []
    compiler._warn.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", stream)
        notice("compiling")
        assert jit(getattr(inner, "py_func", inner))(4) == 8
        with bar("games", 2) as advance:
            advance(1)
        assert main(["evaluate", "carcassonne", "--agent", "nobody"]) == 2
    assert capfd.readouterr().out == ""


@compiled
def test_a_short_wait_is_not_announced(
    places: list[Root], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "PATIENCE", 100.0)
    assert jit(inner.py_func)(4) == 8
    assert capfd.readouterr().err == ""


@compiled
def test_a_function_that_does_not_compile_leaves_no_announcement_behind(
    places: list[Root], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "PATIENCE", 100.0)
    kernel: Any = jit(inner.py_func)
    with pytest.raises(Exception, match=r"(?i)typing|cannot|no implementation"):
        kernel("text")
    assert not any(isinstance(thread, threading.Timer) for thread in threading.enumerate())


@compiled
def test_only_what_python_calls_is_translated() -> None:
    def first(x: Any) -> Any:
        return x + 1

    one: Any = jit(first)

    def second(x: Any) -> Any:
        return one(x)

    two: Any = jit(second)
    assert two(1) == 2
    assert not one.overloads
    assert one(1) == 2
    assert len(one.overloads) == 1
