"""The recipe for search of docs/agents.md, and games that go on from imagined worlds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletop_envs.aec import GameAEC
from tests.tt.twins import pairs
from tt_env import notation, tiny_towns_v0
from tt_env.game import TinyTowns

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"


def recipe() -> Any:
    """The function `search` as the page shows it."""
    found = re.search(r"^def search\(.*?(?=^\S)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    names: dict[str, Any] = {}
    exec(found[0], names)
    return names["search"]


class Watched(GameAEC):
    """An environment that notes what its steps change: pairs of the agent asked and the players that were touched."""

    changes: list[tuple[str, list[str]]]

    def step(self, action: Any, agent: str | None = None) -> None:
        before, asked = self.save()[0], self.agent_selection
        super().step(action, agent)
        after = self.save()[0]
        touched = [name for k, name in enumerate(self.possible_agents) if before["players"][k] != after["players"][k]]
        self.changes.append((asked, touched))


@pytest.mark.parametrize("fortune", [False, True])
def test_the_recipe_moves_nobody_else(fortune: bool) -> None:
    """Run by every player in its turn: the search steps for nobody else, and changes no other town."""
    search = recipe()
    env = Watched(TinyTowns(num_players=3, fortune=fortune), auto_play_forced=False)
    env.changes = []
    env.reset(seed=7)
    searched = dict.fromkeys(env.possible_agents, 0)
    for _ in range(60):
        agent, before = env.agent_selection, env.save()
        alone = int(before[0]["waiting"]).bit_count() == 1 and before[0]["phase"] not in (0, 2, 3)
        env.changes.clear()
        action = search(env, worlds=2)
        assert env.save().tobytes() == before.tobytes()
        assert env.agent_selection == agent
        assert env.changes
        assert {asked for asked, _ in env.changes} == {agent}
        if not alone:  # one who decides alone ends the step, and the next one begins for all
            assert all(set(touched) <= {agent} for _, touched in env.changes)
            searched[agent] += any(touched for _, touched in env.changes)
        env.step(action, agent)
    assert min(searched.values()) > 3


def test_the_recipe_is_sound_with_forced_steps_taken() -> None:
    """With the usual options too, by every player."""
    search, env = recipe(), Watched(TinyTowns(num_players=4))
    env.changes = []
    env.reset(seed=2)
    seen = set()
    for _ in range(25):
        agent = env.agent_selection
        env.changes.clear()
        action = search(env, worlds=1)
        assert {asked for asked, _ in env.changes} == {agent}
        seen.add(agent)
        env.step(action, agent)
    assert len(seen) == 4


def play_both(config: dict[str, Any], state: Any, seed: int) -> None:
    """AEC and Parallel go on from a state and make the same game from the same choices."""
    rng = np.random.default_rng(seed)
    aec = tiny_towns_v0.raw_env(auto_play_forced=False, **config)
    parallel = tiny_towns_v0.parallel_env(auto_play_forced=False, illegal="raise", **config)
    aec.load(state)
    parallel.load(state)
    made: dict[str, list[int]] = {agent: [] for agent in aec.possible_agents}
    while not all(aec.terminations.values()):
        agent = aec.agent_selection
        made[agent].append(int(rng.choice(np.flatnonzero(aec.infos[agent]["action_mask"]))))
        aec.step(made[agent][-1], agent)
    while parallel.agents:
        asked = {agent: not parallel.observe(agent)["action_mask"][0] for agent in parallel.agents}
        parallel.step({agent: made[agent].pop(0) if asks else 0 for agent, asks in asked.items()})
    assert aec.save().tobytes() == parallel.save().tobytes()
    assert notation.replay(aec.record())["result"] == aec.record()["result"]


@pytest.mark.parametrize("config", [{"num_players": 3}, {"num_players": 2, "fortune": True}], ids=str)
def test_both_environments_go_on_from_an_imagined_world(config: dict[str, Any]) -> None:
    """Also in mid-step; the record of such a game replays, and its position reads back byte for byte."""
    out_of_turn = 0
    for number, pair in enumerate(pairs(config, 1, often=0.15)):
        world = pair.env.resample_hidden(f"player_{pair.player}", number)
        out_of_turn += bool(world[0]["asked_first"])
        assert notation.load(notation.position(world)).tobytes() == world.tobytes()
        if number % 8 == 0:
            play_both(config, world, number)
    assert out_of_turn > 3


def test_a_position_names_who_is_asked_out_of_turn() -> None:
    env = tiny_towns_v0.raw_env(num_players=3, monuments=False)
    env.reset(seed=1, options={"first_builder": "player_0"})
    env.step(int(env.infos["player_0"]["action_mask"].argmax()))
    world = env.resample_hidden("player_2", 4)
    where = notation.position(world)
    assert (where["asked_first"], where["to_move"]) == ("player_2", "player_2")
    assert where["waiting"] == ["player_0", "player_1", "player_2"]
    assert "asked_first" not in notation.position(env)
    usual = notation.load({**where, "asked_first": "player_0", "to_move": "player_0"})
    assert usual[0]["asked_first"] == 0
    with pytest.raises(ValueError, match="asked_first"):
        notation.load({**where, "asked_first": "player_2", "waiting": ["player_0", "player_1"], "to_move": "player_0"})


@pytest.mark.parametrize(("waiting", "first"), [(0b01, 2), (0b10, 1), (0b11, 3), (0b11, 255)])
def test_a_record_asks_nobody_first_who_need_not_answer(waiting: int, first: int) -> None:
    env = tiny_towns_v0.raw_env(num_players=2, monuments=False)
    env.reset(seed=1)
    env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    state = env.save()
    state["waiting"], state["asked_first"] = waiting, first
    with pytest.raises(ValueError, match="asked_first"):
        env.load(state)
