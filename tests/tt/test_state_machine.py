"""Random play through all interfaces at once, with everything that has to hold at every moment (hypothesis)."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.oracle.cards import ALL_RESOURCES
from tests.oracle.layouts import is_building
from tests.tt.both import choose, same_result, start
from tests.tt.ledger import Ledger, check_feeding, chest
from tests.tt.random_towns import draw_chance, fortune_row, monument_pool
from tt_env import notation, tiny_towns_v0

SEEDS = st.integers(0, 2**32 - 1)


class Play(RuleBasedStateMachine):
    """One game in the AEC and the Parallel environment, in the oracle, and in copies that were taken on the way."""

    @initialize(
        seed=SEEDS,
        num_players=st.integers(1, 6),
        monuments=st.booleans(),
        cavern=st.booleans(),
        town_hall=st.booleans(),
        optional=st.booleans(),
        coins=st.sampled_from(["none", "coins", "fortune", "fortune"]),
        parsonage=st.sampled_from(["at_least", "exact", "forbid"]),
        keeps=st.booleans(),
    )
    def begin(
        self,
        seed: int,
        num_players: int,
        monuments: bool,
        cavern: bool,
        town_hall: bool,
        optional: bool,
        coins: str,
        parsonage: str,
        keeps: bool,
    ) -> None:
        self.rng = random.Random(seed)
        self.config = {
            "num_players": num_players,
            "monuments": monuments,
            "cavern": cavern,
            "town_hall": town_hall and num_players > 1,
            "opaleye_optional": optional,
            "fortune": coins == "fortune",
            "coins": coins != "none",
            "parsonage": parsonage,
            "museum_keeps_exhibits": keeps,
        }
        chance = draw_chance(self.rng, self.config, fortune_row(self.rng) if coins == "fortune" else None)
        self.aec, self.game = start(self.config, chance)
        self.parallel = tiny_towns_v0.parallel_env(auto_play_forced=False, illegal="raise", **self.config)
        self.parallel.reset(seed=1, options={key: value for key, value in chance.items() if value})
        self.queues: list[list[int]] = [[] for _ in range(num_players)]
        self.ledger = Ledger(self.config)
        self.copies: list[Any] = []
        self.moves = 0

    # Playing ------------------------------------------------------------------------------------------------------

    @precondition(lambda self: not self.game.over)
    @rule()
    def one_move(self) -> None:
        self.play_move()

    @precondition(lambda self: not self.game.over)
    @rule()
    def to_the_next_round(self) -> None:
        number = self.game.round
        while not self.game.over and self.game.round == number:
            self.play_move()

    @precondition(lambda self: not self.game.over and self.moves > 60)
    @rule()
    def to_the_end(self) -> None:
        while not self.game.over:
            self.play_move()

    @precondition(lambda self: self.game.over)
    @rule()
    def nothing_more(self) -> None:
        assert self.game.to_move() is None
        assert not self.parallel.agents

    def play_move(self) -> None:
        """A move in every face: the mask is the oracle's, and nothing that other players see changes within a step."""
        player = self.game.to_move()
        assert player is not None
        assert self.aec.agent_selection == f"player_{player}"
        state = self.aec.save()
        legal = self.game.legal_moves()
        assert notation.legal_moves(state) == legal
        others = [k for k in self.game.asked() if k != player]
        seen = {k: self.aec.observe(f"player_{k}") for k in others}
        step_before = self.game.round, self.game.step
        move = choose(self.rng, self.game, legal)
        before = notation.position(state)
        actions = notation.move_actions(state, player, move)
        for action in actions:
            self.aec.step(action)
        self.game.apply(move)
        self.ledger.enter(player, move, before, notation.position(self.aec))
        self.moves += 1
        if (self.game.round, self.game.step) == step_before:
            self.check_unseen(seen, player)
        self.queues[player] += actions
        self.run_parallel()
        self.run_copies(player, actions)

    def check_unseen(self, seen: dict[int, Any], mover: int) -> None:
        """The choices of the running simultaneous step do not show."""
        for k, before in seen.items():
            after = self.aec.observe(f"player_{k}")["observation"]
            assert np.array_equal(after, before["observation"]), (k, mover)

    def run_parallel(self) -> None:
        """Plays in the Parallel environment as soon as every player that is asked has an answer there."""
        while self.parallel.agents:
            asked = [k for k in range(len(self.queues)) if not self.mask(k)[0]]
            if not all(self.queues[k] for k in asked):
                return
            actions = {f"player_{k}": 0 for k in range(len(self.queues))}
            actions |= {f"player_{k}": self.queues[k].pop(0) for k in asked}
            self.outcome = self.parallel.step(actions)

    def mask(self, player: int) -> Any:
        return self.parallel.observe(f"player_{player}")["action_mask"]

    # Copies -------------------------------------------------------------------------------------------------------

    @precondition(lambda self: not self.game.over and len(self.copies) < 3)
    @rule(way=st.sampled_from(["deepcopy", "pickle", "bytes"]))
    def copy_game(self, way: str) -> None:
        if way == "deepcopy":
            clone = copy.deepcopy(self.aec)
        elif way == "pickle":
            clone = pickle.loads(pickle.dumps(self.aec))
        else:
            clone = tiny_towns_v0.raw_env(auto_play_forced=False, **self.config)
            clone.reset(seed=3)
            saved = self.aec.save()
            clone.load(np.frombuffer(saved.tobytes(), saved.dtype).copy())
        self.copies.append(clone)

    def run_copies(self, player: int, actions: list[int]) -> None:
        for clone in self.copies:
            assert clone.agent_selection == f"player_{player}"
            for action in actions:
                clone.step(action)

    @precondition(lambda self: not self.game.over)
    @rule()
    def through_the_notation(self) -> None:
        """A position that is written and read again is the same game."""
        position = notation.position(self.aec)
        assert notation.load(position).tobytes() == self.aec.save().tobytes()
        assert notation.position(notation.load(position)) == position

    # What is hidden ------------------------------------------------------------------------------------------------

    @precondition(lambda self: not self.game.over)
    @rule(seed=SEEDS)
    def hidden_things(self, seed: int) -> None:
        """Another world of `resample_hidden` looks the same to the player, and allows it the same."""
        for player in range(len(self.queues)):
            agent = f"player_{player}"
            world = self.aec.save()
            kernels, tables = self.aec.batch.kernels, self.aec.game.tables
            kernels.resample_hidden(tables, world, 0, player, np.uint64(seed))
            assert np.array_equal(self.look(world, player), self.aec.observe(agent)["observation"])
            assert notation.legal_moves(world, player) == notation.legal_moves(self.aec, player)

    @precondition(lambda self: not self.game.over and self.config["monuments"] and self.config["num_players"] > 1)
    @rule(seed=SEEDS)
    def other_monuments(self, seed: int) -> None:
        """A player's observation does not tell the others' unbuilt monuments."""
        rng = random.Random(seed)
        player = rng.randrange(len(self.queues))
        position = notation.position(self.aec)
        if position.get("shown") or position["phase"] == "setup":
            return
        held = {m for p in position["players"] for m in [*p.get("dealt", []), p["monument"]]}
        pool = sorted(set(monument_pool(self.config)) - held)
        rng.shuffle(pool)
        for k, p in enumerate(position["players"]):
            if k != player and not p["monument_built"] and pool:
                p["monument"] = pool.pop()
                p.pop("dealt", None)
        world = notation.load(position)
        assert np.array_equal(self.look(world, player), self.aec.observe(f"player_{player}")["observation"])

    @precondition(lambda self: not self.game.over and self.config["town_hall"])
    @rule(seed=SEEDS)
    def other_deck(self, seed: int) -> None:
        """Nor the resource cards that have not been turned up."""
        rng = random.Random(seed)
        position = notation.position(self.aec)
        deck, seen = position["deck"], position["deck_next"]
        for first in range(seen - seen % 10, len(deck), 10):  # ten cards of each pass are turned up
            unseen = slice(max(first, seen), first + 10)
            deck[unseen] = rng.sample(deck[unseen], len(deck[unseen]))
        world = notation.load(position)
        for player in range(len(self.queues)):
            assert np.array_equal(self.look(world, player), self.aec.observe(f"player_{player}")["observation"])

    def look(self, world: Any, player: int) -> Any:
        """What a player sees in a state."""
        out = np.zeros((1, self.aec.game.layout.size), self.aec.game.observation_dtype)
        rows = np.zeros(1, np.int64)
        self.aec.batch.kernels.observe(self.aec.game.tables, world, rows, rows + player, out)
        return out[0]

    # What always holds --------------------------------------------------------------------------------------------

    @invariant()
    def cubes_and_buildings_are_conserved(self) -> None:
        """J5: cubes placed = cubes used + cubes lying in the town, on buildings, or beside the board."""
        if not hasattr(self, "game"):
            return
        for player, p in enumerate(notation.position(self.aec)["players"]):
            town = [content for line in p["town"] for content in line]
            lying = sum(content in ALL_RESOURCES for content in town) + sum(map(len, p["stored"].values()))
            assert lying == self.ledger.cubes[player]
            coming = sum(entry["decide"] == "enter" for entry in p.get("pending", []))
            assert sum(map(is_building, town)) + coming == self.ledger.buildings[player]
            assert p.get("set_aside", 0) == self.ledger.set_aside[player]
            mine = self.game.players[player]
            assert (town, p["monument"], p["monument_built"]) == (mine.squares, mine.monument, mine.built)

    @invariant()
    def coins_are_those_of_the_moves(self) -> None:
        """What moves and round's ends brought and took lies in the chest, never less than none nor more than fits."""
        if not hasattr(self, "game"):
            return
        for player, p in enumerate(notation.position(self.aec)["players"]):
            assert p.get("coins", 0) == self.ledger.coins[player] == self.game.players[player].coins
            assert 0 <= p.get("coins", 0) <= (chest(p) if self.config["coins"] else 0)

    @invariant()
    def all_players_have_a_mask(self) -> None:
        """A player with nothing to decide has exactly ``wait``, one that must decide never."""
        if not hasattr(self, "game"):
            return
        asked = self.game.asked()
        for player in range(len(self.queues)):
            legal = notation.legal_moves(self.aec, player)
            assert bool(legal) == (player in asked)
            assert legal == self.game.legal_moves(player)
        if not self.game.over:
            mask = self.aec.observe(self.aec.agent_selection)["action_mask"]
            assert not mask[0]
            assert mask.any()

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        while not self.game.over:
            self.play_move()
        state = self.aec.save().tobytes()
        assert not any(self.queues)
        assert self.parallel.save().tobytes() == state
        assert all(clone.save().tobytes() == state for clone in self.copies)
        self.check_the_end()

    def check_the_end(self) -> None:
        """Scores again from the notation and from the oracle; rewards once, the same in both interfaces."""
        position, expected = notation.position(self.aec), self.game.result()
        assert [line["total"] for line in notation.score(position)] == expected["scores"]
        assert [p.get("score", 0) for p in position["players"]] == expected["scores"]
        for p, line in zip(position["players"], notation.score(position), strict=True):
            check_feeding(p, line)
        same_result(self.aec.record()["result"], expected)
        assert [list(move[:2]) for move in self.parallel.record()["moves"]] == self.aec.record()["moves"]
        assert self.aec.rewards == self.outcome[1]
        assert all(self.aec.terminations.values())
        won = [f"player_{k}" for k in range(len(self.queues)) if self.aec.rewards[f"player_{k}"] > 0]
        if len(self.queues) > 1 and len(expected["winners"]) < len(self.queues):
            assert won == expected["winners"]


def run(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Play,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],  # a failing game is repeatable as it is, and shrinking it takes minutes
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_random_play() -> None:
    """Everything above over a few dozen games."""
    run(examples=24, steps=24)


@pytest.mark.slow
def test_much_random_play() -> None:
    run(examples=600, steps=50)
