"""Model cards: what an agent that comes with a game is, how to train it again, and what it achieves."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from tabletop_envs.agents.files import shipped
from tabletop_envs.agents.model_file import Model, read_model
from tabletop_envs.errors import explain, shown, shown_path
from tabletop_envs.learning.evaluate import Evaluation
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.games import game_class


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def listing(game: str) -> str:
    """The agents that come with a game, one a line."""
    lines = []
    for name, path in shipped(game_class(game)).items():
        model = read_model(path)
        made, size = model.origin.command().removeprefix("train "), path.stat().st_size / 1000
        lines.append(f"ppo:{name:24} {made}; {model.about.get('steps', 0):,} steps, {size:.0f} KB, {digest(path)[:12]}")
    return "\n".join(lines) or f"{game_class(game).title} comes with no trained agents"


def read_results(path: Path) -> list[Evaluation]:
    """What ``tabletop-envs evaluate --json`` has written.

    Raises:
        UserError: If it is something else.
    """
    names = {item.name for item in fields(Evaluation)}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
            raise ValueError("expected a list of results")
        if missing := next((names - set(one) for one in found if names - set(one)), None):
            raise ValueError(f"a result lacks {', '.join(sorted(missing))}")
        return [Evaluation(**{name: one[name] for name in names}) for one in found]
    except (OSError, ValueError, RecursionError) as error:
        told = explain(error) if isinstance(error, OSError) else shown(str(error))
        raise UserError(f"{shown_path(path)}: {told}; `tabletop-envs evaluate --json FILE` writes such files") from None


def card(model: Model, results: Sequence[Evaluation]) -> str:
    """The card of a published agent in Markdown.

    Raises:
        UserError: If a result is another agent's, or of another game.
    """
    about, origin = model.about, model.origin
    name = f"ppo:{about['name']}"
    for result in results:
        if (result.agent, result.game, result.players) != (name, model.shape.game, model.shape.players):
            raise UserError(
                f"the results are of {shown_path(result.agent)} in {shown_path(result.game)} with {result.players} "
                f"players; expected those of {name}: tabletop-envs evaluate {origin.game} --agent {name} ..."
            )
    layers = ", ".join(map(str, model.shape.net))
    facts: Mapping[str, Any] = {
        "game": f"{model.shape.game}, `{origin.command().removeprefix('train ')}`",
        "network": f"over candidates, hidden layers {layers} ({model.shape.activation})",
        "trained by": f"`{about['command']}`",
        "seed": about["seed"],
        "steps": f"{about['steps']:,} decisions of the learner",
        "CPU-minutes": about.get("cpu_minutes", "not measured"),
        "version": about["version"],
        "file": f"{model.path.stat().st_size / 1000:.0f} KB, matrices in {about['precision']} "
        f"({100 * about['same_decisions']:.1f} % of decisions as in float32), SHA-256 `{digest(model.path)}`",
    }
    lines = [f"# {name}", "", "| | |", "| --- | --- |", *(f"| {key} | {value} |" for key, value in facts.items()), ""]
    lines += _table(results)
    against = " ".join(result.opponents for result in results if result.players > 1)
    again = f"tabletop-envs evaluate {origin.game} --agent {name} --games {results[0].games} --seed {results[0].seed}"
    lines += ["", f"Every deal was played once from each player, with 95 % intervals: `{again}"]
    lines[-1] += f" --opponents {against}`." if against else "`."
    return "\n".join(lines) + "\n"


def _table(results: Sequence[Evaluation]) -> list[str]:
    if results[0].players == 1:
        return ["| games | score |", "| --- | --- |"] + [
            f"| {result.games:,} | {result.score:.2f} +- {result.score_error:.2f} |" for result in results
        ]
    lines = ["| against | games | won | margin | score | theirs |", "| --- | --- | --- | --- | --- | --- |"]
    for result in results:
        won = f"{100 * result.win_rate:.1f} % ({100 * result.win_low:.1f} to {100 * result.win_high:.1f})"
        margin = f"{result.margin:+.2f} +- {result.margin_error:.2f}"
        scores = f"{result.score:.1f} | {result.opponents_score:.1f}"
        lines.append(f"| `{result.opponents}` | {result.games:,} | {won} | {margin} | {scores} |")
    return lines
