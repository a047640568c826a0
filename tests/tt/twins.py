"""Pairs of real worlds that one player cannot tell apart: what it may not know is drawn again, the rest is the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from tabletop_envs.agents import ask, make_agent
from tabletop_envs.states import copy_records
from tests.tt.random_towns import monument_pool
from tt_env import tiny_towns_v0
from tt_env.cards import NUMBERS
from tt_env.state import Phase

SIMULTANEOUS = (Phase.SETUP, Phase.PLACING, Phase.CONSTRUCTING)


class Pair(NamedTuple):
    """Two states that look the same to a player."""

    env: Any
    real: Any
    twin: Any
    player: int


class Step:
    """A running step: the state in which it began, and what was done in it."""

    def __init__(self, state: Any) -> None:
        self.start = copy_records(state)
        self.actions: list[tuple[int, int]] = []
        self.open = 0  # so many of them have been seen by all

    def follow(self, before: Any, player: int, action: int, after: Any) -> Step:
        """The step that runs after an action."""
        g, h = before[0], after[0]
        if g["phase"] != h["phase"] or g["round"] != h["round"] or int(h["waiting"]) & ~int(g["waiting"]):
            return Step(after)
        self.actions.append((player, action))
        if before["shown"].tobytes() != after["shown"].tobytes():
            self.open = len(self.actions)
        return self


def pairs(config: Mapping[str, Any], seed: int, often: float = 0.4) -> Iterator[Pair]:
    """Plays a lively game and yields pairs of worlds on the way, for players drawn by chance."""
    rng = np.random.default_rng(seed)
    env = tiny_towns_v0.raw_env(auto_play_forced=False, **config)
    env.reset(seed=seed)
    greedy = make_agent("greedy")
    step = Step(env.save())
    while True:
        state = env.save()
        if rng.random() < often or state[0]["phase"] in (Phase.SETUP, Phase.OVER):
            player = int(rng.integers(config["num_players"]))
            yield Pair(env, state, twin(env, config, step, player, rng), player)
        if state[0]["phase"] == Phase.OVER:
            return
        mask = env.observe(env.agent_selection)["action_mask"]
        action = int(ask(greedy, env) if rng.random() < 0.7 else rng.choice(np.flatnonzero(mask)))
        player = env.game.player(env.agent_selection)
        env.step(action)
        step = step.follow(state, player, action, env.save())


def twin(env: Any, config: Mapping[str, Any], step: Step, player: int, rng: np.random.Generator) -> Any:
    """Another state that `player` cannot tell from the one that the actions of the running step lead to."""
    world = copy_records(step.start)
    g = world[0]
    g["rng"] = rng.integers(2**63)
    if config.get("monuments", True):
        deal_again(world, config, player, rng)
    world = act_otherwise(env, world, step, player, rng)
    shuffle_unseen(world[0], config, rng)
    return world


def act_otherwise(env: Any, world: Any, step: Step, player: int, rng: np.random.Generator) -> Any:
    """The world after the same actions of the player in the running step, and whatever actions of the others."""
    if world[0]["phase"] not in SIMULTANEOUS:
        # One player alone decides; of it the others know no more than what it has done openly.
        known = len(step.actions) if env.agent_selection == f"player_{player}" else step.open
        for who, action in step.actions[: int(rng.integers(known, len(step.actions) + 1))]:
            apply(env, world, who, action)
        return world
    for who, action in step.actions:
        if who == player:
            apply(env, world, player, action)
    for _ in range(int(rng.integers(3 * env.game.num_players))):
        world = somebody_acts(env, world, player, rng)
    return world


def somebody_acts(env: Any, world: Any, player: int, rng: np.random.Generator) -> Any:
    """The world after an action of another player, unless that ends the step or nobody is left."""
    others = [k for k in range(env.game.num_players) if k != player and (int(world[0]["waiting"]) >> k) & 1]
    if not others:
        return world
    who, following = int(rng.choice(others)), copy_records(world)
    mask = np.zeros(env.game.num_actions, np.int8)
    env.batch.kernels.legal(env.game.tables, world, 0, who, mask)
    apply(env, following, who, int(rng.choice(np.flatnonzero(mask))))
    return following if following[0]["phase"] == world[0]["phase"] else world


def apply(env: Any, world: Any, player: int, action: int) -> None:
    env.batch.kernels.step(env.game.tables, world, 0, player, action)


def deal_again(world: Any, config: Mapping[str, Any], player: int, rng: np.random.Generator) -> None:
    """Other monuments for the other players, in `players` as in `shown`; what stands, and the own pair, stays."""
    players = world[0]["players"]
    n = config["num_players"]
    pool = {NUMBERS[card] for card in monument_pool({"town_hall": False, **config})}
    pool -= {*players[player]["dealt"].tolist()} | {
        int(players[k]["monument"]) for k in range(n) if players[k]["built"]
    }
    cards = rng.permutation(sorted(pool)).tolist()
    for k in range(n):
        if k != player:
            s = players[k]
            pair = [int(s["monument"]) if s["built"] else cards.pop(), cards.pop()]
            kept = pair[0]
            s["dealt"] = rng.permutation(pair)
            s["monument"] = kept if s["monument"] else 0
            world[0]["shown"][k]["dealt"] = s["dealt"]
            world[0]["shown"][k]["monument"] = s["monument"]


def shuffle_unseen(g: Any, config: Mapping[str, Any], rng: np.random.Generator) -> None:
    """Solo: the part of the pile that was never shown. Town Hall: the rest of the pass, and the passes to come."""
    turned = int(g["deck_next"])
    if config["num_players"] == 1:
        unseen = g["deck"][3 + turned : 15] if turned < 12 else g["deck"][:0]
        unseen[:] = rng.permutation(unseen)
    elif config.get("town_hall"):
        for start in range(turned - turned % 10, 140, 10):
            known = g["deck"][start : max(start, turned)].tolist()
            left = [card for card in range(1, 6) for _ in range(3 - known.count(card))]
            g["deck"][start + len(known) : start + 10] = rng.permutation(left)[: 10 - len(known)]
