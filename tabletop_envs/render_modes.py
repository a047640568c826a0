"""The render modes of every environment: text for a terminal, pixels, or text printed as the game goes on."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import shown
from tabletop_envs.game import Game, State
from tabletop_envs.rendering import missing_packages, require_rasteriser, to_rgb

RENDER_MODES = ("human", "ansi", "rgb_array")


class Screen:
    """Shows a game to a spectator, who sees everything.

    Args:
        mode: One of :data:`RENDER_MODES`, or ``None`` for no pictures.

    Raises:
        ValueError: If the mode is unknown.
        ImportError: If it needs an extra that is not installed.
    """

    def __init__(self, mode: str | None) -> None:
        if mode is not None and (not isinstance(mode, str) or mode not in RENDER_MODES):
            allowed = ", ".join(map(repr, RENDER_MODES))
            raise ValueError(f"render_mode={shown(mode)} is unknown; allowed: None, {allowed}")
        if mode == "rgb_array":
            require_rasteriser()
        self.mode = mode

    def follow(self, game: Game, state: State) -> None:
        """Prints the game in mode ``human``, does nothing in others; to be called after every change."""
        if self.mode == "human":
            print(game.ansi(state), flush=True)

    def render(self, game: Game, state: State) -> str | npt.NDArray[np.uint8] | None:
        """What ``render()`` returns: text, pixels ``(height, width, 3)``, or nothing."""
        if self.mode is None:
            gymnasium.logger.warn("render() shows nothing; make the environment with render_mode='ansi' or 'rgb_array'")
            return None
        if self.mode == "rgb_array":
            return to_rgb(game.svg(state))
        if self.mode == "ansi":
            return game.ansi(state)
        self.follow(game, state)
        return None


def metadata(**facts: Any) -> dict[str, Any]:
    """The ``metadata`` of an environment: the render modes that work in this installation, and further facts."""
    modes = [mode for mode in RENDER_MODES if mode != "rgb_array" or not missing_packages()]
    return {"render_modes": modes, "render_fps": 2, **facts}
