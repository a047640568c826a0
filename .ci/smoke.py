"""What works with nothing but the installed core; run by .ci/run in a clean environment."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import gymnasium
import pettingzoo.test
from gymnasium.utils.env_checker import check_env

import carc_gold_env
import tabletop_envs
import tt_env
from carc_gold_env import carcassonne_gold_v0
from tt_env import tiny_towns_v0

top = {path.parts[0] for path in importlib.metadata.files("tabletop-envs") or [] if path.suffix == ".py"}
assert top == {"tabletop_envs", "tt_env", "carc_gold_env"}, f"the wheel installs other packages: {sorted(top)}"

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

# The metadata names no render mode that this installation lacks: the checks try each.
for face, name in ((tiny_towns_v0, "tt_env/TinyTowns-v0"), (carcassonne_gold_v0, "carc_gold_env/CarcassonneGold-v0")):
    check_env(gymnasium.make(name).unwrapped)
    pettingzoo.test.render_test(face.raw_env)


def command(line: str) -> subprocess.CompletedProcess[str]:
    """Runs the installed command."""
    tool = Path(sys.executable).with_name("tabletop-envs")
    return subprocess.run([tool, *line.split()], capture_output=True, text=True)


result = command("compile")
assert result.returncode == 0, result.stderr
print(result.stdout)
for line in ("evaluate carcassonne --agent greedy --games 4", "evaluate tiny-towns --agent random --games 4"):
    result = command(line)
    assert result.returncode == 0, result.stderr
    assert "compiling" not in result.stderr, result.stderr
    print(result.stdout)
for game in ("tiny-towns", "carcassonne"):
    listed = command(f"agents {game}")
    assert listed.returncode == 0, listed.stderr
    print(listed.stdout)
    if listed.stdout.startswith("ppo:"):  # one of those that come with the game, without torch
        name = listed.stdout.split()[0]
        result = command(f"evaluate {game} --agent {name} --opponents random --games 4")
        assert result.returncode == 0, result.stderr
        print(result.stdout)
for line in ("train tiny-towns", "demo"):
    result = command(line)
    assert result.returncode == 2, result
    assert result.stderr.endswith('pip install "tabletop-envs[train]"\n'), result.stderr
    assert result.stderr.count("\n") == 1, result.stderr

outside = {"torch", "pygame", "matplotlib", "resvg_py", "pandas"} & set(sys.modules)
assert not outside, outside
assert "site-packages" in tabletop_envs.__file__, tabletop_envs.__file__
