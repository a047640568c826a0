"""Tiny Towns as multi-agent environments: PettingZoo, Gymnasium, and many games at once in compiled code.

    from tt_env import tiny_towns_v0

    env = tiny_towns_v0.env(num_players=2)
    env.reset(seed=7)

Importing the package registers ``tt_env/TinyTowns-v0`` and ``tt_env/TinyTownsSolo-v0``.
"""

from tabletop_envs.registration import register as _register
from tt_env import notation, tiny_towns_v0

__all__ = ["notation", "tiny_towns_v0"]

_register("tt_env", "TinyTowns-v0", "tt_env.tiny_towns_v0", parallel=True)
_register("tt_env", "TinyTownsSolo-v0", "tt_env.solo", parallel=True)
