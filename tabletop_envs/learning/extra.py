"""What training, models and ratings need beyond the core, and the one line that tells how to get it."""

from __future__ import annotations

import importlib.util

from tabletop_envs.learning.failures import UserError

_NEEDED = {
    "train": ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "rich"),
    "tournament": ("choix", "rich"),
    "reports": ("rliable",),
}
"""By extra, the modules that it installs and that are used."""


def require_extra(extra: str, what: str) -> None:
    """Checks that an extra is installed, without importing any of it.

    Args:
        extra: Its name.
        what: What needs it, for the message.

    Raises:
        UserError: If it is not installed; the message has the pip line.
    """
    missing = [name for name in _NEEDED[extra] if importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(f'{what} needs {", ".join(missing)}, not installed here: pip install "tabletop-envs[{extra}]"')


def require_training(what: str) -> None:
    """Checks that the extra ``train`` is installed; see :func:`require_extra`."""
    require_extra("train", what)
