"""Trained agents that come with a game: a run's network as a small file, beside the game's own code."""

from __future__ import annotations

import importlib.metadata
import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from tabletop_envs.agents.files import find_model, model_of_run
from tabletop_envs.agents.model_file import ABOUT, CANDIDATES, NETWORK, OPTIONS, Model, feature_hash, read_model
from tabletop_envs.agents.network import CandidateNetwork
from tabletop_envs.archive import Archive, ArchiveError, pack
from tabletop_envs.batch import Batch
from tabletop_envs.errors import explain, shown, shown_path
from tabletop_envs.game import Game
from tabletop_envs.learning import durable
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.games import game_class
from tabletop_envs.learning.options import TrainOptions, usual_value
from tabletop_envs.learning.seeds import derive

LARGEST = 200_000
"""Bytes of a published agent."""
TIME = "time.json"
"""The file of a run that says what it took, if whoever started it has written one."""
SAME = 0.995
"""The share of decisions that matrices of half the precision must leave as they are."""
_DECISIONS = 2000
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True)
class Published:
    """What was written: the file, its bytes, and what it says of itself."""

    path: Path
    size: int
    about: Mapping[str, Any]


def trained_model(name: str) -> Model:
    """The model of a run's folder or of a file.

    Raises:
        UserError: If there is none.
    """
    path = model_of_run(Path(name)) if Path(name).is_dir() else Path(name)
    try:
        return read_model(path)
    except ValueError as error:
        raise UserError(str(error)) from None


def run_options(model: Model) -> TrainOptions:
    """The options of the run that made a model, checked.

    Raises:
        UserError: If they are none.
    """
    return TrainOptions.of(model.options, shown_path(model.path))


def publish(source: str, name: str, out: Path | None = None) -> Published:
    """Writes the network of a run as an agent that comes with its game.

    Its matrices are kept in half the precision where that leaves :data:`SAME` of its decisions as they are.

    Args:
        source: A run's folder or a model's path.
        name: What the agent is called: ``ppo:NAME`` plays it.
        out: A folder; by default that of the game's own package.

    Raises:
        UserError: If it is no model over candidates, the name is not one, or the file becomes too large.
        OSError: If it cannot be written.
    """
    model = trained_model(source)
    if model.shape.policy != CANDIDATES:
        raise UserError(
            f"{shown_path(model.path)} sees the flat observation; only policies over candidates are published"
        )
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise UserError(f"--name: {shown(name)} is not a name; expected small letters, digits and hyphens")
    options = run_options(model)
    game = options.make_game()
    try:
        model.check(game)
    except ValueError as error:
        raise UserError(str(error)) from None
    folder = game.trained_agents if out is None else out
    if folder is None:
        raise UserError(f"{game.name} says nowhere where its agents lie (GameSpec.trained_agents); give --out")
    about: dict[str, Any] = {
        "name": name,
        "version": importlib.metadata.version("tabletop-envs"),
        "features": feature_hash(game),
        "seed": options.seed,
        "steps": steps_of(model),
        **spent_on(model),
        "command": command_line(options),
    }
    half = halved(model)
    about["same_decisions"] = round(agreement(model, half, game), 4)
    about["precision"] = "float16" if about["same_decisions"] >= SAME else "float32"
    data = published_bytes(half if about["precision"] == "float16" else model, about)
    if len(data) > LARGEST:
        raise UserError(f"{name} has {len(data):,} bytes; allowed: {LARGEST:,}; train with smaller --hidden-sizes")
    durable.make_folder(folder)
    durable.write(folder / f"{name}.zip", data)
    return Published(folder / f"{name}.zip", len(data), about)


def published_bytes(model: Model, about: Mapping[str, Any]) -> bytes:
    """The file of a published agent."""
    kind = np.dtype(about["precision"])
    arrays = {
        f"policy/{name}": np.asarray(array, kind if array.ndim == 2 else np.float32)
        for name, array in model.arrays.items()
    }
    return pack({NETWORK: asdict(model.shape), OPTIONS: dict(model.options), ABOUT: dict(about)}, arrays)


def halved(model: Model) -> Model:
    """The same model with the matrices that half the precision can hold."""
    arrays = {
        name: array.astype(np.float16).astype(np.float32) if array.ndim == 2 else array
        for name, array in model.arrays.items()
    }
    return replace(model, arrays=arrays)


def agreement(model: Model, other: Model, game: Game, decisions: int = _DECISIONS) -> float:
    """The share of decisions, of games that the first one plays, on which two networks agree."""
    ours, theirs = (CandidateNetwork(model.shape, one.arrays) for one in (model, other))
    batch, asked, same = Batch(game, 64), 0, 0
    batch.reset(derive(0, 5))
    while asked < decisions:
        found = batch.candidates()
        chosen = ours(found)[0].argmax(axis=1)
        asked += len(chosen)
        same += int((chosen == theirs(found)[0].argmax(axis=1)).sum())
        batch.step(found.take(chosen))
    return same / asked


def steps_of(model: Model) -> int:
    """After how many decisions of the learner a model was written, by its own account.

    Raises:
        UserError: If it does not say.
    """
    if "steps" in model.about:
        return int(model.about["steps"])
    archive = Archive(model.path)
    try:
        data = archive.text("run.json")["step"] if "run.json" in archive else archive.text("data")["num_timesteps"]
        return int(data)
    except (ArchiveError, KeyError, TypeError, ValueError) as error:
        raise UserError(f"{shown_path(model.path)} does not say after how many steps it was written: {error}") from None


def spent_on(model: Model) -> dict[str, float]:
    """The CPU-minutes of the run, if it says."""
    try:
        found = json.loads((model.path.parent / TIME).read_text(encoding="utf-8"))["cpu_minutes"]
        return {"cpu_minutes": float(found)}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        told = explain(error) if isinstance(error, OSError) else error
        raise UserError(
            f'{shown_path(model.path.parent / TIME)}: expected {{"cpu_minutes": NUMBER}} ({told})'
        ) from None


def command_line(options: TrainOptions) -> str:
    """The command that trains with these options; what has its default is left out."""
    words = ["tabletop-envs", options.command(), "--steps", str(options.steps)]
    for item in fields(TrainOptions):
        value = getattr(options, item.name)
        if item.name in ("game", "game_options", "players", "policy", "steps"):
            continue
        if value != usual_value(item, options.policy) or item.name == "seed":
            text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
            words += ["--" + item.name.replace("_", "-"), shlex.quote(text)]
    return " ".join(words)


def published_model(game: str, name: str) -> Model:
    """A published agent by its name, or by its path.

    Raises:
        UserError: If there is none.
    """
    try:
        model = read_model(find_model(name, game_class(game)))
    except ValueError as error:
        raise UserError(str(error)) from None
    if not model.about:
        raise UserError(f"{shown_path(model.path)} was not published; `tabletop-envs publish` does that")
    return model
