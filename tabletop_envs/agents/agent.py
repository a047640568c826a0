"""What an agent is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from tabletop_envs.aec import GameAEC
from tabletop_envs.errors import shown
from tabletop_envs.pettingzoo_base import ROW
from tabletop_envs.spec import GameSpec

if TYPE_CHECKING:
    from tabletop_envs.batch import Batch


@runtime_checkable
class Agent(Protocol):
    """Chooses actions for the players to move in many games at once.

    An honest agent looks at ``batch.observation`` and ``batch.action_mask`` only, or at records from which
    ``resample_hidden`` took what the player may not know. One that needs luck takes it from ``batch.sample``: then a
    game goes the same way however many others are played beside it.
    """

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Chooses an action for player ``batch.agent[i]`` of each game i of ``rows``.

        Args:
            batch: The games; nothing of them may be changed.
            rows: Which of them wait for this agent; at least one, in ascending order.

        Returns:
            One legal action for each of ``rows``, int64.
        """
        ...


@runtime_checkable
class Particular(Protocol):
    """An agent that does not play every game."""

    def check(self, game: GameSpec) -> None:
        """Refuses a game that it cannot play.

        Raises:
            ValueError: If it cannot play this game with these options; one line says why and what to do.
            NotImplementedError: If the game lacks what it needs.
        """
        ...


def check_agent(agent: Agent, game: GameSpec) -> None:
    """Refuses a game that an agent cannot play, before it is asked for the first time.

    Raises:
        ValueError: If it cannot play this game with these options; one line says why and what to do.
        NotImplementedError: If the game lacks what it needs.
    """
    if isinstance(agent, Particular):
        agent.check(game)


def ask(agent: Agent, env: Any) -> int:
    """What an agent does for the selected player of an AEC environment, wrapped or not, as its ``step`` takes it.

    Raises:
        TypeError: If it is no agent, or no such environment.
        ResetNeeded: If no game is running.
    """
    raw = getattr(env, "unwrapped", env)
    if isinstance(agent, str | type) or not isinstance(agent, Agent):
        raise TypeError(f"ask: {shown(agent)} is no agent; expected an object with choose(), as make_agent returns it")
    if not isinstance(raw, GameAEC):
        raise TypeError(f"ask: {shown(env)} is no AEC environment, as raw_env() and env() return it")
    if raw.batch.agent[0] < 0:
        raise ResetNeeded(f"{raw.game.name}: nobody is to move; call reset() first, and step(None) after the end")
    return raw.number(int(agent.choose(raw.batch, ROW)[0]))
