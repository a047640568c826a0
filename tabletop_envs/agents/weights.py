"""The weights of the linear agent: a small JSON file, by the names of candidate features."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import shown
from tabletop_envs.spec import GameSpec

_MOST_BYTES = 1_000_000
_MOST = 1e9


@dataclass(frozen=True)
class Weights:
    """What a point of each candidate feature is worth.

    Attributes:
        game: The name of the game.
        options: The options with which the weights were fitted or tried; they may be used with others.
        weights: By name of the candidate feature; those not named weigh nothing.
        made_by: How to make them again: the number of games and the seed, if they were fitted.
    """

    game: str
    options: Mapping[str, Any]
    weights: Mapping[str, float]
    made_by: Mapping[str, Any] = field(default_factory=dict)

    def vector(self, game: GameSpec) -> npt.NDArray[np.float64]:
        """The weights of all candidate features of a game, float64 [F].

        Raises:
            ValueError: If they are for another game, or name a feature that it does not have.
        """
        if self.game != game.name:
            raise ValueError(f"weights of {shown(self.game)} do not fit {game.name}")
        vector = np.zeros(len(game.candidate_features))
        vector[named_columns(game, list(self.weights))] = list(self.weights.values())
        return vector

    def text(self) -> str:
        """What is written to a file."""
        parts = {"game": self.game, "options": dict(self.options), **self.made_by, "weights": dict(self.weights)}
        return json.dumps(parts, indent=2) + "\n"


def named_columns(game: GameSpec, names: Sequence[str]) -> npt.NDArray[np.int64]:
    """Where these candidate features are in a row of them.

    Raises:
        ValueError: If the game does not have one of them.
    """
    place = {feature.name: k for k, feature in enumerate(game.candidate_features)}
    for name in names:
        if name not in place:
            raise ValueError(f"{game.name} has no candidate feature {shown(name)}; it has {', '.join(place) or 'none'}")
    return np.array([place[name] for name in names], np.int64)


def read_weights(path: Path) -> Weights:
    """Reads a file of weights.

    Raises:
        ValueError: If there is no such file, or it holds something else; one line that names it.
    """
    where = f"the weights {shown(str(path))}"
    try:
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise ValueError(f"{where} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        if len(content) > _MOST_BYTES:
            raise ValueError("it is too large")
        return _parsed(json.loads(content))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where} are damaged: {shown(str(error))}; `fit-linear` writes such files") from None


def _parsed(found: Any) -> Weights:
    if not isinstance(found, dict):
        raise ValueError("expected an object with game, options and weights")
    parts = dict(found)
    game, options, weights = (parts.pop(name, None) for name in ("game", "options", "weights"))
    if not isinstance(game, str):
        raise ValueError("game: expected the name of a game")
    if not isinstance(options, dict):
        raise ValueError("options: expected an object")
    if not isinstance(weights, dict) or not weights:
        raise ValueError("weights: expected an object with a number for each feature")
    for name, weight in weights.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not -_MOST < weight < _MOST:
            raise ValueError(f"weights: {shown(name)}: {shown(weight)} is not a number below 1e9 in size")
    return Weights(game, options, {name: float(weight) for name, weight in weights.items()}, parts)
