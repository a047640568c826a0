"""Carcassonne with The Gold Mines as multi-agent environments: PettingZoo, Gymnasium, and many games at once.

    from carc_gold_env import carcassonne_gold_v0

    env = carcassonne_gold_v0.env(num_players=2)
    env.reset(seed=7)

Importing the package registers ``carc_gold_env/CarcassonneGold-v0``.
"""

from carc_gold_env import carcassonne_gold_v0, notation
from tabletop_envs.registration import register as _register

__all__ = ["carcassonne_gold_v0", "notation"]

_register("carc_gold_env", "CarcassonneGold-v0", "carc_gold_env.carcassonne_gold_v0")
