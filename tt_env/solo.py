"""What ``tt_env/TinyTownsSolo-v0`` makes: the environments of Tiny Towns for one player, and for no other number."""

from __future__ import annotations

from tabletop_envs.registration import preset
from tt_env import tiny_towns_v0

ID = "tt_env/TinyTownsSolo-v0"

env = preset(tiny_towns_v0.env, ID, num_players=1)
parallel_env = preset(tiny_towns_v0.parallel_env, ID, num_players=1)
gymnasium_env = preset(tiny_towns_v0.gymnasium_env, ID, num_players=1)
vector_env = preset(tiny_towns_v0.vector_env, ID, num_players=1)
