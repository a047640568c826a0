"""Plays one game of each kind with nothing but the installed core; run by .ci/run in a clean environment."""

import sys

import carc_gold_env
import env_core
import tt_env
from carc_gold_env import carcassonne_gold_v0
from tt_env import tiny_towns_v0

for package, face in ((tt_env, tiny_towns_v0), (carc_gold_env, carcassonne_gold_v0)):
    env = face.env(num_players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
    record = env.unwrapped.record()
    assert package.notation.replay(record)["result"] == record["result"]
    print(f"one game of {len(record['moves'])} moves: {record['result']}")

message = ""
try:
    tiny_towns_v0.env(render_mode="rgb_array")
except ImportError as error:
    message = str(error)
assert "pip install" in message, "without the extra, rgb_array has to be refused with the pip line"

outside = {"torch", "pygame", "matplotlib", "resvg_py", "pandas"} & set(sys.modules)
assert not outside, outside
assert "site-packages" in env_core.__file__, env_core.__file__
