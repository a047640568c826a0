"""When a vector environment starts the next game of a row whose game has ended, and which rows a reset is for."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import one_line, shown

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # Gymnasium 1.0 has no name for it

    class AutoresetMode(Enum):  # type: ignore[no-redef]
        """Gymnasium's three modes."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"


__all__ = ["AutoresetMode", "read_autoreset_mode", "read_reset_mask"]

RESET_MASK = "reset_mask"


def read_autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """One of Gymnasium's modes, given as itself or by its value.

    Raises:
        ValueError: If there is no such mode.
    """
    values = [known.value for known in AutoresetMode]
    if isinstance(mode, AutoresetMode):
        return mode
    if isinstance(mode, str) and mode in values:
        return AutoresetMode(mode)
    raise ValueError(
        f"autoreset_mode={shown(mode)} is unknown; allowed: {', '.join(map(repr, values))} or an AutoresetMode"
    )


def read_reset_mask(
    options: Mapping[str, Any] | None, num_envs: int
) -> tuple[npt.NDArray[np.int64] | None, Mapping[str, Any] | None]:
    """Takes ``reset_mask`` out of the options of a reset, as Gymnasium's own vector environments do in every mode.

    Returns:
        The rows to reset, ``None`` for all, and the other options; what the caller gave stays as it is.

    Raises:
        TypeError: If the mask is not a boolean array.
        ValueError: If it has another shape or chooses no row.
    """
    if not isinstance(options, Mapping) or RESET_MASK not in options:
        return None, options
    mask, where = options[RESET_MASK], f"reset options: {RESET_MASK!r} must be a boolean array of shape ({num_envs},)"
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        given = one_line(f"{mask.dtype} array") if isinstance(mask, np.ndarray) else shown(mask)
        raise TypeError(f"{where}, not {given}")
    if mask.shape != (num_envs,):
        raise ValueError(f"{where}, not {one_line(str(mask.shape))}")
    if not mask.any():
        raise ValueError(f"{where} with at least one True, not all False")
    return np.flatnonzero(mask), {name: value for name, value in options.items() if name != RESET_MASK}
