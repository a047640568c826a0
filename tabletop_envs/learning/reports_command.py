"""The command ``compare-runs``."""

from __future__ import annotations

import argparse
import json as json_format
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_envs.errors import shown
from tabletop_envs.learning.extra import require_extra
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.reports import METRICS, compare_runs, read_runs
from tabletop_envs.learning.targets import check_target, write_target
from tabletop_envs.learning.tournament.tournament import check_number


def add_compare_runs(parser: argparse.ArgumentParser) -> None:
    """Adds the flags."""
    parser.description = (
        "Compare methods over several training seeds: interquartile means with stratified bootstrap intervals, and "
        "probabilities of improvement, as rliable has them."
    )
    what = "a method and the files of its runs, one for each training seed, that evaluate --json wrote"
    parser.add_argument("methods", nargs="+", metavar="NAME=FILE,FILE,...", help=what)
    parser.add_argument("--metric", choices=METRICS, default=METRICS[0], help="what is compared (default: win_rate)")
    parser.add_argument("--draws", type=int, default=5000, metavar="N", help="draws of the bootstrap (default: 5000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="fixes the draws")
    parser.add_argument("--json", type=Path, default=None, metavar="FILE", help="write the result there; - prints it")
    parser.set_defaults(command=lambda chosen: _compare_runs(**chosen))


def _compare_runs(methods: Sequence[str], metric: str, draws: int, seed: int, json: Path | None) -> None:
    require_extra("reports", "comparing runs")
    check_number("--draws", draws, 10, 1_000_000)
    check_number("--seed", seed, 0, 2**32 - 1)
    if json is not None and str(json) != "-":
        check_target("--json", json)
    runs, tasks = read_runs(read_methods(methods), metric)
    found = compare_runs(runs, tasks, metric, draws, seed)
    text = json_format.dumps(found.to_json(), indent=2) + "\n"
    print(text if str(json) == "-" else found.markdown(), end="")
    if json is not None and str(json) != "-":
        write_target("--json", json, text)


def read_methods(given: Sequence[str]) -> dict[str, list[Path]]:
    """Reads ``NAME=FILE,FILE,...``.

    Raises:
        UserError: If a name or its files are missing, or a name is there twice.
    """
    found: dict[str, list[Path]] = {}
    for text in given:
        name, _, files = text.partition("=")
        paths: list[Any] = [Path(file) for file in files.split(",") if file]
        if not name or not paths:
            raise UserError(f"{shown(text)} is not of the form NAME=FILE,FILE,...")
        if name in found:
            raise UserError(f"the method {shown(name)} is there twice")
        if len(paths) < 2:
            raise UserError(f"the method {shown(name)} has one run; intervals over training seeds need at least two")
        found[name] = paths
    return found
