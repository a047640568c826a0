"""What an agent is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from env_core.table import ROW

if TYPE_CHECKING:
    from env_core.batch import Batch


@runtime_checkable
class Agent(Protocol):
    """Chooses actions for the seats to move in many games at once.

    An honest agent looks at ``batch.observation`` and ``batch.action_mask`` only, or at records from which
    ``hide`` took what the seat may not know. One that needs luck takes it from ``batch.sample``: then a game goes the
    same way however many others are played beside it.
    """

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Chooses an action for seat ``batch.agent[i]`` of each game i of ``rows``.

        Args:
            batch: The games; nothing of them may be changed.
            rows: Which of them wait for this agent; at least one, in ascending order.

        Returns:
            One legal action for each of ``rows``, int64.
        """
        ...


def ask(agent: Agent, env: Any) -> int:
    """The action that an agent chooses for the selected seat of an AEC environment, wrapped or not."""
    return int(agent.choose(env.unwrapped.batch, ROW)[0])
