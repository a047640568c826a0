"""The files that agents' names speak of: those that come with a game, and those of the user."""

from __future__ import annotations

import os
from pathlib import Path

from tabletop_envs.agents.model_file import BEST, MODEL, Origin, read_origin
from tabletop_envs.agents.names import parse_name
from tabletop_envs.agents.onnx import open_onnx
from tabletop_envs.errors import shown
from tabletop_envs.spec import GameSpec


def shipped(game: GameSpec | type[GameSpec]) -> dict[str, Path]:
    """The files of the trained agents that come with a game, by name."""
    folder = game.trained_agents
    return {path.stem: path for path in sorted(folder.glob("*.zip"))} if folder is not None else {}


def model_of_run(folder: Path) -> Path:
    """The model that a run's folder stands for: that of its best step, if it was evaluated."""
    return folder / (BEST if os.path.exists(folder / BEST) else MODEL)


def find_model(name: str, game: GameSpec | type[GameSpec]) -> Path:
    """The file that ``ppo:NAME-OR-PATH`` speaks of; see :func:`model_of_run` for a run.

    An agent that comes with the game goes before a folder of its name.

    Raises:
        ValueError: If there is no such agent and it is no path either.
    """
    known = shipped(game)
    if name in known:
        return known[name]
    if name.endswith(".zip"):
        return Path(name)
    if os.path.isdir(name):  # os.path, for it takes names that no file can have
        return model_of_run(Path(name))
    raise ValueError(
        f"{game.name} comes with no agent {shown(name)}; allowed: {''.join(k + ', ' for k in known)}a run's folder or "
        "a model's path (.zip)"
    )


def file_of(name: str, game: GameSpec | type[GameSpec]) -> Path | None:
    """The file that an agent reads; ``None`` if it needs none but what comes with the package.

    Raises:
        ValueError: If there is no agent of that name.
    """
    kind, argument = parse_name(name)
    if kind == "ppo":
        return find_model(argument, game)
    return Path(argument) if kind in ("linear", "onnx") and argument else None


def origin_of(name: str, game: GameSpec | type[GameSpec]) -> Origin | None:
    """What an agent was made for; ``None`` if it plays whatever there is.

    Raises:
        ValueError: If there is no such agent, or its file is none.
    """
    kind, argument = parse_name(name)
    if kind == "ppo":
        return read_origin(find_model(argument, game))
    return open_onnx(Path(argument))[1].origin if kind == "onnx" else None
