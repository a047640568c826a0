"""Rates on a machine that may be shared with others: steps per CPU-second, in several windows taken in turns."""

from __future__ import annotations

import multiprocessing
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
Play = Callable[[], int]
"""Plays for a while and returns how many steps it took."""

ROOT = Path(__file__).resolve().parent.parent
THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True)
class Effort:
    """How long to measure.

    Attributes:
        seconds: CPU-seconds of one window.
        repeats: Windows of each case.
    """

    seconds: float
    repeats: int


@dataclass
class Rate:
    """What was measured of one case.

    Attributes:
        name: The case.
        per_cpu: Steps per CPU-second of the process, one number a window.
        per_wall: Steps per second of the clock on the wall.
        first: Seconds on the wall that the first call took, compiling included.
    """

    name: str
    first: float = 0.0
    per_cpu: list[float] = field(default_factory=list)
    per_wall: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The median of the windows, per CPU-second."""
        return statistics.median(self.per_cpu)


def measure(cases: Mapping[str, Play], effort: Effort) -> list[Rate]:
    """Measures cases side by side: a window of each, then the next window of each.

    What disturbs the machine for a while disturbs all of them, so their ratios hold better than their rates.
    """
    rates = {name: Rate(name) for name in cases}
    for name, play in cases.items():
        start = time.perf_counter()
        play()
        rates[name].first = time.perf_counter() - start
    for _ in range(effort.repeats):
        for name, play in cases.items():
            _window(play, effort.seconds, rates[name])
    return list(rates.values())


def _window(play: Play, seconds: float, rate: Rate) -> None:
    steps, cpu, wall = 0, time.process_time(), time.perf_counter()
    used = 0.0
    while used < seconds:
        steps += play()
        used = time.process_time() - cpu
    rate.per_cpu.append(steps / used)
    rate.per_wall.append(steps / (time.perf_counter() - wall))


def ratios(rate: Rate, other: Rate) -> list[float]:
    """One rate as a part of another, window by window."""
    return [a / b for a, b in zip(rate.per_cpu, other.per_cpu, strict=True)]


def one_thread() -> None:
    """Lets the numeric libraries of this process and its children use one thread, if they are not loaded yet."""
    for variable in THREADS:
        os.environ[variable] = "1"


def one_core() -> None:
    """Keeps this process on one core, where the system can do that."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def apart(function: Callable[..., T], *arguments: Any) -> T:
    """Calls a module-level function in a fresh process on one core, so that no case meets what another one loaded.

    Raises:
        Exception: What the function raises.
    """
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, initializer=one_core) as pool:
        return pool.submit(function, *arguments).result()


def fresh(code: str, **environment: str) -> str:
    """The output of a Python program in an interpreter of its own, with the project on its path.

    Raises:
        RuntimeError: If it fails.
    """
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
    )
    if result.returncode != 0:
        raise RuntimeError(result.stderr.strip().splitlines()[-1])
    return result.stdout


def machine(packages: list[str]) -> str:
    """One paragraph on the machine and the versions of everything that was measured."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        cpu = names[0] if names else cpu
    versions = [f"{name} {version}" for name in packages if (version := version_of(name))]
    load = f", load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{cpu}, {os.cpu_count()} cores{load}, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}; {', '.join(versions)}"
    )


def version_of(package: str) -> str | None:
    """The version of an installed package."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
