"""Other libraries under the same random legal play. All of them are optional.

A step is one action of a player, its legal actions worked out; chance events do not count.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.measure import Effort, Play, Rate, measure
from benchmarks.playing import SEED, aec_games


@dataclass(frozen=True)
class Peer:
    """A game of another library.

    Attributes:
        library: What must be installed (and can be imported).
        label: How its row is called.
        make: Builds the case.
    """

    library: str
    label: str
    make: Callable[[], Play]


def openspiel(game: str, full: bool) -> Play:
    """A game of OpenSpiel; ``full``: with the mask and the observation that an agent learns from."""
    pyspiel: Any = importlib.import_module("pyspiel")
    loaded = pyspiel.load_game(game)
    draw = random.Random(SEED).random

    def play() -> int:
        state, steps = loaded.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if full:
                state.legal_actions_mask()
                state.observation_tensor()
            state.apply_action(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def rlcard_game(game: str) -> Play:
    """A game of RLCard, whose states hold observation and legal actions."""
    rlcard: Any = importlib.import_module("rlcard")
    env = rlcard.make(game, config={"seed": SEED})
    draw = random.Random(SEED).random

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def pettingzoo_game(module: str, wrapped: bool) -> Play:
    """A classic game of PettingZoo."""
    face = importlib.import_module(f"pettingzoo.classic.{module}")
    return aec_games(face.env() if wrapped else face.raw_env())


def pgx_game(game: str, batch: int, length: int) -> Play:
    """A game of Pgx: ``length`` steps of a batch in one compiled scan, games that end start the next game."""
    jax: Any = importlib.import_module("jax")
    env: Any = importlib.import_module("pgx").make(game)
    auto_reset: Any = importlib.import_module("pgx.experimental.wrappers").auto_reset
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: None) -> tuple[Any, None]:
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        action = jax.random.categorical(choice, jax.numpy.log(state.legal_action_mask), axis=-1)
        return (step(state, action, jax.random.split(chance, batch)), key), None

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=length)[0])
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(SEED), batch))
    carry: Any = (first, jax.random.PRNGKey(SEED + 1))

    def play() -> int:
        nonlocal carry
        carry = jax.block_until_ready(many(carry))
        return length * batch

    return play


PEERS: list[Peer] = [
    Peer("pyspiel", "OpenSpiel connect_four, legal list", lambda: openspiel("connect_four", full=False)),
    Peer("pyspiel", "OpenSpiel connect_four, mask and observation", lambda: openspiel("connect_four", full=True)),
    Peer("pyspiel", "OpenSpiel go (19x19), legal list", lambda: openspiel("go", full=False)),
    Peer("pyspiel", "OpenSpiel go (19x19), mask and observation", lambda: openspiel("go", full=True)),
    Peer("rlcard", "RLCard leduc-holdem", lambda: rlcard_game("leduc-holdem")),
    Peer("rlcard", "RLCard uno", lambda: rlcard_game("uno")),
    Peer("pettingzoo", "PettingZoo connect_four_v3, raw_env()", lambda: pettingzoo_game("connect_four_v3", False)),
    Peer("pettingzoo", "PettingZoo connect_four_v3, env()", lambda: pettingzoo_game("connect_four_v3", True)),
    Peer("pettingzoo", "PettingZoo tictactoe_v3, env()", lambda: pettingzoo_game("tictactoe_v3", True)),
    Peer("pettingzoo", "PettingZoo chess_v6, env()", lambda: pettingzoo_game("chess_v6", True)),
    Peer("pgx", "Pgx connect_four, batch of 256", lambda: pgx_game("connect_four", 256, 64)),
    Peer("pgx", "Pgx connect_four, batch of 4096", lambda: pgx_game("connect_four", 4096, 8)),
    Peer("pgx", "Pgx go_9x9, batch of 256", lambda: pgx_game("go_9x9", 256, 16)),
]


def measure_peer(label: str, effort: Effort) -> Rate:
    """Measures one peer.

    Raises:
        ImportError: If its library, or something that it needs, is not installed.
    """
    peer = next(peer for peer in PEERS if peer.label == label)
    importlib.import_module(peer.library)
    return measure({peer.label: peer.make()}, effort)[0]
