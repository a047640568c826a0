"""Carcassonne with The Gold Mines, version 0: one function for each kind of environment.

    from carc_gold_env import carcassonne_gold_v0
    env = carcassonne_gold_v0.env(num_players=2)

``help(carcassonne_gold_v0.env)`` shows every option; they are declared in :mod:`carc_gold_env.options` and
:mod:`tabletop_envs.interface_options`. ``reset(options={"tiles": [...]})`` fixes the draw pile,
in the order of drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from carc_gold_env.game import CarcassonneGold
from carc_gold_env.options import CarcassonneOptions
from tabletop_envs import interface_options
from tabletop_envs.aec import GameAEC, wrap
from tabletop_envs.batch import Batch
from tabletop_envs.constructors import make, with_options
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.vector_env import GameVectorEnv

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["batch", "env", "gymnasium_env", "raw_env", "vector_env"]


class AECOptions(CarcassonneOptions, interface_options.AECOptions, total=False):
    """What :func:`raw_env` and :func:`env` take."""


class BatchOptions(CarcassonneOptions, interface_options.BatchOptions, total=False):
    """What :func:`batch` takes."""


class GymnasiumOptions(CarcassonneOptions, interface_options.GymnasiumOptions, total=False):
    """What :func:`gymnasium_env` takes."""


class VectorOptions(CarcassonneOptions, interface_options.VectorOptions, total=False):
    """What :func:`vector_env` takes."""


@with_options(AECOptions)
def raw_env(**options: Unpack[AECOptions]) -> GameAEC:
    """The AEC environment without wrappers; an illegal action raises :class:`tabletop_envs.errors.IllegalActionError`.

    Args:
        **options: Those of the game and of the environment.

    Raises:
        ValueError: If an option is not allowed.
        TypeError: If an option is unknown.
    """
    return make(GameAEC, CarcassonneGold, options)


@with_options(AECOptions)
def env(**options: Unpack[AECOptions]) -> Any:
    """The AEC environment as PettingZoo's environments are wrapped: an illegal action ends the game.

    Args:
        **options: Those of the game and of the environment.
    """
    return wrap(raw_env(**options))


@with_options(BatchOptions)
def batch(num_games: int, **options: Unpack[BatchOptions]) -> Batch:
    """Many games at once in compiled code, for search, own training loops and benchmarks.

    Args:
        num_games: How many games.
        **options: Those of the game and of the batch.
    """
    return make(Batch, CarcassonneGold, options, num_games)


@with_options(GymnasiumOptions)
def gymnasium_env(**options: Unpack[GymnasiumOptions]) -> GameEnv:
    """One player of the game as a Gymnasium environment: ``gymnasium.make("carc_gold_env/CarcassonneGold-v0")``.

    Args:
        **options: Those of the game and of the environment.
    """
    return make(GameEnv, CarcassonneGold, options)


@with_options(VectorOptions)
def vector_env(num_envs: int = 1, **options: Unpack[VectorOptions]) -> GameVectorEnv:
    """Many games as a Gymnasium vector environment: ``make_vec("carc_gold_env/CarcassonneGold-v0", num_envs=256)``.

    Args:
        num_envs: How many games.
        **options: Those of the game and of the environment.
    """
    return make(GameVectorEnv, CarcassonneGold, options, num_envs)
