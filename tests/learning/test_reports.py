"""Results over training seeds, with the figures that the definitions give."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tabletop_envs.cli import main
from tabletop_envs.learning.reports import compare_runs


def test_the_measures_are_those_of_the_definitions() -> None:
    better = np.array([[0.9, 0.8], [0.7, 0.6], [0.5, 0.4], [0.8, 0.7]])
    worse = np.array([[0.1, 0.65], [0.6, 0.2], [0.3, 0.3]])
    state = np.random.get_state()[1].tolist()  # noqa: NPY002
    found = compare_runs({"a": better, "b": worse}, ["x", "y"], "win_rate", 40, 1)
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002
    assert found == compare_runs({"a": better, "b": worse}, ["x", "y"], "win_rate", 40, 1)
    assert found.means["a"].value == pytest.approx(np.mean(sorted(better.ravel())[2:-2]), abs=1e-4)
    shares = [np.mean(better[:, k][:, None] > worse[:, k]) for k in range(2)]
    assert found.improvements["a", "b"].value == pytest.approx(np.mean(shares), abs=1e-4)
    for estimate in (*found.means.values(), *found.improvements.values()):
        assert estimate.low <= estimate.value <= estimate.high
        assert estimate.low < estimate.high


def write(name: str, opponents: str, rate: object) -> str:
    Path(name).write_text(json.dumps([{"game": "g_v0", "players": 2, "opponents": opponents, "win_rate": rate}]))
    return name


def test_the_command_reads_what_evaluate_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    files = [write(f"{k}.json", "greedy", 0.5 + 0.1 * k) for k in range(4)]
    given = [f"one={files[0]},{files[1]}", f"two={files[2]},{files[3]}", "--draws", "10"]
    assert main(["compare-runs", *given]) == 0
    text = capsys.readouterr().out
    assert "| one | 2 | 0.550 (" in text
    assert "| one | two | 0.000 (0.000 to 0.000) |" in text
    assert main(["compare-runs", *given, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"] == {"one": 2, "two": 2}
    write("other.json", "random", 0.5)
    write("bad.json", "greedy", "much")
    for bad, told in (
        (["one"], "is not of the form"),
        (["one=0.json"], "has one run"),
        (["one=0.json,1.json", "one=2.json,3.json"], "is there twice"),
        (["one=0.json,none.json"], "none.json"),
        (["one=0.json,other.json"], "other.json is about g_v0, 2 players, against random; the first file"),
        (["one=0.json,bad.json"], "'much' is not a number"),
        ([given[0], "--metric", "score"], "is not what evaluate --json writes"),
    ):
        assert main(["compare-runs", *bad]) == 2
        line = capsys.readouterr().err.strip()
        assert told in line
        assert "\n" not in line
