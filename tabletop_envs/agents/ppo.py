"""The agent that plays by a trained network."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.files import find_model
from tabletop_envs.agents.model_file import CANDIDATES, Floats, Model, read_model
from tabletop_envs.agents.network import CandidateNetwork, FlatNetwork, chosen_actions
from tabletop_envs.batch import Batch
from tabletop_envs.candidates import Candidates
from tabletop_envs.errors import shown_path
from tabletop_envs.spec import GameSpec


class PPOAgent:
    """Plays by a network that was trained, in compiled code and without torch.

    Args:
        name: An agent that comes with the game, a run's folder or a model's path (``.zip``).
        deterministic: Take the likeliest action instead of drawing one by its probability.
    """

    def __init__(self, name: str, deterministic: bool = True) -> None:
        self.name = name
        self.deterministic = deterministic
        self._game: GameSpec | None = None
        self._model: Model | None = None
        self._network: CandidateNetwork | FlatNetwork | None = None

    def check(self, game: GameSpec) -> None:
        """Reads the model; refuses a game, or options, that it was not trained on.

        Raises:
            ValueError: If there is no such model, or it does not fit; one line says why and what to do.
        """
        self._fitting(game)

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """An action for each of the games ``rows``; draws follow from the generators of ``batch.sample``."""
        _, network = self._fitting(batch.game)
        shares = None if self.deterministic else batch.draw_shares(rows)
        if isinstance(network, FlatNetwork):
            return chosen_actions(network(batch.observation[rows], batch.action_mask[rows]), shares)
        found = batch.candidates(rows)
        return found.take(chosen_actions(network(found)[0], shares))

    def judge(self, game: GameSpec, found: Candidates) -> tuple[Floats, Floats]:
        """What the candidates of N decisions and the decisions themselves are worth.

        Returns:
            Logits [N, K], -1e8 where there is no candidate, and the final lead that is expected, in points, [N]: the
            critic's value, with what the run's ranking says of the position where its rewards were shaped by it.
            A network that was trained for the own score tells that.

        Raises:
            ValueError: If the model does not fit, or sees no candidates.
        """
        model, network = self._fitting(game)
        if isinstance(network, FlatNetwork):
            raise ValueError(
                f"{shown_path(model.path)} sees no candidates and cannot judge them; train with --policy {CANDIDATES}"
            )
        logits, values = network(found)
        return logits, model.origin.points(values, found.position, model.arrays["net.ranking"], game)

    def _fitting(self, game: GameSpec) -> tuple[Model, CandidateNetwork | FlatNetwork]:
        """The model and its network, once they are known to fit a game."""
        if self._model is None or self._network is None or self._game is not game:
            model = _read(find_model(self.name, game))
            model.check(game)
            make = CandidateNetwork if model.shape.policy == CANDIDATES else FlatNetwork
            self._game, self._model, self._network = game, model, make(model.shape, model.arrays)
        return self._model, self._network

    def __repr__(self) -> str:
        """The agent's name."""
        return f"PPOAgent({self.name!r})"


def _read(path: Path) -> Model:
    """The model of a file, read once for as long as the file stays as it is."""
    try:
        found = path.stat()
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return read_model(path)  # which says what is wrong
    return _read_once(path, found.st_mtime_ns, found.st_size)


@functools.lru_cache(maxsize=16)
def _read_once(path: Path, changed: int, size: int) -> Model:
    return read_model(path)
