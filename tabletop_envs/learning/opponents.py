"""Agents by name for runs and matches: what is wrong with a name or a file is told as the user's mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tabletop_envs.agents import Agent, check_agent, make_agent
from tabletop_envs.agents.files import file_of, origin_of
from tabletop_envs.agents.model_file import Origin
from tabletop_envs.agents.names import parse_mix
from tabletop_envs.agents.registry import Play
from tabletop_envs.game import Game
from tabletop_envs.learning.failures import UserError

SELF = "self"
"""The name of the learner's past selves in a mix."""


@contextmanager
def _told(before: str = "") -> Iterator[None]:
    try:
        yield
    except (ValueError, NotImplementedError) as error:
        raise UserError(f"{before}{error}") from None


def read_mix(text: str) -> list[tuple[str, float]]:
    """Names with their shares, as :func:`parse_mix` reads them.

    Raises:
        UserError: If a weight is no positive number or a name is empty.
    """
    with _told("opponents: "):
        return parse_mix(text)


def load_agent(name: str, game: Game, seed: int = 0, deterministic: bool = False, also: Sequence[str] = ()) -> Agent:
    """An agent by its name, ready to play.

    Args:
        name: A name, as in :mod:`tabletop_envs.agents.names`.
        game: What it is to play.
        seed: Fixes the draws of an agent with a generator of its own; others draw from the batch.
        deterministic: Whether a model takes the likeliest action instead of drawing one.
        also: Further names that are allowed where this one was given, for the message.

    Raises:
        UserError: If there is no such agent, or it does not play this game with these options.
    """
    with _told():
        agent = make_agent(name, Play(deterministic, seed), tuple(also))
        check_agent(agent, game)
        return agent


def made_for(name: str, game: type[Game]) -> Origin | None:
    """What a model was made for, ``None`` if the agent is none.

    Raises:
        UserError: If there is no such agent.
    """
    with _told():
        return origin_of(name, game)


def agent_file(name: str, game: Game) -> Path | None:
    """The file that an agent reads, ``None`` if it needs none.

    Raises:
        UserError: If there is no agent of that name.
    """
    with _told():
        return file_of(name, game)


def model_of(name: str, game: Game) -> Path:
    """The file of a model that training can go on from.

    Raises:
        UserError: If it is none.
    """
    path = agent_file(name, game)
    if path is None or path.suffix != ".zip":
        raise UserError(f"{name!r} is not a model; give a run's folder, a model's path (.zip) or ppo:NAME")
    return path
