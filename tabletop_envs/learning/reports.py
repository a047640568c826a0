"""Results over several training seeds: interquartile means with intervals, and probabilities of improvement.

The measures and the stratified bootstrap are those of the library rliable (Agarwal and others, 2021): a run is one
training seed, a task is what its agent was measured against.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import shown
from tabletop_envs.learning.durable import explain, shown_path
from tabletop_envs.learning.failures import UserError

METRICS = ("win_rate", "score", "margin")
"""What of an evaluation can be compared."""

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Comparison:
    """What several methods achieved, each over its runs.

    Attributes:
        metric: What is compared.
        tasks: What the agents were measured against.
        runs: The number of runs of each method.
        means: The interquartile mean of each method over runs and tasks.
        improvements: For two methods, the probability that a run of the first is better than one of the second.
    """

    metric: str
    tasks: tuple[str, ...]
    runs: Mapping[str, int]
    means: Mapping[str, Estimate]
    improvements: Mapping[tuple[str, str], Estimate]

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "metric": self.metric,
            "tasks": list(self.tasks),
            "runs": dict(self.runs),
            "interquartile_mean": {name: vars(found) for name, found in self.means.items()},
            "probability_of_improvement": [
                {"method": one, "over": other, **vars(found)} for (one, other), found in self.improvements.items()
            ],
        }

    def markdown(self) -> str:
        """The same as tables."""
        lines = [f"{self.metric} against {', '.join(map(shown_path, self.tasks))}; 95 % intervals", ""]
        lines += ["| method | runs | interquartile mean |", "| --- | ---: | ---: |"]
        for name, found in self.means.items():
            lines.append(f"| {shown_path(name)} | {self.runs[name]} | {_shown(found)} |")
        if self.improvements:
            lines += ["", "| better than | | probability |", "| --- | --- | ---: |"]
        for (one, other), found in self.improvements.items():
            lines.append(f"| {shown_path(one)} | {shown_path(other)} | {_shown(found)} |")
        return "\n".join(lines) + "\n"


def _shown(found: Estimate) -> str:
    return f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"


def compare_runs(runs: Mapping[str, Matrix], tasks: Sequence[str], metric: str, draws: int, seed: int) -> Comparison:
    """Compares methods by what their runs achieved.

    Args:
        runs: Of each method the values, ``(runs, tasks)``.
        tasks: The names of the tasks.
        metric: What the values are.
        draws: Draws of the stratified bootstrap.
        seed: Fixes them.
    """
    from rliable import library, metrics

    def interquartile(values: Matrix) -> Matrix:
        return np.array([metrics.aggregate_iqm(values)])

    def improvement(one: Matrix, other: Matrix) -> Matrix:
        return np.array([metrics.probability_of_improvement(one, other)])

    pairs = {(a, b): (runs[a], runs[b]) for k, a in enumerate(runs) for b in list(runs)[k + 1 :]}
    with _seeded(seed):
        means = library.get_interval_estimates(dict(runs), interquartile, reps=draws)
        better = library.get_interval_estimates(
            {key: list(both) for key, both in pairs.items()}, improvement, reps=draws
        )
    counts = {name: len(values) for name, values in runs.items()}
    return Comparison(metric, tuple(tasks), counts, _estimates(*means), _estimates(*better))


def _estimates(values: Mapping[Any, Any], intervals: Mapping[Any, Any]) -> dict[Any, Estimate]:
    def rounded(*numbers: Any) -> Estimate:
        return Estimate(*(round(float(number), 4) for number in numbers))

    return {key: rounded(values[key][0], intervals[key][0][0], intervals[key][1][0]) for key in values}


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """Seeds numpy's global generator, the one that rliable draws from, and puts it back."""
    kept = np.random.get_state()  # noqa: NPY002
    np.random.seed(seed)  # noqa: NPY002
    try:
        yield
    finally:
        np.random.set_state(kept)  # noqa: NPY002


def read_runs(given: Mapping[str, Sequence[Path]], metric: str) -> tuple[dict[str, Matrix], list[str]]:
    """Reads what ``evaluate --json`` wrote, a file for each run.

    Returns:
        The values of each method, ``(runs, tasks)``, and the names of the tasks.

    Raises:
        UserError: If a file is missing or something else, or the runs were not measured alike.
    """
    tasks: list[str] | None = None
    match: tuple[Any, ...] | None = None
    found: dict[str, Matrix] = {}
    for method, paths in given.items():
        rows = []
        for path in paths:
            evaluations = _evaluations(path, metric)
            names = [str(evaluation["opponents"]) for evaluation in evaluations]
            about = evaluations[0]["game"], evaluations[0]["players"]
            tasks, match = tasks or names, match or about
            if (names, about) != (tasks, match):
                this, first = (
                    f"{of[0]}, {of[1]} players, against {', '.join(who)}"
                    for of, who in ((about, names), (match, tasks))
                )
                raise UserError(f"{shown_path(path)} is about {this}; the first file is about {first}")
            rows.append([float(evaluation[metric]) for evaluation in evaluations])
        found[method] = np.array(rows)
    return found, tasks or []


def _evaluations(path: Path, metric: str) -> list[dict[str, Any]]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(explain(error)) from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{shown_path(path)} is not JSON: {error}") from None
    needed = {"game", "players", "opponents", metric}
    if (
        not isinstance(found, list)
        or not found
        or not all(isinstance(one, dict) and needed <= one.keys() for one in found)
    ):
        raise UserError(f"{shown_path(path)} is not what evaluate --json writes")
    for one in found:
        if not isinstance(one[metric], int | float) or not np.isfinite(one[metric]):
            raise UserError(f"{shown_path(path)}: {metric}: {shown(one[metric])} is not a number")
    return found
