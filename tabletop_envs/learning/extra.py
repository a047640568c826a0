"""What training and models need beyond the core, and the one line that tells how to get it."""

from __future__ import annotations

import importlib.util

from tabletop_envs.learning.failures import UserError

_NEEDED = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "rich")


def require_training(what: str) -> None:
    """Checks that the extra ``train`` is installed, without importing any of it.

    Args:
        what: What needs it, for the message.

    Raises:
        UserError: If it is not installed; the message has the pip line.
    """
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(f'{what} needs {", ".join(missing)}, not installed here: pip install "tabletop-envs[train]"')
