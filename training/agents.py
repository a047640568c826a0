"""Trains agents that come with the games, each from its file in ``training/agents/``.

``python training/agents.py carcassonne-2`` makes the run ``runs/agents/carcassonne-2`` and evaluates it. The files hold
options of ``tabletop-envs train``; those not named have their defaults.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from tabletop_envs.learning import ppo
from tabletop_envs.learning.callbacks import Progress
from tabletop_envs.learning.evaluate import compare
from tabletop_envs.learning.options import TrainOptions

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILES = {path.stem: path for path in sorted((Path(__file__).parent / "agents").glob("*.toml"))}
AGAINST = ("greedy", "rival", "linear")


def train(name: str, folder: Path) -> None:
    """Trains one agent and writes beside its model how long it took."""
    # The agent is what the whole run ends with, unless its file says otherwise.
    chosen = {"evaluate_every": 0, **tomllib.loads(FILES[name].read_text(encoding="utf-8"))}
    options = TrainOptions(**chosen)
    run = ppo.start(options, folder)
    begin = time.process_time()
    ppo.train(run, Progress(options.steps))
    spent = {"cpu_minutes": round((time.process_time() - begin) / 60, 1)}
    (folder / "time.json").write_text(json.dumps(spent) + "\n", encoding="utf-8")


def evaluate(folder: Path, games: int) -> None:
    """Plays the agent against the fixed ones, and writes the figures beside its model."""
    options = TrainOptions.read(folder)
    results = [
        compare(str(folder), against, options.game, games=games, seed=7)
        for against in (AGAINST if options.players > 1 else AGAINST[:1])
    ]
    for result in results:
        print(result.text())
    (folder / "results.json").write_text(json.dumps([r.to_json() for r in results], indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Trains and evaluates the agents that are named."""
    parser = argparse.ArgumentParser(description="Train the agents that come with the games.")
    parser.add_argument("names", nargs="+", choices=list(FILES), metavar="NAME", help=", ".join(FILES))
    parser.add_argument("--out", type=Path, default=Path("runs/agents"), help="a folder for the runs")
    parser.add_argument("--games", type=int, default=1000, help="games of each evaluation")
    chosen = parser.parse_args()
    for name in chosen.names:
        train(name, chosen.out / name)
        evaluate(chosen.out / name, chosen.games)


if __name__ == "__main__":
    main()
