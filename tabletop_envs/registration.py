"""Makes a game known to Gymnasium's and PettingZoo's registries under its ids."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import gymnasium
import numpy as np
import pettingzoo

from tabletop_envs.errors import shown

T = TypeVar("T")


def preset(function: Callable[..., T], name: str, **fixed: Any) -> Callable[..., T]:
    """An environment function some of whose options are fixed; other values for them are refused.

    The registries let ``make`` override what an id was registered with, so an id that fixes an option needs this.

    Args:
        function: One of the functions of a game's public module.
        name: The id, for the message.
        **fixed: The options, such as a number of players.
    """

    @functools.wraps(function)
    def make(*args: Any, **options: Any) -> T:
        for option, value in fixed.items():
            given = options.get(option, value)
            if not isinstance(given, (str, int, float, np.generic)) or given != value:
                raise ValueError(
                    f"{name}: {option}={shown(given)} is not allowed; allowed: {value!r}, which this id fixes; "
                    "for other values take an id that leaves it open"
                )
        return function(*args, **{**fixed, **options})

    return make


def register(namespace: str, title: str, module: str, *, parallel: bool = False) -> None:
    """Registers ``{namespace}/{title}`` with everything that the game's public module offers.

    Registering the same game again, as a reloaded module does, changes nothing.

    Args:
        namespace: The game's package.
        title: Name and version in Gymnasium's style: ``TinyTowns-v0``.
        module: The public module, or one that fixes some of its options (see :func:`preset`), with ``env``,
            ``parallel_env``, ``gymnasium_env`` and ``vector_env``.
        parallel: Whether there is a ``parallel_env``.
    """
    name = f"{namespace}/{title}"
    if name in gymnasium.registry:
        return
    gymnasium.register(
        name,
        entry_point=f"{module}:gymnasium_env",
        vector_entry_point=f"{module}:vector_env",
        disable_env_checker=True,  # it steps with unmasked samples
        order_enforce=False,
    )
    pettingzoo.register("aec", name, f"{module}:env")
    if parallel:
        pettingzoo.register("parallel", name, f"{module}:parallel_env")
