"""The agent that plays by a network in ONNX, run by onnxruntime (the extra ``onnx``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.model_file import ABOUT, NETWORK, OPTIONS, Floats, Model, NetworkShape, Origin
from tabletop_envs.agents.network import chosen_actions
from tabletop_envs.archive import ArchiveError
from tabletop_envs.batch import Batch
from tabletop_envs.candidates import Candidates
from tabletop_envs.errors import explain, one_line, shown_path
from tabletop_envs.spec import GameSpec

INPUTS = ("candidates", "mask", "position")
OUTPUTS = ("logits", "value")
"""What ``tabletop-envs export`` calls them: those of :class:`Candidates`, and those of :meth:`PPOAgent.judge`."""
_LARGEST = 1 << 28


class OnnxAgent:
    """Plays by a file that ``tabletop-envs export`` has written.

    Args:
        path: The file.
        deterministic: Take the likeliest action instead of drawing one by its probability.

    Raises:
        ValueError: If onnxruntime is not installed, there is no such file, or it is another; one line says what to do.
    """

    def __init__(self, path: str, deterministic: bool = True) -> None:
        self.path = path
        self.deterministic = deterministic
        self._game: GameSpec | None = None
        self._open()

    def _open(self) -> None:
        self._session, self._model = open_onnx(Path(self.path))

    def check(self, game: GameSpec) -> None:
        """Refuses a game, or options, that the network was not trained on.

        Raises:
            ValueError: If it does not fit; one line says why and what to do.
        """
        if self._game is not game:
            self._model.check(game)
            self._game = game

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """An action for each of the games ``rows``; draws follow from the generators of ``batch.sample``."""
        found = batch.candidates(rows)
        shares = None if self.deterministic else batch.draw_shares(rows)
        return found.take(chosen_actions(self.judge(batch.game, found)[0], shares))

    def judge(self, game: GameSpec, found: Candidates) -> tuple[Floats, Floats]:
        """Logits [N, K] and the final lead that is expected, in points, [N]; see ``PPOAgent.judge``.

        Raises:
            ValueError: If the network does not fit the game.
        """
        self.check(game)
        seen = dict(zip(INPUTS, (found.features, found.mask, found.position), strict=True))
        logits, values = self._session.run(list(OUTPUTS), seen)
        return logits, values

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path, "deterministic": self.deterministic}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _game=None)
        self._open()

    def __repr__(self) -> str:
        """The agent's name."""
        return f"OnnxAgent({self.path!r})"


def open_onnx(path: Path) -> tuple[Any, Model]:
    """The session that runs a file, and what the file says of itself; its arrays stay in the session.

    Raises:
        ValueError: If onnxruntime is not installed, there is no such file, or it is another; one line says what to do.
    """
    try:
        import onnxruntime
    except ImportError:
        raise ValueError(
            f'{shown_path(path)} needs onnxruntime, not installed here: pip install "tabletop-envs[onnx]"'
        ) from None
    wanted = "expected a file written by `tabletop-envs export`"
    try:
        if path.stat().st_size > _LARGEST:
            raise ValueError("it is too large")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
        texts = session.get_modelmeta().custom_metadata_map
        network, origin, about = (json.loads(texts.get(name, "null")) for name in (NETWORK, OPTIONS, ABOUT))
        names = [part.name for part in session.get_inputs()], [part.name for part in session.get_outputs()]
        if names != (list(INPUTS), list(OUTPUTS)) or not isinstance(about, dict):
            raise ArchiveError("it says nothing of a game")
        return session, Model(path, NetworkShape.of(network), Origin.of(origin), origin, about, {})
    except (OSError, ValueError, RecursionError) as error:  # ValueError: JSON and a NUL in the name as well
        reason = explain(error) if isinstance(error, OSError) else one_line(str(error), 160)
    except Exception as error:  # whatever onnxruntime raises on what is no model
        reason = one_line(str(error), 160)
    raise ValueError(f"{shown_path(path)} cannot be played: {reason}; {wanted}")
