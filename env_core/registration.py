"""Makes a game known to Gymnasium's and PettingZoo's registries under its ids."""

from __future__ import annotations

from typing import Any

import gymnasium
import pettingzoo


def register(namespace: str, title: str, module: str, *, parallel: bool = False, **options: Any) -> None:
    """Registers ``{namespace}/{title}`` with everything that the game's public module offers.

    Registering the same game again, as a reloaded module does, changes nothing.

    Args:
        namespace: The game's package.
        title: Name and version in Gymnasium's style: ``TinyTowns-v0``.
        module: The public module with ``env``, ``parallel_env``, ``gymnasium_env`` and ``vector_env``.
        parallel: Whether there is a ``parallel_env``.
        **options: What the id fixes, such as a number of players.
    """
    name = f"{namespace}/{title}"
    if name in gymnasium.registry:
        return
    gymnasium.register(
        name,
        entry_point=f"{module}:gymnasium_env",
        vector_entry_point=f"{module}:vector_env",
        kwargs=options,
        disable_env_checker=True,  # it steps with unmasked samples
        order_enforce=False,
    )
    pettingzoo.register("aec", name, f"{module}:env", kwargs=options)
    if parallel:
        pettingzoo.register("parallel", name, f"{module}:parallel_env", kwargs=options)
