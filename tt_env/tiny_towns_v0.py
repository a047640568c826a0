"""Tiny Towns, version 0: one function for each kind of environment.

    from tt_env import tiny_towns_v0
    env = tiny_towns_v0.env(num_players=2)

``help(tiny_towns_v0.env)`` shows every option; they are declared in :mod:`tt_env.options` and
:mod:`tabletop_envs.interface_options`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_envs import interface_options
from tabletop_envs.aec import GameAEC, wrap
from tabletop_envs.batch import Batch
from tabletop_envs.constructors import make, with_options
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.parallel import GameParallel
from tabletop_envs.vector_env import GameVectorEnv
from tt_env.game import TinyTowns
from tt_env.options import TinyTownsOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["batch", "env", "gymnasium_env", "parallel_env", "raw_env", "vector_env"]


class AECOptions(TinyTownsOptions, interface_options.AECOptions, total=False):
    """What :func:`raw_env` and :func:`env` take."""


class ParallelOptions(TinyTownsOptions, interface_options.ParallelOptions, total=False):
    """What :func:`parallel_env` takes."""


class BatchOptions(TinyTownsOptions, interface_options.BatchOptions, total=False):
    """What :func:`batch` takes."""


class GymnasiumOptions(TinyTownsOptions, interface_options.GymnasiumOptions, total=False):
    """What :func:`gymnasium_env` takes."""


class VectorOptions(TinyTownsOptions, interface_options.VectorOptions, total=False):
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
    return make(GameAEC, TinyTowns, options)


@with_options(AECOptions)
def env(**options: Unpack[AECOptions]) -> Any:
    """The AEC environment as PettingZoo's environments are wrapped: an illegal action ends the game.

    Args:
        **options: Those of the game and of the environment.
    """
    return wrap(raw_env(**options))


@with_options(ParallelOptions)
def parallel_env(**options: Unpack[ParallelOptions]) -> GameParallel:
    """The parallel environment: all players that have something to decide act at once.

    With ``auto_play_forced=True`` a player that waits in a construction step can tell that another one could construct
    something, though it be a hidden monument; with ``auto_play_forced=False`` all are asked and waits tell nothing.

    Args:
        **options: Those of the game and of the environment.
    """
    return make(GameParallel, TinyTowns, options)


@with_options(BatchOptions)
def batch(num_games: int, **options: Unpack[BatchOptions]) -> Batch:
    """Many games at once in compiled code, for search, own training loops and benchmarks.

    Args:
        num_games: How many games.
        **options: Those of the game and of the batch.
    """
    return make(Batch, TinyTowns, options, num_games)


@with_options(GymnasiumOptions)
def gymnasium_env(**options: Unpack[GymnasiumOptions]) -> GameEnv:
    """One player of the game as a Gymnasium environment: ``gymnasium.make("tt_env/TinyTowns-v0")``.

    Args:
        **options: Those of the game and of the environment.
    """
    return make(GameEnv, TinyTowns, options)


@with_options(VectorOptions)
def vector_env(num_envs: int = 1, **options: Unpack[VectorOptions]) -> GameVectorEnv:
    """Many games as a Gymnasium vector environment: ``make_vec("tt_env/TinyTowns-v0", num_envs=256)``.

    Args:
        num_envs: How many games.
        **options: Those of the game and of the environment.
    """
    return make(GameVectorEnv, TinyTowns, options, num_envs)
