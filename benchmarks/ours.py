"""The cases that measure this project. Every function here runs in a process of its own."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.free import FreeGame
from benchmarks.games import GAMES, Entry
from benchmarks.kernels import copy_games, play_until, take_again, whole_games
from benchmarks.measure import Effort, Play, Rate, fresh, measure
from benchmarks.playing import SEED, aec_games, parallel_games, single_games, vector_steps
from tabletop_envs.aec import GameAEC
from tabletop_envs.rule_functions import bound
from tabletop_envs.states import copy_records

SIZES = (1, 16, 64, 256, 1024)
MIDDLE = 256
"""The batch size of every case that is not about sizes."""
WHOLE_GAME = 150
"""Steps of one game, roughly."""
CHUNK = 8192
"""Steps of one call into compiled code, roughly."""


def rollouts(entry: Entry, size: int, **options: Any) -> Play:
    """Random play inside compiled code, mask and observation written at every step."""
    batch = entry.batch(size, **options)
    batch.reset(SEED)
    steps = max(1, CHUNK // size)
    return lambda: int(batch.rollout(steps))


def steps_from_python(entry: Entry, size: int, agent: Any = None, calls: int = 4, **options: Any) -> Play:
    """``step(sample())``, or the steps that an agent chooses."""
    batch = entry.batch(size, **options)
    batch.reset(SEED)
    rows = np.arange(size)

    def play() -> int:
        for _ in range(calls):
            batch.step(batch.sample() if agent is None else agent.choose(batch, rows))
        return calls * size

    return play


def engine(name: str, effort: Effort) -> list[Rate]:
    """The batch, by size."""
    entry = GAMES[name]
    cases = {f"batch({size}).rollout": rollouts(entry, size) for size in SIZES}
    for size in (MIDDLE, SIZES[-1]):
        cases[f"batch({size}).step(sample())"] = steps_from_python(entry, size)
    for label, options in entry.beside.items():
        cases[f"{label}: batch({SIZES[-1]}).rollout"] = rollouts(entry, SIZES[-1], **options)
    return measure(cases, effort)


def games(name: str, effort: Effort) -> list[Rate]:
    """Whole games in compiled code: masks, but no observations."""
    batch = GAMES[name].batch(1)
    batch.reset(SEED)
    game, dice, seed = batch.game, np.full(1, SEED, np.uint64), 0
    run = bound(whole_games, game)

    def play() -> int:
        nonlocal seed
        seed += CHUNK // WHOLE_GAME
        template = game.template.copy()
        run(game.tables, batch.games, template, batch.padded_mask[0], game.num_actions, dice, seed, CHUNK // WHOLE_GAME)
        return CHUNK // WHOLE_GAME

    return measure({"whole games": play}, effort)


@dataclass
class Meter:
    """Adds up steps and the time that they took."""

    steps: int = 0
    cpu: float = 0.0
    wall: float = 0.0

    def run(self, work: Callable[..., int], *arguments: Any) -> None:
        """Times ``work``, which returns the number of its steps."""
        wall, cpu = time.perf_counter_ns(), time.process_time_ns()
        self.steps += work(*arguments)
        self.wall += (time.perf_counter_ns() - wall) / 1e9
        self.cpu += (time.process_time_ns() - cpu) / 1e9


def stages(name: str, effort: Effort) -> list[Rate]:
    """Compiled steps by how far the games are, alone and with their masks."""
    entry = GAMES[name]
    batch = entry.batch(MIDDLE, auto_play_forced=False)
    game, dice = batch.game, np.full(1, SEED, np.uint64)
    play, again = bound(play_until, game), bound(take_again, game)
    taken, lengths = np.zeros((MIDDLE, game.max_decisions, 2), np.int64), np.zeros(MIDDLE, np.int64)
    spans = list(pairwise(entry.stages))
    names = [f"{entry.clock} {low} to {high - 1}" for low, high in spans]
    rates = [Rate(f"{span}, {what}") for what in ("steps alone", "with masks") for span in names]
    batch.reset(SEED)
    clock = batch.games[entry.clock]
    for repeat in range(1 + effort.repeats):  # the first one only compiles
        meters = [Meter() for _ in rates]
        while sum(meter.cpu for meter in meters) < effort.seconds * len(spans):
            batch.reset(None)
            onward = (batch.padded_mask, game.num_actions, dice, taken, lengths)
            play(game.tables, batch.games, clock, spans[0][0], *onward)
            for k, (_, limit) in enumerate(spans):
                before = copy_records(batch.games)
                meters[len(spans) + k].run(play, game.tables, batch.games, clock, limit, *onward)
                meters[k].run(again, game.tables, before, taken, lengths)
            if repeat == 0:
                break
        for meter, rate in zip(meters, rates if repeat else (), strict=False):
            rate.per_cpu.append(meter.steps / meter.cpu)
            rate.per_wall.append(meter.steps / meter.wall)
    return rates


def players(name: str, effort: Effort) -> list[Rate]:
    """The batch, by number of players."""
    entry = GAMES[name]
    return measure({f"{n}": rollouts(entry, MIDDLE, num_players=n) for n in entry.players}, effort)


def interfaces(name: str, effort: Effort) -> list[Rate]:
    """The interfaces, and a game without rules under the same wrappers."""
    import gymnasium

    from tabletop_envs.aec import wrap

    entry, module, options = GAMES[name], GAMES[name].module(), GAMES[name].headline
    sample = module.raw_env(**options)
    sample.reset(seed=SEED)
    view = sample.observe(sample.agent_selection)

    def free() -> Any:
        return FreeGame(len(sample.possible_agents), view["observation"], view["action_mask"])

    cases = {
        "raw_env()": aec_games(module.raw_env(**options)),
        "env()": aec_games(module.env(**options)),
        "free game, raw": aec_games(free()),
        "free game, wrapped": aec_games(wrap(free())),
    }
    if entry.kind.simultaneous:
        cases["parallel_env()"] = parallel_games(module.parallel_env(**options))
    cases["gymnasium.make, against random"] = single_games(
        gymnasium.make(entry.gymnasium_id, opponents="random", **options)
    )
    cases[f"gymnasium.make_vec({MIDDLE}), against random"] = vector_steps(
        gymnasium.make_vec(entry.gymnasium_id, num_envs=MIDDLE, opponents="random", **options)
    )
    return measure(cases, effort)


def agents(name: str, effort: Effort) -> list[Rate]:
    """What search is made of: a greedy decision, a copy of a game."""
    from tabletop_envs.agents import make_agent

    entry = GAMES[name]
    # All games are at the same stage, so that only whole games are a fair sample.
    greedy = steps_from_python(entry, MIDDLE, make_agent("greedy"), WHOLE_GAME)
    batch = entry.batch(MIDDLE)
    batch.reset(SEED)
    env = GameAEC(entry.make())
    env.reset(seed=SEED)

    def copy() -> int:
        copy_games(batch.games, 100_000)
        return 100_000

    def save_and_load() -> int:
        for _ in range(100):
            env.load(env.save())
        return 100

    return measure({"greedy decisions": greedy, "copy": copy, "raw_env: load(save())": save_and_load}, effort)


def training(name: str, effort: Effort) -> list[Rate]:
    """Learner steps of masked PPO, collecting and learning together.

    Raises:
        ImportError: If the extra ``train`` is not installed.
    """
    cases: dict[str, Play] = {}
    with tempfile.TemporaryDirectory() as folder:
        for opponents in ("random", "self"):
            label = {"random": "training against random", "self": "training against snapshots"}[opponents]
            cases[label] = learner(GAMES[name], opponents, Path(folder) / opponents)
        return measure(cases, Effort(effort.seconds, min(effort.repeats, 3)))


def learner(entry: Entry, opponents: str, folder: Path, rollout: int = 64) -> Play:
    """Updates of a training run: 64 games, [256, 256], 4 epochs, one thread."""
    from stable_baselines3.common.logger import Logger

    from tabletop_envs.learning.options import TrainOptions
    from tabletop_envs.learning.ppo import start

    options = TrainOptions(
        game=entry.game,
        policy="flat",
        game_options=entry.game_options,
        opponents=opponents,
        num_envs=64,
        n_steps=rollout,
        epochs=4,
        hidden_sizes=(256, 256),
        seed=SEED,
    )
    run = start(options, folder)
    run.model.set_logger(Logger(None, []))

    def play() -> int:
        before = int(run.model.num_timesteps)
        run.model.learn(64 * rollout, reset_num_timesteps=before == 0)
        return int(run.model.num_timesteps) - before

    return play


IMPORT = """
import json, sys, time
wall, cpu = time.perf_counter(), time.process_time()
import {package}
print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu, "torch" in sys.modules]))
"""
START = """
import json, time
wall, cpu = time.perf_counter(), time.process_time()
import importlib
env = importlib.import_module("{module}").{call}
{first}
print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu, False]))
"""
AEC = "env.reset(seed=1); env.step(int(env.last()[0]['action_mask'].argmax()))"
PARALLEL = (
    "views = env.reset(seed=1)[0]\n"
    "env.step({agent: int(view['action_mask'].argmax()) for agent, view in views.items()})"
)

Start = tuple[str, list[float], list[float], bool]
"""A name, seconds on the wall, CPU-seconds, whether torch was loaded."""


def starts(name: str, repeats: int) -> list[Start]:
    """How long a fresh process takes to get ready; the compile cache is a new folder, empty at first."""
    entry = GAMES[name]
    entry.module()  # a game may have none
    raw = START.format(module=entry.public_module, call="raw_env()", first=AEC)
    programs = [
        ("import " + entry.package, IMPORT.format(package=entry.package), repeats),
        ("raw_env, first step, nothing compiled yet", raw, 1),
        ("raw_env, first step", raw, repeats),
    ]
    if entry.kind.simultaneous:
        parallel = START.format(module=entry.public_module, call="parallel_env()", first=PARALLEL)
        programs.append(("parallel_env, first step, its own kernel not compiled yet", parallel, 1))
        programs.append(("parallel_env, first step", parallel, repeats))
    result: list[Start] = []
    with tempfile.TemporaryDirectory() as cache:
        for label, code, times in programs:
            runs = [json.loads(fresh(code, NUMBA_CACHE_DIR=cache)) for _ in range(times)]
            result.append((label, [run[0] for run in runs], [run[1] for run in runs], runs[0][2]))
    return result


GROUPS: dict[str, Callable[[str, Effort], list[Rate]]] = {
    "engine": engine,
    "games": games,
    "stages": stages,
    "players": players,
    "interfaces": interfaces,
    "agents": agents,
    "training": training,
}
"""The groups of cases by name; each is measured in a process of its own."""
