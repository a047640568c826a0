"""The games that are installed, found by the entry points of the group ``tabletop_envs.games``.

A package with a game of its own declares in its ``pyproject.toml``::

    [project.entry-points."tabletop_envs.games"]
    my-game = "my_package.game:MyGame"

The class, a :class:`~tabletop_envs.game.Game`, is imported when its game is chosen, never before.
"""

from __future__ import annotations

import functools
import importlib.metadata
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint

from tabletop_envs.errors import shown
from tabletop_envs.game import Game

GROUP = "tabletop_envs.games"
DEMO = "tabletop_envs.demo"
"""The group of the game that stands for all: first in every list, and the demonstration's unless another is named."""


def names() -> list[str]:
    """The names of all games, as the command line takes them; none is imported."""
    return list(_entry_points(tuple(sys.path)))


def find(name: str) -> type[Game]:
    """The game of that name.

    Raises:
        ValueError: If there is none, or its package is broken; one line says why.
    """
    points = _entry_points(tuple(sys.path))
    if not isinstance(name, str) or name not in points:
        allowed = ", ".join(points) or 'none is installed; pip install "tabletop-envs"'
        raise ValueError(f"unknown game {shown(name)}; the games are: {allowed}")
    point = points[name]
    try:
        game = point.load()
        if not (isinstance(game, type) and issubclass(game, Game)):
            raise TypeError(f"{shown(game)} is not a subclass of tabletop_envs.game.Game")
        has = {"title": hasattr(game, "title"), "the option num_players": "num_players" in game.declared}
        if missing := [what for what in has if not has[what]]:
            raise TypeError(f"{game.__name__} lacks {', '.join(missing)}")
    except (Exception, SystemExit) as error:  # whatever somebody else's module does when it is imported
        reason = shown(f"{type(error).__name__}: {error}")
        raise ValueError(f"the game {shown(name)} ({shown(point.value)}) cannot be used: {reason}") from error
    return game


def available(tell: Callable[[str], None]) -> dict[str, type[Game]]:
    """All games by name, imported; those that are broken are left out.

    Args:
        tell: Called with one line for each that is left out.
    """
    found = {}
    for name in names():
        try:
            found[name] = find(name)
        except ValueError as error:
            tell(str(error))
    return found


@functools.lru_cache(maxsize=16)
def _entry_points(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """The entry points by name, of the packages on this path; of two with one name the first on the path counts."""
    found: dict[str, EntryPoint] = {}
    for point in importlib.metadata.entry_points(group=GROUP):
        found.setdefault(point.name, point)
    first = importlib.metadata.entry_points(group=DEMO).names
    return dict(sorted(found.items(), key=lambda item: item[0] not in first))
